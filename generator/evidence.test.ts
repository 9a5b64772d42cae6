// Every rule declares its kind of evidence, and has it.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TENSOR_RULES } from '../model/tensor/rules.ts';
import { DEVICE_PRODUCT, DEVICE_ROWS, door1Rows, HOST_PRODUCT, OWNED_ROWS } from '../model/tensor/table.ts';
import { buildSuite } from './complete.ts';
import { mutateDoor } from './door-mutants.ts';
import { groundTensor } from './ground.ts';
import { mutate } from './mutate.ts';

const { whole, factors } = groundTensor();
const FACTS = Object.keys(whole.cells[0]?.[0]?.observation ?? {});
const doors = [mutateDoor(door1Rows(), HOST_PRODUCT), mutateDoor(OWNED_ROWS, HOST_PRODUCT), mutateDoor(DEVICE_ROWS, DEVICE_PRODUCT)];
const tables = factors.map((mealy) => mutate(mealy, buildSuite(mealy, FACTS, 'default')));

const total = (rule: string, reports: readonly { readonly perRule: ReadonlyMap<string, number> }[]): number =>
  reports.reduce((sum, report) => sum + (report.perRule.get(rule) ?? 0), 0);

test('every rule is cited by a transition or a row, and every cited rule exists', () => {
  const cited = new Set([
    ...whole.cells.flat().flatMap((cell) => cell.rules),
    ...[...door1Rows(), ...OWNED_ROWS].map((row) => row.rule),
    ...DEVICE_ROWS.map((row) => row.rule),
  ]);
  expect([...cited].sort()).toEqual(TENSOR_RULES.map((rule) => rule.id).sort());
});

test('every transition that is executed cites a rule', () => {
  expect(whole.cells.flat().filter((cell) => cell.kind !== 'absent' && cell.rules.length === 0)).toEqual([]);
});

test.each(TENSOR_RULES.filter((rule) => rule.evidence.includes('suite')).map((rule) => [rule.id] as const))(
  '%s: at least two table mutants fail first at a step that cites it', (rule) => {
    expect(total(rule, tables)).toBeGreaterThanOrEqual(2);
  });

test.each(TENSOR_RULES.filter((rule) => rule.evidence.includes('table')).map((rule) => [rule.id] as const))(
  '%s: at least two mutants of the decision tables fail first at a row that cites it', (rule) => {
    expect(total(rule, doors)).toBeGreaterThanOrEqual(2);
  });

test('rules of kind interleaving name their loom model', () => {
  const model = new URL('../native/tensor/tests/loom.rs', import.meta.url);
  expect(existsSync(model)).toBe(true);
  for (const rule of TENSOR_RULES.filter((candidate) => candidate.evidence.includes('interleaving'))) {
    expect(readFileSync(model, 'utf8')).toContain(rule.id.toLowerCase().replace('-', '_'));
  }
});

test('the evidence is printed', () => {
  const lines = TENSOR_RULES.map((rule) => `${rule.id} ${rule.evidence.join(', ')}: ${total(rule.id, tables)} suite mutants, ${total(rule.id, doors)} row mutants`);
  console.log(lines.join('\n'));
  for (const [at, door] of doors.entries()) console.log(`door table ${at + 1}: ${door.enumerated} mutants, ${door.equivalent} equivalent, ${door.caught} caught`);
  expect(lines.length).toBe(33);
});
