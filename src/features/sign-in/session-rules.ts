/** How a session was opened, whether that was two factors, and when it ends. */

import type { Person } from '../../core/person.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuthRow, is } from './auth-rows.ts';
import type { SignInSetup } from './setup.ts';
import { hasPasskey, userOf } from './users.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The proof that a sign-in gives, by the endpoint that opens the session. */
const SIGNED_IN_BY: Readonly<Record<string, string>> = {
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'code',
  '/passkey/verify-authentication': 'passkey',
};
const TWO_FACTORS: readonly unknown[] = ['code', 'passkey', 'trusted'];
/** Before the account of the organisation whose provider has opened a session. */
const BY_ORGANISATION = 'organisation:';

type SessionSeen = {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly signedInBy?: string | null | undefined;
};

type UserSeen = {
  readonly id: string;
  readonly role: string;
  readonly twoFactorEnabled?: boolean | null | undefined;
};

/** How a session comes to be: the endpoint, the session that it replaces, and the organisation whose provider it is. */
type Opening = {
  readonly path: string;
  readonly earlier: string | null | undefined;
  readonly organisationId: string | undefined;
};

export type SessionRules = ReturnType<typeof createSessionRules>;

const hasTwoFactors = ({ signedInBy }: Pick<SessionSeen, 'signedInBy'>): boolean => TWO_FACTORS.includes(signedInBy);

/** The one account that a session reaches; undefined where the person has signed in themselves. */
export const confinedTo = ({ signedInBy }: Pick<SessionSeen, 'signedInBy'>): string | undefined =>
  signedInBy?.startsWith(BY_ORGANISATION) ? signedInBy.slice(BY_ORGANISATION.length) : undefined;

/** The step that an operator has to take before the operator's area opens. */
export async function operatorNeeds(
  { rows, requireSecondFactor }: Pick<SignInSetup, 'rows' | 'requireSecondFactor'>,
  { user, session }: { readonly user: UserSeen; readonly session: Pick<SessionSeen, 'signedInBy'> },
): Promise<Person['operatorNeeds']> {
  if (user.role !== 'operator' || !requireSecondFactor || hasTwoFactors(session)) return null;
  return user.twoFactorEnabled || (await hasPasskey(rows, user.id)) ? 'sign-in' : 'set-up';
}

export function createSessionRules(
  { clock }: Pick<Platform, 'clock'>,
  { rows, idleMinutes }: Pick<SignInSetup, 'rows' | 'idleMinutes'>,
) {
  const idleMs = idleMinutes * MINUTE_MS;
  /** How much of the idle time passes before the use of a session is written down. */
  const noteEveryMs = Math.min(DAY_MS, idleMs / 10);

  const endOf = (wanted: Date): Date => new Date(Math.min(wanted.getTime(), clock.nowMs() + idleMs));

  async function opened(session: { readonly userId: string; readonly expiresAt: Date }, opening: Opening) {
    return { expiresAt: endOf(session.expiresAt), signedInBy: await signedInBy(session.userId, opening) };
  }

  async function signedInBy(userId: string, { path, earlier, organisationId }: Opening): Promise<string> {
    if (organisationId !== undefined) return `${BY_ORGANISATION}${organisationId}`;
    const known = path.startsWith('/callback/') ? 'provider' : SIGNED_IN_BY[path];
    if (known) return known;
    if (path !== '/sign-in/email') return earlier ?? 'password';
    // With a second factor, better-auth removes this session at once, unless the device is trusted.
    const user = await userOf(rows, userId);
    return user?.twoFactorEnabled === 1 ? 'trusted' : 'password';
  }

  /** Notes that a session is in use, so that it does not end for being idle. Most uses cost nothing. */
  async function used(session: SessionSeen, isShort: boolean): Promise<void> {
    const nowMs = clock.nowMs();
    const longest = isShort ? session.createdAt.getTime() + DAY_MS : Number.POSITIVE_INFINITY;
    const expiresAt = Math.min(nowMs + idleMs, longest);
    if (expiresAt - session.expiresAt.getTime() < noteEveryMs) return;
    const set: AuthRow = { expiresAt, updatedAt: nowMs };
    await rows.updateOne({ model: 'session', where: [is('id', session.id)], set });
  }

  return { endOf, opened, used };
}
