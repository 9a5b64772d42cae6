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

test.each([['shares-legacy-memory', 'hazard'], ['marks-a-move-as-a-copy', 'deviation'], ['swaps-reasons', 'expected-fail']])(
  '%s passes with %s, and gets no guarantee', (name, kind) => {
    const straw = straws().find((candidate) => candidate.name === name);
    if (straw === undefined) throw new Error('no such straw');
    const known = kind === 'expected-fail' ? ['TEN-14', 'TEN-28'].map((matches) => ({ matches, reason: 'reasons are swapped', link: 'https://example.org/1' })) : [];
    const result = runProfile(straw.adapter, { profile: 'default', known });
    const text = terminal(result);
    expect(result.ok).toBe(true);
    expect(text).toMatch(new RegExp(`no guarantee.*: passed with .* ${kind}`));
    // A machine whose every answer was as predicted keeps its own.
    const clean = result.machines.filter(({ counts }) => counts[kind as 'hazard'] === 0);
    expect(text.includes('equivalent to the model')).toBe(clean.length > 0);
  });

test('the summary of a failure gives no guarantee, and that of a tour gives none either', () => {
  expect(terminal(failing())).toContain('no guarantee for never-releases');
  expect(guarantee(-1)).toContain('no guarantee');
  expect(guarantee(0)).toBe('equivalent to the model, or at least 1 extra state');
  expect(guarantee(1)).toBe('equivalent to the model, or at least 2 extra states');
});
