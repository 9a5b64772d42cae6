// Failures that are known and explained. One that passes unexpectedly fails the run: the list must not outlive its reasons.
import type { Verdict } from './judge.ts';

export interface KnownFailure {
  /** A case id or a rule id. */
  readonly matches: string;
  readonly reason: string;
  readonly link: string;
}

/** The verdict in the light of what is known. */
export function applyKnown(verdict: Verdict, known: readonly KnownFailure[]): Verdict {
  const match = known.find(({ matches }) => matches === verdict.caseId || verdict.rules.includes(matches));
  if (match === undefined) return verdict;
  if (verdict.kind === 'pass') return { ...verdict, kind: 'unexpected-pass', reason: `known failure, and it passes: ${match.reason} (${match.link}); remove the entry` };
  if (verdict.kind === 'fail') return { ...verdict, kind: 'expected-fail', reason: `${match.reason} (${match.link})` };
  return verdict;
}
