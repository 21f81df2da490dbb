/** The people who sign in, and the one way in for everything under `/api/auth`. */

import type { People } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts';
import { createAuthAnswers } from './auth-answers.ts';
import { createAuthChecks } from './auth-checks.ts';
import { createAuthHandler } from './auth-handler.ts';
import { is } from './auth-rows.ts';
import { type BetterAuth, createBetterAuth, sessionOf } from './better-auth.ts';
import { createCarriedRows } from './carried-rows.ts';
import { createCookies } from './cookies.ts';
import { createEmails } from './emails.ts';
import { createKnownDevices } from './known-devices.ts';
import { createMailLinks } from './mail-links.ts';
import { createNewPeople } from './new-people.ts';
import { notingFailures } from './noted-failures.ts';
import { createOrganisationSignIn } from './organisation-sign-in.ts';
import { createPersonChanges } from './person-changes.ts';
import { actingIn, createReach, type Reach } from './reach.ts';
import { refusal } from './refusals.ts';
import type { AuthCall } from './rules.ts';
import { confinedTo, createSessionRules, operatorNeeds, type SessionRules } from './session-rules.ts';
import type { SignInSetup } from './setup.ts';
import { createSignInLog } from './sign-in-log.ts';
import { createSignUpProofs } from './sign-up-proofs.ts';
import { changeUser } from './users.ts';

export type PeopleArea = {
  readonly people: People;
  readonly handle: (call: AuthCall) => Promise<Response>;
  /** Waits for e-mails and lines of the log that are on their way. */
  settled(): Promise<void>;
};

export function createPeople(platform: Platform, setup: SignInSetup): PeopleArea {
  const { rows, secret } = setup;
  const emails = createEmails(platform);
  const links = createMailLinks(platform, rows);
  const newPeople = createNewPeople(platform, setup);
  const changes = createPersonChanges(setup, { emails, links });
  const sessions = createSessionRules(platform, setup);
  const organisations = createOrganisationSignIn(platform, setup);
  const cookies = createCookies(setup.address);
  const carriedRows = createCarriedRows(platform, { ...setup, rows: notingFailures(rows) }, cookies);
  const rules = { emails, newPeople, changes, links, sessions, organisations };
  const auth = createBetterAuth(platform, { ...setup, rows: carriedRows.rows }, rules);
  const limit = createAttemptLimits(setup);
  const reach = createReach(platform, setup, organisations);
  const devices = createKnownDevices(platform, secret, cookies);
  const signUps = createSignUpProofs(secret, cookies);
  const logSignIn = createSignInLog(platform, setup, organisations);
  const passwords = passwordsOf(setup, limit);
  const check = createAuthChecks(platform, setup, { isPassword: passwords.isPassword, links, organisations });
  const answers = createAuthAnswers(setup, { auth, newPeople, carriedRows, devices, signUps, logSignIn });
  return {
    people: {
      personOf: personReader(setup, { auth, sessions, reach }),
      change: (userId, change) => changeUser(rows, userId, { ...change, updatedAt: platform.clock.nowMs() }),
      hasPassword: passwords.hasPassword,
      isPassword: passwords.isPassword,
      remove: ({ userId, accountId }) => setup.owners.forget(userId, accountId),
    },
    handle: createAuthHandler(setup, { auth, check, answers, limit, devices, links, emails, reach }),
    settled: async () => void (await Promise.all([emails.settled(), logSignIn.settled()])),
  };
}

type Reading = { readonly auth: BetterAuth; readonly sessions: SessionRules; readonly reach: Reach };

/** Nothing is remembered between two calls: a session that was ended is gone at once. */
function personReader(setup: SignInSetup, { auth, sessions, reach }: Reading): People['personOf'] {
  return async (cookies, accountId): Promise<Person | undefined> => {
    const found = await sessionOf(auth, cookies);
    if (!found?.user.emailVerified) return undefined;
    await sessions.used(found.session, cookies.includes('dont_remember'));
    const { id, email, name, role, language, twoFactorEnabled } = found.user;
    const { accounts, beyond, refusedWith } = await reach.reachOf(found);
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
      operatorNeeds: await operatorNeeds(setup, found),
      accountId: acting.accountId,
      memberRole: acting.role,
      accounts,
      session: {
        openedAtMs: found.session.createdAt.getTime(),
        by: confinedTo(found.session) === undefined ? 'self' : 'organisation',
      },
    };
  };
}

function passwordsOf({ rows, passwords }: SignInSetup, limit: AttemptLimits) {
  async function hashOf(userId: string): Promise<string | undefined> {
    const where = [is('userId', userId), is('providerId', 'credential')];
    const [row] = await rows.find({ model: 'account', where, limit: 1 });
    return typeof row?.password === 'string' ? row.password : undefined;
  }

  return {
    hasPassword: async (userId: string) => (await hashOf(userId)) !== undefined,
    isPassword: async (userId: string, password: string) => {
      const attempt = await limit({ limited: 'guess', address: userId });
      const hash = await hashOf(userId);
      const isRight = hash !== undefined && (await passwords.verify(password, hash));
      if (isRight) await attempt.wasFine();
      return isRight;
    },
  };
}
