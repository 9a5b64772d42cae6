// Seeded long random words. Complete suites have short words; bugs with hidden counters need long ones.
import type { Dense } from './separate.ts';
import type { Word } from './suite.ts';

/** Mulberry32: 32 bits of state, the same numbers on every machine. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const STEPS_PER_WORD_MAX = 64;
/** A step after which fewer inputs exist is taken this often when drawn; otherwise words would end at once. */
const NARROWING_ODDS = 0.2;

/** Random executed words with at least `steps` steps in all. Equal seeds give equal words. */
export function randomWords(machine: Dense, steps: number, seed: number): Word[] {
  const random = mulberry32(seed);
  const executed = Array.from({ length: machine.states }, (_, state) =>
    Array.from({ length: machine.inputs }, (_none, input) => input)
      .filter((input) => (machine.to[state * machine.inputs + input] as number) >= 0));
  const words: Word[] = [];
  for (let made = 0; made < steps;) {
    const word: number[] = [];
    let state = 0;
    while (word.length < STEPS_PER_WORD_MAX) {
      const choices = executed[state] as number[];
      if (choices.length === 0) break;
      const input = choices[Math.floor(random() * choices.length)] as number;
      const to = machine.to[state * machine.inputs + input] as number;
      if ((executed[to] as number[]).length < choices.length && random() > NARROWING_ODDS) continue;
      word.push(input);
      state = to;
    }
    words.push(Uint8Array.from(word));
    made += word.length;
  }
  return words;
}
