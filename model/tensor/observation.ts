// What an adapter can see of a step, as the model predicts it. Facts that do not apply are 'none'.
import type { TensorContext } from './machine.ts';

/** The facts a step may show. An adapter's statement lists those it reports; the rest are not compared. */
export interface TensorObservation {
  outcome: 'granted' | 'refused' | 'absent';
  reason: string;
  error: 'none' | 'TypeError' | 'BufferError' | 'MemoryError';
  abi: 'none' | 'legacy' | 'versioned';
  version: 'none' | '1.3';
  readOnly: 'none' | 'false' | 'true';
  copied: 'none' | 'false' | 'true';
  address: 'none' | 'same' | 'fresh';
  bytesEqual: 'none' | 'true';
  /** `made`: equal to what the first step of the case made. */
  dtype: 'none' | 'made';
  shape: 'none' | 'made';
  device: 'none' | 'cpu';
  strides: 'none' | 'given';
  freed: number;
  liveExports: number;
  liveAliases: number;
  deleterCalls: number;
}

export type TensorFact = keyof TensorObservation;

/** Every fact, in one order everywhere. */
export const TENSOR_FACTS: readonly TensorFact[] = [
  'outcome', 'reason', 'error', 'abi', 'version', 'readOnly', 'copied', 'address', 'bytesEqual', 'dtype', 'shape', 'device', 'strides',
  'freed', 'liveExports', 'liveAliases', 'deleterCalls',
];

const NOTHING = {
  reason: 'none', error: 'none', abi: 'none', version: 'none', readOnly: 'none', copied: 'none', address: 'none',
  bytesEqual: 'none', dtype: 'none', shape: 'none', device: 'none', strides: 'none',
} as const;

const METADATA = { dtype: 'made', shape: 'made', device: 'cpu' } as const;
const EXPORT = { ...METADATA, strides: 'given', bytesEqual: 'true' } as const;
const VERSIONED = { ...EXPORT, abi: 'versioned', version: '1.3' } as const;
const LEGACY = { ...EXPORT, abi: 'legacy' } as const;

/** What a granted step shows besides the census, by the code of its outcome action. */
const SHOWN: Record<string, Partial<TensorObservation>> = {
  made: METADATA,
  metadata: METADATA,
  face: { address: 'same', bytesEqual: 'true' },
  bytes: { bytesEqual: 'true' },
  written: { bytesEqual: 'true' },
  view: { ...VERSIONED, readOnly: 'true', copied: 'false', address: 'same' },
  copy: { ...VERSIONED, readOnly: 'false', copied: 'true', address: 'fresh' },
  legacy_copy: { ...LEGACY, address: 'fresh' },
  move: { ...VERSIONED, readOnly: 'false', copied: 'false', address: 'same' },
  legacy_move: { ...LEGACY, address: 'same' },
};

const ERROR_OF: Record<string, TensorObservation['error']> = { argument: 'TypeError', memory: 'MemoryError' };

/** How often the tensor's buffer has been freed: once, as soon as nothing refers to it. */
export function freed(state: string, c: TensorContext): number {
  const held = state === 'unmade' || state === 'shared' || state === 'consumed.moved' || c.moved > 0;
  return held ? 0 : 1;
}

/** The observation of one transition: its outcome action, its effects, and the census of the state it leads to. */
export function observeTensor(
  kind: string,
  code: string,
  effects: readonly string[],
  stateAfter: string,
  after: TensorContext,
): TensorObservation {
  const census = {
    freed: freed(stateAfter, after),
    liveExports: after.leases + after.moved + after.copied,
    liveAliases: after.aliases,
    deleterCalls: effects.filter((e) => e === 'delete').length,
  };
  if (kind === 'absent') return { outcome: 'absent', ...NOTHING, ...census };
  if (kind === 'refuse') {
    return { outcome: 'refused', ...NOTHING, reason: code, error: ERROR_OF[code] ?? 'BufferError', ...census };
  }
  return { outcome: 'granted', ...NOTHING, ...SHOWN[code], ...census };
}
