/** What the pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { newDomainBody, providerBody } from '../../features/organisations/domain-api.ts';
import { MEMBER_BODIES } from '../../features/organisations/member-bodies.ts';
import { MEMBERS_MAX } from '../../features/organisations/members.ts';
import { TOKEN_BODIES } from '../../features/tokens/token-bodies.ts';
import { minuteLimits, tokenLimit } from '../../platform/api/schemas.ts';
import { czk } from '../../platform/http/czk-body.ts';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';

const NAME_MAX = 100;
const name = z.string().trim().min(1, 'must not be empty').max(NAME_MAX);
const ms = z.int().min(0).max(8_640_000_000_000_000);

const keyRules = {
  name,
  expiresAtMs: ms.nullable(),
  allowedModels: z.array(z.string().min(1).max(128)).max(100),
  allowedRanges: z.array(z.string().trim().min(1).max(64)).max(100),
  limit: z.strictObject({ czk, window: z.enum(['total', 'month']) }).nullable(),
  tokenLimit,
  ...minuteLimits,
};

export const newKeyBody = z.strictObject({
  name: keyRules.name,
  expiresAtMs: keyRules.expiresAtMs.default(null),
  allowedModels: keyRules.allowedModels.default([]),
  allowedRanges: keyRules.allowedRanges.default([]),
  limit: keyRules.limit.default(null),
  tokenLimit: keyRules.tokenLimit.default(null),
  requestsPerMinute: keyRules.requestsPerMinute.default(null),
  tokensPerMinute: keyRules.tokensPerMinute.default(null),
  /** Whose it is: it ends with the member, or it stays. Without a word, what the role allows: the organisation's. */
  belongsTo: z.enum(['person', 'organisation']).optional(),
});
export type NewKeyBody = z.input<typeof newKeyBody>;

const keyChangeBody = z.strictObject(keyRules).partial();
export type KeyChangeBody = z.input<typeof keyChangeBody>;

const rotateKeyBody = z.strictObject({ overlapHours: z.int().min(0).max(720) });
export type RotateKeyBody = z.input<typeof rotateKeyBody>;

const profileBody = z.strictObject({ name: z.string().trim().max(NAME_MAX), language: z.enum(['cs', 'en']) }).partial();
export type ProfileBody = z.input<typeof profileBody>;

/** The e-mail address typed by hand, so that no account is deleted by a slip; and the password where there is one. */
const accountDeletionBody = z.strictObject({
  email: z.string().max(320),
  password: z.string().max(128).optional(),
  /** How many others belong to it: for so many it is closed. Not needed where there are none. */
  colleagues: z.int().min(0).max(MEMBERS_MAX).optional(),
});
export type AccountDeletionBody = z.input<typeof accountDeletionBody>;

/** A query arrives as text; `whole` reads it as a number. */
const whole = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
  ms,
);

const dayQuery = z.strictObject({ dayFromMs: whole });

/** What each route takes. A route that is missing here takes nothing. */
export const SETTINGS_INPUTS = {
  'PATCH /api/me': { body: reading(profileBody) },
  'GET /api/keys': { query: reading(dayQuery) },
  'POST /api/keys': { body: reading(newKeyBody) },
  'PATCH /api/keys/{id}': { body: reading(keyChangeBody) },
  'POST /api/keys/{id}/rotate': { body: reading(rotateKeyBody) },
  'POST /api/domains': { body: reading(newDomainBody) },
  'PATCH /api/domains/{id}/provider': { body: reading(providerBody) },
  'POST /api/account/delete': { body: reading(accountDeletionBody) },
  'PATCH /api/organisation': { body: reading(MEMBER_BODIES['PATCH /api/organisation']) },
  'POST /api/organisation/hand-over': { body: reading(MEMBER_BODIES['POST /api/organisation/hand-over']) },
  'PATCH /api/members/{id}': { body: reading(MEMBER_BODIES['PATCH /api/members/{id}']) },
  'PATCH /api/members/{id}/budget': { body: reading(MEMBER_BODIES['PATCH /api/members/{id}/budget']) },
  'POST /api/invitations': { body: reading(MEMBER_BODIES['POST /api/invitations']) },
  'POST /api/invitation/look': { body: reading(MEMBER_BODIES['POST /api/invitation/look']) },
  'POST /api/tokens': { body: reading(TOKEN_BODIES['POST /api/tokens']) },
  'POST /api/invitation/join': { body: reading(MEMBER_BODIES['POST /api/invitation/join']) },
} as const;

type Reading<Schema extends z.ZodType> = {
  (value: unknown): z.output<Schema>;
  /** For the description of the API. */
  readonly schema: Schema;
};

/** Returns the value as the schema gives it, or refuses it in one sentence. */
export function reading<Schema extends z.ZodType>(schema: Schema): Reading<Schema> {
  const read = (value: unknown): z.output<Schema> => {
    const result = schema.safeParse(value, { error: describe });
    if (result.success) return result.data;
    throw invalidRequest(result.error);
  };
  return Object.assign(read, { schema });
}
