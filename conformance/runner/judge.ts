// The pure judge: observations against the model, and a verdict with the rule at fault.
import { ANY } from '../../generator/mealy.ts';
import { familyOf, rulesById } from '../machines/index.ts';
import type { Observed, Statement, Step } from './adapter.ts';
import type { Case } from './plan.ts';

export type VerdictKind =
  | 'pass' | 'fail' | 'hazard' | 'deviation' | 'inconclusive' | 'crash' | 'timeout' | 'protocol' | 'expected-fail';

export interface Difference {
  readonly fact: string;
  readonly expected: string | number;
  readonly observed: unknown;
}

export interface Verdict {
  readonly kind: VerdictKind;
  readonly caseId: string;
  /** Index of the step at fault; -1 for a pass. The prefix that ends with it is the shortest that fails. */
  readonly step: number;
  readonly rules: readonly string[];
  readonly differences: readonly Difference[];
  readonly reason: string;
}

function listed(lists: readonly { readonly fact: string; readonly values: readonly string[] }[] | undefined, difference: Difference): boolean {
  return (lists ?? []).some(({ fact, values }) => fact === difference.fact && values.includes(String(difference.observed)));
}

/** Whether the step's request left the copy to the producer, and the statement does not say what it then does. */
function isUndeclared(step: Step | undefined, conventions: Statement['conventions']): boolean {
  const request = step?.params['request'];
  const copy = typeof request === 'object' && request !== null && 'copy' in request ? request.copy : null;
  return copy !== true && conventions?.legacyFallback === undefined;
}

function grade(rules: readonly string[], differences: readonly Difference[], undeclared: boolean): VerdictKind {
  const cited = rules.map((id) => rulesById.get(id));
  if (differences.every((d) => cited.some((rule) => listed(rule?.deviations, d)))) return 'deviation';
  if (undeclared && differences.some((d) => cited.some((rule) => listed(rule?.hazards, d)))) return 'hazard';
  return 'fail';
}

function compare(machine: string, expected: Readonly<Record<string, string | number>>, observed: Observed, facts: readonly string[]): Difference[] {
  const differences: Difference[] = [];
  for (const fact of facts) {
    const wanted = expected[fact] ?? 'none';
    if (wanted !== ANY && observed[fact] !== wanted) differences.push({ fact, expected: wanted, observed: observed[fact] });
  }
  const text = familyOf(machine).texts[String(expected['reason'])];
  if (text !== undefined && 'message' in observed && !String(observed['message']).includes(text)) {
    differences.push({ fact: 'message', expected: `a text with "${text}"`, observed: observed['message'] });
  }
  return differences;
}

/** Judges one case. `observed` may be shorter than the case: what was not answered is inconclusive. */
export function judge(planned: Case, observed: readonly Observed[], facts: readonly string[], conventions?: Statement['conventions']): Verdict {
  let deviation: Verdict | undefined;
  for (const [step, expected] of planned.expected.entries()) {
    const answer = observed[step];
    const rules = planned.rules[step] ?? [];
    if (answer === undefined) {
      return { kind: 'inconclusive', caseId: planned.id, step, rules, differences: [], reason: `no answer to step ${step + 1}` };
    }
    if (answer['outcome'] === 'unsupported') {
      return { kind: 'fail', caseId: planned.id, step, rules, differences: [{ fact: 'outcome', expected: expected['outcome'] ?? '', observed: 'unsupported' }], reason: 'the statement claims this input, and the adapter does not support it' };
    }
    const differences = compare(planned.machine, expected, answer, facts);
    if (differences.length === 0) continue;
    const kind = grade(rules, differences, isUndeclared(planned.steps[step], conventions));
    const verdict: Verdict = { kind, caseId: planned.id, step, rules, differences, reason: 'the answer is not the one predicted' };
    if (kind !== 'deviation') return verdict;
    deviation ??= verdict;
  }
  return deviation ?? { kind: 'pass', caseId: planned.id, step: -1, rules: [], differences: [], reason: '' };
}
