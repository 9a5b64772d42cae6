import { defineConfig } from 'vitest/config';

/** One project per folder, in the order in which data flows. `native` runs the generated transitions on the addon. */
const project = (name: string, include: string[], exclude: string[] = []) =>
  ({ extends: true as const, test: { name, include, exclude: ['**/node_modules/**', ...exclude] } });

export default defineConfig({
  test: {
    testTimeout: 60_000,
    projects: [
      project('model', ['model/**/*.test.ts']),
      project('generator', ['generator/**/*.test.ts']),
      project('conformance', ['conformance/**/*.test.ts'], ['conformance/suites/**']),
      project('native', ['conformance/suites/**/*.test.ts']),
    ],
  },
});
