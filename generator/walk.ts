// Shortest access words: how a reader, or a readable test, gets to a state.
import { isExecuted, type Mealy } from './mealy.ts';

/** For every state the shortest executed word that leads to it, first in input order among equals. */
export function accessWords(mealy: Mealy): readonly (readonly number[])[] {
  const words: (readonly number[] | undefined)[] = mealy.states.map(() => undefined);
  words[0] = [];
  const queue = [0];
  for (const state of queue) {
    mealy.cells[state]?.forEach((cell, input) => {
      if (!isExecuted(cell) || words[cell.to] !== undefined) return;
      words[cell.to] = [...(words[state] ?? []), input];
      queue.push(cell.to);
    });
  }
  return words.map((word, state) => {
    if (word === undefined) throw new Error(`${mealy.machine}: state ${state} is not reached by executed steps`);
    return word;
  });
}
