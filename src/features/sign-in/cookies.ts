/** Our own cookies beside those of better-auth: the same names, and as hard to read or to set from elsewhere. */
import type { PublicAddress } from '../../core/public-address.ts';

export type Cookies = {
  read(headers: Headers, name: string): string | undefined;
  /** A line for `Set-Cookie`. */
  write(name: string, value: string, maxAgeSeconds: number): string;
};

/**
 * `__Host-` makes browsers refuse the cookie from any other host, over plain http, or for a part of the site. Where they
 * would not keep such a cookie at all, on plain http in a network, plain names are used; the start warns of it.
 */
export const cookiePrefixOf = ({ keepsSecureCookies }: Pick<PublicAddress, 'keepsSecureCookies'>): string =>
  keepsSecureCookies ? '__Host-boreal' : 'boreal';

export function createCookies(address: Pick<PublicAddress, 'keepsSecureCookies'>): Cookies {
  const prefix = cookiePrefixOf(address);
  return {
    read: (headers, name) => {
      const begin = `${prefix}.${name}=`;
      const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(begin))?.slice(begin.length);
    },
    write: (name, value, maxAgeSeconds) => {
      const secure = address.keepsSecureCookies ? '; Secure' : '';
      return `${prefix}.${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}
