// What the runner must know of a machine and its factors beside the grounded table.
import type { Grounded } from '../../generator/ground.ts';
import type { Observation } from '../../generator/mealy.ts';
import type { Params } from '../../model/tensor/members.ts';
import type { Rule } from '../../model/rule.ts';
import type { Statement } from '../runner/adapter.ts';
import type { Case, Plan } from '../runner/plan.ts';

/** A machine with its factors, which share rules, members and facts. */
export interface Family {
  readonly id: string;
  /** Names of the factors, known without grounding. */
  readonly factors: readonly string[];
  readonly inputs: readonly string[];
  readonly rules: readonly Rule[];
  /** The facts that the machine predicts, in one order everywhere. */
  readonly facts: readonly string[];
  /** Words that the text of a refusal must contain, by reason: the text is part of the contract. */
  readonly texts: Readonly<Record<string, string>>;
  /** The grounded machine; the same object at every call. */
  ground(): Grounded;
  /** The first input of every case of a factor. */
  firstInput(factor: string): string;
  /** Every member of every input, for the implementation that the statement describes. */
  members(statement: Pick<Statement, 'conventions'>): Readonly<Record<string, readonly Params[]>>;
  /** What the model predicts of a step once its parameters, and those of the case's first step, are known. */
  expectedOf(observation: Observation, first: Params, step: Params): Observation;
  /** Whether what an input shows depends on the parameters of its own step. */
  dependsOnStep(input: string): boolean;
  /** One case for each point of the decision tables. */
  tableCases(plan: Plan): Case[];
  /** How case ids name a member of the first input. */
  nameFirst(first: Params): string;
  /** Whether every member of the first input runs the m = n suite by itself. */
  readonly everyFirst: boolean;
}
