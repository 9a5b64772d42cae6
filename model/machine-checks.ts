// What is true of every machine's config and source, said once. Each check lists what is wrong.

interface Action { readonly type: string; readonly params?: { readonly code?: string } }
type Named = string | Action;
interface Transition { readonly actions: Named | readonly Named[]; readonly description: string; readonly meta?: { readonly rules?: readonly string[] } }

/** As much of a machine's config as the checks read. */
export interface Node {
  readonly on?: Readonly<Record<string, Transition | readonly Transition[]>>;
  readonly states?: Readonly<Record<string, Node>>;
}

const OUTCOMES: readonly string[] = ['accept', 'refuse', 'failed', 'environment', 'absent'];
/** What a literal does not have: a spread, a function, a template, a computed key. */
const NOT_LITERAL = ['...', '=>', '`', '${', 'function', '{ [', '  [\''];

function* transitions(node: Node): Generator<Transition> {
  for (const taken of Object.values(node.on ?? {})) yield* [taken].flat() as Transition[];
  for (const child of Object.values(node.states ?? {})) yield* transitions(child);
}

/** The inputs that the root does not answer, or answers though they are none: a state inherits what it does not answer itself. */
export function unanswered(config: Node, inputs: readonly string[]): string[] {
  const answered = Object.keys(config.on ?? {});
  return [...inputs.filter((input) => !answered.includes(input)), ...answered.filter((input) => !inputs.includes(input))];
}

/** Whatever makes the machine of a source file more than one literal, which a visualizer can take as it is. */
export function computed(source: string): string[] {
  const literal = source.slice(source.indexOf('.createMachine('));
  return NOT_LITERAL.filter((forbidden) => literal.includes(forbidden));
}

/** Transitions without exactly one outcome, or described otherwise than by the text of its outcome and sorted effects. */
export function misdescribed(config: Node): string[] {
  return [...transitions(config)].flatMap(({ actions, description }) => {
    const named = ([actions].flat() as Named[]).map((action): Action => (typeof action === 'string' ? { type: action } : action));
    const outcomes = named.filter(({ type }) => OUTCOMES.includes(type)).map(({ type, params }) => [type, params?.code ?? ''].join(' ').trim());
    const effects = named.filter(({ type }) => type === 'effect').map(({ params }) => params?.code ?? '');
    const expected = [...outcomes, ...effects.sort()].join(', ');
    return outcomes.length === 1 && description === expected ? [] : [`${description}: ${outcomes.length} outcomes, ${expected}`];
  });
}

/** Transitions that cite no rule though they are executed, or a rule though they are absent. */
export function miscited(config: Node): string[] {
  return [...transitions(config)].filter(({ description, meta }) => ((meta?.rules?.length ?? 0) > 0) !== (description !== 'absent')).map(({ description }) => description);
}

/** Every rule that a transition cites. */
export function citedRules(config: Node): Set<string> {
  return new Set([...transitions(config)].flatMap(({ meta }) => meta?.rules ?? []));
}
