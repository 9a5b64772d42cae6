// Each invariant refuses what it is about: one broken situation or step per sentence. The reachable ones are walked in `generator`.
import { expect, test } from 'vitest';
import { STATE_INVARIANTS, TRANSITION_INVARIANTS, type Situation, type Taken } from './invariants.ts';
import type { TensorContext } from './machine.ts';

const NOBODY: TensorContext = { origin: 'exclusive', handle: false, aliases: 0, leases: 0, owned: false, moved: 0, copied: 0 };
const situation = (state: string, context: Partial<TensorContext> = {}): Situation => ({ state, context: { ...NOBODY, ...context } });
const SHARED = situation('shared', { handle: true });
const LENT = situation('shared', { handle: true, leases: 1 });
const ARMED = situation('consumed.moved', { owned: true });
const SPENT = situation('consumed.tombstoned', { owned: true, moved: 1 });
const FREED = situation('freed');
const taken = (before: Situation, kind: string, code: string, effects: readonly string[], after: Situation): Taken =>
  ({ before, kind, code, effects, after });

const broken = <Subject>(invariants: readonly { sentence: string; holds: (subject: Subject) => boolean }[], subject: Subject): string[] =>
  invariants.filter(({ holds }) => !holds(subject)).map(({ sentence }) => sentence);

test.each([['unmade', situation('unmade')], ['shared', SHARED], ['lent', LENT], ['armed', ARMED], ['spent', SPENT], ['freed', FREED]])(
  'a sound situation breaks nothing: %s', (_, sound) => {
    expect(broken(STATE_INVARIANTS, sound)).toEqual([]);
  });

test.each([
  ['writable without a copy', situation('consumed.moved', { owned: true, leases: 1 })],
  ['writable without a copy', situation('consumed.tombstoned', { moved: 1, origin: 'foreign' })],
  ['writable without a copy', situation('shared', { handle: true, moved: 1 })],
  ['freed exactly when', situation('freed', { handle: true })],
  ['freed exactly when', situation('freed', { leases: 1 })],
  ['freed exactly when', situation('shared')],
  ['has no OwnedTensor', situation('shared', { handle: true, owned: true })],
  ['held by somebody', situation('consumed.moved')],
  ['the bounds', situation('shared', { handle: true, aliases: 3 })],
  ['the bounds', situation('shared', { handle: true, copied: -1 })],
])('"%s" refuses %j', (words, wrong) => {
  expect(broken(STATE_INVARIANTS, wrong).filter((sentence) => sentence.includes(words)).length).toBe(1);
});

test.each([
  ['a refusal', taken(LENT, 'refuse', 'shared', [], LENT)],
  ['a lease', taken(SHARED, 'accept', 'view', [], LENT)],
  ['a lease released at once', taken(LENT, 'accept', 'view', ['delete'], LENT)],
  ['a move', taken(ARMED, 'accept', 'move', [], SPENT)],
  ['the last lease', taken(situation('shared', { leases: 1 }), 'environment', 'ended', ['delete', 'free'], FREED)],
])('a sound step breaks nothing: %s', (_, sound) => {
  expect(broken(TRANSITION_INVARIANTS, sound)).toEqual([]);
});

test.each([
  ['never comes back', taken(ARMED, 'accept', 'dropped', [], SHARED)],
  ['never comes back', taken(SPENT, 'accept', 'dropped', [], ARMED)],
  ['a refusal changes nothing', taken(SHARED, 'refuse', 'shared', [], ARMED)],
  ['an absent input', taken(SHARED, 'absent', 'absent', ['free'], SHARED)],
  ['freed at most once', taken(SHARED, 'accept', 'dropped', [], FREED)],
  ['freed at most once', taken(FREED, 'accept', 'closed', ['free'], FREED)],
  ['freed at most once', taken(FREED, 'accept', 'closed', [], SHARED)],
  ['deleter called once', taken(LENT, 'environment', 'ended', [], SHARED)],
  ['deleter called once', taken(LENT, 'environment', 'ended', ['delete', 'delete'], SHARED)],
  ['deleter called once', taken(SHARED, 'accept', 'metadata', ['delete'], SHARED)],
  ['deleter called once', taken(SHARED, 'accept', 'view', ['delete'], LENT)],
  ['origin never changes', taken(SHARED, 'accept', 'metadata', [], situation('shared', { handle: true, origin: 'foreign' }))],
])('"%s" refuses a wrong step', (words, wrong) => {
  expect(broken(TRANSITION_INVARIANTS, wrong).filter((sentence) => sentence.includes(words)).length).toBe(1);
});
