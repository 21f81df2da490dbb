/** /v1/messages/batches: batches as Anthropic's clients make, read and cancel them. */

import { z } from 'zod';
import { invalidField, ServiceError } from '../../core/errors.ts';
import { keptBy, resultOf } from '../../features/batches/results.ts';
import { type Batch, hasEnded, unendedOf, WINDOW_MS } from '../../features/batches/rules.ts';
import { JsonElements, TooLong } from '../../lib/json-elements.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { KeyCall, Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import { refuseOtherVersion } from '../messages.ts';
import { amountOf, type BatchNeeds, budget } from './batch-routes.ts';
import { InputReader } from './input.ts';
import { limitIn } from './page-of.ts';
import { readChunks } from './read-chunks.ts';
import { LineWriter } from './read-input.ts';

type MessageBatchNeeds = BatchNeeds & {
  readonly sendFile: SendFile;
  /** Scheme and host by which clients reach the service. */
  readonly origin: () => string;
};

const LISTED = { usual: 20, max: 1000 };
const REST_MAX = 64 * 1024;

export function messageBatchRoutes(needs: MessageBatchNeeds): readonly Route[] {
  const on = (handle: (call: KeyCall, needs: MessageBatchNeeds) => Promise<object>) => async (call: KeyCall) =>
    Response.json(await handle(call, needs));
  return [
    { method: 'POST', path: '/v1/messages/batches', guard: 'key', handle: on(createBatch) },
    { method: 'GET', path: '/v1/messages/batches', guard: 'key', handle: on(listBatches) },
    { method: 'GET', path: '/v1/messages/batches/{id}', guard: 'key', handle: on(showBatch) },
    { method: 'POST', path: '/v1/messages/batches/{id}/cancel', guard: 'key', handle: on(cancelBatch) },
    { method: 'DELETE', path: '/v1/messages/batches/{id}', guard: 'key', handle: on(deleteBatch) },
    {
      method: 'GET',
      path: '/v1/messages/batches/{id}/results',
      guard: 'key',
      handle: (call) => showResults(call, needs),
    },
  ];
}

const rest = z.object({ requests: z.array(z.unknown()), budget_czk: budget.nullish() });

/** The body may be as long as a file: its requests become lines while it comes, and are seen when all of it is right. */
async function createBatch(call: KeyCall, needs: MessageBatchNeeds): Promise<object> {
  refuseOtherVersion(call.request.headers);
  refuseOtherForms(call.request.headers, needs);
  const { clock, batches, requestIds, limits } = needs;
  const { accountId, key } = call.caller;
  const createdAtMs = clock.nowMs();
  const id = requestIds.next('msgbatch_');
  const about = { id, accountId, keyId: key.id, dialect: 'messages', endpoint: '/v1/messages', owner: id } as const;
  const times = { createdAtMs, expiresAtMs: createdAtMs + WINDOW_MS };
  await batches.create({ ...about, ...times, inputFileId: null, metadata: null, budget: null }, limits.batchesMax);
  try {
    const read = await receiveRequests(call, needs, { id, accountId });
    await batches.begin({ id, owner: id, ...read, nowMs: clock.nowMs() });
  } catch (thrown) {
    await batches.abandon(id).catch(() => {});
    throw thrown instanceof TooLong ? invalidField('requests', 'has a request that is too long') : thrown;
  }
  needs.wake();
  return batchToWire(await found(call, needs, id), needs);
}

async function receiveRequests(call: KeyCall, needs: MessageBatchNeeds, batch: Pick<Batch, 'id' | 'accountId'>) {
  const { limits, batches } = needs;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const elements = new JsonElements('requests', { elementMax: limits.bodyBytesMax, restMax: REST_MAX });
  const rules = { linesMax: limits.batchLinesMax, bytesMax: limits.bodyBytesMax };
  const reader = new InputReader({ endpoint: '/v1/messages' }, rules);
  const writer = new LineWriter(needs, batches, batch);
  let bytes = 0;
  for await (const chunk of readChunks(call.request, limits)) {
    bytes += chunk.length;
    if (bytes > limits.fileBytesMax) throw tooLarge(needs);
    for (const element of elements.take(decodedBy(decoder, chunk))) {
      const line = reader.readElement(parseJson(element));
      refuseWrong(reader);
      if (line) await writer.add(line);
    }
  }
  const read = rest.safeParse(parseJson(elements.rest));
  if (!read.success) throw new ServiceError('invalid_body', 'The request body must be a JSON object with requests.');
  if (reader.total === 0) throw invalidField('requests', 'must have at least one request');
  await writer.flush();
  return { total: reader.total, budget: amountOf(read.data.budget_czk) };
}

