// Finding what a person named, or saying in one sentence what there is instead.
import { readFileSync } from 'node:fs';
import { buildSuite } from '../../generator/complete.ts';
import { decodeSuite } from '../../generator/emit/suite-tree.ts';
import type { Suite } from '../../generator/suite.ts';
import type { Rule } from '../../model/rule.ts';
import { loadAddon, nativeAdapter } from '../adapters/native/native.ts';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import type { Params } from '../../model/tensor/members.ts';
import type { Adapter, Statement } from '../runner/adapter.ts';
import { straws } from '../straw/straws.ts';
import { families, familyOf, machineNames, planFor, rulesById } from '../machines/index.ts';
import { caseId, planCase, separatingFacts, type Case, type Plan } from '../runner/plan.ts';

/** A name that means nothing here. Exit status 2. */
export class UsageError extends Error {}

export const ADAPTERS = ['native', 'reference'] as const;
/** Everything that `--adapter` takes; the straws are wrong on purpose. */
export function adapterNames(): string[] {
  return [...ADAPTERS, ...straws().map(({ name }) => `straw:${name}`)];
}

export const PROFILES = ['smoke', 'default', 'deep'] as const;

/** The names that share most of their letters' pairs with `name`, best first. */
export function nearest(name: string, known: readonly string[]): string[] {
  const pairs = (text: string): Set<string> => new Set(Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + 2).toLowerCase()));
  const wanted = pairs(name);
  const score = (candidate: string): number => [...pairs(candidate)].filter((pair) => wanted.has(pair)).length / candidate.length;
  return [...known].sort((a, b) => score(b) - score(a)).slice(0, 3);
}

function unknown(what: string, name: string, known: readonly string[]): UsageError {
  return new UsageError(`unknown ${what} \`${name}\`; nearest: ${nearest(name, known).join(', ')}; \`custody list ${what}s\` shows all`);
}

export function findRule(id: string): Rule {
  const rule = rulesById.get(id.toUpperCase()) ?? rulesById.get(id);
  if (rule === undefined) throw unknown('rule', id, [...rulesById.keys()]);
  return rule;
}

/** The adapter, with a wrong variant of the Rust code switched on if `mutant` names one. */
export function findAdapter(name: string, mutant?: string): Adapter {
  if (mutant !== undefined) {
    if (name !== 'native') throw new UsageError('--mutant switches wrong native code on; it needs --adapter native');
    const addon = loadAddon('custody-mutants');
    const known = addon.mutants?.() ?? [];
    if (!known.includes(mutant)) throw unknown('mutant', mutant, known);
    addon.setMutant?.(mutant);
    return nativeAdapter(addon);
  }
  if (name === 'native') return nativeAdapter();
  if (name === 'reference') return referenceAdapter();
  const straw = straws().find((candidate) => `straw:${candidate.name}` === name);
  if (straw !== undefined) return straw.adapter;
  throw unknown('adapter', name, adapterNames());
}

/** The suites of a file that `npm run generate` wrote. Refuses one that is truncated, edited, or of another model. */
export function readSuites(file: string): Suite[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`cannot read the suite file ${file}; \`npm run generate\` writes dist/suites/*.json, one for each machine`);
  }
  try {
    return decodeSuite(text, (machine) => familyOf(machine).ground().hash);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function findProfile(name: string): (typeof PROFILES)[number] {
  const profile = PROFILES.find((candidate) => candidate === name);
  if (profile === undefined) throw unknown('profile', name, PROFILES);
  return profile;
}

/** A machine or one of its factors, which are drawn as the machine they are factors of. */
export function findMachine(name: string): string {
  const known = [...families.map(({ id }) => id), ...machineNames];
  if (!known.includes(name)) throw unknown('machine', name, known);
  return name;
}

/** Where cases come from: the statement of who runs them, and a profile or the suites of a file. */
export interface CaseSource {
  readonly statement?: Statement;
  readonly profile?: (typeof PROFILES)[number];
  readonly suites?: readonly Suite[] | undefined;
  /** Only these; all of them if it names none. */
  readonly machines?: readonly string[];
}

/** Every case of the source, the default profile if it names none, that `wanted` keeps; tables first. */
export function* cases(wanted: (id: string) => boolean, source: CaseSource = {}, first?: string): Generator<Case> {
  const { statement, profile = 'default', suites, machines = machineNames } = source;
  for (const machine of machines) {
    const family = familyOf(machine);
    const facts = family.facts.filter((fact) => statement?.observables.includes(fact) ?? true);
    for (const factor of family.ground().factors.filter((candidate) => candidate.machine === machine)) {
      const plan = planFor(factor, statement);
      const given = first === undefined ? undefined : firstNamed(plan, first);
      for (const planned of family.tableCases(plan)) if (wanted(planned.id)) yield planned;
      const suite = suites?.find((candidate) => candidate.machine === machine) ?? buildSuite(plan.mealy, separatingFacts(plan.mealy, facts), profile);
      for (const { words } of suite.sections) {
        for (const word of words) if (wanted(caseId(machine, word))) yield planCase(plan, word, given);
      }
    }
  }
}

function firstNamed({ family, members, first }: Plan, name: string): Params | undefined {
  return members[first]?.find((params) => family.nameFirst(params) === name);
}

/** The case named `id`, begun as the part after `@` says. */
export function findCase(id: string, source: CaseSource = {}): Case {
  const [word = '', first] = id.split('@', 2);
  const machine = word.slice(0, word.indexOf('/'));
  const machines = machineNames.filter((name) => name === machine);
  for (const planned of cases((candidate) => candidate === word, { ...source, machines }, first)) if (planned.id === id) return planned;
  throw new UsageError(`unknown case \`${id}\` in profile ${source.profile ?? 'default'}; a case id looks like \`tensor.exclusive/00abc12...\`, and \`custody list cases\` shows all`);
}
