// The rules of the transfer machine.
import type { Evidence, Rule } from '../rule.ts';

/** No published text says who owns memory during a copy: every rule here is our own profile, from the seed or decided. */
const rule = (id: string, source: string, evidence: readonly Evidence[], sentence: string): Rule => ({ id, sentence, level: 'PROFILE', source, evidence });

const TABLE = ['table'] as const;
const SUITE = ['suite'] as const;
/** Said of every interleaving of several transfers and tensors, and read off the simulated driver's log and ledger. */
const SCENARIO = ['scenario'] as const;
const BOTH = ['suite', 'scenario'] as const;

/** Every rule of the transfer machine, in order. */
export const TRANSFER_RULES: readonly Rule[] = [
  rule('TRF-00', 'seed tenferro §2.1; decision', ['table', 'compile'], 'A tombstone or a buffer that is gone is rejected `consumed`, a buffer in flight `in-flight`; where a call moves its arguments, neither compiles.'),
  rule('TRF-01', 'seed tenferro §2.6', TABLE, 'A view, or any value that is not a compact owner, is rejected `not-compact`; the text says to materialise it.'),
  rule('TRF-02', 'seed tenferro §2.3', TABLE, 'A value on the host is rejected `not-on-device`.'),
  rule('TRF-03', 'seed tenferro §2.3', TABLE, 'An element type that is not served is rejected `dtype`.'),
  rule('TRF-04', 'seed tenferro §2.3', TABLE, 'A value and a buffer of different byte lengths are rejected `length`.'),
  rule('TRF-05', 'decision', TABLE, 'A value or buffer of another runtime, context or device is rejected `foreign`, before anybody asks who else reaches it.'),
  rule('TRF-06', 'decision', TABLE, 'A destination that an alias or a lease reaches is rejected `shared`, one of foreign origin that is not empty `not-exclusive`; the source is only read and may be shared.'),
  rule('TRF-07', 'decision', ['table', 'suite'], 'Once a call of this runtime has reported the device lost, every submit that is otherwise in order is rejected `device-lost`.'),
  rule('TRF-08', 'decision', ['table', 'suite'], 'Zero bytes are admitted and complete at once, without a driver call and without a queue entry, however the handle ends.'),
  rule('TRF-10', 'seed tenferro §1, §2.3; decision', BOTH, 'A failure before the copy (context, stream look-up, event) is rejected `driver` with the same package; an event created by then is destroyed.'),
  rule('TRF-11', 'seed tenferro §2, §2.4; decision', SUITE, 'A copy that fails, with any code, leaves the transfer unproven: nothing comes back and the record is kept for ever.'),
  rule('TRF-12', 'seed tenferro §2, §2.4; decision', BOTH, 'An event that cannot be recorded leaves the transfer unproven; that event is never asked, waited for or destroyed: unrecorded, it would read as complete.'),
  rule('TRF-13', 'decision', SCENARIO, 'After a failed call of a submit no further driver call is made for that record, except to destroy the event of TRF-10.'),
  rule('TRF-14', 'seed tenferro §2.1', ['table', 'suite'], 'A submit of which no call fails gives a pending handle and has not waited.'),
  rule('TRF-20', 'seed tenferro §2', SUITE, '`is_ready` of a copy that has not completed is false, and changes nothing.'),
  rule('TRF-21', 'seed tenferro §2', SUITE, '`is_ready` of a copy that has completed is true, and true ever after; it releases nothing and hands nothing back.'),
  rule('TRF-22', 'decision', SUITE, '`is_ready` whose query fails is an error and not false; the handle stays usable.'),
  rule('TRF-30', 'seed tenferro §2.1, §3', BOTH, '`wait` that proves completion hands back value and buffer, byte for byte; event, retention and pin are released once, before that.'),
  rule('TRF-31', 'seed tenferro §2.4', BOTH, '`wait` that cannot bind the context or wait for the event is `CompletionUnproven`: no owner, no second attempt, the event not destroyed, the record kept for ever.'),
  rule('TRF-32', 'decision', SUITE, 'What `is_ready` proved stays proven: `wait` hands the owners back, also after the device was lost.'),
  rule('TRF-33', 'seed tenferro §2.4', SCENARIO, 'An event that cannot be destroyed after the proof is a diagnostic, counted; the owners come back all the same.'),
  rule('TRF-34', 'seed tenferro §2', ['child process'], 'A panic after admission ends the transfer proven or unproven: it never leaves a drop and never releases without proof.'),
  rule('TRF-40', 'seed tenferro §2.2', BOTH, 'Dropping a handle without waiting moves its record into the retirement queue and returns without any call that waits.'),
  rule('TRF-40b', 'decision', SUITE, 'Dropping a handle whose completion is proven releases it at once, without a queue entry, also after the device was lost.'),
  rule('TRF-41', 'seed tenferro §2.2', SUITE, 'Dropping into a full queue drains it once without waiting; if it is still full the record is retained for ever, and counted.'),
  rule('TRF-42', 'seed tenferro §1, §2.1, §2.2', SUITE, 'A forgotten handle leaks in place: no queue entry, nothing released, the runtime stays usable.'),
  rule('TRF-43', 'seed tenferro §3; decision', ['child process', 'interleaving'], 'A drop while unwinding, or on a poisoned lock, is as any other; a poisoned queue is recovered, counted and used on.'),
  rule('TRF-50', 'seed tenferro §2.2', BOTH, 'Every later submit that passes the door first asks each queue entry once, without waiting, and releases the complete ones, each part once.'),
  rule('TRF-51', 'seed tenferro §2.2', SUITE, 'A queue entry that is not ready stays.'),
  rule('TRF-52', 'decision', BOTH, 'A queue entry whose query fails stays, and the error is reported and counted: only a drain that waits may decide.'),
  rule('TRF-53', 'seed tenferro §2.2; decision', BOTH, '`synchronize` judges each entry by itself, oldest first: event, else stream, else unproven for ever; then it waits for the stream. The first error is returned, all are counted.'),
  rule('TRF-54', 'seed tenferro §2.2', SUITE, 'A drop at capacity drains as TRF-41 says, and no more.'),
  rule('TRF-55', 'seed tenferro §3; decision', SUITE, 'When the last external owner of a runtime goes its own queue is drained, waiting; then its context is released, unless an unproven, retained or forgotten record exists.'),
  rule('TRF-56', 'decision', SUITE, '`synchronize` after one that failed reports its own result; the records that the failure cost stay kept and counted.'),
  rule('TRF-56b', 'decision', SUITE, '`synchronize` leaves handles with the caller; after it succeeded each of them is ready.'),
  rule('TRF-57', 'decision', SUITE, 'At every moment admitted is completed, retired, unproven, retained, queued and in flight together, forgotten ones in flight for ever; rejected is counted apart.'),
  rule('TRF-58', 'decision', ['suite', 'child process'], 'Whatever ends first, runtime, handle, buffer or process: no crash and no early free; leaks that are accepted are counted apart from faults.'),
];
