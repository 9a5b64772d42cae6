// A grounded machine: finite, total, as plain data. Everything downstream reads this and never xstate.

/** `failed`: an error after which not everything comes back. A refusal gives everything back. */
export type Kind = 'accept' | 'refuse' | 'failed' | 'environment' | 'absent';
export type Value = string | number;
/** Facts a step may show, by name. */
export type Observation = Readonly<Record<string, Value>>;

export interface Cell {
  readonly to: number;
  readonly kind: Kind;
  /** The code of the outcome action: what was granted, or why it was refused. */
  readonly code: string;
  readonly effects: readonly string[];
  readonly rules: readonly string[];
  readonly observation: Observation;
}

export interface State {
  /** Short and readable, e.g. `shared handle aliases=1`. */
  readonly name: string;
  /** The handles a harness holds in this state; equal strings mean the same handles. */
  readonly handles: string;
}

/** `cells[state][input]`; state 0 is the start. */
export interface Mealy {
  readonly machine: string;
  readonly inputs: readonly string[];
  readonly states: readonly State[];
  readonly cells: readonly (readonly Cell[])[];
}

/** Predicted where the model leaves a fact open: whatever is observed agrees. */
export const ANY = 'any';

/** A cell that says something about the implementation: the input acts on an object that exists. */
export function isExecuted(cell: Cell): boolean {
  return cell.kind !== 'absent';
}

/** The facts that tell states apart, in the model's order. One that some step leaves open tells nothing: both states may answer alike. */
export function factsOf(mealy: Mealy): string[] {
  const executed = mealy.cells.flat().filter(isExecuted);
  return Object.keys(executed[0]?.observation ?? {}).filter((fact) => executed.every(({ observation }) => observation[fact] !== ANY));
}

export function cellAt(mealy: Mealy, state: number, input: number): Cell {
  const cell = mealy.cells[state]?.[input];
  if (cell === undefined) throw new RangeError(`${mealy.machine}: no cell for state ${state}, input ${input}`);
  return cell;
}

/** Numbers every distinct observation over the chosen facts: two cells with equal numbers look alike to the adapter. */
export function outputNumbers(mealy: Mealy, facts: readonly string[]): Int32Array[] {
  const numbers = new Map<string, number>();
  return mealy.cells.map((row) =>
    Int32Array.from(row, (cell) => {
      if (!isExecuted(cell)) return -1;
      const key = JSON.stringify(facts.map((fact) => cell.observation[fact] ?? null));
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    }),
  );
}
