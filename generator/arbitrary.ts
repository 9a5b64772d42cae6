// fast-check arbitraries over a grounded machine: only words that can be executed, also while shrinking.
import fc from 'fast-check';
import { isExecuted, type Mealy } from './mealy.ts';
import type { Word } from './suite.ts';

export interface WordsOptions { readonly maxLength: number }

/** Walks `inputs` from the start and keeps those that can be executed where the walk stands. */
export function executable(mealy: Mealy, inputs: Iterable<number>): Word {
  const kept: number[] = [];
  let state = 0;
  for (const input of inputs) {
    const cell = mealy.cells[state]?.[input];
    if (cell === undefined || !isExecuted(cell)) continue;
    kept.push(input);
    state = cell.to;
  }
  return Uint8Array.from(kept);
}

/** A random walk over executed cells. Shrinks by dropping steps, and with them those that they alone made possible. */
class WordArbitrary extends fc.Arbitrary<Word> {
  private readonly mealy: Mealy;
  private readonly executed: readonly (readonly number[])[];
  private readonly lengths: fc.Arbitrary<number>;

  constructor(mealy: Mealy, maxLength: number) {
    super();
    this.mealy = mealy;
    this.executed = mealy.cells.map((row) => row.flatMap((cell, input) => (isExecuted(cell) ? [input] : [])));
    this.lengths = fc.integer({ min: 0, max: maxLength });
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<Word> {
    const length = this.lengths.generate(random, biasFactor).value;
    const word: number[] = [];
    let state = 0;
    while (word.length < length) {
      const choices = this.executed[state] ?? [];
      const input = choices[random.nextInt(0, Math.max(0, choices.length - 1))];
      if (input === undefined) break;
      word.push(input);
      state = this.mealy.cells[state]?.[input]?.to ?? 0;
    }
    return new fc.Value(Uint8Array.from(word), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Word {
    return value instanceof Uint8Array && executable(this.mealy, value).length === value.length;
  }

  /** Large pieces first, so that a long word gets short in few tries. */
  override shrink(word: Word): fc.Stream<fc.Value<Word>> {
    const { mealy } = this;
    function* shorter(): Generator<fc.Value<Word>> {
      for (let piece = word.length; piece > 0; piece = Math.floor(piece / 2)) {
        for (let at = 0; at + piece <= word.length; at += piece) {
          const rest = [...word.subarray(0, at), ...word.subarray(at + piece)];
          yield new fc.Value(executable(mealy, rest), undefined);
        }
      }
    }
    return fc.stream(shorter());
  }
}

/** Executed words of `mealy` with at most `maxLength` steps. */
export function words(mealy: Mealy, { maxLength }: WordsOptions): fc.Arbitrary<Word> {
  return new WordArbitrary(mealy, maxLength);
}
