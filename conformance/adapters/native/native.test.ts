import { expect, test } from 'vitest';
import { runProfile } from '../../runner/run.ts';
import { loadAddon, nativeAdapter } from './native.ts';

test('the native implementation passes the default profile', () => {
  const result = runProfile(nativeAdapter(), { profile: 'default' });
  expect(result.machines.flatMap((machine) => machine.findings)).toEqual([]);
  expect(result.ok).toBe(true);
});

test('after the whole run nothing of the implementation is left alive', () => {
  const addon = loadAddon('custody');
  const adapter = nativeAdapter(addon);
  adapter.reset();
  const before = JSON.parse(addon.ledger()) as { live: number };
  runProfile(adapter, { profile: 'default' });
  adapter.reset();
  const after = JSON.parse(addon.ledger()) as { live: number };
  expect(after.live - before.live).toBeLessThan(200);
});
