// Compares what SPIN printed of a hand-written Promela form with the grounded table, transition by transition.
// Both sides name a state by the same words, so that nothing has to be read back out of a name.
import type { Mealy } from '../mealy.ts';

export interface Crosscheck {
  readonly states: number;
  readonly transitions: number;
  readonly mismatches: readonly string[];
}

/** The lines `T|from|input|outcome|effects|to` of a dump, by `from input`. Two different answers to one input are both kept:
 *  a form that is not deterministic agrees with no table. */
function parse(dump: string): Map<string, string> {
  const transitions = new Map<string, string>();
  for (const line of dump.split('\n')) {
    if (!line.startsWith('T|')) continue;
    const [, from = '', input = '', outcome = '', effects = '', to = ''] = line.split('|');
    const key = `${from} ${input}`;
    const answer = [outcome, ...effects.trim().split(' ')].join(' ').trim() + ` -> ${to}`;
    const known = transitions.get(key);
    transitions.set(key, known === undefined || known.split(', and ').includes(answer) ? known ?? answer : `${known}, and ${answer}`);
  }
  return transitions;
}

function tabulate(mealy: Mealy): Map<string, string> {
  const transitions = new Map<string, string>();
  mealy.states.forEach((state, from) => {
    mealy.cells[from]?.forEach((cell, input) => {
      const outcome = cell.kind === 'absent' ? 'absent' : `${cell.kind} ${cell.code}`;
      transitions.set(`${state.name} ${mealy.inputs[input] ?? ''}`, `${[outcome, ...cell.effects].join(' ')} -> ${mealy.states[cell.to]?.name ?? ''}`);
    });
  });
  if (transitions.size !== mealy.states.length * mealy.inputs.length) throw new Error(`${mealy.machine}: two states share a name`);
  return transitions;
}

/** Every transition that the two forms do not share, in both directions. */
export function crosscheck(mealy: Mealy, dump: string): Crosscheck {
  const [theirs, ours] = [parse(dump), tabulate(mealy)];
  const mismatches: string[] = [];
  for (const [key, answer] of ours) if (theirs.get(key) !== answer) mismatches.push(`${key}: the table says ${answer}, Promela says ${theirs.get(key) ?? 'nothing'}`);
  for (const [key, answer] of theirs) if (!ours.has(key)) mismatches.push(`${key}: Promela says ${answer}, the table says nothing`);
  const states = new Set([...theirs.keys()].map((key) => key.slice(0, key.lastIndexOf(' '))));
  return { states: states.size, transitions: theirs.size, mismatches };
}
