import { expect, test } from 'vitest';
import { buildSuite } from './complete.ts';
import { groundTensor } from './ground.ts';
import { mutate } from './mutate.ts';

const FACTS = Object.keys(groundTensor().whole.cells[0]?.[0]?.observation ?? {});

test.each(groundTensor().factors.map((mealy) => [mealy.machine, mealy] as const))('%s: every feasible mutant is caught', (_, mealy) => {
  const t = performance.now();
  const report = mutate(mealy, buildSuite(mealy, FACTS, 'default'));
  console.log(report.counts.map(c=>({...c,survivors:c.survivors.length})), report.infeasibleCaught, report.perRule, performance.now()-t);
  for (const count of report.counts) {
    expect(count.survivors, count.kind).toEqual([]);
    expect(count.caught, count.kind).toBe(count.enumerated - count.infeasible - count.equivalent);
  }
});
