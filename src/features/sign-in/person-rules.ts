/** Who may become a person here and what a person may change: our rules, where better-auth asks for them. */
import { createHash } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { ServiceError } from '../../core/errors.ts';
import type { Invitation, Invitations, Owners } from '../../core/people.ts';
import type { Accounts, Clock, Ids } from '../../core/ports.ts';
import type { SignUpMode } from '../../core/sign-up.ts';
import type { ActionLog } from '../../platform/action-log/action.ts';
import type { AuthRows } from './auth-rows.ts';
import { callContext } from './call-context.ts';
import { is } from './conditions.ts';
import type { Emails } from './emails.ts';
import { RESET_PAGE } from './endpoints.ts';
import { refusal } from './refusals.ts';

type PersonRulesParts = {
  readonly rows: AuthRows;
  readonly owners: Owners;
  readonly invitations: Invitations;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly operatorStore: Pick<ActionLog, 'act'>;
  readonly emails: Emails;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Asked each time: the operator may change it while the server runs. */
  readonly mode: () => SignUpMode;
  readonly fingerprint: (token: string) => string;
  /** Where the links in e-mails lead: the public address with the path of better-auth. */
  readonly linkBase: string;
};

type ClaimedUser = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly emailVerified?: boolean | undefined;
};

export type PersonRules = ReturnType<typeof createPersonRules>;

/** The page of people who have confirmed their address and are to sign in. */
const CONFIRMED = '/sign-in?verified=1';
const RESET_PREFIX = 'reset-password:';
const RESET_MS = 60 * 60 * 1000;

/** A token as it is kept: a reader of the database cannot use it. It has over 140 random bits, so a fast hash will do. */
export const storedIdentifier = (identifier: string): string =>
  createHash('sha256').update(identifier).digest('base64url');

