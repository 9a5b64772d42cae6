// The grounded transfer machine: pinned counts, and which states are told apart.
import { expect, test } from 'vitest';
import { groundTransfer } from './ground.ts';
import { factsOf, isExecuted } from './mealy.ts';
import { dense, minimise, separators } from './separate.ts';

const { whole, factors } = groundTransfer();
const FACTS = factsOf(whole);

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
