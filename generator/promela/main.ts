// `npm run crosscheck`: SPIN explores each hand-written Promela form, and its every step must be in the grounded table.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crosscheck } from './compare.ts';
import { forms } from './forms.ts';

const DEPTH_MAX = 100_000;
/** One mistake shows in many states; the count is given all the same. */
const MISMATCHES_SHOWN = 20;
const GCC_MISSING = 'gcc is missing; SPIN preprocesses and compiles with it (Debian: apt-get install gcc)';

class CannotRun extends Error {}

function run(command: string, args: readonly string[], cwd: string, missing: string): string {
  const { stdout, stderr, status, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error !== undefined) throw new CannotRun(missing);
  if (status !== 0) throw new CannotRun(`${command} ${args.join(' ')} ended with status ${status}: ${stderr}${stdout}`.trim());
  return stdout;
}

function source(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const file = [join(here, name), join(here, '..', 'generator', 'promela', name)].find((path) => existsSync(path));
  if (file === undefined) throw new CannotRun(`generator/promela/${name} is missing`);
  return file;
}

function explored(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'custody-spin-'));
  try {
    copyFileSync(source(name), join(folder, name));
    // gcc first: spin calls it to preprocess, and its own message does not say what to install.
    run('gcc', ['--version'], folder, GCC_MISSING);
    run('spin', ['-a', name], folder, 'spin is missing; install SPIN 6.5 (Debian: apt-get install spin; else https://spinroot.com)');
    run('gcc', ['-DSAFETY', '-DNOREDUCE', '-w', '-o', 'pan', 'pan.c'], folder, GCC_MISSING);
    const dump = run('./pan', [`-m${DEPTH_MAX}`], folder, 'the explorer that SPIN generated cannot be started');
    if (!dump.includes('errors: 0') || dump.includes('max search depth too small')) throw new CannotRun(`${name}: SPIN did not explore it to the end`);
    return dump;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = 0;
  for (const { machine, file, ground } of forms) {
    const mealy = ground();
    const { states, transitions, mismatches } = crosscheck(mealy, explored(file));
    for (const mismatch of mismatches.slice(0, MISMATCHES_SHOWN)) console.error(`crosscheck ${machine}: ${mismatch}`);
    if (mismatches.length > MISMATCHES_SHOWN) console.error(`crosscheck ${machine}: and ${mismatches.length - MISMATCHES_SHOWN} more`);
    console.log(`crosscheck ${machine}: table ${mealy.states.length} states, ${mealy.cells.flat().length} transitions; Promela ${states} states, ${transitions} transitions; ${mismatches.length} mismatches`);
    if (mismatches.length > 0) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(`crosscheck: ${error.message}`);
  process.exitCode = 2;
}
