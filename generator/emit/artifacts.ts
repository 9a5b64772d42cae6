// Everything that `npm run generate` writes, as path -> text. Pure: reads pages through the function given, writes nothing.
import { TENSOR_RULES } from '../../model/tensor/rules.ts';
import { tensorMachine } from '../../model/tensor/machine.ts';
import { buildSuite } from '../complete.ts';
import { groundTensor } from '../ground.ts';
import type { Mealy } from '../mealy.ts';
import type { Profile, Suite } from '../suite.ts';
import { factsOf, manifestJson, tableJson } from './json.ts';
import { countsTable, matrix, rulesTable, stamped, statesTable } from './markdown.ts';
import { mermaid } from './mermaid.ts';
import { splice } from './splice.ts';
import { encodeSuite } from './suite-tree.ts';
import { machineTypes } from './types.ts';
import { vitestFiles } from './vitest.ts';

/** What the tensor machine is grounded with; given to an adapter at every reset. */
export const TENSOR_BOUNDS = { aliases: 2, leases: 2, moved: 1, copied: 1 } as const;
export const SUITE_FOLDER = 'conformance/suites/tensor';
export const SUITE_PRODUCT = 'dist/suites/tensor.json';
const PROFILE: Profile = 'default';

export interface Artifacts {
  /** Committed, and compared by `--check`. */
  readonly committed: ReadonlyMap<string, string>;
  /** Built, never committed. */
  readonly products: ReadonlyMap<string, string>;
}

/** Generates everything. `readPage` gives the hand-written pages into which parts are spliced. */
export function artifacts(readPage: (path: string) => string): Artifacts {
  const { whole, factors, hash } = groundTensor();
  const suites: Suite[] = factors.map((factor) => buildSuite(factor, factsOf(factor), PROFILE));
  const rules = TENSOR_RULES.map(({ id }) => id);
  const page = (path: string, parts: Readonly<Record<string, string>>): [string, string] => [path, splice(readPage(path), parts)];
  const committed = new Map<string, string>([
    [`${SUITE_FOLDER}/table.json`, tableJson(whole, hash)],
    [`${SUITE_FOLDER}/manifest.json`, manifestJson(whole, factors, suites, hash, PROFILE, TENSOR_BOUNDS)],
    [`${SUITE_FOLDER}/types.ts`, machineTypes(whole, 'Tensor', rules, hash)],
    page('model/README.md', {
      machines: countsTable([{ mealy: whole }, ...factors.map((mealy, at) => withSuite(mealy, suites[at]))], hash),
    }),
    page('model/tensor/README.md', {
      diagram: stamped(hash, `\`\`\`mermaid\n${mermaid(tensorMachine.config, 'tensor')}\n\`\`\``),
      rules: rulesTable(whole, TENSOR_RULES, hash),
      states: statesTable(whole, hash),
      matrix: matrix(whole, hash),
    }),
  ]);
  for (const [name, text] of vitestFiles(whole, hash)) committed.set(`${SUITE_FOLDER}/${name}`, text);
  return { committed, products: new Map([[SUITE_PRODUCT, encodeSuite(suites, hash)]]) };
}

function withSuite(mealy: Mealy, suite: Suite | undefined): { mealy: Mealy; suite?: Suite } {
  return suite === undefined ? { mealy } : { mealy, suite };
}
