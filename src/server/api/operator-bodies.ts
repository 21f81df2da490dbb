/** What the operator's pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { TOKENS_MAX } from '../../core/money.ts';
import { order, orderBody } from '../../platform/action-log/contract.ts';
import { minuteLimits, ms, whole } from '../../platform/api/schemas.ts';
import { signedCzk } from '../../platform/http/czk-body.ts';
import { reading } from './settings-bodies.ts';

const tokens = z.int().min(1).max(Number(TOKENS_MAX));
const plan = z.enum(['pro', 'ultra']);

const creditBody = z
  .strictObject({ ...order, kind: z.enum(['grant', 'correct', 'refund']), czk: signedCzk })
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

/** Null gives the word back to the configuration. */
const signUpBody = z.strictObject({ ...order, mode: z.enum(['open', 'invitation', 'closed']).nullable() });
export type SignUpBody = z.input<typeof signUpBody>;

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
  'POST /api/operator/sign-up': { body: reading(signUpBody) },
  'GET /api/operator/actions': { query: reading(actionsQuery) },
} as const;
