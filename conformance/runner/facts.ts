// The facts that the model predicts, in one order everywhere.
import { groundTensor } from '../../generator/ground.ts';
import { cellAt } from '../../generator/mealy.ts';

export const modelFacts: readonly string[] = Object.keys(cellAt(groundTensor().whole, 0, 0).observation);
