// The tensor machine, grounded once: the whole table, its two factors, and the hash that stamps everything made from it.
import { createHash } from 'node:crypto';
import { LIFE_INPUTS, MAKE_INPUTS, tensorSpec } from '../model/tensor/index.ts';
import { explore, restrict } from './explore.ts';
import { cellAt, type Mealy } from './mealy.ts';

export interface Grounded {
  readonly whole: Mealy;
  /** `tensor.exclusive` and `tensor.foreign`: what follows each way of making a tensor. */
  readonly factors: readonly Mealy[];
  /** The first 12 hexadecimal digits of the SHA-256 of the grounded table. */
  readonly hash: string;
}

let grounded: Grounded | undefined;

/** Grounds the tensor machine; the same object at every call. */
export function groundTensor(): Grounded {
  if (grounded === undefined) {
    const whole = explore(tensorSpec);
    const factors = MAKE_INPUTS.map((make, input) =>
      restrict(whole, make.replace('make', 'tensor'), cellAt(whole, 0, input).to, LIFE_INPUTS));
    const hash = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 12);
    grounded = { whole, factors, hash };
  }
  return grounded;
}
