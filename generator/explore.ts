// Breadth-first grounding of an XState machine over an explicit alphabet into a total Mealy table.
import { initialTransition, transition, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import type { Cell, Kind, Mealy, Observation, State } from './mealy.ts';

/** One transition, as a machine's `observe` sees it. */
export interface Taken {
  readonly input: string;
  readonly kind: Kind;
  readonly code: string;
  readonly effects: readonly string[];
  readonly before: { readonly state: string; readonly context: object };
  readonly after: { readonly state: string; readonly context: object };
}

/** What the generator must know of a machine: the machine, its closed alphabet, and how its states look from outside. */
export interface MachineSpec {
  readonly id: string;
  readonly machine: AnyStateMachine;
  readonly inputs: readonly string[];
  observe(step: Taken): Observation;
  /** The handles a harness holds. */
  handles(state: string, context: object): string;
  nameState(state: string, context: object): string;
}

const KINDS: readonly string[] = ['accept', 'refuse', 'failed', 'environment', 'absent'];
const STATES_MAX = 100_000;

interface Ran { readonly type: string; readonly params?: { readonly code?: string } }

/** Path of the active state, `consumed.moved` for `{consumed: 'moved'}`. */
export function statePath(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as Record<string, unknown>).map(([key, inner]) => `${key}.${statePath(inner)}`).join('+');
}

function keyOf(snapshot: AnyMachineSnapshot): string {
  return JSON.stringify([snapshot.value, snapshot.context]);
}

/** Reads the one outcome and the sorted effects out of the action list. Throws unless there is exactly one outcome. */
export function readActions(where: string, actions: readonly Ran[]): { kind: Kind; code: string; effects: string[] } {
  const outcomes = actions.filter((action) => KINDS.includes(action.type));
  const [outcome] = outcomes;
  if (outcome === undefined || outcomes.length !== 1) {
    throw new Error(`${where}: ${outcomes.length} outcomes; every (state, input) runs exactly one of ${KINDS.join(', ')}`);
  }
  const effects = actions.filter((action) => action.type === 'effect').map((action) => action.params?.code ?? '');
  return { kind: outcome.type as Kind, code: outcome.params?.code ?? 'absent', effects: effects.sort() };
}

/** The rules of the transition that `snapshot` takes on `event`: read from the config, since xstate does not return it. */
function rulesOf(snapshot: AnyMachineSnapshot, event: { type: string }): string[] {
  const nodes = snapshot.machine.getTransitionData(snapshot, event);
  return nodes.flatMap((taken: { meta?: { rules?: string[] } }) => taken.meta?.rules ?? []);
}

/** Grounds `spec`. State 0 is the initial state; states are numbered in order of discovery. Throws on a missing cell. */
export function explore(spec: MachineSpec): Mealy {
  const [initial] = initialTransition(spec.machine);
  const numbers = new Map<string, number>([[keyOf(initial), 0]]);
  const queue: AnyMachineSnapshot[] = [initial];
  const cells: Cell[][] = [];
  for (let at = 0; at < queue.length; at += 1) {
    const snapshot = queue[at] as AnyMachineSnapshot;
    const before = { state: statePath(snapshot.value), context: snapshot.context as object };
    const from = spec.nameState(before.state, before.context);
    cells.push(spec.inputs.map((input) => {
      const [next, actions] = transition(spec.machine, snapshot, { type: input });
      const ran = readActions(`${spec.id}: ${from}, ${input}`, actions as unknown as readonly Ran[]);
      const key = keyOf(next);
      let to = numbers.get(key);
      if (to === undefined) {
        to = numbers.size;
        if (to >= STATES_MAX) throw new Error(`${spec.id}: more than ${STATES_MAX} states; is its context bounded?`);
        numbers.set(key, to);
        queue.push(next);
      }
      const after = { state: statePath(next.value), context: next.context as object };
      const observation = spec.observe({ input, ...ran, before, after });
      return { to, ...ran, rules: rulesOf(snapshot, { type: input }), observation };
    }));
  }
  const states: State[] = queue.map((s) => {
    const path = statePath(s.value);
    return { name: spec.nameState(path, s.context as object), handles: spec.handles(path, s.context as object) };
  });
  return { machine: spec.id, inputs: spec.inputs, states, cells };
}

/** The part reachable from `start` without leaving through it: one factor of the machine, with `start` as state 0. */
export function restrict(mealy: Mealy, machine: string, start: number, inputs: readonly string[]): Mealy {
  const columns = inputs.map((input) => mealy.inputs.indexOf(input));
  const numbers = new Map<number, number>([[start, 0]]);
  const queue = [start];
  const cells: Cell[][] = [];
  for (let at = 0; at < queue.length; at += 1) {
    const row = mealy.cells[queue[at] as number] as readonly Cell[];
    cells.push(columns.map((column) => {
      const cell = row[column] as Cell;
      if (!numbers.has(cell.to)) {
        numbers.set(cell.to, numbers.size);
        queue.push(cell.to);
      }
      return { ...cell, to: numbers.get(cell.to) as number };
    }));
  }
  return { machine, inputs, states: queue.map((s) => mealy.states[s] as State), cells };
}
