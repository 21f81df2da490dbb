/** What is sold and what was bought, as the settings API tells it. */
import type { OrderStatus } from './order.ts';
import type { CardFace } from './saved-card.ts';
import type { TopUpState } from './top-up.ts';

export type OfferView = {
  readonly id: string;
  readonly kind: 'credit' | 'package' | 'plan';
  readonly czk: string;
  /** Of a package, or of a plan each month. */
  readonly tokens: number | null;
  /** How long a package lasts. */
  readonly days: number | null;
  readonly plan: 'pro' | 'ultra' | null;
};

/** Between which amounts a customer may choose how much credit to buy. */
export type AmountRangeView = { readonly minCzk: string; readonly maxCzk: string };

export type OffersView = {
  readonly methods: readonly OrderView['method'][];
  readonly offers: readonly OfferView[];
  /** Asked for as the offer `credit`, with an amount. Null where only the offers are sold. */
  readonly anyAmount: AmountRangeView | null;
  /** Whether prices have VAT in them: the seller pays it. */
  readonly hasVat: boolean;
};

export type OrderView = {
  readonly id: string;
  readonly kind: OfferView['kind'];
  readonly czk: string;
  readonly tokens: number | null;
  readonly plan: 'pro' | 'ultra' | null;
  readonly method: 'stripe' | 'bank';
  readonly status: OrderStatus;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly paidAtMs: number | null;
  readonly refundedCzk: string;
  readonly invoiceNumber: string | null;
  readonly vatId: string | null;
  /** It changes a plan that runs, and is charged with the next period. */
  readonly waitsForRenewal: boolean;
  /** It charges a saved card, because the credit was low. */
  readonly isAutomatic: boolean;
  /** Where to send the money; only for an order by bank transfer that is not paid. */
  readonly bank: BankView | null;
};

/** Automatic top-up: the card, the rule, and how it goes. */
export type TopUpView = {
  /** Between which amounts one top-up is; null where it is not offered. */
  readonly limits: AmountRangeView | null;
  readonly card: CardFace | null;
  readonly rule: {
    readonly isOn: boolean;
    readonly belowCzk: string;
    readonly amountCzk: string;
    readonly monthMaxCzk: string;
  } | null;
  /** Paid and in flight in this calendar month of Prague. */
  readonly monthUsedCzk: string;
  /** The order that is being charged. */
  readonly inFlight: string | null;
  /** Why the last charge has failed; `pausedAtMs` once the card is not tried any more. */
  readonly failure: TopUpState['failure'];
};

export type BankView = {
  readonly iban: string;
  /** As Czech banks write it; null for an account elsewhere. */
  readonly accountNumber: string | null;
  readonly name: string;
  readonly variableSymbol: string;
  readonly message: string;
  /** The text of a Czech QR payment code. */
  readonly code: string;
};

export type GiftView =
  | { readonly kind: 'credit'; readonly czk: string }
  | { readonly kind: 'package'; readonly tokens: number; readonly days: number }
  | { readonly kind: 'plan'; readonly plan: 'pro' | 'ultra'; readonly months: number };
