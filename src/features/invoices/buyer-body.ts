/** What a customer wants on documents, checked. */
import { z } from 'zod';
import type { Buyer } from './buyer.ts';
import { isCzechCompanyId, isVatId, plainId, vatPrefixOf } from './company-id.ts';
import { COUNTRIES } from './countries.ts';

/** Without characters that neither a document nor XML can have. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim())
    .pipe(z.string().max(max));
const NEEDED = ['name', 'street', 'city', 'postalCode'] as const;

/** A form in which every field is empty forgets what was kept. */
export const buyerBody = z
  .strictObject({
    name: line(100),
    street: line(100),
    city: line(60),
    postalCode: line(12),
    country: z.string().refine((text) => COUNTRIES.includes(text), 'must be a country such as CZ'),
    companyId: z.string().max(40).transform(plainId).pipe(z.string().max(20)),
    vatId: z.string().max(40).transform(plainId).pipe(z.string().max(20)),
  })
  .superRefine(({ country, ...typed }, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (isEmpty(typed)) return;
    for (const field of NEEDED) if (typed[field] === '') say(field, 'must not be empty');
    if (country === 'CZ' && typed.companyId && !isCzechCompanyId(typed.companyId)) {
      say('companyId', 'must be an IČO of 8 digits; one of its digits is wrong or missing');
    }
    if (typed.vatId && !isVatId(typed.vatId, country)) {
      say('vatId', `must be a VAT id of that country, which begins with ${vatPrefixOf(country)}`);
    }
  })
  .transform((buyer): Buyer | undefined => {
    const { country: _, ...typed } = buyer;
    return isEmpty(typed) ? undefined : buyer;
  });
export type BuyerBody = z.input<typeof buyerBody>;

const isEmpty = (typed: Readonly<Record<string, string>>): boolean => Object.values(typed).every((text) => text === '');
