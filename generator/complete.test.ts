import { expect, test } from 'vitest';
import { buildSuite } from './complete.ts';
import { groundTensor } from './ground.ts';
import { isExecuted } from './mealy.ts';
import { rivalSize } from './rivals.ts';
import { dense } from './separate.ts';
import { countSteps } from './suite.ts';

const FACTS = Object.keys(groundTensor().whole.cells[0]?.[0]?.observation ?? {});
const FACTORS = groundTensor().factors.map((mealy) => [mealy.machine, mealy] as const);

test('suite sizes are pinned', () => {
  const sizes = FACTORS.map(([name, mealy]) => {
    const { extraStates, sections } = buildSuite(mealy, FACTS, 'default');
    return { name, extraStates, sections: sections.map((s) => `${s.name}: ${s.words.length} cases, ${countSteps(s.words)} steps`) };
  });
  expect(sizes).toEqual([
    { name: 'tensor.exclusive', extraStates: 1, sections: ['tour: 61 cases, 804 steps', 'h n: 1799 cases, 9122 steps', 'h n+1: 28299 cases, 168236 steps', 'random: 179 cases, 9148 steps'] },
    { name: 'tensor.foreign', extraStates: 1, sections: ['tour: 32 cases, 456 steps', 'h n: 1027 cases, 5561 steps', 'h n+1: 14540 cases, 92173 steps', 'random: 119 cases, 5609 steps'] },
  ]);
});

test.each(FACTORS)('%s: no word contains an absent cell', (_, mealy) => {
  const machine = dense(mealy, FACTS);
  for (const section of buildSuite(mealy, FACTS, 'default').sections) {
    for (const word of section.words) {
      let state = 0;
      for (const input of word) {
        state = machine.to[state * machine.inputs + input] ?? -1;
        if (state < 0) throw new Error(`${section.name}: absent input in ${word.join()}`);
      }
    }
  }
});

test.each(FACTORS)('%s: the tour takes every executed transition', (_, mealy) => {
  const machine = dense(mealy, FACTS);
  const taken = new Set<number>();
  for (const word of buildSuite(mealy, FACTS, 'smoke').sections[0]?.words ?? []) {
    let state = 0;
    for (const input of word) {
      taken.add(state * machine.inputs + input);
      state = machine.to[state * machine.inputs + input] ?? -1;
    }
  }
  expect(taken.size).toBe(mealy.cells.flat().filter(isExecuted).length);
});

test('equal arguments give equal suites', () => {
  const [exclusive] = groundTensor().factors;
  if (exclusive === undefined) throw new Error('no factor');
  expect(buildSuite(exclusive, FACTS, 'default')).toEqual(buildSuite(exclusive, FACTS, 'default'));
});

test('a budget too small for n + 1 lowers the guarantee and says so', () => {
  const [exclusive] = groundTensor().factors;
  if (exclusive === undefined) throw new Error('no factor');
  const suite = buildSuite(exclusive, FACTS, 'default', 20_000);
  expect(suite.extraStates).toBe(0);
  expect(suite.sections.map((section) => section.name)).toEqual(['tour', 'h n', 'random']);
});

test.each(FACTORS)('%s: H needs fewer steps than HSI, and HSI no more than W', (_, mealy) => {
  const h = buildSuite(mealy, FACTS, 'default').sections.find((section) => section.name === 'h n+1');
  const hsi = rivalSize(mealy, FACTS, 'hsi', 1);
  const w = rivalSize(mealy, FACTS, 'w', 1);
  console.log(`${mealy.machine}: m = n + 1: H ${countSteps(h?.words ?? [])} steps, HSI ${hsi.steps}, W ${w.steps}`);
  expect(countSteps(h?.words ?? [])).toBeLessThan(hsi.steps);
  expect(hsi.steps).toBeLessThanOrEqual(w.steps);
});
