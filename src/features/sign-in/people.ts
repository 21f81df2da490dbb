/** The people who sign in, and the one way in for everything under `/api/auth`. */

import { ServiceError } from '../../core/errors.ts';
import type { Nanos } from '../../core/money.ts';
import type { Attempts, AuthCall, CountAttempt, Invitations, Owners, Passwords, Proofs } from '../../core/people.ts';
import type { Accounts, Clock, Ids, Log, People, Person } from '../../core/ports.ts';
import type { PublicAddress } from '../../core/public-address.ts';
import type { Membership } from '../../core/roles.ts';
import type { SignUpMode } from '../../core/sign-up.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Members } from '../organisations/index.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { createAuthHandler, type Found } from './auth-handler.ts';
import type { AuthRow, AuthRows } from './auth-rows.ts';
import { BASE_PATH, createBetterAuth } from './better-auth.ts';
import { createCarriedRows } from './carried-rows.ts';
import { is } from './conditions.ts';
import { createCookies } from './cookies.ts';
import { createEmails } from './emails.ts';
import { createKnownDevices } from './known-devices.ts';
import { notingFailures } from './noted-failures.ts';
import type { OidcProvider } from './oidc-discovery.ts';
import { createOrganisationSignIn, type OrganisationParts } from './organisation-sign-in.ts';
import { createPersonRules } from './person-rules.ts';
import { refusal } from './refusals.ts';
import { confinedTo, createSessionRules, hasTwoFactors } from './session-rules.ts';
import { createSignUpProofs } from './sign-up-proofs.ts';
import { createTrialCredit } from './trial-credit.ts';

export type PeopleParts = OrganisationParts & {
  readonly rows: AuthRows;
  readonly owners: Owners;
  readonly invitations: Invitations;
  readonly members: Pick<Members, 'signedUpFor'>;
  readonly attempts: Attempts;
  readonly proofs: Proofs;
  readonly countAttempt: CountAttempt;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly operatorStore: Pick<ActionLog, 'act'>;
  readonly passwords: Passwords;
  readonly mail: Mail;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly address: PublicAddress;
  readonly serviceName: string;
  readonly secret: string;
  readonly fingerprint: (token: string) => string;
  readonly signUp: () => SignUpMode;
  /** What new accounts get to try the service. */
  readonly trialCredit?: Nanos | undefined;
  readonly oidc: readonly OidcProvider[];
  /** Whether operators must sign in with two factors. */
  readonly requireSecondFactor: boolean;
  /** How long a session may be unused. */
  readonly idleMinutes: number;
  readonly discreetMs?: number | undefined;
};

const DISCREET_MS = 400;

export type PeopleArea = {
  readonly people: People;
  readonly handle: (call: AuthCall) => Promise<Response>;
  /** Waits for e-mails that are on their way. */
  settled(): Promise<void>;
};

