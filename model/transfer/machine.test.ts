import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citedRules, computed, miscited, misdescribed, unanswered, type Node } from '../machine-checks.ts';
import { TRANSFER_INPUTS } from './index.ts';
import { transferMachine } from './machine.ts';
import { TRANSFER_RULES } from './rules.ts';

const config = transferMachine.config as Node;

test('the config survives JSON', () => {
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
});

test('the machine is one literal: no spread, no computed key, no function, no template in its config', () => {
  expect(computed(readFileSync(new URL('./machine.ts', import.meta.url), 'utf8'))).toEqual([]);
});

test('the root answers every input, so every state does', () => {
  expect(unanswered(config, TRANSFER_INPUTS)).toEqual([]);
});

test('every description is the text of its outcome and effects', () => {
  expect(misdescribed(config)).toEqual([]);
});

test('every transition but the absent ones cites a rule, and every rule that is cited exists', () => {
  expect(miscited(config)).toEqual([]);
  const ids = TRANSFER_RULES.map(({ id }) => id);
  expect([...citedRules(config)].filter((id) => !ids.includes(id))).toEqual([]);
});

test('every rule of evidence `suite` is cited by a transition', () => {
  const cited = citedRules(config);
  expect(TRANSFER_RULES.filter(({ id, evidence }) => evidence.includes('suite') && !cited.has(id))).toEqual([]);
});
