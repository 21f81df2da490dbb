/**
 * The settings API: what the pages ask the server and what they get, typed once. The pages import these types and
 * nothing else of the server. Money is a decimal text in CZK, times are milliseconds since 1970, ids are opaque.
 * An error has the same body as everywhere: `{"error": {"message", "type", "code", "param"}}`.
 */
import type { Buyer } from '../../features/invoices/buyer.ts';
import type { BuyerBody } from '../../features/invoices/buyer-body.ts';
import type { KeyView } from '../../features/keys/contract.ts';
import type { MeView } from '../../features/organisations/member-api.ts';
import type {
  DocumentView,
  GiftView,
  InvoiceView,
  OffersView,
  OrderView,
  SellerView,
  TopUpView,
} from '../../features/shop/shop-api.ts';
import type { PriceView, ReceiptView, RequestsView, Tokens, UsageView } from '../../features/usage/usage-api.ts';
import type { TokenLimitView } from '../../platform/api/schemas.ts';
import type {
  AccountLimitBody,
  AlertBody,
  CreditLimitBody,
  FinishCardBody,
  LimitAlertsBody,
  MinuteLimitsBody,
  NewCardBody,
  NewOrderBody,
  ProfileBody,
  RedeemBody,
  RequestsQuery,
  TopUpBody,
  UsageQuery,
} from './settings-bodies.ts';

/** Every route with what it takes and gives. The key is the route itself: method, then path. */
export type SettingsApi = {
  /** What a visitor may know before signing in. */
  'GET /api/service': { readonly reply: ServiceView };
  'GET /api/me': { readonly reply: MeView };
  'PATCH /api/me': { readonly body: ProfileBody; readonly reply: MeView };
  /** What is printed on documents; `countries` are those that may be chosen. */
  'GET /api/buyer': { readonly reply: BuyerReply };
  /** Every field empty forgets it. */
  'PATCH /api/buyer': { readonly body: BuyerBody; readonly reply: BuyerReply };
  'GET /api/models': { readonly reply: { readonly models: readonly ModelView[]; readonly defaultModel: string } };

  'GET /api/usage': { readonly query: UsageQuery; readonly reply: UsageView };
  'GET /api/requests': { readonly query: RequestsQuery; readonly reply: RequestsView };
  'GET /api/requests/{id}': { readonly reply: ReceiptView };

  'GET /api/billing': { readonly reply: BillingView };
  'PATCH /api/billing/alert': { readonly body: AlertBody; readonly reply: BillingView };
  /** Whether there are e-mails about limits that are nearly used up. */
  'PATCH /api/billing/limit-alerts': { readonly body: LimitAlertsBody; readonly reply: BillingView };
  /** How much credit all keys together may spend in a month. */
  'PATCH /api/billing/credit-limit': { readonly body: CreditLimitBody; readonly reply: BillingView };
  /** How many tokens all keys together may use. */
  'PATCH /api/billing/token-limit': { readonly body: AccountLimitBody; readonly reply: BillingView };
  'PATCH /api/billing/minute-limits': { readonly body: MinuteLimitsBody; readonly reply: BillingView };
  /** Automatic top-up by a saved card. */
  'GET /api/billing/top-up': { readonly reply: TopUpView };
  /** Also ends a pause. */
  'PATCH /api/billing/top-up': { readonly body: TopUpBody; readonly reply: TopUpView };
  /** `url`: the page of the provider on which a card is saved. */
  'POST /api/billing/card': { readonly body: NewCardBody; readonly reply: { readonly url: string } };
  /** After that page: takes the card that was saved there. */
  'POST /api/billing/card/finish': { readonly body: FinishCardBody; readonly reply: TopUpView };
  /** Turns automatic top-up off. */
  'POST /api/billing/card/remove': { readonly reply: TopUpView };
  /** Newest first: every month since the account was opened. */
  'GET /api/statements': { readonly reply: { readonly months: readonly string[] } };
  'GET /api/statements/{month}': { readonly reply: StatementView };

  /** What can be bought and how; nothing where there is no way to pay. */
  'GET /api/offers': { readonly reply: OffersView };
  /** `url`: where to pay by card. A bank order says in itself how it is paid. */
  'POST /api/orders': {
    readonly body: NewOrderBody;
    readonly reply: { readonly order: OrderView; readonly url: string | null };
  };
  /** Newest first. */
  'GET /api/orders': { readonly reply: { readonly orders: readonly OrderView[] } };
  'GET /api/orders/{id}': { readonly reply: { readonly order: OrderView } };
  /** Oldest first. */
  'GET /api/orders/{id}/documents': { readonly reply: { readonly documents: readonly DocumentView[] } };
  'POST /api/vouchers/redeem': { readonly body: RedeemBody; readonly reply: { readonly gift: GiftView } };
  /** The running period is the last. */
  'POST /api/plan/cancel': { readonly reply: { readonly cancelled: true } };
};
// Beside these: `GET /api/requests.csv` (a file; takes RequestsQuery),
// `GET /api/documents/{id}/pdf`, `GET /api/orders/{id}/proforma` (PDF files), `GET /api/documents/{id}/isdoc` (XML),
// `POST /api/playground/completions` (as POST /v1/chat/completions, paid by the signed-in account) and `/api/auth/…`.

