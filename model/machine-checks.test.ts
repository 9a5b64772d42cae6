// The checks see what they are about.
import { expect, test } from 'vitest';
import { citedRules, computed, miscited, misdescribed, unanswered, type Node } from './machine-checks.ts';

const GRANT = { type: 'accept', params: { code: 'made' } };
const EFFECTS = [{ type: 'effect', params: { code: 'delete' } }, { type: 'effect', params: { code: 'free' } }];
const node = (actions: string | readonly (string | typeof GRANT)[], description: string, rules?: readonly string[]): Node =>
  ({ states: { inner: { on: { input: [{ actions, description, ...(rules === undefined ? {} : { meta: { rules } }) }] } } } });

test('a description is its outcome and its effects', () => {
  expect(misdescribed(node([...EFFECTS, GRANT], 'accept made, delete, free', ['TEN-10']))).toEqual([]);
  expect(misdescribed(node('absent', 'absent'))).toEqual([]);
  expect(misdescribed(node([GRANT], 'accept other'))).toEqual(['accept other: 1 outcomes, accept made']);
  expect(misdescribed(node([GRANT, ...EFFECTS], 'accept made, free, delete')).length).toBe(1);
  expect(misdescribed(node([GRANT, 'absent'], 'accept made, absent')).length).toBe(1);
  expect(misdescribed(node(['keep'], '')).length).toBe(1);
});

test('what is executed cites a rule, and what is absent does not', () => {
  expect(miscited(node([GRANT], 'accept made', ['TEN-10']))).toEqual([]);
  expect(miscited(node([GRANT], 'accept made', []))).toEqual(['accept made']);
  expect(miscited(node('absent', 'absent', ['TEN-10']))).toEqual(['absent']);
  expect(citedRules(node([GRANT], 'accept made', ['TEN-10', 'TEN-11']))).toEqual(new Set(['TEN-10', 'TEN-11']));
});

test('the root answers the alphabet and nothing else', () => {
  const root: Node = { on: { a: { actions: 'absent', description: 'absent' }, b: { actions: 'absent', description: 'absent' } } };
  expect(unanswered(root, ['a', 'b'])).toEqual([]);
  expect(unanswered(root, ['b', 'c'])).toEqual(['c', 'a']);
});

test('a machine that is computed is no literal', () => {
  expect(computed('const f = () => 1;\nsetup().createMachine({ on: { a: {} } })')).toEqual([]);
  expect(computed('setup().createMachine({ on: { ...a, b: () => 1 } })')).toEqual(['...', '=>']);
});
