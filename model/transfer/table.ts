// The decision table at the door `admit(package)`: which class a package falls in. Rows are tried top to bottom; the first match decides.
import { decide, type Row } from '../tensor/table.ts';

/** Who else reaches one side of the copy: nobody, an alias, a lease; `foreign-origin`: perhaps somebody outside (TEN-28). */
export type Holders = 'free' | 'aliased' | 'leased' | 'foreign-origin';

/** What is handed to a submit. An upload reads the pinned buffer and writes the tensor; a download the other way round. */
export interface PackageRequest {
  readonly value: 'compact' | 'view' | 'tombstone';
  readonly residency: 'device' | 'host';
  readonly dtype: 'served' | 'unserved';
  /** Byte lengths of value and buffer; `zero`: both are empty. */
  readonly length: 'equal' | 'differs' | 'zero';
  /** `foreign`: value or buffer belongs to another runtime, context or device. */
  readonly owner: 'own' | 'foreign';
  readonly direction: 'upload' | 'download';
  /** Who else reaches what is written: the tensor of an upload, the pinned buffer of a download. */
  readonly destination: Holders;
  /** Who else reaches what is only read. Decides nothing: readers do not disturb each other. */
  readonly source: Holders;
  readonly buffer: 'held' | 'gone' | 'in-flight';
  /** `known-lost`: an earlier call of this runtime reported the device lost. */
  readonly device: 'works' | 'known-lost';
}

export type RejectReason =
  'consumed' | 'in-flight' | 'not-compact' | 'not-on-device' | 'dtype' | 'length' | 'foreign' | 'shared' | 'not-exclusive' | 'device-lost';
export type Admission = RejectReason | 'admitted_empty' | 'admitted';

/** TRF-00 to TRF-08, and TRF-14 for what passes. */
export const PACKAGE_ROWS: readonly Row<PackageRequest, Admission>[] = [
  { rule: 'TRF-00', when: (p) => p.value === 'tombstone' || p.buffer === 'gone', outcome: 'consumed' },
  { rule: 'TRF-00', when: (p) => p.buffer === 'in-flight', outcome: 'in-flight' },
  { rule: 'TRF-01', when: (p) => p.value === 'view', outcome: 'not-compact' },
  { rule: 'TRF-02', when: (p) => p.residency === 'host', outcome: 'not-on-device' },
  { rule: 'TRF-03', when: (p) => p.dtype === 'unserved', outcome: 'dtype' },
  { rule: 'TRF-04', when: (p) => p.length === 'differs', outcome: 'length' },
  { rule: 'TRF-05', when: (p) => p.owner === 'foreign', outcome: 'foreign' },
  { rule: 'TRF-06', when: (p) => p.destination === 'aliased' || p.destination === 'leased', outcome: 'shared' },
  // Empty memory is exclusive whatever its origin: there is nothing to write.
  { rule: 'TRF-06', when: (p) => p.destination === 'foreign-origin' && p.length !== 'zero', outcome: 'not-exclusive' },
  { rule: 'TRF-07', when: (p) => p.device === 'known-lost', outcome: 'device-lost' },
  { rule: 'TRF-08', when: (p) => p.length === 'zero', outcome: 'admitted_empty' },
  { rule: 'TRF-14', when: () => true, outcome: 'admitted' },
];

/** The class of a package at the door, before any driver call. */
export function admit(request: PackageRequest): Admission {
  return decide(PACKAGE_ROWS, request).outcome;
}

type Columns = { readonly [Name in keyof PackageRequest]: readonly PackageRequest[Name][] };
const HOLDERS: readonly Holders[] = ['free', 'aliased', 'leased', 'foreign-origin'];

/** Every value of every column; the first of each is the plain one, with which nothing is wrong. */
export const PACKAGE_COLUMNS: Columns = {
  value: ['compact', 'view', 'tombstone'],
  residency: ['device', 'host'],
  dtype: ['served', 'unserved'],
  length: ['equal', 'differs', 'zero'],
  owner: ['own', 'foreign'],
  direction: ['upload', 'download'],
  destination: HOLDERS,
  source: HOLDERS,
  buffer: ['held', 'gone', 'in-flight'],
  device: ['works', 'known-lost'],
};

/** Every point of a package, also those that no binding can build: a pinned buffer is never of foreign origin. */
export const PACKAGE_PRODUCT: readonly PackageRequest[] = product(PACKAGE_COLUMNS);

function product(columns: Columns): PackageRequest[] {
  let points: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(columns)) {
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points as unknown as PackageRequest[];
}
