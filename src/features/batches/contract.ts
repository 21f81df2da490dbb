/** Batches as their owner sees them at the pages, and as operators see and pause them. Programs have `/v1/batches`. */
import { z } from 'zod';
import { actionFields } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { BATCH_STATUSES } from './rules.ts';

const status = z.enum(BATCH_STATUSES);

const batch = z.object({
  id: z.string(),
  endpoint: z.string(),
  status,
  keyName: z.string().describe('The API key that made it, and pays for it.'),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  total: z.number(),
  succeeded: z.number(),
  failed: z.number().describe('Refused, cancelled or expired.'),
  costCzk: z.string().describe('So far.'),
  budgetCzk: z.string().nullable(),
  waitingFor: z.string().nullable().describe('The code of the error for which its requests wait.'),
  problem: z.string().nullable().describe('What was wrong with its input first.'),
  inputError: z
    .object({
      code: z.string(),
      message: z.string(),
      param: z.string().nullable(),
      line: z.number().nullable().describe('Of the input, from 1.'),
    })
    .nullable()
    .describe('The same, for programs that say it in their own words.'),
});

const batchesView = z
  .object({
    batches: z.array(batch),
    isPaused: z.boolean().describe('The operator lets no requests of batches begin.'),
  })
  .meta({ id: 'BatchesView' });
export type BatchesView = View<typeof batchesView>;

const operatorBatchesView = z
  .object({
    batches: z.array(batch.extend({ accountId: z.string(), email: z.string() })),
    isPaused: z.boolean(),
  })
  .meta({ id: 'OperatorBatchesView' });
export type OperatorBatchesView = View<typeof operatorBatchesView>;

export const batches = {
  list: route('GET /api/batches', {
    about: 'Lists the last batches, newest first.',
    needs: 'read-usage',
    reply: batchesView,
  }),
  cancel: route('POST /api/batches/{id}/cancel', {
    about: 'Cancels a batch: requests that run are stopped, and what was answered stays.',
    needs: 'spend',
    reply: batchesView,
  }),
  results: route('GET /api/batches/{id}/results', {
    about: 'The results of a batch that has ended, a line for each request.',
    needs: 'spend',
    query: z.object({ lines: z.enum(['succeeded', 'failed', 'all']).default('all') }),
    reply: { file: 'application/jsonl' },
  }),
};

export const operatorBatches = {
  list: route('GET /api/operator/batches', {
    about: 'Lists batches that have not ended, and the last that have.',
    needs: 'engines:read',
    reply: operatorBatchesView,
  }),
  pause: route('POST /api/operator/batches/pause', {
    about: 'Lets no request of a batch begin, or lets them begin again. Those that run go on.',
    needs: 'engines:write',
    body: z.strictObject({ ...actionFields, isPaused: z.boolean() }),
    reply: operatorBatchesView,
  }),
};
