/**
 * The service with a ledger that agrees to everything at once: what is left is the cost of the path itself. The composition
 * is that of `src/server/serve.ts` and `src/server/api.ts` without a ledger. A process of its own; prints its port.
 */

import type { ApiKey } from '../../src/core/api-key.ts';
import { NO_BUYING_PRICES } from '../../src/core/buying.ts';
import { nanos } from '../../src/core/money.ts';
import { NO_TRACER } from '../../src/core/trace.ts';
import { chatDialect } from '../../src/dialects/chat/chat-dialect.ts';
import { createEngines } from '../../src/engines/registry.ts';
import { createAuthenticate } from '../../src/features/keys/authenticate.ts';
import { AccountRequests, accountRequestsOf } from '../../src/gateway/account-requests.ts';
import { createChat } from '../../src/gateway/chat.ts';
import { createApp, type Gates } from '../../src/gateway/edge/app.ts';
import { createBodyBudget } from '../../src/gateway/edge/body-budget.ts';
import { chatHandler } from '../../src/gateway/edge/chat-handler.ts';
import { inlineChatReader } from '../../src/gateway/edge/chat-reader.ts';
import { createEventStreams } from '../../src/gateway/edge/event-stream.ts';
import { createGate } from '../../src/gateway/edge/gate.ts';
import { listen } from '../../src/gateway/edge/server.ts';
import { createIdempotency } from '../../src/gateway/idempotency.ts';
import { RunningRequests, runningLimitsOf } from '../../src/gateway/running-requests.ts';
import { createStructuredOutputs } from '../../src/gateway/structured/structured-answer.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createMemoryRateLimits } from '../../src/ledger/rate-limit-memory.ts';
import { systemClock as clock, createOrderedIds } from '../../src/platform/clock.ts';
import type { Route } from '../../src/platform/http/call.ts';
import { toServiceError } from '../../src/platform/http/error-body.ts';
import { pathsOf } from '../../src/platform/http/routing.ts';
import { keyFingerprint } from '../../src/platform/secrets.ts';
import type { Log } from '../../src/platform/telemetry/log.ts';
import { createMetrics } from '../../src/platform/telemetry/metrics.ts';
import { readConfig } from '../../src/server/configuration/config.ts';
import { enginesFrom } from '../../src/server/engines.ts';

const config = readConfig(process.env);
const { limits } = config;
const log: Log = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const models = new Map([...config.models.models].map(([id, model]) => [id, { ...model, priceVersion: 'bench' }]));
const catalogue = { ...config.models, models };

const ledger: Ledger = {
  hold: async ({ outputTokensMax }) => ({ outputTokensMax }),
  settle: async ({ usage }) => ({ usage, cost: nanos(0n), coveredTokens: 0n }),
  release: async () => {},
  letGo: () => {},
  receiptOf: async () => undefined,
  archivedUntilMs: async () => undefined,
  balanceOf: () => Promise.reject(new Error('There is no ledger here.')),
  fundsOf: () => Promise.reject(new Error('There is no ledger here.')),
  openHolds: () => ({ count: 0, held: nanos(0n) }),
};
const key: ApiKey = {
  id: 'key_bench',
  accountId: 'acc_bench',
  name: 'bench',
  hint: 'xxxx',
  createdAtMs: 0,
  allowedModels: [],
  allowedRanges: [],
  limits: [],
};
const keys = {
  findByFingerprint: async () => key,
  add: async () => {},
  hasForeign: async () => false,
  list: async () => [],
  revoke: async () => false,
};
const authenticate = createAuthenticate(
  { clock, keyPrefix: config.keyPrefix, fingerprint: keyFingerprint('a secret for the bench alone, 32 characters') },
  { keys, cacheMs: limits.keyCacheMs },
);
const engines = createEngines({ clock, log }, { models: models.values(), engines: enginesFrom(config, { log }) });
const metrics = createMetrics({
  ledger,
  engines: async () => [],
  pools: engines,
  runningRequests: () => 0,
  clockMovedMs: () => 0,
  sealAgeMs: () => 0,
  modelOf: (name) => models.get(name)?.id,
});
const requestIds = createOrderedIds(clock);
const openChat = createChat(
  { clock, log },
  {
    catalogue,
    engines,
    ledger,
    requestIds,
    buying: NO_BUYING_PRICES,
    priceFor: (_, model) => model,
    outputToleranceTokens: limits.outputToleranceTokens,
    metrics,
    maxTokensAboveLimit: config.maxTokensAboveLimit,
    structuredOutputs: createStructuredOutputs({ repairs: false }),
    attachmentsMax: config.limits.attachmentsMax,
  },
);
const handle = chatHandler(
  {
    bodies: createBodyBudget(limits, clock),
    readChat: inlineChatReader({ ...limits, hasTools: true, defaultModel: catalogue.defaultModel }),
    openChat,
    idempotency: createIdempotency(
      { clock, ids: requestIds },
      { answers: { find: async () => undefined }, keepMs: limits.idempotencyMs },
    ),
    streams: createEventStreams({ clock }, { ...limits, onFailure: toServiceError, onLeave() {} }),
    limits,
    bodyBytesMax: () => limits.bodyBytesMax,
    clock,
    stopping: new AbortController().signal,
  },
  chatDialect,
);
const rateLimits = createMemoryRateLimits({ max: limits.requestsPerMinute, windowMs: 60_000 }, clock);
const routes: readonly Route[] = [
  { method: 'POST', path: '/v1/chat/completions', guard: 'key', isCharged: true, handle },
];
const gates: Gates = {
  personGate: () => Promise.reject(new Error('There is no sign-in here.')),
  operatorGate: () => Promise.reject(new Error('There is no operator here.')),
  spenderGate: () => Promise.reject(new Error('There is no playground here.')),
  managementTokenGate: {
    admit: () => Promise.reject(new Error('There are no tokens here.')),
    log: async () => {},
  },
  gate: createGate(authenticate, {
    rateLimits,
    requestsPerMinute: limits.requestsPerMinute,
    accountRequests: new AccountRequests(accountRequestsOf(limits), clock),
    running: new RunningRequests(runningLimitsOf(limits), clock),
  }),
};
const app = createApp(
  { clock, log },
  {
    routes,
    gates,
    requestIds,
    metrics,
    tracer: NO_TRACER,
    logsRequests: false,
    isStopping: () => false,
    limits,
  },
);
console.log(new URL(listen(app, { ...config, paths: pathsOf(routes) }).url).port);
