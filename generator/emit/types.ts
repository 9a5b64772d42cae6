// The closed vocabularies of a grounded machine as TypeScript types, so that a misspelt name does not compile.
import { isExecuted, type Mealy, type Value } from '../mealy.ts';
import { typesModule } from './typescript.ts';

function union(values: Iterable<Value>): string[] {
  return [...new Set(values)].map((value) => (typeof value === 'number' ? String(value) : `'${value}'`));
}

/** The text of `types.ts`: inputs, facts with their values, reasons, rules. `name` begins each type, e.g. `Tensor`. */
export function machineTypes(mealy: Mealy, name: string, ruleIds: readonly string[], hash: string): string {
  const cells = mealy.cells.flat().filter(isExecuted);
  const facts = Object.keys(cells[0]?.observation ?? {});
  const values = (fact: string): Value[] => cells.map((cell) => cell.observation[fact] ?? 'none').sort();
  const properties = Object.fromEntries(facts.map((fact) => [fact, union(values(fact)).join(' | ')]));
  return typesModule(hash, `The words that cases of the ${mealy.machine} machine are made of.`, [
    { name: `${name}InputName`, doc: 'The closed alphabet.', union: union(mealy.inputs) },
    { name: `${name}Facts`, doc: 'Everything a step may show, with every value that the model predicts.', properties },
    { name: `${name}FactName`, doc: 'The name of a fact.', union: union(facts) },
    { name: `${name}Reason`, doc: 'Why a step is refused.', union: union(values('reason').filter((reason) => reason !== 'none')) },
    { name: `${name}RuleId`, doc: 'The id of a rule.', union: union(ruleIds) },
  ]);
}
