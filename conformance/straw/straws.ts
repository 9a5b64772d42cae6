// Wrong implementations that the suite must catch, of every machine.
import type { Straw } from './bent.ts';
import { tensorStraws } from './tensor.ts';
import { transferStraws } from './transfer.ts';

/** All of them; the names are unique. */
export function straws(): readonly Straw[] {
  return [...tensorStraws(), ...transferStraws()];
}
