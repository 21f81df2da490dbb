/**
 * The operator's part of the settings API: the same rules as in `contracts.ts`, for people with the role `operator`.
 * For all others these routes do not exist. What changes something takes an `id` that the page has made: sent
 * twice, it is done once, and both get the same answer.
 */

import type { CustomerRow, CustomersView } from '../../features/customers/customer-api.ts';
import type { KeyView } from '../../features/keys/contract.ts';
import type { BudgetView, DomainView, MemberRow } from '../../features/organisations/contract.ts';
import type { BillingView, GiftView, OrderView, TopUpView } from '../../features/shop/contract.ts';
import type { OfferApi } from '../../features/shop/offer-api.ts';
import type { RequestRow } from '../../features/usage/contract.ts';
import type { ActionView, OrderBody } from '../../platform/action-log/contract.ts';
import type { Anomaly } from '../../platform/action-log/operator.ts';
import type {
  ActionsQuery,
  ConfirmBody,
  CreditBody,
  CustomerLimitsBody,
  CustomersQuery,
  OrdersQuery,
  PackageBody,
  PlanBody,
  StatusBody,
  VoucherBody,
  VouchersQuery,
} from './operator-bodies.ts';

type Done = { readonly action: ActionView };

export type OperatorApi = OfferApi & {
  'GET /api/operator/customers': { readonly query: CustomersQuery; readonly reply: CustomersView };
  'GET /api/operator/customers/{id}': { readonly query: { readonly dayFromMs: number }; readonly reply: CustomerView };
  'POST /api/operator/customers/{id}/credit': { readonly body: CreditBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/package': { readonly body: PackageBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/plan': { readonly body: PlanBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/status': { readonly body: StatusBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/minute-limits': { readonly body: CustomerLimitsBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/sessions/end': { readonly body: OrderBody; readonly reply: Done };
  'POST /api/operator/customers/{id}/keys/{keyId}/revoke': { readonly body: OrderBody; readonly reply: Done };

  'GET /api/operator/orders': { readonly query: OrdersQuery; readonly reply: OrdersView };
  /** The money of a bank transfer has come. */
  'POST /api/operator/orders/{id}/confirm': { readonly body: ConfirmBody; readonly reply: Done };
  /** Only an open one by bank transfer. */
  'POST /api/operator/orders/{id}/cancel': { readonly body: OrderBody; readonly reply: Done };

  'GET /api/operator/vouchers': { readonly query: VouchersQuery; readonly reply: VouchersView };
  'POST /api/operator/vouchers': { readonly body: VoucherBody; readonly reply: NewVoucherView };
  'POST /api/operator/vouchers/{id}/revoke': { readonly body: OrderBody; readonly reply: Done };

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
export type * from '../../features/shop/offer-api.ts';

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

/** An order in a list of operators. */
export type OrderRow = Omit<OrderView, 'bank'> & {
  readonly accountId: string;
  readonly email: string;
  /** Of a bank transfer. */
  readonly variableSymbol: string | null;
};

export type OrdersView = {
  readonly orders: readonly OrderRow[];
  /** Give it as `after` to read on; null at the end. */
  readonly next: string | null;
};

export type VoucherView = {
  readonly id: string;
  /** The last characters of its code. */
  readonly hint: string;
  readonly gift: GiftView;
  readonly uses: number;
  readonly usesMax: number;
  readonly note: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
};

export type VouchersView = { readonly vouchers: readonly VoucherView[]; readonly next: string | null };

export type NewVoucherView = {
  readonly voucher: VoucherView;
  /** Shown this once. Null where the same order was sent before: then it was shown, or lost on its way. */
  readonly code: string | null;
};

export type ActionsView = {
  readonly actions: readonly ActionView[];
  /** Give it as `before` to read on; null at the end. */
  readonly next: number | null;
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
