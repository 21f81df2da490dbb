/** What an API key opens: authentication and rate limits → chats → routes. */
import type { Clock, Ids, Ledger, Log, Metrics } from '../domain/ports.ts';
import type { Vault } from '../domain/stored-responses.ts';
import { showBalance } from '../http/balance.ts';
import { createBodyBudget } from '../http/body-budget.ts';
import type { Route } from '../http/call.ts';
import { type ChatEdge, chatHandler } from '../http/chat-handler.ts';
import { createChatReader } from '../http/chat-reader.ts';
import { createEventStreams } from '../http/event-stream.ts';
import { type AdmissionParts, createGate, type Gate } from '../http/gate.ts';
import { countHandler, messagesHandler } from '../http/messages.ts';
import { listModels, showModel } from '../http/models.ts';
import { showReceipt } from '../http/receipts.ts';
import { responseRoutes } from '../http/responses.ts';
import { createIds } from '../ops/clock.ts';
import type { Config } from '../ops/config.ts';
import { AccountRequests, accountRequestsOf } from '../service/account-requests.ts';
import { createChat } from '../service/chat.ts';
import { createCompactions } from '../service/compactions.ts';
import { createIdempotency } from '../service/idempotency.ts';
import { createKeptResponses, type KeptResponses } from '../service/kept-responses.ts';
import { createAuthenticate } from '../service/keys.ts';
import { RunningRequests, runningLimitsOf } from '../service/running-requests.ts';
import { createTokenCount } from '../service/token-count.ts';
import { withTokenRates } from '../service/token-rates.ts';
import type { OpenRateLimits } from '../store/rate-limits.ts';
import type { OpenStorage } from '../store/sqlite-storage.ts';
import { chatDialect } from '../wire/chat-dialect.ts';
import { completionsDialect } from '../wire/completions-dialect.ts';
import { embeddingsDialect } from '../wire/embeddings-dialect.ts';
import { toServiceError } from '../wire/error-body.ts';
import type { LiveCatalogue } from './catalogue.ts';

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
  readonly admission: AdmissionParts;
  /** How a chat is asked for, for pages that do it too. */
  readonly chatEdge: ChatEdge;
  /** Responses of customers, for the customers themselves. */
  readonly keptResponses: KeptResponses;
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
    idempotency: createIdempotency({
      answers: stores.answers,
      clock,
      keepMs: limits.idempotencyMs,
      claiming: storage.shared && { claims: stores.answerClaims, clock, ids: createIds(), stopping },
    }),
    streams: eventStreams(config, parts),
    limits,
    stopping,
  };
  const keptResponses = createKeptResponses({
    store: stores.storedResponses,
    vault: parts.vault,
    clock,
    log: parts.log,
    keepMs: limits.storedResponseMs,
    keptMax: limits.storedResponsesMax,
  });
  const countTokens = createTokenCount({ catalogue: catalogue.published, countTokens: catalogue.countTokens });
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
      ...responseRoutes(chatEdge, { kept: keptResponses, compactions: createCompactions(parts.vault), countTokens }),
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
    forget: authenticate.forget,
    stop: () => {
      chatEdge.streams.stop();
      reader.stop();
    },
  };
}

/** What a reload may change is read anew for each request. */
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
  createChat({
    catalogue: catalogue.published,
    engines: catalogue.engines,
    ledger,
    ids,
    metrics,
    maxTokensAboveLimit,
    outputToleranceTokens: limits.outputToleranceTokens,
    clock,
    log,
  });

const eventStreams = ({ limits }: Config, { clock, log }: ApiParts) =>
  createEventStreams({
    clock,
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
  });
