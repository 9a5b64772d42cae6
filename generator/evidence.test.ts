// Every rule declares its kind of evidence, and has it.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Rule } from '../model/rule.ts';
import { TENSOR_RULES } from '../model/tensor/rules.ts';
import { DEVICE_PRODUCT, DEVICE_ROWS, door1Rows, HOST_PRODUCT, OWNED_ROWS } from '../model/tensor/table.ts';
import { isExpressible } from '../model/transfer/members.ts';
import { TRANSFER_RULES } from '../model/transfer/rules.ts';
import { PACKAGE_PRODUCT, PACKAGE_ROWS } from '../model/transfer/table.ts';
import { buildSuite } from './complete.ts';
import { mutateDoor, type DoorKills } from './door-mutants.ts';
import { groundTensor, groundTransfer, type Grounded } from './ground.ts';
import { factsOf, type Mealy } from './mealy.ts';
import { mutate, type MutationReport } from './mutate.ts';
import { minimise } from './separate.ts';

interface Evidenced {
  readonly id: string;
  readonly rules: readonly Rule[];
  readonly grounded: Grounded;
  readonly rows: readonly { readonly rule: string }[];
  readonly doors: readonly DoorKills[];
  /** Rules that no transition and no row can cite, since only another kind of evidence shows them. */
  readonly uncited: readonly string[];
}

const tensor: Evidenced = {
  id: 'tensor', rules: TENSOR_RULES, grounded: groundTensor(), uncited: [],
  rows: [...door1Rows(), ...OWNED_ROWS, ...DEVICE_ROWS],
  doors: [mutateDoor(door1Rows(), HOST_PRODUCT), mutateDoor(OWNED_ROWS, HOST_PRODUCT), mutateDoor(DEVICE_ROWS, DEVICE_PRODUCT)],
};
const transfer: Evidenced = {
  id: 'transfer', rules: TRANSFER_RULES, grounded: groundTransfer(), uncited: ['TRF-34'],
  rows: PACKAGE_ROWS,
  // What a language with moves cannot build is asked of the table all the same.
  doors: [mutateDoor(PACKAGE_ROWS, PACKAGE_PRODUCT.filter((request) => isExpressible(request) || request.source === 'free'))],
};
const MACHINES = [tensor, transfer];

interface Kills extends MutationReport { readonly extraStates: number }

/** The default suite on the mutants of the minimal machine; where it promises nothing of extra states, on those without one. */
function kills(mealy: Mealy): Kills {
  const suite = buildSuite(mealy, factsOf(mealy), 'default');
  return { ...mutate(minimise(mealy, suite.facts), suite, { noExtraState: suite.extraStates < 1 }), extraStates: suite.extraStates };
}

const suites = new Map(MACHINES.map(({ id, grounded }) => [id, grounded.factors.map(kills)]));
const total = (rule: string, reports: readonly { readonly perRule: ReadonlyMap<string, number> }[]): number =>
  reports.reduce((sum, report) => sum + (report.perRule.get(rule) ?? 0), 0);

test.each(MACHINES.map((machine) => [machine.id, machine] as const))('%s: every rule is cited by a transition or a row, and every cited rule exists', (_, { grounded, rows, rules, uncited }) => {
  const cited = new Set([...grounded.whole.cells.flat().flatMap((cell) => cell.rules), ...rows.map(({ rule }) => rule)]);
  expect([...cited, ...uncited].sort()).toEqual(rules.map(({ id }) => id).sort());
});

test.each(MACHINES.map((machine) => [machine.id, machine] as const))('%s: every transition that is executed cites a rule', (_, { grounded }) => {
  expect(grounded.whole.cells.flat().filter((cell) => cell.kind !== 'absent' && cell.rules.length === 0)).toEqual([]);
});

test('how many extra states the default suite of each factor is complete for', () => {
  expect([...suites.values()].flat().map(({ machine, extraStates }) => [machine, extraStates])).toEqual([
    ['tensor.exclusive', 1], ['tensor.foreign', 1], ['transfer.whole', 0], ['transfer.pair', 1], ['transfer.single', 1],
  ]);
});

test.each([...suites].flatMap(([, reports]) => reports.map((report) => [report.machine, report] as const)))('%s: the default suite catches every mutant that it promises to catch', (_, report) => {
  for (const { kind, enumerated, infeasible, equivalent, caught, survivors } of report.counts) {
    console.log(`${report.machine}: ${kind}: ${enumerated} enumerated, ${infeasible} infeasible, ${equivalent} equivalent, ${caught} caught`);
    expect(survivors, kind).toEqual([]);
    expect(caught, kind).toBe(enumerated - infeasible - equivalent);
  }
});

const withEvidence = (kind: Rule['evidence'][number]): [string, Evidenced][] =>
  MACHINES.flatMap((machine) => machine.rules.filter(({ evidence }) => evidence.includes(kind)).map(({ id }): [string, Evidenced] => [id, machine]));

test.each(withEvidence('suite'))('%s: at least two table mutants fail first at a step that cites it', (rule, { id }) => {
  expect(total(rule, suites.get(id) ?? [])).toBeGreaterThanOrEqual(2);
});

test.each(withEvidence('table'))('%s: at least two mutants of the decision tables fail first at a row that cites it', (rule, { doors }) => {
  expect(total(rule, doors)).toBeGreaterThanOrEqual(2);
});

/** Rules of these kinds are named, as `trf_43`, by the Rust test that shows them. */
const NAMED_IN: readonly (readonly [Rule['evidence'][number], string, string])[] = [
  ['interleaving', 'tensor', '../native/tensor/tests/loom.rs'],
  ['interleaving', 'transfer', '../native/transfer/src/books_interleavings.rs'],
  ['child process', 'transfer', '../native/transfer/tests/process.rs'],
];

test.each(NAMED_IN)('rules of kind %s of the %s machine are named in %s', (kind, id, file) => {
  const at = new URL(file, import.meta.url);
  expect(existsSync(at)).toBe(true);
  for (const [rule] of withEvidence(kind).filter(([, machine]) => machine.id === id)) {
    expect(readFileSync(at, 'utf8')).toContain(rule.toLowerCase().replace('-', '_'));
  }
});

test('the evidence is printed', () => {
  for (const { id, rules, doors } of MACHINES) {
    console.log(rules.map((rule) => `${rule.id} ${rule.evidence.join(', ')}: ${total(rule.id, suites.get(id) ?? [])} suite mutants, ${total(rule.id, doors)} row mutants`).join('\n'));
    for (const [at, door] of doors.entries()) console.log(`${id}: door table ${at + 1}: ${door.enumerated} mutants, ${door.equivalent} equivalent, ${door.caught} caught`);
  }
  expect(MACHINES.map(({ rules }) => rules.length)).toEqual([33, 37]);
});
