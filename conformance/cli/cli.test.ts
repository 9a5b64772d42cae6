// The built command line, as a person runs it: right answers, clear refusals, exit statuses.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TENSOR_RULES } from '../../model/tensor/rules.ts';
import { TRANSFER_RULES } from '../../model/transfer/rules.ts';
import { buildSuite } from '../../generator/complete.ts';
import { encodeSuite } from '../../generator/emit/suite-tree.ts';
import { groundTensor } from '../../generator/ground.ts';
import { replayLine } from '../report/failure.ts';
import { tensorFamily } from '../machines/tensor.ts';
import { caseId } from '../runner/plan.ts';

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'custody.js');
const folder = mkdtempSync(join(tmpdir(), 'custody-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [exclusive, foreign] = groundTensor().factors;
if (exclusive === undefined || foreign === undefined) throw new Error('no factors');
/** The last word of `h n+2`, which the default profile does not have. */
const deepCase = caseId(foreign.machine, buildSuite(foreign, tensorFamily.facts, 'deep').sections.find(({ name }) => name === 'h n+2')?.words.at(-1) ?? new Uint8Array());

function custody(...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 1 << 26 });
  return { status, out: stdout, err: stderr };
}

test.each([
  [['explain', 'TEN-99'], 'unknown rule `TEN-99`; nearest: '],
  [['explain', 'tensor.exclusive/nothing'], 'unknown case `tensor.exclusive/nothing`'],
  [['replay', 'tensor.exclusive/nothing'], 'unknown case `tensor.exclusive/nothing`'],
  [['check', '--adapter', 'nativ'], 'unknown adapter `nativ`; nearest: native'],
  [['check', '--profile', 'fast'], 'unknown profile `fast`'],
  [['check', '--adapter', 'reference', '--mutant', 'x'], '--mutant switches wrong native code on'],
  [['check', '--mutant', 'legacy-vew'], 'unknown mutant `legacy-vew`; nearest: legacy-view'],
  [['check', '--limit', 'soon'], '--limit takes a number of seconds above 0, not `soon`'],
  [['check', '--suite', 'no/such/file'], 'cannot read the suite file no/such/file'],
  [['diagram', 'tensr'], 'unknown machine `tensr`; nearest: tensor'],
  [['list', 'everything'], 'unknown list `everything`'],
  [['bogus'], "unknown command 'bogus'"],
  [['check', '--bogus'], "unknown option '--bogus'"],
] as const)('%j is refused with one clear sentence and status 2', (args, sentence) => {
  const { status, err } = custody(...args);
  expect(err).toContain(sentence);
  expect(status).toBe(2);
});

test.each([[['--help'], 'Commands:'], [['check', '--help'], '--profile'], [['replay', '--help'], '--adapter'], [['explain', '--help'], 'a rule or a case'], [['list', '--help'], 'rules'], [['diagram', '--help'], 'Mermaid']] as const)('%j helps', (args, text) => {
  const { status, out } = custody(...args);
  expect(out).toContain(text);
  expect(status).toBe(0);
});

test('explain shows sentence, source, transitions, cases and the anchor', () => {
  const { status, out } = custody('explain', 'TEN-14');
  expect(status).toBe(0);
  for (const part of ['With any alias or lease out', 'source: DLP-140', 'transitions: 32', '--into_dlpack-->', 'cases that end on it:', 'model/tensor/README.md#ten-14']) expect(out).toContain(part);
  const id = /tensor\.exclusive\/\w+/.exec(out)?.[0] ?? '';
  expect(custody('explain', id).out).toContain('into_dlpack -> refused shared [TEN-14]');
});

test('JSON comes out whole', () => {
  expect(JSON.parse(custody('explain', 'TEN-14', '--json').out)).toMatchObject({ id: 'TEN-14' });
  expect(JSON.parse(custody('list', 'rules', '--json').out)).toHaveLength(TENSOR_RULES.length + TRANSFER_RULES.length);
  expect(JSON.parse(custody('diagram', '--json').out)).toMatchObject({ id: 'tensor' });
  expect(custody('diagram').out).toContain('stateDiagram-v2');
});

