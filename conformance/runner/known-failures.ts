// Failures that are known and explained. One that no longer fails fails the run: the list must not outlive its reasons.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Verdict } from './judge.ts';

export interface KnownFailure {
  /** A case id or a rule id. */
  readonly matches: string;
  readonly reason: string;
  readonly link: string;
}

const validate = new Ajv2020({ allErrors: true }).compile<KnownFailure[]>({
  type: 'array',
  items: {
    type: 'object',
    required: ['matches', 'reason', 'link'],
    properties: { matches: { type: 'string', minLength: 1 }, reason: { type: 'string', minLength: 1 }, link: { type: 'string', minLength: 1 } },
  },
});

/** What is known, and what of it has been seen in this run. */
export class KnownFailures {
  private readonly entries: readonly KnownFailure[];
  private readonly seen = new Set<KnownFailure>();

  constructor(entries: readonly KnownFailure[] = []) {
    this.entries = entries;
  }

  /** The verdict in the light of what is known: a failure that is listed is expected. */
  apply(verdict: Verdict): Verdict {
    if (verdict.kind !== 'fail' && verdict.kind !== 'crash') return verdict;
    const match = this.entries.find(({ matches }) => matches === verdict.caseId || verdict.rules.includes(matches));
    if (match === undefined) return verdict;
    this.seen.add(match);
    return { ...verdict, kind: 'expected-fail', reason: `${match.reason} (${match.link})` };
  }

  /** Entries that excused nothing: what they describe passes, so they are to be removed. */
  unexpectedPasses(): KnownFailure[] {
    return this.entries.filter((entry) => !this.seen.has(entry));
  }
}

/** Reads a known-failures file. Throws one sentence that names the file and what is wrong. */
export function readKnownFailures(file: string): KnownFailure[] {
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`cannot read the known failures in ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (validate(entries)) return entries;
  const problems = (validate.errors ?? []).map(({ instancePath, message }) => `entry${instancePath.replaceAll('/', '.')} ${message ?? 'is wrong'}`);
  throw new Error(`${file}: ${problems.join('; ')}; each entry has \`matches\` (a case or a rule), \`reason\` and \`link\``);
}
