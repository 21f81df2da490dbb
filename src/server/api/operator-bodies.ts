/** What the operator's pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { isAmount, TOKENS_MAX } from '../../core/money.ts';
import { MOVEMENT_STATES, STATEMENT_BYTES_MAX, STATEMENT_FORMATS } from '../../features/bank/bank.ts';
import { OVERVIEW_PERIODS } from '../../features/overview/overview.ts';
import { servingBodies } from '../../features/serving/engine-bodies.ts';
import { fitsItem, offerParts } from '../../features/shop/offer-body.ts';
import { ORDER_STATUSES } from '../../features/shop/order.ts';
import { TOKEN_BODIES } from '../../features/tokens/token-bodies.ts';
import { minuteLimits } from '../../platform/api/schemas.ts';
import { TOO_LARGE } from '../../platform/http/czk-body.ts';
import { reading } from './settings-bodies.ts';

const REASON_MAX = 500;
/** Made by the page when the form opens: sent twice, it is done once. */
const id = z.string().regex(/^[\w-]{16,64}$/, 'must be 16 to 64 letters, digits, _ or -');
const reason = z.string().trim().min(1, 'must not be empty').max(REASON_MAX);
const order = { id, reason };
const ms = z.int().min(0).max(8_640_000_000_000_000);
const tokens = z.int().min(1).max(Number(TOKENS_MAX));
const plan = z.enum(['pro', 'ultra']);
/** From when it holds; null is as soon as every server knows it. */
const fromMs = ms.nullable();

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

const orderBody = z.strictObject(order);
export type OrderBody = z.input<typeof orderBody>;

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

const perMillion = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be CZK per million tokens, with at most 3 decimals')
  .refine((text) => Number(text) <= 1_000_000, 'must be at most 1000000 CZK per million tokens');

const priceBody = z.strictObject({
  ...order,
  model: z.string().min(1).max(128),
  price: z.strictObject({ input: perMillion, cachedInput: perMillion, output: perMillion, reasoning: perMillion }),
  fromMs,
});
export type PriceBody = z.input<typeof priceBody>;

const planTokensBody = z.strictObject({ ...order, plan, tokens, fromMs });
export type PlanTokensBody = z.input<typeof planTokensBody>;

const offerBody = z
  .strictObject({ ...order, ...offerParts, fromMs })
  .refine(fitsItem, { message: 'must be the kind of the item', path: ['terms', 'kind'] });
export type OfferBody = z.input<typeof offerBody>;

/** Null gives the word back to the configuration. */
const signUpBody = z.strictObject({ ...order, mode: z.enum(['open', 'invitation', 'closed']).nullable() });
export type SignUpBody = z.input<typeof signUpBody>;

const drainBody = z.strictObject({ ...order, state: z.enum(['drained', 'in-use']) });
export type DrainBody = z.input<typeof drainBody>;

const engineTestBody = z.strictObject({ model: z.string().min(1).max(128) });
export type EngineTestBody = z.input<typeof engineTestBody>;

const serving = servingBodies({ order, fromMs });
export type ServingEngineBody = z.input<typeof serving.engine>;
export type ServingTestBody = z.input<typeof serving.test>;
export type ServingModelBody = z.input<typeof serving.model>;
export type ServingBody = z.input<typeof serving.withdrawal>;

/** A query arrives as text; `whole` reads it as a number. */
const whole = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
  ms,
);

const overviewQuery = z.strictObject({ period: z.enum(OVERVIEW_PERIODS).default('today') });
export type OverviewQuery = z.input<typeof overviewQuery>;

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
const EMAILS_MAX = 200;
const emailsQuery = z.strictObject({
  /** Joined by commas. */
  ids: z
    .string()
    .max(EMAILS_MAX * 64)
    .transform((text) => text.split(',').slice(0, EMAILS_MAX)),
});
export type EmailsQuery = z.input<typeof emailsQuery>;
export type CustomersQuery = z.output<typeof customersQuery>;

const customerQuery = z.strictObject({ dayFromMs: whole });

const place = z.string().max(200).optional();

const ordersQuery = z.strictObject({
  /** An order's id, variable symbol or invoice number, or the e-mail address of a customer. */
  search: z.string().trim().max(320).optional(),
  status: z.enum(ORDER_STATUSES).optional(),
  method: z.enum(['stripe', 'bank']).optional(),
  after: place,
});
export type OrdersQuery = z.output<typeof ordersQuery>;

const movementsQuery = z.strictObject({
  /** A variable symbol, an id, an order's id, or a part of a name, message or account. */
  search: z.string().trim().max(320).optional(),
  state: z.enum(MOVEMENT_STATES).optional(),
  after: place,
});
export type MovementsQuery = z.output<typeof movementsQuery>;

/** A file as base64, which is a third longer. */
const BASE64_MAX = Math.ceil(STATEMENT_BYTES_MAX / 3) * 4;
const statementBody = z.strictObject({
  id,
  name: z.string().trim().min(1).max(200),
  format: z.enum(STATEMENT_FORMATS).optional(),
  base64: z.string().min(1, 'must not be empty').max(BASE64_MAX, 'must be a file of at most 2 MiB'),
});
export type StatementBody = z.input<typeof statementBody>;

const assignBody = z.strictObject({ ...order, order: z.string().trim().min(1).max(64) });
export type AssignBody = z.input<typeof assignBody>;

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
  'GET /api/operator/overview': { query: reading(overviewQuery) },
  'GET /api/operator/customers': { query: reading(customersQuery) },
  'GET /api/operator/emails': { query: reading(emailsQuery) },
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
  'GET /api/operator/bank/movements': { query: reading(movementsQuery) },
  'POST /api/operator/bank/statements': { body: reading(statementBody), bodyBytesMax: BASE64_MAX + 4096 },
  'POST /api/operator/bank/movements/{id}/assign': { body: reading(assignBody) },
  'POST /api/operator/bank/movements/{id}/set-aside': { body: reading(orderBody) },
  'GET /api/operator/vouchers': { query: reading(vouchersQuery) },
  'POST /api/operator/vouchers': { body: reading(voucherBody) },
  'POST /api/operator/vouchers/{id}/revoke': { body: reading(orderBody) },
  'POST /api/operator/reload': { body: reading(orderBody) },
  'POST /api/operator/prices': { body: reading(priceBody) },
  'POST /api/operator/plans': { body: reading(planTokensBody) },
  'POST /api/operator/offers': { body: reading(offerBody) },
  'POST /api/operator/offers/{id}/withdraw': { body: reading(orderBody) },
  'POST /api/operator/sign-up': { body: reading(signUpBody) },
  'POST /api/operator/engines/{name}/drain': { body: reading(drainBody) },
  'POST /api/operator/engines/{name}/test': { body: reading(engineTestBody) },
  'POST /api/operator/serving/engines': { body: reading(serving.engine) },
  'POST /api/operator/serving/test': { body: reading(serving.test) },
  'POST /api/operator/serving/models': { body: reading(serving.model) },
  'POST /api/operator/serving/changes/{version}/withdraw': { body: reading(serving.withdrawal) },
  'POST /api/operator/tokens': { body: reading(TOKEN_BODIES['POST /api/operator/tokens']) },
  'GET /api/operator/actions': { query: reading(actionsQuery) },
} as const;
