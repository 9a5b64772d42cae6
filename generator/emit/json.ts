// The grounded table and the manifest as JSON that a person can read and a diff can show: one line per answer and per state.
import { cellAt, isExecuted, type Cell, type Mealy } from '../mealy.ts';
import { countSteps, type Profile, type Suite } from '../suite.ts';
import { GENERATOR_VERSION, banner } from './banner.ts';
import { suiteHash } from './suite-tree.ts';

/** What one executed cell says, apart from where it leads. */
export type Answer = Omit<Cell, 'to'>;

export interface TableFile {
  readonly generated: string;
  readonly machine: string;
  readonly inputs: readonly string[];
  /** The distinct answers, numbered from 0. */
  readonly answers: readonly Answer[];
  /** `cells[input] = [to, answer]`. An input that is not listed is absent: never executed, leads nowhere. */
  readonly states: readonly { readonly name: string; readonly handles: string; readonly cells: Readonly<Record<string, readonly [number, number]>> }[];
}

function lines(name: string, values: readonly unknown[]): string {
  return `${JSON.stringify(name)}: [\n${values.map((value) => ` ${JSON.stringify(value)}`).join(',\n')}\n]`;
}

/** The text of `table.json`. */
export function tableJson(mealy: Mealy, hash: string): string {
  const answers = new Map<string, number>();
  const states = mealy.states.map(({ name, handles }, state) => {
    const cells: Record<string, [number, number]> = {};
    mealy.inputs.forEach((input, column) => {
      const cell = cellAt(mealy, state, column);
      if (!isExecuted(cell)) return;
      const { to, kind, code, effects, rules, observation } = cell;
      const key = JSON.stringify({ kind, code, effects, rules, observation });
      if (!answers.has(key)) answers.set(key, answers.size);
      cells[input] = [to, answers.get(key) ?? 0];
    });
    return { name, handles, cells };
  });
  return `{\n${[
    `"generated": ${JSON.stringify(banner(hash))}`,
    `"machine": ${JSON.stringify(mealy.machine)}`,
    lines('inputs', mealy.inputs),
    lines('answers', [...answers.keys()].map((key): unknown => JSON.parse(key))),
    lines('states', states),
  ].join(',\n')}\n}\n`;
}

/** The text of `manifest.json`: what was generated, from what, and how much of it. Suites themselves are a build product. */
export function manifestJson(whole: Mealy, factors: readonly Mealy[], suites: readonly Suite[], hash: string, profile: Profile, bounds: object): string {
  const machines = suites.map((suite, at) => ({
    machine: suite.machine,
    states: factors[at]?.states.length,
    transitions: factors[at] === undefined ? 0 : executedCount(factors[at]),
    extraStates: suite.extraStates,
    sections: suite.sections.map(({ name, words }) => ({
      name, cases: words.length, steps: countSteps(words), longest: words.reduce((most, word) => Math.max(most, word.length), 0),
    })),
  }));
  return `${JSON.stringify({
    generated: banner(hash),
    model: hash,
    generator: GENERATOR_VERSION,
    profile,
    bounds,
    observables: suites[0]?.facts ?? [],
    whole: { machine: whole.machine, states: whole.states.length, inputs: whole.inputs.length, transitions: executedCount(whole) },
    machines,
    suite: suiteHash(suites),
  }, null, 2)}\n`;
}

/** How many cells say something about an implementation. */
export function executedCount(mealy: Mealy): number {
  return mealy.cells.reduce((sum, row) => sum + row.filter(isExecuted).length, 0);
}
