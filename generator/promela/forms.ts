// The machines that have a hand-written Promela form, and how that form prints their states.
import { tensorSpec } from '../../model/tensor/index.ts';
import type { TensorContext } from '../../model/tensor/machine.ts';
import { transferSpec } from '../../model/transfer/index.ts';
import type { TransferContext } from '../../model/transfer/machine.ts';
import { explore, type MachineSpec } from '../explore.ts';
import type { Mealy } from '../mealy.ts';

export interface Form {
  readonly machine: string;
  /** Beside this file. */
  readonly file: string;
  /** Grounds the machine with its states named as the form prints them. */
  ground(): Mealy;
}

/** Words of a state, with booleans as the C of the form prints them. */
const words = (...values: readonly (string | number | boolean)[]): string =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : value)).join(' ');

const form = (spec: MachineSpec, nameState: MachineSpec['nameState']): Form =>
  ({ machine: spec.id, file: `${spec.id}.pml`, ground: () => explore({ ...spec, nameState }) });

export const forms: readonly Form[] = [
  form(tensorSpec, (state, context) => {
    const { origin, handle, aliases, leases, owned, moved, copied } = context as TensorContext;
    return words(state, origin, handle, aliases, leases, owned, moved, copied);
  }),
  form(transferSpec, (state, context) => {
    const { line, room, keeps, runtime, package: held, fate } = context as TransferContext;
    return words(state, line === '' ? '-' : line, room, keeps, runtime, held, fate);
  }),
];
