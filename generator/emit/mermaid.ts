// A machine's config as a Mermaid state diagram that GitHub renders. Guards are left to the matrix; answers are the labels.

/** The part of an XState transition that a diagram shows. */
export interface DiagramTransition {
  readonly target?: unknown;
  readonly description?: string | undefined;
  readonly guard?: unknown;
}

/** The part of an XState state node's config that a diagram shows. */
export interface DiagramNode {
  readonly initial?: unknown;
  readonly description?: string | undefined;
  readonly on?: Readonly<Record<string, unknown>> | undefined;
  /** Taken without an input, as soon as its guard holds. */
  readonly always?: unknown;
  readonly states?: Readonly<Record<string, DiagramNode>> | undefined;
}

interface Edge { readonly from: string; readonly to: string; readonly input: string; readonly answer: string }

const LINE_LENGTH_MAX = 70;

/** Mermaid ends a label at `:` or `;`, takes `#` for a comment, and GitHub strips what looks like a tag. */
function label(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._,()*/-]/g, ' ').replace(/ {2,}/g, ' ').trim();
}

function identifier(path: string): string {
  return path === '' ? 'any_state' : path.replace(/[^A-Za-z0-9]/g, '_');
}

function asTransitions(taken: unknown): DiagramTransition[] {
  const list: unknown[] = Array.isArray(taken) ? taken : [taken];
  return list.map((one) => (typeof one === 'string' ? { target: one } : (one as DiagramTransition)));
}

function targetOf(transition: DiagramTransition): string | undefined {
  const target: unknown = Array.isArray(transition.target) ? transition.target[0] : transition.target;
  return typeof target === 'string' ? target : undefined;
}

/** A compound state answers for its children. Mermaid cannot draw a loop on a compound, so one box inside it stands for all. */
function standIn(path: string, compound: boolean): string {
  return compound && path !== '' ? `${identifier(path)}_any` : identifier(path);
}

/** A target is a sibling's name, `.child`, or `#machine.path`. */
function resolve(from: string, target: string, known: ReadonlySet<string>): string {
  if (target.startsWith('.')) return below(from, target.slice(1));
  if (target.startsWith('#')) return target.slice(target.indexOf('.') + 1);
  const parent = from.includes('.') ? from.slice(0, from.lastIndexOf('.')) : '';
  const sibling = parent === '' ? target : `${parent}.${target}`;
  if (known.has(sibling)) return sibling;
  if (known.has(target)) return target;
  throw new Error(`no state ${target} beside ${from}`);
}

function collect(node: DiagramNode, path: string, known: ReadonlySet<string>): Edge[] {
  const from = standIn(path, node.states !== undefined);
  const own = Object.entries(node.on ?? {}).flatMap(([input, taken]) => asTransitions(taken).flatMap((transition): Edge[] => {
    const answer = transition.description ?? '';
    if (answer === 'absent') return [];
    const target = targetOf(transition);
    return [{ from, to: target === undefined ? from : identifier(resolve(path, target, known)), input, answer }];
  }));
  const eventless = node.always === undefined ? [] : asTransitions(node.always).map((transition): Edge => (
    { from, to: identifier(resolve(path, targetOf(transition) ?? path, known)), input: `as soon as ${String(transition.guard)}`, answer: '' }));
  return [...own, ...eventless, ...Object.entries(node.states ?? {}).flatMap(([name, child]) => collect(child, below(path, name), known))];
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function paths(node: DiagramNode, path: string): string[] {
  return Object.entries(node.states ?? {}).flatMap(([name, child]) => [below(path, name), ...paths(child, below(path, name))]);
}

/** Inputs of one door are written once: `dlpack.view, dlpack.copy` becomes `dlpack.(view, copy)`. */
function grouped(inputs: readonly string[]): string[] {
  const doors = new Map<string, string[]>();
  for (const input of inputs) {
    const cut = input.lastIndexOf('.');
    const door = cut < 0 ? '' : input.slice(0, cut);
    doors.set(door, [...(doors.get(door) ?? []), input.slice(cut + 1)]);
  }
  return [...doors].flatMap(([door, names]) => {
    if (door === '') return names;
    return names.length === 1 ? [`${door}.${names[0]}`] : [`${door}.(${names.join(', ')})`];
  });
}

/** `accept copy, delete` and `accept copy` become `accept copy, delete or copy`: the kind is said once. */
function alternatives(answers: readonly string[]): string {
  const kind = answers[0]?.split(' ')[0] ?? '';
  return answers.map((answer, at) => (at > 0 && answer.startsWith(`${kind} `) ? answer.slice(kind.length + 1) : answer)).join(' or ');
}

function wrap(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of names.join(', ').split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > LINE_LENGTH_MAX) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function into(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key) ?? [];
  if (!list.includes(value)) map.set(key, [...list, value]);
}

/** Parallel edges of one source and target become one edge, with a line of inputs for each answer. */
function merge(edges: readonly Edge[]): string[] {
  const arrows = [...new Set(edges.map(({ from, to }) => `${from} --> ${to}`))];
  return arrows.map((arrow) => {
    const answersOf = new Map<string, string[]>();
    for (const { from, to, input, answer } of edges) if (`${from} --> ${to}` === arrow) into(answersOf, input, answer);
    const inputsOf = new Map<string, string[]>();
    for (const [input, answers] of answersOf) into(inputsOf, alternatives(answers), input);
    const lines = [...inputsOf].flatMap(([answer, inputs]) => {
      const rows = wrap(grouped(inputs));
      return [...rows.slice(0, -1), `${rows.at(-1) ?? ''}${answer === '' ? '' : ` / ${answer}`}`];
    });
    return `${arrow} : ${lines.map(label).join('<br/>')}`;
  });
}

function declare(node: DiagramNode, path: string, indent: string): string[] {
  return Object.entries(node.states ?? {}).flatMap(([name, child]) => {
    const at = below(path, name);
    const compound = child.states !== undefined;
    if (!compound) return [`${indent}state "${label(name)}" as ${identifier(at)}`];
    const inside = `${indent}  `;
    return [
      `${indent}state "${label(name)}" as ${identifier(at)} {`,
      ...(typeof child.initial === 'string' ? [`${inside}[*] --> ${identifier(below(at, child.initial))}`] : []),
      ...(Object.keys(child.on ?? {}).length > 0 ? [`${inside}state "any of ${label(name)}" as ${standIn(at, true)}`] : []),
      ...declare(child, at, inside),
      `${indent}}`,
    ];
  });
}

/** The diagram's text, to be put in a `mermaid` code block. Absent answers are left out. */
export function mermaid(config: DiagramNode, title: string): string {
  const known = new Set(paths(config, ''));
  const edges = collect(config, '', known);
  return [
    '---',
    `title: ${label(title)}`,
    '---',
    'stateDiagram-v2',
    ...(typeof config.initial === 'string' ? [`  [*] --> ${identifier(config.initial)}`] : []),
    ...(edges.some(({ from }) => from === identifier('')) ? [`  state "any state" as ${identifier('')}`] : []),
    ...declare(config, '', '  '),
    ...merge(edges).map((line) => `  ${line}`),
  ].join('\n');
}
