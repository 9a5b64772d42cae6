// What the generated tests call: drives the native implementation to a state, takes one step, compares what applies.
import { expect } from 'vitest';
import { nativeAdapter } from '../adapters/native/native.ts';
import { familyOf } from '../machines/index.ts';
import type { Family } from '../machines/family.ts';
import type { TensorFacts, TensorInputName } from '../suites/tensor/types.ts';
import type { TransferFacts, TransferInputName } from '../suites/transfer/types.ts';
import type { Adapter, Observed, Step } from './adapter.ts';
import { judge } from './judge.ts';

interface Transition<Machine extends string, InputName extends string, Facts> {
  /** A machine, or a factor, whose first step is then not part of the word. */
  readonly machine: Machine;
  /** Inputs from the start to the state in question; the shortest there are. */
  readonly word: readonly InputName[];
  readonly input: InputName;
  /** Only the facts that apply to the step. */
  readonly expected: Partial<Facts>;
}

export type ExpectedTransition =
  | Transition<'tensor', TensorInputName, TensorFacts>
  | Transition<'transfer.pair' | 'transfer.single', TransferInputName, TransferFacts>;

/** The part of an adapter that these tests need. */
export type StepDriver = Pick<Adapter, 'reset' | 'perform'>;

/** The member that readable tests use for `input`: the first, but of foreign memory one whose release can be watched. */
export function memberOf(family: Family, input: string): Step {
  const members = family.members({})[input] ?? [];
  const params = members.find(({ origin }) => input !== 'make.foreign' || origin === 'from_owner');
  if (params === undefined) throw new Error(`input ${input} has no member to test with`);
  return { input, params };
}

/** Takes the steps on `driver` and judges the last answer. Fails, with every step in the message, on any difference. */
export function expectTransitionOn(driver: StepDriver, { machine, word, input, expected }: ExpectedTransition): void {
  const family = familyOf(machine);
  const opened = machine === family.id ? [] : [family.firstInput(machine)];
  const steps = [...opened, ...word, input].map((name) => memberOf(family, name));
  const story = steps.map((step, at) => `  ${at + 1}. ${step.input} ${JSON.stringify(step.params)}`).join('\n');
  driver.reset();
  let observed: Observed = {};
  for (const [at, step] of steps.entries()) {
    observed = driver.perform(step);
    const { outcome } = observed;
    if (outcome !== 'granted' && outcome !== 'refused' && outcome !== 'failed') {
      throw new Error(`step ${at + 1}, ${step.input}, was answered \`${String(outcome)}\`; expected an answer of the implementation\n${story}`);
    }
  }
  const last = steps.slice(-1);
  const predicted = family.expectedOf(expected, steps[0]?.params ?? {}, last[0]?.params ?? {});
  const wanted = Object.fromEntries(Object.entries(predicted).filter(([fact]) => fact in expected));
  const { differences } = judge({ id: input, machine, steps: last, expected: [wanted], rules: [[]] }, [observed], Object.keys(wanted));
  const told = differences.map((d) => `  ${d.fact}: expected ${d.expected}, observed ${String(d.observed)}`);
  expect(differences, [`answer to the last step of\n${story}`, ...told, ''].join('\n')).toEqual([]);
}

let native: Adapter | undefined;

/** The same on the native implementation. Where its addon is missing the test fails and says so: nothing is skipped. */
export function expectTransition(transition: ExpectedTransition): void {
  native ??= nativeAdapter();
  expectTransitionOn(native, transition);
}
