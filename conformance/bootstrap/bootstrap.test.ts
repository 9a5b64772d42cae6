// A missing tool is one clear sentence that says what to install.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const bin = mkdtempSync(join(tmpdir(), 'custody-bin-'));
afterAll(() => rmSync(bin, { recursive: true }));

function start(script: string): { status: number | null; err: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script)], { encoding: 'utf8', env: { PATH: bin } });
  return { status, err: stderr };
}

test.each(['start.mjs', 'test.mjs'])('%s without npm, then without cargo', (script) => {
  expect(start(script)).toEqual({ status: 2, err: 'custody: npm is missing; it comes with Node, see https://nodejs.org\n' });
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\n');
  chmodSync(join(bin, 'npm'), 0o755);
  expect(start(script)).toEqual({ status: 2, err: 'custody: cargo is missing; install Rust 1.95 or newer from https://rustup.rs\n' });
  rmSync(join(bin, 'npm'));
});
