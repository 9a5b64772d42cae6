// A tour: every executed transition at least once, by walking to the nearest one not yet taken.
import type { Dense } from './separate.ts';
import type { Word } from './suite.ts';

/** Words that together take every executed transition reachable from the start. */
export function tour(machine: Dense): Word[] {
  const taken = new Uint8Array(machine.to.length);
  const words: Word[] = [];
  for (;;) {
    const word: number[] = [];
    let state = 0;
    for (let path = nearest(machine, taken, state); path.length > 0; path = nearest(machine, taken, state)) {
      for (const input of path) {
        taken[state * machine.inputs + input] = 1;
        state = machine.to[state * machine.inputs + input] as number;
        word.push(input);
      }
    }
    if (word.length === 0) return words;
    words.push(Uint8Array.from(word));
  }
}

/** The shortest executed word from `state` whose last step is not yet taken; empty if there is none. */
function nearest(machine: Dense, taken: Uint8Array, state: number): number[] {
  const came = new Map<number, { from: number; input: number }>();
  const queue = [state];
  const seen = new Set(queue);
  for (const at of queue) {
    for (let input = 0; input < machine.inputs; input += 1) {
      const to = machine.to[at * machine.inputs + input] as number;
      if (to < 0) continue;
      if (taken[at * machine.inputs + input] === 0) {
        const path = [input];
        for (let back = at; back !== state;) {
          const step = came.get(back) as { from: number; input: number };
          path.push(step.input);
          back = step.from;
        }
        return path.reverse();
      }
      if (seen.has(to)) continue;
      seen.add(to);
      came.set(to, { from: at, input });
      queue.push(to);
    }
  }
  return [];
}
