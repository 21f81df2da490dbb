/** TXT records of DNS, by the name servers of the machine or those of the configuration. */
import { Resolver } from 'node:dns/promises';
import type { TxtLookup } from '../organisations/index.ts';

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** There is no such name, or it has no such record. Everything else is no answer. */
const NOTHING_THERE = ['ENOTFOUND', 'ENODATA'];

export function createTxtLookup(servers: readonly string[]): TxtLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (cause) {
      const isEmpty = cause instanceof Error && 'code' in cause && NOTHING_THERE.includes(String(cause.code));
      return isEmpty ? [] : null;
    }
  };
}
