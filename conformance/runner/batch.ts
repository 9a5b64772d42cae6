// The quick route: whole sections at once, answers compared as packed words. What differs is run again step by step and judged.
import type { Params } from '../../model/tensor/members.ts';
import { ANY, isExecuted, type Observation } from '../../generator/mealy.ts';
import type { Word } from '../../generator/suite.ts';
import type { Batch, PackedFact, Step } from './adapter.ts';
import { hashWord, membersAt, rotate, type Plan } from './plan.ts';

const WORDS_PER_STEP = 2;
/** Predicted words and their masks. */
const WORDS_PER_SLOT = 4;
const NOTHING = [0, 0, 0, 0] as const;
const STEPS_PER_BATCH_MAX = 1 << 16;

/** An observation as two words over `layout`, and the two masks of the bits that it predicts. Throws where the layout lacks a predicted value. */
export function pack(observation: Observation, layout: readonly PackedFact[]): [number, number, number, number] {
  const packed: [number, number, number, number] = [0, 0, 0, 0];
  for (const { fact, word, shift, bits, values } of layout) {
    const predicted = observation[fact] ?? 'none';
    if (predicted === ANY) continue;
    const index = values.indexOf(predicted);
    if (index < 0) throw new Error(`the adapter's layout has no value ${JSON.stringify(predicted)} for fact ${fact}`);
    const at = word === 0 ? 0 : 1;
    packed[at] = (packed[at] | (index << shift)) >>> 0;
    packed[at + 2] = ((packed[at + 2] as number) | (((2 ** bits) - 1) << shift)) >>> 0;
  }
  return packed;
}

/** Everything that does not depend on the word, computed once for a machine and an adapter. */
export class BatchRun {
  private readonly plan: Plan;
  private readonly batch: Batch;
  private readonly firsts: readonly Params[];
  /** Index of the first member of each input in the compiled list. */
  private readonly offset: Int32Array;
  private readonly members: Int32Array;
  private readonly to: Int32Array;
  /** Where the expected words of a cell begin; one slot for each member that shows something of its own. */
  private readonly slot: Int32Array;
  private readonly varies: readonly boolean[];
  /** For each first member, the words of the first step itself, then those of every cell. */
  private readonly expected: readonly Uint32Array[];
  private readonly steps = new Uint16Array(STEPS_PER_BATCH_MAX + 256);
  private readonly out = new Uint32Array((STEPS_PER_BATCH_MAX + 256) * WORDS_PER_STEP);

  constructor(plan: Plan, batch: Batch, facts: readonly string[]) {
    const { family, mealy, first } = plan;
    this.plan = plan;
    this.batch = batch;
    this.firsts = plan.members[first] ?? [];
    const list: Step[] = this.firsts.map((params) => ({ input: first, params }));
    this.offset = new Int32Array(mealy.inputs.length);
    this.members = new Int32Array(mealy.inputs.length);
    mealy.inputs.forEach((input, at) => {
      this.offset[at] = list.length;
      for (const params of membersAt(plan, at)) list.push({ input, params });
      this.members[at] = list.length - (this.offset[at] ?? 0);
    });
    this.complete = !batch.compile(list).includes(false);
    this.to = Int32Array.from(mealy.cells.flat(), (cell) => cell.to);
    const compared = batch.layout.filter(({ fact }) => facts.includes(fact));
    this.varies = mealy.inputs.map((input) => family.dependsOnStep(input));
    const shown = mealy.inputs.map((_, at) => (this.varies[at] === true ? membersAt(plan, at) : membersAt(plan, at).slice(0, 1)));
    let slots = 1;
    this.slot = Int32Array.from(mealy.cells.flat(), (_, cell) => {
      const begins = slots;
      slots += shown[cell % mealy.inputs.length]?.length ?? 0;
      return begins;
    });
    this.expected = this.firsts.map((chosen) => Uint32Array.from([
      ...pack(family.expectedOf(plan.opened.observation, chosen, chosen), compared),
      ...mealy.cells.flatMap((row) => row.flatMap((cell, input) => (shown[input] ?? []).flatMap((params) =>
        (isExecuted(cell) ? pack(family.expectedOf(cell.observation, chosen, params), compared) : NOTHING)))),
    ]));
  }

  /** Whether the adapter's quick route takes every step that its statement claims. */
  readonly complete: boolean;

  /** Runs every word; returns the indices of those whose answers differ. `given` is the first step's member, otherwise the hash picks it. */
  differing(words: readonly Word[], given?: Params): number[] {
    const found: number[] = [];
    for (let from = 0; from < words.length;) {
      let [until, length] = [from, 0];
      while (until < words.length && length + (words[until]?.length ?? 0) + 1 <= STEPS_PER_BATCH_MAX) {
        length += this.write(words[until] as Word, length, given);
        until += 1;
      }
      const chunk = words.slice(from, until);
      // What an adapter leaves unwritten must not look like the answer of the section before.
      this.out.fill(0xffffffff, 0, length * WORDS_PER_STEP);
      this.batch.performBatch(this.steps.subarray(0, length), Uint32Array.from(chunk, (word) => word.length + 1), this.out.subarray(0, length * WORDS_PER_STEP));
      let at = 0;
      chunk.forEach((word, i) => {
        if (!this.agrees(word, at)) found.push(from + i);
        at += word.length + 1;
      });
      from = until;
    }
    return found;
  }

  private write(word: Word, at: number, given?: Params): number {
    const hash = hashWord(this.plan.mealy.machine, word);
    this.steps[at] = given === undefined ? rotate(hash, -1, this.firsts.length) : this.firsts.indexOf(given);
    for (let i = 0; i < word.length; i += 1) {
      const input = word[i] as number;
      this.steps[at + 1 + i] = (this.offset[input] as number) + rotate(hash, i, this.members[input] as number);
    }
    return word.length + 1;
  }

  private agrees(word: Word, at: number): boolean {
    const expected = this.expected[this.steps[at] as number] as Uint32Array;
    const inputs = this.plan.mealy.inputs.length;
    let [slot, state] = [0, 0];
    for (let i = 0; i <= word.length; i += 1) {
      const seen = (at + i) * WORDS_PER_STEP;
      const wanted = slot * WORDS_PER_SLOT;
      if ((((this.out[seen] as number) ^ (expected[wanted] as number)) & (expected[wanted + 2] as number)) !== 0) return false;
      if ((((this.out[seen + 1] as number) ^ (expected[wanted + 1] as number)) & (expected[wanted + 3] as number)) !== 0) return false;
      if (i === word.length) return true;
      const input = word[i] as number;
      const cell = state * inputs + input;
      slot = this.slot[cell] as number;
      if (this.varies[input] === true) slot += (this.steps[at + i + 1] as number) - (this.offset[input] as number);
      state = this.to[cell] as number;
    }
    return true;
  }
}
