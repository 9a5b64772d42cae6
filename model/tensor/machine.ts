// The tensor machine: two doors, one buffer. One literal, self-contained file: a visualizer can take it as it is.
// Every (state, input) runs exactly one of accept, refuse, environment or absent, plus effect actions; the explorer throws otherwise.
import { assign, setup } from 'xstate';

/** Who holds the buffer. Small and bounded: aliases 0..2, leases 0..2, moved exports 0..1, copied exports 0..1.
 *  A call at its bound is made all the same and its result released at once; no refusal is invented. */
export interface TensorContext {
  origin: 'exclusive' | 'foreign';
  handle: boolean;
  aliases: number;
  leases: number;
  owned: boolean;
  moved: number;
  copied: number;
}

export type Accept =
  | 'made' | 'metadata' | 'face' | 'closed' | 'view' | 'copy' | 'legacy_copy' | 'owned' | 'move' | 'legacy_move'
  | 'dropped' | 'owned_dropped';
export type Refuse =
  | 'argument' | 'consumed' | 'stream' | 'device' | 'cannot-mark-read-only' | 'shared' | 'not-exclusive' | 'memory';
export type Environment = 'ended' | 'bytes' | 'written';
/** `free`: the tensor's buffer is freed in this step. `delete`: one export's deleter runs in this step. */
export type Effect = 'free' | 'delete';

type Request = 'view' | 'copy' | 'legacy_copy' | 'argument' | 'stream' | 'device' | 'unmarkable' | 'no_memory';
type OwnedRequest = 'move' | 'legacy_move' | 'copy' | 'legacy_copy' | 'argument' | 'stream' | 'device' | 'no_memory';

/** The closed alphabet. One type per class of requests with equal outcome, so that the diagram reads by itself. */
export type TensorInput =
  | 'make.exclusive' | 'make.foreign' | 'inspect' | 'open_face' | 'close_face' | `dlpack.${Request}` | 'into_dlpack'
  | 'drop_tensor' | 'owned.inspect' | `owned.dlpack.${OwnedRequest}` | 'drop_owned' | 'end_lease'
  | 'end_export.moved' | 'end_export.copied' | 'read.face' | 'read.lease' | 'write_through.moved' | 'write_through.copied';

