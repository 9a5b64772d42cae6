// What holds in every reachable state and on every transition.
import type { TransferContext, TransferInput } from './machine.ts';
import type { TransferObservation } from './observation.ts';

export interface Situation {
  readonly state: string;
  readonly context: TransferContext;
}

export interface Taken {
  readonly before: Situation;
  readonly input: TransferInput;
  readonly kind: string;
  /** The code of the outcome action. */
  readonly code: string;
  readonly observation: TransferObservation;
  readonly after: Situation;
}

export interface Invariant<Subject> {
  readonly sentence: string;
  readonly holds: (subject: Subject) => boolean;
}

/** At the grounded capacity the queue holds one entry. */
const CAPACITY = 1;
const FATES = ['clean', 'kept', 'pinned'] as const;

const implies = (premise: boolean, conclusion: boolean): boolean => !premise || conclusion;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const count = ({ context }: Situation, records: string): number => [...context.line].filter((record) => records.includes(record)).length;
const handles = (s: Situation): number => count(s, 'pcd');
const queued = (s: Situation): number => count(s, 'PC');
const held = (s: Situation): number => Number(s.context.package);
const isLost = (s: Situation): boolean => s.state.startsWith('live.lost');
const isClosed = (s: Situation): boolean => s.state === 'closed';
const isSubmit = (input: TransferInput): boolean => input.includes('submit');
/** The calls that bring a package of their own; `resubmit` takes the one that is held. */
const isFresh = (input: TransferInput): boolean => input.startsWith('submit');
const isAtBound = ({ before, input }: Taken): boolean => isSubmit(input) && handles(before) === before.context.room;
const closes = ({ before, after }: Taken): boolean => isClosed(after) && !isClosed(before);
/** What is known of the device; a state that closed no longer says. */
const knowledge = ({ state }: Situation): number => ['live.working', 'live.lost.unknown', 'live.lost.known'].indexOf(state);
/** The record that a call on a handle is about. */
function subject({ before, input }: Taken): string | undefined {
  return [...before.context.line].filter((record) => 'pcd'.includes(record))[input.endsWith('newer') ? 1 : 0];
}
/** A line but for what is known of completion: whose each record is. */
const owners = ({ context }: Situation): string => [...context.line].map((record) => ('PC'.includes(record) ? 'Q' : 'h')).sort().join('');
const proofless = (line: string): string => line.replaceAll('d', 'c');

export const STATE_INVARIANTS: readonly Invariant<Situation>[] = [
  { sentence: 'the queue keeps its capacity, handles their bound, and a package is held only where packages are kept', holds: (s) => queued(s) <= CAPACITY && handles(s) <= s.context.room && implies(s.context.package, s.context.keeps) },
  {
    sentence: 'the runtime lives exactly while somebody outside owns it',
    holds: (s) => s.state.startsWith('live.') === (s.context.runtime || s.context.package || handles(s) > 0),
  },
  { sentence: 'copies complete in the order in which they were submitted: nothing pending is before what only its copy completed', holds: ({ context }) => !/[pP].*[cC]/.test(context.line) },
  { sentence: 'an entry outlives its runtime in the queue only where a forgotten handle pins both', holds: (s) => implies(isClosed(s) && queued(s) > 0, s.context.fate === 'pinned') },
  { sentence: 'before a runtime is opened nothing is there', holds: (s) => implies(s.state === 'unopened', s.context.line === '' && s.context.fate === 'clean') },
];

