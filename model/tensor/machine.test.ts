import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TENSOR_INPUTS } from './index.ts';
import { tensorMachine } from './machine.ts';

interface Action { readonly type: string; readonly params?: { readonly code: string } }
interface Transition { readonly actions: string | Action | readonly (string | Action)[]; readonly description: string; readonly meta?: { readonly rules: readonly string[] } }
interface Node { readonly on?: Readonly<Record<string, Transition | readonly Transition[]>>; readonly states?: Readonly<Record<string, Node>> }

function* transitions(node: Node): Generator<Transition> {
  for (const taken of Object.values(node.on ?? {})) yield* [taken].flat() as Transition[];
  for (const child of Object.values(node.states ?? {})) yield* transitions(child);
}

const config = tensorMachine.config as Node;

test('the config survives JSON', () => {
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
});

test('the machine is one literal: no spread, no computed key, no function, no template in its config', () => {
  const source = readFileSync(new URL('./machine.ts', import.meta.url), 'utf8');
  const literal = source.slice(source.indexOf('.createMachine('));
  for (const forbidden of ['...', '=>', '`', '${', 'function', '{ [', '  [\'']) expect(literal).not.toContain(forbidden);
});

test('the root answers every input, so every state does', () => {
  expect(Object.keys(config.on ?? {}).sort()).toEqual([...TENSOR_INPUTS].sort());
});

test('every description is the text of its outcome and effects', () => {
  for (const { actions, description } of transitions(config)) {
    const named = ([actions].flat() as (string | Action)[]).map((action) => (typeof action === 'string' ? { type: action } : action));
    const outcome = named.filter(({ type }) => ['accept', 'refuse', 'environment', 'absent'].includes(type));
    expect(outcome.length).toBe(1);
    const text = outcome.map((action) => ('params' in action ? `${action.type} ${action.params?.code ?? ''}` : action.type)).join();
    const effects = named.filter(({ type }) => type === 'effect').map((action) => ('params' in action ? action.params?.code ?? '' : ''));
    expect(description).toBe([text, ...effects].join(', '));
    expect(effects).toEqual([...effects].sort());
  }
});

test('every transition but the absent ones cites a rule', () => {
  for (const { description, meta } of transitions(config)) expect((meta?.rules.length ?? 0) > 0).toBe(description !== 'absent');
});
