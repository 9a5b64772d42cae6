import { expect, test } from 'vitest';
import { tensorMachine } from '../../model/tensor/machine.ts';
import { mermaid } from './mermaid.ts';

const DIAGRAM = mermaid(tensorMachine.config, 'tensor').split('\n');

test('parallel edges are merged: one edge for each source and target', () => {
  const edges = DIAGRAM.filter((line) => line.includes('-->')).map((line) => line.split(' : ')[0]);
  expect(new Set(edges).size).toBe(edges.length);
});

test('labels hold no character that ends or breaks them', () => {
  for (const line of DIAGRAM.slice(3)) {
    const label = line.split(' : ').slice(1).join(' : ').replaceAll('<br/>', ' ');
    expect(label, line).toMatch(/^[A-Za-z0-9 ._,()*/-]*$/);
    expect(line.replace(' : ', ' '), line).not.toMatch(/[:;#]/);
  }
});

test('compound states hold their children, and no state loops on a compound', () => {
  const config = {
    initial: 'a',
    on: { ping: { description: 'accept pong' } },
    states: {
      a: { on: { go: { target: 'c.x', description: 'accept: gone; #1' }, stay: { description: 'absent' } } },
      c: { initial: 'x', on: { stay: { description: 'refuse no' }, leave: { target: 'a', description: 'accept left' } }, states: { x: {}, y: {} } },
    },
  };
  expect(mermaid(config, 't').split('\n')).toEqual([
    '---', 'title: t', '---', 'stateDiagram-v2', '  [*] --> a', '  state "any state" as any_state', '  state "a" as a',
    '  state "c" as c {', '    [*] --> c_x', '    state "any of c" as c_any', '    state "x" as c_x', '    state "y" as c_y', '  }',
    '  any_state --> any_state : ping / accept pong', '  a --> c_x : go / accept gone 1',
    '  c_any --> c_any : stay / refuse no', '  c_any --> a : leave / accept left',
  ]);
});
