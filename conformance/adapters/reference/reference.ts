// The machine itself as an implementation: answers from the grounded table.
import { groundTensor } from '../../../generator/ground.ts';
import { cellAt, type Mealy } from '../../../generator/mealy.ts';
import type { Params } from '../../../model/tensor/members.ts';
import type { Adapter, Observed, Statement, Step } from '../../runner/adapter.ts';
import { expectedOf } from '../../runner/plan.ts';
import statement from './statement.json' with { type: 'json' };

/** An implementation that is the table `mealy`: the model's own by default, a wrong one for a test. */
export function referenceAdapter(mealy: Mealy = groundTensor().whole, says: Statement = statement): Adapter {
  let state = 0;
  let make: Params = {};
  return {
    statement: says,
    reset: () => {
      state = 0;
    },
    perform: ({ input, params }: Step): Observed => {
      const number = mealy.inputs.indexOf(input);
      if (number < 0) return { outcome: 'unsupported' };
      if (input.startsWith('make.')) make = params;
      const cell = cellAt(mealy, state, number);
      state = cell.to;
      return expectedOf(cell.observation, make);
    },
  };
}
