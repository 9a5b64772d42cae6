// Each invariant refuses what it is about: at least one broken situation or step per sentence. The reachable ones are walked in `generator`.
import { expect, test } from 'vitest';
import { STATE_INVARIANTS, TRANSITION_INVARIANTS, type Situation, type Taken } from './invariants.ts';
import type { TransferContext, TransferInput } from './machine.ts';
import { observeTransfer, type TransferObservation } from './observation.ts';

const OPEN: TransferContext = { line: '', room: 2, keeps: true, runtime: true, package: false, fate: 'clean' };
const at = (state: string, context: Partial<TransferContext> = {}): Situation => ({ state, context: { ...OPEN, ...context } });
const working = (context: Partial<TransferContext> = {}): Situation => at('live.working', context);
const unknown = (context: Partial<TransferContext> = {}): Situation => at('live.lost.unknown', context);
const known = (context: Partial<TransferContext> = {}): Situation => at('live.lost.known', context);
const closed = (context: Partial<TransferContext> = {}): Situation => at('closed', { runtime: false, ...context });

/** A step with the observation that the model predicts of it, but for what is said otherwise. */
function taken(before: Situation, input: TransferInput, outcome: string, after: Situation, observed: Partial<TransferObservation> = {}): Taken {
  const [kind = '', code = 'absent'] = outcome.split(' ');
  return { before, input, kind, code, observation: { ...observeTransfer({ input, kind, code, before, after }), ...observed }, after };
}

const broken = <Subject>(invariants: readonly { sentence: string; holds: (subject: Subject) => boolean }[], subject: Subject): string[] =>
  invariants.filter(({ holds }) => !holds(subject)).map(({ sentence }) => sentence);

test.each([
  ['unopened', at('unopened', { runtime: false })], ['open', working()], ['two handles', working({ line: 'cp' })], ['an entry', working({ line: 'P', package: true })],
  ['a handle alone', working({ line: 'd', runtime: false })], ['lost', known({ line: 'pP', fate: 'kept' })], ['closed', closed()], ['pinned', closed({ line: 'P', fate: 'pinned' })],
])('a sound situation breaks nothing: %s', (_, sound) => {
  expect(broken(STATE_INVARIANTS, sound)).toEqual([]);
});

const BROKEN_STATES: readonly (readonly [string, Situation])[] = [
  ['keeps its capacity', working({ line: 'CP' })],
  ['keeps its capacity', working({ line: 'pp', room: 1 })],
  ['keeps its capacity', working({ package: true, keeps: false })],
  ['lives exactly while', working({ runtime: false })],
  ['lives exactly while', at('closed')],
  ['copies complete in the order', working({ line: 'pc' })],
  ['copies complete in the order', working({ line: 'Pc' })],
  ['outlives its runtime', closed({ line: 'P', fate: 'kept' })],
  ['before a runtime', at('unopened', { runtime: false, fate: 'kept' })],
];

test.each(BROKEN_STATES)('"%s" refuses %j', (words, wrong) => {
  expect(broken(STATE_INVARIANTS, wrong).filter((sentence) => sentence.includes(words)).length).toBe(1);
});

test.each([
  ['a submit', taken(working(), 'submit', 'accept admitted', working({ line: 'p' }))],
  ['a submit that drains', taken(working({ line: 'C' }), 'submit', 'accept admitted', working({ line: 'p' }))],
  ['a submit at the bound', taken(working({ line: 'pp' }), 'submit', 'accept admitted', working({ line: 'cc' }))],
  ['a resubmit', taken(working({ package: true }), 'resubmit', 'accept admitted', working({ line: 'p' }))],
  ['zero bytes', taken(working({ line: 'P' }), 'submit.empty', 'accept admitted_empty', working({ line: 'dP' }))],
  ['a failure after a drain', taken(working({ line: 'C' }), 'submit.fail_copy', 'failed unproven', working({ fate: 'kept' }))],
  ['a rejection after a drain', taken(working({ line: 'C' }), 'submit.fail_before', 'refuse driver', working())],
  ['a loss that is learned', taken(unknown({ line: 'P' }), 'submit', 'refuse device-lost', known({ line: 'P' }))],
  ['a wait', taken(working({ line: 'p' }), 'wait.older', 'accept returned', working({ package: true }))],
  ['a proof', taken(working({ line: 'cp' }), 'is_ready.older', 'accept ready', working({ line: 'dp' }))],
  ['a proof that a loss does not touch', taken(known({ line: 'd' }), 'wait.older', 'accept returned', known({ package: true }))],
  ['a drop', taken(working({ line: 'pp' }), 'drop.newer', 'accept detached', working({ line: 'pP' }))],
  ['a drop into a full queue', taken(working({ line: 'pP' }), 'drop.older', 'accept retained', working({ line: 'P', fate: 'kept' }))],
  ['a handle forgotten', taken(working({ line: 'c' }), 'forget.older', 'accept forgotten', working({ fate: 'pinned' }))],
  ['the last owner', taken(working({ line: 'P' }), 'drop_runtime', 'accept runtime_dropped', closed())],
  ['the last owner after a loss', taken(known({ line: 'P' }), 'drop_runtime', 'accept runtime_dropped', closed({ fate: 'kept' }))],
])('a sound step breaks nothing: %s', (_, sound) => {
  expect(broken(TRANSITION_INVARIANTS, sound)).toEqual([]);
});

