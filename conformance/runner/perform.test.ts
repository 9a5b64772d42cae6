// An adapter may answer anything. What is no answer is a `protocol` verdict, never an exception of the runner.
import { expect, test } from 'vitest';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import type { Observed } from './adapter.ts';
import { runProfile } from './run.ts';

test.each([
  ['null', null, 'null'], ['nothing', undefined, 'undefined'], ['a text', 'granted', 'a string'], ['a number', 7, 'a number'],
  ['a list', [], 'an array'], ['a promise', Promise.resolve({ outcome: 'granted' }), 'a promise'],
])('an adapter that answers with %s gets the verdict `protocol`', (_, answer, words) => {
  const honest = referenceAdapter();
  const result = runProfile({ ...honest, perform: (step) => (step.input === 'into_dlpack' ? answer as unknown as Observed : honest.perform(step)) }, { profile: 'smoke' });
  const kinds = new Set(result.machines.flatMap(({ findings }) => findings.map(({ verdict }) => verdict.kind)));
  expect([...kinds]).toEqual(['protocol']);
  expect(result.machines[0]?.findings[0]?.verdict.reason).toBe(`the answer is ${words}, not an object of facts`);
  expect(result.ok).toBe(false);
});
