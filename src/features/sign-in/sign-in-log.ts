/** Sign-ins and failed ones, as the members of an account read them: a line in each account that the session reaches. */
import type { Platform } from '../../platform/platform.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { AuthCondition } from './auth-rows.ts';
import type { OrganisationSignIn } from './organisation-sign-in.ts';
import type { SignInSetup } from './setup.ts';

type SignedIn = {
  readonly userId: string;
  readonly email: string;
  /** The proof that was given. */
  readonly by: string;
  /** Of the organisation whose provider has signed them in: the session reaches no other. */
  readonly organisationId: string | undefined;
};

/** `by`: the proof that was wrong. */
export type FailedSignIn = { readonly user: AuthCondition; readonly by: 'password' | 'second factor' };

export type SignInLog = {
  signedIn(by: SignedIn): Promise<void>;
  /** In the background: how long it takes must not tell who is registered. */
  failed(attempt: FailedSignIn): void;
  /** Resolves when all that is on its way is written. */
  settled(): Promise<void>;
};

const HOUR_MS = 3_600_000;

export function createSignInLog(
  { actionLog, ids, clock, log }: Platform,
  { owners, rows }: Pick<SignInSetup, 'owners' | 'rows'>,
  organisations: Pick<OrganisationSignIn, 'requiredIn'>,
): SignInLog {
  const writing = new Set<Promise<void>>();

  /** A person who has no account yet gets one with the first page, and this sign-in has no line. */
  async function reachedBy({ userId, organisationId }: Pick<SignedIn, 'userId' | 'organisationId'>) {
    if (organisationId !== undefined) return [organisationId];
    const all = (await owners.accountsOf(userId)).map(({ accountId }) => accountId);
    const closed = all.length > 1 ? await organisations.requiredIn(userId) : [];
    return all.filter((id) => !closed.includes(id));
  }

  async function signedIn({ userId, email, by, organisationId }: SignedIn): Promise<void> {
    for (const accountId of await reachedBy({ userId, organisationId })) {
      const about = { id: ids.next('act_'), actor: email, memberId: userId, reason: 'signed in' };
      await actionLog.act({ ...about, atMs: clock.nowMs(), action: { kind: 'sign-in', accountId, by } });
    }
  }

  /** One line an hour: strangers can fail as often as they like, and lines stay. */
  async function writeFailed({ user, by }: FailedSignIn): Promise<void> {
    const [found] = await rows.find({ model: 'user', where: [user], limit: 1 });
    if (!found) return;
    const userId = String(found.id);
    const atMs = clock.nowMs();
    const about = { actor: String(found.email), memberId: userId, reason: 'failed to sign in', atMs };
    for (const accountId of await reachedBy({ userId, organisationId: undefined })) {
      const id = `failed-${sha256(`${userId} ${accountId} ${by}`).slice(0, 32)}-${Math.floor(atMs / HOUR_MS)}`;
      await actionLog.act({ ...about, id, action: { kind: 'sign-in-failed', accountId, by } });
    }
  }

  return {
    signedIn,
    failed: (attempt) => {
      const written = writeFailed(attempt)
        .catch((cause: unknown) => log.error({ cause }, 'a failed sign-in could not be written down'))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    settled: async () => void (await Promise.all(writing)),
  };
}
