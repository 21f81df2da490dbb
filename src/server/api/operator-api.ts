/**
 * The operator's part of the settings API: the same rules as in `settings-api.ts`, for people with the role `operator`.
 * For all others these routes do not exist. What changes something takes an `id` that the page has made: sent
 * twice, it is done once, and both get the same answer.
 */

import type { CustomerRow, CustomersView } from '../../features/customers/customer-api.ts';
import type { KeyView } from '../../features/keys/contract.ts';
import type { BudgetView, DomainView, MemberRow } from '../../features/organisations/contract.ts';
import type { BillingView, TopUpView } from '../../features/shop/contract.ts';
import type { OrderRow } from '../../features/shop/operator-contract.ts';
import type { ServiceView } from '../../features/site/contract.ts';
import type { RequestRow } from '../../features/usage/contract.ts';
import type { ActionView, OrderBody } from '../../platform/action-log/contract.ts';
import type { Anomaly } from '../../platform/action-log/operator.ts';
import type {
  ActionsQuery,
  CreditBody,
  CustomerLimitsBody,
  CustomersQuery,
  PackageBody,
  PlanBody,
  SignUpBody,
  StatusBody,
} from './operator-bodies.ts';

type Done = { readonly action: ActionView };

export type OperatorApi = {
  'GET /api/operator/customers': { readonly query: CustomersQuery; readonly reply: CustomersView };
  'GET /api/operator/customers/{id}': { readonly query: { readonly dayFromMs: number }; readonly reply: CustomerView };
  'POST /api/operator/customers/{id}/credit': { readonly body: CreditBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/package': { readonly body: PackageBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/plan': { readonly body: PlanBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/status': { readonly body: StatusBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/minute-limits': { readonly body: CustomerLimitsBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/sessions/end': { readonly body: OrderBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/keys/{keyId}/revoke': { readonly body: OrderBody; readonly reply: Done };

  'GET /api/operator/sign-up': { readonly reply: SignUpView };
  'POST /api/operator/sign-up': { readonly body: SignUpBody; readonly reply: SignUpView };

  'GET /api/operator/anomalies': { readonly reply: { readonly anomalies: readonly Anomaly[] } };

  'GET /api/operator/audit': { readonly reply: AuditView };
  /** Begins one, unless one is running. */
  'POST /api/operator/audit': { readonly reply: AuditView };

  /** Newest first. */
  'GET /api/operator/actions': { readonly query: ActionsQuery; readonly reply: ActionsView };
};
// Beside these: `GET /api/operator/documents.zip` (a file; takes month), `GET /api/operator/actions.csv` and `.jsonl` (files, newest first), and
// `GET /api/operator/feed` (an event stream of FeedEntry).

export type OperatorRoute = keyof OperatorApi;

export type * from '../../features/customers/customer-api.ts';

export type CustomerView = Omit<CustomerRow, 'creditCzk' | 'plan' | 'spentMonthCzk' | 'activeAtMs' | 'foundBy'> & {
  /** Null: no person has signed in to this account yet. */
  readonly owner: {
    readonly name: string;
    readonly role: 'customer' | 'operator';
    readonly hasTwoFactor: boolean;
    readonly isVerified: boolean;
    readonly sessions: number;
  } | null;
  /** What members call the account. */
  readonly name: string | null;
  /** The owner first. */
  readonly members: readonly (MemberRow & { readonly budget: BudgetView | null })[];
  readonly webhooks: readonly CustomerWebhook[];
  /** Mail domains, oldest first, each with the provider by which colleagues sign in. */
  readonly domains: readonly Pick<DomainView, 'domain' | 'verifiedAtMs' | 'provider'>[];
  readonly billing: BillingView;
  /** Automatic top-up; its limits are left out. */
  readonly topUp: TopUpView;
  readonly keys: readonly KeyView[];
  /** The last ones, as the lists that follow. */
  readonly orders: readonly OrderRow[];
  readonly requests: readonly RequestRow[];
  readonly actions: readonly ActionView[];
};

/** A webhook of a customer, without its secret. */
export type CustomerWebhook = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly createdAtMs: number;
  /** Since when it is not called any more; null while it is called. */
  readonly disabledAtMs: number | null;
  /** The newest of the last deliveries whose call has failed. */
  readonly lastFailure: {
    readonly atMs: number;
    readonly status: number | null;
    readonly problem: string;
  } | null;
};

export type ActionsView = {
  readonly actions: readonly ActionView[];
  /** Give it as `before` to read on; null at the end. */
  readonly next: number | null;
};

export type SignUpView = {
  readonly mode: ServiceView['signUp'];
  readonly configured: ServiceView['signUp'];
  /** Whether the operator has set it here, so that the configuration does not count. */
  readonly isSet: boolean;
};

export type AuditView = {
  readonly running: { readonly startedAtMs: number; readonly done: number; readonly of: number } | null;
  readonly last: {
    readonly startedAtMs: number;
    readonly endedAtMs: number;
    readonly actor: string;
    /** Null: it could not be finished; `problems` says why. */
    readonly ok: boolean | null;
    readonly checked: Readonly<Record<string, number>>;
    readonly problems: readonly string[];
  } | null;
};
