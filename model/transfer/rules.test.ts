import { expect, test } from 'vitest';
import { TRANSFER_RULES } from './rules.ts';
import { PACKAGE_ROWS } from './table.ts';

const IDS = TRANSFER_RULES.map(({ id }) => id);

test('the rules are those of the specification, in order, each once', () => {
  expect(IDS.map((id) => id.replace('TRF-', ''))).toEqual([
    '00', '01', '02', '03', '04', '05', '06', '07', '08', '10', '11', '12', '13', '14', '20', '21', '22', '30', '31', '32', '33', '34',
    '40', '40b', '41', '42', '43', '50', '51', '52', '53', '54', '55', '56', '56b', '57', '58',
  ]);
});

test('the rules of evidence `table` are those that a row cites', () => {
  const cited = new Set(PACKAGE_ROWS.map(({ rule }) => rule));
  expect(TRANSFER_RULES.filter(({ evidence }) => evidence.includes('table')).map(({ id }) => id)).toEqual(IDS.filter((id) => cited.has(id)));
});

test.each(TRANSFER_RULES.map((rule) => [rule.id, rule] as const))('%s says one sentence, from where, and how it is shown', (_, { sentence, level, source, evidence }) => {
  expect(sentence).toMatch(/^\S.*[^.\s]\.$/);
  expect(level).toBe('PROFILE');
  expect(source).toMatch(/^(seed tenferro (§\d(\.\d)?(, )?)+(; decision)?|decision)$/);
  expect(new Set(evidence).size).toBe(evidence.length);
  expect(evidence.length).toBeGreaterThan(0);
});