export function createPersonRules(parts: PersonRulesParts) {
  const { rows, owners, invitations, accounts, emails, clock, ids, mode } = parts;

  /** Before a sign-up: refuses people who may not, and returns the invitation that lets them in. */
  async function admit(token: unknown, email: string): Promise<Invitation | undefined> {
    const invitation = typeof token === 'string' && token !== '' ? await invitationOf(token, email) : undefined;
    refuseUnlessOpen(invitation);
    return invitation;
  }

  async function invitationOf(token: string, email: string): Promise<Invitation> {
    const found = await invitations.find({ fingerprint: parts.fingerprint(token) }, clock.nowMs());
    if (!found || (found.email !== null && found.email !== email)) throw refusal('invitation_invalid');
    return found;
  }

  function refuseUnlessOpen(invitation: Invitation | undefined): void {
    const now = mode();
    if (now === 'invitation' && !invitation) {
      throw new ServiceError('invitation_required', 'Signing up takes an invitation: please ask the operator for one.');
    }
    if (now === 'closed' && invitation?.role !== 'operator') {
      throw new ServiceError('sign_up_closed', 'Sign-up is closed at the moment.');
    }
  }

  /** Sign-up through a provider has no token: being invited by name is what counts. */
  async function admitFromProvider(user: { email: string; emailVerified: boolean }): Promise<Invitation | undefined> {
    if (!user.emailVerified) throw new APIError('BAD_REQUEST', { code: 'EMAIL_NOT_VERIFIED' });
    const invitation = await invitations.find({ email: user.email }, clock.nowMs());
    try {
      refuseUnlessOpen(invitation);
    } catch (thrown) {
      throw new APIError('BAD_REQUEST', { code: thrown instanceof ServiceError ? thrown.code : 'sign_up_closed' });
    }
    return invitation;
  }

  /** What a new person is made of. An invitation is used up here, at the last moment, so that a slip does not cost it. */
  async function newPerson(user: { email: string; emailVerified: boolean }) {
    const context = callContext();
    const isFromProvider = context?.path.startsWith('/callback/') ?? false;
    // The provider of an organisation makes members of it, and never an operator.
    const byProvider = isFromProvider && !context?.organisation;
    const invitation = byProvider ? await admitFromProvider(user) : context?.invitation;
    if (invitation) {
      if (!(await invitations.use(invitation.id, clock.nowMs()))) {
        // Not 403: better-auth takes that for an address that is taken, and keeps silent.
        throw new APIError('BAD_REQUEST', { code: 'INVITATION_INVALID' });
      }
      if (context) context.usedInvitationId = invitation.id;
      if (invitation.role === 'operator') await logOperator(user.email.toLowerCase(), invitation);
    }
    const isVouchedFor = invitation !== undefined && (invitation.email !== null || invitation.role === 'operator');
    return {
      ...user,
      email: user.email.toLowerCase(),
      emailVerified: user.emailVerified || isVouchedFor,
      role: invitation?.role ?? 'customer',
      language: context?.language ?? null,
    };
  }

  /** Written before the person is made: no one becomes an operator without a line in the log. */
  async function logOperator(email: string, { id, createdBy }: Invitation): Promise<void> {
    await parts.operatorStore.act({
      id: ids.next('act_'),
      actor: email,
      reason: 'used an invitation for operators',
      atMs: clock.nowMs(),
      action: { kind: 'become-operator', object: email, result: { invitation: id, invitedBy: createdBy } },
    });
  }

  /** An address of another account cannot be taken: its owner, signing up later, would find it gone. */
  async function beforeChange(change: { readonly email?: string | undefined }): Promise<void> {
    if (change.email !== undefined && (await accounts.find(change.email))) {
      throw new APIError('BAD_REQUEST', { code: 'EMAIL_TAKEN' });
    }
  }

  async function afterChange(user: { readonly id: string; readonly email: string } | null): Promise<void> {
    if (!user) return;
    await owners.rename(user.id, user.email);
    const { oldEmail, language = 'en' } = callContext() ?? {};
    if (oldEmail === undefined || oldEmail === user.email) return;
    // Links that went to the old address would still let its reader in.
    await endTokensOf(user.id);
    emails.send({ kind: 'email-changed', to: oldEmail, language, detail: user.email });
  }

  /** The link came by mail, so the address is theirs; and everything that was sent or begun before ends. */
  async function passwordWasReset(userId: string): Promise<void> {
    await rows.updateOne({ model: 'user', where: [is('id', userId)], set: { emailVerified: 1 } });
    await endTokensOf(userId);
  }

  /**
   * Before a provider's word makes a person the owner of an address that was not confirmed. The sign-up with it may have been
   * a stranger's, so nothing that was set up remains.
   */
  async function provenByProvider(claimed: ClaimedUser): Promise<void> {
    const { id, name, emailVerified } = claimed;
    if (id === undefined || !emailVerified || !callContext()?.path.startsWith('/callback/')) return;
    const [user] = await rows.find({ model: 'user', where: [is('id', id)], limit: 1 });
    if (user?.emailVerified !== 0) return;
    await rows.deleteMany('account', [is('userId', id), is('providerId', 'credential')]);
    for (const model of ['session', 'passkey', 'twoFactor']) await rows.deleteMany(model, [is('userId', id)]);
    await rows.updateOne({ model: 'user', where: [is('id', id)], set: { name: name ?? '', twoFactorEnabled: 0 } });
    await endTokensOf(id);
  }

  /**
   * The password of a sign-up holds where the browser that signed up opens the link. Elsewhere it may be a stranger's: the
   * link leads to a page that sets a new one, which confirms the address. Opening the link changes nothing by itself, as
   * programs that read mail open links, too.
   */
  async function insteadOfConfirming(userId: string): Promise<string | undefined> {
    const confirming = callContext()?.confirming;
    if (!confirming || confirming.hasSignedUp(userId)) return undefined;
    // The same for the same link, however often it is opened.
    const token = parts.fingerprint(`confirming by ${confirming.token}`);
    const where = [is('identifier', storedIdentifier(`${RESET_PREFIX}${token}`))];
    if ((await rows.count('verification', where)) === 0) await writeResetToken(userId, token);
    return `${RESET_PAGE}?confirm=1&token=${token}`;
  }

  /** A link confirms an address. It opens no session where signing in takes a second factor: that is for the sign-in page. */
  async function refuseLinkAlone(userId: string): Promise<void> {
    if (callContext()?.confirming === undefined) return;
    const [user] = await rows.find({ model: 'user', where: [is('id', userId)], limit: 1 });
    if (user?.twoFactorEnabled === 1) throw new APIError('FOUND', undefined, { location: CONFIRMED });
  }

  /** Ends all that could still be used without the password: links in mails, trusted devices, sign-ins half done. */
  async function endTokensOf(userId: string): Promise<void> {
    await rows.deleteMany('verification', [is('value', userId)]);
    await rows.updateOne({ model: 'user', where: [is('id', userId)], set: { linksVoidBefore: clock.nowMs() } });
  }

  /** Whether a signed link was written before the links of that person were ended. */
  async function isVoid(link: { readonly email: string; readonly writtenAtMs: number }): Promise<boolean> {
    const [user] = await rows.find({ model: 'user', where: [is('email', link.email)], limit: 1 });
    return link.writtenAtMs < Number(user?.linksVoidBefore ?? 0);
  }

  /** Whose password a link sets; nothing where the link is none. */
  async function emailOfReset(token: string): Promise<string> {
    const where = [is('identifier', storedIdentifier(`${RESET_PREFIX}${token}`))];
    const [link] = await rows.find({ model: 'verification', where, limit: 1 });
    return link ? emailOf(String(link.value)) : '';
  }

  async function emailOf(userId: string): Promise<string> {
    const [user] = await rows.find({ model: 'user', where: [is('id', userId)], limit: 1 });
    return String(user?.email ?? '');
  }

  /** For a person who signs up again: it also gives back an address that a stranger has signed up with. */
  async function resetLinkFor(userId: string): Promise<string> {
    const token = ids.next('');
    await writeResetToken(userId, token);
    return `${parts.linkBase}/reset-password/${token}?callbackURL=${encodeURIComponent(RESET_PAGE)}`;
  }

  async function writeResetToken(userId: string, token: string): Promise<void> {
    const nowMs = clock.nowMs();
    await rows.create('verification', {
      id: ids.next(''),
      identifier: storedIdentifier(`${RESET_PREFIX}${token}`),
      value: userId,
      expiresAt: nowMs + RESET_MS,
      createdAt: nowMs,
      updatedAt: nowMs,
    });
  }

  return {
    admit,
    newPerson,
    beforeChange,
    afterChange,
    passwordWasReset,
    provenByProvider,
    insteadOfConfirming,
    refuseLinkAlone,
    endTokensOf,
    isVoid,
    emailOf,
    emailOfReset,
    resetLinkFor,
  };
}
