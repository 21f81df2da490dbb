/** Network addresses and ranges in CIDR notation. An IPv4 address and its mapped form `::ffff:a.b.c.d` are the same. */
import { BlockList, isIP } from 'node:net';

/** IPv6 ranges do not hold IPv4 addresses, even though their mapped forms lie in them: each kind has its own list. */
type Lists = { readonly v4: BlockList; readonly v6: BlockList };

const MAPPED_BITS = 96;
const MAPPED = new BlockList();
MAPPED.addSubnet('::ffff:0:0', MAPPED_BITS, 'ipv6');

/** Kept by the array: the ranges of a key are asked about with each request. */
const known = new WeakMap<readonly string[], Lists>();

/** True where an address lies in one of the ranges (`10.0.0.0/8`, `2001:db8::/32`, or single addresses). */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const plain = withoutZone(address);
  if (!isAddress(plain)) return false;
  let lists = known.get(ranges);
  if (!lists) {
    lists = listsOf(ranges);
    known.set(ranges, lists);
  }
  return (isV4(plain) ? lists.v4 : lists.v6).check(plain, familyOf(plain));
}

function listsOf(ranges: readonly string[]): Lists {
  const lists = { v4: new BlockList(), v6: new BlockList() };
  for (const range of ranges.filter(isRange)) {
    const [network = '', written] = range.split('/');
    const family = familyOf(network);
    const bits = Number(written ?? (family === 'ipv4' ? 32 : 128));
    const list = isV4(network) && (family === 'ipv4' || bits >= MAPPED_BITS) ? lists.v4 : lists.v6;
    list.addSubnet(network, bits, family);
  }
  return lists;
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** True for an address of this machine alone, and so of what is bound to it. A name but localhost may lead anywhere. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isInRanges(host, LOOPBACK);

/** The network that one client has for itself: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = withoutZone(address);
  if (isIP(plain) !== 6) return address;
  const groups = groupsOf(plain);
  if (!isV4(plain)) return `${groups.slice(0, 4).join('')}/64`;
  return groups
    .slice(6)
    .flatMap((group) => [group.slice(0, 2), group.slice(2)])
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}

/** A network that holds an address, and how many times the narrowest one's share of a limit belongs to it. */
type Network = { readonly network: string; readonly times: number };

/**
 * From the narrowest to the widest. Providers give a customer 64, 56 or 48 bits of IPv6, so the narrowest alone would let
 * one customer be 65,536 networks; and phones of strangers share 48 bits, so the wider ones get more.
 */
export function networksOf(address: string): readonly Network[] {
  const network = networkOf(address);
  const narrowest = { network, times: 1 };
  if (!network.endsWith('/64')) return [narrowest];
  return [
    narrowest,
    { network: `${network.slice(0, 14)}/56`, times: 4 },
    { network: `${network.slice(0, 12)}/48`, times: 16 },
  ];
}

/** The eight groups of an IPv6 address, each in four digits. */
function groupsOf(address: string): readonly string[] {
  // The URL parser writes an address in its shortest form, without dots.
  const [head, tail] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => (half === '' ? [] : half.split(':')));
  const missing = Array<string>(8 - head!.length - (tail?.length ?? 0)).fill('0');
  return [...head!, ...missing, ...(tail ?? [])].map((group) => group.padStart(4, '0'));
}

/** True where a text is one address, perhaps with a zone. */
export const isAddress = (text: string): boolean => isIP(withoutZone(text)) !== 0;

/** True where a text is an address or a range as `isInRanges` takes it. */
export function isRange(text: string): boolean {
  const [network = '', bits, ...more] = text.split('/');
  if (network.includes('%') || more.length > 0 || isIP(network) === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (familyOf(network) === 'ipv4' ? 32 : 128));
}

const withoutZone = (address: string): string => address.replace(/%[\w.-]+$/, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (address.includes(':') ? 'ipv6' : 'ipv4');

const isV4 = (address: string): boolean => familyOf(address) === 'ipv4' || MAPPED.check(address, 'ipv6');
