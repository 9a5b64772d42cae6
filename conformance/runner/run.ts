// Runs a profile on an adapter: section by section, quick route first, every difference judged by the pure judge.
import { buildSuite, STEPS_IN_PROCESS_MAX } from '../../generator/complete.ts';
import { restrict } from '../../generator/explore.ts';
import { groundTensor } from '../../generator/ground.ts';
import { cellAt, type Mealy, type Observation } from '../../generator/mealy.ts';
import { countSteps, type Profile, type Suite, type Word } from '../../generator/suite.ts';
import type { Params } from '../../model/tensor/members.ts';
import { HOST_PRODUCT, negotiate, negotiateOwned, type HostRequest } from '../../model/tensor/table.ts';
import type { Adapter, Observed } from './adapter.ts';
import { BatchRun } from './batch.ts';
import { modelFacts } from './facts.ts';
import { judge, type Verdict, type VerdictKind } from './judge.ts';
import { applyKnown, type KnownFailure } from './known-failures.ts';
import { comparedFacts, makeInput, membersOf, planCase, type Case } from './plan.ts';
import { statementProblems } from './statement.ts';

export interface SectionResult {
  readonly name: string;
  readonly cases: number;
  readonly steps: number;
}

export interface MachineResult {
  readonly machine: string;
  readonly extraStates: number;
  readonly sections: readonly SectionResult[];
  readonly counts: Readonly<Record<VerdictKind, number>>;
  /** Everything but passes, the first of each section first. At most `FINDINGS_MAX`. */
  readonly findings: readonly { readonly verdict: Verdict; readonly planned: Case; readonly observed: readonly Observed[] }[];
}

export interface RunResult {
  readonly adapter: string;
  readonly profile: Profile;
  readonly model: string;
  readonly observables: readonly string[];
  readonly machines: readonly MachineResult[];
  readonly notApplicable: readonly string[];
  readonly ok: boolean;
}

export const FINDINGS_MAX = 200;
const JUDGED_MAX = 1_000;
const FAILING: readonly VerdictKind[] = ['fail', 'crash', 'timeout', 'protocol', 'unexpected-pass', 'inconclusive'];

/** The observation of the make step of a factor. */
export function madeObservation(machine: string): Observation {
  const { whole } = groundTensor();
  return cellAt(whole, 0, whole.inputs.indexOf(makeInput(machine))).observation;
}

/** Performs a case one step at a time. An exception ends it and is told as the last answer's `threw`. */
export function perform(adapter: Adapter, planned: Case): { observed: Observed[]; threw?: string } {
  const observed: Observed[] = [];
  try {
    adapter.reset();
    for (const step of planned.steps) observed.push(adapter.perform(step));
  } catch (error) {
    return { observed, threw: error instanceof Error ? error.message : String(error) };
  }
  return { observed };
}

/** Performs and judges one case. A throwing adapter is a crash at the step it threw at. */
export function runCase(adapter: Adapter, planned: Case, facts: readonly string[]): { verdict: Verdict; observed: Observed[] } {
  const { observed, threw } = perform(adapter, planned);
  const verdict = judge(planned, observed, facts, adapter.statement.conventions);
  if (threw === undefined || (verdict.kind !== 'inconclusive' && verdict.kind !== 'pass')) return { verdict, observed };
  const step = observed.length;
  return { verdict: { kind: 'crash', caseId: planned.id, step, rules: planned.rules[step] ?? [], differences: [], reason: `the adapter threw: ${threw}` }, observed };
}

/** The machine an implementation can have that lacks these inputs. */
function withoutInputs(mealy: Mealy, unsupported: readonly string[]): Mealy {
  if (unsupported.length === 0) return mealy;
  return restrict(mealy, mealy.machine, 0, mealy.inputs.filter((input) => !unsupported.includes(input)));
}

/** Every point of the request, at a full slot and at an armed OwnedTensor. */
export function tableCases(mealy: Mealy, made: Observation): Case[] {
  const input = (name: string): number => mealy.inputs.indexOf(name);
  const point = (word: readonly number[], request: HostRequest, at: number): Case[] => {
    if (word.includes(-1)) return [];
    const planned = planCase(mealy, made, Uint8Array.from(word), membersOf(makeInput(mealy.machine))[at % 3]);
    const steps = planned.steps.map((step, i) => (i === planned.steps.length - 1 ? { ...step, params: { request: { ...request } } } : step));
    return [{ ...planned, id: `${planned.machine}/table-${word.length === 1 ? 'door1' : 'owned'}-${at}`, steps }];
  };
  const cases = HOST_PRODUCT.flatMap((request, at) => point([input(`dlpack.${negotiate(request)}`)], request, at));
  if (mealy.machine !== 'tensor.exclusive') return cases;
  return [...cases, ...HOST_PRODUCT.flatMap((request, at) => point([input('into_dlpack'), input(`owned.dlpack.${negotiateOwned(request)}`)], request, at))];
}

export interface RunOptions {
  readonly profile: Profile;
  readonly known?: readonly KnownFailure[];
  /** Called before each section, so that long work shows progress. */
  readonly progress?: (machine: string, section: string) => void;
  /** Suites read from a file; where there is none for a machine it is generated. */
  readonly suites?: readonly Suite[];
  /** Run nothing stronger than the m = n suite on a machine that has failed by then. */
  readonly untilFailure?: boolean;
  /** How many cases that differ on the quick route are judged step by step, for each machine; the rest are counted inconclusive. */
  readonly judgedMax?: number;
}

