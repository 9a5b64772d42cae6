// One machine's suite on one adapter: sections in order, the quick route where there is one, every difference judged.
import type { Params } from '../../model/tensor/members.ts';
import { countSteps, type Suite, type Word } from '../../generator/suite.ts';
import type { Adapter, Observed } from './adapter.ts';
import { BatchRun } from './batch.ts';
import type { Verdict, VerdictKind } from './judge.ts';
import type { KnownFailures } from './known-failures.ts';
import { runCase } from './perform.ts';
import { planCase, type Case, type Plan } from './plan.ts';

export interface SectionResult {
  readonly name: string;
  readonly cases: number;
  readonly steps: number;
}

export interface Finding {
  readonly verdict: Verdict;
  readonly planned: Case;
  readonly observed: readonly Observed[];
}

export interface MachineResult {
  readonly machine: string;
  /** Hash of the model that judged. */
  readonly model: string;
  /** The facts that were compared: those the adapter reports and the model predicts. */
  readonly observables: readonly string[];
  /** Extra states within which the run was complete; -1: a tour, no guarantee. */
  readonly extraStates: number;
  readonly sections: readonly SectionResult[];
  readonly counts: Readonly<Record<VerdictKind, number>>;
  /** Everything but passes, in order; at most `FINDINGS_MAX`. */
  readonly findings: readonly Finding[];
}

export interface MachineOptions {
  readonly facts: readonly string[];
  readonly known: KnownFailures;
  /** Called before each section, so that long work shows progress. */
  readonly progress?: ((machine: string, section: string) => void) | undefined;
  /** Run nothing stronger than the m = n suite on a machine that has failed by then. */
  readonly untilFailure?: boolean | undefined;
  /** How many cases that differ on the quick route are judged step by step; the rest are counted inconclusive. */
  readonly judgedMax?: number | undefined;
}

export const FINDINGS_MAX = 200;
const JUDGED_MAX = 1_000;
const NOT_REPEATED = 'the quick route answered otherwise, and step by step the case passes: reset does not reset, the implementation is not deterministic, or its two routes differ';
const KINDS: readonly VerdictKind[] = ['pass', 'fail', 'hazard', 'deviation', 'inconclusive', 'crash', 'timeout', 'protocol', 'expected-fail'];

class MachineRun {
  private readonly counts = new Map<VerdictKind, number>();
  private readonly sections = new Map<string, SectionResult>();
  private readonly findings: Finding[] = [];
  private readonly quick: BatchRun | undefined;
  private judgeable: number;
  private readonly adapter: Adapter;
  private readonly plan: Plan;
  private readonly options: MachineOptions;

  constructor(adapter: Adapter, plan: Plan, options: MachineOptions) {
    this.adapter = adapter;
    this.plan = plan;
    this.options = options;
    // A quick route that lacks a claimed step is not used: step by step, the judge says which claim is false.
    const quick = adapter.batch === undefined ? undefined : new BatchRun(plan, adapter.batch, options.facts);
    this.quick = quick?.complete === true ? quick : undefined;
    this.judgeable = options.judgedMax ?? JUDGED_MAX;
  }

  run(suite: Suite): MachineResult {
    const [tour, ...stronger] = suite.sections;
    if (stronger.length > 0) this.judgeAll('tables', this.plan.family.tableCases(this.plan));
    // The tour goes step by step, so that texts are read too.
    if (tour !== undefined) this.judgeAll(tour.name, tour.words.map((word) => planCase(this.plan, word)));
    for (const { name, words } of stronger) {
      if (this.options.untilFailure === true && name !== 'h n' && this.hasFailed()) break;
      this.section(name, words);
      if (name === 'h n' && this.options.untilFailure !== true) this.everyFirst(name, words);
    }
    return {
      machine: this.plan.mealy.machine,
      model: this.plan.family.ground().hash,
      observables: this.options.facts,
      extraStates: suite.extraStates,
      sections: [...this.sections.values()],
      counts: Object.fromEntries(KINDS.map((kind) => [kind, this.counts.get(kind) ?? 0])) as Record<VerdictKind, number>,
      findings: this.findings,
    };
  }

  /** What follows must not depend on how a case begins: each member of the first input passes the m = n suite by itself. */
  private everyFirst(name: string, words: readonly Word[]): void {
    const { family, members, first } = this.plan;
    if (this.adapter.batch === undefined || !family.everyFirst) return;
    for (const given of members[first] ?? []) this.section(`${name}, made from ${String(given['origin'])}`, words, given);
  }

  private section(name: string, words: readonly Word[], given?: Params): void {
    if (this.quick === undefined) return this.judgeAll(name, words.map((word) => planCase(this.plan, word, given)));
    this.begin(name, words.length, countSteps(words) + words.length);
    const { differing, reason } = this.differing(this.quick, words, given);
    this.count('pass', words.length - differing.length);
    // The shortest first: they are the ones worth reading.
    differing.sort((a, b) => a.length - b.length);
    const judged = differing.slice(0, this.judgeable);
    this.judgeable -= judged.length;
    this.count('inconclusive', differing.length - judged.length);
    for (const word of judged) this.judgeOne(planCase(this.plan, word, given), reason);
  }

  /** The words whose answers differ on the quick route. One that throws says nothing of any: all of them are judged. */
  private differing(quick: BatchRun, words: readonly Word[], given?: Params): { differing: Word[]; reason: string } {
    try {
      return { differing: quick.differing(words, given).map((at) => words[at] ?? new Uint8Array()), reason: NOT_REPEATED };
    } catch (error) {
      return { differing: [...words], reason: `the quick route threw: ${error instanceof Error ? error.message : String(error)}; step by step the case passes` };
    }
  }

  private judgeAll(name: string, cases: readonly Case[]): void {
    this.begin(name, cases.length, cases.reduce((sum, planned) => sum + planned.steps.length, 0));
    for (const planned of cases) this.judgeOne(planned);
  }

  /** `differed`: why the case is under suspicion. A pass does not clear it, for the wrong answer was seen. */
  private judgeOne(planned: Case, differed?: string): void {
    const { verdict: judged, observed } = runCase(this.adapter, planned, this.options.facts);
    const found: Verdict = differed !== undefined && judged.kind === 'pass'
      ? { ...judged, kind: 'inconclusive', step: planned.steps.length - 1, reason: differed } : judged;
    const verdict = this.options.known.apply(found);
    this.count(verdict.kind, 1);
    if (verdict.kind !== 'pass' && this.findings.length < FINDINGS_MAX) this.findings.push({ verdict, planned, observed });
  }

  /** Sections of equal name count as one. */
  private begin(name: string, cases: number, steps: number): void {
    this.options.progress?.(this.plan.mealy.machine, name);
    const before = this.sections.get(name);
    this.sections.set(name, { name, cases: cases + (before?.cases ?? 0), steps: steps + (before?.steps ?? 0) });
  }

  private count(kind: VerdictKind, more: number): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + more);
  }

  private hasFailed(): boolean {
    return this.findings.some(({ verdict }) => verdict.kind !== 'deviation');
  }
}

/** Runs `suite` on `adapter` as `plan` describes it. */
export function runMachine(adapter: Adapter, plan: Plan, suite: Suite, options: MachineOptions): MachineResult {
  return new MachineRun(adapter, plan, options).run(suite);
}
