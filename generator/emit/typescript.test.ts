import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StateNode } from 'xstate';
import { expect, test } from 'vitest';
import { tensorMachine } from '../../model/tensor/machine.ts';
import { groundTensor } from '../ground.ts';
import { readMachineText } from './typescript.ts';

/** All state nodes below `node`. The node's own type is closed over the machine, so only what is read is named. */
interface Node { readonly path: readonly string[]; readonly states: Readonly<Record<string, Node>>; readonly transitions: StateNode['transitions'] }

function nodes(node: Node): Node[] {
  return [node, ...Object.values(node.states).flatMap(nodes)];
}

test('the text of the machine file declares what the machine runs', () => {
  const text = readMachineText(readFileSync(join(import.meta.dirname, '../../model/tensor/machine.ts'), 'utf8'));
  const all = nodes(tensorMachine.root as unknown as Node);
  expect(text.states).toEqual(all.slice(1).map(({ path }) => path.join('.')).sort());
  expect(text.events).toEqual([...groundTensor().whole.inputs].sort());
  expect(text.transitions).toBe(all.reduce((sum, node) => sum + [...node.transitions.values()].flat().length, 0));
});

test('a machine that is computed is refused, since no visualizer could read it', () => {
  expect(() => readMachineText('setup({}).createMachine(config)')).toThrow(/object literal/);
  expect(() => readMachineText('setup({}).createMachine({ states: { ...shared } })')).toThrow(/not a literal/);
});
