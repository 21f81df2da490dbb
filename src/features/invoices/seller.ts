/** The seller as the configuration writes it, and as documents need it. */
import type { Seller } from '../../core/offer.ts';
import { plainId } from './company-id.ts';
import { VAT_RATES } from './vat-rates.ts';

/** In the form of the configuration file; it has been judged by the rules of the file. */
export type WrittenSeller = Pick<Seller, 'name'> &
  Partial<Pick<Seller, 'companyId' | 'vatId' | 'register' | 'vatRate' | 'vatElsewhere' | 'vatRates'>> & {
    readonly address?: Partial<Seller['address']> | undefined;
    readonly vatPayer?: boolean | undefined;
    readonly series?: Partial<Seller['series']> | undefined;
  };

/** What is left out has its default. Rates are those of now, but for those that the seller has written. */
export const sellerFrom = ({ address = {}, series = {}, ...written }: WrittenSeller): Seller => ({
  name: written.name.trim(),
  address: {
    street: (address.street ?? '').trim(),
    postalCode: (address.postalCode ?? '').trim(),
    city: (address.city ?? '').trim(),
  },
  companyId: plainId(written.companyId ?? ''),
  vatId: plainId(written.vatId ?? ''),
  register: (written.register ?? '').trim(),
  isVatPayer: written.vatPayer ?? false,
  vatRate: written.vatRate ?? 21,
  vatElsewhere: written.vatElsewhere ?? 'home',
  vatRates: { ...VAT_RATES, ...written.vatRates },
  series: { invoice: series.invoice ?? '', creditNote: series.creditNote ?? 'D' },
});
