import { expect, test } from 'vitest';
import { TENSOR_INPUTS } from './index.ts';
import { TENSOR_MEMBERS } from './members.ts';
import { decide, DEVICE_PRODUCT, DEVICE_ROWS, door1Rows, HOST_PRODUCT, negotiate, negotiateDevice, negotiateOwned, OWNED_ROWS, type HostRequest, type Row } from './table.ts';

function counts<Request, Outcome>(rows: readonly Row<Request, Outcome>[], product: readonly Request[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const request of product) {
    const { rule } = decide(rows, request);
    found[rule] = (found[rule] ?? 0) + 1;
  }
  return found;
}

test('every point of the host product falls in exactly one row, and the points of each are pinned', () => {
  expect(HOST_PRODUCT.length).toBe(224);
  expect(counts(door1Rows(), HOST_PRODUCT)).toEqual({ 'TEN-01': 116, 'TEN-02': 54, 'TEN-03': 18, 'TEN-04': 8, 'TEN-05': 16, 'TEN-06': 4, 'TEN-07': 8 });
  expect(counts(OWNED_ROWS, HOST_PRODUCT)).toEqual({ 'TEN-19': 188, 'TEN-18': 12, 'TEN-16': 16, 'TEN-17': 8 });
});

test('every point of the device product falls in exactly one row, and the points of each are pinned', () => {
  expect(DEVICE_PRODUCT.length).toBe(1120);
  expect(counts(DEVICE_ROWS, DEVICE_PRODUCT)).toEqual({
    'TEN-01': 544, 'TEN-30': 216, 'TEN-31': 72, 'TEN-32': 6, 'TEN-33': 12, 'TEN-34': 180, 'TEN-35': 90,
  });
});

const ask = (request: Partial<HostRequest>): HostRequest => ({ max_version: [1, 3], copy: null, dl_device: null, stream: null, ...request });

test.each([
  [ask({}), 'view'], [ask({ copy: false }), 'view'], [ask({ copy: true }), 'copy'], [ask({ max_version: [2, 0] }), 'view'],
  [ask({ max_version: null }), 'legacy_copy'], [ask({ max_version: [0, 8], copy: false }), 'unmarkable'],
  [ask({ stream: 'other', dl_device: 'other' }), 'stream'], [ask({ stream: 'other', copy: 'malformed' }), 'argument'],
  [ask({ max_version: null, copy: false, dl_device: 'other' }), 'device'],
] as const)('door 1 puts %j in the class %s', (request, expected) => {
  expect(negotiate(request)).toBe(expected);
});

test('where legacy exports are refused, copy=None is refused too', () => {
  expect(decide(door1Rows('refuse'), ask({ max_version: null })).outcome).toBe('unmarkable');
  expect(decide(door1Rows('refuse'), ask({ max_version: null, copy: true })).outcome).toBe('legacy_copy');
});

test('device memory asked for the host gives a copy', () => {
  expect(negotiateDevice({ max_version: [1, 3], copy: null, dl_device: 'cpu', stream: null })).toBe('copy');
  expect(negotiateDevice({ max_version: [1, 3], copy: false, dl_device: 'cpu', stream: null })).toBe('device');
  expect(negotiateDevice({ max_version: [1, 3], copy: null, dl_device: null, stream: -1 })).toBe('view');
  expect(negotiateDevice({ max_version: [1, 3], copy: null, dl_device: null, stream: 0 })).toBe('stream');
});

test.each(TENSOR_INPUTS.map((input) => [input] as const))('%s has members, each of its own class', (input) => {
  const members = TENSOR_MEMBERS[input];
  expect(members.length).toBeGreaterThan(0);
  for (const member of members) {
    if (!('request' in member)) continue;
    const request = member['request'] as unknown as HostRequest;
    if (input.endsWith('no_memory')) {
      expect(['copy', 'legacy_copy']).toContain(input.startsWith('owned.') ? negotiateOwned(request) : negotiate(request));
      continue;
    }
    expect(input).toBe(input.startsWith('owned.') ? `owned.dlpack.${negotiateOwned(request)}` : `dlpack.${negotiate(request)}`);
  }
});

test.each(['dlpack.', 'owned.dlpack.'])('the members of %s* are the whole product, each point once', (door) => {
  const requests = TENSOR_INPUTS.filter((input) => input.startsWith(door) && !input.endsWith('no_memory'))
    .flatMap((input) => TENSOR_MEMBERS[input].map((member) => JSON.stringify(member['request'])));
  expect(requests.sort()).toEqual(HOST_PRODUCT.map((request) => JSON.stringify(request)).sort());
});

test('every row decides some point: none is shadowed by those above it', () => {
  const unreached = <Request, Outcome>(rows: readonly Row<Request, Outcome>[], product: readonly Request[]): number[] => {
    const reached = new Set(product.map((request) => rows.indexOf(decide(rows, request))));
    return rows.flatMap((_, at) => (reached.has(at) ? [] : [at]));
  };
  expect(unreached(door1Rows(), HOST_PRODUCT)).toEqual([]);
  expect(unreached(door1Rows('refuse'), HOST_PRODUCT)).toEqual([]);
  expect(unreached(OWNED_ROWS, HOST_PRODUCT)).toEqual([]);
  expect(unreached(DEVICE_ROWS, DEVICE_PRODUCT)).toEqual([]);
});

// TEN-15: argument, then stream, device, cannot-mark-read-only. Said of the whole product, not of chosen points.
test('refusals come in one order, at both doors', () => {
  for (const request of HOST_PRODUCT) {
    const { max_version, copy, dl_device, stream } = request;
    const wrong = [max_version, copy, dl_device].includes('malformed') ? 'argument' : stream !== null ? 'stream' : dl_device === 'other' ? 'device' : undefined;
    if (wrong !== undefined) expect([negotiate(request), negotiateOwned(request)], JSON.stringify(request)).toEqual([wrong, wrong]);
    else expect(['argument', 'stream', 'device']).not.toContain(negotiate(request));
  }
});