export function createPeople(parts: PeopleParts): PeopleArea {
  const { rows, owners, passwords, clock, ids, log, address, fingerprint } = parts;
  const trials = createTrialCredit({ owners, fingerprint, amount: parts.trialCredit });
  const emails = createEmails({ mail: parts.mail, log, service: parts.serviceName });
  const rules = createPersonRules({
    ...parts,
    emails,
    mode: parts.signUp,
    linkBase: `${address.origin}${BASE_PATH}`,
  });
  const sessions = createSessionRules(parts);
  const organisations = createOrganisationSignIn({ ...parts, origin: address.origin });
  const cookies = createCookies(address);
  const carriedRows = createCarriedRows({ ...parts, rows: notingFailures(rows), cookies });
  const auth = createBetterAuth({ ...parts, rows: carriedRows.rows, emails, rules, sessions, organisations });
  const limit = createAttemptLimits({ attempts: parts.attempts, count: parts.countAttempt });

  /** Nothing is remembered between two calls: a session that was ended is gone at once. */
  async function personOf(cookies: string, accountId?: string): Promise<Person | undefined> {
    const found = await auth.api.getSession({
      headers: new Headers({ cookie: cookies }),
      query: { disableRefresh: true },
    });
    if (!found?.user.emailVerified) return undefined;
    await sessions.used(found.session, cookies.includes('dont_remember'));
    const { id, email, name, role, language, twoFactorEnabled } = found.user;
    const { accounts, beyond, refusedWith } = await reachOf(found);
    if (beyond.some((one) => one.accountId === accountId)) throw refusal(refusedWith);
    if (accounts.length === 0) return undefined;
    const acting = actingIn(accounts, accountId);
    return {
      userId: id,
      email,
      name,
      role: role === 'operator' ? 'operator' : 'customer',
      language: language === 'cs' || language === 'en' ? language : null,
      hasTwoFactor: twoFactorEnabled === true,
      operatorNeeds: await operatorNeeds(found),
      accountId: acting.accountId,
      memberRole: acting.role,
      accounts,
      session: {
        openedAtMs: found.session.createdAt.getTime(),
        by: confinedTo(found.session) === undefined ? 'self' : 'organisation',
      },
    };
  }

  /** Which accounts a session reaches, and which of the others take another sign-in. */
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

  async function operatorNeeds({ user, session }: Found): Promise<Person['operatorNeeds']> {
    if (user.role !== 'operator' || !parts.requireSecondFactor || hasTwoFactors(session)) return null;
    const hasOne = user.twoFactorEnabled || (await rows.count('passkey', [is('userId', user.id)])) > 0;
    return hasOne ? 'sign-in' : 'set-up';
  }

  async function accountsOf(userId: string, email: string): Promise<readonly Membership[]> {
    const known = await owners.accountsOf(userId);
    if (known.length > 0) return known;
    const joined = await joinedBySignUp(userId, email);
    if (joined.length > 0) return joined;
    // They chose an organisation, not an account: a page says that it is over, and an account comes when they ask for it.
    if (await owners.wasLeftByClosing(userId)) throw refusal('organisation_closed');
    const trial = await trials.of(email);
    return [await owners.adopt({ userId, email, newId: ids.next('acc_'), atMs: clock.nowMs(), trial })];
  }

  /** Without trial credit: closing an organisation would be a way to get it for each of its members. */
  const adoptAfterClosing = async ({ id, email }: { readonly id: string; readonly email: string }): Promise<void> => {
    if (!(await owners.wasLeftByClosing(id))) return;
    await owners.adopt({ userId: id, email, newId: ids.next('acc_'), atMs: clock.nowMs() });
  };

  /** Who has signed up with the link of an organisation belongs to it, and gets no account of their own beside it. */
  async function joinedBySignUp(userId: string, email: string): Promise<readonly Membership[]> {
    const invited = await parts.members.signedUpFor(email);
    if (!invited) return [];
    const { id: invitationId, accountId } = invited;
    await parts.operatorStore.act({
      // The same for all requests of a page that come at once: the first of them joins.
      id: `join_${invitationId}`,
      actor: email,
      reason: 'joined by an invitation',
      atMs: clock.nowMs(),
      action: { kind: 'join', accountId, invitationId, userId },
    });
    return owners.accountsOf(userId);
  }

  async function passwordHashOf(userId: string): Promise<string | undefined> {
    const where = [is('userId', userId), is('providerId', 'credential')];
    const [row] = await rows.find({ model: 'account', where, limit: 1 });
    return typeof row?.password === 'string' ? row.password : undefined;
  }

  const people: People = {
    personOf,
    change: async (userId, change) => {
      const set: AuthRow = { ...change, updatedAt: clock.nowMs() };
      await rows.updateOne({ model: 'user', where: [is('id', userId)], set });
    },
    hasPassword: async (userId) => (await passwordHashOf(userId)) !== undefined,
    isPassword: async (userId, password) => {
      const attempt = await limit({ limited: 'guess', address: userId });
      const hash = await passwordHashOf(userId);
      const isRight = hash !== undefined && (await passwords.verify(password, hash));
      if (isRight) await attempt.wasFine();
      return isRight;
    },
    remove: ({ userId, accountId }) => owners.forget(userId, accountId),
  };

  return {
    people,
    handle: createAuthHandler({
      auth,
      rules,
      organisations,
      limit,
      proofs: parts.proofs,
      devices: createKnownDevices({ secret: parts.secret, ids, cookies }),
      carriedRows,
      emails,
      signUps: createSignUpProofs({ secret: parts.secret, cookies }),
      isPassword: people.isPassword,
      operatorNeeds,
      adopt: adoptAfterClosing,
      serviceName: parts.serviceName,
      clock,
      invitations: parts.invitations,
      address,
      discreetMs: parts.discreetMs ?? DISCREET_MS,
    }),
    settled: emails.settled,
  };
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
