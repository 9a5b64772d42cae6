import { expect, test } from 'vitest';
import { groundTensor } from '../ground.ts';
import { crosscheck } from './compare.ts';

const LINE = 'T|unmade exclusive 0 0 0 0 0 0|make.exclusive|accept made||shared exclusive 1 0 0 0 0 0';

/** What the comparison says of one line of a dump. */
function about(line: string): string | undefined {
  return crosscheck(groundTensor().whole, line).mismatches.find((mismatch) => mismatch.startsWith('unmade make.exclusive:'));
}

test('a line that agrees is no mismatch', () => {
  expect(about(LINE)).toBeUndefined();
});

test.each([
  ['outcome', LINE.replace('accept made', 'refuse argument')],
  ['effects', LINE.replace('||', '|free |')],
  ['target', LINE.replace('shared exclusive 1 0', 'shared exclusive 1 1')],
])('a wrong %s is a mismatch', (_, line) => {
  expect(about(line)).toContain('the table says accept made -> shared(exclusive handle)');
});

test('an empty dump misses every transition, and a state too many is seen', () => {
  expect(crosscheck(groundTensor().whole, '').mismatches.length).toBe(93 * 32);
  const extra = LINE.replace('unmade exclusive 0', 'shared exclusive 0');
  expect(crosscheck(groundTensor().whole, extra).mismatches.length).toBe(93 * 32 + 1);
});

test.each([['first'], ['last']])('a second answer to one input is a mismatch, with the right one %s', (place) => {
  const wrong = LINE.replace('accept made', 'refuse argument');
  const lines = place === 'first' ? [LINE, wrong] : [wrong, LINE];
  expect(about(lines.join('\n'))).toContain(', and ');
  expect(about([LINE, LINE].join('\n'))).toBeUndefined();
});
