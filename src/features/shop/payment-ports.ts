/** Ports for getting paid: the orders and vouchers in the database, and the provider that takes cards. */

import type { CardFailure } from '../../core/card-failure.ts';
import type { Nanos } from '../../core/money.ts';
import type { BankAccount, Offer, PayMethod, Sold } from '../../core/offer.ts';
import type { PlanId } from '../../core/plan.ts';
import type { ListPlace } from '../../platform/api/list-place.ts';
import type { Channel } from '../../platform/notices/notice.ts';
import type { OrderFact, OrderStatus, Payment } from './order.ts';
import type { CardReference, SavedCard } from './saved-card.ts';

export type Order = Offer extends infer One ? (One extends Offer ? Omit<One, 'id'> & OrderAbout : never) : never;

type OrderAbout = {
  readonly id: string;
  readonly accountId: string;
  /** The id of the offer. */
  readonly offer: string;
  readonly method: PayMethod;
  readonly status: OrderStatus;
  readonly language: 'cs' | 'en';
  readonly vatId: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly paidAtMs: number | null;
  readonly refunded: Nanos;
  /** The country that the payment came from; null where it is not known. */
  readonly paymentCountry: string | null;
  /** The version of the terms that was accepted; null where none was asked for. */
  readonly termsVersion: string | null;
  /** A consumer wanted use to begin at once; null where that was not asked. */
  readonly beginsAtOnce: boolean | null;
  readonly variableSymbol: string | null;
  readonly invoiceNumber: string | null;
  /** It is a change of a plan, and is paid with the next renewal. */
  readonly waitsForRenewal: boolean;
  /** It charges a saved card, because the credit was low. */
  readonly isAutomatic: boolean;
};

export type Agreed = Pick<OrderAbout, 'termsVersion' | 'beginsAtOnce'>;

export type NewOrder = {
  readonly id: string;
  readonly accountId: string;
  readonly offer: Offer;
  readonly method: PayMethod;
  readonly language: 'cs' | 'en';
  readonly vatId: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Of the customer who has ordered; an automatic order has none. */
  readonly agreed?: Agreed;
  /** The saved card that an automatic order charges. */
  readonly card?: CardReference;
};

/** The e-mail that says how a bank order is paid. It is written down with the order: never one without the other. */
export type TransferTelling = {
  readonly email: string;
  readonly bank: BankAccount;
  /** The page of the order. */
  readonly pageUrl: string;
  readonly channels: readonly Channel[];
};

export type ReceiptWish = {
  readonly atMs: number;
  /** Scheme and host of our own pages. */
  readonly origin: string;
  readonly channels: readonly Channel[];
};

/** A report of a provider, or for a bank of the operator. `id` is theirs: a repeat changes nothing. */
export type PaymentEvent = { readonly id: string; readonly kind: string; readonly about: EventSubject };

export type EventSubject =
  /** A page on which an order is paid. `paid` is there where the fact is the payment. */
  | ({ readonly by: 'session'; readonly session: string; readonly fact: OrderFact; readonly paid: Payment | null } & {
      readonly orderId: string | null;
      readonly payment: string | null;
      readonly invoice: string | null;
      readonly subscription: string | null;
      /** The country of the address that was given with the card. */
      readonly country?: string | null;
    })
  /** A payment that an order already has, or will turn out to have. */
  | { readonly by: 'payment'; readonly payment: string; readonly fact: OrderFact }
  /** The charge of a saved card. `payment` is null where none was made. */
  | {
      readonly by: 'charge';
      readonly orderId: string;
      readonly payment: string | null;
      readonly fact: OrderFact;
      readonly paid: Payment | null;
      readonly failure: CardFailure | null;
    }
  /** Which payment has paid an invoice. */
  | { readonly by: 'invoice'; readonly invoice: string; readonly payment: string }
  /** Another period of a subscription was paid; `orderId` is the order that began it. */
  | {
      readonly by: 'renewal';
      readonly orderId: string;
      readonly subscription: string;
      readonly invoice: string;
      readonly paid: Payment;
    }
  /** Another period could not be charged. The provider tries again by itself. */
  | {
      readonly by: 'renewal-failed';
      readonly orderId: string;
      readonly subscription: string;
      readonly invoice: string;
      readonly amount: Nanos;
    }
  | { readonly by: 'subscription-end'; readonly subscription: string }
  /** The operator says that an order was paid, or that it will not be. */
  | {
      readonly by: 'order' | 'cancelled-order';
      readonly orderId: string;
      /** The country of the bank account that has paid, where it is known. */
      readonly country?: string | null;
    }
  /** The operator has sent money of a bank transfer back: so much in all. */
  | { readonly by: 'refunded-order'; readonly orderId: string; readonly total: Nanos };

