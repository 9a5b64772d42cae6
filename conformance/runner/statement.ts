// Checks a statement before anything is run: what it claims must be something the model knows.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { families, machineNames } from '../machines/index.ts';
import type { Statement } from './adapter.ts';
import schema from './statement.schema.json' with { type: 'json' };

const validate = new Ajv2020({ allErrors: true }).compile<Statement>(schema);

/** `value` as a statement. Throws one sentence a problem. */
export function asStatement(value: unknown): Statement {
  const problems = statementProblems(value);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return value as Statement;
}

/** What is wrong with a statement, one sentence each; empty if nothing is. Unknown fields are ignored. */
export function statementProblems(statement: unknown): string[] {
  if (!validate(statement)) {
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `statement${instancePath.replaceAll('/', '.')} ${message ?? 'is wrong'}${'allowedValues' in params ? `: ${String(params['allowedValues'])}` : ''}`);
  }
  const inputs = families.flatMap((family) => family.inputs);
  const facts = [...new Set(families.flatMap((family) => family.facts))];
  return [
    ...statement.machines.filter((machine) => !machineNames.includes(machine)).map((machine) => `statement.machines: there is no machine \`${machine}\`; there are ${machineNames.join(', ')}`),
    ...statement.observables.filter((fact) => !facts.includes(fact)).map((fact) => `statement.observables: the model has no fact \`${fact}\`; it has ${facts.join(', ')}`),
    ...(statement.unsupported ?? []).filter((input) => !inputs.includes(input)).map((input) => `statement.unsupported: the model has no input \`${input}\``),
  ];
}
