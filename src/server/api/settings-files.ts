/** The routes of the settings API that answer with something else than JSON of their own. */
import { z } from 'zod';
import { csvForm } from '../../platform/api/schemas.ts';
import { OPERATOR_INPUTS } from './operator-bodies.ts';

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
  'GET /api/account/export': {
    description:
      'Everything that the service knows of the account; for roles that may not see it all, of the person and their own keys.',
    type: 'application/json',
    schema: { type: 'object' },
  },

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
    query: z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), ...csvForm }),
  },
  'GET /api/operator/actions.csv': {
    description: 'What operators did, newest first.',
    type: 'text/csv',
    query: OPERATOR_INPUTS['GET /api/operator/actions'].query.schema.extend(csvForm),
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
