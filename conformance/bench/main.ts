// `npm run bench`: ratios measured in one run, each printed with its rival. Absolute times mean little on a shared machine.
import { Bench } from 'tinybench';
import { initialTransition } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { TENSOR_INPUTS, tensorSpec } from '../../model/tensor/index.ts';
import { buildSuite } from '../../generator/complete.ts';
import { explore } from '../../generator/explore.ts';
import { groundTensor } from '../../generator/ground.ts';
import { rivalSize } from '../../generator/rivals.ts';
import { countSteps } from '../../generator/suite.ts';
import { nativeAdapter } from '../adapters/native/native.ts';
import { BatchRun } from '../runner/batch.ts';
import { perform } from '../runner/perform.ts';
import { planFor } from '../machines/index.ts';
import { planCase } from '../runner/plan.ts';

const FACTS = Object.keys(groundTensor().whole.cells[0]?.[0]?.observation ?? {});
const RUNS = 5;

async function median(name: string, work: () => unknown): Promise<number> {
  const bench = new Bench({ iterations: RUNS, time: 0, warmupIterations: 1, warmupTime: 0 });
  bench.add(name, work);
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result === undefined || !('latency' in result)) throw new Error(`${name}: no measurement`);
  return result.latency.p50;
}

function print(name: string, ours: number, rival: string, theirs: number, unit: string): void {
  const round = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });
  console.log(`${name}: ${round(ours)} ${unit}; ${rival}: ${round(theirs)} ${unit}; ratio ${(ours / theirs).toFixed(2)}`);
}

const events = TENSOR_INPUTS.map((type) => ({ type }));
const [snapshot] = initialTransition(tensorSpec.machine);
const grounding = await median('explore', () => explore(tensorSpec));
const adjacency = await median('getAdjacencyMap', () => getAdjacencyMap(tensorSpec.machine, { events, fromState: snapshot }));
print('grounding, 93 states x 32 inputs', grounding, 'xstate/graph getAdjacencyMap (no outputs)', adjacency, 'ms');

for (const mealy of groundTensor().factors) {
  const h = buildSuite(mealy, FACTS, 'default').sections.find((section) => section.name === 'h n+1');
  const steps = countSteps(h?.words ?? []);
  const hTime = await median('H', () => buildSuite(mealy, FACTS, 'default'));
  const hsiTime = await median('HSI', () => rivalSize(mealy, FACTS, 'hsi', 1));
  print(`${mealy.machine}: generating the default suite`, hTime, 'HSI at n + 1', hsiTime, 'ms');
  for (const method of ['hsi', 'w'] as const) {
    print(`${mealy.machine}: size at m = n + 1`, steps, method.toUpperCase(), rivalSize(mealy, FACTS, method, 1).steps, 'steps');
  }
}

const native = nativeAdapter();
for (const mealy of groundTensor().factors) {
  if (native.batch === undefined) break;
  const plan = planFor(mealy);
  const words = buildSuite(mealy, FACTS, 'default').sections.find((section) => section.name === 'h n+1')?.words ?? [];
  const steps = countSteps(words) + words.length;
  const batch = new BatchRun(plan, native.batch, FACTS);
  const batched = await median('batched', () => batch.differing(words));
  const few = words.slice(0, 2_000);
  const single = await median('single', () => few.forEach((word) => perform(native, planCase(plan, word))));
  const rate = (milliseconds: number, of: number): number => (of / milliseconds) * 1_000;
  print(`${mealy.machine}: native, batched and judged`, rate(batched, steps), 'one call a step', rate(single, countSteps(few) + few.length), 'steps/s');
}
