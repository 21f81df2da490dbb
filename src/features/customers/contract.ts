/** Customers, as operators find and change them; what operators did; audits, and requests that cannot be true. */
import { z } from 'zod';
import { TOKENS_MAX } from '../../core/money.ts';
import { actionBody, actionFields, actionView, done } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { signedCzk } from '../../platform/api/czk.ts';
import { limitRules } from '../../platform/api/limits.ts';
import { planId } from '../../platform/api/plans.ts';
import { csvForm, ms, search, whole } from '../../platform/api/schemas.ts';
import { keyView } from '../keys/contract.ts';
import { budgetView, domainView, memberRow } from '../organisations/contract.ts';
import { billingView, topUpView } from '../shop/contract.ts';
import { orderRow } from '../shop/operator-contract.ts';
import { requestRow } from '../usage/contract.ts';

const STATUSES = ['active', 'blocked', 'suspended', 'closed'] as const;
const accountStatus = z.enum(STATUSES).meta({ id: 'AccountStatus' });
export type AccountStatus = View<typeof accountStatus>;

const about = { id: z.string(), email: z.string(), status: accountStatus, createdAtMs: z.number() };

const customerRow = z
  .object({
    ...about,
    creditCzk: z.string(),
    plan: z.string().nullable(),
    spentMonthCzk: z.string().describe('Taken from credit in the running month. At most a minute old, as the next.'),
    activeAtMs: z.number().nullable().describe('When the account last got an answer; null where it never did.'),
    foundBy: z
      .string()
      .nullable()
      .describe('The address of the member by whom a search has found it; null where it is its own, or its id.'),
  })
  .meta({ id: 'CustomerRow' });
export type CustomerRow = View<typeof customerRow>;

const customersView = z
  .object({
    customers: z.array(customerRow),
    next: z
      .string()
      .nullable()
      .describe(
        'Give it as `after` to read on; null at the end. A page may be short, even empty, and still have a next one.',
      ),
  })
  .meta({ id: 'CustomersView' });
export type CustomersView = View<typeof customersView>;

const ownerView = z.object({
  name: z.string(),
  role: z.enum(['customer', 'operator']),
  hasTwoFactor: z.boolean(),
  isVerified: z.boolean(),
  sessions: z.number(),
  terms: z
    .object({ version: z.string(), atMs: z.number() })
    .nullable()
    .describe('The terms that were accepted at sign-up.'),
});

const customerWebhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    createdAtMs: z.number(),
    disabledAtMs: z.number().nullable().describe('Since when it is not called any more; null while it is called.'),
    lastFailure: z
      .object({ atMs: z.number(), status: z.number().nullable(), problem: z.string() })
      .nullable()
      .describe('The newest of the last deliveries whose call has failed.'),
  })
  .meta({ id: 'CustomerWebhook', description: 'A webhook of a customer, without its secret.' });

const customerView = z
  .object({
    ...about,
    owner: ownerView.nullable().describe('Null: no person has signed in to this account yet.'),
    name: z.string().nullable().describe('What members call the account.'),
    members: z.array(memberRow.extend({ budget: budgetView.nullable() })).describe('The owner first.'),
    webhooks: z.array(customerWebhook),
    domains: z
      .array(domainView.pick({ domain: true, verifiedAtMs: true, provider: true }))
      .describe('Mail domains, oldest first, each with the provider by which colleagues sign in.'),
    billing: billingView,
    topUp: topUpView.describe('Automatic top-up; its limits are left out.'),
    keys: z.array(keyView),
    orders: z.array(orderRow).describe('The last ones, as the lists that follow.'),
    requests: z.array(requestRow),
    actions: z.array(actionView),
  })
  .meta({ id: 'CustomerView' });
export type CustomerView = View<typeof customerView>;

const customersQuery = z.strictObject({
  /** The beginning of an e-mail address or of an id. */
  search,
  status: z.enum(STATUSES).optional(),
  /** The id of a plan, or `none`. */
  plan: planId.optional(),
  credit: z.enum(['some', 'none']).optional(),
  /** Those who got an answer in the last 30 days, or none. */
  active: z.enum(['yes', 'no']).optional(),
  /** `spent`: those who got an answer this month, by what they spent in it. A search has an order of its own. */
  sort: z.enum(['newest', 'spent']).optional(),
  /** The `next` of an earlier page. */
  after: z.string().max(600).optional(),
});
export type CustomersQuery = View<typeof customersQuery>;

const creditBody = z
  .strictObject({ ...actionFields, kind: z.enum(['grant', 'correct', 'refund']), czk: signedCzk })
  .refine(({ kind, czk }) => kind === 'correct' || !czk.startsWith('-'), {
    message: 'must be more than zero',
    path: ['czk'],
  });

