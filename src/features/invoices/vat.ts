/** VAT of what is sold. Prices are whole hellers with the tax in them, so an amount is split, and nothing is added. */

import type { Seller } from '../../core/offer.ts';
import type { Buyer } from '../shop/index.ts';
import { isInEu } from './company-id.ts';

/**
 * `included`: Czech VAT is in the amount. `reverse-charge`: the buyer, a company elsewhere in the EU, pays it there.
 * `outside`, `outside-person`: a company or a person outside of the EU. What is supplied electronically is taxed where the
 * buyer is, so no VAT of the EU is paid. `none`: the seller pays no VAT.
 */
export type VatTreatment = 'included' | 'reverse-charge' | 'outside' | 'outside-person' | 'none';

/** One line of the recapitulation, in hellers. */
export type VatLine = { readonly rate: number; readonly base: number; readonly tax: number };

export function treatmentOf(seller: Seller | null, buyer: Buyer | null): VatTreatment {
  if (!seller?.isVatPayer) return 'none';
  if (!buyer || buyer.country === 'CZ') return 'included';
  // A person elsewhere in the EU pays Czech VAT as long as the seller is below the yearly threshold.
  if (isOfVatArea(buyer.country)) return buyer.vatId === '' ? 'included' : 'reverse-charge';
  return buyer.companyId || buyer.vatId ? 'outside' : 'outside-person';
}

/** Monaco is no member of the EU, but for VAT it is France. */
const isOfVatArea = (country: string): boolean => isInEu(country) || country === 'MC';

/** The tax in an amount, rounded half up to a heller. */
export const taxIn = (hellers: number, rate: number): number =>
  Math.floor((2 * hellers * rate + 100 + rate) / (2 * (100 + rate)));

export function vatLineOf(hellers: number, { treatment, rate }: VatTerms): VatLine | null {
  if (treatment === 'none') return null;
  if (treatment !== 'included') return { rate: 0, base: hellers, tax: 0 };
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
