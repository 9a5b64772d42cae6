// `npm run mutants`: which wrong table and which wrong Rust the default profile catches.
import { buildSuite } from '../../generator/complete.ts';
import { groundTensor } from '../../generator/ground.ts';
import { mutate } from '../../generator/mutate.ts';
import { tensorFamily } from '../machines/tensor.ts';
import { caughtText, judgeMutants, unjudgedMutants } from './native-mutants.ts';

for (const mealy of groundTensor().factors) {
  const report = mutate(mealy, buildSuite(mealy, tensorFamily.facts, 'default'));
  for (const { kind, enumerated, infeasible, equivalent, caught } of report.counts) {
    console.log(`${mealy.machine}: ${kind}: ${caught} caught of ${enumerated - infeasible - equivalent} (${enumerated} enumerated, ${infeasible} infeasible, ${equivalent} equivalent)`);
  }
}
const native = judgeMutants();
for (const caught of native) console.log(caughtText(caught));
const missed = native.filter((caught) => caught.shortest === undefined).length;
console.log(`native mutants: ${native.length - missed} of ${native.length} caught, ${unjudgedMutants().length} not judged`);
process.exitCode = missed > 0 ? 1 : 0;
