/** What the pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { buyerBody } from '../../features/invoices/buyer-body.ts';
import { minuteLimits, msInQuery, tokenLimit } from '../../platform/api/schemas.ts';
import { czk } from '../../platform/http/czk-body.ts';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';

const NAME_MAX = 100;

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

const zone = z.string().min(1).max(64).refine(isTimeZone, 'must be a time zone such as Europe/Prague');

const usageQuery = z
  .strictObject({
    fromMs: msInQuery,
    toMs: msInQuery,
    step: z.enum(['hour', 'day']),
    by: z.enum(['model', 'key', 'member', 'pot']),
    /** Where a day begins for the viewer. */
    zone,
  })
  .refine(({ fromMs, toMs }) => fromMs < toMs, { message: 'must be after fromMs', path: ['toMs'] });
export type UsageQuery = z.output<typeof usageQuery>;

const requestsQuery = z.strictObject({
  before: z.string().max(200).optional(),
  fromMs: msInQuery.optional(),
  toMs: msInQuery.optional(),
  model: z.string().max(128).optional(),
  keyId: z.string().max(64).optional(),
  outcome: z.enum(['finished', 'client-left', 'free']).optional(),
  /** A request or completion id, or its beginning. */
  search: z.string().trim().max(64).optional(),
});
export type RequestsQuery = z.output<typeof requestsQuery>;

/** What each route takes. A route that is missing here takes nothing. */
export const SETTINGS_INPUTS = {
  'PATCH /api/me': { body: reading(profileBody) },
  'PATCH /api/buyer': { body: reading(buyerBody) },
  'GET /api/usage': { query: reading(usageQuery) },
  'GET /api/requests': { query: reading(requestsQuery) },
  'PATCH /api/billing/alert': { body: reading(alertBody) },
  'PATCH /api/billing/limit-alerts': { body: reading(limitAlertsBody) },
  'PATCH /api/billing/credit-limit': { body: reading(creditLimitBody) },
  'PATCH /api/billing/token-limit': { body: reading(accountLimitBody) },
  'PATCH /api/billing/minute-limits': { body: reading(minuteLimitsBody) },
  'PATCH /api/billing/top-up': { body: reading(topUpBody) },
  'POST /api/billing/card': { body: reading(newCardBody) },
  'POST /api/billing/card/finish': { body: reading(finishCardBody) },
  'POST /api/orders': { body: reading(newOrderBody) },
  'POST /api/vouchers/redeem': { body: reading(redeemBody) },
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

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
