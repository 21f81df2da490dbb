/** Files, batches and responses in the background: their routes, and what runs them in this process. */

import type { Receipt } from '../core/ledger.ts';
import type { Limits } from '../core/limits.ts';
import type { Catalogue } from '../core/model.ts';
import type { Tracer } from '../core/trace.ts';
import { keptBy, resultOfFile } from '../features/batches/results.ts';
import { WINDOW_MS } from '../features/batches/rules.ts';
import { createAskLine } from '../gateway/batches/ask-line.ts';
import { batchRoutes } from '../gateway/batches/batch-routes.ts';
import { fileRoutes } from '../gateway/batches/file-routes.ts';
import { LineRunner } from '../gateway/batches/line-runner.ts';
import { messageBatchRoutes } from '../gateway/batches/message-batch-routes.ts';
import { BatchRunner } from '../gateway/batches/runner.ts';
import type { AdmitChat } from '../gateway/chat.ts';
import type { ChatEdge } from '../gateway/edge/chat-handler.ts';
import { createIdempotency } from '../gateway/idempotency.ts';
import { createAskResponse } from '../gateway/responses/ask-background.ts';
import { Background } from '../gateway/responses/background.ts';
import { BackgroundLines } from '../gateway/responses/background-line.ts';
import { Followers } from '../gateway/responses/followers.ts';
import type { Lookup } from '../gateway/responses/prepare-response.ts';
import type { Ids } from '../platform/clock.ts';
import type { Route } from '../platform/http/call.ts';
import { createSendFile } from '../platform/http/file-stream.ts';
import type { Platform } from '../platform/platform.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';

/** What runs batches and responses in the background. */
export type Queues = {
  start(): Promise<void>;
  /** Begins nothing more. What runs may end. */
  stop(): Promise<void>;
  /** So many are being answered here. */
  readonly running: number;
};

type Around = {
  readonly storage: Pick<OpenStorage, 'stores' | 'shared'>;
  readonly catalogue: Catalogue;
  readonly chatEdge: ChatEdge;
  readonly admit: AdmitChat;
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
  { storage, catalogue, chatEdge, admit, responses, requestIds, tracer, stopping }: Around,
): { readonly routes: readonly Route[]; readonly background: Background; readonly queues: Queues } {
  const { batches, batchFiles: files, keys, answers, answerClaims } = storage.stores;
  const claiming = storage.shared && { claims: answerClaims, stopping };
  const kept = createIdempotency(platform, { answers, keepMs: ANSWER_KEPT_MS, claiming });
  const asking = { edge: chatEdge, answers: kept, responses, tracer };
  const lineNeeds = {
    batches,
    files,
    keys,
    requestIds,
    limits,
    stopping,
    askLine: createAskLine(asking),
    rules: { catalogue, linesMax: limits.batchLinesMax, bytesMax: limits.bodyBytesMax },
  };
  const runner = new BatchRunner(platform, {
    batches,
    stopping,
    createLines: (owner) => new LineRunner(platform, lineNeeds, owner),
    kept: () => keptBy({ clock: platform.clock, requestIds, limits }),
  });
  const behind = createBackground(platform, { storage, chatEdge, admit, responses, requestIds, stopping, asking });
  const needs = { ...platform, batches, files, requestIds, ids: requestIds, limits, wake: () => runner.wake() };
  const sendFile = createSendFile(platform, limits.writeStallMs);
  return {
    routes: [
      ...fileRoutes({ ...needs, sendFile, linesOf: (file) => resultOfFile(needs, file) }),
      ...batchRoutes(needs),
      ...messageBatchRoutes({ ...needs, sendFile }),
    ],
    background: behind.background,
    queues: {
      // Where no other server can be, what the one before has left is free at once.
      start: async () => {
        if (!storage.shared) await batches.releaseAll();
        behind.runner.wake();
        runner.wake();
      },
      stop: async () => {
        behind.followers.stop();
        await Promise.all([behind.runner.stop(), runner.stop()]);
      },
      get running() {
        return behind.runner.running + runner.running;
      },
    },
  };
}

type Behind = Pick<Around, 'storage' | 'chatEdge' | 'admit' | 'responses' | 'requestIds' | 'stopping'> & {
  readonly asking: Parameters<typeof createAskResponse>[0];
};

/** Responses in the background have a runner of their own: no batch is in their way. */
function createBackground(
  platform: Platform,
  { storage, chatEdge, admit, responses, requestIds, stopping, asking }: Behind,
) {
  const { batches, backgroundResponses: backgrounds, keys, ledger } = storage.stores;
  const { limits } = chatEdge;
  const followers = new Followers();
  const keeping = () => keptBy({ clock: platform.clock, requestIds, limits: { fileMs: limits.storedResponseMs } });
  const needs = {
    batches,
    backgrounds,
    keys,
    requestIds,
    limits,
    stopping,
    followers,
    kept: keeping,
    responses: responses.kept,
    ask: createAskResponse(asking),
    receiptOf: (requestId: string): Promise<Receipt | undefined> => ledger.receiptOf(requestId),
  };
  const runner = new BatchRunner(platform, {
    batches,
    stopping,
    kept: keeping,
    createLines: (owner) => new BackgroundLines(platform, needs, owner),
  });
  const wake = () => runner.wake();
  const background = new Background(platform, {
    edge: chatEdge,
    admit,
    kept: responses.kept,
    backgrounds,
    batches,
    followers,
    keeping,
    wake,
  });
  return { runner, followers, background };
}
