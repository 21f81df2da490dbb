/** The browser that has signed a person up is known by a signed cookie: it may confirm the address with the password as it is. */
import type { Cookies } from './cookies.ts';
import { createSignedText } from './signed-text.ts';

export type SignUpProofs = {
  /** The cookie of the browser that has just signed this person up. */
  cookieOf(userId: string): string;
  /** True where the browser that has sent these cookies has signed this person up. */
  isOf(headers: Headers, userId: string): boolean;
};

const NAME = 'sign_up';
/** A link is valid for an hour, but another one can be asked for. */
const LASTS_SECONDS = 7 * 24 * 60 * 60;

export function createSignUpProofs(secret: string, cookies: Cookies): SignUpProofs {
  const signed = createSignedText(secret, 'sign-ups');
  return {
    cookieOf: (userId) => cookies.write(NAME, signed.sign(userId), LASTS_SECONDS),
    isOf: (headers, userId) => signed.read(cookies.read(headers, NAME) ?? '') === userId,
  };
}
