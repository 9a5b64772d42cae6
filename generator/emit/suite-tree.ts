// Complete suites as one compact file. A section is the depth-first listing of its prefix tree: for each word, at which depth
// it leaves the word before it, how many inputs follow, and those inputs. A reader checks everything before it trusts a word.
import { createHash } from 'node:crypto';
import type { Section, Suite, Word } from '../suite.ts';
import { banner } from './banner.ts';

/** Raised whenever an older reader would misread the file. */
export const SUITE_FORMAT = 1;

interface SectionFile { readonly name: string; readonly words: number; readonly tree: string }
interface SuiteFile {
  readonly machine: string;
  readonly facts: readonly string[];
  readonly extraStates: number;
  readonly sections: readonly SectionFile[];
}
interface TreeFile { readonly format: number; readonly model: string; readonly content: string; readonly suites?: readonly SuiteFile[] }

/** A suite file that cannot be trusted. The message says what to do. */
export class SuiteFileError extends Error {
  override readonly name = 'SuiteFileError';
}

function sharedPrefix(a: Word, b: Word): number {
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth += 1;
  return depth;
}

/** Seven bits a byte, lowest first; the high bit says that more follow. */
function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
}

function encodeWords(words: readonly Word[]): string {
  const bytes: number[] = [];
  let before: Word = new Uint8Array(0);
  for (const word of words) {
    const depth = sharedPrefix(before, word);
    writeNumber(bytes, depth);
    writeNumber(bytes, word.length - depth);
    for (const input of word.subarray(depth)) bytes.push(input);
    before = word;
  }
  return Buffer.from(bytes).toString('base64');
}

function decodeWords(section: SectionFile): Word[] {
  const bytes = Buffer.from(section.tree, 'base64');
  const words: Word[] = [];
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at];
      if (byte === undefined) throw new SuiteFileError(`section ${section.name} ends inside a word; run \`npm run generate\``);
      at += 1;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  let before: Word = new Uint8Array(0);
  while (at < bytes.length) {
    const depth = readNumber();
    const fresh = readNumber();
    if (depth > before.length || at + fresh > bytes.length) {
      throw new SuiteFileError(`section ${section.name} ends inside a word; run \`npm run generate\``);
    }
    const word = new Uint8Array(depth + fresh);
    word.set(before.subarray(0, depth));
    word.set(bytes.subarray(at, at + fresh), depth);
    at += fresh;
    words.push(word);
    before = word;
  }
  if (words.length !== section.words) {
    throw new SuiteFileError(`section ${section.name} has ${words.length} words, not ${section.words}; run \`npm run generate\``);
  }
  return words;
}

/** SHA-256 of everything a suite says. Two suites with equal hashes run the same steps in the same order. */
export function suiteHash(suites: readonly Suite[]): string {
  return hashOf(suites.map(toFile));
}

function hashOf(suites: readonly SuiteFile[]): string {
  return createHash('sha256').update(JSON.stringify(suites)).digest('hex');
}

function toFile(suite: Suite): SuiteFile {
  const sections = suite.sections.map(({ name, words }) => ({ name, words: words.length, tree: encodeWords(words) }));
  return { machine: suite.machine, facts: suite.facts, extraStates: suite.extraStates, sections };
}

/** The suites of one model (one for each factor) as the text of one file. Keeps the order of the words. */
export function encodeSuite(suites: readonly Suite[], model: string): string {
  const files = suites.map(toFile);
  const file = { generated: banner(model), format: SUITE_FORMAT, model, content: hashOf(files), suites: files };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/**
 * Restores what `encodeSuite` wrote. Refuses, with a sentence that says what to do: a truncated file, another format,
 * another model than `modelOf` the machine that its suites are about, and any edit since it was generated.
 */
export function decodeSuite(text: string, modelOf: (machine: string) => string): Suite[] {
  const file = parse(text);
  if (file.format !== SUITE_FORMAT) {
    throw new SuiteFileError(`the suite file has format ${String(file.format)}, this version reads ${SUITE_FORMAT}; run \`npm run generate\``);
  }
  const [first] = file.suites ?? [];
  if (first === undefined) throw new SuiteFileError('the suite file holds no suite; run `npm run generate`');
  const model = modelOf(first.machine);
  if (file.model !== model) {
    throw new SuiteFileError(`the suite was generated from model ${String(file.model)}, not ${model}; run \`npm run generate\``);
  }
  if (hashOf(file.suites ?? []) !== file.content) {
    throw new SuiteFileError('the suite file was edited or damaged after it was generated; run `npm run generate`');
  }
  return (file.suites ?? []).map((suite) => ({
    machine: suite.machine, facts: suite.facts, extraStates: suite.extraStates,
    sections: suite.sections.map((section): Section => ({ name: section.name, words: decodeWords(section) })),
  }));
}

function parse(text: string): TreeFile {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'format' in value) return value as TreeFile;
  } catch {
    throw new SuiteFileError('the suite file is truncated or not JSON; run `npm run generate`');
  }
  throw new SuiteFileError('this JSON is not a suite file; run `npm run generate`');
}
