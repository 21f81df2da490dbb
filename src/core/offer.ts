/** Offers for sale. The operator says how much of what for how many crowns; the id stays the same while that does. */
import { ServiceError } from './errors.ts';
import { formatCzk, NANOS_PER_CZK, type Nanos, parseCzk } from './money.ts';
import type { InBoth, PlanId, PlanPayment } from './plan.ts';

export type Offer = { readonly id: string; readonly amount: Nanos } & Sold;

/** The thing that the buyer gets. */
export type Sold =
  | { readonly kind: 'credit' }
  | { readonly kind: 'package'; readonly tokens: bigint; readonly days: number }
  | SoldPlan;

type SoldPlan = {
  readonly kind: 'plan';
  readonly plan: PlanId;
  /** As it was called when it was offered. */
  readonly name: InBoth;
  readonly every: PlanPayment;
};

/** Stripe takes no less in crowns. */
const CZK_MIN = 15n * NANOS_PER_CZK;

/** The problem of a price, in words that follow its name. */
export function priceProblem(czk: string): string | undefined {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(czk)) return 'must be an amount in CZK with at most 2 decimals';
  return parseCzk(czk) < CZK_MIN ? 'must be at least 15 CZK' : undefined;
}

export type PayMethod = 'stripe' | 'bank';

/** The seller on documents. An empty text is a field that the operator has left out. */
export type Seller = {
  readonly name: string;
  readonly address: { readonly street: string; readonly postalCode: string; readonly city: string };
  /** IČO. */
  readonly companyId: string;
  /** DIČ. */
  readonly vatId: string;
  /** Where the company is registered: a court and a file number, or a trade office. */
  readonly register: string;
  readonly isVatPayer: boolean;
  /** In percent. */
  readonly vatRate: number;
  /** The tax of persons elsewhere in the EU: at home below the yearly threshold, or theirs through the one-stop shop. */
  readonly vatElsewhere: 'home' | 'oss';
  /** Standard rates by country, in percent. */
  readonly vatRates: Readonly<Record<string, number>>;
  /** The beginning of the numbers of documents. */
  readonly series: { readonly invoice: string; readonly creditNote: string };
};

/** On one line. */
export const addressOf = ({ address: { street, postalCode, city } }: Pick<Seller, 'address'>): string =>
  [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');

export type BankAccount = { readonly iban: string; readonly name: string };

/** Between which amounts a customer may choose how much credit to buy; both can be chosen. */
export type AmountRange = { readonly min: Nanos; readonly max: Nanos };

/** The seller, and the ways to pay. */
export type WaysToPay = {
  readonly methods: readonly PayMethod[];
  readonly bank: BankAccount | null;
  readonly seller: Seller | null;
  /** The version of the terms that comes with an order; null where the operator has none. */
  readonly termsVersion: string | null;
};

/** Everything that can be bought now, and how. */
export type Shop = WaysToPay & {
  readonly offers: readonly Offer[];
  /** Null where only the offers are sold. */
  readonly anyAmount: AmountRange | null;
};

/** All of it may change while the shop is open. Without a way to pay there is nothing. */
export function openShop(ways: () => WaysToPay, sold: () => Pick<Shop, 'offers' | 'anyAmount'>): Shop {
  const isOpen = () => ways().methods.length > 0;
  return {
    get methods() {
      return ways().methods;
    },
    get bank() {
      return ways().bank;
    },
    get seller() {
      return ways().seller;
    },
    get termsVersion() {
      return ways().termsVersion;
    },
    get offers() {
      return isOpen() ? sold().offers : [];
    },
    get anyAmount() {
      return isOpen() ? sold().anyAmount : null;
    },
  };
}

/** The id under which credit of any amount is asked for. */
const ANY_AMOUNT = 'credit';

export type OfferWish = {
  readonly offer: string;
  /** Belongs to credit of any amount: a decimal with at most two places. Every other offer has its own price. */
  readonly czk?: string | undefined;
  /** The offer that the customer saw. It may have changed since then. */
  readonly seen?: Seen | undefined;
};

type Seen = { readonly czk: string; readonly tokens: number | null; readonly days: number | null };

export function offerFor({ offers, anyAmount }: Shop, { offer: id, czk, seen }: OfferWish): Offer {
  if (id === ANY_AMOUNT && anyAmount) return creditOf(czk, anyAmount);
  const offer = offers.find((one) => one.id === id);
  if (!offer) throw new ServiceError('offer_unknown', 'This is not for sale any more.', { param: 'offer' });
  if (czk !== undefined) {
    throw new ServiceError('invalid_request', 'czk must be left out: this offer has its own price.', { param: 'czk' });
  }
  if (seen && !isAsSeen(offer, seen)) {
    throw new ServiceError('offer_unknown', 'This offer has changed: look at it again.', { param: 'offer' });
  }
  return offer;
}

/** How many tokens a plan has is a matter of its periods. */
const isAsSeen = (offer: Offer, { czk, tokens, days }: Seen): boolean =>
  formatCzk(offer.amount) === czk &&
  (offer.kind !== 'package' || (Number(offer.tokens) === tokens && offer.days === days));

/** Its id is that of an offer of the same amount. */
function creditOf(czk: string | undefined, { min, max }: AmountRange): Offer {
  const amount = czk === undefined ? undefined : parseCzk(czk);
  if (amount === undefined || amount < min || amount > max) {
    const limits = `czk must be an amount from ${formatCzk(min)} to ${formatCzk(max)} CZK.`;
    throw new ServiceError('invalid_request', limits, { param: 'czk' });
  }
  return creditOffer(amount);
}

export const creditOffer = (amount: Nanos): Offer => ({ id: `credit-${formatCzk(amount)}`, kind: 'credit', amount });
