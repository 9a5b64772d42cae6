// The tensor machine as the generator takes it.
import { tensorMachine, type TensorContext, type TensorInput } from './machine.ts';
import { observeTensor } from './observation.ts';

const REQUESTS = ['view', 'copy', 'legacy_copy', 'argument', 'stream', 'device', 'unmarkable', 'no_memory'] as const;
const OWNED_REQUESTS = ['move', 'legacy_move', 'copy', 'legacy_copy', 'argument', 'stream', 'device', 'no_memory'] as const;

/** Makes the tensor; the first input of every case and of no other step. */
export const MAKE_INPUTS = ['make.exclusive', 'make.foreign'] as const satisfies readonly TensorInput[];

/** Everything that can be asked of, or happen to, a tensor that was made. */
export const LIFE_INPUTS = [
  'inspect', 'open_face', 'close_face', ...REQUESTS.map((r) => `dlpack.${r}` as const), 'into_dlpack', 'drop_tensor',
  'owned.inspect', ...OWNED_REQUESTS.map((r) => `owned.dlpack.${r}` as const), 'drop_owned',
  'end_lease', 'end_export.moved', 'end_export.copied', 'read.face', 'read.lease', 'write_through.moved', 'write_through.copied',
] as const satisfies readonly TensorInput[];

export const TENSOR_INPUTS: readonly TensorInput[] = [...MAKE_INPUTS, ...LIFE_INPUTS];

/** Short name of a state: the machine's state, the origin, and what is held. */
export function nameState(state: string, context: object): string {
  const c = context as TensorContext;
  if (state === 'unmade') return state;
  const held = [
    c.origin, c.handle ? 'handle' : '', c.owned ? 'owned' : '', c.aliases > 0 ? `aliases=${c.aliases}` : '',
    c.leases > 0 ? `leases=${c.leases}` : '', c.moved > 0 ? 'moved-export' : '', c.copied > 0 ? 'copied-export' : '',
  ];
  return `${state.replace('consumed.', '')}(${held.filter((word) => word !== '').join(' ')})`;
}

/** The handles a harness holds: everything but the slot and the origin, which only answers reveal. */
export function handles(state: string, context: object): string {
  const { handle, aliases, leases, owned, moved, copied } = context as TensorContext;
  return JSON.stringify([state !== 'unmade', handle, aliases, leases, owned, moved, copied]);
}

export const tensorSpec = {
  id: 'tensor',
  machine: tensorMachine,
  inputs: TENSOR_INPUTS,
  nameState,
  handles,
  observe: ({ kind, code, effects, after }: {
    readonly kind: string; readonly code: string; readonly effects: readonly string[]; readonly after: { readonly state: string; readonly context: object };
  }) => ({ ...observeTensor(kind, code, effects, after.state, after.context as TensorContext) }),
};
