// What the generated tests call: drives the native implementation to a state, takes one step, compares what applies.
import { expect } from 'vitest';
import { TENSOR_MEMBERS } from '../../model/tensor/members.ts';
import { nativeAdapter } from '../adapters/native/native.ts';
import type { TensorFacts, TensorInputName } from '../suites/tensor/types.ts';
import type { Adapter, Observed, Step } from './adapter.ts';
import { judge } from './judge.ts';
import { tensorFamily } from '../machines/tensor.ts';

export interface ExpectedTransition {
  readonly machine: 'tensor';
  /** Inputs from the start to the state in question; the shortest there are. */
  readonly word: readonly TensorInputName[];
  readonly input: TensorInputName;
  /** Only the facts that apply to the step. */
  readonly expected: Partial<TensorFacts>;
}

/** The part of an adapter that these tests need. */
export type StepDriver = Pick<Adapter, 'reset' | 'perform'>;

/** The member that readable tests use for `input`: the first, but of foreign memory one whose release can be watched. */
export function memberOf(input: TensorInputName): Step {
  const members = TENSOR_MEMBERS[input];
  const params = members.find(({ origin }) => input !== 'make.foreign' || origin === 'from_owner');
  if (params === undefined) throw new Error(`input ${input} has no member to test with`);
  return { input, params };
}

/** Takes the steps on `driver` and judges the last answer. Fails, with every step in the message, on any difference. */
export function expectTransitionOn(driver: StepDriver, { machine, word, input, expected }: ExpectedTransition): void {
  const steps = [...word, input].map(memberOf);
  const story = steps.map((step, at) => `  ${at + 1}. ${step.input} ${JSON.stringify(step.params)}`).join('\n');
  driver.reset();
  let observed: Observed = {};
  for (const [at, step] of steps.entries()) {
    observed = driver.perform(step);
    const { outcome } = observed;
    if (outcome !== 'granted' && outcome !== 'refused') {
      throw new Error(`step ${at + 1}, ${step.input}, was answered \`${String(outcome)}\`; expected an answer of the implementation\n${story}`);
    }
  }
  const wanted = Object.fromEntries(Object.entries(tensorFamily.expectedOf(expected, steps[0]?.params ?? {}, {})).filter(([fact]) => fact in expected));
  const last = { id: input, machine, steps: steps.slice(-1), expected: [wanted], rules: [[]] };
  const { differences } = judge(last, [observed], Object.keys(wanted));
  const told = differences.map((d) => `  ${d.fact}: expected ${d.expected}, observed ${String(d.observed)}`);
  expect(differences, [`answer to the last step of\n${story}`, ...told, ''].join('\n')).toEqual([]);
}

let native: Adapter | undefined;

/** The same on the native implementation. Where its addon is missing the test fails and says so: nothing is skipped. */
export function expectTransition(transition: ExpectedTransition): void {
  native ??= nativeAdapter();
  expectTransitionOn(native, transition);
}
