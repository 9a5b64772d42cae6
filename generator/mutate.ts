// The suite is tested too: every single-fault mutant of a table, and which of them a suite catches.
import type { Mealy } from './mealy.ts';
import { dense, type Dense } from './separate.ts';
import type { Suite } from './suite.ts';
import { WordTree } from './tree.ts';

export interface KillCount {
  readonly kind: 'wrong output' | 'wrong target' | 'extra state, wrong output' | 'extra state, wrong target';
  readonly enumerated: number;
  /** A wrong target whose handles differ from those the harness holds: no implementation could behave so unnoticed. */
  readonly infeasible: number;
  /** No executed word tells the mutant from the model. */
  readonly equivalent: number;
  readonly caught: number;
  readonly survivors: readonly string[];
}

export interface MutationReport {
  readonly machine: string;
  readonly counts: readonly KillCount[];
  /** Of the infeasible wrong targets (one release that drops all aliases, for one): how many the suite catches all the same. */
  readonly infeasibleCaught: number;
  /** Mutants whose first failing step cites the rule. */
  readonly perRule: ReadonlyMap<string, number>;
}

/** A mutant as a patch of the table: state `machine.states` is the clone, if there is one. */
interface Mutant {
  readonly cell: number;
  readonly to: number;
  readonly cloneOf: number;
  readonly cloneInput: number;
  readonly cloneTo: number;
}

const NO_CLONE = { cloneOf: -1, cloneInput: -1, cloneTo: -1 } as const;

class Kills {
  enumerated = 0;
  infeasible = 0;
  equivalent = 0;
  caught = 0;
  readonly survivors: string[] = [];

  count(kind: KillCount['kind']): KillCount {
    const { enumerated, infeasible, equivalent, caught, survivors } = this;
    return { kind, enumerated, infeasible, equivalent, caught, survivors };
  }
}

export interface MutateOptions {
  /** Run the infeasible wrong targets too. */
  readonly infeasibleToo?: boolean;
  /** Leave out the mutants with an extra state: a suite for m = n does not promise to catch them. */
  readonly noExtraState?: boolean;
}

/** Enumerates every mutant of `mealy` and runs `suite` on each. */
export function mutate(mealy: Mealy, suite: Suite, options: MutateOptions = {}): MutationReport {
  const m = dense(mealy, suite.facts);
  const tree = new WordTree(m);
  for (const section of suite.sections) for (const word of section.words) tree.add(0, word);
  const arrivals = firstArrivals(tree);
  const outputs = new Set(m.output).size - 1;
  const [output, target, cloneOutput, cloneTarget] = [new Kills(), new Kills(), new Kills(), new Kills()];
  const perRule = new Map<string, number>();
  let infeasibleCaught = 0;
  const cite = (cell: number, mutants: number): void => {
    const rules = mealy.cells[Math.floor(cell / m.inputs)]?.[cell % m.inputs]?.rules ?? [];
    for (const rule of rules) perRule.set(rule, (perRule.get(rule) ?? 0) + mutants);
  };
  const feasible = (a: number, b: number): boolean => mealy.states[a]?.handles === mealy.states[b]?.handles;
  const run = (kills: Kills, mutant: Mutant): void => {
    const failed = firstFailure(m, tree, arrivals[mutant.cell] ?? [], mutant);
    if (failed >= 0) {
      kills.caught += 1;
      cite(failed, 1);
    } else if (isEquivalent(m, mutant)) kills.equivalent += 1;
    else kills.survivors.push(JSON.stringify(mutant));
  };

  for (let cell = 0; cell < m.to.length; cell += 1) {
    const to = m.to[cell] as number;
    if (to < 0) continue;
    const visited = (arrivals[cell] ?? []).length > 0;
    // Until its cell is first taken a mutant is the model, and every wrong output shows at that very step.
    output.enumerated += outputs - 1;
    if (visited) {
      output.caught += outputs - 1;
      cite(cell, outputs - 1);
    } else output.survivors.push(`cell ${cell}`);

    for (let wrong = 0; wrong < m.states; wrong += 1) {
      if (wrong === to) continue;
      target.enumerated += 1;
      const mutant = { cell, to: wrong, ...NO_CLONE };
      if (feasible(wrong, to)) run(target, mutant);
      else {
        target.infeasible += 1;
        if (options.infeasibleToo === true && firstFailure(m, tree, arrivals[cell] ?? [], mutant) >= 0) infeasibleCaught += 1;
      }
    }

    for (let input = 0; input < m.inputs && options.noExtraState !== true; input += 1) {
      const behind = to * m.inputs + input;
      const right = m.to[behind] as number;
      if (right < 0) continue;
      cloneOutput.enumerated += outputs - 1;
      if ((arrivals[cell] ?? []).some((node) => tree.child(node, input) >= 0)) {
        cloneOutput.caught += outputs - 1;
        cite(behind, outputs - 1);
      } else cloneOutput.survivors.push(`cell ${cell}, then input ${input}`);
      for (let wrong = 0; wrong < m.states; wrong += 1) {
        if (wrong === right) continue;
        cloneTarget.enumerated += 1;
        if (!feasible(wrong, right)) cloneTarget.infeasible += 1;
        else run(cloneTarget, { cell, to: m.states, cloneOf: to, cloneInput: input, cloneTo: wrong });
      }
    }
  }
  return {
    machine: mealy.machine,
    counts: [
      output.count('wrong output'), target.count('wrong target'),
      cloneOutput.count('extra state, wrong output'), cloneTarget.count('extra state, wrong target'),
    ],
    infeasibleCaught,
    perRule,
  };
}

