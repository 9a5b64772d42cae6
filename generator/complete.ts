// From a grounded machine to a suite with a stated guarantee, within a budget.
import { completeFor, traversals } from './h-method.ts';
import type { Mealy } from './mealy.ts';
import { randomWords } from './random.ts';
import { dense, minimise } from './separate.ts';
import { countSteps, type Profile, type Section, type Suite, type Word } from './suite.ts';
import { tour } from './tour.ts';
import { WordTree } from './tree.ts';

/** Steps of one machine's suite, in one process and over a pipe. */
export const STEPS_IN_PROCESS_MAX = 2_000_000;
export const STEPS_OVER_PIPE_MAX = 200_000;
export const RANDOM_SEED = 17;

/** A word of the cover, one separating step, and the traversal itself: no traversal costs fewer steps. */
const STEPS_PER_TRAVERSAL_MIN = 3;

/** The strongest suite of `profile` over `facts` that fits in `stepsMax`. The same arguments give the same suite. */
export function buildSuite(mealy: Mealy, facts: readonly string[], profile: Profile, stepsMax = STEPS_IN_PROCESS_MAX): Suite {
  const machine = dense(minimise(mealy, facts), facts);
  const sections: Section[] = [{ name: 'tour', words: tour(dense(mealy, facts)) }];
  if (profile === 'smoke') return { machine: mealy.machine, facts, extraStates: -1, sections };
  const tree = new WordTree(machine);
  const known = new Set<string>();
  let extraStates = -1;
  let total = 0;
  for (const extra of profile === 'deep' ? [0, 1, 2] : [0, 1]) {
    if (extra > 0 && traversals(machine, extra) * STEPS_PER_TRAVERSAL_MIN > stepsMax) break;
    if (!completeFor(tree, extra, extra > 0 ? stepsMax : Infinity)) break;
    const words = tree.words().filter((word) => fresh(known, word));
    if (extra > 0 && total + countSteps(words) > stepsMax) break;
    total += countSteps(words);
    extraStates = extra;
    sections.push({ name: extra === 0 ? 'h n' : `h n+${extra}`, words });
  }
  const randomSteps = countSteps(sections[1]?.words ?? []) * (profile === 'deep' ? 10 : 1);
  sections.push({ name: 'random', words: randomWords(machine, randomSteps, RANDOM_SEED) });
  return { machine: mealy.machine, facts, extraStates, sections };
}

function fresh(known: Set<string>, word: Word): boolean {
  const key = String.fromCharCode(...word);
  if (known.has(key)) return false;
  known.add(key);
  return true;
}
