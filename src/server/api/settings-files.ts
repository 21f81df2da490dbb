/** The routes of the settings API that answer with something else than JSON of their own. */
import { z } from 'zod';
import { csvFormField } from '../../features/usage/csv-query.ts';
import { OPERATOR_INPUTS } from './operator-bodies.ts';
import { SETTINGS_INPUTS } from './settings-bodies.ts';

type FileRoute = {
  readonly description: string;
  readonly type: string;
  readonly query?: z.ZodType;
  readonly schema?: object;
};

const PDF = 'application/pdf';
const XML = 'application/xml';

export const FILE_ROUTES: Readonly<Record<string, FileRoute>> = {
  'GET /api/openapi.json': {
    description: 'This description for machines.',
    type: 'application/json',
    schema: { type: 'object' },
  },
  'GET /api/requests.csv': {
    description: 'All requests that fit the filters, newest first.',
    type: 'text/csv',
    query: SETTINGS_INPUTS['GET /api/requests'].query.schema.extend(csvFormField),
  },
  'GET /api/statements/{month}/csv': {
    description: 'A month as rows: who sells and who buys, invoices, movements and usage.',
    type: 'text/csv',
    query: z.object(csvFormField),
  },
  'GET /api/documents/{id}/pdf': { description: 'An invoice or a credit note, by its number.', type: PDF },
  'GET /api/documents/{id}/isdoc': { description: 'The same for accounting programs.', type: XML },
  'GET /api/orders/{id}/proforma': { description: 'How to pay an order by bank transfer.', type: PDF },

  'GET /api/operator/openapi.json': {
    description: 'This description for machines.',
    type: 'application/json',
    schema: { type: 'object' },
  },
  'GET /api/operator/documents/{id}/pdf': { description: 'A document of any customer, by its number.', type: PDF },
  'GET /api/operator/documents/{id}/isdoc': { description: 'The same for accounting programs.', type: XML },
  'GET /api/operator/documents.zip': {
    description: 'All documents of a month.',
    type: 'application/zip',
    query: z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), ...csvFormField }),
  },
  'GET /api/operator/actions.csv': {
    description: 'What operators did, newest first.',
    type: 'text/csv',
    query: OPERATOR_INPUTS['GET /api/operator/actions'].query.schema.extend(csvFormField),
  },
  'GET /api/operator/actions.jsonl': {
    description: 'The same as lines of JSON.',
    type: 'application/jsonl',
    query: OPERATOR_INPUTS['GET /api/operator/actions'].query.schema,
  },
  'GET /api/operator/feed': {
    description: 'Requests as they end: the last ones first, then each that follows. It does not end by itself.',
    type: 'text/event-stream',
    schema: {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: { $ref: '#/components/schemas/FeedEntry' },
    },
  },
};
