import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { custody: 'conformance/cli/main.ts', generate: 'generator/emit/main.ts', crosscheck: 'generator/promela/main.ts', mutants: 'conformance/mutants/main.ts', bench: 'conformance/bench/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outDir: 'dist',
  outExtensions: () => ({ js: '.js' }),
  // A development dependency: it reads files beside itself and cannot be bundled.
  deps: { neverBundle: ['ts-morph'] },
  dts: false,
  clean: false,
});
