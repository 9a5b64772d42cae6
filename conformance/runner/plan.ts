// From words to cases: a make step, then a member for every input, chosen by the case's own hash so that all occur.
import type { Params } from '../../model/tensor/members.ts';
import { restrict } from '../../generator/explore.ts';
import { cellAt, factsOf, type Mealy, type Observation } from '../../generator/mealy.ts';
import type { Word } from '../../generator/suite.ts';
import type { Family } from '../machines/family.ts';
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

/** One factor of a machine as an implementation can have it: without the inputs it lacks, with the conventions it declares. */
export interface Plan {
  readonly family: Family;
  readonly mealy: Mealy;
  readonly statement: Pick<Statement, 'unsupported' | 'conventions'>;
  readonly members: Readonly<Record<string, readonly Params[]>>;
  /** The first input of every case, and what it shows. */
  readonly first: string;
  readonly opened: { readonly observation: Observation; readonly rules: readonly string[] };
}

/** Plans `factor` of `family` for the implementation that `statement` describes. */
export function makePlan(family: Family, factor: Mealy, statement: Pick<Statement, 'unsupported' | 'conventions'>): Plan {
  const { whole } = family.ground();
  const first = family.firstInput(factor.machine);
  const lacking = statement.unsupported ?? [];
  const mealy = lacking.length === 0 ? factor : restrict(factor, factor.machine, 0, factor.inputs.filter((input) => !lacking.includes(input)));
  return { family, mealy, statement, members: family.members(statement), first, opened: cellAt(whole, 0, whole.inputs.indexOf(first)) };
}

/** Those of the reported facts that tell states apart. */
export function separatingFacts(mealy: Mealy, reported: readonly string[]): string[] {
  return factsOf(mealy).filter((fact) => reported.includes(fact));
}

/** The members of an input of the plan's machine, by the input's number. */
export function membersAt({ mealy, members }: Plan, input: number): readonly Params[] {
  return members[mealy.inputs[input] ?? ''] ?? [];
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

/** Which of `count` members step `at` of a case takes; the make step is step -1. */
export function rotate(hash: number, at: number, count: number): number {
  return (Math.imul(hash ^ Math.imul(at + 1, 0x9e3779b1), 0x85ebca6b) >>> 8) % count;
}

/** The case of a word; `given` is the first step's member, and otherwise the hash picks it. */
export function planCase(plan: Plan, word: Word, given?: Params): Case {
  const { family, mealy, first, opened } = plan;
  const hash = hashWord(mealy.machine, word);
  const firsts = plan.members[first] ?? [];
  const chosen = given ?? firsts[rotate(hash, -1, firsts.length)] ?? {};
  const steps: Step[] = [{ input: first, params: chosen }];
  const expected: Observation[] = [family.expectedOf(opened.observation, chosen, chosen)];
  const rules: (readonly string[])[] = [opened.rules];
  let state = 0;
  word.forEach((input, at) => {
    const members = membersAt(plan, input);
    const params = members[rotate(hash, at, members.length)] ?? {};
    const cell = cellAt(mealy, state, input);
    steps.push({ input: mealy.inputs[input] ?? '', params });
    expected.push(family.expectedOf(cell.observation, chosen, params));
    rules.push(cell.rules);
    state = cell.to;
  });
  const id = caseId(mealy.machine, word);
  return { id: given === undefined ? id : `${id}@${family.nameFirst(given)}`, machine: mealy.machine, steps, expected, rules };
}
