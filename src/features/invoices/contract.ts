/** The buyer on documents, and the documents. */

import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';
import { type Buyer, buyer } from '../shop/buyer-contract.ts';
import { isCzechCompanyId, isVatId, plainId, vatPrefixOf } from './company-id.ts';
import { COUNTRIES } from './countries.ts';

const vatCheck = z.object({
  state: z
    .enum(['valid', 'invalid', 'unreachable'])
    .describe('`unreachable`: VIES did not answer; it is asked again with the next order.'),
  name: z.string().describe('The company as the register has it; empty where it does not say.'),
  requestId: z.string(),
  atMs: z.number(),
});

const buyerReply = z
  .object({
    buyer: buyer.nullable(),
    countries: z.array(z.string()),
    vatCheck: vatCheck.nullable().describe('The answer of VIES about the VAT id; null where it is not asked.'),
  })
  .meta({ id: 'BuyerReply' });
export type BuyerReply = View<typeof buyerReply>;

const documentView = z
  .object({
    kind: z.enum(['invoice', 'credit-note']),
    number: z.string(),
    issuedAtMs: z.number(),
    czk: z.string().describe('Below zero in a credit note.'),
  })
  .meta({
    id: 'DocumentView',
    description: 'A document that was issued for an order; its file is `GET /api/documents/{number}/pdf`.',
  });
export type DocumentView = View<typeof documentView>;

/** Without characters that neither a document nor XML can have. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim())
    .pipe(z.string().max(max));
const NEEDED = ['name', 'street', 'city', 'postalCode'] as const;

/** A form in which every field is empty forgets what was kept. */
const buyerBody = z
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
  .transform((typed): Buyer | undefined => {
    const { country: _, ...own } = typed;
    return isEmpty(own) ? undefined : typed;
  });

const isEmpty = (typed: Readonly<Record<string, string>>): boolean => Object.values(typed).every((text) => text === '');

export const invoices = {
  buyer: route('GET /api/buyer', {
    about: 'What is printed on documents; `countries` are those that may be chosen.',
    needs: 'read-billing',
    reply: buyerReply,
  }),
  setBuyer: route('PATCH /api/buyer', {
    about: 'Every field empty forgets it.',
    needs: 'buy',
    body: buyerBody,
    reply: buyerReply,
  }),
  documents: route('GET /api/orders/{id}/documents', {
    about: 'Oldest first.',
    needs: 'read-billing',
    reply: z.object({ documents: z.array(documentView) }),
  }),
  pdf: route('GET /api/documents/{id}/pdf', {
    about: 'An invoice or a credit note, by its number.',
    needs: 'read-billing',
    reply: { file: 'application/pdf' },
  }),
  isdoc: route('GET /api/documents/{id}/isdoc', {
    about: 'The same for accounting programs.',
    needs: 'read-billing',
    reply: { file: 'application/xml' },
  }),
  proforma: route('GET /api/orders/{id}/proforma', {
    about: 'How to pay an order by bank transfer.',
    needs: 'read-billing',
    reply: { file: 'application/pdf' },
  }),
};
