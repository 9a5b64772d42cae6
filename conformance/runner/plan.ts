// From words to cases: a make step, then a member for every input, chosen by the case's own hash so that all occur.
import type { TensorInput } from '../../model/tensor/machine.ts';
import { TENSOR_MEMBERS, type Params } from '../../model/tensor/members.ts';
import { cellAt, type Mealy, type Observation } from '../../generator/mealy.ts';
import type { Word } from '../../generator/suite.ts';
import type { Statement, Step } from './adapter.ts';

export interface Case {
  /** `tensor.exclusive/k3x0p1qz`: stable as long as the word exists. */
  readonly id: string;
  readonly machine: string;
  readonly steps: readonly Step[];
  /** Kept apart from the steps: a performer never sees it. */
  readonly expected: readonly Observation[];
  /** Rules that each step cites. */
  readonly rules: readonly (readonly string[])[];
}

/** FNV-1a over the inputs of a word. */
export function hashWord(machine: string, word: Word): number {
  let hash = 0x811c9dc5;
  const mix = (byte: number): void => {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  };
  for (let at = 0; at < machine.length; at += 1) mix(machine.charCodeAt(at));
  for (const input of word) mix(input + 1);
  return hash;
}

/** A second, differently seeded hash makes the id long enough that no two cases of a suite share it. */
export function caseId(machine: string, word: Word): string {
  const text = (value: number): string => value.toString(36).padStart(7, '0');
  return `${machine}/${text(hashWord(machine, word))}${text(hashWord(`${machine}/2`, word))}`;
}

/** Which of `count` members step `at` of a case takes. */
export function rotate(hash: number, at: number, count: number): number {
  return (Math.imul(hash ^ Math.imul(at + 1, 0x9e3779b1), 0x85ebca6b) >>> 8) % count;
}

export const makeInput = (machine: string): TensorInput => machine.replace('tensor', 'make') as TensorInput;

export function membersOf(input: string): readonly Params[] {
  return TENSOR_MEMBERS[input as TensorInput];
}

export function shapeName(shape: unknown): string {
  const sizes = Array.isArray(shape) ? shape : [];
  return sizes.length === 0 ? '0d' : sizes.join('x');
}

/** What the model predicts once it is known what was made: names for `made`, and what empty or static memory cannot show. */
export function expectedOf(observation: Observation, make: Params): Observation {
  const shape = Array.isArray(make.shape) ? make.shape : [];
  const empty = shape.includes(0);
  const unfreed = empty || make.origin === 'static' || make.origin === 'bytes_clone';
  return {
    ...observation,
    ...(observation.dtype === 'made' ? { dtype: String(make.dtype) } : {}),
    ...(observation.shape === 'made' ? { shape: shapeName(shape) } : {}),
    ...(empty ? { address: 'none' } : {}),
    ...(shape.length === 0 ? { strides: 'none' } : {}),
    ...(unfreed ? { freed: 0 } : {}),
  };
}

/** The case of a word; `make` picks what is made, and otherwise the hash does. */
export function planCase(mealy: Mealy, made: Observation, word: Word, make?: Params): Case {
  const hash = hashWord(mealy.machine, word);
  const makes = membersOf(makeInput(mealy.machine));
  const chosen = make ?? makes[rotate(hash, -1, makes.length)] ?? {};
  const steps: Step[] = [{ input: makeInput(mealy.machine), params: chosen }];
  const expected: Observation[] = [expectedOf(made, chosen)];
  const rules: (readonly string[])[] = [[mealy.machine === 'tensor.foreign' ? 'TEN-28' : 'TEN-13']];
  let state = 0;
  word.forEach((number, at) => {
    const input = mealy.inputs[number] ?? '';
    const members = membersOf(input);
    const cell = cellAt(mealy, state, number);
    steps.push({ input, params: members[rotate(hash, at, members.length)] ?? {} });
    expected.push(expectedOf(cell.observation, chosen));
    rules.push(cell.rules);
    state = cell.to;
  });
  return { id: caseId(mealy.machine, word), machine: mealy.machine, steps, expected, rules };
}

/** The facts that suite and statement have in common: the ones compared, and the ones the guarantee speaks of. */
export function comparedFacts(facts: readonly string[], statement: Statement): string[] {
  return facts.filter((fact) => statement.observables.includes(fact));
}
