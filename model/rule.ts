// A rule: the public currency. Rows, transitions, cases and failures cite its id.

export type Level = 'MUST' | 'MUST~' | 'SHOULD' | 'MAY' | 'PROFILE';
/** What shows that a rule holds. `suite` and `table`: generated cases; the others name their own evidence in the README. */
export type Evidence = 'suite' | 'table' | 'compile' | 'child process' | 'scenario' | 'interleaving';

export interface Rule {
  readonly id: string;
  readonly sentence: string;
  /** As the published texts word it; `MUST~`: not in their words, but they only work if it holds; PROFILE: our own. Where a rule rests on several clauses, the weakest. */
  readonly level: Level;
  readonly source: string;
  readonly evidence: readonly Evidence[];
  /** Other answers that the standard leaves open: graded `deviation`, not `fail`. */
  readonly deviations?: readonly { readonly fact: string; readonly values: readonly string[] }[];
  /** An answer that no published text forbids, but that lets a reader see memory change: graded `hazard`. */
  readonly hazards?: readonly { readonly fact: string; readonly values: readonly string[] }[];
}
