// The grounded tensor machine: pinned counts, absent cells, invariants on every transition.
import { initialTransition, transition, type AnyMachineSnapshot } from 'xstate';
import { expect, test } from 'vitest';
import { TENSOR_INPUTS } from '../model/tensor/index.ts';
import { STATE_INVARIANTS, TRANSITION_INVARIANTS, type Situation, type Taken } from '../model/tensor/invariants.ts';
import { tensorMachine, type TensorContext, type TensorInput } from '../model/tensor/machine.ts';
import { readActions, statePath } from './explore.ts';
import { groundTensor } from './ground.ts';

const { whole } = groundTensor();

test('counts are pinned: a change is a reviewed change of the model', () => {
  const cells = whole.cells.flat();
  const count = (kind: string): number => cells.filter((cell) => cell.kind === kind).length;
  expect({
    states: whole.states.length, inputs: whole.inputs.length,
    accept: count('accept'), refuse: count('refuse'), environment: count('environment'), absent: count('absent'),
  }).toEqual({ states: 93, inputs: 32, accept: 328, refuse: 394, environment: 252, absent: 2002 });
});

/** Whether the object that `input` acts on exists, said a second time and not by the machine's guards. */
function exists(input: TensorInput, state: string, c: TensorContext): boolean {
  if (input.startsWith('make.')) return state === 'unmade';
  if (input.startsWith('owned.') || input === 'drop_owned') return c.owned;
  if (input === 'close_face' || input === 'read.face') return c.aliases > 0;
  if (input === 'end_lease' || input === 'read.lease') return c.leases > 0;
  if (input.endsWith('.moved')) return c.moved > 0;
  if (input.endsWith('.copied')) return c.copied > 0;
  return c.handle;
}

function* transitions(): Generator<Taken & { readonly input: TensorInput }> {
  const situation = (snapshot: AnyMachineSnapshot): Situation => ({ state: statePath(snapshot.value), context: snapshot.context as TensorContext });
  const [initial] = initialTransition(tensorMachine);
  const queue: AnyMachineSnapshot[] = [initial];
  const seen = new Set([JSON.stringify(situation(initial))]);
  for (const snapshot of queue) {
    for (const input of TENSOR_INPUTS) {
      const [next, actions] = transition(tensorMachine, snapshot as never, { type: input });
      const { kind, code, effects } = readActions(input, actions as never);
      const after = situation(next);
      yield { before: situation(snapshot), input, kind, code, effects, after };
      const key = JSON.stringify(after);
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  }
}

test('a cell is absent if and only if the object it acts on does not exist', () => {
  for (const { before, input, kind } of transitions()) {
    expect(kind === 'absent', `${before.state} ${JSON.stringify(before.context)} ${input}`).toBe(!exists(input, before.state, before.context));
  }
});

test.each(STATE_INVARIANTS.map((invariant) => [invariant.sentence, invariant] as const))('every state: %s', (_, { holds }) => {
  for (const { after } of transitions()) expect(holds(after), JSON.stringify(after)).toBe(true);
});

test.each(TRANSITION_INVARIANTS.map((invariant) => [invariant.sentence, invariant] as const))('every transition: %s', (_, { holds }) => {
  for (const step of transitions()) expect(holds(step), JSON.stringify(step)).toBe(true);
});
