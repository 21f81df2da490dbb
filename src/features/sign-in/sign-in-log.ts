/** Sign-ins, as the members of an account read them: a line in each account that the session reaches. */
import type { Platform } from '../../platform/platform.ts';
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

export type SignInLog = (signedIn: SignedIn) => Promise<void>;

/** A person who has no account yet gets one with the first page, and this sign-in has no line. */
export const createSignInLog =
  (
    { actionLog, ids, clock }: Platform,
    { owners }: Pick<SignInSetup, 'owners'>,
    organisations: Pick<OrganisationSignIn, 'requiredIn'>,
  ): SignInLog =>
  async ({ userId, email, by, organisationId }) => {
    const all = (await owners.accountsOf(userId)).map(({ accountId }) => accountId);
    const closed = organisationId === undefined && all.length > 1 ? await organisations.requiredIn(userId) : [];
    const reached = organisationId === undefined ? all.filter((id) => !closed.includes(id)) : [organisationId];
    for (const accountId of reached) {
      const about = { id: ids.next('act_'), actor: email, memberId: userId, reason: 'signed in' };
      await actionLog.act({ ...about, atMs: clock.nowMs(), action: { kind: 'sign-in', accountId, by } });
    }
  };
