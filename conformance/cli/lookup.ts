// Finding what a person named, or saying in one sentence what there is instead.
import { readFileSync } from 'node:fs';
import { buildSuite } from '../../generator/complete.ts';
import { decodeSuite } from '../../generator/emit/suite-tree.ts';
import { groundTensor } from '../../generator/ground.ts';
import type { Suite } from '../../generator/suite.ts';
import { TENSOR_RULES, type Rule } from '../../model/tensor/rules.ts';
import { loadAddon, nativeAdapter } from '../adapters/native/native.ts';
import { referenceAdapter } from '../adapters/reference/reference.ts';
import type { Adapter } from '../runner/adapter.ts';
import { straws } from '../straw/straws.ts';
import { caseId, planCase, planFor, type Case } from '../runner/plan.ts';
import { tableCases } from '../runner/tables.ts';
import { modelFacts } from '../runner/facts.ts';

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
  const rule = TENSOR_RULES.find((candidate) => candidate.id === id.toUpperCase());
  if (rule === undefined) throw unknown('rule', id, TENSOR_RULES.map((candidate) => candidate.id));
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
    throw new UsageError(`cannot read the suite file ${file}; \`npm run generate\` writes dist/suites/tensor.json`);
  }
  try {
    return decodeSuite(text, groundTensor().hash);
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function findProfile(name: string): (typeof PROFILES)[number] {
  const profile = PROFILES.find((candidate) => candidate === name);
  if (profile === undefined) throw unknown('profile', name, PROFILES);
  return profile;
}

/** Every case of the default profile that `wanted` keeps, tables first. */
export function* cases(wanted: (id: string) => boolean): Generator<Case> {
  for (const mealy of groundTensor().factors) {
    const plan = planFor(mealy);
    for (const planned of tableCases(plan)) if (wanted(planned.id)) yield planned;
    for (const { words } of buildSuite(mealy, modelFacts, 'default').sections) {
      for (const word of words) if (wanted(caseId(mealy.machine, word))) yield planCase(plan, word);
    }
  }
}

export function findCase(id: string): Case {
  for (const planned of cases((candidate) => candidate === id)) return planned;
  throw new UsageError(`unknown case \`${id}\` in model ${groundTensor().hash}; a case id looks like \`tensor.exclusive/00abc12...\`, and \`custody list cases\` shows all`);
}
