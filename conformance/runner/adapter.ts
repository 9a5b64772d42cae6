// What the runner needs of an implementation under test: the glue, and what it says it supports.
import type { Params } from '../../model/tensor/members.ts';
import type { LegacyFallback } from '../../model/tensor/table.ts';

export interface Step {
  readonly input: string;
  readonly params: Params;
}

/** Facts by name, as the adapter reports them. */
export type Observed = Readonly<Record<string, unknown>>;

/** What an implementation says of itself (ISO 9646's implementation conformance statement). */
export interface Statement {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  readonly homepage?: string;
  /** Machines supported, by name of the factor, e.g. `tensor.exclusive`. */
  readonly machines: readonly string[];
  /** Facts reported at every step where they apply. */
  readonly observables: readonly string[];
  /** Choices the standard leaves open, as the implementation declares them. What is declared and broken is a failure. */
  readonly conventions?: { readonly legacyFallback?: LegacyFallback };
  /** Inputs that the implementation lacks. Everything else is claimed. */
  readonly unsupported?: readonly string[];
}

/** Where a fact stands in the two words that `performBatch` writes for a step. */
export interface PackedFact {
  readonly fact: string;
  readonly word: number;
  readonly shift: number;
  readonly bits: number;
  readonly values: readonly (string | number)[];
}

/** The quick route: steps by number, answers packed into two words a step. */
export interface Batch {
  readonly layout: readonly PackedFact[];
  /** Takes the list of concrete steps once; answers for each whether it is supported. */
  compile(steps: readonly Step[]): readonly boolean[];
  /** Runs the cases, each from reset; `steps` are indices into the compiled list, `lengths` the steps of each case. */
  performBatch(steps: Uint16Array, lengths: Uint32Array, out: Uint32Array): void;
}

export interface Adapter {
  readonly statement: Statement;
  /** Back to nothing: whatever is held is let go. */
  reset(): void;
  perform(step: Step): Observed;
  readonly batch?: Batch;
}
