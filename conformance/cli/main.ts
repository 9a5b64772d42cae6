#!/usr/bin/env node
// The command line. Exit status: 0 passed, 1 failed, 2 the command itself is wrong.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { mermaid } from '../../generator/emit/mermaid.ts';
import { tensorMachine } from '../../model/tensor/machine.ts';
import { failureText, stepText } from '../report/failure.ts';
import { junit } from '../report/junit.ts';
import { terminal } from '../report/terminal.ts';
import { readKnownFailures } from '../runner/known-failures.ts';
import { runCase } from '../runner/perform.ts';
import { families, familyOf, rulesById } from '../machines/index.ts';
import { runProfile } from '../runner/run.ts';
import { explain } from './explain.ts';
import { ADAPTERS, adapterNames, cases, findAdapter, findCase, findMachine, findProfile, readSuites, UsageError } from './lookup.ts';

const say = (text: string): void => console.log(text);
const json = (value: unknown): void => say(JSON.stringify(value, null, 2));

interface CheckOptions { adapter: string; profile: string; json?: boolean; junit?: string; verbose?: boolean; mutant?: string; suite?: string; limit?: string; knownFailures?: string }
interface ReplayOptions { adapter: string; profile: string; suite?: string; mutant?: string; json?: boolean; limit?: string }

function check(options: CheckOptions): void {
  if (options.limit !== undefined) return runLimited(options.limit, options.json === true);
  const adapter = findAdapter(options.adapter, options.mutant);
  const progress = (machine: string, section: string): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${machine}: ${section}`);
  };
  const result = runProfile(adapter, { 
    profile: findProfile(options.profile),
    progress,
    ...(options.suite === undefined ? {} : { suites: readSuites(options.suite) }),
    ...(options.knownFailures === undefined ? {} : { known: readKnownFailures(options.knownFailures) }),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const repeat = { mutant: options.mutant, suite: options.suite };
  if (options.junit !== undefined) writeFileSync(options.junit, junit(result, repeat));
  if (options.json === true) json(result);
  else say(terminal(result, { verbose: options.verbose === true, ...repeat }));
  process.exitCode = result.ok ? 0 : 1;
}

function replay(id: string, options: ReplayOptions): void {
  const profile = findProfile(options.profile);
  const suites = options.suite === undefined ? undefined : readSuites(options.suite);
  const adapter = findAdapter(options.adapter, options.mutant);
  const planned = findCase(id, { statement: adapter.statement, profile, suites });
  if (options.limit !== undefined) return runLimited(options.limit, options.json === true);
  const { verdict, observed } = runCase(adapter, planned, familyOf(planned.machine).facts.filter((fact) => adapter.statement.observables.includes(fact)));
  if (options.json === true) json({ verdict, steps: planned.steps, observed });
  else {
    planned.steps.forEach((step, at) => say(`${at + 1}. ${stepText(step)}\n     ${JSON.stringify(observed[at] ?? null)}`));
    say(verdict.kind === 'pass' ? `PASS ${planned.id}` : failureText(verdict, planned, observed, options.adapter, options));
  }
  process.exitCode = ['pass', 'deviation', 'hazard'].includes(verdict.kind) ? 0 : 1;
}

const LIMIT_HELP = 'run in a child process; what takes longer is a timeout';

/** This very command in a child, without the limit. A child that is stopped at the limit is a `timeout`. */
function runLimited(limit: string, asJson: boolean): void {
  const seconds = Number(limit);
  if (!(seconds > 0)) throw new UsageError(`--limit takes a number of seconds above 0, not \`${limit}\``);
  const args = process.argv.slice(1);
  const at = args.findIndex((word) => word === '--limit' || word.startsWith('--limit='));
  args.splice(at, args[at] === '--limit' ? 2 : 1);
  const { error, signal, status } = spawnSync(process.execPath, args, { stdio: 'inherit', timeout: seconds * 1000, killSignal: 'SIGKILL' });
  if (error !== undefined || signal !== null) {
    const [kind, reason] = signal === 'SIGKILL'
      ? ['timeout', `no answer within ${seconds} s; the implementation hangs, or the limit is too low`]
      : ['crash', `the process ended with ${signal ?? error?.message ?? ''}`];
    if (asJson) json({ kind, reason });
    else say(`${kind.toUpperCase()}: ${reason}`);
  }
  process.exitCode = status ?? 1;
}

const LISTS: Readonly<Record<string, () => { readonly text: string }[]>> = {
  adapters: () => adapterNames().map((text) => ({ text })),
  rules: () => [...rulesById.values()].map((rule) => ({ text: `${rule.id}  ${rule.level.padEnd(7)}  ${rule.sentence}`, ...rule })),
  machines: () => families.flatMap((family) => family.ground().factors).map((mealy) => ({ text: `${mealy.machine}  ${mealy.states.length} states x ${mealy.inputs.length} inputs` })),
  cases: () => [...cases(() => true)].map(({ id, steps }) => ({ text: `${id}  ${steps.map((step) => step.input).join(' ')}` })),
};

function list(what: string, options: { json?: boolean }): void {
  const rows = LISTS[what]?.();
  if (rows === undefined) throw new UsageError(`unknown list \`${what}\`; there are ${Object.keys(LISTS).join(', ')}`);
  if (options.json === true) json(rows);
  else say(rows.map((row) => row.text).join('\n'));
}

const program = new Command('custody')
  .description('The executable specification of who owns a tensor: judge an implementation, look a rule up, repeat a case.')
  .showHelpAfterError()
  .exitOverride();

program.command('check').description('judge an implementation')
  .option('--adapter <name>', `who is judged: ${ADAPTERS.join(', ')}`, 'native')
  .option('--profile <name>', 'smoke (a tour), default, deep', 'default')
  .option('--mutant <name>', 'switch a wrong variant of the native code on (built by `npm test`)')
  .option('--junit <file>', 'write JUnit XML').option('--json', 'print the result as JSON')
  .option('--suite <file>', 'run the suite of this file instead of generating it')
  .option('--known-failures <file>', 'failures that are expected, with reason and link; one that passes fails the run')
  .option('--limit <seconds>', LIMIT_HELP).option('--verbose', 'show the sections')
  .action(check);
program.command('list').argument('<what>', Object.keys(LISTS).join(', ')).description('what there is')
  .option('--json', 'print as JSON').action(list);
program.command('explain').argument('<what>', 'a rule or a case').description('a rule: sentence, source, transitions, cases; a case: its steps')
  .option('--json', 'print as JSON')
  .action((what: string, options: { json?: boolean }) => {
    const told = explain(what);
    if (options.json === true) json(told);
    else say(told.text);
  });
program.command('replay').argument('<case>', 'a case id').description('run one case, step by step')
  .option('--adapter <name>', ADAPTERS.join(', '), 'native')
  .option('--profile <name>', 'the profile whose case it is', 'default').option('--suite <file>', 'the suite file whose case it is')
  .option('--mutant <name>', 'as for check').option('--json', 'print as JSON').option('--limit <seconds>', LIMIT_HELP)
  .action(replay);
program.command('diagram').argument('[machine]', 'the machine to draw', 'tensor').description('the machine as Mermaid text').option('--json', 'the machine\'s config as JSON')
  .action((machine: string, options: { json?: boolean }) => {
    findMachine(machine);
    if (options.json === true) json(tensorMachine.config);
    else say(mermaid(tensorMachine.config as Parameters<typeof mermaid>[0], 'tensor'));
  });

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, like `head`, closes the pipe.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  program.parse();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(`custody: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}
