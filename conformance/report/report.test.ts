import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { runProfile, type RunResult } from '../runner/run.ts';
import { straws } from '../straw/straws.ts';
import { junit } from './junit.ts';
import { guarantee, terminal } from './terminal.ts';

const validate = new Ajv2020().compile(JSON.parse(readFileSync(new URL('./result.schema.json', import.meta.url), 'utf8')) as object);

function failing(): RunResult {
  const straw = straws().find(({ name }) => name === 'never-releases');
  if (straw === undefined) throw new Error('no such straw');
  return runProfile(straw.adapter, { profile: 'smoke' });
}

test.each([['a pass', runProfile(referenceAdapter(), { profile: 'smoke' })], ['a failure', failing()]] as const)('the JSON of %s fits its schema', (_, result) => {
  validate(JSON.parse(JSON.stringify(result)));
  expect(validate.errors).toBeNull();
});

test('the schema can fail', () => {
  expect(validate({ adapter: 'x' })).toBe(false);
});

test('JUnit counts what ran and what failed', () => {
  const result = failing();
  const counts = result.machines[0]?.counts;
  const xml = junit(result);
  expect(xml).toContain(`failures="${counts?.fail}"`);
  expect(xml).toContain('type="fail"');
});

test('the summary of a failure gives no guarantee, and that of a tour gives none either', () => {
  expect(terminal(failing())).toContain('no guarantee for never-releases');
  expect(guarantee(-1)).toContain('no guarantee');
  expect(guarantee(0)).toBe('equivalent to the model, or at least 1 extra state');
  expect(guarantee(1)).toBe('equivalent to the model, or at least 2 extra states');
});
