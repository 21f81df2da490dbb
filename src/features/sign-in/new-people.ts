/** Sign-ups: who may become a person here, and what a new person is made of. */
import { APIError } from 'better-auth/api';
import { ServiceError } from '../../core/errors.ts';
import type { SignUpMode } from '../../core/people.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Invitation } from '../organisations/index.ts';
import { callContext } from './call-context.ts';
import { refusal } from './refusals.ts';
import type { SignInSetup } from './setup.ts';

/** The fields of a sign-up that are ours. */
type Form = { readonly invitation?: unknown; readonly acceptedTerms?: unknown };

type NewUser = { readonly email: string; readonly emailVerified: boolean };

export type NewPeople = ReturnType<typeof createNewPeople>;

export function createNewPeople(platform: Platform, { invitations, signUp, termsVersion }: SignInSetup) {
  const { clock, fingerprint } = platform;

  /** Before a sign-up: refuses people who may not, and returns the invitation that lets them in. */
  async function admit({ invitation: token, acceptedTerms }: Form, email: string): Promise<Invitation | undefined> {
    const invitation = typeof token === 'string' && token !== '' ? await invitationOf(token, email) : undefined;
    refuseUnlessOpen(signUp(), invitation);
    if (termsFor(invitation) !== null && acceptedTerms !== termsVersion) throw refusal('terms_not_accepted');
    return invitation;
  }

  /** The terms are those of the operator, who does not accept them. */
  const termsFor = (invitation: Invitation | undefined) => (invitation?.role === 'operator' ? null : termsVersion);

  async function invitationOf(token: string, email: string): Promise<Invitation> {
    const found = await invitations.find({ fingerprint: fingerprint(token) }, clock.nowMs());
    if (!found || (found.email !== null && found.email !== email)) throw refusal('invitation_invalid');
    return found;
  }

  /** Sign-up through a provider has no token: being invited by name is what counts. */
  async function admitFromProvider(user: NewUser): Promise<Invitation | undefined> {
    if (!user.emailVerified) throw new APIError('BAD_REQUEST', { code: 'EMAIL_NOT_VERIFIED' });
    const invitation = await invitations.find({ email: user.email }, clock.nowMs());
    try {
      refuseUnlessOpen(signUp(), invitation);
    } catch (thrown) {
      throw new APIError('BAD_REQUEST', { code: thrown instanceof ServiceError ? thrown.code : 'sign_up_closed' });
    }
    return invitation;
  }

  /** Makes a new person. An invitation is used up here, at the last moment, so that a slip does not cost it. */
  async function newPerson(user: NewUser) {
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
      if (invitation.role === 'operator') await logOperator(platform, user.email.toLowerCase(), invitation);
    }
    const isVouchedFor = invitation !== undefined && (invitation.email !== null || invitation.role === 'operator');
    // The organisation is the customer, and not the members that its provider lets in.
    const terms = context?.organisation ? null : termsFor(invitation);
    return {
      ...user,
      termsVersion: terms,
      termsAcceptedAt: terms === null ? null : new Date(clock.nowMs()),
      email: user.email.toLowerCase(),
      emailVerified: user.emailVerified || isVouchedFor,
      role: invitation?.role ?? 'customer',
      language: context?.language ?? null,
    };
  }

  return { admit, newPerson };
}

function refuseUnlessOpen(mode: SignUpMode, invitation: Invitation | undefined): void {
  if (mode === 'invitation' && !invitation) {
    throw new ServiceError('invitation_required', 'Signing up takes an invitation: please ask the operator for one.');
  }
  if (mode === 'closed' && invitation?.role !== 'operator') {
    throw new ServiceError('sign_up_closed', 'Sign-up is closed at the moment.');
  }
}

/** Written before the person is made: no one becomes an operator without a line in the log. */
async function logOperator({ actionLog, ids, clock }: Platform, email: string, { id, createdBy }: Invitation) {
  await actionLog.act({
    id: ids.next('act_'),
    actor: email,
    reason: 'used an invitation for operators',
    atMs: clock.nowMs(),
    action: { kind: 'become-operator', object: email, result: { invitation: id, invitedBy: createdBy } },
  });
}
