// The sizes of a W-method and an HSI-method suite of the same guarantee: what H is measured against. Never run.
import { stateCover } from './h-method.ts';
import type { Mealy } from './mealy.ts';
import { dense, minimise, separatingWord, separators, type Dense } from './separate.ts';
import { countSteps } from './suite.ts';
import { WordTree } from './tree.ts';

/** Separating words by state: with harmonised identifiers each state brings its own, with W all bring all. */
function identifiers(machine: Dense, method: 'hsi' | 'w'): number[][][] {
  const first = separators(machine);
  const perState: number[][][] = Array.from({ length: machine.states }, () => []);
  const all = new Map<string, number[]>();
  for (let a = 0; a < machine.states; a += 1) {
    for (let b = 0; b < a; b += 1) {
      if ((first[a * machine.states + b] as number) < 0) continue;
      const word = separatingWord(machine, first, a, b);
      perState[a]?.push(word);
      perState[b]?.push(word);
      all.set(word.join(), word);
    }
  }
  return method === 'hsi' ? perState : perState.map(() => [...all.values()]);
}

/** Walks `word` from `node` as far as it is executed. */
function addExecuted(tree: WordTree, node: number, word: readonly number[]): void {
  let at = node;
  for (const input of word) {
    if ((tree.machine.to[(tree.state[at] as number) * tree.machine.inputs + input] as number) < 0) return;
    at = tree.extend(at, input);
  }
}

/** Cases and steps of the suite that `method` needs for `extraStates` extra states. */
export function rivalSize(mealy: Mealy, facts: readonly string[], method: 'hsi' | 'w', extraStates: number): { cases: number; steps: number } {
  const machine = dense(minimise(mealy, facts), facts);
  const words = identifiers(machine, method);
  const tree = new WordTree(machine);
  const visit = (node: number, depth: number): void => {
    const state = tree.state[node] as number;
    for (const word of words[state] ?? []) addExecuted(tree, node, word);
    if (depth > extraStates) return;
    for (let input = 0; input < machine.inputs; input += 1) {
      if ((machine.to[state * machine.inputs + input] as number) >= 0) visit(tree.extend(node, input), depth + 1);
    }
  };
  for (const node of stateCover(machine, tree)) if (node >= 0) visit(node, 0);
  const suite = tree.words();
  return { cases: suite.length, steps: countSteps(suite) };
}
