/** VAT of what is sold. Prices are whole hellers with the tax in them, so an amount is split, and nothing is added. */

import type { Seller } from '../../core/offer.ts';
import { type Buyer, isConfirmed, type VatCheck } from '../shop/index.ts';
import { isInEu } from './company-id.ts';

/**
 * `included`: Czech VAT is in the amount. `oss`: VAT of the person's country is, declared in the one-stop shop.
 * `reverse-charge`: the buyer, a company elsewhere in the EU, pays it there. `outside`, `outside-person`: a company or a
 * person outside of the EU. What is supplied electronically is taxed where the buyer is, so no VAT of the EU is paid.
 * `none`: the seller pays no VAT.
 */
export type VatTreatment = 'included' | 'oss' | 'reverse-charge' | 'outside' | 'outside-person' | 'none';

/** One line of the recapitulation, in hellers. */
export type VatLine = { readonly rate: number; readonly base: number; readonly tax: number };

/** A fact about where the buyer is. Below the threshold one is enough; above it two have to agree. */
export type VatEvidence = { readonly kind: 'address' | 'card' | 'bank-account'; readonly country: string };

export type Sale = {
  readonly seller: Seller | null;
  readonly buyer: Buyer | null;
  /** The answer of VIES about the buyer's VAT id. */
  readonly check: VatCheck | null;
  /** The country of the payment. */
  readonly paymentCountry: string | null;
};

/** How a sale is taxed, at which rate, and in which country; null where no tax is due to anyone in the EU. */
type Taxation = {
  readonly treatment: VatTreatment;
  readonly rate: number;
  readonly country: string | null;
};

const HOME = 'CZ';

export function taxationOf(sale: Sale): Taxation {
  const { seller, buyer, check } = sale;
  if (!seller?.isVatPayer) return { treatment: 'none', rate: 0, country: null };
  const home: Taxation = { treatment: 'included', rate: seller.vatRate, country: HOME };
  const country = countryOf(sale);
  if (country === HOME) return home;
  if (!isOfVatArea(country)) {
    return { treatment: buyer?.companyId || buyer?.vatId ? 'outside' : 'outside-person', rate: 0, country: null };
  }
  if (buyer?.vatId && isConfirmed(check)) return { treatment: 'reverse-charge', rate: 0, country };
  return seller.vatElsewhere === 'home'
    ? home
    : { treatment: 'oss', rate: seller.vatRates[vatCountryOf(country)]!, country };
}

/** A buyer who names no address is taken for Czech, unless the tax depends on the country and the payment tells another. */
function countryOf({ seller, buyer, paymentCountry }: Sale): string {
  if (buyer) return buyer.country;
  const isTold = seller?.vatElsewhere === 'oss' && paymentCountry !== null && isOfVatArea(paymentCountry);
  return isTold ? paymentCountry : HOME;
}

/** Monaco is no member of the EU, but for VAT it is France. */
const vatCountryOf = (country: string): string => (country === 'MC' ? 'FR' : country);
const isOfVatArea = (country: string): boolean => isInEu(vatCountryOf(country));

/** The tax in an amount, rounded half up to a heller. A rate has at most one decimal. */
export function taxIn(hellers: number, rate: number): number {
  const tenths = Math.round(rate * 10);
  return Math.floor((2 * hellers * tenths + 1000 + tenths) / (2 * (1000 + tenths)));
}

export function vatLineOf(hellers: number, { treatment, rate }: VatTerms): VatLine | null {
  if (treatment === 'none') return null;
  if (treatment !== 'included' && treatment !== 'oss') return { rate: 0, base: hellers, tax: 0 };
  const tax = taxIn(hellers, rate);
  return { rate, base: hellers - tax, tax };
}

type VatTerms = { readonly treatment: VatTreatment; readonly rate: number };

/**
 * The VAT line of a part that goes back: the difference of what is left before and after, so that parts
 * that come to the whole take exactly its tax. Below zero.
 */
export function returnedLineOf(left: number, returned: number, terms: VatTerms): VatLine | null {
  const before = vatLineOf(left, terms);
  const after = vatLineOf(left - returned, terms);
  if (!before || !after) return null;
  return { rate: before.rate, base: after.base - before.base, tax: after.tax - before.tax };
}
