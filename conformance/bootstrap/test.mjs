// `npm test`: install what is missing, build, run every test of every runner, print the true totals.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

const totals = { passed: 0, failed: 0, skipped: 0 };
let broken = false;

function typecheck() {
  console.log('custody: checking types ...');
  if (run('npx', ['--no-install', 'tsc', '--noEmit']) === 0) totals.passed += 1;
  else totals.failed += 1;
}

function vitest() {
  const file = join(root, 'report', 'vitest.json');
  mkdirSync(join(root, 'report'), { recursive: true });
  rmSync(file, { force: true });
  const status = run('npx', ['--no-install', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    totals.passed += report.numPassedTests;
    totals.failed += report.numFailedTests;
    totals.skipped += report.numPendingTests + report.numTodoTests;
    // A file that cannot be loaded, or an unhandled error, has no failed test of its own.
    if (status !== 0 && report.numFailedTests === 0) totals.failed += Math.max(1, report.numFailedTestSuites);
  } catch {
    console.error('custody: vitest wrote no report');
    broken = true;
  }
}

/** Runs cargo and adds up the totals of all its test binaries. */
function cargo(args, env = {}) {
  console.log(`custody: cargo ${args.join(' ')} ...`);
  const { stdout, status } = spawnSync('cargo', args, {
    cwd: join(root, 'native'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28, env: { ...process.env, ...env },
  });
  process.stdout.write(stdout ?? '');
  const lines = [...(stdout ?? '').matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gm)];
  let failed = 0;
  for (const [, passed, failures, ignored] of lines) {
    totals.passed += Number(passed);
    failed += Number(failures);
    totals.skipped += Number(ignored);
  }
  totals.failed += failed;
  // A build that fails, or a binary that dies, reports no failed test.
  if (status !== 0 && failed === 0) totals.failed += 1;
}

prepare({ tests: true });
typecheck();
vitest();
cargo(['test', '--workspace', '--locked', '--quiet']);
// loom replaces the locks and counts themselves, so its build shares nothing with the others.
const loom = (...tests) => cargo(['test', '--locked', '--quiet', '--release', ...tests, '--target-dir', 'target/loom'], { RUSTFLAGS: '--cfg loom' });
loom('-p', 'custody-tensor', '--test', 'loom');
loom('-p', 'custody-transfer', '--lib');
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(broken || totals.failed > 0 || totals.passed === 0 ? 1 : 0);
