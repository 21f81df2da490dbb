/** What operators can do, and what is written down of it. */
import type { ApiKey, KeyChange } from '../../core/api-key.ts';
import type { EngineChange, EngineSettings, ModelEngines } from '../../core/engine-changes.ts';
import type { Account } from '../../core/ledger.ts';
import type { ManagementToken } from '../../core/management-token.ts';
import type { Nanos, Price } from '../../core/money.ts';
import type { NewInvitation } from '../../core/people.ts';
import { PLANS, type PlanId, type PlanOffers } from '../../core/plan.ts';
import type { KeyRotation } from '../../core/settings-ports.ts';
import type { StatusNote } from '../../core/status.ts';
import { versionAt } from '../../core/version.ts';
import type { DomainChange } from '../../features/organisations/mail-domain.ts';
import type { Member, MemberChange } from '../../features/organisations/members.ts';
import type { OfferItem, OfferVersion, Terms } from '../../features/shop/offer-terms.ts';
import type { Voucher } from '../../features/shop/payment-ports.ts';
import type { WebhookChange } from '../../features/webhooks/rules.ts';
import type { Channel, NoticeToWrite } from '../notices/notice.ts';

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** What is done to an account. */
export type AccountAction = { readonly accountId: string } & (
  | { readonly kind: 'grant' | 'correct' | 'refund'; readonly amount: Nanos }
  | { readonly kind: 'package'; readonly tokens: bigint; readonly expiresAtMs: number }
  /** Null lets the running period be the last. */
  | { readonly kind: 'plan'; readonly plan: PlanId | null }
  | { readonly kind: 'suspend' | 'resume' | 'end-sessions' }
  /** For good. */
  | { readonly kind: 'close-account' }
  /** What all its keys may do together in a minute; null takes a limit away. */
  | {
      readonly kind: 'minute-limits';
      readonly requestsPerMinute: number | null;
      readonly tokensPerMinute: number | null;
    }
  /** Gives back what expired before its time. */
  | { readonly kind: 'undo-sweep' }
  /** Makes what its pots hold what servers have leased of them. */
  | { readonly kind: 'repair-leases' }
  | { readonly kind: 'revoke-key'; readonly keyId: string }
  | { readonly kind: 'change-key'; readonly keyId: string; readonly change: KeyChange }
  | { readonly kind: 'rotate-key'; readonly keyId: string; readonly next: KeyRotation }
  /** The money of a bank transfer has come; so much of it. `movementId`: which movement of a statement it is. */
  | {
      readonly kind: 'confirm-order';
      readonly orderId: string;
      readonly amount: Nanos;
      readonly movementId?: string;
    }
  /** This bank transfer will not be paid. */
  | { readonly kind: 'cancel-order'; readonly orderId: string }
  | { readonly kind: 'open-account'; readonly email: string }
  | { readonly kind: 'make-key'; readonly key: ApiKey; readonly fingerprint: string }
  /** `channels`: where a notice of it goes. */
  | {
      readonly kind: 'make-token';
      readonly token: ManagementToken;
      readonly fingerprint: string;
      readonly channels: readonly Channel[];
    }
  | { readonly kind: 'revoke-token'; readonly tokenId: string }
  /** A program asked for a change, by a token of this account. */
  | { readonly kind: 'token-call'; readonly call: string }
  /** Its pages were looked at. */
  | { readonly kind: 'look' }
  | MemberChange
  | DomainChange
  | WebhookChange
);

type EngineChangeOrder = {
  /** The engine's name, or the model's id. */
  readonly name: string;
  readonly fromMs: number;
  /** Of what the operator looked at: a change that came between is not lost. */
  readonly revision: number;
};