/**
 * The outcome of an event. `duplicate`: it was known. `waiting`: its payment is not known yet. `unknown`: it is about
 * nothing of ours. `account-closed`: the money is there, and no account to credit. The others were refused.
 */
export type EventOutcome =
  | 'done'
  | 'duplicate'
  | 'waiting'
  | 'unknown'
  | 'account-closed'
  | 'wrong-amount'
  | 'wrong-currency'
  | 'wrong-order';

export type EventResult = { readonly outcome: EventOutcome; readonly orderId: string | null };

export interface Orders {
  /** The account from which an event may take something back. */
  takesFrom(about: EventSubject): Promise<string | undefined>;
  /** A bank order gets its variable symbol here. */
  create(order: NewOrder, telling?: TransferTelling): Promise<Order>;
  /** The page on which it is paid, once the provider has made it. */
  setSession(orderId: string, session: string): Promise<void>;
  /** Only an order of the account. */
  find(accountId: string, orderId: string): Promise<Order | undefined>;
  /** Newest first. */
  list(accountId: string): Promise<readonly Order[]>;
  /** Those that were paid within `[fromMs, toMs)`, oldest first. */
  paidWithin(span: {
    readonly accountId: string;
    readonly fromMs: number;
    readonly toMs: number;
  }): Promise<readonly Order[]>;
  /** Those of all accounts, newest first. */
  listAll(filter: OrderFilter): Promise<readonly OwnedOrder[]>;
  /** In one transaction: what is known of the order, what it gives or takes, its invoice number, the event. */
  apply(event: PaymentEvent, by: { readonly actor: string; readonly atMs: number }): Promise<EventResult>;
  /** Orders that were not paid in time, but those that charge a saved card. Late money still counts. */
  expire(nowMs: number): Promise<number>;
  /** Writes receipts of some paid orders into the outbox: one of each, however many servers do. Returns the orders' ids. */
  addReceipts(wish: ReceiptWish): Promise<readonly string[]>;
  /** The subscription that the account pays through the provider, if it goes on. */
  subscriptionOf(accountId: string): Promise<PaidSubscription | undefined>;
  cancelSubscription(subscriptionId: string): Promise<void>;
  /** From its next renewal on, a subscription that goes on pays for what the order says. */
  changeSubscription(change: SubscriptionChange): Promise<void>;
  /** The payment that an event says has failed; nothing if it has succeeded meanwhile. */
  failedPayment(about: EventSubject): Promise<FailedPayment | undefined>;
  /** Subscriptions that the provider should end: they were replaced, or their account is closed. */
  subscriptionsToEnd(): Promise<readonly string[]>;
  endSubscription(subscriptionId: string): Promise<void>;
}

export type OrderFilter = {
  readonly status?: OrderStatus;
  readonly method?: PayMethod;
  readonly accountId?: string;
  /** Exactly: an id, a variable symbol, an invoice number, or the e-mail address of an account. */
  readonly search?: string;
  readonly after?: ListPlace;
  /** A hundred, unless said. */
  readonly rowsMax?: number;
};

export type OwnedOrder = Order & { readonly email: string };

export type PaidSubscription = {
  readonly id: string;
  readonly plan: PlanId;
  readonly status: 'active' | 'cancelled';
};

export type SubscriptionChange = { readonly subscriptionId: string; readonly orderId: string; readonly atMs: number };

export type FailedPayment = {
  /** The same for one payment, however often it is tried and reported. */
  readonly id: string;
  readonly what: 'order' | 'renewal' | 'top-up';
  readonly accountId: string;
  readonly orderId: string;
  readonly amount: Nanos;
  readonly email: string;
  readonly language: 'cs' | 'en';
  /** For a top-up: why, and whether no more are tried. */
  readonly topUp?: { readonly failure: CardFailure; readonly isPaused: boolean };
};

/** A card was saved on the page with this id. */
export type CardEvent = { readonly id: string; readonly kind: string; readonly cardSession: string };

