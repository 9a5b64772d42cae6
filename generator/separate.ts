// Which states can be told apart, by words that the implementation itself answers. Absent cells are never executed.
import { cellAt, outputNumbers, type Mealy } from './mealy.ts';

/** A Mealy machine as flat arrays: what the generators walk. */
export interface Dense {
  readonly states: number;
  readonly inputs: number;
  /** `to[state * inputs + input]`, -1 where the cell is absent. */
  readonly to: Int32Array;
  /** The number of the observation, -1 where the cell is absent. */
  readonly output: Int32Array;
}

/** Flattens `mealy`, with observations numbered over `facts`. */
export function dense(mealy: Mealy, facts: readonly string[]): Dense {
  const states = mealy.states.length;
  const inputs = mealy.inputs.length;
  const output = new Int32Array(states * inputs);
  const to = new Int32Array(states * inputs);
  outputNumbers(mealy, facts).forEach((row, state) => {
    output.set(row, state * inputs);
    row.forEach((number, input) => {
      to[state * inputs + input] = number < 0 ? -1 : cellAt(mealy, state, input).to;
    });
  });
  return { states, inputs, to, output };
}

/** For every pair of states the first input of a shortest separating word; -1 where no executed word separates them. */
export function separators(m: Dense): Int16Array {
  const first = new Int16Array(m.states * m.states).fill(-1);
  let open: [number, number][] = [];
  for (let a = 0; a < m.states; a += 1) for (let b = 0; b < a; b += 1) open.push([a, b]);
  const settle = (a: number, b: number, input: number): void => {
    first[a * m.states + b] = input;
    first[b * m.states + a] = input;
  };
  let found = true;
  while (found) {
    const settled: [number, number, number][] = [];
    open = open.filter(([a, b]) => {
      for (let input = 0; input < m.inputs; input += 1) {
        const oa = m.output[a * m.inputs + input] as number;
        const ob = m.output[b * m.inputs + input] as number;
        if (oa < 0 || ob < 0) continue;
        const ta = m.to[a * m.inputs + input] as number;
        const tb = m.to[b * m.inputs + input] as number;
        if (oa !== ob || (ta !== tb && (first[ta * m.states + tb] as number) >= 0)) {
          settled.push([a, b, input]);
          return false;
        }
      }
      return true;
    });
    // Settled after the round, so that words stay shortest.
    for (const [a, b, input] of settled) settle(a, b, input);
    found = settled.length > 0;
  }
  return first;
}

/** The shortest separating word of a pair, as `separators` found it. */
export function separatingWord(m: Dense, first: Int16Array, a: number, b: number): number[] {
  const word: number[] = [];
  let [x, y] = [a, b];
  for (;;) {
    const input = first[x * m.states + y] as number;
    if (input < 0) throw new Error(`states ${a} and ${b} have no separating word`);
    word.push(input);
    if (m.output[x * m.inputs + input] !== m.output[y * m.inputs + input]) return word;
    [x, y] = [m.to[x * m.inputs + input] as number, m.to[y * m.inputs + input] as number];
  }
}

/** For every state the representative of its class: states with the same handles that no executed word separates. */
export function classes(mealy: Mealy, first: Int16Array): Int32Array {
  const n = mealy.states.length;
  return Int32Array.from(mealy.states, (state, at) => {
    const same = mealy.states.findIndex((other, b) => b === at || (other.handles === state.handles && first[at * n + b] === -1));
    return same;
  });
}

/** The minimal machine: one state for each class. */
export function minimise(mealy: Mealy, facts: readonly string[]): Mealy {
  const representative = classes(mealy, separators(dense(mealy, facts)));
  const kept = [...new Set(representative)];
  const number = new Map(kept.map((state, at) => [state, at]));
  return {
    ...mealy,
    states: kept.map((state) => mealy.states[state] ?? { name: '', handles: '' }),
    cells: kept.map((state) => (mealy.cells[state] ?? []).map((cell) => ({
      ...cell, to: number.get(representative[cell.to] ?? cell.to) ?? 0,
    }))),
  };
}
