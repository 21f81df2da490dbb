/** A seller as the configuration names it, and as documents do. */
import type { Seller } from '../../src/core/offer.ts';
import { sellerSchema } from '../../src/server/configuration/seller-config.ts';

export const SELLER_SETTING = {
  name: 'Severní záře s.r.o.',
  address: { street: 'Dlouhá třída 1', postalCode: '110 00', city: 'Praha 1' },
  companyId: '27082440',
  vatId: 'CZ27082440',
  register: 'C 12345, Městský soud v Praze',
  vatPayer: true,
} as const;

export const SELLER: Seller = sellerSchema.parse(SELLER_SETTING);
