import { beforeAll, expect, test } from 'vitest';
import { buildSuite } from '../complete.ts';
import { groundTensor } from '../ground.ts';
import type { Suite } from '../suite.ts';
import { factsOf } from '../mealy.ts';
import { SuiteFileError, decodeSuite, encodeSuite, suiteHash } from './suite-tree.ts';

const { factors, hash } = groundTensor();
let suites: Suite[];
let text: string;

beforeAll(() => {
  suites = factors.map((factor) => buildSuite(factor, factsOf(factor), 'default'));
  text = encodeSuite(suites, hash);
});

test('a suite comes back word for word, in its order', () => {
  const restored = decodeSuite(text, () => hash);
  expect(suiteHash(restored)).toBe(suiteHash(suites));
  const words = (all: readonly Suite[]): string[] => all.flatMap((s) => s.sections.flatMap((x) => x.words.map((w) => w.join(' '))));
  expect(words(restored)).toEqual(words(suites));
  expect(restored.map(({ machine, facts, extraStates }) => ({ machine, facts, extraStates })))
    .toEqual(suites.map(({ machine, facts, extraStates }) => ({ machine, facts, extraStates })));
});

test('words longer than 127 steps, equal words, prefixes and the empty word come back', () => {
  const long = Uint8Array.from({ length: 400 }, (_, at) => at % 32);
  const words = [long, long, long.subarray(0, 200), new Uint8Array(0), long.subarray(0, 300)];
  const odd: Suite[] = [{ machine: 'odd', facts: [], extraStates: -1, sections: [{ name: 'tour', words }, { name: 'none', words: [] }] }];
  expect(decodeSuite(encodeSuite(odd, 'm'), () => 'm')).toEqual(odd.map((s) => ({ ...s, sections: s.sections.map((x) => ({ ...x, words: x.words.map((w) => Uint8Array.from(w)) })) })));
});

test('what cannot be trusted is refused with a sentence', () => {
  const refused = (damaged: string, model = hash): string => {
    try {
      decodeSuite(damaged, () => model);
    } catch (error) {
      if (error instanceof SuiteFileError) return error.message;
    }
    return 'accepted';
  };
  expect(refused(text.slice(0, text.length / 2))).toMatch(/truncated/);
  expect(refused('{}')).toMatch(/not a suite file/);
  expect(refused('')).toMatch(/truncated/);
  expect(refused(text.replace('"format": 1', '"format": 2'))).toMatch(/format 2, this version reads 1/);
  expect(refused(text, '000000000000')).toMatch(/generated from model [0-9a-f]+, not 000000000000/);
  expect(refused(text.replace('"extraStates": 1', '"extraStates": 2'))).toMatch(/edited/);
  expect(refused(text.replace(/"tree": "(....)/, '"tree": "AAAA'))).toMatch(/edited/);
  expect(refused(JSON.stringify({ format: 1, model: hash, content: 'x' }))).toMatch(/holds no suite/);
});
