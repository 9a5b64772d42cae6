// The transfer machine: who owns a tensor and its pinned buffer while the GPU copies between them.
// One literal, self-contained file: a visualizer can take it as it is. The life of one record is in the outcome codes:
// admitted (in flight), detached, returned (completed), retired by a drain, released, retained, unproven, forgotten (leaked).
import { assign, setup } from 'xstate';

/** Bounded by how the world was opened: one or two pending handles, a retirement queue of one entry, at most one package kept.
 *  A call at its bound is made all the same and its result released at once; no refusal is invented. */
export interface TransferContext {
  /** Records in the order of submission: `p` pending, `c` complete, `d` proven, all with a handle; `P`, `C`: the same, queued. */
  line: string;
  /** Handles at once: the bound. */
  room: number;
  /** Whether the caller keeps one package that comes back; otherwise it is let go at once. */
  keeps: boolean;
  /** The runtime's handle is held. */
  runtime: boolean;
  /** A package with bytes that came back is held, to be submitted again; an empty one is exchanged for one with bytes. */
  package: boolean;
  /** What outlives the runtime: `kept` an unproven or retained record, `pinned` a forgotten handle, which pins the runtime itself. */
  fate: 'clean' | 'kept' | 'pinned';
}

export type Accept =
  | 'opened' | 'admitted' | 'admitted_empty' | 'ready' | 'not_ready' | 'returned' | 'released' | 'detached' | 'retained' | 'forgotten'
  | 'synchronized' | 'package_dropped' | 'runtime_dropped';
/** `package`: one of the reasons of the door's table, by what was submitted. */
export type Refuse = 'package' | 'driver' | 'device-lost' | 'query' | 'sync';
/** An error after which no owner, or not every record, comes back. */
export type Failed = 'unproven' | 'sync';
export type Environment = 'completes' | 'lost';

type Which = 'older' | 'newer';
type Fault = 'empty' | 'refused' | 'fail_before' | 'fail_copy' | 'fail_record' | 'drain_error';

/** The closed alphabet. `error` and `fail_*`: a driver call of that step fails, see the members. */
export type TransferInput =
  | 'open.whole' | 'open.pair' | 'open.single' | 'submit' | 'resubmit' | `submit.${Fault}` | `is_ready.${Which}` | `is_ready.error.${Which}` | `wait.${Which}`
  | `wait.error.${Which}` | `drop.${Which}` | `forget.${Which}` | 'synchronize' | 'synchronize.event_error'
  | 'synchronize.error' | 'drop_package' | 'drop_runtime' | 'complete_oldest' | 'lose_device';

const HANDLE = /[pcd]/g;
const handles = (line: string): number => (line.match(HANDLE) ?? []).length;
const isQueued = (line: string): boolean => /[PC]/.test(line);

/** Index of the older or the newer handle; -1 where there is none. */
function place(line: string, which: Which): number {
  const first = line.search(/[pcd]/);
  return which === 'older' || first < 0 ? first : [...line].findIndex((record, at) => at > first && 'pcd'.includes(record));
}

const is = (line: string, which: Which, record: string): boolean => place(line, which) >= 0 && line[place(line, which)] === record;
const replace = (line: string, at: number, record: string): string => ordered(line.slice(0, at) + record + line.slice(at + 1));
const completed = (line: string): string => line.replaceAll('p', 'c').replaceAll('P', 'C');

/** One form for lines that no input tells apart: what is complete has no order, but handles keep theirs. */
function ordered(line: string): string {
  const queued = line.includes('C') ? 'C' : '';
  let rest = line.replace('C', '');
  while (/P[cd]/.test(rest)) rest = rest.replace(/P([cd])/, '$1P');
  return queued + rest;
}

/** Waiting for a pending record lets everything before it complete too; the package comes back. */
function waited(line: string, which: Which): string {
  const at = place(line, which);
  return ordered((line[at] === 'p' ? completed(line.slice(0, at)) : line.slice(0, at)) + line.slice(at + 1));
}

