/**
 * Network addresses and ranges in CIDR notation. Every address is a number of 128 bits; IPv4 is its mapped form
 * `::ffff:a.b.c.d`, because an IPv4 client on a dual-stack socket is the same client.
 */
const MAPPED = 0xffffn << 32n;
const MAPPED_BITS = 96;

type Range = { readonly network: bigint; readonly bits: number };

/** Whether an address lies in one of the ranges (`10.0.0.0/8`, `2001:db8::/32`, or single addresses). */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const value = parseAddress(address.replace(/%[\w.-]+$/, ''));
  if (value === undefined) return false;
  return ranges.some((text) => {
    const range = parseRange(text);
    return range !== undefined && contains(range, value);
  });
}

/** The network that one client has for itself: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const value = parseAddress(address.replace(/%[\w.-]+$/, ''));
  if (value === undefined) return address;
  if (!isMapped(value)) return `${(value >> 64n).toString(16).padStart(16, '0')}/64`;
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

/** Whether a text is one address, perhaps with a zone. */
export const isAddress = (text: string): boolean => parseAddress(text.replace(/%[\w.-]+$/, '')) !== undefined;

/** Whether a text is an address or a range as `isInRanges` takes it. */
export const isRange = (text: string): boolean => parseRange(text) !== undefined;

/** A range of IPv6 does not hold IPv4 addresses, even though their mapped forms lie in it. */
function contains({ network, bits }: Range, address: bigint): boolean {
  if (isMapped(address) && bits < MAPPED_BITS) return false;
  const rest = BigInt(128 - bits);
  return network >> rest === address >> rest;
}

function parseRange(text: string): Range | undefined {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text);
  const network = match ? parseAddress(match[1]!) : undefined;
  if (!match || network === undefined) return undefined;
  const isV4 = !match[1]!.includes(':');
  const written = match[2] === undefined ? undefined : Number(match[2]);
  if (written !== undefined && written > (isV4 ? 32 : 128)) return undefined;
  if (written === undefined) return { network, bits: 128 };
  return { network, bits: isV4 ? MAPPED_BITS + written : written };
}

function parseAddress(text: string): bigint | undefined {
  if (!text.includes(':')) {
    const v4 = parseV4(text);
    return v4 === undefined ? undefined : MAPPED | v4;
  }
  return parseV6(text);
}

function parseV4(text: string): bigint | undefined {
  if (!/^(?:(?:0|[1-9]\d{0,2})(?:\.|$)){4}$/.test(text) || text.endsWith('.')) return undefined;
  const parts = text.split('.').map(Number);
  if (parts.some((part) => part > 255)) return undefined;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** Eight groups, or fewer around one `::`; the last two may be written as IPv4. */
function parseV6(text: string): bigint | undefined {
  const halves = withoutDots(text)?.split('::') ?? [];
  if (halves.length < 1 || halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head!.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head!, ...Array<string>(missing).fill('0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** `::1.2.3.4` as `::102:304`. */
function withoutDots(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const at = text.lastIndexOf(':') + 1;
  const v4 = parseV4(text.slice(at));
  return v4 === undefined
    ? undefined
    : `${text.slice(0, at)}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`;
}

const isMapped = (address: bigint): boolean => address >> 32n === MAPPED >> 32n;
