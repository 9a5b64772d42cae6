// The one module that knows ts-morph: it writes generated TypeScript and reads the literal machine back from its text.
import { Node, Project, SyntaxKind, type ObjectLiteralExpression, type SourceFile } from 'ts-morph';
import { banner } from './banner.ts';

let project: Project | undefined;

function inMemory(): Project {
  project ??= new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return project;
}

/** One line of imports. */
export interface Import { readonly names: readonly string[]; readonly from: string; readonly typeOnly?: boolean }

/** A type to export: a union, a property a line, with its documentation. */
export interface TypeDeclaration {
  readonly name: string;
  readonly doc: string;
  readonly union?: readonly string[];
  readonly properties?: Readonly<Record<string, string>>;
}

function newFile(): SourceFile {
  return inMemory().createSourceFile('generated.ts', '', { overwrite: true });
}

/** ts-morph would put imports above leading comments, so the head comes last. */
function withHead(hash: string, lead: string, file: SourceFile): string {
  return `// ${banner(hash)}\n// ${lead}\n${houseStyle(file).trimStart()}`;
}

/** The text of a module of tests: imports, then statements as given. */
export function testModule(hash: string, lead: string, imports: readonly Import[], statements: readonly string[]): string {
  const file = newFile();
  for (const { names, from, typeOnly } of imports) {
    file.addImportDeclaration({ namedImports: [...names], moduleSpecifier: from, isTypeOnly: typeOnly ?? false });
  }
  file.addStatements(statements.map((statement) => `\n${statement}`));
  return withHead(hash, lead, file);
}

/** The text of a module of types. */
export function typesModule(hash: string, lead: string, types: readonly TypeDeclaration[]): string {
  const file = newFile();
  for (const { name, doc, union, properties } of types) {
    const docs = [{ description: doc }];
    if (union !== undefined) {
      const type = `\n${union.map((member) => `  | ${member}`).join('\n')}`;
      file.addTypeAlias({ name, isExported: true, type, docs });
    } else {
      const entries = Object.entries(properties ?? {}).map(([key, type]) => ({ name: key, type, isReadonly: true }));
      file.addInterface({ name, isExported: true, properties: entries, docs });
    }
  }
  return withHead(hash, lead, file);
}

/** ts-morph writes double quotes around module names, and its own indents; the house writes single quotes and two spaces. */
function houseStyle(file: SourceFile): string {
  return file.getFullText()
    .replace(/from "([^"]+)"/g, "from '$1'")
    .replace(/^ {4}(?=readonly )/gm, '  ')
    .replace(/= +\n/g, '=\n')
    .replace(/^ +\| /gm, '  | ');
}

/** What the text of a machine file declares, counted without running it. */
export interface MachineText {
  /** Paths of all states below the root, sorted. */
  readonly states: readonly string[];
  /** Every event some state answers, sorted. */
  readonly events: readonly string[];
  readonly transitions: number;
}

function property(object: ObjectLiteralExpression, name: string): Node | undefined {
  const found = object.getProperty((p) => Node.isPropertyAssignment(p) && unquoted(p.getName()) === name);
  return Node.isPropertyAssignment(found) ? found.getInitializer() : undefined;
}

function unquoted(name: string): string {
  return name.replace(/^['"]|['"]$/g, '');
}

function entries(node: Node | undefined): [string, Node][] {
  if (!Node.isObjectLiteralExpression(node)) return [];
  return node.getProperties().map((p) => {
    const value = Node.isPropertyAssignment(p) ? p.getInitializer() : undefined;
    if (!Node.isPropertyAssignment(p) || value === undefined) throw new Error(`not a literal: ${p.getText().slice(0, 60)}`);
    return [unquoted(p.getName()), value];
  });
}

/** Reads the literal that the file passes to `createMachine`. Throws where it is computed: a visualizer could not read it either. */
export function readMachineText(text: string): MachineText {
  const file = inMemory().createSourceFile('machine.ts', text, { overwrite: true });
  const call = file.getDescendantsOfKind(SyntaxKind.CallExpression)
    .find(({ compilerNode: { expression } }) => expression.getText().endsWith('.createMachine'));
  const literal = call?.getArguments()[0];
  if (!Node.isObjectLiteralExpression(literal)) throw new Error('createMachine is not called with an object literal');
  const states: string[] = [];
  const events = new Set<string>();
  let transitions = 0;
  const visit = (node: ObjectLiteralExpression, path: string): void => {
    for (const [event, taken] of entries(property(node, 'on'))) {
      events.add(event);
      transitions += Node.isArrayLiteralExpression(taken) ? taken.getElements().length : 1;
    }
    for (const [name, child] of entries(property(node, 'states'))) {
      const below = path === '' ? name : `${path}.${name}`;
      states.push(below);
      if (Node.isObjectLiteralExpression(child)) visit(child, below);
    }
  };
  visit(literal, '');
  return { states: states.sort(), events: [...events].sort(), transitions };
}
