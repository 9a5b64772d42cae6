// The machine itself as an implementation: requests are negotiated by the tables, states kept by the grounded machine.
import { groundTensor } from '../../../generator/ground.ts';
import { cellAt, type Mealy } from '../../../generator/mealy.ts';
import type { Params } from '../../../model/tensor/members.ts';
import { decide, door1Rows, negotiateOwned, type HostRequest } from '../../../model/tensor/table.ts';
import type { Adapter, Observed, Statement, Step } from '../../runner/adapter.ts';
import { tensorFamily } from '../../machines/tensor.ts';
import { asStatement } from '../../runner/statement.ts';
import statement from './statement.json' with { type: 'json' };

/** An implementation that is the table `mealy`: the model's own by default, a wrong one for a test. */
export function referenceAdapter(mealy: Mealy = groundTensor().whole, says: Statement = asStatement(statement)): Adapter {
  const door1 = door1Rows(says.conventions?.legacyFallback);
  let state = 0;
  let make: Params = {};

  /** The machine's input for a step: what is asked decides, not what the step is called. */
  const inputOf = ({ input, params }: Step): string => {
    const request = params['request'] as unknown as HostRequest | undefined;
    if (request === undefined || input.endsWith('.no_memory')) return input;
    return input.startsWith('owned.') ? `owned.dlpack.${negotiateOwned(request)}` : `dlpack.${decide(door1, request).outcome}`;
  };

  return {
    statement: says,
    reset: () => {
      state = 0;
    },
    perform: (step): Observed => {
      const number = mealy.inputs.indexOf(inputOf(step));
      if (number < 0) return { outcome: 'unsupported' };
      if (step.input.startsWith('make.')) make = step.params;
      const cell = cellAt(mealy, state, number);
      state = cell.to;
      return tensorFamily.expectedOf(cell.observation, make, step.params);
    },
  };
}
