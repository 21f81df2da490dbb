import { BlockList, isIP } from 'node:net';

/** Whether an address lies in one of the ranges (`10.0.0.0/8`, `2001:db8::/32`, or single addresses). */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, bits] = range.split('/');
    const family = isIP(network!);
    if (family === 0) continue;
    list.addSubnet(
      network!,
      bits === undefined ? (family === 4 ? 32 : 128) : Number(bits),
      family === 4 ? 'ipv4' : 'ipv6',
    );
  }
  // An IPv4 client on a dual-stack socket is the same client.
  const plain = address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a text is an address or a range as `isInRanges` takes it. */
export function isRange(text: string): boolean {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text);
  const family = match ? isIP(match[1]!) : 0;
  if (family === 0) return false;
  return match![2] === undefined || Number(match![2]) <= (family === 4 ? 32 : 128);
}
