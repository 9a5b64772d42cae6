// Every machine the runner knows.
import type { Rule } from '../../model/rule.ts';
import type { Mealy } from '../../generator/mealy.ts';
import type { Statement } from '../runner/adapter.ts';
import { makePlan, type Plan } from '../runner/plan.ts';
import type { Family } from './family.ts';
import { tensorFamily } from './tensor.ts';
import { transferFamily } from './transfer.ts';

export const families: readonly Family[] = [tensorFamily, transferFamily];

export const machineNames: readonly string[] = families.flatMap((family) => family.factors);

/** Every rule of every machine, by id. */
export const rulesById: ReadonlyMap<string, Rule> = new Map(families.flatMap((family) => family.rules.map((rule) => [rule.id, rule] as const)));

/** The family of a machine or of one of its factors. */
export function familyOf(machine: string): Family {
  const found = families.find(({ id, factors }) => id === machine || factors.includes(machine));
  if (found === undefined) throw new RangeError(`unknown machine \`${machine}\`; there are ${machineNames.join(', ')}`);
  return found;
}

/** Plans `factor` for the implementation that `statement` describes. */
export function planFor(factor: Mealy, statement: Pick<Statement, 'unsupported' | 'conventions'> = {}): Plan {
  return makePlan(familyOf(factor.machine), factor, statement);
}
