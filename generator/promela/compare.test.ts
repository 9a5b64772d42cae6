import { expect, test } from 'vitest';
import { crosscheck } from './compare.ts';
import { forms } from './forms.ts';

const tables = new Map(forms.map(({ machine, ground }) => [machine, ground()]));
const LINES = [
  ['tensor', 'T|unmade exclusive 0 0 0 0 0 0|make.exclusive|accept made||shared exclusive 1 0 0 0 0 0', 'shared exclusive 1 0', 'shared exclusive 1 1'],
  ['transfer', 'T|unopened - 2 1 0 0 clean|open.pair|accept opened||live.working - 2 0 1 0 clean', 'working - 2 0', 'working p 2 0'],
] as const;

/** What the comparison says of one line of a dump. */
function about(machine: string, line: string): string | undefined {
  const table = tables.get(machine);
  if (table === undefined) throw new Error(`no table for ${machine}`);
  const [, from, input] = line.split('|');
  return crosscheck(table, line).mismatches.find((mismatch) => mismatch.startsWith(`${from} ${input}:`));
}

test.each(LINES)('%s: a line that agrees is no mismatch, and one that does not is', (machine, line, target, wrong) => {
  expect(about(machine, line)).toBeUndefined();
  const [, , , outcome = '', , to = ''] = line.split('|');
  const says = `the table says ${outcome} -> ${to}`;
  expect(about(machine, line.replace(outcome, 'refuse argument'))).toContain(says);
  expect(about(machine, line.replace('||', '|free |'))).toContain(says);
  expect(about(machine, line.replace(target, wrong))).toContain(says);
});

test.each(LINES)('%s: an empty dump misses every transition, and a state too many is seen', (machine, line, _, wrong) => {
  const table = tables.get(machine);
  if (table === undefined) throw new Error(`no table for ${machine}`);
  const cells = table.states.length * table.inputs.length;
  expect(crosscheck(table, '').mismatches.length).toBe(cells);
  expect(crosscheck(table, line.replace(/^T\|\w+/, `T|${wrong} nowhere`)).mismatches.length).toBe(cells + 1);
});

test.each(LINES)('%s: a second answer to one input is a mismatch, with the right one first or last', (machine, line) => {
  const wrong = line.replace(/accept \w+/, 'refuse argument');
  expect(about(machine, [line, wrong].join('\n'))).toContain(', and ');
  expect(about(machine, [wrong, line, wrong].join('\n'))).toContain(', and ');
  expect(about(machine, [line, line].join('\n'))).toBeUndefined();
});

test('two states of one name are no table', () => {
  const table = tables.get('tensor');
  if (table === undefined) throw new Error('no table for tensor');
  expect(() => crosscheck({ ...table, states: table.states.map((state) => ({ ...state, name: 'same' })) }, '')).toThrow('share a name');
});
