// The members of each input: the concrete steps that one input of the machine stands for, all with the same outcome.
import type { Params } from '../tensor/members.ts';
import type { TransferInput } from './machine.ts';
import { admit, PACKAGE_COLUMNS, PACKAGE_PRODUCT, type PackageRequest } from './table.ts';

/** Codes that a call may answer with and that say nothing of the device: one of each class that a driver's documentation tells apart.
 *  Invalid value, out of memory, invalid handle, unknown. */
export const CALL_CODES: readonly number[] = [1, 2, 400, 999];
/** Not ready: an error of every call but a query. */
export const NOT_READY = 600;
/** Codes after which the documentation lets no further work of the process run: launch failed, illegal address. Only these report a loss. */
export const LOSS_CODES: readonly number[] = [719, 700];

const none: readonly Params[] = [{}];
const cross = (left: readonly Params[], right: readonly Params[]): Params[] => left.flatMap((l) => right.map((r) => ({ ...l, ...r })));
const each = (key: string, values: readonly (string | number)[]): Params[] => values.map((value) => ({ [key]: value }));

const DIRECTIONS = each('direction', PACKAGE_COLUMNS.direction);
const DTYPES = each('dtype', ['float32', 'uint8', 'int64']);
const NON_QUERY_CODES = each('code', [...CALL_CODES, NOT_READY]);
const QUERY_CODES = each('code', CALL_CODES);
/** Multiples of every element's size: one element, an odd number of them, more than a cache line. */
const PACKAGES = cross(cross(DIRECTIONS, DTYPES), each('bytes', [8, 24, 256]));

/** What a language with moves can build: it has no consumed arguments, and a pinned buffer is never of foreign origin. */
export function isExpressible({ value, buffer, direction, destination, source }: PackageRequest): boolean {
  const buffers = direction === 'download' ? destination : source;
  return value !== 'tombstone' && buffer === 'held' && buffers !== 'foreign-origin';
}

const isPlain = (name: keyof PackageRequest, request: PackageRequest): boolean => request[name] === PACKAGE_COLUMNS[name][0];

/** Packages with one thing wrong, which nothing but the package itself decides. Points with several are the table's cases. */
const REFUSED: readonly Params[] = PACKAGE_PRODUCT
  .filter((request) => isExpressible(request) && isPlain('device', request) && !admit(request).startsWith('admitted'))
  .filter((request) => (Object.keys(PACKAGE_COLUMNS) as (keyof PackageRequest)[]).filter((name) => name !== 'direction' && !isPlain(name, request)).length === 1)
  .map((request) => ({ reason: admit(request), package: { ...request } }));

const IS_READY_ERROR = QUERY_CODES;
const WAIT = each('fault', ['none', 'event_destroy']);
const WAIT_ERROR = cross(each('fault', ['bind_context', 'event_synchronize']), NON_QUERY_CODES);

/** Every member of every input. A fault fails the next call of the function it names, once; `effect`: whether the call did its work all the same. */
export const TRANSFER_MEMBERS: Readonly<Record<TransferInput, readonly Params[]>> = {
  'open.whole': none,
  'open.pair': none,
  'open.single': none,
  'submit': PACKAGES,
  // Element type and bytes are those of the package that came back.
  'resubmit': DIRECTIONS,
  'submit.empty': cross(DIRECTIONS, DTYPES),
  'submit.refused': REFUSED,
  'submit.fail_before': cross(cross(DIRECTIONS, each('fault', ['bind_context', 'event_create'])), NON_QUERY_CODES),
  'submit.fail_copy': cross(cross(DIRECTIONS, NON_QUERY_CODES), each('effect', ['done', 'not_done'])),
  'submit.fail_record': cross(DIRECTIONS, NON_QUERY_CODES),
  'submit.drain_error': cross(DIRECTIONS, QUERY_CODES),
  'is_ready.older': none,
  'is_ready.newer': none,
  'is_ready.error.older': IS_READY_ERROR,
  'is_ready.error.newer': IS_READY_ERROR,
  'wait.older': WAIT,
  'wait.newer': WAIT,
  'wait.error.older': WAIT_ERROR,
  'wait.error.newer': WAIT_ERROR,
  'drop.older': none,
  'drop.newer': none,
  'forget.older': none,
  'forget.newer': none,
  'synchronize': none,
  'synchronize.event_error': NON_QUERY_CODES,
  'synchronize.error': NON_QUERY_CODES,
  'drop_package': none,
  'drop_runtime': none,
  'complete_oldest': none,
  'lose_device': each('code', LOSS_CODES),
};
