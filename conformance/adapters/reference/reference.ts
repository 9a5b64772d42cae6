// The machines themselves as an implementation: what is asked is decided by the tables, states are kept by a grounded machine.
import type { Grounded } from '../../../generator/ground.ts';
import { cellAt, type Mealy } from '../../../generator/mealy.ts';
import type { Params } from '../../../model/tensor/members.ts';
import { decide, door1Rows, negotiateOwned, type HostRequest } from '../../../model/tensor/table.ts';
import { admit, type PackageRequest } from '../../../model/transfer/table.ts';
import { families } from '../../machines/index.ts';
import type { Family } from '../../machines/family.ts';
import type { Adapter, Observed, Statement, Step } from '../../runner/adapter.ts';
import { asStatement } from '../../runner/statement.ts';
import statement from './statement.json' with { type: 'json' };

/** Says how a machine's tables name a step: what is asked decides, not what the step is called. */
function inputOf({ input, params }: Step, door1: ReturnType<typeof door1Rows>): string {
  const request = params['request'] as unknown as HostRequest | undefined;
  const submitted = params['package'] as unknown as PackageRequest | undefined;
  if (submitted !== undefined) {
    const admission = admit({ ...submitted, device: 'works' });
    return admission === 'admitted' ? 'submit' : admission === 'admitted_empty' ? 'submit.empty' : 'submit.refused';
  }
  if (request === undefined || input.endsWith('.no_memory')) return input;
  return input.startsWith('owned.') ? `owned.dlpack.${negotiateOwned(request)}` : `dlpack.${decide(door1, request).outcome}`;
}

export interface ReferenceOptions {
  /** Claims only these. */
  readonly machines?: readonly string[];
  /** A wrong table for one machine, in place of its own. */
  readonly wrong?: Mealy;
  readonly statement?: Statement;
}

/** An implementation that is the machines' own tables. */
export function referenceAdapter({ machines, wrong, statement: given = asStatement(statement) }: ReferenceOptions = {}): Adapter {
  const says = machines === undefined ? given : { ...given, machines };
  const door1 = door1Rows(says.conventions?.legacyFallback);
  let family: Family | undefined;
  let table: Mealy | undefined;
  let state = 0;
  let first: Params = {};

  /** The first step of a case says which machine it is about. */
  const begin = ({ input, params }: Step): void => {
    const grounded = (candidate: Family): Grounded['whole'] => (wrong?.machine === candidate.id ? wrong : candidate.ground().whole);
    family = families.find(({ factors, firstInput }) => factors.some((factor) => firstInput(factor) === input));
    table = family === undefined ? undefined : grounded(family);
    first = params;
  };

  return {
    statement: says,
    reset: () => {
      state = 0;
      family = undefined;
    },
    perform: (step): Observed => {
      if (family === undefined) begin(step);
      const number = table?.inputs.indexOf(inputOf(step, door1)) ?? -1;
      if (family === undefined || table === undefined || number < 0) return { outcome: 'unsupported' };
      const cell = cellAt(table, state, number);
      state = cell.to;
      return family.expectedOf(cell.observation, first, step.params);
    },
  };
}
