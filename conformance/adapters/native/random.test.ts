// fast-check walks the table at random and shrinks what fails: beside the complete suite, not instead of it.
import { test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { words } from '../../../generator/arbitrary.ts';
import { groundTensor } from '../../../generator/ground.ts';
import { runCase } from '../../runner/perform.ts';
import { planFor } from '../../machines/index.ts';
import { planCase } from '../../runner/plan.ts';
import { tensorFamily } from '../../machines/tensor.ts';
import { nativeAdapter } from './native.ts';

const native = nativeAdapter();

for (const mealy of groundTensor().factors) {
  test.prop([words(mealy, { maxLength: 80 })], { numRuns: 500, seed: 17 })(`${mealy.machine}: any executed word passes on native`, (word) => {
    const planned = planCase(planFor(mealy), Uint8Array.from(word));
    expect(runCase(native, planned, tensorFamily.facts).verdict).toMatchObject({ kind: 'pass' });
  });
}
