// The Rust implementation in process, through its addon.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Adapter, Observed, PackedFact, Step } from '../../runner/adapter.ts';
import { asStatement } from '../../runner/statement.ts';
import statement from './statement.json' with { type: 'json' };

/** What the addon exports. The last two exist only in a build with the feature `mutants`. */
export interface Addon {
  layout(): string;
  compile(stepsJson: string): ArrayLike<number>;
  reset(): void;
  perform(stepJson: string): string;
  performBatch(steps: Uint16Array, lengths: Uint32Array, out: Uint32Array): void;
  build(): string;
  ledger(): string;
  mutants?(): string[];
  setMutant?(name: string | null): void;
}

/** The repository root, from the source tree as from the bundle. */
function root(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Loads an addon that `npm start` (`custody`) or `npm test` (`custody-mutants`) has built. */
export function loadAddon(name: 'custody' | 'custody-mutants'): Addon {
  const file = process.env['CUSTODY_ADDON'] ?? join(root(), 'native', 'target', `${name}.node`);
  if (!existsSync(file)) {
    throw new Error(`the native addon native/target/${name}.node is missing; run \`npm ${name === 'custody' ? 'start' : 'test'}\`, which builds it`);
  }
  return createRequire(import.meta.url)(file) as Addon;
}

export function nativeAdapter(addon: Addon = loadAddon('custody')): Adapter {
  return {
    statement: asStatement(statement),
    reset: () => addon.reset(),
    perform: (step: Step) => JSON.parse(addon.perform(JSON.stringify(step))) as Observed,
    batch: {
      layout: JSON.parse(addon.layout()) as PackedFact[],
      compile: (steps) => Array.from(addon.compile(JSON.stringify(steps)), (supported) => supported === 1),
      performBatch: (steps, lengths, out) => addon.performBatch(steps, lengths, out),
    },
  };
}
