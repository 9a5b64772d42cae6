import { expect, test } from 'vitest';
import native from '../adapters/native/statement.json' with { type: 'json' };
import reference from '../adapters/reference/statement.json' with { type: 'json' };
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { runProfile } from './run.ts';
import { statementProblems } from './statement.ts';

test.each([['native', native], ['reference', reference], ['one with fields from the future', { ...native, colour: 'blue' }]])('%s is in order', (_, statement) => {
  expect(statementProblems(statement)).toEqual([]);
});

test.each([
  ['no object', null, 'statement must be object'],
  ['no machines', { ...native, machines: undefined }, "must have required property 'machines'"],
  ['an unknown machine', { ...native, machines: ['tensors'] }, 'there is no machine `tensors`; there are tensor.exclusive, tensor.foreign'],
  ['an unknown fact', { ...native, observables: ['outcome', 'colour'] }, 'the model has no fact `colour`'],
  ['an unknown input', { ...native, unsupported: ['fly'] }, 'the model has no input `fly`'],
  ['no outcome', { ...native, observables: ['reason'] }, 'statement.observables'],
])('%s is told in one sentence', (_, statement, sentence) => {
  expect(statementProblems(statement).join('\n')).toContain(sentence);
});

test('a run refuses a statement that makes no sense', () => {
  const honest = referenceAdapter();
  expect(() => runProfile({ ...honest, statement: { ...honest.statement, observables: ['outcome', 'colour'] } }, { profile: 'smoke' })).toThrow('the model has no fact `colour`');
});