function refuseWrong({ errors: [error], total }: InputReader): void {
  if (!error) return;
  const param = `requests.${total - 1}${error.param === null ? '' : `.${error.param}`}`;
  throw new ServiceError('invalid_request', `${param}: ${error.message}`, { param });
}

function decodedBy(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw new ServiceError('invalid_body', 'The request body is not valid UTF-8.');
  }
}

function refuseOtherForms(headers: Headers, needs: MessageBatchNeeds): void {
  if (!headers.get('content-type')?.toLowerCase().startsWith('application/json')) {
    throw new ServiceError('unsupported_content_type', 'Send the request body with Content-Type: application/json.');
  }
  if (Number(headers.get('content-length') ?? 0) > needs.limits.fileBytesMax) throw tooLarge(needs);
}

const tooLarge = ({ limits }: MessageBatchNeeds): ServiceError =>
  new ServiceError('request_too_large', `The request body is larger than ${limits.fileBytesMax} bytes.`);

async function listBatches({ request, caller }: KeyCall, needs: MessageBatchNeeds): Promise<object> {
  const query = new URL(request.url).searchParams;
  const limit = limitIn(query, LISTED);
  const before = query.get('before_id');
  const page = { limit: limit + 1, after: query.get('after_id'), before };
  const listed = await needs.batches.list(caller.accountId, 'messages', page);
  // The one too many is the farthest from where the list goes on.
  const shown = before === null ? listed.slice(0, limit) : listed.slice(-limit);
  const data = shown.map((batch) => batchToWire(batch, needs));
  return {
    data,
    has_more: listed.length > limit,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

const showBatch = async (call: KeyCall, needs: MessageBatchNeeds): Promise<object> =>
  batchToWire(await found(call, needs), needs);

/** One that has ended stays as it is, as it does there. */
async function cancelBatch(call: KeyCall, needs: MessageBatchNeeds): Promise<object> {
  const { id } = await found(call, needs);
  const cancelled = await needs.batches.cancel(call.caller.accountId, id, keptBy(needs));
  needs.wake();
  return batchToWire(cancelled!, needs);
}

async function deleteBatch(call: KeyCall, needs: MessageBatchNeeds): Promise<object> {
  const { id } = await found(call, needs);
  if ((await needs.batches.remove(call.caller.accountId, id)) === 'open') {
    throw new ServiceError('invalid_request', 'A batch can be deleted when it has ended: cancel it first.');
  }
  return { id, type: 'message_batch_deleted' };
}

async function showResults(call: KeyCall, needs: MessageBatchNeeds): Promise<Response> {
  const batch = await found(call, needs);
  if (!hasEnded(batch)) throw new ServiceError('not_found', 'The batch has no results yet: it has not ended.');
  const pieces = resultOf(needs, batch, 'all');
  return needs.sendFile(call, { name: `${batch.id}.jsonl`, type: 'application/x-jsonl', pieces });
}

async function found(call: KeyCall, { batches }: BatchNeeds, id = call.params.id ?? ''): Promise<Batch> {
  const batch = await batches.find(call.caller.accountId, id);
  if (batch?.dialect === 'messages') return batch;
  throw new ServiceError('not_found', `Message batch ${id.slice(0, 80)} was not found.`);
}

const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function batchToWire(batch: Batch, { origin }: MessageBatchNeeds) {
  const { id, status, counts } = batch;
  return {
    id,
    type: 'message_batch',
    processing_status: hasEnded(batch) ? 'ended' : status === 'cancelling' ? 'canceling' : 'in_progress',
    request_counts: {
      processing: unendedOf(counts),
      succeeded: counts.succeeded,
      errored: counts.errored,
      canceled: counts.cancelled,
      expired: counts.expired,
    },
    created_at: time(batch.createdAtMs),
    expires_at: time(batch.expiresAtMs),
    ended_at: time(batch.endedAtMs),
    archived_at: null,
    cancel_initiated_at: time(batch.cancelledAtMs),
    results_url: hasEnded(batch) ? `${origin()}/v1/messages/batches/${id}/results` : null,
  };
}