export const customers = {
  list: route('GET /api/operator/customers', {
    about: 'Customers with their balance and plan.',
    needs: 'customers:read',
    query: customersQuery,
    reply: customersView,
  }),
  look: route('GET /api/operator/customers/{id}', {
    about: 'One customer with keys, pots, members and the last requests.',
    needs: 'customers:read',
    query: z.strictObject({ dayFromMs: whole }),
    reply: customerView,
  }),
  credit: route('POST /api/operator/customers/{id}/credit', {
    about: 'Gives credit, or takes it.',
    needs: 'credit:write',
    body: creditBody,
    reply: done,
  }),
  package: route('POST /api/operator/customers/{id}/package', {
    about: 'Gives a package of tokens.',
    needs: 'credit:write',
    body: z.strictObject({ ...actionFields, tokens: z.int().min(1).max(Number(TOKENS_MAX)), expiresAtMs: ms }),
    reply: done,
  }),
  plan: route('POST /api/operator/customers/{id}/plan', {
    about: 'Begins a plan, changes it, or ends it.',
    needs: 'credit:write',
    body: z.strictObject({ ...actionFields, plan: planId.nullable() }),
    reply: done,
  }),
  status: route('POST /api/operator/customers/{id}/status', {
    about: 'Suspends a customer, or lets them go on.',
    needs: 'customers:write',
    body: z.strictObject({ ...actionFields, status: z.enum(['suspended', 'active']) }),
    reply: done,
  }),
  limits: route('POST /api/operator/customers/{id}/limits', {
    about: 'What all keys of the account may use together, as the operator sets it. Limits of the customer stay.',
    needs: 'customers:write',
    body: z.strictObject({ ...actionFields, limits: limitRules }),
    reply: done,
  }),
  endSessions: route('POST /api/operator/customers/{id}/sessions/end', {
    about: 'Signs all members of a customer out.',
    needs: 'customers:write',
    body: actionBody,
    reply: done,
  }),
  revokeKey: route('POST /api/operator/customers/{id}/keys/{keyId}/revoke', {
    about: 'Ends a key of a customer for good.',
    needs: 'customers:write',
    body: actionBody,
    reply: done,
  }),
};

const actionsView = z
  .object({
    actions: z.array(actionView),
    next: z.number().nullable().describe('Give it as `before` to read on; null at the end.'),
  })
  .meta({ id: 'ActionsView' });
export type ActionsView = View<typeof actionsView>;

const actionsQuery = z.strictObject({
  accountId: z.string().max(64).optional(),
  before: whole.optional(),
  fromMs: whole.optional(),
  toMs: whole.optional(),
});

export const actions = {
  list: route('GET /api/operator/actions', {
    about: 'Newest first; sign-ins only for one account.',
    needs: 'customers:read',
    query: actionsQuery,
    reply: actionsView,
  }),
  csv: route('GET /api/operator/actions.csv', {
    about: 'What operators and members did, newest first.',
    needs: 'customers:read',
    query: actionsQuery.extend(csvForm),
    reply: { file: 'text/csv' },
  }),
  jsonLines: route('GET /api/operator/actions.jsonl', {
    about: 'The same as lines of JSON.',
    needs: 'customers:read',
    query: actionsQuery,
    reply: { file: 'application/jsonl' },
  }),
};

const auditView = z
  .object({
    running: z.object({ startedAtMs: z.number(), done: z.number(), of: z.number() }).nullable(),
    last: z
      .object({
        startedAtMs: z.number(),
        endedAtMs: z.number(),
        actor: z.string(),
        ok: z.boolean().nullable().describe('Null: it could not be finished; `problems` says why.'),
        checked: z.record(z.string(), z.number()),
        problems: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'AuditView' });
export type AuditView = View<typeof auditView>;

const anomaly = z
  .object({
    requestId: z.string(),
    accountId: z.string(),
    model: z.string(),
    atMs: z.number(),
    details: z.string().describe('JSON: what was claimed, what was possible, and what was charged.'),
  })
  .meta({
    id: 'Anomaly',
    description: 'A request whose engine reported what cannot be true, or went on past its limit.',
  });
export type Anomaly = View<typeof anomaly>;

export const audit = {
  look: route('GET /api/operator/audit', { needs: 'operator', reply: auditView }),
  begin: route('POST /api/operator/audit', {
    about: 'Begins one, unless one is running.',
    needs: 'operator',
    reply: auditView,
  }),
  anomalies: route('GET /api/operator/anomalies', {
    needs: 'operator',
    reply: z.object({ anomalies: z.array(anomaly) }),
  }),
};
