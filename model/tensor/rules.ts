// The rules of the tensor machine.
import type { Evidence, Level, Rule } from '../rule.ts';

type Extra = Pick<Rule, 'deviations' | 'hazards'>;
const rule = (id: string, level: Level, source: string, evidence: readonly Evidence[], sentence: string, extra: Extra = {}): Rule =>
  ({ id, sentence, level, source, evidence, ...extra });

const TABLE = ['table'] as const;
const SUITE = ['suite'] as const;
const STREAM_ERRORS = { deviations: [{ fact: 'error', values: ['ValueError', 'RuntimeError', 'other'] }] };

/** Every rule of the tensor machine, in order. */
export const TENSOR_RULES: readonly Rule[] = [
  rule('TEN-01', 'PROFILE', 'DLP-032, DLP-136', TABLE, 'An argument of the wrong type or arity is refused `argument` (TypeError), before any side effect.'),
  rule('TEN-02', 'MUST', 'DLP-077', TABLE, 'Host memory has no streams: any `stream` but None is refused `stream`.', STREAM_ERRORS),
  rule('TEN-03', 'MUST', 'DLP-070', TABLE, 'A `dl_device` that is neither None nor this device is refused `device` (BufferError).'),
  rule('TEN-04', 'MUST', 'DLP-047, DLP-048, DLP-057, DLP-138', TABLE, 'With a versioned struct allowed, `copy=True` is granted: fresh writable memory of equal contents, IS_COPIED set.'),
  rule('TEN-05', 'MUST', 'DLP-043, DLP-056, DLP-058, DLP-137; seed zarrista #108', TABLE, 'With a versioned struct allowed, `copy` None or False is granted: a lease on the same address, READ_ONLY set, IS_COPIED clear.'),
  rule('TEN-06', 'PROFILE', 'DLP-053, DLP-139; decision', TABLE, 'Without a versioned struct, `copy=False` is refused `cannot-mark-read-only`: a legacy struct cannot say READ_ONLY.', { hazards: [{ fact: 'address', values: ['same'] }] }),
  rule('TEN-07', 'PROFILE', 'DLP-053, DLP-056, DLP-139; decision', TABLE, 'Without a versioned struct, `copy` None or True is granted: a legacy struct over a fresh copy, writable by convention.', { hazards: [{ fact: 'address', values: ['same'] }] }),
  rule('TEN-10', 'PROFILE', 'DLP-141; seed zarrista #108', SUITE, 'Metadata is readable in every state, and equal before and after any move or refusal.'),
  rule('TEN-11', 'PROFILE', 'seed zarrista #108', SUITE, 'While the slot is full a face opens: read-only, at the same address, counted as an alias.'),
  rule('TEN-12', 'MUST~', 'DLP-131, DLP-132, DLP-133', SUITE, 'Door 1 never consumes: any number of exports live at once, each with a deleter of its own, and a refusal leaves the tensor as it was.'),
  rule('TEN-13', 'PROFILE', 'DLP-140; seed zarrista #108', ['suite', 'interleaving'], 'Exclusive memory with no alias and no lease moves out through `into_dlpack`; the tensor becomes a tombstone.'),
  rule('TEN-14', 'PROFILE', 'DLP-140; seed zarrista #108', ['suite', 'interleaving'], 'With any alias or lease out `into_dlpack` is refused `shared`, the text names `__dlpack__(copy=True)`, and the slot stays intact.'),
  rule('TEN-15', 'PROFILE', 'DLP-141, DLP-144; seed zarrista #108', SUITE, 'A tombstone refuses every face and both doors with `consumed`, whatever the request; only `argument` is checked before.'),
  rule('TEN-16', 'PROFILE', 'DLP-142; seed zarrista #108', SUITE, 'An armed OwnedTensor grants a versioned export of the same address, READ_ONLY and IS_COPIED clear, and is spent.', { deviations: [{ fact: 'copied', values: ['true'] }] }),
  rule('TEN-17', 'PROFILE', 'decision', SUITE, 'An armed OwnedTensor grants a legacy export of the same address, writable, and is spent: nobody else can see the memory.'),
  rule('TEN-18', 'MUST', 'DLP-057; decision', SUITE, 'An armed OwnedTensor asked for a copy grants a fresh one, frees the original, and is spent.'),
  rule('TEN-19', 'PROFILE', 'DLP-136, DLP-143', SUITE, 'A refused call (`argument`, `stream`, `device`) leaves an OwnedTensor armed: consumers retry with fewer keywords.'),
  rule('TEN-20', 'PROFILE', 'DLP-143; seed zarrista #108', SUITE, 'Dropping an armed OwnedTensor frees the buffer once; dropping a spent one frees nothing.'),
  rule('TEN-21', 'PROFILE', 'DLP-144', SUITE, 'A spent OwnedTensor refuses `consumed`, after `argument`.'),
  rule('TEN-22', 'PROFILE', 'DLP-141', SUITE, 'The metadata of an OwnedTensor is readable, armed or spent.'),
  rule('TEN-23', 'MUST~', 'DLP-017, DLP-018, DLP-133', SUITE, 'The end of a lease or a face takes one holder away, and frees the buffer if and only if nothing else holds it.'),
  rule('TEN-24', 'MUST', 'DLP-133', SUITE, 'Dropping the tensor leaves exports, faces and an OwnedTensor valid, and frees the buffer if and only if nothing holds it.'),
  rule('TEN-25', 'MUST~', 'DLP-018, DLP-135', SUITE, 'A lease or a face shows the same bytes until it ends, also after the tensor is dropped.'),
  rule('TEN-26', 'MUST~', 'DLP-011, DLP-017', SUITE, 'The end of a moved export frees the buffer once, consumed or not; the tensor is not resurrected.'),
  rule('TEN-27', 'MUST', 'DLP-048', SUITE, 'A copied export lives alone: no alias and no lease; writing through it changes nothing else, and nothing else ends it.'),
  rule('TEN-28', 'PROFILE', 'DLP-140; decision', SUITE, 'Foreign memory that is not empty never moves: refused `not-exclusive`, the text names `__dlpack__(copy=True)`, and the slot stays intact.'),
  rule('TEN-29', 'PROFILE', 'DLP-131; decision', SUITE, 'A copy whose memory cannot be had is refused `memory` (MemoryError); nothing changes, an OwnedTensor stays armed.'),
  rule('TEN-30', 'MUST', 'DLP-080, DLP-083', TABLE, 'Device memory refuses stream 0, streams below -1 and what is not an integer with `stream`.', STREAM_ERRORS),
  rule('TEN-31', 'MUST', 'DLP-086', TABLE, 'Asked for the host, device memory refuses any `stream` but None with `stream`.', STREAM_ERRORS),
  rule('TEN-32', 'MUST', 'DLP-058', TABLE, 'Asked for the host with `copy=False`, device memory refuses `device`.'),
  rule('TEN-33', 'MUST', 'DLP-069', TABLE, 'Asked for the host otherwise, device memory grants a host copy, readable on return, IS_COPIED when versioned.'),
  rule('TEN-34', 'MUST', 'DLP-067, DLP-068, DLP-076 to DLP-082', TABLE, 'On its own device, device memory answers as TEN-04 to TEN-07, with the data ordered before the stream of the consumer.'),
  rule('TEN-35', 'MUST', 'DLP-070', TABLE, 'Another device is refused `device`.'),
];