export const TRANSITION_INVARIANTS: readonly Invariant<Taken>[] = [
  {
    sentence: 'each value and buffer has exactly one owner: caller, handle, queue, a record kept for ever, a forgotten handle, or it is released',
    holds: ({ before, input, kind, code, observation: o, after }) => {
      const brought = isFresh(input) && kind !== 'absent' ? 1 : 0;
      // A fresh package that is refused goes back to the caller, who brought it, and lets it go where none is kept.
      const wentBack = isFresh(input) && kind === 'refuse' && held(after) === held(before) ? 1 : 0;
      const ownedOutside = (s: Situation): number => held(s) + handles(s) + queued(s);
      const forgotten = code === 'forgotten' ? 1 : 0;
      return brought === wentBack + ownedOutside(after) - ownedOutside(before) + o.unproven + o.retained + forgotten + o.released;
    },
  },
  {
    // A forgotten handle leaves what a harness can count and stays in flight in the runtime's own counter, for ever: hence `forgotten`.
    sentence: 'the counters add up: admitted is completed, retired, unproven, retained, queued and in flight together',
    holds: ({ before, code, observation: o, after }) => {
      const inside = (s: Situation): number => queued(s) + handles(s);
      const forgotten = code === 'forgotten' ? 1 : 0;
      return o.admitted - o.completed - o.retired - o.unproven - o.retained === inside(after) - inside(before) + forgotten;
    },
  },
  { sentence: 'no counter runs backwards, and the census is that of the state', holds: ({ observation: o, after }) => Math.min(o.admitted, o.rejected, o.completed, o.retired, o.unproven, o.retained, o.released) >= 0 && o.queued === queued(after) && o.inFlight === handles(after) },
  { sentence: 'a rejection is counted, and nothing else is counted as one', holds: ({ input, kind, observation: o }) => o.rejected === (isSubmit(input) && kind === 'refuse' ? 1 : 0) && implies(o.rejected === 1, o.admitted === 0) },
  {
    sentence: 'no owner comes back without proof: after a loss only what was proven before it does',
    holds: (step) => implies(step.observation.package === 'copied', isAtBound(step) || (step.code === 'returned' && step.observation.completed === 1 && implies(isLost(step.before), subject(step) === 'd'))),
  },
  {
    sentence: 'after a loss nothing completes, nothing is proven, and nothing that was not proven is released',
    holds: (step) => implies(isLost(step.before),
      step.observation.retired === (subject(step) === 'd' && step.code === 'released' ? 1 : 0) && count(step.after, 'cC') <= count(step.before, 'cC')
      && count(step.after, 'd') - count(step.before, 'd') <= (step.code === 'admitted_empty' ? 1 : 0)
      && implies(step.observation.released > 0, step.code === 'package_dropped' || step.code === 'admitted_empty' || subject(step) === 'd')),
  },
  { sentence: 'an error hands back nothing, and releases nothing but what a drain proved', holds: ({ kind, observation: o }) => implies(kind === 'failed', o.package === 'none' && o.released === o.retired) },
  {
    sentence: 'a refusal gives the very same package back and changes no handle; at most a drain has retired an entry',
    holds: ({ before, input, kind, observation: o, after }) => implies(kind === 'refuse',
      implies(isSubmit(input), o.package === 'same') && o.released === o.retired
      && after.context.line === (o.retired > 0 ? before.context.line.replace('C', '') : before.context.line)
      && same({ ...before.context, line: '', package: after.context.package }, { ...after.context, line: '' })
      && implies(after.context.package !== before.context.package, input === 'submit.fail_before' && after.context.package && before.context.keeps)),
  },
  { sentence: 'a rejection at the door changes nothing at all, and calls no driver', holds: ({ before, code, observation: o, after }) => implies(code === 'package' || (code === 'device-lost' && before.state === 'live.lost.known'), same(before, after) && o.driverCalls === 'zero') },
  { sentence: 'zero bytes call no driver and touch neither the queue nor another handle', holds: ({ before, code, observation: o, after }) => implies(code === 'admitted_empty', o.driverCalls === 'zero' && count(before, 'pcPC') === count(after, 'pcPC') && o.retired === 0) },
  { sentence: 'an absent input changes nothing, counts nothing and releases nothing', holds: ({ before, kind, observation: o, after }) => implies(kind === 'absent', same(before, after) && o.released + o.admitted + o.rejected + o.completed + o.retired + o.unproven + o.retained === 0) },
  { sentence: 'closed is absorbing, and everything in it is absent', holds: ({ before, kind, after }) => implies(isClosed(before), kind === 'absent' && same(before, after)) },
  { sentence: 'a lost device stays lost, and the report of it is not unheard', holds: (step) => closes(step) || step.before.state === 'unopened' || knowledge(step.after) >= knowledge(step.before) },
  { sentence: 'the bounds of a world and its end of the runtime are never taken back', holds: ({ before, after }) => implies(before.state !== 'unopened', before.context.room === after.context.room && before.context.keeps === after.context.keeps && implies(after.context.runtime, before.context.runtime)) },
  {
    sentence: 'what is kept for ever is: exactly an unproven or retained record, or a forgotten handle, makes the fate of the context worse, and nothing makes it better',
    holds: ({ before, code, observation: o, after }) => {
      const worst = code === 'forgotten' ? 'pinned' : o.unproven + o.retained > 0 ? 'kept' : 'clean';
      return FATES.indexOf(after.context.fate) === Math.max(FATES.indexOf(before.context.fate), FATES.indexOf(worst));
    },
  },
  { sentence: 'the context is released exactly when its runtime ends and no record needs it', holds: ({ observation: o, after }) => (o.context === 'released') === (isClosed(after) && after.context.fate === 'clean') },
  {
    sentence: '`is_ready` hands over, releases and completes nothing; it only learns',
    holds: ({ before, input, observation: o, after }) => implies(input.startsWith('is_ready'),
      proofless(before.context.line) === proofless(after.context.line) && o.released === 0 && o.package === 'none'
      && same({ ...before.context, line: '' }, { ...after.context, line: '' })),
  },
  {
    sentence: 'submit, `is_ready` and drop never wait, but for a call at the bound and for the end of the runtime',
    holds: (step) => implies(/submit|^is_ready|^drop|^forget/.test(step.input) && step.kind !== 'absent' && !isAtBound(step) && !closes(step), step.observation.waits === 'zero'),
  },
  {
    sentence: 'a record is retained only by a queue that was full and stays so; otherwise a drop queues it',
    holds: (step) => implies(step.code === 'retained', queued(step.before) === CAPACITY && (queued(step.after) === CAPACITY || closes(step)))
      && implies(step.code === 'detached', queued(step.after) === CAPACITY || closes(step)),
  },
  { sentence: 'what is proven never enters the queue and never becomes unproven', holds: (step) => implies(subject(step) === 'd' && /^(wait|drop)/.test(step.input), ['returned', 'released'].includes(step.code) || /^drop_/.test(step.input)) },
  { sentence: 'forgetting releases nothing and queues nothing', holds: ({ before, code, observation: o, after }) => implies(code === 'forgotten', o.released === 0 && queued(before) === queued(after)) },
  { sentence: '`synchronize` leaves every handle with the caller and no entry in the queue; after it succeeds nothing is pending', holds: ({ before, input, kind, after }) => implies(input.startsWith('synchronize') && kind !== 'absent', handles(before) === handles(after) && queued(after) === 0 && implies(kind === 'accept', count(after, 'p') === 0)) },
  { sentence: 'only a world that works completes copies by itself, and nobody owns anything else after it', holds: ({ before, kind, after }) => implies(kind === 'environment', before.state === 'live.working' && owners(before) === owners(after) && same({ ...before.context, line: '' }, { ...after.context, line: '' })) },
];
