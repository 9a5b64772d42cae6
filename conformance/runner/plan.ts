// From words to cases: a make step, then a member for every input, chosen by the case's own hash so that all occur.
import type { TensorInput } from '../../model/tensor/machine.ts';
import { tensorMembers, type Members, type Params } from '../../model/tensor/members.ts';
import type { LegacyFallback } from '../../model/tensor/table.ts';
import { restrict } from '../../generator/explore.ts';
import { groundTensor } from '../../generator/ground.ts';
import { cellAt, type Mealy, type Observation } from '../../generator/mealy.ts';
import type { Word } from '../../generator/suite.ts';
import type { Statement, Step } from './adapter.ts';

export interface Case {
  /** `tensor.exclusive/0tv4luf0ohrh4g`: stable as long as the word exists. With `@aligned-float32-2x3` where the run, not the
   *  hash, chose what is made: the same word is another case then, and a replay must make the same. */
  readonly id: string;
  readonly machine: string;
  readonly steps: readonly Step[];
  /** Kept apart from the steps: a performer never sees it. */
  readonly expected: readonly Observation[];
  /** Rules that each step cites. */
  readonly rules: readonly (readonly string[])[];
}

/** One factor of the machine as an implementation can have it: without the inputs it lacks, with the conventions it declares. */
export interface Plan {
  readonly mealy: Mealy;
  readonly members: Members;
  readonly legacyFallback: LegacyFallback;
  /** The input that makes the tensor, and what it shows. */
  readonly make: TensorInput;
  readonly made: { readonly observation: Observation; readonly rules: readonly string[] };
}

/** Plans `factor` for the implementation that `statement` describes. */
export function planFor(factor: Mealy, statement: Pick<Statement, 'unsupported' | 'conventions'> = {}): Plan {
  const { whole } = groundTensor();
  const make = factor.machine.replace('tensor', 'make') as TensorInput;
  const lacking = statement.unsupported ?? [];
  const mealy = lacking.length === 0 ? factor : restrict(factor, factor.machine, 0, factor.inputs.filter((input) => !lacking.includes(input)));
  const legacyFallback = statement.conventions?.legacyFallback ?? 'copy';
  return { mealy, members: tensorMembers(legacyFallback), legacyFallback, make, made: cellAt(whole, 0, whole.inputs.indexOf(make)) };
}

/** The members of an input of the plan's machine, by the input's number. */
export function membersAt({ mealy, members }: Plan, input: number): readonly Params[] {
  return members[mealy.inputs[input] as TensorInput];
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

/** `aligned-float32-2x3`: what a member of a make input makes, as case ids name it. */
export function makeName(make: Params): string {
  return `${String(make['origin'])}-${String(make['dtype'])}-${shapeName(make['shape'])}`;
}

/** Which of `count` members step `at` of a case takes; the make step is step -1. */
export function rotate(hash: number, at: number, count: number): number {
  return (Math.imul(hash ^ Math.imul(at + 1, 0x9e3779b1), 0x85ebca6b) >>> 8) % count;
}

export function shapeName(shape: unknown): string {
  const sizes = Array.isArray(shape) ? shape : [];
  return sizes.length === 0 ? '0d' : sizes.join('x');
}

/** What the model predicts once it is known what was made: names for `made`, and what empty or static memory cannot show. */
export function expectedOf(observation: Observation, make: Params): Observation {
  const shape = Array.isArray(make['shape']) ? make['shape'] : [];
  const empty = shape.includes(0);
  const unfreed = empty || make['origin'] === 'static' || make['origin'] === 'bytes_clone';
  return {
    ...observation,
    ...(observation['dtype'] === 'made' ? { dtype: String(make['dtype']) } : {}),
    ...(observation['shape'] === 'made' ? { shape: shapeName(shape) } : {}),
    ...(empty ? { address: 'none' } : {}),
    ...(shape.length === 0 ? { strides: 'none' } : {}),
    ...(unfreed ? { freed: 0 } : {}),
  };
}

/** The case of a word; `made` picks what is made, and otherwise the hash does. */
export function planCase(plan: Plan, word: Word, made?: Params): Case {
  const { mealy, make } = plan;
  const hash = hashWord(mealy.machine, word);
  const makes = plan.members[make];
  const chosen = made ?? makes[rotate(hash, -1, makes.length)] ?? {};
  const steps: Step[] = [{ input: make, params: chosen }];
  const expected: Observation[] = [expectedOf(plan.made.observation, chosen)];
  const rules: (readonly string[])[] = [plan.made.rules];
  let state = 0;
  word.forEach((input, at) => {
    const members = membersAt(plan, input);
    const cell = cellAt(mealy, state, input);
    steps.push({ input: mealy.inputs[input] ?? '', params: members[rotate(hash, at, members.length)] ?? {} });
    expected.push(expectedOf(cell.observation, chosen));
    rules.push(cell.rules);
    state = cell.to;
  });
  const id = caseId(mealy.machine, word);
  return { id: made === undefined ? id : `${id}@${makeName(made)}`, machine: mealy.machine, steps, expected, rules };
}
