// Answers that are wrong in one way of running only: none of them may come out as passed.
import { expect, test } from 'vitest';
import { buildSuite } from '../../generator/complete.ts';
import { groundTensor } from '../../generator/ground.ts';
import { nativeAdapter } from '../adapters/native/native.ts';
import { findCase } from '../cli/lookup.ts';
import { terminal } from '../report/terminal.ts';
import type { Adapter, Batch, Step } from './adapter.ts';
import { BatchRun } from './batch.ts';
import { tensorFamily } from '../machines/tensor.ts';
import { planFor } from '../machines/index.ts';
import { runProfile, type RunResult } from './run.ts';

const native = nativeAdapter();

function withBatch(bend: (batch: Batch) => Partial<Batch>, adapter: Partial<Adapter> = {}): Adapter {
  if (native.batch === undefined) throw new Error('the native adapter has no batch route');
  return { ...native, ...adapter, batch: { ...native.batch, ...bend(native.batch) } };
}

const count = ({ machines }: RunResult, kind: 'pass' | 'fail' | 'inconclusive'): number => machines.reduce((sum, { counts }) => sum + counts[kind], 0);

test('a wrong answer that does not come back step by step is inconclusive, and fails the run', () => {
  let cases = 0;
  const forgetful = withBatch((batch) => ({
    performBatch: (steps, lengths, out) => {
      batch.performBatch(steps, lengths, out);
      const before = cases;
      cases += lengths.length;
      // One wrong bit in one case, as a reset that forgets something after many cases.
      if (before < 5_000 && cases >= 5_000) out[3] = ((out[3] ?? 0) ^ 1) >>> 0;
    },
  }));
  const result = runProfile(forgetful, { profile: 'default' });
  expect(result.ok).toBe(false);
  expect(count(result, 'inconclusive')).toBe(1);
  expect(terminal(result)).toContain('reset does not reset');
});

test('a quick route that stops answering is caught: old answers do not count for new ones', () => {
  let batches = 0;
  const { batch } = withBatch((honest) => ({
    performBatch: (steps, lengths, out) => {
      batches += 1;
      if (batches === 1) honest.performBatch(steps, lengths, out);
    },
  }));
  const [exclusive] = groundTensor().factors;
  if (batch === undefined || exclusive === undefined) throw new Error('nothing to run');
  const run = new BatchRun(planFor(exclusive), batch, tensorFamily.facts);
  const words = buildSuite(exclusive, tensorFamily.facts, 'smoke').sections.flatMap((section) => section.words);
  expect(run.differing(words)).toEqual([]);
  expect(run.differing(words)).toEqual(words.map((_, at) => at));
});

test('a quick route that throws is told, and the run goes on', () => {
  const result = runProfile(withBatch(() => ({ performBatch: () => { throw new Error('boom'); } })), { profile: 'default', judgedMax: 20 });
  expect(result.ok).toBe(false);
  expect(result.machines.map(({ machine }) => machine)).toEqual(['tensor.exclusive', 'tensor.foreign']);
  expect(terminal(result)).toContain('the quick route threw: boom');
});

test('a claimed step that the adapter lacks fails the run by the judge, not by an exception', () => {
  const lacks = ({ input }: Step): boolean => input === 'into_dlpack';
  const liar = withBatch(
    (batch) => ({ compile: (steps) => { batch.compile(steps); return steps.map((step) => !lacks(step)); } }),
    { perform: (step) => (lacks(step) ? { outcome: 'unsupported' } : native.perform(step)) });
  const result = runProfile(liar, { profile: 'smoke' });
  expect(result.ok).toBe(false);
  expect(result.machines[0]?.findings[0]?.verdict).toMatchObject({ kind: 'fail', reason: 'the statement claims this input, and the adapter does not support it' });
});

test('a failure that only one origin shows has an id that brings that origin back', () => {
  let origin: unknown;
  let list: readonly Step[] = [];
  const aligned = withBatch((batch) => ({
    compile: (steps) => {
      list = steps;
      return batch.compile(steps);
    },
    performBatch: (steps, lengths, out) => {
      batch.performBatch(steps, lengths, out);
      let at = 0;
      for (const length of lengths) {
        const wrong = list[steps[at] ?? 0]?.params['origin'] === 'aligned';
        for (const end = at + length; at < end; at += 1) {
          if (wrong && list[steps[at] ?? 0]?.input === 'read.lease') out[at * 2] = ((out[at * 2] ?? 0) ^ 1) >>> 0;
        }
      }
    },
  }), {
    perform: (step) => {
      if (step.input.startsWith('make.')) origin = step.params['origin'];
      const answer = native.perform(step);
      return origin === 'aligned' && step.input === 'read.lease' ? { ...answer, outcome: 'refused' } : answer;
    },
  });
  const { machines } = runProfile(aligned, { profile: 'default', judgedMax: 1_000 });
  const named = machines.flatMap(({ findings }) => findings).filter(({ planned }) => planned.id.includes('@aligned-'));
  expect(named.length).toBeGreaterThan(0);
  for (const { planned } of [named[0], named.at(-1)].filter((finding) => finding !== undefined)) expect(findCase(planned.id)).toEqual(planned);
});
