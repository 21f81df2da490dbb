/** What the pages of an organisation send, checked. */
import { z } from 'zod';
import { EMAIL_MAX } from '../../core/email-address.ts';
import { TOKENS_MAX } from '../../core/money.ts';
import { GIVEN_ROLES } from '../../core/roles.ts';
import { czk } from '../../platform/http/czk-body.ts';

const NAME_MAX = 60;
/** Invitations carry the name to strangers: it must not carry a link. */
const organisationBody = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(NAME_MAX)
    .refine((text) => !text.includes('/') && !text.toLowerCase().includes('www.'), 'must not hold a link')
    .nullable(),
});
export type OrganisationBody = z.input<typeof organisationBody>;

const inviteBody = z.strictObject({
  email: z.string().trim().toLowerCase().max(EMAIL_MAX).pipe(z.email('must be an e-mail address')),
  role: z.enum(GIVEN_ROLES),
});
export type InviteBody = z.input<typeof inviteBody>;

const memberBody = z.strictObject({ role: z.enum(GIVEN_ROLES) });
export type MemberBody = z.input<typeof memberBody>;

const budgetBody = z.strictObject({
  monthCzk: czk.nullable(),
  monthTokens: z.int().min(1).max(Number(TOKENS_MAX)).nullable(),
});
export type BudgetBody = z.input<typeof budgetBody>;

const handOverBody = z.strictObject({ memberId: z.string().min(1).max(100), password: z.string().max(128).optional() });
export type HandOverBody = z.input<typeof handOverBody>;

const invitationTokenBody = z.strictObject({ token: z.string().min(1).max(200) });
export type InvitationTokenBody = z.input<typeof invitationTokenBody>;

export const MEMBER_BODIES = {
  'PATCH /api/organisation': organisationBody,
  'POST /api/organisation/hand-over': handOverBody,
  'PATCH /api/members/{id}': memberBody,
  'PATCH /api/members/{id}/budget': budgetBody,
  'POST /api/invitations': inviteBody,
  'POST /api/invitation/look': invitationTokenBody,
  'POST /api/invitation/join': invitationTokenBody,
} as const;
