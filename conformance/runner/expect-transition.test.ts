import { expect, test } from 'vitest';
import { groundTensor } from '../../generator/ground.ts';
import { applyingFacts } from '../../generator/emit/vitest.ts';
import { isExecuted } from '../../generator/mealy.ts';
import { accessWords } from '../../generator/walk.ts';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { tensorFamily } from '../machines/tensor.ts';
import type { Observed } from './adapter.ts';
import { expectTransitionOn, memberOf, type ExpectedTransition, type StepDriver } from './expect-transition.ts';

/** Answers as the model does, with `lie` over every answer. */
function modelDriver(lie: Observed = {}): StepDriver {
  const reference = referenceAdapter();
  return { reset: () => reference.reset(), perform: (step) => ({ ...reference.perform(step), ...lie }) };
}

const VIEW = { machine: 'tensor', word: ['make.exclusive'], input: 'dlpack.view', expected: { outcome: 'granted', dtype: 'made', shape: 'made', readOnly: 'true' } } as const;

test('an implementation that answers as the model does passes every transition', () => {
  const { whole } = groundTensor();
  const driver = modelDriver();
  const names = (inputs: readonly number[]): string[] => inputs.map((input) => whole.inputs[input] ?? '');
  accessWords(whole).forEach((word, state) => whole.cells[state]?.forEach((cell, input) => {
    if (!isExecuted(cell)) return;
    const [last] = names([input]);
    // The names come from the table itself, so they are in the closed alphabet that the type spells out.
    expectTransitionOn(driver, { machine: 'tensor', word: names(word), input: last, expected: Object.fromEntries(applyingFacts(cell)) } as ExpectedTransition);
  }));
});

test('one wrong fact fails, and the message holds every step and the fact', () => {
  expect(() => expectTransitionOn(modelDriver({ readOnly: 'false' }), VIEW))
    .toThrow(/1\. make\.exclusive .*"vec"[\s\S]*2\. dlpack\.view[\s\S]*readOnly: expected true, observed false/);
});

test('metadata other than what was made fails', () => {
  expect(() => expectTransitionOn(modelDriver({ dtype: 'int64' }), VIEW)).toThrow(/dtype: expected float32, observed int64/);
});

test('a refusal whose text does not say what to do fails', () => {
  const refused = { machine: 'tensor', word: ['make.foreign'], input: 'into_dlpack', expected: { outcome: 'refused', reason: 'not-exclusive' } } as const;
  expectTransitionOn(modelDriver({ message: 'take a copy with __dlpack__(copy=True)' }), refused);
  expect(() => expectTransitionOn(modelDriver({ message: 'no' }), refused)).toThrow(/message: expected a text with/);
});

test('a step that the harness itself answers is no evidence', () => {
  const absent = { ...VIEW, word: ['make.exclusive', 'close_face'] } as const;
  expect(() => expectTransitionOn(modelDriver(), absent)).toThrow(/step 2, close_face, was answered `absent`/);
});

test('foreign memory in readable tests can be watched being freed', () => {
  expect(memberOf(tensorFamily, 'make.foreign').params).toEqual({ origin: 'from_owner', dtype: 'float32', shape: [2, 3] });
});
