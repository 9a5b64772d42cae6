// `npm run crosscheck`: SPIN explores the hand-written Promela form, and its every step must be in the grounded table.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { groundTensor } from '../ground.ts';
import { crosscheck } from './compare.ts';

const DEPTH_MAX = 100_000;
const GCC_MISSING = 'gcc is missing; SPIN preprocesses and compiles with it (Debian: apt-get install gcc)';

class CannotRun extends Error {}

function run(command: string, args: readonly string[], cwd: string, missing: string): string {
  const { stdout, stderr, status, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error !== undefined) throw new CannotRun(missing);
  if (status !== 0) throw new CannotRun(`${command} ${args.join(' ')} ended with status ${status}: ${stderr}${stdout}`.trim());
  return stdout;
}

function source(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const file = [join(here, 'tensor.pml'), join(here, '..', 'generator', 'promela', 'tensor.pml')].find((path) => existsSync(path));
  if (file === undefined) throw new CannotRun('generator/promela/tensor.pml is missing');
  return file;
}

function explored(): string {
  const folder = mkdtempSync(join(tmpdir(), 'custody-spin-'));
  try {
    copyFileSync(source(), join(folder, 'tensor.pml'));
    // gcc first: spin calls it to preprocess, and its own message does not say what to install.
    run('gcc', ['--version'], folder, GCC_MISSING);
    run('spin', ['-a', 'tensor.pml'], folder, 'spin is missing; install SPIN 6.5 (Debian: apt-get install spin; else https://spinroot.com)');
    run('gcc', ['-DSAFETY', '-DNOREDUCE', '-w', '-o', 'pan', 'pan.c'], folder, GCC_MISSING);
    return run('./pan', [`-m${DEPTH_MAX}`], folder, 'the explorer that SPIN generated cannot be started');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  const { whole } = groundTensor();
  const { states, transitions, mismatches } = crosscheck(whole, explored());
  for (const mismatch of mismatches) console.error(`crosscheck tensor: ${mismatch}`);
  console.log(`crosscheck tensor: table ${whole.states.length} states, ${whole.cells.flat().length} transitions; Promela ${states} states, ${transitions} transitions; ${mismatches.length} mismatches`);
  process.exitCode = mismatches.length > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(`crosscheck: ${error.message}`);
  process.exitCode = 2;
}
