/** Documents of all customers: each as a file, and those of a month in one. */
import { z } from 'zod';
import { route } from '../../platform/api/contract.ts';
import { csvForm } from '../../platform/api/schemas.ts';

export const documents = {
  pdf: route('GET /api/operator/documents/{id}/pdf', {
    about: 'A document of any customer, by its number.',
    needs: 'operator',
    reply: { file: 'application/pdf' },
  }),
  isdoc: route('GET /api/operator/documents/{id}/isdoc', {
    about: 'The same for accounting programs.',
    needs: 'operator',
    reply: { file: 'application/xml' },
  }),
  month: route('GET /api/operator/documents.zip', {
    about: 'All documents of a month.',
    needs: 'operator',
    query: z.object({ month: z.string().regex(/^\d{4}-\d{2}$/, 'must be written as 2026-11'), ...csvForm }),
    reply: { file: 'application/zip' },
  }),
  oss: route('GET /api/operator/documents/oss.csv', {
    about: 'Sales of a quarter to persons elsewhere in the EU, by country and rate, for the one-stop shop.',
    needs: 'operator',
    query: z.object({ quarter: z.string().regex(/^\d{4}-Q[1-4]$/, 'must be written as 2026-Q4'), ...csvForm }),
    reply: { file: 'text/csv' },
  }),
};
