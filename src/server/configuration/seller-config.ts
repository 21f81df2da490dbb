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
    name: z.string().trim().min(1).max(100),
    address: z.strictObject({ street: line(100), postalCode: line(12), city: line(60) }).prefault({}),
    companyId: id.refine((text) => text === '' || isCzechCompanyId(text), 'must be an IČO; one of its digits is wrong'),
    vatId: id.refine(
      (text) => text === '' || isVatId(text, 'CZ'),
      'must be a Czech DIČ such as CZ12345679; one of its digits is wrong',
    ),
    register: line(200),
    vatPayer: z.boolean().default(false),
    vatRate: z.int().min(1).max(30).default(21),
    vatElsewhere: z.enum(['home', 'oss']).default('home'),
    /** Only those that are not as in our table. */
    vatRates: z
      .record(
        z.string().refine((country) => isInEu(country) && country !== 'CZ', 'is not another country of the EU'),
        z.number().min(1).max(40).multipleOf(0.1),
      )
      .default({}),
    series: z.strictObject({ invoice: prefix.default(''), creditNote: prefix.default('D') }).prefault({}),
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
