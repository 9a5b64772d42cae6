// Wrong implementations of the tensor.
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { tensorFamily } from '../machines/tensor.ts';
import type { Observed, Step } from '../runner/adapter.ts';
import type { VerdictKind } from '../runner/judge.ts';
import { bent as bentOf, type Bend, type Straw } from './bent.ts';

const bent = (name: string, deserves: VerdictKind, bend: Bend): Straw => bentOf(tensorFamily.factors, name, deserves, bend);

function ignoresReset(): Straw {
  const honest = referenceAdapter({ machines: tensorFamily.factors });
  return { name: 'ignores-reset', deserves: 'fail', adapter: { ...honest, statement: { ...honest.statement, name: 'ignores-reset' }, reset: () => {} } };
}

const number = (answer: Observed, fact: string): number => Number(answer[fact]);
const SWAPPED: Readonly<Record<string, string>> = { shared: 'not-exclusive', 'not-exclusive': 'shared' };
const NOT_REFUSED = { outcome: 'granted', reason: 'none', error: 'none' } as const;

/** The straw with a statement that says nothing of legacy exports. */
function undeclared(straw: Straw): Straw {
  const { conventions: _, ...statement } = straw.adapter.statement;
  return { ...straw, adapter: { ...straw.adapter, statement } };
}

function leavesCopyOpen({ input, params }: Step): boolean {
  return input === 'dlpack.legacy_copy' && JSON.stringify(params).includes('"copy":null');
}

/** All of them. */
export function tensorStraws(): readonly Straw[] {
  let ended = 0;
  return [
    bent('grants-all', 'fail', (answer) => (answer['outcome'] === 'refused' ? { ...answer, ...NOT_REFUSED } : answer)),
    bent('refuses-all', 'fail', (answer, { input }) => (input.startsWith('make.') ? answer : { ...answer, outcome: 'refused', reason: 'argument', error: 'TypeError' })),
    ignoresReset(),
    bent('forgets-one-effect', 'fail', (answer, { input }) => (input === 'drop_owned' ? { ...answer, freed: 0 } : answer)),
    bent('double-release', 'fail', (answer) => (number(answer, 'deleterCalls') === 1 ? { ...answer, deleterCalls: 2 } : answer)),
    bent('never-releases', 'fail', (answer) => ({ ...answer, deleterCalls: 0 })),
    bent('frees-early', 'fail', (answer, { input }) => (input === 'drop_tensor' ? { ...answer, freed: 1 } : answer)),
    bent('swaps-reasons', 'fail', (answer) => ({ ...answer, reason: SWAPPED[String(answer['reason'])] ?? answer['reason'] })),
    bent('answers-of-another-version', 'fail', (answer) => (answer['version'] === '1.3' ? { ...answer, version: '1.0' } : answer)),
    bent('claims-what-it-lacks', 'fail', (answer, { input }) => (input === 'into_dlpack' ? { outcome: 'unsupported' } : answer)),
    bent('contradicts-itself', 'fail', (answer) => (answer['address'] === 'fresh' && answer['abi'] === 'versioned' ? { ...answer, address: 'same' } : answer)),
    bent('throws', 'crash', (answer, { input }) => {
      if (input === 'into_dlpack') throw new Error('boom');
      return answer;
    }),
    bent('hangs', 'timeout', (answer, { input }) => {
      // A loop that the compiler cannot see through, as a lock that is never released.
      for (let waited = 0; input === 'into_dlpack'; waited += 1) if (waited < 0) break;
      return answer;
    }),
    bent('counts-to-forty', 'fail', (answer, _step, steps) => (steps === 40 ? { ...answer, bytesEqual: 'false' } : answer)),
    bent('remembers-between-cases', 'fail', (answer, { input }) => {
      if (input === 'end_lease') ended += 1;
      return ended > 100 && input === 'dlpack.view' && answer['outcome'] === 'granted' ? { ...answer, readOnly: 'false' } : answer;
    }),
    undeclared(bent('shares-legacy-memory', 'hazard', (answer, step) => (leavesCopyOpen(step) && answer['abi'] === 'legacy' ? { ...answer, address: 'same' } : answer))),
    bent('shares-legacy-memory-and-denies-it', 'fail', (answer, step) => (leavesCopyOpen(step) && answer['abi'] === 'legacy' ? { ...answer, address: 'same' } : answer)),
    bent('marks-a-move-as-a-copy', 'deviation', (answer, { input }) => (input === 'owned.dlpack.move' && answer['outcome'] === 'granted' ? { ...answer, copied: 'true' } : answer)),
  ];
}
