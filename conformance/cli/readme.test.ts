// What the README shows is what the command prints.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the README shows the real output of `npm start`; after a change of the model, paste it anew', () => {
  const shown = /```text\n([\s\S]*?)```/.exec(readme)?.[1];
  const { stdout } = spawnSync(process.execPath, ['dist/custody.js', 'check', '--adapter', 'native'], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  expect(shown).toBe(stdout);
});

test('every npm script that the README names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  const named = [...readme.matchAll(/npm run (\w+)/g)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(5);
  for (const script of named) expect(Object.keys(scripts)).toContain(script);
});
