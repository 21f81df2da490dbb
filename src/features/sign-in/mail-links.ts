/** The links in e-mails: those that confirm an address, and those that set a password. */
import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Platform } from '../../platform/platform.ts';
import { type AuthRows, is } from './auth-rows.ts';
import { callContext } from './call-context.ts';
import { BASE_PATH, RESET_PAGE } from './endpoints.ts';
import { changeUser, emailOf, userOf } from './users.ts';

/** The page of people who have confirmed their address and are to sign in. */
const CONFIRMED = '/sign-in?verified=1';
const RESET_PREFIX = 'reset-password:';
const RESET_MS = 60 * 60 * 1000;

/** A token as it is kept: a reader of the database cannot use it. It has over 140 random bits, so a fast hash will do. */
export const storedIdentifier = (identifier: string): string =>
  createHash('sha256').update(identifier).digest('base64url');

const resetIdentifier = (token: string): string => storedIdentifier(`${RESET_PREFIX}${token}`);

export type MailLinks = ReturnType<typeof createMailLinks>;

export function createMailLinks({ clock, ids, fingerprint, origin }: Platform, rows: AuthRows) {
  /**
   * The password of a sign-up holds where the browser that signed up opens the link. Elsewhere it may be a stranger's: the
   * link leads to a page that sets a new one, which confirms the address. Opening the link changes nothing by itself, as
   * programs that read mail open links, too.
   */
  async function insteadOfConfirming(userId: string): Promise<string | undefined> {
    const confirming = callContext()?.confirming;
    if (!confirming || confirming.hasSignedUp(userId)) return undefined;
    // The same for the same link, however often it is opened.
    const token = fingerprint(`confirming by ${confirming.token}`);
    const where = [is('identifier', resetIdentifier(token))];
    if ((await rows.count('verification', where)) === 0) await writeResetToken(userId, token);
    return `${RESET_PAGE}?confirm=1&token=${token}`;
  }

  /** A link confirms an address. It opens no session where signing in takes a second factor: that is for the sign-in page. */
  async function refuseLinkAlone(userId: string): Promise<void> {
    if (callContext()?.confirming === undefined) return;
    const user = await userOf(rows, userId);
    if (user?.twoFactorEnabled === 1) throw new APIError('FOUND', undefined, { location: CONFIRMED });
  }

  /** Ends all that could still be used without the password: links in mails, trusted devices, sign-ins half done. */
  async function endTokensOf(userId: string): Promise<void> {
    await rows.deleteMany('verification', [is('value', userId)]);
    await changeUser(rows, userId, { linksVoidBefore: clock.nowMs() });
  }

  /** True of a signed link that was written before the links of that person were ended. */
  async function isVoid(link: { readonly email: string; readonly writtenAtMs: number }): Promise<boolean> {
    const [user] = await rows.find({ model: 'user', where: [is('email', link.email)], limit: 1 });
    return link.writtenAtMs < Number(user?.linksVoidBefore ?? 0);
  }

  /** The address of the person whose password a link sets; nothing where the link is none. */
  async function emailOfReset(token: string): Promise<string> {
    const where = [is('identifier', resetIdentifier(token))];
    const [link] = await rows.find({ model: 'verification', where, limit: 1 });
    return link ? emailOf(rows, String(link.value)) : '';
  }

  /** For a person who signs up again: it also gives back an address that a stranger has signed up with. */
  async function resetLinkFor(userId: string): Promise<string> {
    const token = ids.next('');
    await writeResetToken(userId, token);
    return `${origin()}${BASE_PATH}/reset-password/${token}?callbackURL=${encodeURIComponent(RESET_PAGE)}`;
  }

  async function writeResetToken(userId: string, token: string): Promise<void> {
    const nowMs = clock.nowMs();
    const times = { expiresAt: nowMs + RESET_MS, createdAt: nowMs, updatedAt: nowMs };
    await rows.create('verification', {
      id: ids.next(''),
      identifier: resetIdentifier(token),
      value: userId,
      ...times,
    });
  }

  return { insteadOfConfirming, refuseLinkAlone, endTokensOf, isVoid, emailOfReset, resetLinkFor };
}
