/** Files and batches: their routes, and what runs their lines in this process. */

import type { Limits } from '../core/limits.ts';
import type { Catalogue } from '../core/model.ts';
import type { Tracer } from '../core/trace.ts';
import { resultOfFile } from '../features/batches/results.ts';
import { WINDOW_MS } from '../features/batches/rules.ts';
import { createAskLine } from '../gateway/batches/ask-line.ts';
import { batchRoutes } from '../gateway/batches/batch-routes.ts';
import { fileRoutes } from '../gateway/batches/file-routes.ts';
import { messageBatchRoutes } from '../gateway/batches/message-batch-routes.ts';
import { BatchRunner } from '../gateway/batches/runner.ts';
import type { ChatEdge } from '../gateway/edge/chat-handler.ts';
import { createIdempotency } from '../gateway/idempotency.ts';
import type { Lookup } from '../gateway/responses/responses-routes.ts';
import type { Ids } from '../platform/clock.ts';
import type { Route } from '../platform/http/call.ts';
import { createSendFile } from '../platform/http/file-stream.ts';
import type { Platform } from '../platform/platform.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';

type Around = {
  readonly storage: Pick<OpenStorage, 'stores' | 'shared'>;
  readonly catalogue: Catalogue;
  readonly chatEdge: ChatEdge;
  readonly responses: Lookup;
  readonly requestIds: Ids;
  readonly tracer: Tracer;
  readonly stopping: AbortSignal;
};

/** A server may be away for long: an answer that was paid for is kept until its line has it. */
const ANSWER_KEPT_MS = 30 * WINDOW_MS;

export function createBatches(
  limits: Limits,
  platform: Platform,
  { storage, catalogue, chatEdge, responses, requestIds, tracer, stopping }: Around,
): { readonly routes: readonly Route[]; readonly runner: BatchRunner } {
  const { batches, batchFiles: files, keys, answers, answerClaims } = storage.stores;
  const claiming = storage.shared && { claims: answerClaims, stopping };
  const kept = createIdempotency(platform, { answers, keepMs: ANSWER_KEPT_MS, claiming });
  const runner = new BatchRunner(platform, {
    batches,
    files,
    keys,
    askLine: createAskLine({ edge: chatEdge, answers: kept, responses, tracer }),
    rules: { catalogue, linesMax: limits.batchLinesMax, bytesMax: limits.bodyBytesMax },
    requestIds,
    limits,
    isShared: storage.shared !== undefined,
    stopping,
  });
  const needs = { ...platform, batches, files, requestIds, ids: requestIds, limits, wake: () => runner.wake() };
  const sendFile = createSendFile(platform, limits.writeStallMs);
  return {
    routes: [
      ...fileRoutes({ ...needs, sendFile, linesOf: (file) => resultOfFile(needs, file) }),
      ...batchRoutes(needs),
      ...messageBatchRoutes({ ...needs, sendFile }),
    ],
    runner,
  };
}