/** The provider's report of a charge. */
export type ChargeReport = EventSubject & { readonly by: 'charge' };

/** A card, the account for which its page was made, and the member and the address who made the page. */
export type CardOnPage = {
  readonly card: SavedCard;
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly email: string;
};

/** The provider that takes cards. What it cannot do now rejects with `payment_provider_failed`. */
export interface PaymentProvider {
  /** Makes the page on which the order is paid. Asked twice for one order, it makes one. */
  checkout(order: Order, place: CheckoutPlace): Promise<{ readonly session: string; readonly url: string }>;
  /**
   * Reads a message that says it is from the provider. Throws `webhook_refused` unless the signature over exactly these
   * bytes is right and fresh; undefined when it is about nothing that concerns us.
   */
  readEvent(message: ProviderMessage): Promise<PaymentEvent | CardEvent | undefined>;
  /** All events since then, reported or not, in any order: for a restored database. */
  events(sinceMs: number): AsyncIterable<PaymentEvent>;
  /** From the next period on, the subscription costs what the order does; nothing is charged or paid back now. */
  changeAtPeriodEnd(subscriptionId: string, order: Order, description: string): Promise<void>;
  /** The running period is the last. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** At once. To end what has ended is no mistake. */
  end(subscriptionId: string): Promise<void>;
  /** Makes the page on which a card is saved for later. */
  cardPage(place: CardPlace): Promise<string>;
  /** Undefined where none was saved on that page. */
  savedCard(session: string): Promise<CardOnPage | undefined>;
  /** Charges a saved card. Asked twice for one order, it charges once. Undefined: it is not known yet. */
  charge(order: Order, card: CardReference, description: string): Promise<ChargeReport | undefined>;
  /** Charges nothing: what became of a charge that may have been made. */
  findCharge(order: Order, card: CardReference): Promise<ChargeReport | undefined>;
  /** Sends a part of a payment back. Asked twice for one order, it sends one; what has gone back otherwise is no mistake. */
  refund(refund: ProviderRefund): Promise<void>;
  /** To forget what is forgotten is no mistake. */
  forgetCard(customer: string): Promise<void>;
}

export type ProviderRefund = { readonly orderId: string; readonly payment: string; readonly amount: Nanos };

export type CheckoutPlace = {
  readonly email: string;
  readonly description: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
};

export type CardPlace = Omit<CheckoutPlace, 'description'> & {
  readonly accountId: string;
  /** The member who saves the card. */
  readonly userId?: string | undefined;
  readonly language: 'cs' | 'en';
};

export type ProviderMessage = { readonly body: Uint8Array; readonly signature: string; readonly nowMs: number };

/** The gift of a voucher: a plan for some months, where an offer sells one. */
export type VoucherGift =
  | { readonly kind: 'credit'; readonly amount: Nanos }
  | (Sold & { readonly kind: 'package' })
  | { readonly kind: 'plan'; readonly plan: PlanId; readonly months: number };

export type Voucher = {
  readonly id: string;
  /** The last characters of the code. */
  readonly hint: string;
  readonly gift: VoucherGift;
  readonly usesMax: number;
  readonly uses: number;
  readonly note: string;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
};

export type VoucherFilter = {
  /** Its id, the last characters of its code, or a part of its note. */
  readonly search?: string;
  /** Found too: the one with this fingerprint. */
  readonly fingerprint?: string;
  readonly after?: ListPlace;
  /** A thousand, unless said. */
  readonly rowsMax?: number;
};

export interface Vouchers {
  add(voucher: Voucher, fingerprint: string): Promise<void>;
  /** Newest first. */
  list(filter?: VoucherFilter): Promise<readonly Voucher[]>;
  /** Undefined where there is none, whatever may be done with it. */
  find(fingerprint: string): Promise<Voucher | undefined>;
  /** Takes an id. False when there is no such voucher. */
  revoke(id: string, atMs: number): Promise<boolean>;
  /**
   * Gives what the voucher is worth, once for an account. Throws `voucher_invalid` for one that is unknown, used up, over,
   * revoked, or already used by this account: the caller does not learn which. Throws `plan_running` where a plan cannot be added.
   */
  redeem(use: {
    readonly accountId: string;
    readonly fingerprint: string;
    readonly atMs: number;
  }): Promise<VoucherGift>;
}
