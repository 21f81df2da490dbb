/** The API behind a key: authentication and rate limits → chats → routes. */

import type { Tracer } from '../core/trace.ts';
import { chatDialect } from '../dialects/chat/chat-dialect.ts';
import { completionsDialect } from '../dialects/chat/completions-dialect.ts';
import { embeddingsDialect } from '../dialects/embeddings/embeddings-dialect.ts';
import { createAuthenticate } from '../features/keys/authenticate.ts';
import { AccountRequests, accountRequestsOf } from '../gateway/account-requests.ts';
import { showBalance } from '../gateway/balance.ts';
import { createAdmit, createChat } from '../gateway/chat.ts';
import { createBodyBudget } from '../gateway/edge/body-budget.ts';
import { type ChatEdge, chatHandler } from '../gateway/edge/chat-handler.ts';
import { createChatReader } from '../gateway/edge/chat-reader.ts';
import { createEventStreams } from '../gateway/edge/event-stream.ts';
import { createGate, type Gate, type RequestLimits } from '../gateway/edge/gate.ts';
import { createIdempotency } from '../gateway/idempotency.ts';
import { showCredits, showGeneration } from '../gateway/known-forms.ts';
import { countHandler, messagesHandler } from '../gateway/messages.ts';
import { listModels, showModel } from '../gateway/models.ts';
import { showReceipt } from '../gateway/receipts.ts';
import { createCompactions } from '../gateway/responses/compactions.ts';
import { conversationRoutes } from '../gateway/responses/conversation-routes.ts';
import { type Conversations, createConversations } from '../gateway/responses/conversation-service.ts';
import { createKeptResponses, type KeptResponses } from '../gateway/responses/kept-responses.ts';
import { responseRoutes } from '../gateway/responses/responses-routes.ts';
import { RunningRequests, runningLimitsOf } from '../gateway/running-requests.ts';
import { createStructuredOutputs, type StructuredOutputs } from '../gateway/structured/structured-answer.ts';
import { createTokenCount } from '../gateway/token-count.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { withMinuteLimits } from '../ledger/minute-limits.ts';
import type { OpenRateLimits } from '../ledger/rate-limits.ts';
import type { Clock, Ids } from '../platform/clock.ts';
import type { Route } from '../platform/http/call.ts';
import { toServiceError } from '../platform/http/error-body.ts';
import type { Platform } from '../platform/platform.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import { createBatches, type Queues } from './batches.ts';
import type { LiveCatalogue } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';

type Serving = {
  readonly storage: Pick<OpenStorage, 'stores' | 'shared'>;
  readonly ledger: Ledger;
  readonly catalogue: Pick<
    LiveCatalogue,
    'published' | 'engines' | 'countTokens' | 'hasTools' | 'hasAttachments' | 'buying' | 'groupPrices'
  >;
  readonly rateLimits: OpenRateLimits;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** Ids of requests and conversations, in the order of time. */
  readonly requestIds: Ids;
  /** Fires when the server stops and will wait no longer. Its reason ends running answers. */
  readonly stopping: AbortSignal;
};

export type Api = {
  readonly routes: readonly Route[];
  readonly gate: Gate;
  /** The limits of requests, for pages that ask too. */
  readonly admission: RequestLimits;
  /** The edge of chats, for pages that ask too. */
  readonly chatEdge: ChatEdge;
  /** Responses of customers, for the customers themselves. */
  readonly keptResponses: KeptResponses;
  readonly conversations: Conversations;
  readonly queues: Queues;
  /** Lets a change of a key be seen at once. */
  readonly forget: (keyId: string) => void;
  stop(): void;
};

export function createApi(config: Config, platform: Platform, serving: Serving): Api {
  const { storage, catalogue, rateLimits, requestIds } = serving;
  const { limits } = config;
  const { clock } = platform;
  const authenticate = createAuthenticate(platform, { keys: storage.stores.keys, cacheMs: limits.keyCacheMs });
  const running = new RunningRequests(runningLimitsOf(limits), clock);
  const accountRequests = new AccountRequests(accountRequestsOf(limits), clock);
  const admission = { rateLimits, requestsPerMinute: limits.requestsPerMinute, accountRequests, running };
  const reader = chatReader(config, catalogue);
  const structuredOutputs = createStructuredOutputs({ repairs: config.structuredRepair });
  const chatEdge: ChatEdge = {
    bodies: createBodyBudget(limits, clock),
    readChat: reader.read,
    openChat: chatOpener(config, platform, { ...serving, structuredOutputs }),
    idempotency: idempotencyOf(config, platform, serving),
    streams: eventStreams(config, platform),
    limits,
    bodyBytesMax: () => (catalogue.hasAttachments ? limits.attachedBodyBytesMax : limits.bodyBytesMax),
    clock,
    stopping: serving.stopping,
  };
  const keptResponses = createKeptResponses(platform, {
    store: storage.stores.storedResponses,
    keepMs: limits.storedResponseMs,
    keptMax: limits.storedResponsesMax,
  });
  const conversations = createConversations(platform, {
    store: storage.stores.conversations,
    ids: requestIds,
    keepMs: limits.conversationMs,
    bounds: { conversationsMax: limits.conversationsMax, charactersMax: limits.conversationsCharactersMax },
  });
  const countTokens = createTokenCount(catalogue.published, limits, catalogue.countTokens);
  const responses = { kept: keptResponses, compactions: createCompactions(platform.vault), conversations };
  const batches = createBatches(limits, platform, {
    ...serving,
    catalogue: catalogue.published,
    chatEdge,
    responses,
    admit: chatAdmission(config, platform, serving),
  });
  return {
    routes: [
      ...chatRoutes(chatEdge, countTokens),
      ...responseRoutes(chatEdge, { ...responses, background: batches.background, countTokens }),
      ...conversationRoutes(chatEdge, conversations, requestIds),
      ...batches.routes,
      ...lookRoutes(serving, clock),
    ],
    gate: createGate(authenticate, admission),
    admission,
    chatEdge,
    keptResponses,
    conversations,
    queues: batches.queues,
    forget: authenticate.forget,
    stop: () => {
      chatEdge.streams.stop();
      reader.stop();
      structuredOutputs.stop();
    },
  };
}

