import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { executable, words } from './arbitrary.ts';
import { groundTensor } from './ground.ts';
import { isExecuted, type Mealy } from './mealy.ts';
import type { Word } from './suite.ts';

const { whole, factors } = groundTensor();

function absentStep(mealy: Mealy, word: Word): number {
  let state = 0;
  return [...word].findIndex((input) => {
    const cell = mealy.cells[state]?.[input];
    state = cell?.to ?? 0;
    return cell === undefined || !isExecuted(cell);
  });
}

for (const mealy of [whole, ...factors]) {
  test.prop([words(mealy, { maxLength: 40 })])(`${mealy.machine}: every generated word can be executed`, (word) => {
    expect(absentStep(mealy, word)).toBe(-1);
    expect(word.length).toBeLessThanOrEqual(40);
  });
}

test.prop([fc.array(fc.nat(whole.inputs.length))])('any list of inputs becomes an executed word', (inputs) => {
  expect(absentStep(whole, executable(whole, inputs))).toBe(-1);
});

test('a failure shrinks to the shortest word that shows it, through executed words only', () => {
  const refusal = whole.inputs.indexOf('into_dlpack');
  const seen: Word[] = [];
  const failed = fc.check(fc.property(words(whole, { maxLength: 30 }), (word) => {
    seen.push(word);
    return !word.includes(refusal);
  }), { seed: 17 });
  expect(failed.counterexample?.[0]?.length).toBe(2);
  expect(seen.every((word) => absentStep(whole, word) === -1)).toBe(true);
});
