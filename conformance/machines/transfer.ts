// The transfer machine as the runner takes it.
import { groundTransfer } from '../../generator/ground.ts';
import { OPEN_INPUTS, TRANSFER_LIFE_INPUTS } from '../../model/transfer/index.ts';
import { isExpressible, TRANSFER_MEMBERS } from '../../model/transfer/members.ts';
import { TRANSFER_FACTS } from '../../model/transfer/observation.ts';
import { TRANSFER_RULES } from '../../model/transfer/rules.ts';
import { admit, PACKAGE_PRODUCT, type PackageRequest } from '../../model/transfer/table.ts';
import { planCase, type Case, type Plan } from '../runner/plan.ts';
import type { Family } from './family.ts';

const BYTES = 24;
/** A call that fails on a lost device: from then on the runtime knows. */
const LEARNED = ['lose_device', 'submit'] as const;

/** The step that submits `request`: its input, and what the harness has to build. */
function submitOf(request: PackageRequest): { readonly input: string; readonly params: Case['steps'][number]['params'] } {
  const { direction, device } = request;
  // The machine's own state says that the device is lost; the package alone decides the rest.
  const outcome = admit({ ...request, device: 'works' });
  const asked = { direction, dtype: 'float32', bytes: BYTES, package: { ...request } };
  if (outcome === 'admitted') return { input: 'submit', params: asked };
  if (outcome === 'admitted_empty') return { input: 'submit.empty', params: asked };
  return { input: 'submit.refused', params: { ...asked, reason: device === 'works' ? outcome : admit(request) } };
}

/** One case for each point of the door's table that a language with moves can build, in the largest world only. */
function tableCases(plan: Plan): Case[] {
  const { mealy } = plan;
  if (mealy.machine !== 'transfer.whole') return [];
  const number = (name: string): number => mealy.inputs.indexOf(name);
  return PACKAGE_PRODUCT.filter(isExpressible).flatMap((request, at) => {
    const { input, params } = submitOf(request);
    const before = request.device === 'known-lost' ? LEARNED : [];
    const word = [...before, input].map(number);
    if (word.includes(-1)) return [];
    const planned = planCase(plan, Uint8Array.from(word));
    const last = planned.steps.length - 1;
    const expected = planned.expected.map((facts, i) => (i === last && input === 'submit.refused' ? { ...facts, reason: String(params['reason']) } : facts));
    const steps = planned.steps.map((step, i) => (i === last ? { input, params } : step));
    return [{ ...planned, id: `${planned.machine}/table-admit-${at}`, steps, expected }];
  });
}

export const transferFamily: Family = {
  id: 'transfer',
  factors: OPEN_INPUTS.map((open) => open.replace('open', 'transfer')),
  inputs: TRANSFER_LIFE_INPUTS,
  rules: TRANSFER_RULES,
  facts: TRANSFER_FACTS,
  texts: { 'not-compact': 'materialise' },
  ground: groundTransfer,
  firstInput: (factor) => factor.replace('transfer', 'open'),
  members: () => TRANSFER_MEMBERS,
  /** The reason that the door's table gives for the package of the step. */
  expectedOf: (observation, _, { reason }) => (observation['reason'] === 'table' ? { ...observation, reason: String(reason) } : observation),
  dependsOnStep: (input) => input === 'submit.refused',
  tableCases,
  nameFirst: () => 'opened',
  everyFirst: false,
};