/** For every cell the nodes reached by taking it for the first time on their word. */
function firstArrivals(tree: WordTree): number[][] {
  const { machine } = tree;
  const arrivals: number[][] = Array.from({ length: machine.to.length }, () => []);
  const taken = new Int32Array(machine.to.length);
  const walk = (node: number): void => {
    for (let input = 0; input < machine.inputs; input += 1) {
      const next = tree.child(node, input);
      if (next < 0) continue;
      const cell = (tree.state[node] as number) * machine.inputs + input;
      if (taken[cell] === 0) (arrivals[cell] as number[]).push(next);
      taken[cell] = (taken[cell] as number) + 1;
      walk(next);
      taken[cell] = (taken[cell] as number) - 1;
    }
  };
  walk(0);
  return arrivals;
}

/** The cell of the mutant's table and its target: the clone behaves like its original but for one input. */
function step(m: Dense, mutant: Mutant, state: number, input: number): { output: number; to: number } {
  if (state === m.states) {
    const cell = mutant.cloneOf * m.inputs + input;
    return { output: m.output[cell] as number, to: input === mutant.cloneInput ? mutant.cloneTo : (m.to[cell] as number) };
  }
  const cell = state * m.inputs + input;
  return { output: m.output[cell] as number, to: cell === mutant.cell ? mutant.to : (m.to[cell] as number) };
}

/** The cell of the model at which the suite first sees the mutant differ; -1 if it never does. */
function firstFailure(m: Dense, tree: WordTree, arrivals: readonly number[], mutant: Mutant): number {
  const walk = (node: number, state: number): number => {
    // Back on the model's own state a wrong target shows nothing more on this branch.
    if (state === tree.state[node] && mutant.cloneOf === -1) return -1;
    for (let input = 0; input < m.inputs; input += 1) {
      const next = tree.child(node, input);
      if (next < 0) continue;
      const cell = (tree.state[node] as number) * m.inputs + input;
      const took = step(m, mutant, state, input);
      // An absent answer is no evidence: the harness could not have gone on.
      if (took.output < 0) continue;
      if (took.output !== m.output[cell]) return cell;
      const below = walk(next, took.to);
      if (below >= 0) return below;
    }
    return -1;
  };
  for (const node of arrivals) {
    const failed = walk(node, mutant.to);
    if (failed >= 0) return failed;
  }
  return -1;
}

/** Product search: no executed word from the start tells the mutant from the model. */
function isEquivalent(m: Dense, mutant: Mutant): boolean {
  const seen = new Set<number>([0]);
  const queue: [number, number][] = [[0, 0]];
  for (const [right, wrong] of queue) {
    for (let input = 0; input < m.inputs; input += 1) {
      const cell = right * m.inputs + input;
      const took = step(m, mutant, wrong, input);
      if ((m.output[cell] as number) < 0 || took.output < 0) continue;
      if (took.output !== m.output[cell]) return false;
      const pair = (m.to[cell] as number) * (m.states + 1) + took.to;
      if (seen.has(pair)) continue;
      seen.add(pair);
      queue.push([m.to[cell] as number, took.to]);
    }
  }
  return true;
}