export const tensorMachine = setup({
  types: { context: {} as TensorContext, events: {} as { type: TensorInput } },
  guards: {
    'the handle lives': ({ context: c }) => c.handle,
    'the handle lives and aliases are at the bound': ({ context: c }) => c.handle && c.aliases === 2,
    'the handle lives and leases are at the bound': ({ context: c }) => c.handle && c.leases === 2,
    'the handle lives and copies are at the bound': ({ context: c }) => c.handle && c.copied === 1,
    'the handle lives and an alias or lease is out': ({ context: c }) => c.handle && c.aliases + c.leases > 0,
    'the handle lives and the origin is foreign': ({ context: c }) => c.handle && c.origin === 'foreign',
    'the handle is the last holder': ({ context: c }) => c.handle && c.aliases + c.leases === 0,
    'the last holder is an alias': ({ context: c }) => !c.handle && c.aliases === 1 && c.leases === 0,
    'the last holder is a lease': ({ context: c }) => !c.handle && c.aliases === 0 && c.leases === 1,
    'an alias is open': ({ context: c }) => c.aliases > 0,
    'a lease is out': ({ context: c }) => c.leases > 0,
    'copies are at the bound': ({ context: c }) => c.copied === 1,
    'a moved export is out': ({ context: c }) => c.moved > 0,
    'a copied export is out': ({ context: c }) => c.copied > 0,
    'an OwnedTensor is held': ({ context: c }) => c.owned,
  },
  actions: {
    accept: (_, _params: { code: Accept }) => {},
    refuse: (_, _params: { code: Refuse }) => {},
    environment: (_, _params: { code: Environment }) => {},
    absent: () => {},
    effect: (_, _params: { code: Effect }) => {},
    'handle begins': assign({ handle: true }),
    'handle ends': assign({ handle: false }),
    'origin is foreign': assign({ origin: 'foreign' }),
    'alias begins': assign({ aliases: ({ context: c }) => c.aliases + 1 }),
    'alias ends': assign({ aliases: ({ context: c }) => c.aliases - 1 }),
    'lease begins': assign({ leases: ({ context: c }) => c.leases + 1 }),
    'lease ends': assign({ leases: ({ context: c }) => c.leases - 1 }),
    'OwnedTensor begins': assign({ owned: true }),
    'OwnedTensor ends': assign({ owned: false }),
    'moved export begins': assign({ moved: 1 }),
    'moved export ends': assign({ moved: 0 }),
    'copied export begins': assign({ copied: 1 }),
    'copied export ends': assign({ copied: 0 }),
  },
}).createMachine({
  id: 'tensor',
  initial: 'unmade',
  context: { origin: 'exclusive', handle: false, aliases: 0, leases: 0, owned: false, moved: 0, copied: 0 },
  on: {
    // What every state answers alike. A state below overrides it; what nobody answers is absent: the object is not there.
    'make.exclusive': { actions: 'absent', description: 'absent' },
    'make.foreign': { actions: 'absent', description: 'absent' },
    'inspect': [
      { guard: 'the handle lives', actions: { type: 'accept', params: { code: 'metadata' } }, description: 'accept metadata', meta: { rules: ['TEN-10'] } },
      { actions: 'absent', description: 'absent' },
    ],
    'open_face': { actions: 'absent', description: 'absent' },
    'close_face': { actions: 'absent', description: 'absent' },
    'dlpack.view': { actions: 'absent', description: 'absent' },
    'dlpack.copy': { actions: 'absent', description: 'absent' },
    'dlpack.legacy_copy': { actions: 'absent', description: 'absent' },
    'dlpack.argument': { actions: 'absent', description: 'absent' },
    'dlpack.stream': { actions: 'absent', description: 'absent' },
    'dlpack.device': { actions: 'absent', description: 'absent' },
    'dlpack.unmarkable': { actions: 'absent', description: 'absent' },
    'dlpack.no_memory': { actions: 'absent', description: 'absent' },
    'into_dlpack': { actions: 'absent', description: 'absent' },
    'drop_tensor': { actions: 'absent', description: 'absent' },
    'owned.inspect': { actions: 'absent', description: 'absent' },
    'owned.dlpack.move': { actions: 'absent', description: 'absent' },
    'owned.dlpack.legacy_move': { actions: 'absent', description: 'absent' },
    'owned.dlpack.copy': { actions: 'absent', description: 'absent' },
    'owned.dlpack.legacy_copy': { actions: 'absent', description: 'absent' },
    'owned.dlpack.argument': { actions: 'absent', description: 'absent' },
    'owned.dlpack.stream': { actions: 'absent', description: 'absent' },
    'owned.dlpack.device': { actions: 'absent', description: 'absent' },
    'owned.dlpack.no_memory': { actions: 'absent', description: 'absent' },
    'drop_owned': { actions: 'absent', description: 'absent' },
    'end_lease': { actions: 'absent', description: 'absent' },
    'end_export.moved': { actions: 'absent', description: 'absent' },
    'end_export.copied': [
      { guard: 'a copied export is out', actions: ['copied export ends', { type: 'environment', params: { code: 'ended' } }, { type: 'effect', params: { code: 'delete' } }], description: 'environment ended, delete', meta: { rules: ['TEN-27'] } },
      { actions: 'absent', description: 'absent' },
    ],
    'read.face': { actions: 'absent', description: 'absent' },
    'read.lease': { actions: 'absent', description: 'absent' },
    'write_through.moved': { actions: 'absent', description: 'absent' },
    'write_through.copied': [
      { guard: 'a copied export is out', actions: { type: 'environment', params: { code: 'written' } }, description: 'environment written', meta: { rules: ['TEN-27'] } },
      { actions: 'absent', description: 'absent' },
    ],
  },
  states: {
    unmade: {
      description: 'Nothing exists yet; the first input of every case makes a tensor.',
      on: {
        'make.exclusive': { target: 'shared', actions: ['handle begins', { type: 'accept', params: { code: 'made' } }], description: 'accept made', meta: { rules: ['TEN-13'] } },
        'make.foreign': { target: 'shared', actions: ['handle begins', 'origin is foreign', { type: 'accept', params: { code: 'made' } }], description: 'accept made', meta: { rules: ['TEN-28'] } },
      },
    },
    shared: {
      description: 'The slot is full: read-only faces and leases may be out.',
      on: {
        'open_face': [
          { guard: 'the handle lives and aliases are at the bound', actions: { type: 'accept', params: { code: 'face' } }, description: 'accept face', meta: { rules: ['TEN-11'] } },
          { guard: 'the handle lives', actions: ['alias begins', { type: 'accept', params: { code: 'face' } }], description: 'accept face', meta: { rules: ['TEN-11'] } },
        ],
        'close_face': [
          { guard: 'the last holder is an alias', target: 'freed', actions: ['alias ends', { type: 'accept', params: { code: 'closed' } }, { type: 'effect', params: { code: 'free' } }], description: 'accept closed, free', meta: { rules: ['TEN-23'] } },
          { guard: 'an alias is open', actions: ['alias ends', { type: 'accept', params: { code: 'closed' } }], description: 'accept closed', meta: { rules: ['TEN-23'] } },
        ],
        'dlpack.view': [
          { guard: 'the handle lives and leases are at the bound', actions: [{ type: 'accept', params: { code: 'view' } }, { type: 'effect', params: { code: 'delete' } }], description: 'accept view, delete', meta: { rules: ['TEN-05', 'TEN-12'] } },
          { guard: 'the handle lives', actions: ['lease begins', { type: 'accept', params: { code: 'view' } }], description: 'accept view', meta: { rules: ['TEN-05', 'TEN-12'] } },
        ],
        'dlpack.copy': [
          { guard: 'the handle lives and copies are at the bound', actions: [{ type: 'accept', params: { code: 'copy' } }, { type: 'effect', params: { code: 'delete' } }], description: 'accept copy, delete', meta: { rules: ['TEN-04', 'TEN-12'] } },
          { guard: 'the handle lives', actions: ['copied export begins', { type: 'accept', params: { code: 'copy' } }], description: 'accept copy', meta: { rules: ['TEN-04', 'TEN-12'] } },
        ],
        'dlpack.legacy_copy': [
          { guard: 'the handle lives and copies are at the bound', actions: [{ type: 'accept', params: { code: 'legacy_copy' } }, { type: 'effect', params: { code: 'delete' } }], description: 'accept legacy_copy, delete', meta: { rules: ['TEN-07', 'TEN-12'] } },
          { guard: 'the handle lives', actions: ['copied export begins', { type: 'accept', params: { code: 'legacy_copy' } }], description: 'accept legacy_copy', meta: { rules: ['TEN-07', 'TEN-12'] } },
        ],
        'dlpack.argument': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'argument' } }, description: 'refuse argument', meta: { rules: ['TEN-01', 'TEN-12'] } },
        'dlpack.stream': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'stream' } }, description: 'refuse stream', meta: { rules: ['TEN-02', 'TEN-12'] } },
        'dlpack.device': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'device' } }, description: 'refuse device', meta: { rules: ['TEN-03', 'TEN-12'] } },
        'dlpack.unmarkable': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'cannot-mark-read-only' } }, description: 'refuse cannot-mark-read-only', meta: { rules: ['TEN-06', 'TEN-12'] } },
        'dlpack.no_memory': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'memory' } }, description: 'refuse memory', meta: { rules: ['TEN-29'] } },
        'into_dlpack': [
          { guard: 'the handle lives and an alias or lease is out', actions: { type: 'refuse', params: { code: 'shared' } }, description: 'refuse shared', meta: { rules: ['TEN-14'] } },
          { guard: 'the handle lives and the origin is foreign', actions: { type: 'refuse', params: { code: 'not-exclusive' } }, description: 'refuse not-exclusive', meta: { rules: ['TEN-28'] } },
          { guard: 'the handle lives', target: 'consumed.moved', actions: ['OwnedTensor begins', { type: 'accept', params: { code: 'owned' } }], description: 'accept owned', meta: { rules: ['TEN-13'] } },
        ],
        'drop_tensor': [
          { guard: 'the handle is the last holder', target: 'freed', actions: ['handle ends', { type: 'accept', params: { code: 'dropped' } }, { type: 'effect', params: { code: 'free' } }], description: 'accept dropped, free', meta: { rules: ['TEN-24'] } },
          { guard: 'the handle lives', actions: ['handle ends', { type: 'accept', params: { code: 'dropped' } }], description: 'accept dropped', meta: { rules: ['TEN-24'] } },
        ],
        'end_lease': [
          { guard: 'the last holder is a lease', target: 'freed', actions: ['lease ends', { type: 'environment', params: { code: 'ended' } }, { type: 'effect', params: { code: 'delete' } }, { type: 'effect', params: { code: 'free' } }], description: 'environment ended, delete, free', meta: { rules: ['TEN-23'] } },
          { guard: 'a lease is out', actions: ['lease ends', { type: 'environment', params: { code: 'ended' } }, { type: 'effect', params: { code: 'delete' } }], description: 'environment ended, delete', meta: { rules: ['TEN-23'] } },
        ],
        'read.face': { guard: 'an alias is open', actions: { type: 'environment', params: { code: 'bytes' } }, description: 'environment bytes', meta: { rules: ['TEN-25'] } },
        'read.lease': { guard: 'a lease is out', actions: { type: 'environment', params: { code: 'bytes' } }, description: 'environment bytes', meta: { rules: ['TEN-25'] } },
      },
    },
    consumed: {
      description: 'The slot is empty: every face of the tensor is a tombstone.',
      initial: 'moved',
      on: {
        'open_face': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'dlpack.view': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'dlpack.copy': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'dlpack.legacy_copy': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'dlpack.argument': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'argument' } }, description: 'refuse argument', meta: { rules: ['TEN-15'] } },
        'dlpack.stream': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'dlpack.device': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'dlpack.unmarkable': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'dlpack.no_memory': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'into_dlpack': { guard: 'the handle lives', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-15'] } },
        'drop_tensor': { guard: 'the handle lives', actions: ['handle ends', { type: 'accept', params: { code: 'dropped' } }], description: 'accept dropped', meta: { rules: ['TEN-24'] } },
        'owned.inspect': { guard: 'an OwnedTensor is held', actions: { type: 'accept', params: { code: 'metadata' } }, description: 'accept metadata', meta: { rules: ['TEN-22'] } },
      },
      states: {
        moved: {
          description: 'An armed OwnedTensor holds the buffer.',
          on: {
            'owned.dlpack.move': { target: 'tombstoned', actions: ['moved export begins', { type: 'accept', params: { code: 'move' } }], description: 'accept move', meta: { rules: ['TEN-16'] } },
            'owned.dlpack.legacy_move': { target: 'tombstoned', actions: ['moved export begins', { type: 'accept', params: { code: 'legacy_move' } }], description: 'accept legacy_move', meta: { rules: ['TEN-17'] } },
            'owned.dlpack.copy': [
              { guard: 'copies are at the bound', target: 'tombstoned', actions: [{ type: 'accept', params: { code: 'copy' } }, { type: 'effect', params: { code: 'delete' } }, { type: 'effect', params: { code: 'free' } }], description: 'accept copy, delete, free', meta: { rules: ['TEN-18'] } },
              { target: 'tombstoned', actions: ['copied export begins', { type: 'accept', params: { code: 'copy' } }, { type: 'effect', params: { code: 'free' } }], description: 'accept copy, free', meta: { rules: ['TEN-18'] } },
            ],
            'owned.dlpack.legacy_copy': [
              { guard: 'copies are at the bound', target: 'tombstoned', actions: [{ type: 'accept', params: { code: 'legacy_copy' } }, { type: 'effect', params: { code: 'delete' } }, { type: 'effect', params: { code: 'free' } }], description: 'accept legacy_copy, delete, free', meta: { rules: ['TEN-18'] } },
              { target: 'tombstoned', actions: ['copied export begins', { type: 'accept', params: { code: 'legacy_copy' } }, { type: 'effect', params: { code: 'free' } }], description: 'accept legacy_copy, free', meta: { rules: ['TEN-18'] } },
            ],
            'owned.dlpack.argument': { actions: { type: 'refuse', params: { code: 'argument' } }, description: 'refuse argument', meta: { rules: ['TEN-19'] } },
            'owned.dlpack.stream': { actions: { type: 'refuse', params: { code: 'stream' } }, description: 'refuse stream', meta: { rules: ['TEN-02', 'TEN-19'] } },
            'owned.dlpack.device': { actions: { type: 'refuse', params: { code: 'device' } }, description: 'refuse device', meta: { rules: ['TEN-19'] } },
            'owned.dlpack.no_memory': { actions: { type: 'refuse', params: { code: 'memory' } }, description: 'refuse memory', meta: { rules: ['TEN-29'] } },
            'drop_owned': { target: 'tombstoned', actions: ['OwnedTensor ends', { type: 'accept', params: { code: 'owned_dropped' } }, { type: 'effect', params: { code: 'free' } }], description: 'accept owned_dropped, free', meta: { rules: ['TEN-20'] } },
          },
        },
        tombstoned: {
          description: 'The OwnedTensor is spent or dropped; absorbing.',
          on: {
            'owned.dlpack.move': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-21'] } },
            'owned.dlpack.legacy_move': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-21'] } },
            'owned.dlpack.copy': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-21'] } },
            'owned.dlpack.legacy_copy': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-21'] } },
            'owned.dlpack.argument': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'argument' } }, description: 'refuse argument', meta: { rules: ['TEN-21'] } },
            'owned.dlpack.stream': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-21'] } },
            'owned.dlpack.device': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-21'] } },
            'owned.dlpack.no_memory': { guard: 'an OwnedTensor is held', actions: { type: 'refuse', params: { code: 'consumed' } }, description: 'refuse consumed', meta: { rules: ['TEN-21'] } },
            'drop_owned': { guard: 'an OwnedTensor is held', actions: ['OwnedTensor ends', { type: 'accept', params: { code: 'owned_dropped' } }], description: 'accept owned_dropped', meta: { rules: ['TEN-20'] } },
            'end_export.moved': { guard: 'a moved export is out', actions: ['moved export ends', { type: 'environment', params: { code: 'ended' } }, { type: 'effect', params: { code: 'delete' } }, { type: 'effect', params: { code: 'free' } }], description: 'environment ended, delete, free', meta: { rules: ['TEN-26'] } },
            'write_through.moved': { guard: 'a moved export is out', actions: { type: 'environment', params: { code: 'written' } }, description: 'environment written', meta: { rules: ['TEN-16'] } },
          },
        },
      },
    },
    freed: {
      description: 'The handle and every reference are gone, and with them the buffer; only a copied export may live on.',
    },
  },
});
