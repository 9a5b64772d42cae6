// The summary a person reads: a line for each machine, then the guarantee with its assumptions.
import colors from 'picocolors';
import { familyOf } from '../machines/index.ts';
import type { MachineResult } from '../runner/machine-run.ts';
import { FAILING, type RunResult } from '../runner/run.ts';
import { failureText, type RepeatOptions } from './failure.ts';

const FINDINGS_SHOWN = 3;

const number = (value: number): string => value.toLocaleString('en');

/** What a passing run has shown, as far as the observables show it. */
export function guarantee(extraStates: number): string {
  if (extraStates < 0) return 'no guarantee (a tour takes every transition once)';
  const beyond = extraStates + 1;
  return `equivalent to the model, or at least ${beyond} extra state${beyond === 1 ? '' : 's'}`;
}

function machineLine(machine: MachineResult): string {
  const rest = excused(machine);
  const steps = machine.sections.reduce((sum, section) => sum + section.steps, 0);
  const failed = FAILING.some((kind) => machine.counts[kind] > 0);
  return `${failed ? colors.red('FAIL') : colors.green('ok  ')} ${machine.machine.padEnd(17)} ${number(machine.counts.pass)} passed${rest === '' ? '' : `, ${rest}`} (${number(steps)} steps)`;
}

/** What kept a passing machine from the guarantee: answers other than the predicted ones, however excused. */
function excused(machine: MachineResult): string {
  const { pass: _, ...others } = machine.counts;
  return Object.entries(others).filter(([, count]) => count > 0).map(([kind, count]) => `${number(count)} ${kind}`).join(', ');
}

/** Machines with the same guarantee over the same observables, the weakest first. */
function byGuarantee(machines: readonly MachineResult[]): MachineResult[][] {
  const groups = new Map<string, MachineResult[]>();
  for (const machine of machines) {
    const key = JSON.stringify([machine.extraStates, machine.observables]);
    groups.set(key, [...groups.get(key) ?? [], machine]);
  }
  return [...groups.values()].sort(([a], [b]) => (a?.extraStates ?? 0) - (b?.extraStates ?? 0));
}

/** `tensor 88a5abfb0543`: the models that judged. */
function models(machines: readonly MachineResult[]): string {
  return [...new Set(machines.map(({ machine, model }) => `${familyOf(machine).id} ${model}`))].join(', ');
}

/** The text of a run. `verbose` adds the sections. */
export function terminal(result: RunResult, options: RepeatOptions & { readonly verbose?: boolean } = {}): string {
  const lines = [`custody: adapter ${colors.bold(result.adapter)}, profile ${result.profile}, model ${models(result.machines)}`];
  for (const machine of result.machines) {
    lines.push(machineLine(machine));
    if (options.verbose === true) for (const { name, cases, steps } of machine.sections) lines.push(`       ${name.padEnd(26)} ${number(cases)} cases, ${number(steps)} steps`);
  }
  for (const name of result.notApplicable) lines.push(`${colors.yellow('n/a ')} ${name}: not claimed by the statement, not run`);
  for (const { matches, reason, link } of result.unexpectedPasses) lines.push(`${colors.red('unexpected pass')} ${matches}: known as "${reason}" (${link}), and it does not fail; remove the entry`);
  // The shortest say most.
  const shown = result.machines.flatMap((machine) => machine.findings).sort((a, b) => a.verdict.step - b.verdict.step).slice(0, FINDINGS_SHOWN);
  for (const { verdict, planned, observed } of shown) lines.push('', failureText(verdict, planned, observed, result.adapter, { ...options, profile: result.profile }));
  if (shown.length > 0) lines.push('');
  if (result.ok) {
    for (const machine of result.machines.filter(excused)) {
      lines.push(`${colors.yellow('no guarantee')} ${result.adapter}, ${machine.machine}: passed with ${excused(machine)}; the guarantee needs every answer as predicted`);
    }
    for (const group of byGuarantee(result.machines.filter((machine) => excused(machine) === ''))) {
      const where = group.length === result.machines.length ? '' : `, ${group.map(({ machine }) => machine).join(', ')}`;
      lines.push(`${colors.green('guarantee')} ${result.adapter}${where}: ${guarantee(group[0]?.extraStates ?? -1)};`);
      lines.push('  assumed: reset resets, the implementation is deterministic, members of one request class are treated alike;');
      lines.push(`  observables: ${group[0]?.observables.join(', ') ?? ''}`);
    }
  } else if (result.machines.length === 0) {
    lines.push(`${colors.red('failed')}: the statement claims no machine of this model, so no case ran`);
  } else lines.push(`${colors.red('failed')}: no guarantee for ${result.adapter}`);
  return lines.join('\n');
}
