// A failure, with everything needed to repeat it.
import { rulesById } from '../machines/index.ts';
import type { Observed, Step } from '../runner/adapter.ts';
import type { Verdict } from '../runner/judge.ts';
import type { Case } from '../runner/plan.ts';

export function stepText({ input, params }: Step): string {
  const words = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return words.length === 0 ? input : `${input} ${words.join(' ')}`;
}

/** What a run was told beside the adapter, as far as a replay must be told it too. */
export interface RepeatOptions {
  readonly mutant?: string | undefined;
  readonly profile?: string | undefined;
  readonly suite?: string | undefined;
}

/** The command that repeats one case. */
export function replayLine(caseId: string, adapter: string, { mutant, profile, suite }: RepeatOptions = {}): string {
  // The cases of a tour are cases of the default profile.
  const options = { mutant, profile: profile === 'deep' ? profile : undefined, suite };
  const words = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  return ['npm run custody -- replay', caseId, '--adapter', adapter, ...words].join(' ');
}

/** Rule, steps up to the one at fault, expected against observed, and the line that repeats it. */
export function failureText(verdict: Verdict, planned: Case, observed: readonly Observed[], adapter: string, options: RepeatOptions = {}): string {
  const rules = verdict.rules.map((id) => rulesById.get(id)).filter((rule) => rule !== undefined);
  const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
  const differences = verdict.differences.map((d) => `    ${d.fact}: expected ${shown(d.expected)}, observed ${shown(d.observed)}`);
  const until = Math.min(verdict.step, planned.steps.length - 1);
  const steps = planned.steps.slice(0, until + 1).map((step, at) => {
    const outcome = observed[at]?.['outcome'];
    return `    ${at + 1}. ${stepText(step)}${at === until ? '   <-- here' : ` -> ${String(outcome)}`}`;
  });
  return [
    `${verdict.kind.toUpperCase()} ${verdict.rules.join(', ')} ${adapter} case ${verdict.caseId} step ${verdict.step + 1}: ${verdict.reason}`,
    ...rules.map((rule) => `  ${rule.id}: ${rule.sentence} [${rule.level}; ${rule.source}]`),
    ...differences.length > 0 ? ['  difference:', ...differences] : [],
    '  shortest failing prefix:',
    ...steps,
    `  repeat: ${replayLine(verdict.caseId, adapter, options)}`,
  ].join('\n');
}
