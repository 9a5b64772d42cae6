import { expect, test } from 'vitest';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import { tensorFamily } from '../machines/tensor.ts';
import { machineNames } from '../machines/index.ts';
import type { MachineResult } from '../runner/machine-run.ts';
import { runProfile } from '../runner/run.ts';
import { straws } from './straws.ts';

const findings = (machines: readonly MachineResult[]): MachineResult['findings'] => machines.flatMap((machine) => machine.findings);

// The one that hangs is run in a child with a limit: see cli.test.ts.
test.each(straws().filter(({ deserves }) => deserves !== 'timeout').map((straw) => [straw.name, straw] as const))('%s gets the verdict it deserves', (name, { adapter, deserves }) => {
  // A world of transfers is large: what has failed by the m = n suite is not asked more.
  const result = runProfile(adapter, { profile: 'default', untilFailure: name !== 'counts-to-forty' && deserves !== 'deviation' && deserves !== 'hazard' });
  const found = findings(result.machines);
  const [first] = found;
  console.log(`${name}: ${first?.verdict.kind ?? 'pass'} ${first?.verdict.rules.join(', ') ?? ''} ${first?.verdict.caseId ?? ''}`);
  expect(new Set(found.map(({ verdict }) => verdict.kind))).toEqual(new Set([deserves]));
  expect(result.ok).toBe(deserves === 'deviation' || deserves === 'hazard');
});

test('a statement that claims no machine fails: no case ran', () => {
  const honest = referenceAdapter();
  const result = runProfile({ ...honest, statement: { ...honest.statement, machines: [] } }, { profile: 'default' });
  expect(result.ok).toBe(false);
  expect(result.notApplicable).toEqual(machineNames);
});

test('a known failure is expected, and fails the run once it passes', () => {
  const straw = straws().find(({ name }) => name === 'swaps-reasons');
  if (straw === undefined) throw new Error('no such straw');
  const known = ['TEN-14', 'TEN-28'].map((matches) => ({ matches, reason: 'reasons are swapped', link: 'https://example.org/1' }));
  const excused = runProfile(straw.adapter, { profile: 'smoke', known });
  expect(excused.ok).toBe(true);
  expect(new Set(findings(excused.machines).map(({ verdict }) => verdict.kind))).toEqual(new Set(['expected-fail']));
  const id = findings(excused.machines)[0]?.verdict.caseId ?? '';
  const passing = runProfile(referenceAdapter({ machines: tensorFamily.factors }), { profile: 'smoke', known: [{ matches: id, reason: 'was wrong once', link: 'https://example.org/2' }] });
  expect(passing.ok).toBe(false);
  expect(passing.unexpectedPasses.map(({ matches }) => matches)).toEqual([id]);
});
