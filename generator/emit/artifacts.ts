// Everything that `npm run generate` writes, as path -> text. Pure: reads pages through the function given, writes nothing.
import { buildSuite } from '../complete.ts';
import type { Grounded } from '../ground.ts';
import { factsOf, type Mealy } from '../mealy.ts';
import type { Profile, Suite } from '../suite.ts';
import { manifestJson, tableJson } from './json.ts';
import { emittedMachines, type EmittedMachine } from './machines.ts';
import { countsTable, matrix, rulesTable, stamped, statesTable } from './markdown.ts';
import { mermaid } from './mermaid.ts';
import { splice } from './splice.ts';
import { encodeSuite } from './suite-tree.ts';
import { machineTypes } from './types.ts';
import { vitestFiles } from './vitest.ts';

const PROFILE: Profile = 'default';

/** Where the cases of a machine are committed. */
export const suiteFolder = (machine: string): string => `conformance/suites/${machine}`;
export const SUITE_FOLDERS: readonly string[] = emittedMachines.map(({ id }) => suiteFolder(id));

export interface Artifacts {
  /** Committed, and compared by `--check`. */
  readonly committed: ReadonlyMap<string, string>;
  /** Built, never committed. */
  readonly products: ReadonlyMap<string, string>;
}

/** Generates everything. `readPage` gives the hand-written pages into which parts are spliced. */
export function artifacts(readPage: (path: string) => string): Artifacts {
  const committed = new Map<string, string>();
  const products = new Map<string, string>();
  const counts: Record<string, string> = {};
  for (const machine of emittedMachines) {
    const grounded = machine.ground();
    const suites = grounded.factors.map((factor) => buildSuite(factor, factsOf(factor), PROFILE));
    for (const [path, text] of committedOf(machine, grounded, suites)) committed.set(path, text);
    const page = `model/${machine.id}/README.md`;
    committed.set(page, splice(readPage(page), partsOf(machine, grounded)));
    products.set(`dist/suites/${machine.id}.json`, encodeSuite(suites, grounded.hash));
    counts[`${machine.id}-numbers`] = countsTable([{ mealy: grounded.whole }, ...grounded.factors.map((mealy, at) => withSuite(mealy, suites[at]))], grounded.hash);
  }
  committed.set('model/README.md', splice(readPage('model/README.md'), counts));
  return { committed, products };
}

/** Table, manifest, types and readable tests of one machine. */
function committedOf(machine: EmittedMachine, grounded: Grounded, suites: readonly Suite[]): Map<string, string> {
  const { whole, factors, hash } = grounded;
  const files = new Map<string, string>([
    ['table.json', tableJson(whole, hash)],
    ['manifest.json', manifestJson(whole, factors, suites, hash, PROFILE, machine.bounds)],
    ['types.ts', machineTypes(whole, machine.typeName, machine.rules.map(({ id }) => id), hash)],
    ...machine.readable(grounded).flatMap((mealy) => [...vitestFiles(mealy, hash)]),
  ]);
  return new Map([...files].map(([name, text]) => [`${suiteFolder(machine.id)}/${name}`, text]));
}

/** The generated parts of a machine's page. */
function partsOf(machine: EmittedMachine, grounded: Grounded): Record<string, string> {
  const { whole, hash } = grounded;
  // The page prints what fits on one.
  const [shown = whole] = machine.readable(grounded);
  return {
    diagram: stamped(hash, `\`\`\`mermaid\n${mermaid(machine.config, machine.id)}\n\`\`\``),
    rules: rulesTable(whole, machine.rules, hash),
    states: statesTable(shown, hash),
    matrix: matrix(shown, hash),
  };
}

function withSuite(mealy: Mealy, suite: Suite | undefined): { mealy: Mealy; suite?: Suite } {
  return suite === undefined ? { mealy } : { mealy, suite };
}
