// The members of each input: the concrete steps that one input of the machine stands for, all with the same outcome.
import type { TensorInput } from './machine.ts';
import { decide, door1Rows, HOST_PRODUCT, negotiateOwned, type LegacyFallback } from './table.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** What an adapter needs besides the input's name. */
export type Params = Readonly<Record<string, Json>>;

export type MakeParams = { readonly origin: string; readonly dtype: string; readonly shape: readonly number[] };

const none: readonly Params[] = [{}];
const make = (origins: readonly string[], shapes: readonly (readonly number[])[]): MakeParams[] =>
  origins.flatMap((origin) => shapes.flatMap((shape) => ['float32', 'uint8', 'int64'].map((dtype) => ({ origin, dtype, shape }))));
const each = (key: string, values: readonly string[]): Params[] => values.map((value) => ({ [key]: value }));
const requests = (wanted: string, classOf: (request: (typeof HOST_PRODUCT)[number]) => string): Params[] =>
  HOST_PRODUCT.filter((request) => classOf(request) === wanted).map((request) => ({ request: { ...request } }));

const WHICH = each('which', ['oldest', 'newest']);
const HOW = each('how', ['drop_unconsumed', 'consume_release_here', 'consume_release_elsewhere']);
const owned = (wanted: string): Params[] => requests(wanted, negotiateOwned);

export type Members = Readonly<Record<TensorInput, readonly Params[]>>;

/** Every member of every input, for an implementation that declares `legacyFallback`: a request falls in another class then. */
export function tensorMembers(legacyFallback: LegacyFallback): Members {
  const rows = door1Rows(legacyFallback);
  const door1 = (wanted: string): Params[] => requests(wanted, (request) => decide(rows, request).outcome);
  return {
    // An empty buffer is exclusive whatever its origin: there is nothing to write.
    'make.exclusive': [...make(['vec', 'bytes', 'bytes_slice', 'aligned'], [[2, 3], [], [0], [3, 0]]), ...make(['empty', 'static', 'from_owner', 'bytes_clone'], [[0]])],
    'make.foreign': make(['static', 'from_owner', 'bytes_clone'], [[2, 3], []]),
    inspect: none,
    open_face: each('face', ['buffer', 'alias']),
    close_face: WHICH,
    'dlpack.view': door1('view'),
    'dlpack.copy': door1('copy'),
    'dlpack.legacy_copy': door1('legacy_copy'),
    'dlpack.argument': door1('argument'),
    'dlpack.stream': door1('stream'),
    'dlpack.device': door1('device'),
    'dlpack.unmarkable': door1('unmarkable'),
    'dlpack.no_memory': [...door1('copy'), ...door1('legacy_copy')],
    into_dlpack: none,
    drop_tensor: none,
    'owned.inspect': none,
    'owned.dlpack.move': owned('move'),
    'owned.dlpack.legacy_move': owned('legacy_move'),
    'owned.dlpack.copy': owned('copy'),
    'owned.dlpack.legacy_copy': owned('legacy_copy'),
    'owned.dlpack.argument': owned('argument'),
    'owned.dlpack.stream': owned('stream'),
    'owned.dlpack.device': owned('device'),
    'owned.dlpack.no_memory': [...owned('copy'), ...owned('legacy_copy')],
    drop_owned: none,
    end_lease: HOW.flatMap((how) => WHICH.map((which) => ({ ...how, ...which }))),
    'end_export.moved': HOW,
    'end_export.copied': HOW,
    'read.face': WHICH,
    'read.lease': WHICH,
    'write_through.moved': none,
    'write_through.copied': none,
  };
}

export const TENSOR_MEMBERS: Members = tensorMembers('copy');
