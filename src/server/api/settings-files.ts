/** The routes of the settings API that answer with something else than JSON of their own. */
import type { z } from 'zod';

type FileRoute = {
  readonly description: string;
  readonly type: string;
  readonly query?: z.ZodType;
  readonly schema?: object;
};

export const FILE_ROUTES: Readonly<Record<string, FileRoute>> = {
  'GET /api/operator/openapi.json': {
    description: 'This description for machines.',
    type: 'application/json',
    schema: { type: 'object' },
  },
};
