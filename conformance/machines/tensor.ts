// The tensor machine as the runner takes it.
import { groundTensor } from '../../generator/ground.ts';
import { LIFE_INPUTS, MAKE_INPUTS } from '../../model/tensor/index.ts';
import { tensorMembers } from '../../model/tensor/members.ts';
import { TENSOR_FACTS } from '../../model/tensor/observation.ts';
import { TENSOR_RULES } from '../../model/tensor/rules.ts';
import { decide, door1Rows, HOST_PRODUCT, OWNED_ROWS, type HostRequest } from '../../model/tensor/table.ts';
import { planCase, type Case, type Plan } from '../runner/plan.ts';
import type { Family } from './family.ts';

/** What is made for the points of the tables: normal shapes, the element types in turn. */
const MAKES_USED = 3;

export function shapeName(shape: unknown): string {
  const sizes = Array.isArray(shape) ? shape : [];
  return sizes.length === 0 ? '0d' : sizes.join('x');
}

/** One case for each point and door; points whose input the implementation lacks are left out. */
function tableCases(plan: Plan): Case[] {
  const { mealy, members, first } = plan;
  const rows = door1Rows(plan.statement.conventions?.legacyFallback);
  const number = (name: string): number => mealy.inputs.indexOf(name);
  const point = (door: string, word: readonly number[], request: HostRequest, at: number): Case[] => {
    if (word.includes(-1)) return [];
    const planned = planCase(plan, Uint8Array.from(word), (members[first] ?? [])[at % MAKES_USED]);
    const steps = planned.steps.map((step, i) => (i === planned.steps.length - 1 ? { ...step, params: { request: { ...request } } } : step));
    return [{ ...planned, id: `${planned.machine}/table-${door}-${at}`, steps }];
  };
  const door1 = HOST_PRODUCT.flatMap((request, at) => point('door1', [number(`dlpack.${decide(rows, request).outcome}`)], request, at));
  // Foreign memory never moves, so it has no OwnedTensor to ask.
  if (first !== 'make.exclusive') return door1;
  return [...door1, ...HOST_PRODUCT.flatMap((request, at) =>
    point('owned', [number('into_dlpack'), number(`owned.dlpack.${decide(OWNED_ROWS, request).outcome}`)], request, at))];
}

export const tensorFamily: Family = {
  id: 'tensor',
  factors: MAKE_INPUTS.map((make) => make.replace('make', 'tensor')),
  inputs: LIFE_INPUTS,
  rules: TENSOR_RULES,
  facts: TENSOR_FACTS,
  texts: { shared: '__dlpack__(copy=True)', 'not-exclusive': '__dlpack__(copy=True)', consumed: 'Tensor already consumed' },
  ground: groundTensor,
  firstInput: (factor) => factor.replace('tensor', 'make'),
  members: ({ conventions }) => tensorMembers(conventions?.legacyFallback ?? 'copy'),

  /** Names for `made`, and what empty or static memory cannot show. */
  expectedOf(observation, make) {
    const shape = Array.isArray(make['shape']) ? make['shape'] : [];
    const empty = shape.includes(0);
    const unfreed = empty || make['origin'] === 'static' || make['origin'] === 'bytes_clone';
    return {
      ...observation,
      ...(observation['dtype'] === 'made' ? { dtype: String(make['dtype']) } : {}),
      ...(observation['shape'] === 'made' ? { shape: shapeName(shape) } : {}),
      ...(empty ? { address: 'none' } : {}),
      ...(shape.length === 0 ? { strides: 'none' } : {}),
      ...(unfreed ? { freed: 0 } : {}),
    };
  },
  dependsOnStep: () => false,
  tableCases,
  nameFirst: (make) => `${String(make['origin'])}-${String(make['dtype'])}-${shapeName(make['shape'])}`,
  everyFirst: true,
};
