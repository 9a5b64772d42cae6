// Readable Vitest files: one test for each executed transition, one file for each input.
import { accessWords } from '../walk.ts';
import { ANY, cellAt, isExecuted, type Cell, type Mealy } from '../mealy.ts';
import { testModule } from './typescript.ts';

/** Facts that apply to a step: what is `none` does not apply, and of what is `any` nothing is predicted. */
export function applyingFacts(cell: Cell): [string, string | number][] {
  return Object.entries(cell.observation).filter(([, value]) => value !== 'none' && value !== ANY);
}

/** `granted view`, `refused shared`: what a reader wants to know first. */
export function said(cell: Cell): string {
  const outcome = cell.kind === 'refuse' ? 'refused' : cell.kind === 'failed' ? 'failed' : 'granted';
  return `${outcome} ${cell.code}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : quoted(value);
}

function testOf(mealy: Mealy, word: readonly number[], state: number, column: number): string {
  const cell = cellAt(mealy, state, column);
  const input = mealy.inputs[column] ?? '';
  const title = `${cell.rules.join(' ')} ${input} in ${mealy.states[state]?.name}: ${said(cell)}`;
  const names = word.map((at) => quoted(mealy.inputs[at] ?? '')).join(', ');
  const expected = applyingFacts(cell).map(([fact, value]) => `${fact}: ${literal(value)}`).join(', ');
  return [
    `test(${quoted(title)}, () => expectTransition({`,
    `  machine: ${quoted(mealy.machine)}, word: [${names}], input: ${quoted(input)},`,
    `  expected: { ${expected} },`,
    '}));',
  ].join('\n');
}

/** File name -> text. Every executed transition of `mealy` is in exactly one file. The files of a factor begin with its name. */
export function vitestFiles(mealy: Mealy, hash: string): Map<string, string> {
  const [, factor] = mealy.machine.split('.');
  const words = accessWords(mealy);
  const files = new Map<string, string>();
  mealy.inputs.forEach((input, column) => {
    const tests = mealy.states.flatMap((_, state) =>
      isExecuted(cellAt(mealy, state, column)) ? [testOf(mealy, words[state] ?? [], state, column)] : []);
    if (tests.length === 0) return;
    const imports = [
      { names: ['test'], from: 'vitest' },
      { names: ['expectTransition'], from: '../../runner/expect-transition.ts' },
    ];
    const where = factor === undefined ? '' : ` of the minimal machine ${mealy.machine}`;
    files.set(`${factor === undefined ? '' : `${factor}.`}${input}.test.ts`, testModule(hash, `Every transition on ${input}${where}, from the shortest word that leads to it.`, imports, tests));
  });
  return files;
}