const idempotencyOf = ({ limits }: Config, platform: Platform, { storage, stopping }: Serving) =>
  createIdempotency(platform, {
    answers: storage.stores.answers,
    keepMs: limits.idempotencyMs,
    claiming: storage.shared && { claims: storage.stores.answerClaims, stopping },
  });

const CHARGED = { guard: 'key', isCharged: true } as const;

const chatRoutes = (edge: ChatEdge, countTokens: ReturnType<typeof createTokenCount>): readonly Route[] => [
  { method: 'POST', path: '/v1/chat/completions', ...CHARGED, handle: chatHandler(edge, chatDialect) },
  { method: 'POST', path: '/v1/completions', ...CHARGED, handle: chatHandler(edge, completionsDialect) },
  { method: 'POST', path: '/v1/messages', ...CHARGED, handle: messagesHandler(edge) },
  { method: 'POST', path: '/v1/messages/count_tokens', guard: 'key', handle: countHandler(edge, countTokens) },
  { method: 'POST', path: '/v1/embeddings', ...CHARGED, handle: chatHandler(edge, embeddingsDialect) },
];

/** Models, the balance of the key and its receipts: nothing here is charged. */
function lookRoutes({ catalogue, ledger, storage }: Serving, clock: Clock): readonly Route[] {
  const models = { catalogue: catalogue.published, groupPrices: catalogue.groupPrices, clock };
  return [
    { method: 'GET', path: '/v1/models', guard: 'key', handle: listModels(models) },
    { method: 'GET', path: '/v1/models/{id}', guard: 'key', handle: showModel(models) },
    { method: 'GET', path: '/v1/balance', guard: 'key', handle: showBalance(ledger, clock) },
    {
      method: 'GET',
      path: '/v1/receipts/{id}',
      guard: 'key',
      handle: showReceipt(storage.stores.ledger, storage.stores.backgroundResponses),
    },
    { method: 'GET', path: '/v1/generation', guard: 'key', handle: showGeneration(storage.stores.ledger) },
    { method: 'GET', path: '/v1/credits', guard: 'key', handle: showCredits(ledger, clock) },
  ];
}

/** Settings that a reload may change are read anew for each request. */
const chatReader = ({ limits }: Config, catalogue: Serving['catalogue']) =>
  createChatReader({
    ...limits,
    get hasTools() {
      return catalogue.hasTools;
    },
    get defaultModel() {
      return catalogue.published.defaultModel;
    },
  });

const chatAdmission = ({ limits, maxTokensAboveLimit }: Config, platform: Platform, { ledger, catalogue }: Serving) =>
  createAdmit(platform, {
    catalogue: catalogue.published,
    ledger,
    priceFor: catalogue.groupPrices.admittedBy,
    maxTokensAboveLimit,
    attachmentsMax: limits.attachmentsMax,
  });

const chatOpener = (
  { limits, maxTokensAboveLimit }: Config,
  platform: Platform,
  {
    ledger,
    rateLimits,
    catalogue,
    requestIds,
    metrics,
    structuredOutputs,
  }: Serving & {
    readonly structuredOutputs: StructuredOutputs;
  },
) =>
  createChat(platform, {
    catalogue: catalogue.published,
    engines: catalogue.engines,
    ledger: withMinuteLimits(platform, { ledger, rateLimits }),
    requestIds,
    metrics,
    buying: catalogue.buying,
    structuredOutputs,
    priceFor: catalogue.groupPrices.admittedBy,
    maxTokensAboveLimit,
    outputToleranceTokens: limits.outputToleranceTokens,
    attachmentsMax: limits.attachmentsMax,
  });

const eventStreams = ({ limits }: Config, { clock, log }: Platform) =>
  createEventStreams(
    { clock },
    {
      pingMs: limits.pingMs,
      writeStallMs: limits.writeStallMs,
      slowReadMs: limits.slowReadMs,
      onFailure: (thrown, { requestId, span }) => {
        const error = toServiceError(thrown);
        span.fail(error.code);
        log.error({ requestId, ...span.logFields, code: error.code, cause: error.details.cause }, 'stream failed');
        return error;
      },
      onLeave: ({ requestId, span }) => log.info({ requestId, ...span.logFields }, 'a client has left its stream'),
    },
  );
