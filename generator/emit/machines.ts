// The machines that something is generated from, and what differs between them.
import { tensorMachine } from '../../model/tensor/machine.ts';
import { TENSOR_RULES } from '../../model/tensor/rules.ts';
import { transferMachine } from '../../model/transfer/machine.ts';
import { TRANSFER_RULES } from '../../model/transfer/rules.ts';
import { groundTensor, groundTransfer, type Grounded } from '../ground.ts';
import { factsOf, type Mealy } from '../mealy.ts';
import { minimise } from '../separate.ts';
import type { RuleRow } from './markdown.ts';
import type { DiagramNode } from './mermaid.ts';

export interface EmittedMachine {
  readonly id: string;
  /** Begins the names of its types. */
  readonly typeName: string;
  readonly config: DiagramNode;
  readonly rules: readonly RuleRow[];
  /** What it is grounded with; given to an adapter at every reset. */
  readonly bounds: Readonly<Record<string, number>>;
  ground(): Grounded;
  /** What a person can read whole: in these every executed transition has a test and a cell of a printed matrix. */
  readable(grounded: Grounded): readonly Mealy[];
}

export const emittedMachines: readonly EmittedMachine[] = [
  {
    id: 'tensor', typeName: 'Tensor', config: tensorMachine.config, rules: TENSOR_RULES,
    bounds: { aliases: 2, leases: 2, moved: 1, copied: 1 },
    ground: groundTensor,
    readable: ({ whole }) => [whole],
  },
  {
    id: 'transfer', typeName: 'Transfer', config: transferMachine.config, rules: TRANSFER_RULES,
    bounds: { handles: 2, queue: 1, packages: 1 },
    ground: groundTransfer,
    // The largest world has two thousand states; the other two, minimised, show each rule.
    readable: ({ factors }) => factors.filter(({ machine }) => machine !== 'transfer.whole').map((factor) => minimise(factor, factsOf(factor))),
  },
];
