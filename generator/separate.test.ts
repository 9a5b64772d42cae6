import { expect, test } from 'vitest';
import { groundTensor } from './ground.ts';
import { isExecuted } from './mealy.ts';
import { classes, dense, minimise, separatingWord, separators } from './separate.ts';

const FACTS = Object.keys(groundTensor().whole.cells[0]?.[0]?.observation ?? {});
const FACTORS = groundTensor().factors.map((mealy) => [mealy.machine, mealy] as const);

test('minimal sizes are pinned', () => {
  expect(FACTORS.map(([, mealy]) => minimise(mealy, FACTS).states.length)).toEqual([54, 36]);
});

test.each(FACTORS)('%s: states that no executed word separates, and that are not the same, differ in the handles held', (_, mealy) => {
  const minimal = minimise(mealy, FACTS);
  const first = separators(dense(minimal, FACTS));
  const n = minimal.states.length;
  for (let a = 0; a < n; a += 1) {
    for (let b = 0; b < a; b += 1) {
      if (first[a * n + b] === -1) expect(minimal.states[a]?.handles).not.toBe(minimal.states[b]?.handles);
    }
  }
});

test.each(FACTORS)('%s: equal handles mean equal executed inputs', (_, mealy) => {
  const executed = new Map<string, string>();
  mealy.states.forEach((state, at) => {
    const inputs = mealy.inputs.filter((__, input) => isExecuted(mealy.cells[at]?.[input] ?? { kind: 'absent' } as never)).join();
    expect(executed.get(state.handles) ?? inputs).toBe(inputs);
    executed.set(state.handles, inputs);
  });
});

test.each(FACTORS)('%s: every separating word separates, by executed answers alone', (_, mealy) => {
  const machine = dense(mealy, FACTS);
  const first = separators(machine);
  for (let a = 0; a < machine.states; a += 1) {
    for (let b = 0; b < a; b += 1) {
      if ((first[a * machine.states + b] as number) < 0) continue;
      let [x, y] = [a, b];
      const word = separatingWord(machine, first, a, b);
      word.forEach((input, at) => {
        const [ox, oy] = [machine.output[x * machine.inputs + input], machine.output[y * machine.inputs + input]];
        expect(Math.min(ox ?? -1, oy ?? -1)).toBeGreaterThanOrEqual(0);
        expect(ox === oy).toBe(at < word.length - 1);
        [x, y] = [machine.to[x * machine.inputs + input] ?? 0, machine.to[y * machine.inputs + input] ?? 0];
      });
    }
  }
});

test('with fewer facts fewer states are told apart', () => {
  const [exclusive] = groundTensor().factors;
  if (exclusive === undefined) throw new Error('no factor');
  const merged = classes(exclusive, separators(dense(exclusive, ['outcome'])));
  expect(new Set(merged).size).toBeLessThanOrEqual(54);
  expect(new Set(merged).size).toBeGreaterThan(20);
});
