import { expect, test } from 'vitest';
import { buildSuite } from '../../../generator/complete.ts';
import { groundTensor } from '../../../generator/ground.ts';
import { BatchRun } from '../../runner/batch.ts';
import { tensorFamily } from '../../machines/tensor.ts';
import { planFor } from '../../machines/index.ts';
import { runProfile } from '../../runner/run.ts';
import { loadAddon, nativeAdapter } from './native.ts';

test('the native implementation passes the default profile', () => {
  const result = runProfile(nativeAdapter(), { profile: 'default' });
  expect(result.machines.flatMap((machine) => machine.findings)).toEqual([]);
  expect(result.ok).toBe(true);
});

test.each(groundTensor().factors.map((mealy) => [mealy.machine, mealy] as const))('%s: the whole suite leaves not one allocation alive', (_, mealy) => {
  const addon = loadAddon('custody');
  const { batch } = nativeAdapter(addon);
  if (batch === undefined) throw new Error('the native adapter has no batch route');
  const run = new BatchRun(planFor(mealy), batch, tensorFamily.facts);
  const words = buildSuite(mealy, tensorFamily.facts, 'default').sections.flatMap((section) => section.words);
  const live = (): number => {
    run.differing(words);
    addon.reset();
    return (JSON.parse(addon.ledger()) as { live: number }).live;
  };
  // The first run leaves what the addon keeps for good: its list of steps, its worker thread.
  const kept = live();
  expect(live()).toBe(kept);
});
