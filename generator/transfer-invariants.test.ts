// The transfer machine walked by its own transitions: absent cells, and invariants on every one of them.
import { initialTransition, transition, type AnyMachineSnapshot } from 'xstate';
import { expect, test } from 'vitest';
import { TRANSFER_INPUTS } from '../model/transfer/index.ts';
import { STATE_INVARIANTS, TRANSITION_INVARIANTS, type Situation, type Taken } from '../model/transfer/invariants.ts';
import { transferMachine, type TransferContext, type TransferInput } from '../model/transfer/machine.ts';
import { observeTransfer } from '../model/transfer/observation.ts';
import { readActions, statePath } from './explore.ts';

function* walk(): Generator<Taken> {
  const situation = (snapshot: AnyMachineSnapshot): Situation => ({ state: statePath(snapshot.value), context: snapshot.context as TransferContext });
  const [initial] = initialTransition(transferMachine);
  const queue: AnyMachineSnapshot[] = [initial];
  const seen = new Set([JSON.stringify(situation(initial))]);
  for (const snapshot of queue) {
    const before = situation(snapshot);
    for (const input of TRANSFER_INPUTS) {
      const [next, actions] = transition(transferMachine, snapshot as never, { type: input });
      const { kind, code } = readActions(input, actions as never);
      const after = situation(next);
      yield { before, input, kind, code, observation: observeTransfer({ input, kind, code, before, after }), after };
      const key = JSON.stringify(after);
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  }
}

const steps = [...walk()];

/** The first steps that are wrong, as text: a walk of seventy thousand is not compared one by one. */
const wrong = (holds: (step: Taken) => boolean): string[] => steps.filter((step) => !holds(step)).slice(0, 3).map((step) => JSON.stringify(step));

test('every transition of every world is walked', () => {
  expect(steps.length).toBe(2329 * 30);
});

/** Whether the object that `input` acts on exists, said a second time and not by the machine's guards. */
function exists(input: TransferInput, state: string, { line, runtime, package: held }: TransferContext): boolean {
  const handles = line.replace(/[PC]/g, '').length;
  if (input.startsWith('open.')) return state === 'unopened';
  if (input === 'complete_oldest' || input === 'lose_device') return state === 'live.working';
  if (input.endsWith('.older')) return handles > 0;
  if (input.endsWith('.newer')) return handles === 2;
  if (input === 'drop_package') return held;
  if (input === 'resubmit') return runtime && held;
  // Only an entry of the queue can be asked, so that its query fails.
  if (input === 'submit.drain_error') return runtime && line.length > handles;
  return runtime;
}

test('a cell is absent if and only if the object it acts on does not exist', () => {
  expect(wrong(({ before, input, kind }) => (kind === 'absent') === !exists(input, before.state, before.context))).toEqual([]);
});

test.each(STATE_INVARIANTS.map((invariant) => [invariant.sentence, invariant] as const))('every state: %s', (_, { holds }) => {
  expect(wrong(({ before, after }) => holds(before) && holds(after))).toEqual([]);
});

test.each(TRANSITION_INVARIANTS.map((invariant) => [invariant.sentence, invariant] as const))('every transition: %s', (_, { holds }) => {
  expect(wrong(holds)).toEqual([]);
});
