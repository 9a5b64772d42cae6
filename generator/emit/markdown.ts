// Tables for the hand-written pages: rules, states, the full matrix of states and inputs, and the counts of the machines.
import { accessWords } from '../walk.ts';
import { cellAt, isExecuted, type Cell, type Mealy } from '../mealy.ts';
import { countSteps, type Suite } from '../suite.ts';
import { banner } from './banner.ts';
import { executedCount } from './json.ts';

/** What a rules table shows of a rule. */
export interface RuleRow {
  readonly id: string;
  readonly sentence: string;
  readonly level: string;
  readonly source: string;
  readonly evidence: string | readonly string[];
}

/** A `|` would end the cell. */
function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(inCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A generated part, with the sentence that says so. */
export function stamped(hash: string, text: string): string {
  return `<!-- ${banner(hash)} -->\n\n${text}\n`;
}

/** Where a rule's anchor is: `#ten-14`. */
export function anchorOf(rule: string): string {
  return rule.toLowerCase();
}

/** How many executed transitions cite each rule. */
export function citations(mealy: Mealy): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of mealy.cells.flat().filter(isExecuted)) {
    for (const rule of cell.rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return counts;
}

/** Every rule, with an anchor to link to. Throws where a transition cites a rule that is not listed. */
export function rulesTable(mealy: Mealy, rules: readonly RuleRow[], hash: string): string {
  const cited = citations(mealy);
  for (const rule of cited.keys()) {
    if (!rules.some(({ id }) => id === rule)) throw new Error(`${mealy.machine}: a transition cites ${rule}, which is not in the rules`);
  }
  return stamped(hash, table(['rule', 'sentence', 'level', 'source', 'evidence', 'transitions'], rules.map((rule) => [
    `<a id="${anchorOf(rule.id)}"></a>${rule.id}`, rule.sentence, rule.level, rule.source,
    typeof rule.evidence === 'string' ? rule.evidence : rule.evidence.join(', '), String(cited.get(rule.id) ?? 0),
  ])));
}

/** Every state with its number and the shortest word that leads to it. */
export function statesTable(mealy: Mealy, hash: string): string {
  const words = accessWords(mealy);
  return stamped(hash, table(['state', 'name', 'shortest word'], mealy.states.map(({ name }, state) => [
    `S${state}`, name, (words[state] ?? []).map((input) => `\`${mealy.inputs[input]}\``).join(' '),
  ])));
}

function cellText(cell: Cell, state: number): string {
  if (!isExecuted(cell)) return '·';
  if (cell.kind === 'refuse') return `✗ ${cell.code}`;
  const effects = cell.effects.map((effect) => ` +${effect}`).join('');
  return `${cell.code}${effects}${cell.to === state ? '' : ` → S${cell.to}`}`;
}

/** A column that a table need not have: nothing but absent cells. */
function hasExecuted(mealy: Mealy, column: number, rows: readonly number[]): boolean {
  return rows.some((state) => isExecuted(cellAt(mealy, state, column)));
}

/** The full matrix, a table for each state of the machine; columns that are absent throughout it are named above it. */
export function matrix(mealy: Mealy, hash: string): string {
  const groups = new Map<string, number[]>();
  mealy.states.forEach(({ name }, state) => {
    const group = name.split(/[( ]/)[0] ?? name;
    groups.set(group, [...(groups.get(group) ?? []), state]);
  });
  const columns = mealy.inputs.map((_, column) => column);
  return stamped(hash, [...groups].map(([group, rows]) => {
    const shown = columns.filter((column) => hasExecuted(mealy, column, rows));
    const absent = columns.filter((column) => !shown.includes(column)).map((column) => `\`${mealy.inputs[column]}\``);
    const head = ['state', ...shown.map((column) => mealy.inputs[column] ?? '')];
    const body = rows.map((state) => [
      `**S${state}** ${mealy.states[state]?.name}`, ...shown.map((column) => cellText(cellAt(mealy, state, column), state)),
    ]);
    return [
      `### In \`${group}\` (${rows.length} states)`,
      absent.length === 0 ? 'No input is absent in all of them.' : `Absent in all of them: ${absent.join(', ')}.`,
      table(head, body),
    ].join('\n\n');
  }).join('\n\n'));
}

/** States, transitions and suite sizes of the machines. */
export function countsTable(machines: readonly { readonly mealy: Mealy; readonly suite?: Suite }[], hash: string): string {
  return stamped(hash, table(
    ['machine', 'states', 'inputs', 'cells', 'executed', 'suite', 'steps', 'guarantee'],
    machines.map(({ mealy, suite }) => [
      `\`${mealy.machine}\``, String(mealy.states.length), String(mealy.inputs.length),
      String(mealy.states.length * mealy.inputs.length), String(executedCount(mealy)),
      suite?.sections.map(({ name, words }) => `${name}: ${words.length} cases`).join('<br>') ?? 'by its factors',
      suite === undefined ? '' : String(suite.sections.reduce((sum, { words }) => sum + countSteps(words), 0)),
      suite === undefined ? '' : `equivalent, or at least ${suite.extraStates + 1} extra states`,
    ]),
  ));
}