/** Runs `profile` on `adapter` and judges every case. Throws where the statement makes no sense. */
export function runProfile(adapter: Adapter, options: RunOptions): RunResult {
  const problems = statementProblems(adapter.statement);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const { factors, hash } = groundTensor();
  const facts = comparedFacts(modelFacts, adapter.statement);
  const { machines: claimed, unsupported = [] } = adapter.statement;
  const machines = factors.filter((mealy) => claimed.includes(mealy.machine))
    .map((mealy) => runMachine(adapter, withoutInputs(mealy, unsupported), facts, options));
  const notApplicable = [...factors.map((mealy) => mealy.machine).filter((name) => !claimed.includes(name)), ...unsupported];
  const ok = machines.length > 0 && machines.every((machine) =>
    machine.sections.some((section) => section.cases > 0) && FAILING.every((kind) => machine.counts[kind] === 0));
  return { adapter: adapter.statement.name, profile: options.profile, model: hash, observables: facts, machines, notApplicable, ok };
}

const suites = new Map<string, Suite>();

/** The suite, generated once for equal arguments: many runs in one process share it. */
function suiteOf(mealy: Mealy, facts: readonly string[], profile: Profile): Suite {
  const key = [mealy.machine, profile, ...facts, ...mealy.inputs].join();
  const suite = suites.get(key) ?? buildSuite(mealy, facts, profile, STEPS_IN_PROCESS_MAX);
  suites.set(key, suite);
  return suite;
}

function runMachine(adapter: Adapter, mealy: Mealy, facts: readonly string[], options: RunOptions): MachineResult {
  const made = madeObservation(mealy.machine);
  const suite = options.suites?.find(({ machine }) => machine === mealy.machine) ?? suiteOf(mealy, facts, options.profile);
  const counts = new Map<VerdictKind, number>();
  const sections: SectionResult[] = [];
  const findings: MachineResult['findings'][number][] = [];
  const quick = adapter.batch === undefined ? undefined : new BatchRun(mealy, made, adapter.batch, facts);
  let judgeable = options.judgedMax ?? JUDGED_MAX;

  const settle = (planned: Case): void => {
    const ran = runCase(adapter, planned, facts);
    const verdict = applyKnown(ran.verdict, options.known ?? []);
    counts.set(verdict.kind, (counts.get(verdict.kind) ?? 0) + 1);
    if (verdict.kind === 'pass') return;
    if (findings.length < FINDINGS_MAX) findings.push({ verdict, planned, observed: ran.observed });
  };
  const section = (name: string, words: readonly Word[], make?: Params): void => {
    options.progress?.(mealy.machine, name);
    sections.push({ name, cases: words.length, steps: countSteps(words) + words.length });
    if (quick === undefined) {
      for (const word of words) settle(planCase(mealy, made, word, make));
      return;
    }
    const differing = quick.differing(words, make);
    counts.set('pass', (counts.get('pass') ?? 0) + words.length - differing.length);
    // The shortest first: they are the ones worth reading.
    const shortest = differing.map((at) => words[at] ?? new Uint8Array()).sort((a, b) => a.length - b.length);
    const judged = shortest.slice(0, judgeable);
    judgeable -= judged.length;
    counts.set('inconclusive', (counts.get('inconclusive') ?? 0) + shortest.length - judged.length);
    for (const word of judged) settle(planCase(mealy, made, word, make));
  };

  if (options.profile !== 'smoke') {
    options.progress?.(mealy.machine, 'tables');
    const cases = tableCases(mealy, made);
    sections.push({ name: 'tables', cases: cases.length, steps: cases.reduce((sum, planned) => sum + planned.steps.length, 0) });
    for (const planned of cases) settle(planned);
  }
  const [tour, ...stronger] = suite.sections;
  // The tour goes step by step, so that texts are read too.
  if (tour !== undefined) {
    options.progress?.(mealy.machine, tour.name);
    sections.push({ name: tour.name, cases: tour.words.length, steps: countSteps(tour.words) + tour.words.length });
    for (const word of tour.words) settle(planCase(mealy, made, word));
  }
  for (const { name, words } of stronger) {
    if (options.untilFailure === true && name !== 'h n' && findings.some(({ verdict }) => verdict.kind !== 'deviation')) break;
    section(name, words);
    if (options.untilFailure === true) continue;
    // Within its class the life of a tensor must not depend on its origin: each passes the m = n suite by itself.
    if (name === 'h n' && quick !== undefined) for (const make of membersOf(makeInput(mealy.machine))) section(`${name}, ${originOf(make)}`, words, make);
  }
  return { machine: mealy.machine, extraStates: suite.extraStates, sections: merge(sections), counts: total(counts), findings };
}

function originOf(make: Params): string {
  return `made from ${String(make['origin'])}`;
}

/** Sections of equal name as one. */
function merge(sections: readonly SectionResult[]): SectionResult[] {
  const merged = new Map<string, SectionResult>();
  for (const { name, cases, steps } of sections) {
    const known = merged.get(name);
    merged.set(name, { name, cases: cases + (known?.cases ?? 0), steps: steps + (known?.steps ?? 0) });
  }
  return [...merged.values()];
}

const KINDS: readonly VerdictKind[] = [
  'pass', 'fail', 'hazard', 'deviation', 'inconclusive', 'not-applicable', 'crash', 'timeout', 'protocol', 'expected-fail', 'unexpected-pass',
];

function total(counts: ReadonlyMap<VerdictKind, number>): Record<VerdictKind, number> {
  return Object.fromEntries(KINDS.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<VerdictKind, number>;
}

