// Performs a case, one step at a time. The adapter sees steps; what is expected stays with the judge.
import type { Adapter, Observed } from './adapter.ts';
import { judge, type Verdict, type VerdictKind } from './judge.ts';
import type { Case } from './plan.ts';

/** What ended a case before its last step. */
export interface Broken {
  readonly kind: Extract<VerdictKind, 'crash' | 'protocol'>;
  readonly reason: string;
}

/** The answers of an adapter to a case from reset. An exception, or an answer that is none, ends the case and is told apart. */
export function perform(adapter: Adapter, planned: Case): { observed: Observed[]; broken?: Broken } {
  const observed: Observed[] = [];
  try {
    adapter.reset();
    for (const step of planned.steps) {
      const answer: unknown = adapter.perform(step);
      const nonsense = whatInstead(answer);
      if (nonsense !== undefined) return { observed, broken: { kind: 'protocol', reason: `the answer is ${nonsense}, not an object of facts` } };
      observed.push(answer as Observed);
    }
  } catch (error) {
    return { observed, broken: { kind: 'crash', reason: `the adapter threw: ${error instanceof Error ? error.message : String(error)}` } };
  }
  return { observed };
}

/** What an answer is instead of an object of facts; nothing if it is one. */
function whatInstead(answer: unknown): string | undefined {
  if (answer === null || answer === undefined) return String(answer);
  if (Array.isArray(answer)) return 'an array';
  // The likeliest slip: an `async perform`. Its answer comes after the next step has been made.
  if (answer instanceof Promise) return 'a promise';
  return typeof answer === 'object' ? undefined : `a ${typeof answer}`;
}

/** Performs and judges one case. An adapter that throws has crashed, unless it had already failed before. */
export function runCase(adapter: Adapter, planned: Case, facts: readonly string[]): { verdict: Verdict; observed: Observed[] } {
  const { observed, broken } = perform(adapter, planned);
  const verdict = judge(planned, observed, facts, adapter.statement.conventions);
  if (broken === undefined || (verdict.kind !== 'inconclusive' && verdict.kind !== 'pass')) return { verdict, observed };
  const step = observed.length;
  return { verdict: { ...broken, caseId: planned.id, step, rules: planned.rules[step] ?? [], differences: [] }, observed };
}
