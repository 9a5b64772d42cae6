// The table of the seed's evidence plan names tests that exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const section = readme.slice(readme.indexOf("## The seed's evidence plan"), readme.indexOf('## States of'));
const rows = [...section.matchAll(/^\| (?<line>[^|]+) \| (?<shown>[^|]+) \|$/gm)].map((row) => ({ line: row.groups?.['line'] ?? '', shown: row.groups?.['shown'] ?? '' }));
const lines = rows.filter(({ line }) => !/^(line of the plan|-+)/.test(line));

/** Lines of the seed: nine claims, and what it says openly it does not show. */
const CLAIMS = 9;
const NOT_SHOWN = 11;

test('every line of the plan is there once', () => {
  expect(lines.length).toBe(CLAIMS + NOT_SHOWN);
  expect(new Set(lines.map(({ line }) => line)).size).toBe(lines.length);
});

test.each(lines.map(({ line, shown }) => [line, shown] as const))('%s: shown by tests that exist, or no concern of ours', (_, shown) => {
  const named = [...shown.matchAll(/\]\((?<file>[^)]+)\) `(?<title>[^`]+)`/g)];
  if (named.length === 0) expect(shown).toMatch(/^Concerns only that project: .+/);
  for (const { groups } of named) {
    const file = new URL(groups?.['file'] ?? '', import.meta.url);
    expect(existsSync(file), file.pathname).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(groups?.['title'] ?? '');
  }
});
