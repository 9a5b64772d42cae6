import { expect, test } from 'vitest';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { runProfile } from './run.ts';

test('the reference passes its own suite', () => {
  const result = runProfile(referenceAdapter(), { profile: 'default' });
  console.log(JSON.stringify(result.machines.map((m) => [m.sections, m.counts.pass, m.findings[0]?.verdict])));
  expect(result.ok).toBe(true);
});
