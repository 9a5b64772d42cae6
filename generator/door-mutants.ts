// Mutants of a decision table at a door: one row answers wrongly, or one row is skipped.
import { decide, type Row } from '../model/tensor/table.ts';

export interface DoorKills {
  readonly enumerated: number;
  /** The mutant answers every point as the table does: a skipped row whose points the next row answers alike. */
  readonly equivalent: number;
  readonly caught: number;
  /** Mutants whose first failing point is decided by a row that cites the rule. */
  readonly perRule: ReadonlyMap<string, number>;
}

/** Every single-row mutant of `rows`, asked every point of `product` in order. */
export function mutateDoor<Request, Outcome>(rows: readonly Row<Request, Outcome>[], product: readonly Request[]): DoorKills {
  const outcomes = [...new Set(rows.map((row) => row.outcome))];
  const mutants = rows.flatMap((row, at) => [
    ...outcomes.filter((outcome) => outcome !== row.outcome).map((outcome) => rows.map((kept, i) => (i === at ? { ...row, outcome } : kept))),
    // The last row takes what is left: without it the table is not total.
    ...(at < rows.length - 1 ? [rows.filter((_, i) => i !== at)] : []),
  ]);
  const perRule = new Map<string, number>();
  let caught = 0;
  for (const mutant of mutants) {
    const failing = product.find((request) => decide(mutant, request).outcome !== decide(rows, request).outcome);
    if (failing === undefined) continue;
    caught += 1;
    const { rule } = decide(rows, failing);
    perRule.set(rule, (perRule.get(rule) ?? 0) + 1);
  }
  return { enumerated: mutants.length, equivalent: mutants.length - caught, caught, perRule };
}
