/**
 * Signing in by the provider of an organisation. Such a provider is chosen by a customer, so it counts for the addresses of the
 * one domain that the organisation has verified, and for nothing else.
 */
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { ServiceError } from '../../core/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { domainOfEmail, type SignInTarget } from '../organisations/index.ts';
import { callContext } from './call-context.ts';
import { createOrganisationProvider } from './organisation-provider.ts';
import type { SignInSetup } from './setup.ts';
import { hasPasskey, userOf } from './users.ts';

export type OrganisationSignIn = ReturnType<typeof createOrganisationSignIn>;

export function createOrganisationSignIn(platform: Platform, setup: SignInSetup) {
  const { mailDomains, rows, owners, signUp } = setup;
  const { actionLog, ids, clock } = platform;

  /** Before a person is made, linked or signed in: the reason against it, as a code for the page. */
  async function refusalFor({ id, email }: { readonly id?: string | undefined; readonly email?: string | undefined }) {
    const target = callContext()?.organisation;
    if (!target) return undefined;
    const { accountId } = target;
    const hasRoom = (of = '') => mailDomains.hasRoom({ accountId, email: of });
    if (await mailDomains.hasLeft({ accountId, email: email ?? '' })) return 'organisation_left';
    if (id === undefined) {
      if (signUp() === 'closed') return 'sign_up_closed';
      return (await hasRoom(email)) ? undefined : 'organisation_full';
    }
    const user = await userOf(rows, id);
    // The person may have moved to another address since they were linked: then the provider does not speak for them.
    if (!user || domainOfEmail(String(user.email)) !== target.domain) return 'organisation_domain';
    if (await mailDomains.hasLeft({ accountId, email: String(user.email) })) return 'organisation_left';
    if (user.role === 'operator') return 'organisation_not_linked';
    if (await belongsTo(id, accountId)) return undefined;
    // A second factor of their own is not undone by a provider that they never agreed to.
    if (user.emailVerified === 1 && (user.twoFactorEnabled === 1 || (await hasPasskey(rows, id)))) {
      return 'organisation_not_linked';
    }
    return (await hasRoom(String(user.email))) ? undefined : 'organisation_full';
  }

  const belongsTo = async (userId: string, accountId: string): Promise<boolean> =>
    (await owners.accountsOf(userId)).some((one) => one.accountId === accountId);

  /** Before a session is opened. */
  async function admit(userId: string, isSignedIn: boolean): Promise<void> {
    const target = callContext()?.organisation;
    if (target) return joinOnce(target, userId);
    const required = isSignedIn ? [] : await requiredIn(userId);
    if (required.length === 0) return;
    // All other accounts of the person are open to their own sign-in.
    if ((await owners.accountsOf(userId)).every((one) => required.includes(one.accountId))) {
      throw new APIError('FORBIDDEN', { code: 'ORGANISATION_SIGN_IN_REQUIRED' });
    }
  }

  /** The accounts of organisations that want this person to sign in by their provider. The owner keeps every way in. */
  async function requiredIn(userId: string): Promise<readonly string[]> {
    const user = await userOf(rows, userId);
    const domain = user && domainOfEmail(String(user.email));
    return domain === undefined ? [] : mailDomains.requiredIn({ userId, domain });
  }

  async function joinOnce({ id: domainId, accountId }: SignInTarget, userId: string): Promise<void> {
    if (await belongsTo(userId, accountId)) return;
    const actor = String((await userOf(rows, userId))?.email);
    const reason = 'signed in by the provider of the organisation';
    const action = { kind: 'join-by-domain', accountId, domainId, userId } as const;
    const about = { id: ids.next('act_'), actor, memberId: userId, reason, atMs: clock.nowMs() };
    await actionLog.act({ ...about, action }).catch(refuseJoining);
  }

  const plugin = pluginOf(createOrganisationProvider(platform, setup.ask));
  return { refusalFor, admit, requiredIn, plugin };
}

const pluginOf = (provider: ReturnType<typeof createOrganisationProvider>) =>
  ({
    id: 'organisation-sign-in',
    init: (ctx) => ({ context: { socialProviders: [provider, ...ctx.socialProviders] } }),
  }) satisfies BetterAuthPlugin;

function refuseJoining(thrown: unknown): never {
  if (!(thrown instanceof ServiceError)) throw thrown;
  const code = thrown.code === 'invalid_request' ? 'organisation_full' : 'organisation_off';
  throw new APIError('FORBIDDEN', { code });
}
