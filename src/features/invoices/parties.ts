/** Seller and buyer as documents name them, line by line. */
import type { SalesDocument } from './document.ts';
import { countryText, type Words } from './words.ts';

export function sellerLines({ seller, language }: SalesDocument, words: Words): readonly string[] {
  if (!seller) return ['–'];
  const { street, postalCode, city } = seller.address;
  return filled([
    seller.name,
    street,
    [postalCode, city].filter(Boolean).join(' '),
    street || city ? countryText('CZ', language) : '',
    seller.companyId && `${words.companyId} ${seller.companyId}`,
    seller.vatId && `${words.vatId} ${seller.vatId}`,
    seller.isVatPayer ? '' : words.notPayer,
    seller.register,
  ]);
}

export function buyerLines({ buyer, accountId, language }: SalesDocument, words: Words): readonly string[] {
  if (!buyer) return [words.noBuyer(accountId)];
  return filled([
    buyer.name,
    buyer.street,
    `${buyer.postalCode} ${buyer.city}`,
    countryText(buyer.country, language),
    buyer.companyId && `${words.companyId} ${buyer.companyId}`,
    buyer.vatId && `${words.vatId} ${buyer.vatId}`,
  ]);
}

const filled = (lines: readonly string[]): readonly string[] => lines.filter((line) => line !== '');
