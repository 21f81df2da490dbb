/**
 * The operator's part of the settings API: the same rules as in `settings-api.ts`, for people with the role `operator`.
 * For all others these routes do not exist. What changes something takes an `id` that the page has made: sent
 * twice, it is done once, and both get the same answer.
 */

import type { BankApi } from '../../features/bank/bank-view.ts';
import type { ModelView } from '../../features/catalogue/contract.ts';
import type { CustomerRow, CustomersView, EmailsView } from '../../features/customers/customer-api.ts';
import type { DomainView } from '../../features/organisations/domain-api.ts';
import type { BudgetView, MemberRow } from '../../features/organisations/member-api.ts';
import type { OverviewView } from '../../features/overview/overview-view.ts';
import type { EngineTestView, ServingApi } from '../../features/serving/engine-api.ts';
import type { BillingView, GiftView, OrderView, TopUpView } from '../../features/shop/contract.ts';
import type { OfferApi, VersionState } from '../../features/shop/offer-api.ts';
import type { ServiceView } from '../../features/site/contract.ts';
import type { OperatorTokenApi } from '../../features/tokens/token-api.ts';
import type { RequestRow } from '../../features/usage/contract.ts';
import type { ActionKind, Anomaly } from '../../platform/action-log/operator.ts';
import type {
  ActionsQuery,
  ConfirmBody,
  CreditBody,
  CustomerLimitsBody,
  CustomersQuery,
  DrainBody,
  EmailsQuery,
  EngineTestBody,
  OrderBody,
  OrdersQuery,
  OverviewQuery,
  PackageBody,
  PlanBody,
  PlanTokensBody,
  PriceBody,
  SignUpBody,
  StatusBody,
  VoucherBody,
  VouchersQuery,
} from './operator-bodies.ts';
import type { KeyView } from './settings-api.ts';

type Done = { readonly action: ActionView };

type OtherApi = BankApi<Done> & OfferApi & OperatorTokenApi & ServingApi;

export type OperatorApi = OtherApi & {
  'GET /api/operator/overview': { readonly query: OverviewQuery; readonly reply: OverviewView };

  /** Of accounts by their ids; those that are none are left out. */
  'GET /api/operator/emails': { readonly query: EmailsQuery; readonly reply: EmailsView };
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

  'GET /api/operator/prices': { readonly reply: PricesView };
  'POST /api/operator/prices': { readonly body: PriceBody; readonly reply: PricesView };
  'POST /api/operator/plans': { readonly body: PlanTokensBody; readonly reply: PricesView };

  'GET /api/operator/sign-up': { readonly reply: SignUpView };
  'POST /api/operator/sign-up': { readonly body: SignUpBody; readonly reply: SignUpView };

  /** Reads the configuration again, on this server. What is wrong with it is in the answer, and then nothing changes. */
  'POST /api/operator/reload': { readonly body: OrderBody; readonly reply: ReloadView };

  'GET /api/operator/engines': { readonly reply: { readonly engines: readonly EngineView[] } };
  /** A drained engine gets no new requests on this server, until it is resumed or the server restarts. */
  'POST /api/operator/engines/{name}/drain': {
    readonly body: DrainBody;
    readonly reply: { readonly engines: readonly EngineView[] };
  };
  /** A tiny real completion, free of charge. */
  'POST /api/operator/engines/{name}/test': { readonly body: EngineTestBody; readonly reply: EngineTestView };

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
export type * from '../../features/serving/engine-api.ts';
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

export type ReloadView =
  | {
      readonly ok: true;
      readonly models: readonly string[];
      readonly engines: readonly string[];
      /** Settings that were changed too, and that count only after a restart. */
      readonly restartNeeded: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

export type ActionView = {
  readonly seq: number;
  readonly id: string;
  readonly atMs: number;
  readonly actor: string;
  readonly kind: ActionKind;
  readonly accountId: string | null;
  readonly object: string;
  readonly reason: string;
  readonly wanted: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

export type ActionsView = {
  readonly actions: readonly ActionView[];
  /** Give it as `before` to read on; null at the end. */
  readonly next: number | null;
};

export type PriceVersionView = {
  readonly id: string;
  readonly price: ModelView['price'];
  readonly fromMs: number;
  readonly actor: string;
  readonly state: VersionState;
};

export type PricesView = {
  readonly models: readonly { readonly id: string; readonly versions: readonly PriceVersionView[] }[];
  readonly plans: readonly {
    readonly id: 'pro' | 'ultra';
    /** What the configuration says; it holds where no version does. */
    readonly configuredTokens: number;
    readonly tokens: number;
    readonly versions: readonly {
      readonly tokens: number;
      readonly fromMs: number;
      readonly actor: string;
      readonly state: VersionState;
    }[];
  }[];
};

export type SignUpView = {
  readonly mode: ServiceView['signUp'];
  readonly configured: ServiceView['signUp'];
  /** Whether the operator has set it here, so that the configuration does not count. */
  readonly isSet: boolean;
};

export type EngineView = {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly models: readonly string[];
  readonly isDraining: boolean;
  /** On this server, as everything that follows. */
  readonly running: number;
  /** Requests that wait for a place at any engine of its models. */
  readonly queued: number;
  /** Of the last five minutes. */
  readonly answered: number;
  readonly failed: number;
  readonly firstEventMs: number | null;
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
