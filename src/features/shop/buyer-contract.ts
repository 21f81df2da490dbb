/** The buyer, as documents name them. */
import { z } from 'zod';
import type { View } from '../../platform/api/contract.ts';

export const buyer = z
  .object({
    name: z.string().describe('Of the company, or of the person.'),
    street: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string().describe('Two letters, as in ISO 3166.'),
    companyId: z.string(),
    vatId: z.string(),
  })
  .meta({
    id: 'Buyer',
    description: 'What a customer wants on documents. An empty text is a field that was left empty.',
  });
export type Buyer = View<typeof buyer>;
