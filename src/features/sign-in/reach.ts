/** The accounts that a session reaches. */
import { ServiceError } from '../../core/errors.ts';
import type { Membership } from '../../core/roles.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Found } from './better-auth.ts';
import type { OrganisationSignIn } from './organisation-sign-in.ts';
import { refusal } from './refusals.ts';
import { confinedTo } from './session-rules.ts';
import type { SignInSetup } from './setup.ts';
import { createTrialCredit } from './trial-credit.ts';

export type Reach = ReturnType<typeof createReach>;

export function createReach(platform: Platform, setup: SignInSetup, organisations: OrganisationSignIn) {
  const { ids, clock } = platform;
  const { owners } = setup;
  const trials = createTrialCredit(platform, setup);

  /** The accounts that a session reaches, and the others, which take another sign-in. */
  async function reachOf({ user, session }: Found) {
    const organisationId = confinedTo(session);
    if (organisationId !== undefined) {
      const all = await owners.accountsOf(user.id);
      const [accounts, beyond] = split(all, (one) => one.accountId === organisationId);
      return { accounts, beyond, refusedWith: 'own_sign_in_required' } as const;
    }
    const all = await accountsOf(user.id, user.email);
    const isMember = all.some((one) => one.role !== 'owner');
    const required = isMember ? await organisations.requiredIn(user.id) : [];
    const [accounts, beyond] = split(all, (one) => !required.includes(one.accountId));
    return { accounts, beyond, refusedWith: 'organisation_sign_in_required' } as const;
  }

  async function accountsOf(userId: string, email: string): Promise<readonly Membership[]> {
    const known = await owners.accountsOf(userId);
    if (known.length > 0) return known;
    const joined = await joinedBySignUp(platform, setup, { userId, email });
    if (joined.length > 0) return joined;
    // They chose an organisation, not an account: a page says that it is over, and an account comes when they ask for it.
    if (await owners.wasLeftByClosing(userId)) throw refusal('organisation_closed');
    const trial = await trials.of(email);
    return [await owners.adopt({ userId, email, newId: ids.next('acc_'), atMs: clock.nowMs(), trial })];
  }

  /** Without trial credit: closing an organisation would be a way to get it for each of its members. */
  async function adoptAfterClosing({ id, email }: { readonly id: string; readonly email: string }): Promise<void> {
    if (!(await owners.wasLeftByClosing(id))) return;
    await owners.adopt({ userId: id, email, newId: ids.next('acc_'), atMs: clock.nowMs() });
  }

  return { reachOf, adoptAfterClosing };
}

/** A person who has signed up with the link of an organisation belongs to it, and gets no account of their own beside it. */
async function joinedBySignUp(
  { actionLog, clock }: Platform,
  { members, owners }: SignInSetup,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<readonly Membership[]> {
  const invited = await members.signedUpFor(email);
  if (!invited) return [];
  const { id: invitationId, accountId } = invited;
  await actionLog.act({
    // The same for all requests of a page that come at once: the first of them joins.
    id: `join_${invitationId}`,
    actor: email,
    memberId: userId,
    reason: 'joined by an invitation',
    atMs: clock.nowMs(),
    action: { kind: 'join', accountId, invitationId, userId },
  });
  return owners.accountsOf(userId);
}

type Memberships = readonly Membership[];

const split = (all: Memberships, isIn: (one: Membership) => boolean): readonly [Memberships, Memberships] => [
  all.filter(isIn),
  all.filter((one) => !isIn(one)),
];

/** An account to which a person does not belong is as good as none. */
export function actingIn(accounts: readonly Membership[], accountId: string | undefined): Membership {
  const acting = accounts.find((one) => accountId === undefined || one.accountId === accountId);
  if (acting) return acting;
  throw new ServiceError('not_found', 'There is no such account.', { param: 'account' });
}