/** What is done to the service. */
export type ServiceAction =
  | { readonly kind: 'price'; readonly model: string; readonly price: Price; readonly fromMs: number }
  | { readonly kind: 'plan-tokens'; readonly plan: PlanId; readonly tokens: bigint; readonly fromMs: number }
  /** What is sold; `after` is the last version that was known. */
  | {
      readonly kind: 'offer';
      readonly item: OfferItem;
      readonly terms: Terms | null;
      readonly after: number;
      readonly fromMs: number;
    }
  /** A version that has not begun. */
  | { readonly kind: 'withdraw-offer'; readonly item: OfferItem; readonly version: number }
  /** Null gives the word back to the configuration. */
  | { readonly kind: 'sign-up'; readonly mode: SignUpMode | null }
  | { readonly kind: 'voucher'; readonly voucher: Voucher; readonly fingerprint: string }
  | { readonly kind: 'revoke-voucher'; readonly voucherId: string }
  | { readonly kind: 'invite'; readonly invitation: NewInvitation }
  /** What the status page says of an incident. */
  | { readonly kind: 'note'; readonly note: Omit<StatusNote, 'resolvedAtMs'> }
  | { readonly kind: 'resolve-note' | 'remove-note'; readonly noteId: string }
  /** From when an engine has these settings; null gives the word back to the configuration. */
  | (EngineChangeOrder & {
      readonly kind: 'engine-settings';
      readonly value: EngineSettings | null;
      readonly sealedKey: string | null;
      readonly key: 'given' | 'kept' | 'none';
    })
  /** From when these engines answer for a model. */
  | (EngineChangeOrder & { readonly kind: 'model-engines'; readonly value: ModelEngines | null })
  /** A change of an engine or a model that was still to come. */
  | { readonly kind: 'withdraw-engine-change'; readonly version: number; readonly revision: number }
  /** A movement of the bank's statement pays no order. */
  | { readonly kind: 'set-aside'; readonly movementId: string }
  /** What was done elsewhere and is only written down here. */
  | {
      readonly kind: 'engine' | 'audit' | 'reload' | 'become-operator' | 'bank-import';
      readonly object: string;
      readonly result: State;
    };

export type OperatorAction = AccountAction | ServiceAction;
export type ActionKind = OperatorAction['kind'];

export type ActionOrder = {
  /** Made by the caller. The same order with the same id, a second time, changes nothing. */
  readonly id: string;
  readonly actor: string;
  readonly reason: string;
  readonly atMs: number;
  readonly action: OperatorAction;
  /** To be written down with it, unless it was done before. */
  readonly told?: readonly NoticeToWrite[];
};

/** One line of the log. */
export type LoggedAction = {
  readonly seq: number;
  readonly id: string;
  readonly atMs: number;
  readonly actor: string;
  readonly kind: ActionKind;
  readonly accountId: string | null;
  readonly object: string;
  readonly reason: string;
  /** What was asked for, and what was there before and after. */
  readonly wanted: State;
  readonly before: State;
  readonly after: State;
};

export type DoneAction = LoggedAction & {
  /** Whether it was done before, under the same id, and not again. */
  readonly isRepeated: boolean;
};

/** Anything that JSON can hold. Amounts are decimal texts in CZK. */
export type State = Readonly<Record<string, unknown>>;

export type ActionFilter = {
  readonly accountId?: string;
  readonly kind?: ActionKind;
  /** Newest first: those with a smaller number than this. */
  readonly beforeSeq?: number;
  readonly rowsMax: number;
};

/** A customer in a list. */
type Customer = Account & { readonly credit: Nanos; readonly plan: PlanId | null };

export type ListedCustomer = Customer & {
  /** Taken from credit in the running month, as of a minute ago. */
  readonly spentMonth: Nanos;
  /** When the account last got an answer, as of a minute ago. */
  readonly activeAtMs: number | null;
  /** The address of the member by whom a search has found it; null where it is its own, or its id. */
  readonly foundBy: string | null;
};

/** The last one of a page. The address is the one by which it was found. */
export type CustomerCursor = Pick<ListedCustomer, 'id' | 'email' | 'createdAtMs' | 'spentMonth'>;

export const cursorOf = ({ id, email, foundBy, createdAtMs, spentMonth }: ListedCustomer): CustomerCursor => ({
  id,
  email: foundBy ?? email,
  createdAtMs,
  spentMonth,
});

