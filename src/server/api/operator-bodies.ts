/** What the operator's pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { isAmount, TOKENS_MAX } from '../../core/money.ts';
import { fitsItem, offerParts } from '../../features/shop/offer-body.ts';
import { ORDER_STATUSES } from '../../features/shop/order.ts';
import { fromMs, order, orderBody } from '../../platform/action-log/contract.ts';
import { minuteLimits, ms, place, whole } from '../../platform/api/schemas.ts';
import { TOO_LARGE } from '../../platform/http/czk-body.ts';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';

const tokens = z.int().min(1).max(Number(TOKENS_MAX));
const plan = z.enum(['pro', 'ultra']);

const amount = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'must be an amount in CZK such as 100 or 12.50')
  .refine((text) => /[1-9]/.test(text), 'must not be zero')
  .refine(isAmount, TOO_LARGE);

const creditBody = z
  .strictObject({ ...order, kind: z.enum(['grant', 'correct', 'refund']), czk: amount })
  .refine(({ kind, czk }) => kind === 'correct' || !czk.startsWith('-'), {
    message: 'must be more than zero',
    path: ['czk'],
  });
export type CreditBody = z.input<typeof creditBody>;

const packageBody = z.strictObject({ ...order, tokens, expiresAtMs: ms });
export type PackageBody = z.input<typeof packageBody>;

const planBody = z.strictObject({ ...order, plan: plan.nullable() });
export type PlanBody = z.input<typeof planBody>;

const statusBody = z.strictObject({ ...order, status: z.enum(['suspended', 'active']) });
export type StatusBody = z.input<typeof statusBody>;

/** What all keys of the account may do together in a minute. */
const customerLimitsBody = z.strictObject({ ...order, ...minuteLimits });
export type CustomerLimitsBody = z.input<typeof customerLimitsBody>;

/** What the bank's statement says, so that no payment is confirmed unseen. */
const confirmBody = z.strictObject({
  ...order,
  czk: amount.refine((text) => !text.startsWith('-'), 'must be more than zero'),
});
export type ConfirmBody = z.input<typeof confirmBody>;

const gift = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('credit'),
    czk: amount.refine((text) => !text.startsWith('-'), 'must be more than zero'),
  }),
  z.strictObject({ kind: z.literal('package'), tokens, days: z.int().min(1).max(3650) }),
  z.strictObject({ kind: z.literal('plan'), plan, months: z.int().min(1).max(120) }),
]);

/** The reason is also kept with the voucher, so that it can be found by it. */
const voucherBody = z.strictObject({
  ...order,
  gift,
  usesMax: z.int().min(1).max(1_000_000),
  expiresAtMs: ms.nullable(),
});
export type VoucherBody = z.input<typeof voucherBody>;

const offerBody = z
  .strictObject({ ...order, ...offerParts, fromMs })
  .refine(fitsItem, { message: 'must be the kind of the item', path: ['terms', 'kind'] });
export type OfferBody = z.input<typeof offerBody>;

const customersQuery = z.strictObject({
  /** The beginning of an e-mail address or of an id. */
  search: z.string().trim().max(320).optional(),
  status: z.enum(['active', 'blocked', 'suspended', 'closed']).optional(),
  plan: z.enum(['pro', 'ultra', 'none']).optional(),
  credit: z.enum(['some', 'none']).optional(),
  /** Whether they got an answer in the last 30 days. */
  active: z.enum(['yes', 'no']).optional(),
  /** `spent`: those who got an answer this month, by what they spent in it. A search has an order of its own. */
  sort: z.enum(['newest', 'spent']).optional(),
  /** The `next` of an earlier page. */
  after: z.string().max(600).optional(),
});
export type CustomersQuery = z.output<typeof customersQuery>;

const customerQuery = z.strictObject({ dayFromMs: whole });

const ordersQuery = z.strictObject({
  /** An order's id, variable symbol or invoice number, or the e-mail address of a customer. */
  search: z.string().trim().max(320).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  method: z.enum(['stripe', 'bank']).optional(),
  after: place,
});
export type OrdersQuery = z.output<typeof ordersQuery>;

const vouchersQuery = z.strictObject({
  /** A code or its last characters, an id, or a part of the note. */
  search: z.string().trim().max(320).optional(),
  after: place,
});
export type VouchersQuery = z.output<typeof vouchersQuery>;

const actionsQuery = z.strictObject({
  accountId: z.string().max(64).optional(),
  before: whole.optional(),
});
export type ActionsQuery = z.output<typeof actionsQuery>;

/** What each route takes. A route that is missing here takes nothing. */
export const OPERATOR_INPUTS = {
  'GET /api/operator/customers': { query: reading(customersQuery) },
  'GET /api/operator/customers/{id}': { query: reading(customerQuery) },
  'POST /api/operator/customers/{id}/credit': { body: reading(creditBody) },
  'POST /api/operator/customers/{id}/package': { body: reading(packageBody) },
  'POST /api/operator/customers/{id}/plan': { body: reading(planBody) },
  'POST /api/operator/customers/{id}/status': { body: reading(statusBody) },
  'POST /api/operator/customers/{id}/minute-limits': { body: reading(customerLimitsBody) },
  'POST /api/operator/customers/{id}/sessions/end': { body: reading(orderBody) },
  'POST /api/operator/customers/{id}/keys/{keyId}/revoke': { body: reading(orderBody) },
  'GET /api/operator/orders': { query: reading(ordersQuery) },
  'POST /api/operator/orders/{id}/confirm': { body: reading(confirmBody) },
  'POST /api/operator/orders/{id}/cancel': { body: reading(orderBody) },
  'GET /api/operator/vouchers': { query: reading(vouchersQuery) },
  'POST /api/operator/vouchers': { body: reading(voucherBody) },
  'POST /api/operator/vouchers/{id}/revoke': { body: reading(orderBody) },
  'POST /api/operator/offers': { body: reading(offerBody) },
  'POST /api/operator/offers/{id}/withdraw': { body: reading(orderBody) },
  'GET /api/operator/actions': { query: reading(actionsQuery) },
} as const;

type Reading<Schema extends z.ZodType> = {
  (value: unknown): z.output<Schema>;
  /** For the description of the API. */
  readonly schema: Schema;
};

/** Returns the value as the schema gives it, or refuses it in one sentence. */
function reading<Schema extends z.ZodType>(schema: Schema): Reading<Schema> {
  const read = (value: unknown): z.output<Schema> => {
    const result = schema.safeParse(value, { error: describe });
    if (result.success) return result.data;
    throw invalidRequest(result.error);
  };
  return Object.assign(read, { schema });
}
