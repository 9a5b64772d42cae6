// Checks a statement before anything is run: what it claims must be something the model knows.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LIFE_INPUTS } from '../../model/tensor/index.ts';
import type { Statement } from './adapter.ts';
import { modelFacts } from './facts.ts';
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
  const inputs: readonly string[] = LIFE_INPUTS;
  return [
    ...statement.observables.filter((fact) => !modelFacts.includes(fact)).map((fact) => `statement.observables: the model has no fact \`${fact}\`; it has ${modelFacts.join(', ')}`),
    ...(statement.unsupported ?? []).filter((input) => !inputs.includes(input)).map((input) => `statement.unsupported: the model has no input \`${input}\``),
  ];
}
