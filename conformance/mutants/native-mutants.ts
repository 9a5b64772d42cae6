// Wrong Rust, switched on by name in a build that release builds lack: each must be caught, and by a short case.
import { loadAddon, nativeAdapter, type Addon } from '../adapters/native/native.ts';
import type { VerdictKind } from '../runner/judge.ts';
import type { Case } from '../runner/plan.ts';
import type { Finding } from '../runner/machine-run.ts';
import { runProfile } from '../runner/run.ts';

export interface Caught {
  readonly mutant: string;
  /** The shortest failing prefix over the findings; absent if the default profile did not catch it. */
  readonly shortest?: { readonly kind: VerdictKind; readonly planned: Case; readonly steps: number; readonly rules: readonly string[] };
}

/** Whether the addon performs what the mutant bends. One of transfers is named so; all others are of the tensor. */
const isPerformed = (mutant: string, machines: readonly string[]): boolean =>
  machines.some((machine) => machine.startsWith(mutant.startsWith('transfer-') ? 'transfer.' : 'tensor.'));

/** Wrong variants of code that the addon does not perform: nobody judges them here. */
export function unjudgedMutants(addon: Addon = loadAddon('custody-mutants')): string[] {
  const { machines } = nativeAdapter(addon).statement;
  return (addon.mutants?.() ?? []).filter((mutant) => !isPerformed(mutant, machines));
}

/** Runs the default profile on every wrong variant of what the addon performs. The addon is left with none switched on. */
export function judgeMutants(addon: Addon = loadAddon('custody-mutants')): Caught[] {
  if (addon.mutants === undefined || addon.setMutant === undefined) throw new Error('this addon was built without the feature `mutants`; run `npm test`');
  const unjudged = unjudgedMutants(addon);
  const caught = addon.mutants().filter((mutant) => !unjudged.includes(mutant)).map((mutant) => {
    addon.setMutant?.(mutant);
    const { machines } = runProfile(nativeAdapter(addon), { profile: 'default', judgedMax: 20, untilFailure: true });
    // An answer that the standard leaves open is a deviation; a failure says more, so it is shown where there is one.
    const weight = ({ verdict }: Finding): number => verdict.step + (verdict.kind === 'deviation' ? 1_000 : 0);
    const shortest = machines.flatMap((machine) => machine.findings).reduce<Finding | undefined>((best, finding) =>
      (best === undefined || weight(finding) < weight(best) ? finding : best), undefined);
    if (shortest === undefined) return { mutant };
    const { verdict, planned } = shortest;
    return { mutant, shortest: { kind: verdict.kind, planned, steps: verdict.step + 1, rules: verdict.rules } };
  });
  addon.setMutant(null);
  return caught;
}

/** One line for a mutant: the rule it broke and the steps that show it. */
export function caughtText({ mutant, shortest }: Caught): string {
  if (shortest === undefined) return `NOT CAUGHT ${mutant}`;
  const steps = shortest.planned.steps.slice(0, shortest.steps).map((step) => step.input).join(' ');
  return `caught ${mutant} (${shortest.kind}): ${shortest.rules.join(', ')} ${shortest.planned.id}: ${steps}`;
}
