import { isAddress } from './ip-range.ts';

/** Addresses that a proxy has written and that cannot be read. All of them count as one client: limits then still hold. */
export const UNREADABLE_ADDRESS = 'unreadable';

/**
 * The client's address from an X-Forwarded-For header: its last entry, which the nearest proxy has written. Proxies write
 * `ip`, `ip:port`, `[v6]`, `[v6]:port`, any of them in quotes, or a whole RFC 7239 element (`for="[v6]:port";proto=https`).
 */
export function forwardedAddress(header: string): string {
  const entry = header.split(',').at(-1)!.trim();
  const [first = ''] = entry.split(';');
  const node = first.replace(/^for=/i, '').replaceAll('"', '').trim();
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(node)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(node)?.[1] ?? node;
  return isAddress(bare) ? bare.toLowerCase() : UNREADABLE_ADDRESS;
}
