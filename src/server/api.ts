/** The API behind a key: authentication and rate limits → chats → routes. */
import type { Clock, Ids, Ledger, Log, Metrics } from '../core/ports.ts';
import type { Vault } from '../core/vault.ts';
import { chatDialect } from '../dialects/chat/chat-dialect.ts';
import { completionsDialect } from '../dialects/chat/completions-dialect.ts';
import { embeddingsDialect } from '../dialects/embeddings/embeddings-dialect.ts';
import { createAuthenticate } from '../features/keys/authenticate.ts';
import { AccountRequests, accountRequestsOf } from '../gateway/account-requests.ts';
import { showBalance } from '../gateway/balance.ts';
import { createChat } from '../gateway/chat.ts';
import { createBodyBudget } from '../gateway/edge/body-budget.ts';
import { type ChatEdge, chatHandler } from '../gateway/edge/chat-handler.ts';
import { createChatReader } from '../gateway/edge/chat-reader.ts';
import { createEventStreams } from '../gateway/edge/event-stream.ts';
import { createGate, type Gate, type RequestLimits } from '../gateway/edge/gate.ts';
import { createIdempotency } from '../gateway/idempotency.ts';
import { countHandler, messagesHandler } from '../gateway/messages.ts';
import { listModels, showModel } from '../gateway/models.ts';
import { showReceipt } from '../gateway/receipts.ts';
import { createCompactions } from '../gateway/responses/compactions.ts';
import { conversationRoutes } from '../gateway/responses/conversation-routes.ts';
import { type Conversations, createConversations } from '../gateway/responses/conversation-service.ts';
import { createKeptResponses, type KeptResponses } from '../gateway/responses/kept-responses.ts';
import { responseRoutes } from '../gateway/responses/responses-routes.ts';
import { RunningRequests, runningLimitsOf } from '../gateway/running-requests.ts';
import { createTokenCount } from '../gateway/token-count.ts';
import type { OpenRateLimits } from '../ledger/rate-limits.ts';
import { withTokenRates } from '../ledger/token-rates.ts';
import { createIds } from '../platform/clock.ts';
import type { Route } from '../platform/http/call.ts';
import { toServiceError } from '../platform/http/error-body.ts';
import type { LiveCatalogue } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';

type ApiParts = {
  readonly storage: Pick<OpenStorage, 'stores' | 'shared'>;
  readonly ledger: Ledger;
  readonly catalogue: Pick<LiveCatalogue, 'published' | 'engines' | 'countTokens' | 'hasTools'>;
  readonly rateLimits: OpenRateLimits;
  readonly fingerprint: (secret: string) => string;
  readonly vault: Vault;
  readonly metrics: Metrics;
  readonly ids: Ids;
  /** Fires when the server stops and will wait no longer. Its reason ends running answers. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
};

export type Api = {
  readonly routes: readonly Route[];
  readonly gate: Gate;
  /** How requests are counted, for pages that ask too. */
  readonly admission: RequestLimits;
  /** How a chat is asked for, for pages that do it too. */
  readonly chatEdge: ChatEdge;
  /** Responses of customers, for the customers themselves. */
  readonly keptResponses: KeptResponses;
  readonly conversations: Conversations;
  /** Lets a change of a key be seen at once. */
  readonly forget: (keyId: string) => void;
  stop(): void;
};

