// The grounded transfer machine: pinned counts, what the suite of each factor guarantees, mutants.
import { expect, test } from 'vitest';
import { buildSuite } from './complete.ts';
import { groundTransfer } from './ground.ts';
import { isExecuted } from './mealy.ts';
import { mutate } from './mutate.ts';
import { dense, minimise, separators } from './separate.ts';
import { countSteps } from './suite.ts';

const { whole, factors } = groundTransfer();
const FACTS = Object.keys(whole.cells[0]?.[0]?.observation ?? {});
const COMPLETE = factors.filter(({ machine }) => machine !== 'transfer.whole').map((mealy) => [mealy.machine, mealy] as const);

test('counts are pinned: a change is a reviewed change of the model', () => {
  expect(factors.map((mealy) => [mealy.machine, mealy.states.length, mealy.cells.flat().filter(isExecuted).length, minimise(mealy, FACTS).states.length]))
    .toEqual([['transfer.whole', 1310, 21507, 581], ['transfer.pair', 222, 4036, 65], ['transfer.single', 374, 4377, 181]]);
});

test.each(factors.map((mealy) => [mealy.machine, mealy] as const))('%s: equal handles mean equal executed inputs, and minimal states with equal handles are separated', (_, mealy) => {
  const minimal = minimise(mealy, FACTS);
  const first = separators(dense(minimal, FACTS));
  const executed = minimal.cells.map((row) => row.map(isExecuted).join());
  const n = minimal.states.length;
  for (let a = 0; a < n; a += 1) {
    for (let b = 0; b < a; b += 1) {
      if (minimal.states[a]?.handles !== minimal.states[b]?.handles) continue;
      expect(executed[a]).toBe(executed[b]);
      expect(first[a * n + b], `${minimal.states[a]?.name} and ${minimal.states[b]?.name}`).toBeGreaterThanOrEqual(0);
    }
  }
});

test.each(COMPLETE)('%s: m = n + 1 fits the budget, and catches every feasible mutant of the minimal table', (_, mealy) => {
  const suite = buildSuite(mealy, FACTS, 'default');
  expect(suite.extraStates).toBe(1);
  console.log(`${mealy.machine}: ${suite.sections.map((section) => `${section.name} ${section.words.length} cases, ${countSteps(section.words)} steps`).join('; ')}`);
  // Among states that no executed word tells apart a wrong target is no fault, so the minimal machine is mutated.
  const report = mutate(minimise(mealy, FACTS), suite);
  for (const { kind, enumerated, infeasible, equivalent, caught, survivors } of report.counts) {
    console.log(`${mealy.machine}: ${kind}: ${enumerated} enumerated, ${infeasible} infeasible, ${equivalent} equivalent, ${caught} caught`);
    expect(survivors, kind).toEqual([]);
    expect(caught, kind).toBe(enumerated - infeasible - equivalent);
  }
});
