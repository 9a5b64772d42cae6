// A rule or a case, told in full.
import { families } from '../machines/index.ts';
import { stepText } from '../report/failure.ts';
import { cases, findCase, findRule } from './lookup.ts';

const CASES_SHOWN = 5;
const TRANSITIONS_SHOWN = 12;

export interface Told {
  readonly text: string;
}

/** Explains `what`: a case id has a slash, anything else is taken for a rule. */
export function explain(what: string): Told & Record<string, unknown> {
  return what.includes('/') ? explainCase(what) : explainRule(what);
}

function explainCase(id: string): Told & Record<string, unknown> {
  const planned = findCase(id);
  const lines = planned.steps.map((step, at) => {
    const expected = planned.expected[at] ?? {};
    const answer = expected['outcome'] === 'refused' ? `refused ${String(expected['reason'])}` : String(expected['outcome']);
    return `${String(at + 1).padStart(3)}. ${stepText(step)} -> ${answer} [${(planned.rules[at] ?? []).join(', ')}]`;
  });
  return { text: [`case ${id}`, ...lines].join('\n'), ...planned };
}

function explainRule(id: string): Told & Record<string, unknown> {
  const rule = findRule(id);
  const family = families.find(({ rules }) => rules.some((candidate) => candidate.id === rule.id));
  const whole = family?.ground().whole ?? { states: [], cells: [], inputs: [] };
  const transitions = whole.states.flatMap((state, from) => (whole.cells[from] ?? []).flatMap((cell, input) =>
    (cell.rules.includes(rule.id) ? [`${state.name} --${whole.inputs[input] ?? ''}--> ${whole.states[cell.to]?.name ?? ''}: ${cell.kind} ${cell.code}`] : [])));
  const found: string[] = [];
  for (const planned of cases(() => true, { machines: family?.factors ?? [] })) {
    if (planned.rules.at(-1)?.includes(rule.id) === true) found.push(planned.id);
  }
  const more = (shown: number, all: number): string[] => (all > shown ? [`  ... and ${all - shown} more`] : []);
  const text = [
    `${rule.id} (${rule.level}): ${rule.sentence}`,
    `source: ${rule.source}`,
    `evidence: ${rule.evidence.join(', ')}`,
    `transitions: ${transitions.length}`,
    ...transitions.slice(0, TRANSITIONS_SHOWN).map((line) => `  ${line}`), ...more(TRANSITIONS_SHOWN, transitions.length),
    `cases that end on it: ${found.length}`,
    ...found.slice(0, CASES_SHOWN).map((line) => `  ${line}`), ...more(CASES_SHOWN, found.length),
    `diagram: model/${family?.id ?? ''}/README.md#diagram, rule: model/${family?.id ?? ''}/README.md#${rule.id.toLowerCase()}`,
  ].join('\n');
  return { ...rule, text, transitions, cases: found };
}
