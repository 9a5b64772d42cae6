// A wrong implementation is the reference with one thing bent.
import { referenceAdapter } from '../adapters/reference/reference.ts';
import type { Adapter, Observed, Step } from '../runner/adapter.ts';
import type { VerdictKind } from '../runner/judge.ts';

export interface Straw {
  readonly name: string;
  /** The verdict that fits. */
  readonly deserves: VerdictKind;
  readonly adapter: Adapter;
}

export type Bend = (answer: Observed, step: Step, steps: number) => Observed;

/** The reference for `machines` only, whose answers pass through `bend`; `steps` counts from the last reset. */
export function bent(machines: readonly string[], name: string, deserves: VerdictKind, bend: Bend): Straw {
  const honest = referenceAdapter({ machines });
  let steps = 0;
  return {
    name,
    deserves,
    adapter: {
      statement: { ...honest.statement, name },
      reset: () => {
        steps = 0;
        honest.reset();
      },
      perform: (step) => bend(honest.perform(step), step, steps++),
    },
  };
}
