/** How our cookies are named, and cookies by which a browser proves what it did before. Only this server can write them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PublicAddress } from '../domain/public-address.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** A link is valid for an hour, but another one can be asked for. */
const SIGN_UP_DAYS = 7;

type CookieParts = {
  readonly address: Pick<PublicAddress, 'keepsSecureCookies'>;
  /** The server's secret. */
  readonly secret: string;
};

export type BrowserCookies = ReturnType<typeof createBrowserCookies>;

/**
 * `__Host-` makes browsers refuse the cookie from any other host, over plain http, or for a part of the site. Where they
 * would not keep such a cookie at all, on plain http in a network, plain names are used; the start warns of it.
 */
export const cookiePrefixOf = ({ keepsSecureCookies }: CookieParts['address']): string =>
  keepsSecureCookies ? '__Host-boreal' : 'boreal';

export function createBrowserCookies({ address, secret }: CookieParts) {
  const prefix = cookiePrefixOf(address);
  const proofOf = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const write = (name: string, value: string, days: number): string =>
    `${prefix}.${name}=${value}; Max-Age=${days * DAY_SECONDS}; Path=/; HttpOnly; SameSite=Lax${address.keepsSecureCookies ? '; Secure' : ''}`;

  return {
    /** For the browser that has signed a person up. */
    signedUp: (userId: string): string => write('sign_up', proofOf(`sign-up of ${userId}`), SIGN_UP_DAYS),

    hasSignedUp: (headers: Headers, userId: string): boolean =>
      isSame(cookieIn(headers, `${prefix}.sign_up`), proofOf(`sign-up of ${userId}`)),
  };
}

function cookieIn(headers: Headers, name: string): string {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

const isSame = (given: string, wanted: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
};