export type SettingsRoute = keyof SettingsApi;

export type BuyerReply = { readonly buyer: Buyer | null; readonly countries: readonly string[] };

export type ServiceView = {
  readonly name: string;
  /** The name in small letters, digits and hyphens, for settings of clients. */
  readonly slug: string;
  /** The environment variable in which examples keep the key. */
  readonly keyVariable: string;
  readonly signUp: 'open' | 'invitation' | 'closed';
  /** The credit that new accounts get to try the service; null where there is none. */
  readonly trialCzk: string | null;
  /** `log`: there is no mail server; links are written to the server's log, and pages say so. */
  readonly mail: 'smtp' | 'log';
  readonly oidc: readonly { readonly id: string; readonly name: string }[];
  /** The base address for clients; its path ends in /v1. */
  readonly baseUrl: string;
  /** Whether there are pages for visitors, and with them the terms and the privacy text. */
  readonly hasLegalTexts: boolean;
};

export type ModelView = {
  readonly id: string;
  readonly kind: 'chat' | 'embedding';
  /** Other names that requests may use; one that ends in `*` matches all that begin so. */
  readonly aliases: readonly string[];
  readonly role: string;
  readonly note: string | null;
  readonly maxOutputTokens: number;
  readonly contextTokens: number | null;
  readonly takesTools: boolean;
  readonly isReasoning: boolean;
  readonly price: PriceView;
};

export type BillingView = {
  readonly creditCzk: string;
  /** Of the credit: held by requests that run now. */
  readonly heldCzk: string;
  readonly freeCzk: string;
  readonly debtCzk: string;
  readonly spentCzk: string;
  readonly plan: PlanView | null;
  /** Also what an upgrade has left of the plan before; its label is that plan. */
  readonly packages: readonly PotView[];
  readonly alertBelowCzk: string | null;
  /** Whether the owner gets e-mails about limits of which 80 % are used, or which are used up. */
  readonly limitAlerts: boolean;
  /** What all keys together may spend in a month. */
  readonly creditLimit: KeyView['limit'];
  readonly tokenLimit: TokenLimitView | null;
  /** What all keys together may do in any 60 seconds: as the account has set it, and as the operator has. The smaller counts. */
  readonly minuteLimits: MinuteLimitsView & { readonly byOperator: MinuteLimitsView };
};

export type MinuteLimitsView = { readonly requestsPerMinute: number | null; readonly tokensPerMinute: number | null };

export type PlanView = {
  readonly id: 'pro' | 'ultra';
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** Null: this period is the last. */
  readonly nextPlan: 'pro' | 'ultra' | null;
  readonly tokens: number;
  readonly tokensLeft: number;
  readonly tokensHeld: number;
};

export type PotView = {
  readonly id: string;
  readonly label: string;
  readonly tokens: number;
  readonly tokensLeft: number;
  readonly tokensHeld: number;
  readonly expiresAtMs: number;
};

export type * from '../../features/shop/shop-api.ts';
export type * from '../../features/usage/usage-api.ts';

/** A month in Europe/Prague. Opening plus the movements minus what was charged is closing, to the last digit. */
export type StatementView = {
  readonly month: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** False while the month still runs. */
  readonly isFinal: boolean;
  readonly email: string;
  /** Who sells; null where the operator has not said. */
  readonly seller: SellerView | null;
  /** What was paid to the operator in this month, oldest first. */
  readonly invoices: readonly InvoiceView[];
  readonly openingCzk: string;
  readonly closingCzk: string;
  readonly chargedCzk: string;
  readonly movements: readonly {
    readonly atMs: number;
    readonly kind: 'grant' | 'correction' | 'refund' | 'debt' | 'expiry';
    readonly pot: 'credit' | 'plan' | 'package';
    readonly label: string;
    readonly reason: string;
    /** Only where the pot is credit. */
    readonly czk: string | null;
    readonly tokens: number | null;
  }[];
  readonly usage: readonly (Tokens & {
    readonly model: string;
    readonly requests: number;
    readonly planTokens: number;
    readonly packageTokens: number;
    readonly czk: string;
  })[];
};
