/** The routes of the settings API that answer with something else than JSON of their own. */
import type { z } from 'zod';
import { csvForm } from '../../platform/api/schemas.ts';
import { OPERATOR_INPUTS } from './operator-bodies.ts';

type FileRoute = {
  readonly description: string;
  readonly type: string;
  readonly query?: z.ZodType;
  readonly schema?: object;
};

export const FILE_ROUTES: Readonly<Record<string, FileRoute>> = {
  'GET /api/openapi.json': {
    description: 'This description for machines.',
    type: 'application/json',
    schema: { type: 'object' },
  },
  'GET /api/operator/openapi.json': {
    description: 'This description for machines.',
    type: 'application/json',
    schema: { type: 'object' },
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
};
