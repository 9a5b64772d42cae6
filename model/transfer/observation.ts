// What an adapter can see of a step of the transfer machine. Facts that do not apply are 'none'; 'any': the model does not say.
import type { TransferContext } from './machine.ts';

export interface TransferObservation {
  /** `failed`: an error after which no owner comes back. */
  readonly outcome: 'granted' | 'refused' | 'failed' | 'absent';
  /** `table`: the reason that the door's table gives for what was submitted. */
  readonly reason: string;
  /** Whether the very same value and buffer came back, by identity and bytes; `copied`: with the bytes of the other side. */
  readonly package: 'none' | 'same' | 'copied';
  readonly ready: 'none' | 'false' | 'true';
  /** Driver calls of the step, where the contract allows none at all. */
  readonly driverCalls: 'any' | 'zero';
  /** Waiting driver calls, implicit ones included, where the contract forbids them. */
  readonly waits: 'any' | 'zero';
  // Counters, as changes in this step.
  readonly admitted: number;
  readonly rejected: number;
  /** Proven and handed back. */
  readonly completed: number;
  /** Proven and released without coming back: by a drain, or dropped when it was proven already. */
  readonly retired: number;
  readonly unproven: number;
  readonly retained: number;
  // The census after the step.
  readonly queued: number;
  /** Handles held. A forgotten one stays in flight in the runtime's own counter (TRF-57), but no step can show it. */
  readonly inFlight: number;
  /** Packages released in this step: value and buffer, each once. */
  readonly released: number;
  readonly context: 'held' | 'released' | 'none';
}

/** The facts in the order in which everything lists them. */
export const TRANSFER_FACTS: readonly (keyof TransferObservation)[] = [
  'outcome', 'reason', 'package', 'ready', 'driverCalls', 'waits', 'admitted', 'rejected', 'completed', 'retired', 'unproven', 'retained',
  'queued', 'inFlight', 'released', 'context',
];

export interface TransferStep {
  readonly input: string;
  readonly kind: string;
  readonly code: string;
  readonly before: { readonly state: string; readonly context: TransferContext };
  readonly after: { readonly state: string; readonly context: TransferContext };
}

const count = (line: string, records: RegExp): number => (line.match(records) ?? []).length;
const HANDLES = /[pcd]/g;
const QUEUED = /[PC]/g;

/** The step's waits are the caller's own wish, or the end of the runtime: only then may a driver call wait. */
function mayWait({ input, before, after }: TransferStep): boolean {
  const atBound = input.includes('submit') && count(before.context.line, HANDLES) === before.context.room;
  return atBound || input.startsWith('wait') || input.startsWith('synchronize') || (after.state === 'closed' && before.state !== 'closed');
}

/** TRF-00 to TRF-08: the door rejects, or there is nothing to copy. Elsewhere an implementation may ask the driver what it likes. */
function isSilent({ code, before }: TransferStep): boolean {
  return code === 'package' || code === 'admitted_empty' || (code === 'device-lost' && before.state === 'live.lost.known');
}

/** The observation of one transition. */
export function observeTransfer(step: TransferStep): TransferObservation {
  const { input, kind, code, before, after } = step;
  const [had, has] = [before.context, after.context];
  const isLost = before.state.startsWith('live.lost');
  const admits = code === 'admitted' || code === 'admitted_empty';
  const waitedAtOnce = admits && count(had.line, HANDLES) === had.room;
  const detached = code === 'detached' ? 1 : 0;
  const left = count(had.line, QUEUED) + detached - count(has.line, QUEUED);
  const becomesUnproven = code === 'unproven' ? 1 : 0;
  const fromQueue = isLost || input === 'synchronize.error' ? left : 0;
  const retired = left - fromQueue + (code === 'released' ? 1 : 0);
  const atBound = waitedAtOnce && input !== 'resubmit';
  const packageReleased = (code === 'returned' && (had.package || !had.keeps)) || code === 'package_dropped' || atBound;
  const returns = code === 'returned' || waitedAtOnce ? 'copied' : kind === 'refuse' && input.includes('submit') ? 'same' : 'none';
  return {
    outcome: kind === 'accept' || kind === 'environment' ? 'granted' : kind === 'refuse' ? 'refused' : kind === 'failed' ? 'failed' : 'absent',
    reason: kind === 'refuse' || kind === 'failed' ? (code === 'package' ? 'table' : code) : 'none',
    package: returns,
    ready: code === 'ready' ? 'true' : code === 'not_ready' ? 'false' : 'none',
    driverCalls: kind !== 'absent' && isSilent(step) ? 'zero' : 'any',
    waits: kind === 'absent' || kind === 'environment' || mayWait(step) ? 'any' : 'zero',
    admitted: admits || (code === 'unproven' && input.includes('submit')) ? 1 : 0,
    rejected: kind === 'refuse' && input.includes('submit') ? 1 : 0,
    completed: code === 'returned' || waitedAtOnce ? 1 : 0,
    retired,
    unproven: becomesUnproven + fromQueue,
    retained: code === 'retained' ? 1 : 0,
    queued: count(has.line, QUEUED),
    inFlight: count(has.line, HANDLES),
    released: retired + (packageReleased ? 1 : 0),
    context: after.state === 'unopened' ? 'none' : after.state === 'closed' && has.fate === 'clean' ? 'released' : 'held',
  };
}
