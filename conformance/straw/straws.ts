// Wrong implementations that the suite must catch. Each is the reference with one thing bent.
import { referenceAdapter } from '../adapters/reference/reference.ts';
import type { Adapter, Observed, Step } from '../runner/adapter.ts';
import type { VerdictKind } from '../runner/judge.ts';

export interface Straw {
  readonly name: string;
  /** The verdict that fits. */
  readonly deserves: VerdictKind;
  readonly adapter: Adapter;
}

/** The reference whose answers pass through `bend`; `steps` counts from the last reset. */
function bent(name: string, deserves: VerdictKind, bend: (answer: Observed, step: Step, steps: number) => Observed): Straw {
  const honest = referenceAdapter();
  let steps = 0;
  return {
    name,
    deserves,
    adapter: {
      statement: { ...honest.statement, name },
      reset: () => {
        steps = 0;
        honest.reset();
      },
      perform: (step) => bend(honest.perform(step), step, steps++),
    },
  };
}

function ignoresReset(): Straw {
  const honest = referenceAdapter();
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
export function straws(): readonly Straw[] {
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
