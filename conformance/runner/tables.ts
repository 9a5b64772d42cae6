// Every point of the request, at a full slot and at an armed OwnedTensor: the decision tables, row by row.
import { decide, door1Rows, HOST_PRODUCT, OWNED_ROWS, type HostRequest } from '../../model/tensor/table.ts';
import { planCase, type Case, type Plan } from './plan.ts';

/** What is made for the points: normal shapes, the element types in turn. */
const MAKES_USED = 3;

/** One case for each point and door; points whose input the implementation lacks are left out. */
export function tableCases(plan: Plan): Case[] {
  const { mealy, members, make } = plan;
  const rows = door1Rows(plan.legacyFallback);
  const number = (name: string): number => mealy.inputs.indexOf(name);
  const point = (door: string, word: readonly number[], request: HostRequest, at: number): Case[] => {
    if (word.includes(-1)) return [];
    const planned = planCase(plan, Uint8Array.from(word), members[make][at % MAKES_USED]);
    const steps = planned.steps.map((step, i) => (i === planned.steps.length - 1 ? { ...step, params: { request: { ...request } } } : step));
    return [{ ...planned, id: `${planned.machine}/table-${door}-${at}`, steps }];
  };
  const door1 = HOST_PRODUCT.flatMap((request, at) => point('door1', [number(`dlpack.${decide(rows, request).outcome}`)], request, at));
  // Foreign memory never moves, so it has no OwnedTensor to ask.
  if (make !== 'make.exclusive') return door1;
  return [...door1, ...HOST_PRODUCT.flatMap((request, at) =>
    point('owned', [number('into_dlpack'), number(`owned.dlpack.${decide(OWNED_ROWS, request).outcome}`)], request, at))];
}
