// The native implementation as the readable tests drive it: one step a call, on the addon that `npm start` builds.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Observed } from './adapter.ts';
import type { StepDriver } from './expect-transition.ts';

const ADDON = join(import.meta.dirname, '..', '..', 'native', 'target', 'custody.node');

interface Addon { reset(): void; perform(stepJson: string): string }

let driver: StepDriver | undefined;

/** The addon, loaded once. Throws one clear sentence where it is missing: a test that cannot run is a failure, not a skip. */
export function nativeDriver(): StepDriver {
  if (driver !== undefined) return driver;
  if (!existsSync(ADDON)) throw new Error('the native addon native/target/custody.node is missing; `npm test` builds it before it runs the tests');
  const addon = createRequire(import.meta.url)(ADDON) as Addon;
  driver = {
    reset: () => addon.reset(),
    perform: (step) => JSON.parse(addon.perform(JSON.stringify(step))) as Observed,
  };
  return driver;
}
