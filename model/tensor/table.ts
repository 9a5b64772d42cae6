// The decision tables at the doors: which class a request falls in. Rows are tried top to bottom; the first match decides.

export type Version = readonly [number, number];

/** Arguments of `__dlpack__` for host memory. `own` and `other` are devices relative to the tensor's. */
export interface HostRequest {
  readonly max_version: null | Version | 'malformed';
  readonly copy: null | boolean | 'malformed';
  readonly dl_device: null | 'own' | 'other' | 'malformed';
  readonly stream: null | 'other';
}

/** Arguments of `__dlpack__` for device memory; a `stream` is a number as the array API spells it for CUDA. */
export interface DeviceRequest {
  readonly max_version: HostRequest['max_version'];
  readonly copy: HostRequest['copy'];
  readonly dl_device: null | 'own' | 'cpu' | 'other' | 'malformed';
  readonly stream: null | number | 'malformed';
}

export interface Row<Request, Outcome> {
  readonly rule: string;
  readonly when: (request: Request) => boolean;
  readonly outcome: Outcome;
}

/** The last word of the machine's `dlpack.*` input. */
export type Door1 = 'argument' | 'stream' | 'device' | 'copy' | 'view' | 'unmarkable' | 'legacy_copy';
/** The last word of the machine's `owned.dlpack.*` input. */
export type OwnedDoor = 'argument' | 'stream' | 'device' | 'copy' | 'legacy_copy' | 'move' | 'legacy_move';

/** What an implementation does when no versioned struct is allowed and `copy` is None: a declared convention. */
export type LegacyFallback = 'copy' | 'refuse';

type Negotiable = Pick<HostRequest, 'max_version' | 'copy'>;

const isMalformed = (r: Negotiable & { readonly dl_device: null | string }): boolean =>
  r.max_version === 'malformed' || r.copy === 'malformed' || r.dl_device === 'malformed';
const isVersioned = (r: Negotiable): boolean => Array.isArray(r.max_version) && Number(r.max_version[0]) >= 1;

/** TEN-04 to TEN-07: what is granted once argument, stream and device are in order. */
function grants<Request extends Negotiable>(rule: (own: string) => string, legacyFallback: LegacyFallback): Row<Request, Door1>[] {
  return [
    { rule: rule('TEN-04'), when: (r) => isVersioned(r) && r.copy === true, outcome: 'copy' },
    { rule: rule('TEN-05'), when: (r) => isVersioned(r), outcome: 'view' },
    { rule: rule('TEN-06'), when: (r) => r.copy === false || (r.copy === null && legacyFallback === 'refuse'), outcome: 'unmarkable' },
    { rule: rule('TEN-07'), when: () => true, outcome: 'legacy_copy' },
  ];
}

/** Door 1 of host memory, TEN-01 to TEN-07. */
export function door1Rows(legacyFallback: LegacyFallback = 'copy'): readonly Row<HostRequest, Door1>[] {
  return [
    { rule: 'TEN-01', when: isMalformed, outcome: 'argument' },
    { rule: 'TEN-02', when: (r) => r.stream !== null, outcome: 'stream' },
    { rule: 'TEN-03', when: (r) => r.dl_device === 'other', outcome: 'device' },
    ...grants<HostRequest>((own) => own, legacyFallback),
  ];
}

/** The door of an armed OwnedTensor, TEN-16 to TEN-19. */
export const OWNED_ROWS: readonly Row<HostRequest, OwnedDoor>[] = [
  { rule: 'TEN-19', when: isMalformed, outcome: 'argument' },
  { rule: 'TEN-19', when: (r) => r.stream !== null, outcome: 'stream' },
  { rule: 'TEN-19', when: (r) => r.dl_device === 'other', outcome: 'device' },
  { rule: 'TEN-18', when: (r) => r.copy === true && isVersioned(r), outcome: 'copy' },
  { rule: 'TEN-18', when: (r) => r.copy === true, outcome: 'legacy_copy' },
  { rule: 'TEN-16', when: isVersioned, outcome: 'move' },
  { rule: 'TEN-17', when: () => true, outcome: 'legacy_move' },
];

const toHost = (r: DeviceRequest): boolean => r.dl_device === 'cpu';

/** Door 1 of device memory, TEN-30 to TEN-35. Streams exist, and a copy to the host must be on offer. */
export const DEVICE_ROWS: readonly Row<DeviceRequest, Door1>[] = [
  { rule: 'TEN-01', when: isMalformed, outcome: 'argument' },
  { rule: 'TEN-30', when: (r) => r.stream === 'malformed' || r.stream === 0 || (typeof r.stream === 'number' && r.stream < -1), outcome: 'stream' },
  { rule: 'TEN-31', when: (r) => toHost(r) && r.stream !== null, outcome: 'stream' },
  { rule: 'TEN-32', when: (r) => toHost(r) && r.copy === false, outcome: 'device' },
  { rule: 'TEN-33', when: (r) => toHost(r) && isVersioned(r), outcome: 'copy' },
  { rule: 'TEN-33', when: toHost, outcome: 'legacy_copy' },
  { rule: 'TEN-35', when: (r) => r.dl_device === 'other', outcome: 'device' },
  ...grants<DeviceRequest>(() => 'TEN-34', 'copy'),
];

/** The row that decides, or an error: tables are total, and a test walks the whole product. */
export function decide<Request, Outcome>(rows: readonly Row<Request, Outcome>[], request: Request): Row<Request, Outcome> {
  const row = rows.find((candidate) => candidate.when(request));
  if (row === undefined) throw new Error(`no row matches ${JSON.stringify(request)}`);
  return row;
}

const DOOR1_ROWS = door1Rows();

/** The class of a request to door 1 while the slot is full. */
export function negotiate(request: HostRequest): Door1 {
  return decide(DOOR1_ROWS, request).outcome;
}

/** The class of a request to an armed OwnedTensor. */
export function negotiateOwned(request: HostRequest): OwnedDoor {
  return decide(OWNED_ROWS, request).outcome;
}

/** The class of a request to door 1 of device memory while the slot is full. */
export function negotiateDevice(request: DeviceRequest): Door1 {
  return decide(DEVICE_ROWS, request).outcome;
}

const VERSIONS: readonly HostRequest['max_version'][] = [null, [0, 8], [1, 0], [1, 3], [1, 9], [2, 0], 'malformed'];
const COPIES: readonly HostRequest['copy'][] = [null, false, true, 'malformed'];

function product<Device, Stream>(devices: readonly Device[], streams: readonly Stream[]) {
  return VERSIONS.flatMap((max_version) => COPIES.flatMap((copy) => devices.flatMap((dl_device) =>
    streams.map((stream) => ({ max_version, copy, dl_device, stream })))));
}

/** Every point of the request for host memory. */
export const HOST_PRODUCT: readonly HostRequest[] =
  product<HostRequest['dl_device'], HostRequest['stream']>([null, 'own', 'other', 'malformed'], [null, 'other']);

/** Every point of the request for device memory. */
export const DEVICE_PRODUCT: readonly DeviceRequest[] =
  product<DeviceRequest['dl_device'], DeviceRequest['stream']>([null, 'own', 'cpu', 'other', 'malformed'], [null, -5, -1, 0, 1, 2, 7, 'malformed']);
