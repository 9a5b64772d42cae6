// Runs a profile on an adapter: what the statement claims, machine by machine.
import { buildSuite, STEPS_IN_PROCESS_MAX } from '../../generator/complete.ts';
import type { Mealy } from '../../generator/mealy.ts';
import type { Profile, Suite } from '../../generator/suite.ts';
import { families, machineNames, planFor } from '../machines/index.ts';
import { separatingFacts } from './plan.ts';
import type { Adapter } from './adapter.ts';
import type { VerdictKind } from './judge.ts';
import { KnownFailures, type KnownFailure } from './known-failures.ts';
import { runMachine, type MachineOptions, type MachineResult } from './machine-run.ts';
import { asStatement } from './statement.ts';

export interface RunResult {
  readonly adapter: string;
  readonly profile: Profile;
  readonly machines: readonly MachineResult[];
  /** Machines and inputs that the statement does not claim; not run. */
  readonly notApplicable: readonly string[];
  /** Known failures that did not fail. */
  readonly unexpectedPasses: readonly KnownFailure[];
  readonly ok: boolean;
}

export interface RunOptions extends Pick<MachineOptions, 'progress' | 'untilFailure' | 'judgedMax'> {
  readonly profile: Profile;
  readonly known?: readonly KnownFailure[];
  /** Suites read from a file; where there is none for a machine it is generated. */
  readonly suites?: readonly Suite[];
}

/** Verdicts that fail the run. */
export const FAILING: readonly VerdictKind[] = ['fail', 'crash', 'timeout', 'protocol', 'inconclusive'];

/** Runs `profile` on `adapter` and judges every case. Throws where the statement makes no sense. */
export function runProfile(adapter: Adapter, options: RunOptions): RunResult {
  const { machines: claimed, unsupported = [], observables } = asStatement(adapter.statement);
  const known = new KnownFailures(options.known);
  const machines = families.flatMap((family) => {
    const names = family.factors.filter((name) => claimed.includes(name));
    // Grounding takes its time: only what is claimed is grounded.
    const factors = names.length === 0 ? [] : family.ground().factors.filter(({ machine }) => names.includes(machine));
    const facts = family.facts.filter((fact) => observables.includes(fact));
    return factors.map((factor) => {
      const plan = planFor(factor, adapter.statement);
      const given = options.suites?.find(({ machine }) => machine === factor.machine);
      if (given !== undefined) refuseUnfit(given, facts, unsupported);
      return runMachine(adapter, plan, given ?? suiteOf(plan.mealy, facts, options.profile), { ...options, facts, known });
    });
  });
  const unexpectedPasses = known.unexpectedPasses();
  const ran = machines.length > 0 && machines.every((machine) => machine.sections.some((section) => section.cases > 0));
  return {
    adapter: adapter.statement.name,
    profile: options.profile,
    machines,
    notApplicable: [...machineNames.filter((name) => !claimed.includes(name)), ...unsupported],
    unexpectedPasses,
    ok: ran && unexpectedPasses.length === 0 && machines.every(({ counts }) => FAILING.every((kind) => counts[kind] === 0)),
  };
}

/** A suite that was made for other observables or inputs keeps its numbers, not its guarantee. */
function refuseUnfit(suite: Suite, facts: readonly string[], unsupported: readonly string[]): void {
  const unseen = suite.facts.filter((fact) => !facts.includes(fact));
  if (unseen.length > 0) throw new Error(`the suite of ${suite.machine} tells states apart by ${unseen.join(', ')}, which the adapter does not report; leave the suite file out, and one is made that fits`);
  if (unsupported.length > 0) throw new Error(`the suite of ${suite.machine} uses all inputs, and the statement lacks ${unsupported.join(', ')}; leave the suite file out, and one is made that fits`);
}

const suites = new Map<string, Suite>();

/** The suite, generated once for equal arguments: many runs in one process share it. */
function suiteOf(mealy: Mealy, facts: readonly string[], profile: Profile): Suite {
  const separating = separatingFacts(mealy, facts);
  const key = [mealy.machine, profile, ...separating, ...mealy.inputs].join();
  const suite = suites.get(key) ?? buildSuite(mealy, separating, profile, STEPS_IN_PROCESS_MAX);
  suites.set(key, suite);
  return suite;
}
