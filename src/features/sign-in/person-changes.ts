/** Our rules where better-auth changes a person. */
import { APIError } from 'better-auth/api';
import { is } from './auth-rows.ts';
import { callContext } from './call-context.ts';
import type { Emails } from './emails.ts';
import type { MailLinks } from './mail-links.ts';
import type { SignInSetup } from './setup.ts';
import { changeUser, userOf } from './users.ts';

type ClaimedUser = {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly emailVerified?: boolean | undefined;
};

export type PersonChanges = ReturnType<typeof createPersonChanges>;

export function createPersonChanges(
  { rows, owners, accounts }: SignInSetup,
  { emails, links }: { readonly emails: Emails; readonly links: MailLinks },
) {
  /** An address of another account cannot be taken: its owner, signing up later, would find it gone. */
  async function before(change: { readonly email?: string | undefined }): Promise<void> {
    if (change.email !== undefined && (await accounts.find(change.email))) {
      throw new APIError('BAD_REQUEST', { code: 'EMAIL_TAKEN' });
    }
  }

  async function after(user: { readonly id: string; readonly email: string } | null): Promise<void> {
    if (!user) return;
    await owners.rename(user.id, user.email);
    const { oldEmail, language = 'en' } = callContext() ?? {};
    if (oldEmail === undefined || oldEmail === user.email) return;
    // Links that went to the old address would still let its reader in.
    await links.endTokensOf(user.id);
    emails.send({ kind: 'email-changed', to: oldEmail, language, detail: user.email });
  }

  /** The link came by mail, so the address is theirs; and everything that was sent or begun before ends. */
  async function passwordWasReset(userId: string): Promise<void> {
    await changeUser(rows, userId, { emailVerified: 1 });
    await links.endTokensOf(userId);
  }

  /**
   * Before a provider's word makes a person the owner of an address that was not confirmed. The sign-up with it may have been
   * a stranger's, so nothing that was set up remains.
   */
  async function provenByProvider(claimed: ClaimedUser): Promise<void> {
    const { id, name, emailVerified } = claimed;
    if (id === undefined || !emailVerified || !callContext()?.path.startsWith('/callback/')) return;
    if ((await userOf(rows, id))?.emailVerified !== 0) return;
    await rows.deleteMany('account', [is('userId', id), is('providerId', 'credential')]);
    for (const model of ['session', 'passkey', 'twoFactor']) await rows.deleteMany(model, [is('userId', id)]);
    await changeUser(rows, id, { name: name ?? '', twoFactorEnabled: 0 });
    await links.endTokensOf(id);
  }

  return { before, after, passwordWasReset, provenByProvider };
}
