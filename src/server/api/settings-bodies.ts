/** What the pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { PER_MINUTE_MAX } from '../../core/limits.ts';
import { TOKENS_MAX } from '../../core/money.ts';
import { newDomainBody, providerBody } from '../../features/organisations/domain-api.ts';
import { MEMBER_BODIES } from '../../features/organisations/member-bodies.ts';
import { MEMBERS_MAX } from '../../features/organisations/members.ts';
import { TOKEN_BODIES } from '../../features/tokens/token-bodies.ts';
import { czk } from '../../platform/http/czk-body.ts';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';

const NAME_MAX = 100;
const name = z.string().trim().min(1, 'must not be empty').max(NAME_MAX);
const ms = z.int().min(0).max(8_640_000_000_000_000);

const tokenLimit = z
  .strictObject({ tokens: z.int().min(1).max(Number(TOKENS_MAX)), window: z.enum(['total', 'month']) })
  .transform(({ tokens, window }) => ({ tokens: BigInt(tokens), window }))
  .nullable();

const keyRules = {
  name,
  expiresAtMs: ms.nullable(),
  allowedModels: z.array(z.string().min(1).max(128)).max(100),
  allowedRanges: z.array(z.string().trim().min(1).max(64)).max(100),
  limit: z.strictObject({ czk, window: z.enum(['total', 'month']) }).nullable(),
  tokenLimit,
  requestsPerMinute: z.int().min(1).max(PER_MINUTE_MAX.requests).nullable(),
  tokensPerMinute: z.int().min(1).max(PER_MINUTE_MAX.tokens).nullable(),
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

const alertBody = z.strictObject({ belowCzk: czk.nullable() });
export type AlertBody = z.input<typeof alertBody>;

const limitAlertsBody = z.strictObject({ isOn: z.boolean() });
export type LimitAlertsBody = z.input<typeof limitAlertsBody>;

const creditLimitBody = z.strictObject({ monthCzk: czk.nullable() });
export type CreditLimitBody = z.input<typeof creditLimitBody>;

const accountLimitBody = z.strictObject({ tokenLimit });
export type AccountLimitBody = z.input<typeof accountLimitBody>;

/** Of all keys together in any 60 seconds. */
export const minuteLimits = {
  requestsPerMinute: keyRules.requestsPerMinute,
  tokensPerMinute: keyRules.tokensPerMinute,
};
const minuteLimitsBody = z.strictObject(minuteLimits).partial();
export type MinuteLimitsBody = z.input<typeof minuteLimitsBody>;

/** What is paid has no smaller part than a heller. */
const payable = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be an amount in CZK with at most 2 decimals, such as 100 or 12.50');

const topUpBody = z.strictObject({
  isOn: z.boolean(),
  /** Credit below this is topped up. */
  belowCzk: czk,
  amountCzk: payable,
  /** The most that is charged in a calendar month of Prague. */
  monthMaxCzk: czk,
});
export type TopUpBody = z.input<typeof topUpBody>;

/** The customer agrees that the card is charged while they are away. */
const newCardBody = z.strictObject({ consent: z.literal(true) });
export type NewCardBody = z.input<typeof newCardBody>;

/** Ids of Stripe have letters, digits and underscores. */
const finishCardBody = z.strictObject({
  session: z.string().max(255).regex(/^\w+$/, 'must be the id of a page'),
});
export type FinishCardBody = z.input<typeof finishCardBody>;

const newOrderBody = z.strictObject({
  offer: z.string().min(1).max(80),
  /** The offer as it was shown: one that has changed since then is refused, and not ordered at another price. */
  seen: z.strictObject({ czk: z.string().max(20), tokens: z.int().nullable(), days: z.int().nullable() }).optional(),
  /** With the offer `credit`: how much of it. */
  czk: payable.optional(),
  method: z.enum(['stripe', 'bank']),
});
export type NewOrderBody = z.input<typeof newOrderBody>;

const redeemBody = z.strictObject({ code: z.string().trim().min(1, 'must not be empty').max(100) });
export type RedeemBody = z.input<typeof redeemBody>;

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
  'PATCH /api/billing/alert': { body: reading(alertBody) },
  'PATCH /api/billing/limit-alerts': { body: reading(limitAlertsBody) },
  'PATCH /api/billing/credit-limit': { body: reading(creditLimitBody) },
  'PATCH /api/billing/token-limit': { body: reading(accountLimitBody) },
  'PATCH /api/billing/minute-limits': { body: reading(minuteLimitsBody) },
  'POST /api/domains': { body: reading(newDomainBody) },
  'PATCH /api/domains/{id}/provider': { body: reading(providerBody) },
  'PATCH /api/billing/top-up': { body: reading(topUpBody) },
  'POST /api/billing/card': { body: reading(newCardBody) },
  'POST /api/billing/card/finish': { body: reading(finishCardBody) },
  'POST /api/orders': { body: reading(newOrderBody) },
  'POST /api/vouchers/redeem': { body: reading(redeemBody) },
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