export const transferMachine = setup({
  types: { context: {} as TransferContext, events: {} as { type: TransferInput } },
  guards: {
    'the runtime is held': ({ context: c }) => c.runtime,
    'the runtime is held and handles are at the bound': ({ context: c }) => c.runtime && handles(c.line) === c.room,
    'the runtime is held and the queue has an entry': ({ context: c }) => c.runtime && isQueued(c.line),
    'the runtime is held, the queue has an entry and handles are at the bound': ({ context: c }) => c.runtime && isQueued(c.line) && handles(c.line) === c.room,
    'the runtime and a package are held': ({ context: c }) => c.runtime && c.package,
    'the runtime and a package are held and handles are at the bound': ({ context: c }) => c.runtime && c.package && handles(c.line) === c.room,
    'the runtime and a package are held and the queue has an entry': ({ context: c }) => c.runtime && c.package && isQueued(c.line),
    'a package is held': ({ context: c }) => c.package,
    'nobody owns the runtime': ({ context: c }) => !c.runtime && !c.package && handles(c.line) === 0,
    'there is an older handle': ({ context: c }) => handles(c.line) > 0,
    'there is a newer handle': ({ context: c }) => handles(c.line) > 1,
    'the older is complete': ({ context: c }) => is(c.line, 'older', 'c'),
    'the newer is complete': ({ context: c }) => is(c.line, 'newer', 'c'),
    'the older is proven': ({ context: c }) => is(c.line, 'older', 'd'),
    'the newer is proven': ({ context: c }) => is(c.line, 'newer', 'd'),
    'the older is there and the queue can take it': ({ context: c }) => handles(c.line) > 0 && !c.line.includes('P'),
    'the newer is there and the queue can take it': ({ context: c }) => handles(c.line) > 1 && !c.line.includes('P'),
    'the older is there and the queue is empty': ({ context: c }) => handles(c.line) > 0 && !isQueued(c.line),
    'the newer is there and the queue is empty': ({ context: c }) => handles(c.line) > 1 && !isQueued(c.line),
  },
  actions: {
    accept: (_, _params: { code: Accept }) => {},
    refuse: (_, _params: { code: Refuse }) => {},
    failed: (_, _params: { code: Failed }) => {},
    environment: (_, _params: { code: Environment }) => {},
    absent: () => {},
    'runtime handle begins': assign({ runtime: true }),
    'room for one': assign({ room: 1 }),
    'no package is kept': assign({ keeps: false }),
    drain: assign({ line: ({ context: c }) => c.line.replace('C', '') }),
    admit: assign({ line: ({ context: c }) => ordered(`${c.line}p`) }),
    'admit and wait': assign({ line: ({ context: c }) => ordered(completed(c.line)) }),
    'admit empty': assign({ line: ({ context: c }) => ordered(`${c.line}d`) }),
    'prove the older': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'older'), 'd') }),
    'prove the newer': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'newer'), 'd') }),
    'wait for the older': assign({ line: ({ context: c }) => waited(c.line, 'older'), package: ({ context: c }) => c.keeps }),
    'wait for the newer': assign({ line: ({ context: c }) => waited(c.line, 'newer'), package: ({ context: c }) => c.keeps }),
    'remove the older': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'older'), '') }),
    'remove the newer': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'newer'), '') }),
    'detach the older': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'older'), is(c.line, 'older', 'p') ? 'P' : 'C') }),
    'detach the newer': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'newer'), is(c.line, 'newer', 'p') ? 'P' : 'C') }),
    'forget the older': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'older'), ''), fate: 'pinned' }),
    'forget the newer': assign({ line: ({ context: c }) => replace(c.line, place(c.line, 'newer'), ''), fate: 'pinned' }),
    'complete the oldest': assign({ line: ({ context: c }) => ordered(c.line.replace(/[pP]/, (record) => (record === 'p' ? 'c' : 'C'))) }),
    'complete all': assign({ line: ({ context: c }) => ordered(completed(c.line)) }),
    'empty the queue': assign({ line: ({ context: c }) => c.line.replace(/[PC]/, '') }),
    keep: assign({ fate: ({ context: c }) => (c.fate === 'pinned' ? 'pinned' : 'kept') }),
    'package comes back': assign({ package: ({ context: c }) => c.package || c.keeps }),
    'package ends': assign({ package: false }),
    'runtime handle ends': assign({ runtime: false }),
    // A forgotten handle pins the runtime, so its queue is never drained.
    'retire the queue': assign({ line: ({ context: c }) => (c.fate === 'pinned' ? c.line : '') }),
    'keep the queue': assign({
      line: ({ context: c }) => (c.fate === 'pinned' ? c.line : ''),
      fate: ({ context: c }) => (c.fate === 'clean' && isQueued(c.line) ? 'kept' : c.fate),
    }),
  },
}).createMachine({
  id: 'transfer',
  initial: 'unopened',
  context: { line: '', room: 2, keeps: true, runtime: false, package: false, fate: 'clean' },
  on: {
    // What nobody below answers is absent: the object is not there.
    'open.whole': { actions: 'absent', description: 'absent' },
    'open.pair': { actions: 'absent', description: 'absent' },
    'open.single': { actions: 'absent', description: 'absent' },
    'submit': { actions: 'absent', description: 'absent' },
    'resubmit': { actions: 'absent', description: 'absent' },
    'submit.empty': { actions: 'absent', description: 'absent' },
    'submit.refused': { actions: 'absent', description: 'absent' },
    'submit.fail_before': { actions: 'absent', description: 'absent' },
    'submit.fail_copy': { actions: 'absent', description: 'absent' },
    'submit.fail_record': { actions: 'absent', description: 'absent' },
    'submit.drain_error': { actions: 'absent', description: 'absent' },
    'is_ready.older': { actions: 'absent', description: 'absent' },
    'is_ready.newer': { actions: 'absent', description: 'absent' },
    'is_ready.error.older': { actions: 'absent', description: 'absent' },
    'is_ready.error.newer': { actions: 'absent', description: 'absent' },
    'wait.older': { actions: 'absent', description: 'absent' },
    'wait.newer': { actions: 'absent', description: 'absent' },
    'wait.error.older': { actions: 'absent', description: 'absent' },
    'wait.error.newer': { actions: 'absent', description: 'absent' },
    'drop.older': { actions: 'absent', description: 'absent' },
    'drop.newer': { actions: 'absent', description: 'absent' },
    'forget.older': { actions: 'absent', description: 'absent' },
    'forget.newer': { actions: 'absent', description: 'absent' },
    'synchronize': { actions: 'absent', description: 'absent' },
    'synchronize.event_error': { actions: 'absent', description: 'absent' },
    'synchronize.error': { actions: 'absent', description: 'absent' },
    'drop_package': { actions: 'absent', description: 'absent' },
    'drop_runtime': { actions: 'absent', description: 'absent' },
    'complete_oldest': { actions: 'absent', description: 'absent' },
    'lose_device': { actions: 'absent', description: 'absent' },
  },
  states: {
    unopened: {
      description: 'Nothing exists yet; the first input of every case opens a runtime, and says how much is held at once.',
      on: {
        'open.whole': { target: 'live', actions: ['runtime handle begins', { type: 'accept', params: { code: 'opened' } }], description: 'accept opened', meta: { rules: ['TRF-57'] } },
        'open.pair': { target: 'live', actions: ['runtime handle begins', 'no package is kept', { type: 'accept', params: { code: 'opened' } }], description: 'accept opened', meta: { rules: ['TRF-57'] } },
        'open.single': { target: 'live', actions: ['runtime handle begins', 'room for one', { type: 'accept', params: { code: 'opened' } }], description: 'accept opened', meta: { rules: ['TRF-57'] } },
      },
    },
    live: {
      description: 'Somebody outside owns the runtime: its handle, a pending handle, or a package.',
      initial: 'working',
      on: {
        'submit.refused': { guard: 'the runtime is held', actions: { type: 'refuse', params: { code: 'package' } }, description: 'refuse package', meta: { rules: ['TRF-00', 'TRF-01', 'TRF-02', 'TRF-03', 'TRF-04', 'TRF-05', 'TRF-06'] } },
        'forget.older': { guard: 'there is an older handle', actions: ['forget the older', { type: 'accept', params: { code: 'forgotten' } }], description: 'accept forgotten', meta: { rules: ['TRF-42'] } },
        'forget.newer': { guard: 'there is a newer handle', actions: ['forget the newer', { type: 'accept', params: { code: 'forgotten' } }], description: 'accept forgotten', meta: { rules: ['TRF-42'] } },
        'drop_package': { guard: 'a package is held', actions: ['package ends', { type: 'accept', params: { code: 'package_dropped' } }], description: 'accept package_dropped', meta: { rules: ['TRF-58'] } },
        'drop_runtime': { guard: 'the runtime is held', actions: ['runtime handle ends', { type: 'accept', params: { code: 'runtime_dropped' } }], description: 'accept runtime_dropped', meta: { rules: ['TRF-55', 'TRF-58'] } },
      },
      states: {
        working: {
          description: 'The device works. Copies complete in the order in which they were submitted.',
          always: { guard: 'nobody owns the runtime', target: '#transfer.closed', actions: 'retire the queue' },
          on: {
            'submit': [
              { guard: 'the runtime is held and handles are at the bound', actions: ['drain', 'admit and wait', { type: 'accept', params: { code: 'admitted' } }], description: 'accept admitted', meta: { rules: ['TRF-14', 'TRF-30', 'TRF-50', 'TRF-57'] } },
              { guard: 'the runtime is held', actions: ['drain', 'admit', { type: 'accept', params: { code: 'admitted' } }], description: 'accept admitted', meta: { rules: ['TRF-14', 'TRF-50', 'TRF-57'] } },
            ],
            'resubmit': [
              { guard: 'the runtime and a package are held and handles are at the bound', actions: ['drain', 'admit and wait', { type: 'accept', params: { code: 'admitted' } }], description: 'accept admitted', meta: { rules: ['TRF-14', 'TRF-30', 'TRF-50'] } },
              { guard: 'the runtime and a package are held', actions: ['drain', 'package ends', 'admit', { type: 'accept', params: { code: 'admitted' } }], description: 'accept admitted', meta: { rules: ['TRF-14', 'TRF-30', 'TRF-50'] } },
            ],
            'submit.empty': [
              { guard: 'the runtime is held and handles are at the bound', actions: { type: 'accept', params: { code: 'admitted_empty' } }, description: 'accept admitted_empty', meta: { rules: ['TRF-08'] } },
              { guard: 'the runtime is held', actions: ['admit empty', { type: 'accept', params: { code: 'admitted_empty' } }], description: 'accept admitted_empty', meta: { rules: ['TRF-08'] } },
            ],
            'submit.fail_before': { guard: 'the runtime is held', actions: ['drain', 'package comes back', { type: 'refuse', params: { code: 'driver' } }], description: 'refuse driver', meta: { rules: ['TRF-10', 'TRF-13', 'TRF-50'] } },
            'submit.fail_copy': { guard: 'the runtime is held', actions: ['drain', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-11', 'TRF-13', 'TRF-50'] } },
            'submit.fail_record': { guard: 'the runtime is held', actions: ['drain', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-12', 'TRF-13', 'TRF-50'] } },
            'submit.drain_error': [
              { guard: 'the runtime is held, the queue has an entry and handles are at the bound', actions: ['admit and wait', { type: 'accept', params: { code: 'admitted' } }], description: 'accept admitted', meta: { rules: ['TRF-14', 'TRF-52'] } },
              { guard: 'the runtime is held and the queue has an entry', actions: ['admit', { type: 'accept', params: { code: 'admitted' } }], description: 'accept admitted', meta: { rules: ['TRF-14', 'TRF-52'] } },
            ],
            'is_ready.older': [
              { guard: 'the older is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'the older is complete', actions: ['prove the older', { type: 'accept', params: { code: 'ready' } }], description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is an older handle', actions: { type: 'accept', params: { code: 'not_ready' } }, description: 'accept not_ready', meta: { rules: ['TRF-20'] } },
            ],
            'is_ready.newer': [
              { guard: 'the newer is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'the newer is complete', actions: ['prove the newer', { type: 'accept', params: { code: 'ready' } }], description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is a newer handle', actions: { type: 'accept', params: { code: 'not_ready' } }, description: 'accept not_ready', meta: { rules: ['TRF-20'] } },
            ],
            'is_ready.error.older': [
              { guard: 'the older is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is an older handle', actions: { type: 'refuse', params: { code: 'query' } }, description: 'refuse query', meta: { rules: ['TRF-22'] } },
            ],
            'is_ready.error.newer': [
              { guard: 'the newer is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is a newer handle', actions: { type: 'refuse', params: { code: 'query' } }, description: 'refuse query', meta: { rules: ['TRF-22'] } },
            ],
            'wait.older': { guard: 'there is an older handle', actions: ['wait for the older', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-30', 'TRF-33'] } },
            'wait.newer': { guard: 'there is a newer handle', actions: ['wait for the newer', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-30', 'TRF-33'] } },
            'wait.error.older': [
              { guard: 'the older is proven', actions: ['wait for the older', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-32'] } },
              { guard: 'there is an older handle', actions: ['remove the older', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-31'] } },
            ],
            'wait.error.newer': [
              { guard: 'the newer is proven', actions: ['wait for the newer', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-32'] } },
              { guard: 'there is a newer handle', actions: ['remove the newer', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-31'] } },
            ],
            'drop.older': [
              { guard: 'the older is proven', actions: ['remove the older', { type: 'accept', params: { code: 'released' } }], description: 'accept released', meta: { rules: ['TRF-40b'] } },
              { guard: 'the older is there and the queue is empty', actions: ['detach the older', { type: 'accept', params: { code: 'detached' } }], description: 'accept detached', meta: { rules: ['TRF-40', 'TRF-43'] } },
              { guard: 'the older is there and the queue can take it', actions: ['drain', 'detach the older', { type: 'accept', params: { code: 'detached' } }], description: 'accept detached', meta: { rules: ['TRF-40', 'TRF-41', 'TRF-54'] } },
              { guard: 'there is an older handle', actions: ['remove the older', 'keep', { type: 'accept', params: { code: 'retained' } }], description: 'accept retained', meta: { rules: ['TRF-41', 'TRF-54'] } },
            ],
            'drop.newer': [
              { guard: 'the newer is proven', actions: ['remove the newer', { type: 'accept', params: { code: 'released' } }], description: 'accept released', meta: { rules: ['TRF-40b'] } },
              { guard: 'the newer is there and the queue is empty', actions: ['detach the newer', { type: 'accept', params: { code: 'detached' } }], description: 'accept detached', meta: { rules: ['TRF-40', 'TRF-43'] } },
              { guard: 'the newer is there and the queue can take it', actions: ['drain', 'detach the newer', { type: 'accept', params: { code: 'detached' } }], description: 'accept detached', meta: { rules: ['TRF-40', 'TRF-41', 'TRF-54'] } },
              { guard: 'there is a newer handle', actions: ['remove the newer', 'keep', { type: 'accept', params: { code: 'retained' } }], description: 'accept retained', meta: { rules: ['TRF-41', 'TRF-54'] } },
            ],
            'synchronize': { guard: 'the runtime is held', actions: ['complete all', 'empty the queue', { type: 'accept', params: { code: 'synchronized' } }], description: 'accept synchronized', meta: { rules: ['TRF-53', 'TRF-56b'] } },
            'synchronize.event_error': [
              { guard: 'the runtime is held and the queue has an entry', actions: ['complete all', 'empty the queue', { type: 'failed', params: { code: 'sync' } }], description: 'failed sync', meta: { rules: ['TRF-53'] } },
              { guard: 'the runtime is held', actions: ['complete all', { type: 'accept', params: { code: 'synchronized' } }], description: 'accept synchronized', meta: { rules: ['TRF-53', 'TRF-56'] } },
            ],
            'synchronize.error': [
              { guard: 'the runtime is held and the queue has an entry', actions: ['empty the queue', 'keep', { type: 'failed', params: { code: 'sync' } }], description: 'failed sync', meta: { rules: ['TRF-53', 'TRF-56'] } },
              { guard: 'the runtime is held', actions: { type: 'refuse', params: { code: 'sync' } }, description: 'refuse sync', meta: { rules: ['TRF-53'] } },
            ],
            'complete_oldest': { actions: ['complete the oldest', { type: 'environment', params: { code: 'completes' } }], description: 'environment completes', meta: { rules: ['TRF-51'] } },
            'lose_device': { target: 'lost', actions: { type: 'environment', params: { code: 'lost' } }, description: 'environment lost', meta: { rules: ['TRF-07'] } },
          },
        },
        lost: {
          description: 'The device is lost: nothing completes any more, and what is not proven by now never will be.',
          initial: 'unknown',
          always: { guard: 'nobody owns the runtime', target: '#transfer.closed', actions: 'keep the queue' },
          on: {
            'is_ready.older': [
              { guard: 'the older is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is an older handle', target: '.known', actions: { type: 'refuse', params: { code: 'query' } }, description: 'refuse query', meta: { rules: ['TRF-22'] } },
            ],
            'is_ready.error.older': [
              { guard: 'the older is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is an older handle', target: '.known', actions: { type: 'refuse', params: { code: 'query' } }, description: 'refuse query', meta: { rules: ['TRF-22'] } },
            ],
            'wait.older': [
              { guard: 'the older is proven', actions: ['wait for the older', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-32'] } },
              { guard: 'there is an older handle', target: '.known', actions: ['remove the older', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-31'] } },
            ],
            'wait.error.older': [
              { guard: 'the older is proven', actions: ['wait for the older', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-32'] } },
              { guard: 'there is an older handle', target: '.known', actions: ['remove the older', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-31'] } },
            ],
            'drop.older': [
              { guard: 'the older is proven', actions: ['remove the older', { type: 'accept', params: { code: 'released' } }], description: 'accept released', meta: { rules: ['TRF-40b'] } },
              { guard: 'the older is there and the queue is empty', actions: ['detach the older', { type: 'accept', params: { code: 'detached' } }], description: 'accept detached', meta: { rules: ['TRF-40'] } },
              { guard: 'there is an older handle', target: '.known', actions: ['remove the older', 'keep', { type: 'accept', params: { code: 'retained' } }], description: 'accept retained', meta: { rules: ['TRF-41', 'TRF-54'] } },
            ],
            'is_ready.newer': [
              { guard: 'the newer is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is a newer handle', target: '.known', actions: { type: 'refuse', params: { code: 'query' } }, description: 'refuse query', meta: { rules: ['TRF-22'] } },
            ],
            'is_ready.error.newer': [
              { guard: 'the newer is proven', actions: { type: 'accept', params: { code: 'ready' } }, description: 'accept ready', meta: { rules: ['TRF-21'] } },
              { guard: 'there is a newer handle', target: '.known', actions: { type: 'refuse', params: { code: 'query' } }, description: 'refuse query', meta: { rules: ['TRF-22'] } },
            ],
            'wait.newer': [
              { guard: 'the newer is proven', actions: ['wait for the newer', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-32'] } },
              { guard: 'there is a newer handle', target: '.known', actions: ['remove the newer', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-31'] } },
            ],
            'wait.error.newer': [
              { guard: 'the newer is proven', actions: ['wait for the newer', { type: 'accept', params: { code: 'returned' } }], description: 'accept returned', meta: { rules: ['TRF-32'] } },
              { guard: 'there is a newer handle', target: '.known', actions: ['remove the newer', 'keep', { type: 'failed', params: { code: 'unproven' } }], description: 'failed unproven', meta: { rules: ['TRF-31'] } },
            ],
            'drop.newer': [
              { guard: 'the newer is proven', actions: ['remove the newer', { type: 'accept', params: { code: 'released' } }], description: 'accept released', meta: { rules: ['TRF-40b'] } },
              { guard: 'the newer is there and the queue is empty', actions: ['detach the newer', { type: 'accept', params: { code: 'detached' } }], description: 'accept detached', meta: { rules: ['TRF-40'] } },
              { guard: 'there is a newer handle', target: '.known', actions: ['remove the newer', 'keep', { type: 'accept', params: { code: 'retained' } }], description: 'accept retained', meta: { rules: ['TRF-41', 'TRF-54'] } },
            ],
            'synchronize': [
              { guard: 'the runtime is held and the queue has an entry', target: '.known', actions: ['empty the queue', 'keep', { type: 'failed', params: { code: 'sync' } }], description: 'failed sync', meta: { rules: ['TRF-53'] } },
              { guard: 'the runtime is held', target: '.known', actions: { type: 'refuse', params: { code: 'sync' } }, description: 'refuse sync', meta: { rules: ['TRF-53'] } },
            ],
            'synchronize.event_error': [
              { guard: 'the runtime is held and the queue has an entry', target: '.known', actions: ['empty the queue', 'keep', { type: 'failed', params: { code: 'sync' } }], description: 'failed sync', meta: { rules: ['TRF-53'] } },
              { guard: 'the runtime is held', target: '.known', actions: { type: 'refuse', params: { code: 'sync' } }, description: 'refuse sync', meta: { rules: ['TRF-53'] } },
            ],
            'synchronize.error': [
              { guard: 'the runtime is held and the queue has an entry', target: '.known', actions: ['empty the queue', 'keep', { type: 'failed', params: { code: 'sync' } }], description: 'failed sync', meta: { rules: ['TRF-53'] } },
              { guard: 'the runtime is held', target: '.known', actions: { type: 'refuse', params: { code: 'sync' } }, description: 'refuse sync', meta: { rules: ['TRF-53'] } },
            ],
          },
          states: {
            unknown: {
              description: 'No call has reported the loss yet.',
              on: {
                'submit': [
                  { guard: 'the runtime is held and the queue has an entry', target: 'known', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-50', 'TRF-07'] } },
                  { guard: 'the runtime is held', target: 'known', actions: { type: 'refuse', params: { code: 'driver' } }, description: 'refuse driver', meta: { rules: ['TRF-10'] } },
                ],
                'submit.fail_before': [
                  { guard: 'the runtime is held and the queue has an entry', target: 'known', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-50', 'TRF-07'] } },
                  { guard: 'the runtime is held', target: 'known', actions: { type: 'refuse', params: { code: 'driver' } }, description: 'refuse driver', meta: { rules: ['TRF-10'] } },
                ],
                'submit.fail_copy': [
                  { guard: 'the runtime is held and the queue has an entry', target: 'known', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-50', 'TRF-07'] } },
                  { guard: 'the runtime is held', target: 'known', actions: { type: 'refuse', params: { code: 'driver' } }, description: 'refuse driver', meta: { rules: ['TRF-10'] } },
                ],
                'submit.fail_record': [
                  { guard: 'the runtime is held and the queue has an entry', target: 'known', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-50', 'TRF-07'] } },
                  { guard: 'the runtime is held', target: 'known', actions: { type: 'refuse', params: { code: 'driver' } }, description: 'refuse driver', meta: { rules: ['TRF-10'] } },
                ],
                'resubmit': [
                  { guard: 'the runtime and a package are held and the queue has an entry', target: 'known', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-50', 'TRF-07'] } },
                  { guard: 'the runtime and a package are held', target: 'known', actions: { type: 'refuse', params: { code: 'driver' } }, description: 'refuse driver', meta: { rules: ['TRF-10'] } },
                ],
                'submit.drain_error': { guard: 'the runtime is held and the queue has an entry', target: 'known', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-50', 'TRF-07'] } },
                'submit.empty': [
                  { guard: 'the runtime is held and handles are at the bound', actions: { type: 'accept', params: { code: 'admitted_empty' } }, description: 'accept admitted_empty', meta: { rules: ['TRF-08'] } },
                  { guard: 'the runtime is held', actions: ['admit empty', { type: 'accept', params: { code: 'admitted_empty' } }], description: 'accept admitted_empty', meta: { rules: ['TRF-08'] } },
                ],
              },
            },
            known: {
              description: 'A call has reported the loss: every submit is rejected at the door.',
              on: {
                'submit': { guard: 'the runtime is held', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-07'] } },
                'submit.empty': { guard: 'the runtime is held', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-07'] } },
                'submit.fail_before': { guard: 'the runtime is held', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-07'] } },
                'submit.fail_copy': { guard: 'the runtime is held', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-07'] } },
                'submit.fail_record': { guard: 'the runtime is held', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-07'] } },
                'submit.drain_error': { guard: 'the runtime is held and the queue has an entry', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-07'] } },
                'resubmit': { guard: 'the runtime and a package are held', actions: { type: 'refuse', params: { code: 'device-lost' } }, description: 'refuse device-lost', meta: { rules: ['TRF-07'] } },
              },
            },
          },
        },
      },
    },
    closed: {
      description: 'The last external owner is gone, or only a forgotten handle is left.',
    },
  },
});
