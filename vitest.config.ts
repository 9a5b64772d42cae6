import { defineConfig } from 'vitest/config';

/** One project per folder, in the order in which data flows. `native` runs the generated transitions on the addon; every test resets it first. */
const project = (name: string, include: string[], options: { exclude?: string[]; isolate?: boolean } = {}) =>
  ({ extends: true as const, test: { name, include, isolate: options.isolate ?? true, exclude: ['**/node_modules/**', ...options.exclude ?? []] } });

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      project('model', ['model/**/*.test.ts']),
      project('generator', ['generator/**/*.test.ts']),
      project('conformance', ['conformance/**/*.test.ts'], { exclude: ['conformance/suites/**'] }),
      // The addon does not run transfers yet: its statement claims none, and their readable tests have nothing to run on.
      project('native', ['conformance/suites/**/*.test.ts'], { isolate: false, exclude: ['conformance/suites/transfer/**'] }),
    ],
  },
});
