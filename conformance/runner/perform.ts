// Performs a case, one step at a time. The adapter sees steps; what is expected stays with the judge.
import type { Adapter, Observed } from './adapter.ts';
import { judge, type Verdict } from './judge.ts';
import type { Case } from './plan.ts';

/** The answers of an adapter to a case from reset. An exception ends the case and is told apart. */
export function perform(adapter: Adapter, planned: Case): { observed: Observed[]; threw?: string } {
  const observed: Observed[] = [];
  try {
    adapter.reset();
    for (const step of planned.steps) observed.push(adapter.perform(step));
  } catch (error) {
    return { observed, threw: error instanceof Error ? error.message : String(error) };
  }
  return { observed };
}

/** Performs and judges one case. An adapter that throws has crashed, unless it had already failed before. */
export function runCase(adapter: Adapter, planned: Case, facts: readonly string[]): { verdict: Verdict; observed: Observed[] } {
  const { observed, threw } = perform(adapter, planned);
  const verdict = judge(planned, observed, facts, adapter.statement.conventions);
  if (threw === undefined || (verdict.kind !== 'inconclusive' && verdict.kind !== 'pass')) return { verdict, observed };
  const step = observed.length;
  const crash: Verdict = { kind: 'crash', caseId: planned.id, step, rules: planned.rules[step] ?? [], differences: [], reason: `the adapter threw: ${threw}` };
  return { verdict: crash, observed };
}
