// The import rule: model <- generator <- conformance; the model imports xstate and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules')).map((path) => join(folder, path));
}

function imports(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'/gm)].map((match) => match[1] ?? '')
    .map((name) => (name.startsWith('.') ? relative(ROOT, join(ROOT, file, '..', name)) : name));
}

const ALLOWED: Readonly<Record<string, (imported: string, file: string) => boolean>> = {
  model: (name, file) => name.startsWith('model/') || name === 'xstate' || file.endsWith('.test.ts'),
  generator: (name) => !name.startsWith('conformance/') && !name.startsWith('native/'),
  conformance: (name) => !name.startsWith('native/'),
};

test.each(Object.keys(ALLOWED))('%s imports only what lies before it', (folder) => {
  const files = sources(folder);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) for (const name of imports(file)) expect(ALLOWED[folder]?.(name, file), `${file} imports ${name}`).toBe(true);
});

test.each(['tensor', 'transfer'])('the machine file of %s imports xstate alone', (machine) => {
  expect(imports(`model/${machine}/machine.ts`)).toEqual(['xstate']);
});
