// A suite as data: words over one grounded machine, in sections of growing strength.

/** Inputs by number, from the start state. */
export type Word = Uint8Array;

export interface Section {
  /** `tour`, `h n`, `h n+1`, `h n+2` or `random`. */
  readonly name: string;
  readonly words: readonly Word[];
}

export interface Suite {
  readonly machine: string;
  /** The facts that separate states in this suite: the guarantee holds for an adapter that reports at least these. */
  readonly facts: readonly string[];
  /** Extra states within which the suite is complete; -1: no guarantee. */
  readonly extraStates: number;
  readonly sections: readonly Section[];
}

export type Profile = 'smoke' | 'default' | 'deep';

export function countSteps(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}
