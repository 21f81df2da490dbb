/** The setting `payments.seller`: who sells, as documents say it. */
import { z } from 'zod';
import type { Seller } from '../../core/offer.ts';
import { isCzechCompanyId, isInEu, isVatId, plainId } from '../../features/invoices/company-id.ts';
import { sellerFrom } from '../../features/invoices/seller.ts';

const line = (max: number) => z.string().trim().max(max).default('');
const id = z.string().transform(plainId).default('');
const prefix = z.string().regex(/^[A-Z0-9-]{0,10}$/, 'must be up to 10 capital letters, digits and hyphens');

export const sellerSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(100).describe('As it is registered.'),
    address: z
      .strictObject({ street: line(100), postalCode: line(12), city: line(60) })
      .prefault({})
      .describe('`street`, `postalCode`, `city`.'),
    companyId: id
      .refine((text) => text === '' || isCzechCompanyId(text), 'must be an IČO; one of its digits is wrong')
      .describe('The IČO; its check digit must be right.'),
    vatId: id
      .refine(
        (text) => text === '' || isVatId(text, 'CZ'),
        'must be a Czech DIČ such as CZ12345679; one of its digits is wrong',
      )
      .describe('The DIČ, such as CZ12345679.'),
    register: line(200).describe('Where it is entered, such as `C 12345, Městský soud v Praze`.'),
    vatPayer: z.boolean().default(false).describe('VAT is in the prices; needs the address, the IČO and the DIČ.'),
    vatRate: z.int().min(1).max(30).default(21).describe('In percent.'),
    vatElsewhere: z
      .enum(['home', 'oss'])
      .default('home')
      .describe('The VAT of persons elsewhere in the EU: at home, or by the one-stop shop.'),
    vatRates: z
      .record(
        z.string().refine((country) => isInEu(country) && country !== 'CZ', 'is not another country of the EU'),
        z.number().min(1).max(40).multipleOf(0.1),
      )
      .default({})
      .describe('Standard rates that are not as in our table, in percent by country: `{"EE":24}`.'),
    series: z
      .strictObject({ invoice: prefix.default(''), creditNote: prefix.default('D') })
      .prefault({})
      .describe('What numbers of documents begin with: `invoice` and `creditNote`.'),
  })
  .superRefine((seller, context) => {
    const say = (path: readonly string[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    if (!seller.vatPayer) return;
    if (seller.vatId === '') say(['vatId'], 'is missing; tax documents name it');
    if (seller.companyId === '') say(['companyId'], 'is missing; tax documents name it');
    for (const part of ['street', 'city', 'postalCode'] as const) {
      if (seller.address[part] === '') say(['address', part], 'is missing; tax documents name it');
    }
  })
  .transform((written): Seller => sellerFrom(written));
