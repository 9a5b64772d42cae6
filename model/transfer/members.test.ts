import { expect, test } from 'vitest';
import { TRANSFER_INPUTS } from './index.ts';
import { CALL_CODES, LOSS_CODES, NOT_READY, TRANSFER_MEMBERS } from './members.ts';
import { admit, PACKAGE_ROWS, type PackageRequest } from './table.ts';

test.each(TRANSFER_INPUTS.map((input) => [input] as const))('%s has members, each once', (input) => {
  const members = TRANSFER_MEMBERS[input].map((member) => JSON.stringify(member));
  expect(members.length).toBeGreaterThan(0);
  expect(new Set(members).size).toBe(members.length);
});

test('the number of members is pinned', () => {
  const several = TRANSFER_INPUTS.map((input) => [input, TRANSFER_MEMBERS[input].length] as const).filter(([, count]) => count > 1);
  expect(Object.fromEntries(several)).toEqual({
    'submit': 18, 'resubmit': 2, 'submit.empty': 6, 'submit.refused': 15, 'submit.fail_before': 20, 'submit.fail_copy': 20, 'submit.fail_record': 10,
    'submit.drain_error': 8, 'is_ready.error.older': 4, 'is_ready.error.newer': 4, 'wait.older': 2, 'wait.newer': 2, 'wait.error.older': 10,
    'wait.error.newer': 10, 'synchronize.event_error': 5, 'synchronize.error': 5, 'lose_device': 2,
  });
});

const REFUSED = TRANSFER_MEMBERS['submit.refused'].map((member) => [member['reason'], member['package'] as unknown as PackageRequest] as const);

test.each(REFUSED)('a refused package is refused %s by the table, and is the same for every device', (reason, request) => {
  expect(admit(request)).toBe(reason);
  // The package alone decides: also after the loss of the device was reported.
  expect(admit({ ...request, device: 'known-lost' })).toBe(reason);
});

test('the reasons are those of the table that a language with moves can give, in both directions where both exist', () => {
  const asked = (direction: string): Set<unknown> => new Set(REFUSED.filter(([, request]) => request.direction === direction).map(([reason]) => reason));
  const reasons = PACKAGE_ROWS.map(({ outcome }) => outcome).filter((outcome) => !/^(consumed|in-flight|device-lost|admitted)/.test(outcome));
  expect([...asked('upload')].sort()).toEqual([...reasons].sort());
  expect([...asked('download')].sort()).toEqual(reasons.filter((reason) => reason !== 'not-exclusive').sort());
});

test('a code says either that a call failed or that the device is lost, and a query that answers not ready has not failed', () => {
  const codes = (inputs: RegExp): Set<unknown> => new Set(TRANSFER_INPUTS.filter((input) => inputs.test(input)).flatMap((input) => TRANSFER_MEMBERS[input].flatMap(({ code }) => (code === undefined ? [] : [code]))));
  const [failed, lost, queried] = [codes(/^(?!lose_device)/), codes(/^lose_device/), codes(/^(is_ready|submit\.drain)/)];
  expect([...failed].filter((code) => lost.has(code))).toEqual([]);
  expect([...failed].sort()).toEqual([...CALL_CODES, NOT_READY].sort());
  expect([...lost].sort()).toEqual([...LOSS_CODES].sort());
  expect(queried.has(NOT_READY)).toBe(false);
});

test('packages hold whole elements of every type', () => {
  for (const { bytes } of TRANSFER_MEMBERS['submit']) expect(Number(bytes) % 8).toBe(0);
});
