/** /v1/batches: batches as OpenAI's clients make, read and cancel them. */

import { z } from 'zod';
import { invalidField, ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import { formatCzk, isAmount, type Nanos, readCzk } from '../../core/money.ts';
import type { BatchFiles } from '../../features/batches/files.ts';
import { keptBy } from '../../features/batches/results.ts';
import { BATCH_ENDPOINTS, type Batch, COMPLETION_WINDOW, WINDOW_MS } from '../../features/batches/rules.ts';
import type { Batches } from '../../features/batches/transactions.ts';
import type { Ids } from '../../platform/clock.ts';
import { readBody } from '../../platform/http/body.ts';
import type { KeyCall, Route } from '../../platform/http/call.ts';
import { parseJsonBody } from '../../platform/http/json-body.ts';
import type { Platform } from '../../platform/platform.ts';
import { fileNotFound } from './file-routes.ts';
import { limitIn } from './page-of.ts';

export type BatchNeeds = Pick<Platform, 'clock' | 'vault'> & {
  readonly batches: Batches;
  readonly files: BatchFiles;
  /** In the order of time. */
  readonly requestIds: Ids;
  readonly limits: Limits;
  /** There is something to do for the one that runs them. */
  readonly wake: () => void;
};

const LISTED = { usual: 20, max: 100 };
const FORM_BYTES_MAX = 64 * 1024;

export function batchRoutes(needs: BatchNeeds): readonly Route[] {
  const on = (handle: (call: KeyCall, needs: BatchNeeds) => Promise<object>) => async (call: KeyCall) =>
    Response.json(await handle(call, needs));
  return [
    { method: 'POST', path: '/v1/batches', guard: 'key', handle: on(createBatch) },
    { method: 'GET', path: '/v1/batches', guard: 'key', handle: on(listBatches) },
    { method: 'GET', path: '/v1/batches/{id}', guard: 'key', handle: on(showBatch) },
    { method: 'POST', path: '/v1/batches/{id}/cancel', guard: 'key', handle: on(cancelBatch) },
  ];
}

export const budget = z
  .union([z.string(), z.number().transform(String)])
  .refine((text) => isAmount(text) && readCzk(text) > 0n, 'must be an amount above 0 in CZK');

const form = z.object({
  input_file_id: z.string('must be the id of a file').max(200),
  endpoint: z.enum(BATCH_ENDPOINTS, `must be one of ${BATCH_ENDPOINTS.join(', ')}`),
  completion_window: z.literal(COMPLETION_WINDOW, `must be ${COMPLETION_WINDOW}`),
  metadata: z
    .record(z.string().max(64), z.string().max(512), 'must be an object of texts of up to 512 characters')
    .refine((pairs) => Object.keys(pairs).length <= 16, 'must have at most 16 pairs')
    .nullish(),
  budget_czk: budget.nullish(),
});

async function createBatch(call: KeyCall, needs: BatchNeeds): Promise<object> {
  const { limits, clock, files, batches, requestIds } = needs;
  const { accountId, key } = call.caller;
  const body = await readForm(call, limits);
  const file = await files.find(accountId, body.input_file_id, clock.nowMs());
  if (file?.purpose !== 'batch') throw fileNotFound(body.input_file_id, 'input_file_id');
  const createdAtMs = clock.nowMs();
  const id = requestIds.next('batch_');
  await batches.create(
    {
      id,
      accountId,
      keyId: key.id,
      dialect: 'openai' as const,
      endpoint: body.endpoint,
      inputFileId: file.id,
      owner: null,
      metadata: body.metadata ?? null,
      budget: amountOf(body.budget_czk),
      createdAtMs,
      expiresAtMs: createdAtMs + WINDOW_MS,
    },
    limits.batchesMax,
  );
  needs.wake();
  return batchToWire(await found(call, needs, id));
}

export const amountOf = (text: string | null | undefined): Nanos | null => (text == null ? null : readCzk(text));

async function readForm({ request }: KeyCall, limits: Limits): Promise<z.infer<typeof form>> {
  const bytes = await readBody(request, { bodyMs: limits.bodyMs, bodyBytesMax: FORM_BYTES_MAX });
  const { bodyDepthMax: depthMax, bodyKeysMax: keysMax, bodyValuesMax: valuesMax } = limits;
  const read = form.safeParse(parseJsonBody(bytes, { depthMax, keysMax, valuesMax }));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidField(String(issue!.path[0] ?? 'body'), issue!.message);
}

async function listBatches({ request, caller }: KeyCall, { batches }: BatchNeeds): Promise<object> {
  const query = new URL(request.url).searchParams;
  const limit = limitIn(query, LISTED);
  const page = { limit: limit + 1, after: query.get('after'), before: null };
  const listed = await batches.list(caller.accountId, 'openai', page);
  const data = listed.slice(0, limit).map(batchToWire);
  return {
    object: 'list',
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: listed.length > limit,
  };
}

const showBatch = async (call: KeyCall, needs: BatchNeeds): Promise<object> =>
  batchToWire(await found(call, needs, call.params.id ?? ''));

async function cancelBatch(call: KeyCall, needs: BatchNeeds): Promise<object> {
  const { id, status } = await found(call, needs, call.params.id ?? '');
  if (status !== 'validating' && status !== 'in_progress' && status !== 'cancelling') {
    throw new ServiceError('invalid_request', `A batch that is ${status} cannot be cancelled.`);
  }
  const cancelled = await needs.batches.cancel(call.caller.accountId, id, keptBy(needs));
  needs.wake();
  return batchToWire(cancelled!);
}

async function found({ caller }: KeyCall, { batches }: BatchNeeds, id: string): Promise<Batch> {
  const batch = await batches.find(caller.accountId, id);
  if (batch?.dialect === 'openai') return batch;
  throw new ServiceError('not_found', `No batch found with id '${id.slice(0, 80)}'.`);
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

function batchToWire(batch: Batch) {
  const { status, counts, endedAtMs, errors, metadata, budget: most } = batch;
  const endedAs = (one: Batch['status']) => seconds(status === one ? endedAtMs : null);
  return {
    id: batch.id,
    object: 'batch',
    endpoint: batch.endpoint,
    errors: errors.length === 0 ? null : { object: 'list', data: errors },
    input_file_id: batch.inputFileId,
    completion_window: COMPLETION_WINDOW,
    status,
    output_file_id: batch.outputFileId,
    error_file_id: batch.errorFileId,
    created_at: seconds(batch.createdAtMs),
    in_progress_at: seconds(batch.beganAtMs),
    expires_at: seconds(batch.expiresAtMs),
    finalizing_at: status === 'completed' ? seconds(endedAtMs) : null,
    completed_at: endedAs('completed'),
    failed_at: endedAs('failed'),
    expired_at: endedAs('expired'),
    cancelling_at: seconds(batch.cancelledAtMs),
    cancelled_at: endedAs('cancelled'),
    request_counts: {
      total: counts.total,
      completed: counts.succeeded,
      failed: counts.errored + counts.cancelled + counts.expired,
    },
    metadata,
    cost_czk: formatCzk(batch.cost),
    budget_czk: most === null ? null : formatCzk(most),
    waiting_for: batch.waitingFor,
  };
}
