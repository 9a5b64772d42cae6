// The machine file as a tool reads it that never runs it: what a state visualizer gets.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { tensorMachine } from '../../model/tensor/machine.ts';

interface Node {
  readonly on?: Readonly<Record<string, unknown>>;
  readonly states?: Readonly<Record<string, Node>>;
}

interface Extractor {
  extractMachinesFromFile(source: string): { machines: { toConfig(options: { hashInlineImplementations: boolean }): Node | undefined }[] };
}

/** `path event: number of transitions`, sorted: everything that must agree. */
function outline(node: Node, path = 'tensor'): string[] {
  const events = Object.entries(node.on ?? {}).map(([event, taken]) => `${path} ${event}: ${Array.isArray(taken) ? taken.length : 1}`);
  const inner = Object.entries(node.states ?? {}).flatMap(([name, child]) => outline(child, `${path}.${name}`));
  return [path, ...events, ...inner].sort();
}

test('the extractor finds the states, events and transitions of the runtime machine', () => {
  const source = readFileSync(new URL('../../model/tensor/machine.ts', import.meta.url), 'utf8');
  const extractor = createRequire(import.meta.url)('@xstate/machine-extractor') as Extractor;
  const [machine] = extractor.extractMachinesFromFile(source).machines;
  const extracted = machine?.toConfig({ hashInlineImplementations: true });
  if (extracted === undefined) throw new Error('the extractor found no machine in model/tensor/machine.ts');
  const found = outline(extracted);
  expect(found).toEqual(outline(tensorMachine.config as Node));
  expect(found.length).toBe(88);
});
