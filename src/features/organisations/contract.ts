/** An account as an organisation: its members and invitations, and its mail domains. */
import { z } from 'zod';
import { EMAIL_MAX } from '../../core/email-address.ts';
import { GIVEN_ROLES, MEMBER_ROLES } from '../../core/roles.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { limitRules, limitView } from '../../platform/api/limits.ts';

const givenRole = z.enum(GIVEN_ROLES);

/** A member, as operators see them too. */
export const memberRow = z.object({
  email: z.string(),
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
  joinedAtMs: z.number(),
  hasTwoFactor: z.boolean(),
});
export type MemberRow = View<typeof memberRow>;

const useView = z.object({ spentCzk: z.string(), usedTokens: z.number() }).meta({ id: 'UseView' });
export type UseView = View<typeof useView>;

export const budgetView = useView.extend({ limits: z.array(limitView) }).meta({
  id: 'BudgetView',
  description: 'Over all keys of the member: limits, and what was used in the running month.',
});
export type BudgetView = View<typeof budgetView>;

const memberView = memberRow
  .extend({
    id: z.string(),
    isMe: z.boolean().describe('Whether it is the person who asks.'),
    budget: budgetView.nullable().describe('Null where the person may not see it: developers see their own.'),
  })
  .meta({ id: 'MemberView' });
export type MemberView = View<typeof memberView>;

const openInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: givenRole,
  invitedBy: z.string(),
  sentAtMs: z.number(),
  expiresAtMs: z.number(),
});

const USE =
  "Of the running calendar month: what was used by keys that belong to no member, which are the organisation's own and those of former members, and by all keys together. Null where the person may not see it.";

const teamView = z
  .object({
    name: z.string().nullable().describe('What members call the organisation.'),
    members: z.array(memberView).describe('The owner first.'),
    use: z.object({ ofNoMember: useView, total: useView }).nullable().describe(USE),
    invitations: z.array(openInvitation).describe('Open ones, for those who may invite.'),
  })
  .meta({ id: 'TeamView' });
export type TeamView = View<typeof teamView>;

const invitationView = openInvitation
  .omit({ id: true, sentAtMs: true })
  .extend({ organisation: z.string() })
  .meta({ id: 'InvitationView' });
export type InvitationView = View<typeof invitationView>;

/** Invitations carry the name to strangers: it must not carry a link. */
const organisationName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(60)
  .refine((text) => !text.includes('/') && !text.toLowerCase().includes('www.'), 'must not hold a link');

export const password = z.string().max(128).optional();
/** Takes the password, or without one a fresh sign-in. */
/** How a route refuses that takes the password, or without one a fresh sign-in. */
export const proving = ['wrong_password', 'sign_in_again', 'too_many_attempts'] as const;
const inviting = ['too_many_attempts', 'proof_required'] as const;
const invitationToken = z.strictObject({ token: z.string().min(1).max(200) });

/** `{id}` is a member or an invitation. */
export const team = {
  show: route('GET /api/members', {
    about: 'Members of the organisation, and open invitations to it.',
    needs: 'read-members',
    reply: teamView,
  }),
  rename: route('PATCH /api/organisation', {
    about: 'Null takes the name away.',
    needs: 'manage-members',
    body: z.strictObject({ name: organisationName.nullable() }),
    reply: teamView,
  }),
  leave: route('POST /api/organisation/leave', { needs: 'self', reply: z.object({ left: z.literal(true) }) }),
  handOver: route('POST /api/organisation/hand-over', {
    about: 'To a member. The owner before stays as an admin.',
    needs: 'hand-over',
    body: z.strictObject({ memberId: z.string().min(1).max(100), password }),
    reply: teamView,
    refuses: proving,
  }),
  changeRole: route('PATCH /api/members/{id}', {
    about: 'Gives a member another role.',
    needs: 'manage-members',
    body: z.strictObject({ role: givenRole }),
    reply: teamView,
  }),
  limit: route('PATCH /api/members/{id}/budget', {
    about: 'What their keys may use together. The owner has no limits.',
    needs: 'set-budgets',
    body: z.strictObject({ limits: limitRules }),
    reply: teamView,
  }),
  remove: route('POST /api/members/{id}/remove', {
    about: 'Takes a member out of the organisation.',
    needs: 'manage-members',
    reply: teamView,
  }),
  invite: route('POST /api/invitations', {
    about: 'Sends a link to that address, which works for seven days.',
    needs: 'manage-members',
    body: z.strictObject({
      email: z.string().trim().toLowerCase().max(EMAIL_MAX).pipe(z.email('must be an e-mail address')),
      role: givenRole,
    }),
    reply: teamView,
    refuses: inviting,
  }),
  resend: route('POST /api/invitations/{id}/resend', {
    about: 'By a new link; the old one ends.',
    needs: 'manage-members',
    reply: teamView,
    refuses: inviting,
  }),
  withdraw: route('POST /api/invitations/{id}/withdraw', {
    about: 'Takes an invitation back.',
    needs: 'manage-members',
    reply: teamView,
  }),
  look: route('POST /api/invitation/look', {
    about: 'For the person who has the link, signed in or not.',
    needs: 'visitor',
    body: invitationToken,
    reply: invitationView,
    refuses: ['invitation_invalid', ...inviting],
  }),
  join: route('POST /api/invitation/join', {
    about: 'For the person with the invited address.',
    needs: 'self',
    body: invitationToken,
    reply: z.object({ accountId: z.string() }),
    refuses: ['invitation_invalid'],
  }),
};

