import { expect, test } from 'vitest';
import { buildSuite } from './complete.ts';
import { groundTensor } from './ground.ts';
import { mutate, type MutationReport } from './mutate.ts';

const FACTS = Object.keys(groundTensor().whole.cells[0]?.[0]?.observation ?? {});
const FACTORS = groundTensor().factors.map((mealy) => [mealy.machine, mealy] as const);

function print(report: MutationReport): void {
  for (const { kind, enumerated, infeasible, equivalent, caught } of report.counts) {
    console.log(`${report.machine}: ${kind}: ${enumerated} enumerated, ${infeasible} infeasible, ${equivalent} equivalent, ${caught} caught`);
  }
  console.log(`${report.machine}: infeasible wrong targets caught all the same: ${report.infeasibleCaught}`);
}

test.each(FACTORS)('%s: the default profile catches every feasible table mutant', (_, mealy) => {
  const report = mutate(mealy, buildSuite(mealy, FACTS, 'default'), { infeasibleToo: true });
  print(report);
  for (const count of report.counts) {
    expect(count.survivors, count.kind).toEqual([]);
    expect(count.caught, count.kind).toBe(count.enumerated - count.infeasible - count.equivalent);
  }
});

test('a tour alone lets mutants live: the check can fail', () => {
  const [exclusive] = groundTensor().factors;
  if (exclusive === undefined) throw new Error('no factor');
  const report = mutate(exclusive, buildSuite(exclusive, FACTS, 'smoke'));
  const [output, , extraOutput] = report.counts;
  expect(output?.survivors).toEqual([]);
  expect(extraOutput?.survivors.length).toBeGreaterThan(1000);
});
