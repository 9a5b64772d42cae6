// JUnit XML: one suite for each machine and section, one test case for each finding, passes as a count.
import { create } from 'xmlbuilder2';
import type { RunResult } from '../runner/run.ts';
import { failureText, type RepeatOptions } from './failure.ts';

/** The run as JUnit XML. Every verdict but `pass`, `deviation` and `expected-fail` is a failure there. */
export function junit(result: RunResult, options: RepeatOptions = {}): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', { name: `custody ${result.adapter}` });
  for (const machine of result.machines) {
    const counts = Object.entries(machine.counts);
    const tests = counts.reduce((sum, [, count]) => sum + count, 0);
    const quiet = ['pass', 'deviation', 'hazard', 'expected-fail'];
    const failures = counts.filter(([kind]) => !quiet.includes(kind)).reduce((sum, [, count]) => sum + count, 0);
    const suite = root.ele('testsuite', { name: machine.machine, tests, failures });
    const properties = suite.ele('properties');
    for (const [kind, count] of counts) properties.ele('property', { name: kind, value: count });
    suite.ele('testcase', { name: `${machine.counts.pass} cases passed`, classname: machine.machine });
    for (const { verdict, planned, observed } of machine.findings) {
      const element = suite.ele('testcase', { name: verdict.caseId, classname: machine.machine });
      const text = failureText(verdict, planned, observed, result.adapter, { ...options, profile: result.profile });
      if (quiet.includes(verdict.kind)) element.ele('system-out').txt(text);
      else element.ele('failure', { message: verdict.reason, type: verdict.kind }).txt(text);
    }
  }
  return root.end({ prettyPrint: true });
}