type CustomerFilter = {
  readonly status?: Account['status'] | undefined;
  readonly plan?: PlanId | 'none' | undefined;
  readonly credit?: 'some' | 'none' | undefined;
  /** Those who got an answer in the last 30 days, or none. */
  readonly active?: 'yes' | 'no' | undefined;
};

export type CustomerSearch = {
  /** The beginning of an e-mail address, the account's or a member's, or of an id, which then is the order. */
  readonly search: string;
  readonly filter: CustomerFilter;
  /** `spent`: only those who got an answer this month, by what they spent in it. */
  readonly sort: 'newest' | 'spent';
  readonly after: CustomerCursor | null;
  readonly rowsMax: number;
  readonly nowMs: number;
};

/** A page may be short, even empty, and still have a next one. */
export type CustomerPage = { readonly rows: readonly ListedCustomer[]; readonly next: CustomerCursor | null };

/** Who signs in to an account. */
export type Owner = {
  readonly userId: string;
  readonly name: string;
  readonly role: 'customer' | 'operator';
  readonly hasTwoFactor: boolean;
  readonly isVerified: boolean;
  readonly sessions: number;
};

export type PriceVersion = {
  readonly id: string;
  readonly model: string;
  readonly version: number;
  readonly price: Price;
  readonly fromMs: number;
  readonly actor: string;
};

export type PlanVersion = {
  readonly plan: PlanId;
  readonly version: number;
  readonly tokens: bigint;
  readonly fromMs: number;
  readonly actor: string;
};

/** What an audit has found. `ok` is null where it could not be finished. */
export type AuditResult = {
  readonly ok: boolean | null;
  /** How many rows each check looked at. */
  readonly checked: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
};

/** A request whose engine reported what cannot be true, or went on past its limit. */
export type Anomaly = {
  readonly requestId: string;
  readonly accountId: string;
  readonly model: string;
  readonly atMs: number;
  /** JSON: what was claimed, what was possible, and what was charged. */
  readonly details: string;
};

/** How busy an engine is on this server, and how it did in the last minutes. */
export type EngineLoad = {
  readonly running: number;
  readonly answered: number;
  readonly failed: number;
  /** The mean; null where nothing was answered. */
  readonly firstEventMs: number | null;
};

/** What a reload is about that found nothing wrong: all servers do the same then. */
export const TAKEN_CONFIGURATION = 'configuration';

/** What every server has to know within a second of its being said. */
export type Announcements = {
  readonly prices: readonly PriceVersion[];
  readonly offers: readonly OfferVersion[];
  readonly planVersions: readonly PlanVersion[];
  readonly signUp: SignUpMode | null;
  /** Grows with each order to read the configuration again. */
  readonly lastReload: number;
  /** Oldest first. */
  readonly engineChanges: readonly EngineChange[];
  /** Grows with each change of engines. */
  readonly engineRevision: number;
};

/** The one port for what operators do. Each action and its line in the log are one transaction. */
export interface OperatorStore {
  /** Returns the line of the log: of this action, or of the first with its id. */
  act(order: ActionOrder): Promise<DoneAction>;
  actions(filter: ActionFilter): Promise<readonly LoggedAction[]>;
  /** Looks at a bounded number of accounts. */
  customers(search: CustomerSearch): Promise<CustomerPage>;
  owner(accountId: string): Promise<Owner | undefined>;
  /** The owner first. */
  members(accountId: string): Promise<readonly Member[]>;
  /** Whose key it is. */
  accountOfKey(keyId: string): Promise<string | undefined>;
  announcements(): Promise<Announcements>;
  /** The newest ones, a bounded number. */
  anomalies(): Promise<readonly Anomaly[]>;
}

/** What plans grant at a time: the version that holds then, else what the configuration says. */
export function planOffersAt(versions: readonly PlanVersion[], configured: PlanOffers, atMs: number): PlanOffers {
  const ownOf = (plan: PlanId) => versions.filter((one) => one.plan === plan);
  const tokensOf = (plan: PlanId) => (versionAt(ownOf(plan), atMs) ?? configured[plan]).tokens;
  return Object.fromEntries(PLANS.map((plan) => [plan, { tokens: tokensOf(plan) }])) as PlanOffers;
}
