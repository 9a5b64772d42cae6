// `npm run generate`: writes everything made from the model. `--check` writes nothing and exits 1 if anything differs.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SUITE_FOLDERS, artifacts } from './artifacts.ts';
import { apply, differences } from './compare.ts';

/** The repository, from this file in the source tree or from its bundle in `dist`. */
function findRoot(): string {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, 'package.json'))) {
    if (dirname(at) === at) throw new Error('generate: no package.json above this file');
    at = dirname(at);
  }
  return at;
}

function main(check: boolean): number {
  const root = findRoot();
  const { committed, products } = artifacts((path) => readFileSync(join(root, path), 'utf8'));
  const changes = differences(root, committed, SUITE_FOLDERS);
  if (!check) {
    apply(root, committed, changes);
    apply(root, products, differences(root, products, ['dist/suites']));
    console.log(`generate: ${committed.size} files, ${changes.length} changed`);
    return 0;
  }
  for (const { path, why } of changes) console.error(`generate: ${path} ${why}`);
  if (changes.length > 0) console.error('generate: run `npm run generate` and commit what it writes');
  else console.log(`generate: ${committed.size} files are as the model makes them`);
  return changes.length > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.includes('--check'));
