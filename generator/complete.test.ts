import { expect, test } from 'vitest';
import { buildSuite } from './complete.ts';
import { groundTensor } from './ground.ts';
import { minimise } from './separate.ts';
import { countSteps } from './suite.ts';

const FACTS = Object.keys(groundTensor().whole.cells[0]?.[0]?.observation ?? {});

test.each(groundTensor().factors.map((mealy) => [mealy.machine, mealy] as const))('%s', (_, mealy) => {
  const started = performance.now();
  const suite = buildSuite(mealy, FACTS, 'default');
  console.log(minimise(mealy, FACTS).states.length, suite.extraStates, suite.sections.map((s) => [s.name, s.words.length, countSteps(s.words), Math.max(...s.words.map((w) => w.length))].join(' ')), performance.now() - started);
  expect(suite.extraStates).toBe(1);
});
