// The transfer machine as the generator takes it.
import { transferMachine, type TransferContext, type TransferInput } from './machine.ts';
import { observeTransfer, type TransferStep } from './observation.ts';

const WHICH = ['older', 'newer'] as const;
const both = <Call extends string>(call: Call): `${Call}.${(typeof WHICH)[number]}`[] => WHICH.map((which) => `${call}.${which}` as const);

/** Opens the world; the first input of every case and of no other step. */
export const OPEN_INPUTS = ['open.whole', 'open.pair', 'open.single'] as const satisfies readonly TransferInput[];

export const TRANSFER_LIFE_INPUTS: readonly TransferInput[] = [
  'submit', 'resubmit', 'submit.empty', 'submit.refused', 'submit.fail_before', 'submit.fail_copy', 'submit.fail_record', 'submit.drain_error',
  ...both('is_ready'), ...both('is_ready.error'), ...both('wait'), ...both('wait.error'), ...both('drop'), ...both('forget'),
  'synchronize', 'synchronize.event_error', 'synchronize.error', 'drop_package', 'drop_runtime', 'complete_oldest', 'lose_device',
];

export const TRANSFER_INPUTS: readonly TransferInput[] = [...OPEN_INPUTS, ...TRANSFER_LIFE_INPUTS];

/** What each factor is asked: the pair has no packages, teardown or forgotten handles; the single has no second handle. */
export const FACTOR_INPUTS: Readonly<Record<(typeof OPEN_INPUTS)[number], readonly TransferInput[]>> = {
  'open.whole': TRANSFER_LIFE_INPUTS,
  'open.pair': TRANSFER_LIFE_INPUTS.filter((input) => !/^(resubmit|drop_package|drop_runtime|forget)/.test(input)),
  'open.single': TRANSFER_LIFE_INPUTS.filter((input) => !input.endsWith('.newer')),
};

/** Short name of a state: the machine's state, how the world was opened, the records in line, and what is held. */
export function nameState(state: string, context: object): string {
  const c = context as TransferContext;
  if (state === 'unopened') return state;
  const world = c.room === 1 ? 'single' : c.keeps ? 'whole' : 'pair';
  const held = [world, c.line, c.runtime ? 'runtime' : '', c.package ? 'package' : '', c.fate === 'clean' ? '' : c.fate];
  return `${state.replace('live.', '')}(${held.filter((word) => word !== '').join(' ')})`;
}

/** What a harness holds, and what it knows without asking: the device it lost itself, the queue by its census. */
export function handles(state: string, context: object): string {
  const { line, runtime, package: held } = context as TransferContext;
  const records = (line.match(/[pcd]/g) ?? []).length;
  return JSON.stringify([state === 'unopened', state === 'closed', state.startsWith('live.lost'), records, /[PC]/.test(line), runtime, held]);
}

export const transferSpec = {
  id: 'transfer',
  machine: transferMachine,
  inputs: TRANSFER_INPUTS,
  nameState,
  handles,
  observe: (step: { readonly input: string; readonly kind: string; readonly code: string; readonly before: { readonly state: string; readonly context: object }; readonly after: { readonly state: string; readonly context: object } }) =>
    ({ ...observeTransfer(step as TransferStep) }),
};
