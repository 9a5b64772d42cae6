// Wrong implementations of transfers.
import type { VerdictKind } from '../runner/judge.ts';
import { bent, type Bend, type Straw } from './bent.ts';

const SINGLE = ['transfer.single'];
const PAIR = ['transfer.pair'];
/** The only world whose suite asks every point of the door's table. */
const WHOLE = ['transfer.whole'];

const single = (name: string, bend: Bend, deserves: VerdictKind = 'fail'): Straw => bent(SINGLE, name, deserves, bend);
const GRANTED = { outcome: 'granted', reason: 'none' } as const;

/** All of them. What only the native code can do wrong, such as freeing too early, is a mutant of that code. */
export function transferStraws(): readonly Straw[] {
  let drained = false;
  return [
    single('polls-always-done', (answer) => (answer['ready'] === 'false' ? { ...answer, ready: 'true' } : answer)),
    single('polls-never-done', (answer) => (answer['ready'] === 'true' ? { ...answer, ready: 'false' } : answer)),
    single('reads-an-error-as-not-ready', (answer) => (answer['reason'] === 'query' ? { ...answer, ...GRANTED, ready: 'false' } : answer)),
    single('reads-an-error-as-ready', (answer) => (answer['reason'] === 'query' ? { ...answer, ...GRANTED, ready: 'true' } : answer)),
    single('returns-owners-without-proof', (answer, { input }) =>
      (input.startsWith('wait.') && answer['outcome'] === 'failed' ? { ...answer, ...GRANTED, package: 'copied', completed: 1, unproven: 0 } : answer)),
    single('calls-every-failed-submit-rejected', (answer, { input }) =>
      (input.startsWith('submit.') && answer['outcome'] === 'failed' ? { ...answer, outcome: 'refused', reason: 'driver', package: 'same', admitted: 0, rejected: 1, unproven: 0 } : answer)),
    single('waits-in-drop', (answer, { input }) => (input.startsWith('drop.') ? { ...answer, waits: 'some' } : answer)),
    single('waits-in-submit', (answer, { input }) => (input === 'submit' ? { ...answer, waits: 'some' } : answer)),
    single('asks-the-driver-for-nothing', (answer, { input }) => (input === 'submit.empty' ? { ...answer, driverCalls: 'some' } : answer)),
    single('rejects-with-another-allocation', (answer) => (answer['package'] === 'same' ? { ...answer, package: 'other' } : answer)),
    single('frees-the-package-on-rejection', (answer) => (answer['package'] === 'same' ? { ...answer, package: 'none', released: 1 } : answer)),
    single('forgets-to-count-what-it-retains', (answer) => ({ ...answer, retained: 0 })),
    single('reports-no-second-failure', (answer, { input }, steps) => {
      if (steps === 0) drained = false;
      const hides = drained && input === 'synchronize.error';
      drained ||= input === 'synchronize.error';
      return hides ? { ...answer, ...GRANTED } : answer;
    }),
    single('releases-the-context-under-an-unproven-record', (answer, { input }) =>
      (input.startsWith('drop') && answer['inFlight'] === 0 && answer['context'] === 'held' ? { ...answer, context: 'released' } : answer)),
    single('forgets-the-loss', (answer) => (answer['reason'] === 'device-lost' ? { ...answer, reason: 'driver' } : answer)),
    bent(PAIR, 'loses-the-second-of-two', 'fail', (answer, { input }) => (input === 'wait.newer' && answer['outcome'] === 'granted' ? { ...answer, package: 'none' } : answer)),
    bent(PAIR, 'keeps-two-in-a-queue-of-one', 'fail', (answer) => (answer['retained'] === 1 ? { ...answer, retained: 0, queued: 2 } : answer)),
    bent(WHOLE, 'hides-the-length-behind-the-residency', 'fail', (answer, { params }) => {
      const asked = params['package'] as unknown as Readonly<Record<string, string>> | undefined;
      return asked?.['length'] === 'differs' && answer['reason'] === 'not-on-device' ? { ...answer, reason: 'length' } : answer;
    }),
    single('says-nothing-of-a-view', (answer) => (answer['reason'] === 'not-compact' ? { ...answer, message: 'no' } : answer)),
    single('throws-on-a-lost-device', (answer, { input }) => {
      if (input === 'lose_device') throw new Error('CUDA_ERROR_LAUNCH_FAILED');
      return answer;
    }, 'crash'),
  ];
}
