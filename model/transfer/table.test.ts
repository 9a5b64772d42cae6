import { expect, test } from 'vitest';
import { decide } from '../tensor/table.ts';
import { admit, PACKAGE_COLUMNS, PACKAGE_PRODUCT, PACKAGE_ROWS, type Admission, type PackageRequest } from './table.ts';

const PLAIN: PackageRequest = {
  value: 'compact', residency: 'device', dtype: 'served', length: 'equal', owner: 'own', direction: 'upload',
  destination: 'free', source: 'free', buffer: 'held', device: 'works',
};
const ask = (request: Partial<PackageRequest>): PackageRequest => ({ ...PLAIN, ...request });

test('every point falls in exactly one row, and the points of each rule are pinned', () => {
  const counts: Record<string, number> = {};
  for (const request of PACKAGE_PRODUCT) {
    const { rule } = decide(PACKAGE_ROWS, request);
    counts[rule] = (counts[rule] ?? 0) + 1;
  }
  expect(new Set(PACKAGE_PRODUCT.map((request) => JSON.stringify(request))).size).toBe(13824);
  expect(counts).toEqual({
    'TRF-00': 10752, 'TRF-01': 1536, 'TRF-02': 768, 'TRF-03': 384, 'TRF-04': 128, 'TRF-05': 128,
    'TRF-06': 80, 'TRF-07': 24, 'TRF-08': 16, 'TRF-14': 8,
  });
});

test('every row decides some point: none is shadowed by those above it', () => {
  const reached = new Set(PACKAGE_PRODUCT.map((request) => PACKAGE_ROWS.indexOf(decide(PACKAGE_ROWS, request))));
  expect([...reached].sort((a, b) => a - b)).toEqual(PACKAGE_ROWS.map((_, at) => at));
});

test.each<[Partial<PackageRequest>, Admission]>([
  [{}, 'admitted'], [{ direction: 'download' }, 'admitted'], [{ length: 'zero' }, 'admitted_empty'],
  [{ value: 'tombstone' }, 'consumed'], [{ buffer: 'gone' }, 'consumed'], [{ buffer: 'in-flight' }, 'in-flight'],
  [{ value: 'view' }, 'not-compact'], [{ residency: 'host' }, 'not-on-device'], [{ dtype: 'unserved' }, 'dtype'],
  [{ length: 'differs' }, 'length'], [{ owner: 'foreign' }, 'foreign'], [{ device: 'known-lost' }, 'device-lost'],
  [{ destination: 'aliased' }, 'shared'], [{ destination: 'leased', direction: 'download' }, 'shared'],
  [{ destination: 'foreign-origin' }, 'not-exclusive'],
  // Empty memory is exclusive whatever its origin, but an alias is an alias.
  [{ destination: 'foreign-origin', length: 'zero' }, 'admitted_empty'], [{ destination: 'leased', length: 'zero' }, 'shared'],
  [{ device: 'known-lost', length: 'zero' }, 'device-lost'],
])('a package with %j is answered %s', (request, expected) => {
  expect(admit(ask(request))).toBe(expected);
});

/** What is wrong with a package, said column by column and not by the rows: the first word of the list is the answer. */
function faults(p: PackageRequest): Admission[] {
  const wrong: [boolean, Admission][] = [
    [p.value === 'tombstone' || p.buffer === 'gone', 'consumed'], [p.buffer === 'in-flight', 'in-flight'], [p.value === 'view', 'not-compact'],
    [p.residency === 'host', 'not-on-device'], [p.dtype === 'unserved', 'dtype'], [p.length === 'differs', 'length'],
    [p.owner === 'foreign', 'foreign'], [['aliased', 'leased'].includes(p.destination), 'shared'],
    [p.destination === 'foreign-origin' && p.length !== 'zero', 'not-exclusive'], [p.device === 'known-lost', 'device-lost'],
  ];
  return wrong.flatMap(([is, reason]) => (is ? [reason] : []));
}

test('rejections come in one order, over the whole product', () => {
  for (const request of PACKAGE_PRODUCT) {
    const passed = request.length === 'zero' ? 'admitted_empty' : 'admitted';
    expect(admit(request), JSON.stringify(request)).toBe(faults(request)[0] ?? passed);
  }
});

test('the source may be read by anybody, and the direction alone decides nothing', () => {
  for (const request of PACKAGE_PRODUCT) {
    expect(admit({ ...request, source: 'free', direction: 'upload' }), JSON.stringify(request)).toBe(admit(request));
  }
});

test('the plain package is the first value of every column', () => {
  expect(Object.fromEntries(Object.entries(PACKAGE_COLUMNS).map(([name, [first]]) => [name, first]))).toEqual(PLAIN);
});
