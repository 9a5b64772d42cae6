// What is generated against what lies on disk: the files to write, and those that nothing generates any more.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isGenerated } from './banner.ts';

/** One file that differs, with the reason in words. */
export interface Difference { readonly path: string; readonly why: 'missing' | 'differs' | 'no longer generated' }

function readIf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Compares `files` with the tree under `root`; in `folders`, generated files that are not in `files` count too. */
export function differences(root: string, files: ReadonlyMap<string, string>, folders: readonly string[]): Difference[] {
  const found: Difference[] = [];
  for (const [path, text] of files) {
    const there = readIf(join(root, path));
    if (there === undefined) found.push({ path, why: 'missing' });
    else if (there !== text) found.push({ path, why: 'differs' });
  }
  for (const folder of folders.filter((candidate) => existsSync(join(root, candidate)))) {
    const names = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => name);
    for (const path of names.sort().map((name) => `${folder}/${name}`)) {
      if (!files.has(path) && isGenerated(readFileSync(join(root, path), 'utf8'))) found.push({ path, why: 'no longer generated' });
    }
  }
  return found;
}

/** Makes the tree under `root` hold exactly `files`: writes what differs, removes what is no longer generated. */
export function apply(root: string, files: ReadonlyMap<string, string>, changes: readonly Difference[]): void {
  for (const { path, why } of changes) {
    const target = join(root, path);
    if (why === 'no longer generated') {
      rmSync(target);
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, files.get(path) ?? '');
  }
}