export function createApi(config: Config, parts: ApiParts): Api {
  const { storage, catalogue, rateLimits, fingerprint, stopping, clock } = parts;
  const { limits } = config;
  const { stores } = storage;
  const authenticate = createAuthenticate({
    keys: stores.keys,
    clock,
    prefix: config.keyPrefix,
    fingerprint,
    cacheMs: limits.keyCacheMs,
  });
  const running = new RunningRequests(runningLimitsOf(limits), clock);
  const accountRequests = new AccountRequests(accountRequestsOf(limits), clock);
  const admission = { rateLimits, requestsPerMinute: limits.requestsPerMinute, accountRequests, running };
  const reader = chatReader(config, catalogue);
  const chatEdge: ChatEdge = {
    bodies: createBodyBudget(limits, clock),
    readChat: reader.read,
    openChat: chatOpener(config, { ...parts, ledger: withTokenRates(parts) }),
    idempotency: createIdempotency(
      { clock, ids: createIds() },
      {
        answers: stores.answers,
        keepMs: limits.idempotencyMs,
        claiming: storage.shared && { claims: stores.answerClaims, stopping },
      },
    ),
    streams: eventStreams(config, parts),
    limits,
    stopping,
  };
  const keptResponses = createKeptResponses(parts, {
    store: stores.storedResponses,
    keepMs: limits.storedResponseMs,
    keptMax: limits.storedResponsesMax,
  });
  const conversations = createConversations(parts, {
    store: stores.conversations,
    ids: parts.ids,
    keepMs: limits.conversationMs,
    bounds: { conversationsMax: limits.conversationsMax, charactersMax: limits.conversationsCharactersMax },
  });
  const countTokens = createTokenCount(catalogue.published, catalogue.countTokens);
  return {
    routes: [
      {
        method: 'POST',
        path: '/v1/chat/completions',
        guard: 'key',
        isCharged: true,
        handle: chatHandler(chatEdge, chatDialect),
      },
      {
        method: 'POST',
        path: '/v1/completions',
        guard: 'key',
        isCharged: true,
        handle: chatHandler(chatEdge, completionsDialect),
      },
      ...responseRoutes(
        chatEdge,
        { kept: keptResponses, compactions: createCompactions(parts.vault), conversations },
        countTokens,
      ),
      ...conversationRoutes(chatEdge, conversations, parts.ids),
      {
        method: 'POST',
        path: '/v1/messages',
        guard: 'key',
        isCharged: true,
        handle: messagesHandler(chatEdge),
      },
      {
        method: 'POST',
        path: '/v1/messages/count_tokens',
        guard: 'key',
        handle: countHandler(chatEdge, countTokens),
      },
      {
        method: 'POST',
        path: '/v1/embeddings',
        guard: 'key',
        isCharged: true,
        handle: chatHandler(chatEdge, embeddingsDialect),
      },
      { method: 'GET', path: '/v1/models', guard: 'key', handle: listModels(catalogue.published) },
      { method: 'GET', path: '/v1/models/{id}', guard: 'key', handle: showModel(catalogue.published) },
      { method: 'GET', path: '/v1/balance', guard: 'key', handle: showBalance(parts.ledger, clock) },
      { method: 'GET', path: '/v1/receipts/{id}', guard: 'key', handle: showReceipt(stores.ledger) },
    ],
    gate: createGate(authenticate, admission),
    admission,
    chatEdge,
    keptResponses,
    conversations,
    forget: authenticate.forget,
    stop: () => {
      chatEdge.streams.stop();
      reader.stop();
    },
  };
}

/** Settings that a reload may change are read anew for each request. */
const chatReader = ({ limits }: Config, catalogue: ApiParts['catalogue']) =>
  createChatReader({
    ...limits,
    get hasTools() {
      return catalogue.hasTools;
    },
    get defaultModel() {
      return catalogue.published.defaultModel;
    },
  });

const chatOpener = (
  { limits, maxTokensAboveLimit }: Config,
  {
    ledger,
    catalogue,
    ids,
    metrics,
    clock,
    log,
  }: Omit<ApiParts, 'ledger'> & { readonly ledger: ReturnType<typeof withTokenRates> },
) =>
  createChat(
    { clock, log },
    {
      catalogue: catalogue.published,
      engines: catalogue.engines,
      ledger,
      requestIds: ids,
      metrics,
      maxTokensAboveLimit,
      outputToleranceTokens: limits.outputToleranceTokens,
    },
  );

const eventStreams = ({ limits }: Config, { clock, log }: ApiParts) =>
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
