import { expect, test } from 'vitest';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { runProfile } from './run.ts';

test('the reference passes its own suite', () => {
  const result = runProfile(referenceAdapter(), { profile: 'default' });
  expect(result.ok).toBe(true);
});
