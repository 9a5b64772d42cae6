// The machines, each grounded once: the whole table, its factors, and the hash that stamps everything made from it.
import { createHash } from 'node:crypto';
import { LIFE_INPUTS, MAKE_INPUTS, tensorSpec } from '../model/tensor/index.ts';
import { FACTOR_INPUTS, OPEN_INPUTS, transferSpec } from '../model/transfer/index.ts';
import { explore, restrict, type MachineSpec } from './explore.ts';
import { cellAt, type Mealy } from './mealy.ts';

export interface Grounded {
  readonly whole: Mealy;
  /** What follows each first input: `tensor.exclusive` and `tensor.foreign`; `transfer.whole`, `transfer.pair`, `transfer.single`. */
  readonly factors: readonly Mealy[];
  /** The first 12 hexadecimal digits of the SHA-256 of the grounded table. */
  readonly hash: string;
}

/** Grounds a machine whose first inputs, in order, each begin a factor that is asked `inputsOf` it. */
function ground<First extends string>(spec: MachineSpec, firsts: readonly First[], inputsOf: (first: First) => readonly string[]): Grounded {
  const whole = explore(spec);
  const factors = firsts.map((first, input) =>
    restrict(whole, first.replace(/^[a-z]+/, spec.id), cellAt(whole, 0, input).to, inputsOf(first)));
  const hash = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 12);
  return { whole, factors, hash };
}

let tensor: Grounded | undefined;
let transfer: Grounded | undefined;

/** Grounds the tensor machine; the same object at every call. */
export function groundTensor(): Grounded {
  tensor ??= ground(tensorSpec, MAKE_INPUTS, () => LIFE_INPUTS);
  return tensor;
}

/** Grounds the transfer machine; the same object at every call. */
export function groundTransfer(): Grounded {
  transfer ??= ground(transferSpec, OPEN_INPUTS, (first) => FACTOR_INPUTS[first]);
  return transfer;
}
