// What holds in every reachable state and on every transition.
import type { TensorContext } from './machine.ts';
import { freed } from './observation.ts';

export interface Situation {
  readonly state: string;
  readonly context: TensorContext;
}

export interface Taken {
  readonly before: Situation;
  readonly kind: string;
  /** The code of the outcome action. */
  readonly code: string;
  readonly effects: readonly string[];
  readonly after: Situation;
}

export interface Invariant<Subject> {
  readonly sentence: string;
  readonly holds: (subject: Subject) => boolean;
}

const implies = (premise: boolean, conclusion: boolean): boolean => !premise || conclusion;
const isConsumed = (state: string): boolean => state.startsWith('consumed.');
/** Outcomes that hand out an export. */
const EXPORTS: readonly string[] = ['view', 'copy', 'legacy_copy', 'move', 'legacy_move'];
const freedIn = ({ state, context }: Situation): number => freed(state, context);

export const STATE_INVARIANTS: readonly Invariant<Situation>[] = [
  {
    sentence: 'memory is writable without a copy only while slot, aliases and leases are empty and the origin is exclusive',
    holds: ({ state, context: c }) => implies(state === 'consumed.moved' || c.moved > 0, isConsumed(state) && c.aliases + c.leases === 0 && c.origin === 'exclusive'),
  },
  {
    sentence: 'the buffer is freed exactly when nothing refers to it',
    holds: ({ state, context: c }) => {
      // Read off the holders, not off the state's name: a freed buffer that somebody still holds must not pass.
      const referred = (c.handle && !isConsumed(state)) || state === 'consumed.moved' || c.aliases + c.leases + c.moved > 0;
      return freed(state, c) === (referred || state === 'unmade' ? 0 : 1);
    },
  },
  { sentence: 'a full slot, or a freed one, has no OwnedTensor', holds: ({ state, context: c }) => implies(!isConsumed(state), !c.owned && c.moved === 0) },
  { sentence: 'an armed OwnedTensor is held by somebody', holds: ({ state, context: c }) => implies(state === 'consumed.moved', c.owned) },
  { sentence: 'the bounds are kept', holds: ({ context: c }) => c.aliases <= 2 && c.leases <= 2 && c.moved <= 1 && c.copied <= 1 && Math.min(c.aliases, c.leases, c.moved, c.copied) >= 0 },
];

export const TRANSITION_INVARIANTS: readonly Invariant<Taken>[] = [
  { sentence: 'what moved never comes back, and tombstoned is absorbing', holds: ({ before, after }) => implies(isConsumed(before.state), isConsumed(after.state)) && implies(before.state === 'consumed.tombstoned', after.state === 'consumed.tombstoned') },
  { sentence: 'a refusal changes nothing', holds: ({ before, kind, after }) => implies(kind === 'refuse', JSON.stringify(before) === JSON.stringify(after)) },
  { sentence: 'an absent input changes nothing and has no effect', holds: ({ before, kind, effects, after }) => implies(kind === 'absent', JSON.stringify(before) === JSON.stringify(after) && effects.length === 0) },
  { sentence: 'the buffer is freed at most once, in the step that says so', holds: ({ before, effects, after }) => freedIn(after) - freedIn(before) === (effects.includes('free') ? 1 : 0) },
  {
    sentence: 'every export has its deleter called once, when it ends: exports handed out, live exports and calls add up',
    holds: ({ before, kind, code, effects, after }) => {
      const live = ({ context: c }: Situation): number => c.leases + c.moved + c.copied;
      const called = effects.filter((effect) => effect === 'delete').length;
      const handedOut = kind === 'accept' && EXPORTS.includes(code) ? 1 : 0;
      return called === live(before) + handedOut - live(after);
    },
  },
  { sentence: 'the origin never changes once the tensor is made', holds: ({ before, after }) => implies(before.state !== 'unmade', before.context.origin === after.context.origin) },
];
