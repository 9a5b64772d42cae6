// The H-method (Dorofeeva, El-Fakih, Maag, Cavalli, Yevtushenko 2005) for partial machines: a suite that is complete for
// implementations with at most n + k states, where two states are told apart only by words the implementation answers.
import { separators, type Dense } from './separate.ts';
import { WordTree } from './tree.ts';

/** The shortest executed word to every state: node numbers in `tree`, by state; -1 if unreachable. */
export function stateCover(machine: Dense, tree: WordTree): Int32Array {
  const cover = new Int32Array(machine.states).fill(-1);
  cover[0] = 0;
  const queue = [0];
  for (const node of queue) {
    const state = tree.state[node] as number;
    for (let input = 0; input < machine.inputs; input += 1) {
      const to = machine.to[state * machine.inputs + input] as number;
      if (to < 0 || cover[to] !== -1) continue;
      cover[to] = tree.extend(node, input);
      queue.push(cover[to] as number);
    }
  }
  return cover;
}

/** Whether the tree already holds a common continuation of `a` and `b` on which their answers differ. */
function separated(tree: WordTree, a: number, b: number): boolean {
  const { machine } = tree;
  const ra = (tree.state[a] as number) * machine.inputs;
  const rb = (tree.state[b] as number) * machine.inputs;
  return tree.someCommon(a, b, (input) => {
    if (machine.output[ra + input] !== machine.output[rb + input]) return true;
    const [ca, cb] = [tree.child(a, input), tree.child(b, input)];
    return tree.state[ca] !== tree.state[cb] && separated(tree, ca, cb);
  });
}

/** Adds a separating continuation to both nodes, preferring inputs that one of them already has. */
function separate(tree: WordTree, first: Int16Array, a: number, b: number): void {
  const { machine } = tree;
  let [x, y] = [a, b];
  for (;;) {
    const [sx, sy] = [tree.state[x] as number, tree.state[y] as number];
    let best = -1;
    let bestCost = 3;
    for (let input = 0; input < machine.inputs && bestCost > 0; input += 1) {
      const ox = machine.output[sx * machine.inputs + input] as number;
      const oy = machine.output[sy * machine.inputs + input] as number;
      if (ox < 0 || oy < 0 || ox === oy) continue;
      const cost = (tree.child(x, input) < 0 ? 1 : 0) + (tree.child(y, input) < 0 ? 1 : 0);
      if (cost < bestCost) [best, bestCost] = [input, cost];
    }
    const input = best >= 0 ? best : (first[sx * machine.states + sy] as number);
    x = tree.extend(x, input);
    y = tree.extend(y, input);
    if (best >= 0) return;
  }
}

function tellApart(tree: WordTree, first: Int16Array, a: number, b: number): void {
  const [sa, sb] = [tree.state[a] as number, tree.state[b] as number];
  if (sa === sb || (first[sa * tree.machine.states + sb] as number) < 0) return;
  if (!separated(tree, a, b)) separate(tree, first, a, b);
}

/**
 * Extends `tree` until it is complete for `extraStates` extra states, or has more than `stepsMax` steps; whether it is complete.
 * `tree` may already hold a suite for fewer; then only what is missing is added.
 */
export function completeFor(tree: WordTree, extraStates: number, stepsMax = Infinity): boolean {
  const { machine } = tree;
  const first = separators(machine);
  const cover = [...stateCover(machine, tree)].filter((node) => node >= 0);
  for (const a of cover) for (const b of cover) if (b < a) tellApart(tree, first, a, b);
  for (const root of cover) visit(root, []);
  return tree.steps <= stepsMax;

  function visit(node: number, above: readonly number[]): void {
    if (above.length > extraStates || tree.steps > stepsMax) return;
    const state = tree.state[node] as number;
    for (let input = 0; input < machine.inputs; input += 1) {
      if ((machine.to[state * machine.inputs + input] as number) < 0) continue;
      const next = tree.extend(node, input);
      for (const known of cover) tellApart(tree, first, next, known);
      for (const earlier of above.slice(1)) tellApart(tree, first, next, earlier);
      if (above.length > 0) tellApart(tree, first, next, node);
      visit(next, [...above, node]);
    }
  }
}

/** How many words of length `extraStates + 1` leave the state cover: a lower bound on the cases, known before generating. */
export function traversals(machine: Dense, extraStates: number): number {
  let count = new Float64Array(machine.states).fill(1);
  for (let depth = 0; depth <= extraStates; depth += 1) {
    const next = new Float64Array(machine.states);
    for (let cell = 0; cell < machine.to.length; cell += 1) {
      const to = machine.to[cell] as number;
      if (to >= 0) next[Math.floor(cell / machine.inputs)] = (next[Math.floor(cell / machine.inputs)] as number) + (count[to] as number);
    }
    count = next;
  }
  return count.reduce((sum, words) => sum + words, 0);
}