const providerView = z
  .object({
    issuer: z.string(),
    clientId: z.string(),
    role: givenRole.describe('What new colleagues become.'),
    isRequired: z
      .boolean()
      .describe('Whether members with an address of the domain sign in in no other way. The owner always can.'),
    isEnabled: z.boolean(),
    setAtMs: z.number(),
  })
  .meta({ id: 'ProviderView' });

export const domainView = z
  .object({
    id: z.string(),
    domain: z.string(),
    record: z.object({ name: z.string(), value: z.string() }).describe('The TXT record that proves it.'),
    claimedAtMs: z.number(),
    verifiedAtMs: z.number().nullable(),
    checkedAtMs: z.number().nullable(),
    missingSinceMs: z
      .number()
      .nullable()
      .describe('Since when the record has not been there. After seven days the domain is not verified any more.'),
    provider: providerView.nullable().describe('Where colleagues sign in. Its secret is not shown.'),
    callbackUrl: z.string().describe('What the provider is to send people back to.'),
  })
  .meta({ id: 'DomainView' });
export type DomainView = View<typeof domainView>;

const domainsView = z.object({ domains: z.array(domainView), domainsMax: z.number() }).meta({ id: 'DomainsView' });
export type DomainsView = View<typeof domainsView>;

const isIssuer = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null &&
    ['https:', 'http:'].includes(url.protocol) &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash
  );
};

const provider = z.strictObject({
  issuer: z.string().trim().max(500).refine(isIssuer, 'must be an https address without a query'),
  clientId: z.string().trim().min(1, 'must not be empty').max(300),
  /** A field from here on that is left out stays as it was. */
  clientSecret: z.string().trim().min(1, 'must not be empty').max(1000).optional(),
  role: givenRole.optional(),
  isRequired: z.boolean().optional(),
  isEnabled: z.boolean().optional(),
});

/** `{id}` is a claim. */
export const domains = {
  list: route('GET /api/domains', { needs: 'manage-domains', reply: domainsView }),
  claim: route('POST /api/domains', {
    about: 'Claims a domain. It counts when its record is in DNS.',
    needs: 'manage-domains',
    body: z.strictObject({ domain: z.string().trim().min(1, 'must not be empty').max(253) }),
    reply: domainsView,
    refuses: ['domain_public'],
  }),
  check: route('POST /api/domains/{id}/check', {
    about: 'Looks for the record now.',
    needs: 'manage-domains',
    reply: domainsView,
    refuses: ['domain_taken', 'domain_record_missing'],
  }),
  remove: route('POST /api/domains/{id}/delete', { needs: 'manage-domains', reply: domainsView }),
  setProvider: route('PATCH /api/domains/{id}/provider', {
    about: 'Of a verified domain. What the issuer says of itself is read and checked first.',
    needs: 'set-provider',
    body: provider,
    reply: domainsView,
    refuses: ['provider_unreachable', 'provider_mismatch'],
  }),
  removeProvider: route('POST /api/domains/{id}/provider/delete', { needs: 'set-provider', reply: domainsView }),
};