const HANDLE = working({ line: 'p' });

const BROKEN_STEPS: readonly (readonly [string, Taken])[] = [
  ['exactly one owner', taken(HANDLE, 'wait.older', 'accept returned', working({ line: 'p', package: true }))],
  ['exactly one owner', taken(HANDLE, 'wait.error.older', 'failed unproven', working({ fate: 'kept' }), { released: 1 })],
  ['exactly one owner', taken(working(), 'submit', 'accept admitted', working())],
  ['exactly one owner', taken(working({ package: true }), 'resubmit', 'accept admitted', working({ line: 'p', package: true }))],
  ['counters add up', taken(HANDLE, 'drop.older', 'accept released', working(), { retired: 0 })],
  ['counters add up', taken(working(), 'submit', 'accept admitted', HANDLE, { admitted: 0 })],
  ['counters add up', taken(HANDLE, 'is_ready.older', 'accept not_ready', working())],
  ['runs backwards', taken(HANDLE, 'drop.older', 'accept detached', working({ line: 'P' }), { retired: -1 })],
  ['runs backwards', taken(working(), 'submit', 'accept admitted', HANDLE, { inFlight: 0 })],
  ['a rejection is counted', taken(working(), 'submit.fail_before', 'refuse driver', working(), { rejected: 0 })],
  ['a rejection is counted', taken(HANDLE, 'is_ready.error.older', 'refuse query', HANDLE, { rejected: 1 })],
  ['a rejection is counted', taken(working(), 'submit.refused', 'refuse package', working(), { admitted: 1 })],
  ['no owner comes back without proof', taken(known({ line: 'c' }), 'wait.older', 'accept returned', known({ package: true }))],
  ['no owner comes back without proof', taken(HANDLE, 'wait.error.older', 'failed unproven', working({ fate: 'kept' }), { package: 'copied' })],
  ['no owner comes back without proof', taken(HANDLE, 'wait.older', 'accept returned', working({ package: true }), { completed: 0 })],
  ['after a loss nothing completes', taken(known({ line: 'c' }), 'drop.older', 'accept released', known())],
  ['after a loss nothing completes', taken(known({ line: 'p' }), 'is_ready.older', 'accept ready', known({ line: 'd' }))],
  ['after a loss nothing completes', taken(unknown({ line: 'p' }), 'complete_oldest', 'environment completes', unknown({ line: 'c' }))],
  ['after a loss nothing completes', taken(known({ line: 'C' }), 'submit.fail_before', 'refuse driver', known(), { unproven: 0, retired: 1, released: 1 })],
  ['an error hands back nothing', taken(HANDLE, 'wait.error.older', 'failed unproven', working({ fate: 'kept' }), { package: 'copied' })],
  ['an error hands back nothing', taken(HANDLE, 'wait.error.older', 'failed unproven', working({ fate: 'kept' }), { released: 1 })],
  ['a refusal gives the very same package back', taken(working(), 'submit.refused', 'refuse package', working(), { package: 'none' })],
  ['a refusal gives the very same package back', taken(HANDLE, 'submit.fail_before', 'refuse driver', working())],
  ['a refusal gives the very same package back', taken(known({ package: true }), 'resubmit', 'refuse device-lost', known())],
  ['a refusal gives the very same package back', taken(HANDLE, 'is_ready.error.older', 'refuse query', working({ line: 'd' }))],
  ['a rejection at the door', taken(working({ line: 'C' }), 'submit.refused', 'refuse package', working())],
  ['a rejection at the door', taken(known(), 'submit', 'refuse device-lost', known(), { driverCalls: 'any' })],
  ['zero bytes', taken(working(), 'submit.empty', 'accept admitted_empty', working({ line: 'd' }), { driverCalls: 'any' })],
  ['zero bytes', taken(working({ line: 'C' }), 'submit.empty', 'accept admitted_empty', working({ line: 'd' }))],
  ['an absent input', taken(working(), 'wait.older', 'absent', HANDLE)],
  ['an absent input', taken(working(), 'wait.older', 'absent', working(), { completed: 1 })],
  ['closed is absorbing', taken(closed(), 'submit', 'accept admitted', working({ line: 'p' }))],
  ['closed is absorbing', taken(closed(), 'submit', 'refuse package', closed())],
  ['a lost device stays lost', taken(unknown(), 'synchronize', 'accept synchronized', working())],
  ['a lost device stays lost', taken(known(), 'drop.older', 'accept detached', unknown())],
  ['never taken back', taken(working({ runtime: false }), 'drop_package', 'accept package_dropped', working())],
  ['never taken back', taken(working(), 'submit', 'accept admitted', working({ line: 'p', room: 1 }))],
  ['what is kept for ever is', taken(working({ fate: 'kept' }), 'synchronize', 'accept synchronized', working())],
  ['what is kept for ever is', taken(HANDLE, 'wait.error.older', 'failed unproven', working())],
  ['what is kept for ever is', taken(HANDLE, 'forget.older', 'accept forgotten', working({ fate: 'kept' }))],
  ['what is kept for ever is', taken(working(), 'submit', 'accept admitted', working({ line: 'p', fate: 'kept' }))],
  ['the context is released', taken(working(), 'drop_runtime', 'accept runtime_dropped', closed(), { context: 'held' })],
  ['the context is released', taken(working({ fate: 'kept' }), 'drop_runtime', 'accept runtime_dropped', closed({ fate: 'kept' }), { context: 'released' })],
  ['it only learns', taken(HANDLE, 'is_ready.older', 'accept ready', working({ line: 'c' }))],
  ['it only learns', taken(working({ line: 'c' }), 'is_ready.older', 'accept ready', working({ line: 'd' }), { released: 1 })],
  ['never wait', taken(HANDLE, 'drop.older', 'accept detached', working({ line: 'P' }), { waits: 'any' })],
  ['never wait', taken(working(), 'submit', 'accept admitted', HANDLE, { waits: 'any' })],
  ['a record is retained only', taken(HANDLE, 'drop.older', 'accept retained', working({ fate: 'kept' }))],
  ['a record is retained only', taken(HANDLE, 'drop.older', 'accept detached', working())],
  ['what is proven never', taken(working({ line: 'd' }), 'drop.older', 'accept detached', working({ line: 'C' }))],
  ['what is proven never', taken(known({ line: 'd' }), 'wait.error.older', 'failed unproven', known({ fate: 'kept' }))],
  ['forgetting releases nothing', taken(HANDLE, 'forget.older', 'accept forgotten', working({ fate: 'pinned' }), { released: 1 })],
  ['forgetting releases nothing', taken(HANDLE, 'forget.older', 'accept forgotten', working({ line: 'P', fate: 'pinned' }))],
  ['`synchronize` leaves every handle', taken(HANDLE, 'synchronize', 'accept synchronized', HANDLE)],
  ['`synchronize` leaves every handle', taken(working({ line: 'P' }), 'synchronize', 'accept synchronized', working({ line: 'P' }))],
  ['`synchronize` leaves every handle', taken(HANDLE, 'synchronize', 'accept synchronized', working())],
  ['only a world that works', taken(known({ line: 'p' }), 'complete_oldest', 'environment completes', known({ line: 'c' }))],
  ['only a world that works', taken(HANDLE, 'complete_oldest', 'environment completes', working())],
];

test.each(BROKEN_STEPS)('"%s" refuses a wrong step', (words, wrong) => {
  expect(broken(TRANSITION_INVARIANTS, wrong).filter((sentence) => sentence.includes(words)).length).toBe(1);
});

test('every invariant is refused something', () => {
  const words = [...BROKEN_STATES, ...BROKEN_STEPS].map(([said]) => said);
  for (const { sentence } of [...STATE_INVARIANTS, ...TRANSITION_INVARIANTS]) expect(words.filter((said) => sentence.includes(said)).length, sentence).toBeGreaterThan(0);
});
