import { expect, test } from 'vitest';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { buildSuite } from '../../generator/complete.ts';
import { groundTensor } from '../../generator/ground.ts';
import { tensorFamily } from '../machines/tensor.ts';
import { transferFamily } from '../machines/transfer.ts';
import type { Adapter } from './adapter.ts';
import { runProfile } from './run.ts';

const referenceTensor = (): Adapter => referenceAdapter({ machines: tensorFamily.factors });

test('the reference passes its own suite', () => {
  expect(runProfile(referenceAdapter(), { profile: 'default' }).ok).toBe(true);
});

test('inputs that a statement does not claim are not run, and are counted', () => {
  const honest = referenceTensor();
  const asked = new Set<string>();
  const unsupported = ['into_dlpack', 'dlpack.no_memory'];
  const result = runProfile({
    ...honest,
    statement: { ...honest.statement, unsupported },
    perform: (step) => {
      asked.add(step.input);
      return honest.perform(step);
    },
  }, { profile: 'default' });
  expect(result.ok).toBe(true);
  expect(result.notApplicable).toEqual([...transferFamily.factors, ...unsupported]);
  for (const input of unsupported) expect(asked).not.toContain(input);
  // Nothing moves without door 2, so no OwnedTensor is ever asked either.
  expect([...asked].filter((input) => input.startsWith('owned.'))).toEqual([]);
});

test('fewer observables give a longer suite, and the run says which it compared', () => {
  const honest = referenceTensor();
  const few = ['outcome', 'reason', 'address'];
  const result = runProfile({ ...honest, statement: { ...honest.statement, observables: few } }, { profile: 'default' });
  expect(result.machines.map((machine) => machine.observables)).toEqual([few, few]);
  expect(result.machines.every((machine) => machine.counts.fail === 0)).toBe(true);
});

test.each([
  ['fewer observables', { observables: ['outcome'] }, 'which the adapter does not report'],
  ['fewer inputs', { unsupported: ['inspect'] }, 'the statement lacks inspect'],
])('a suite made for all facts and inputs is refused for %s', (_, less, sentence) => {
  const honest = referenceTensor();
  const suites = groundTensor().factors.map((factor) => buildSuite(factor, tensorFamily.facts, 'smoke'));
  expect(() => runProfile({ ...honest, statement: { ...honest.statement, ...less } }, { profile: 'smoke', suites })).toThrow(sentence);
});

test.each([['copy', 'copy', true], ['refuse', 'refuse', true], ['refuse', 'copy', false]] as const)(
  'an implementation that declares legacyFallback %s and does %s passes: %s', (declared, done, passes) => {
    const { statement } = referenceTensor();
    const doing = referenceAdapter({ statement: { ...statement, conventions: { legacyFallback: done } } });
    const result = runProfile({ ...doing, statement: { ...statement, conventions: { legacyFallback: declared } } }, { profile: 'default' });
    expect(result.ok).toBe(passes);
    expect(result.machines.every(({ counts }) => (counts.fail === 0) === passes)).toBe(true);
  });