test('a forced failure prints everything needed to repeat it, and the printed line repeats it', () => {
  const junit = join(folder, 'junit.xml');
  const failed = custody('check', '--adapter', 'native', '--profile', 'smoke', '--mutant', 'move-with-lease-out', '--junit', junit);
  expect(failed.status).toBe(1);
  for (const part of ['FAIL', 'TEN-14', 'With any alias or lease out', 'outcome: expected "refused", observed "granted"', 'shortest failing prefix:', '<-- here']) expect(failed.out).toContain(part);
  expect(readFileSync(junit, 'utf8')).toContain('<failure message="the answer is not the one predicted" type="fail">');
  const line = /repeat: npm run custody -- (.*)/.exec(failed.out)?.[1] ?? '';
  const repeated = custody(...line.split(' '));
  expect(repeated.status).toBe(1);
  expect(repeated.out).toContain('outcome: expected "refused", observed "granted"');
});

test('a case of the deep profile is replayed with the line that the report prints', () => {
  const line = replayLine(deepCase, 'reference', { profile: 'deep' });
  expect(custody('replay', deepCase, '--adapter', 'reference').err).toContain(`unknown case \`${deepCase}\` in profile default`);
  const { status, out } = custody(...line.replace('npm run custody -- ', '').split(' '));
  expect(out).toContain(`PASS ${deepCase}`);
  expect(status).toBe(0);
});

test('a timeout is JSON where JSON is asked for', () => {
  expect(JSON.parse(custody('check', '--adapter', 'straw:hangs', '--profile', 'smoke', '--limit', '2', '--json').out)).toMatchObject({ kind: 'timeout' });
});

test('a straw that hangs is a timeout', () => {
  const { status, out } = custody('check', '--adapter', 'straw:hangs', '--profile', 'smoke', '--limit', '3');
  expect(out).toContain('TIMEOUT: no answer within 3 s');
  expect(status).toBe(1);
});

const KNOWN = { matches: 'TEN-14', reason: 'reasons are swapped', link: 'https://example.org/1' };

test.each([
  ['that excuses what fails', JSON.stringify([KNOWN, { ...KNOWN, matches: 'TEN-28' }]), 0, '18 expected-fail'],
  ['that excuses what passes', JSON.stringify([KNOWN, { ...KNOWN, matches: 'TEN-10', reason: 'was wrong' }]), 1, 'unexpected pass TEN-10: known as "was wrong"'],
  ['without a reason', '[{"matches":"TEN-14","link":"https://example.org/1"}]', 2, "must have required property 'reason'"],
  ['that is cut off', '[{"matches":', 2, 'cannot read the known failures in'],
] as const)('a known-failures file %s', (name, content, expected, sentence) => {
  const file = join(folder, `known ${name}.json`);
  writeFileSync(file, content);
  const { status, out, err } = custody('check', '--adapter', 'straw:swaps-reasons', '--profile', 'smoke', '--known-failures', file);
  expect(out + err).toContain(sentence);
  expect(status).toBe(expected);
});

const suites = [buildSuite(exclusive, tensorFamily.facts, 'smoke')];
const text = encodeSuite(suites, groundTensor().hash);

test.each([
  ['as generated', text, 0, ''],
  ['truncated', text.slice(0, text.length / 2), 2, 'npm run generate'],
  ['edited by hand', text.replace('"extraStates": -1', '"extraStates": 2'), 2, 'was edited or damaged'],
  ['of another model', encodeSuite(suites, '000000000000'), 2, 'was generated from model 000000000000'],
  ['empty', '', 2, 'npm run generate'],
] as const)('a suite file %s', (name, content, expected, sentence) => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, content);
  const { status, err } = custody('check', '--adapter', 'reference', '--profile', 'smoke', '--suite', file);
  expect(err).toContain(sentence);
  expect(status).toBe(expected);
});
