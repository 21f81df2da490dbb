/** Composition root of the server: config → store → engines → services → app → listen → drain. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServiceError } from './domain/errors.ts';
import type { Catalogue } from './domain/model.ts';
import { parseModelReference } from './domain/model-reference.ts';
import type { Engine, Log, Prices } from './domain/ports.ts';
import { createEmbedded, type EmbeddedEngine } from './engine/embedded.ts';
import { createHttpClient, originOf } from './engine/http-client.ts';
import { openaiUpstream, type UpstreamSettings } from './engine/openai-upstream.ts';
import { createEngines } from './engine/registry.ts';
import { createApp } from './http/app.ts';
import type { Route } from './http/call.ts';
import { chatCompletions } from './http/chat-completions.ts';
import { createEventStreams } from './http/event-stream.ts';
import { createGate } from './http/gate.ts';
import { listModels, showModel } from './http/models.ts';
import { openapi } from './http/openapi.ts';
import { healthz, readyz } from './http/ops-routes.ts';
import { showReceipt } from './http/receipts.ts';
import { listen, type Server } from './http/server.ts';
import { ACCOUNT_HEADER, HUB_TOKEN_VARIABLE } from './llama/settings.ts';
import { EMBEDDED } from './ops/catalogue.ts';
import { systemClock as clock, createIds, createOrderedIds } from './ops/clock.ts';
import type { Config, EngineConfig } from './ops/config.ts';
import { terminalProgressBar } from './ops/progress-bar.ts';
import { keyFingerprint, serverSecret } from './ops/secrets.ts';
import { createChat } from './service/chat.ts';
import { createIdempotency } from './service/idempotency.ts';
import { createAuthenticate } from './service/keys.ts';
import { createReadiness } from './service/readiness.ts';
import { startSweeps } from './service/sweeps.ts';
import { lockDataDir } from './store/instance-lock.ts';
import { migrate, readMigrations } from './store/migrate.ts';
import { createMemoryRateLimits } from './store/rate-limit-memory.ts';
import { openSqlite } from './store/sqlite.ts';
import { startStoreThread } from './store/store-thread.ts';
import { createRequestReader } from './wire/chat-request.ts';
import { toErrorBody, toServiceError } from './wire/error-body.ts';

export type RunningServer = {
  /** The base address for clients; its path ends in /v1. */
  readonly url: string;
  /** Lets running answers finish, up to the drain limit, then closes everything. */
  stop(): Promise<void>;
};

/** Where the books are. */
export const databasePathOf = ({ dataDir }: Config): string => join(dataDir, 'boreal.db');

export async function serve(config: Config, log: Log): Promise<RunningServer> {
  mkdirSync(config.dataDir, { recursive: true });
  const lock = lockDataDir(config.dataDir);
  try {
    const databasePath = databasePathOf(config);
    await bringUpToDate(databasePath, log);
    const store = await startStoreThread({ path: databasePath, offers: config.plans }, (cause) =>
      log.error({ cause }, 'the store has failed and is opened again'),
    );
    return await start(config, { log, lock, store }).catch(async (error) => {
      await store.close();
      throw error;
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Started = {
  readonly log: Log;
  readonly lock: ReturnType<typeof lockDataDir>;
  readonly store: Awaited<ReturnType<typeof startStoreThread>>;
};

async function start(config: Config, { log, lock, store }: Started): Promise<RunningServer> {
  const { limits } = config;
  const { stores } = store;
  const catalogue = await priced(config.models, stores.prices);
  const ids = createOrderedIds(clock);
  const stopping = new AbortController();
  let isStopping = false;

  const upstreams = enginesFrom(config, log);
  const embedded = usesEmbedded(config) ? embeddedFrom(config, log) : undefined;
  const all = embedded ? new Map<string, Engine>([...upstreams, [EMBEDDED, embedded]]) : upstreams;
  const engines = createEngines(catalogue.models.values(), all);
  const streams = createEventStreams({
    clock,
    pingMs: limits.pingMs,
    writeStallMs: limits.writeStallMs,
    onFailure: (thrown, requestId) => {
      const error = toServiceError(thrown);
      log.error({ requestId, code: error.code, cause: error.details.cause }, 'stream failed');
      return toErrorBody(error);
    },
  });
  const idempotency = createIdempotency({ answers: stores.answers, clock, keepMs: limits.idempotencyMs });
  const fingerprint = keyFingerprint(serverSecret(config.secret, config.dataDir));
  const prefix = config.keyPrefix;
  const authenticate = createAuthenticate({
    keys: stores.keys,
    clock,
    prefix,
    fingerprint,
    cacheMs: limits.keyCacheMs,
  });
  const rateLimits = createMemoryRateLimits({ max: limits.requestsPerMinute, windowMs: 60_000 }, clock);
  const readRequest = createRequestReader({
    ...limits,
    hasTools: [...catalogue.models.values()].some((model) => model.takesTools),
    defaultModel: catalogue.defaultModel,
  });
  const openChat = createChat({
    catalogue,
    engines,
    ledger: stores.ledger,
    clock,
    log,
    maxTokensAboveLimit: config.maxTokensAboveLimit,
    holdMs: longestAnswerMs(config) + 60_000,
  });
  const readiness = createReadiness({
    engines,
    isStopping: () => isStopping,
    checkStore: () => stores.accounts.find('readiness').then(() => {}),
    clock,
  });
  // Nobody else writes here, so a hold that is open now was left by a server that died.
  while ((await stores.upkeep.expireHolds(clock.nowMs(), Number.MAX_SAFE_INTEGER)) > 0);
  const sweeps = startSweeps({ upkeep: stores.upkeep, clock, log });

  const chatEdge = { readRequest, openChat, idempotency, streams, limits, stopping: stopping.signal };
  const routes: readonly Route[] = [
    { method: 'POST', path: '/v1/chat/completions', guard: 'key', handle: chatCompletions(chatEdge) },
    { method: 'GET', path: '/v1/models', guard: 'key', handle: listModels(catalogue) },
    { method: 'GET', path: '/v1/models/{id}', guard: 'key', handle: showModel(catalogue) },
    { method: 'GET', path: '/v1/receipts/{id}', guard: 'key', handle: showReceipt(stores.ledger) },
    { method: 'GET', path: '/openapi.json', guard: 'none', handle: openapi(limits, catalogue) },
    { method: 'GET', path: '/healthz', guard: 'none', handle: healthz },
    { method: 'GET', path: '/readyz', guard: 'none', handle: readyz(readiness) },
  ];
  const gate = createGate(authenticate, rateLimits, limits.requestsPerMinute);
  const app = createApp({ routes, gate, ids, log, isStopping: () => isStopping });
  const server = listen(app, config);
  embedded?.start();
  lock.announce({ pid: process.pid, address: server.url });
  logStart(config, server, log);

  async function stop(): Promise<void> {
    isStopping = true;
    const giveUp = setTimeout(() => {
      log.warn({ running: server.running }, 'drain limit reached: ending the answers that are still running');
      stopping.abort(
        new ServiceError('shutting_down', 'The service is restarting; please try again. Nothing was charged.'),
      );
    }, limits.drainMs);
    await server.drain(() => idempotency.running === 0);
    clearTimeout(giveUp);
    sweeps.stop();
    streams.stop();
    await embedded?.stop();
    await store.close();
    lock.release();
  }

  return { url: server.url, stop };
}

async function bringUpToDate(databasePath: string, log: Log): Promise<void> {
  const database = openSqlite(databasePath, 'commit');
  try {
    const applied = await migrate(database, readMigrations(), clock.nowMs());
    if (applied.length > 0) log.info({ applied }, 'database schema brought up to date');
  } finally {
    database.close();
  }
}

/** Every engine of the configuration, by its name. Nothing is connected until somebody asks. */
export const enginesFrom = (config: Config, log: Log): ReadonlyMap<string, Engine> =>
  new Map(Object.entries(config.engines).map(([name, one]) => [name, engineFrom(name, one, log)]));

function engineFrom(name: string, config: EngineConfig, log: Log): Engine {
  const url = new URL(config.baseUrl);
  const origin = originOf(url);
  const client = createHttpClient(
    'tls' in origin && origin.tls && config.ca ? { ...origin, tls: { ca: config.ca } } : origin,
  );
  const ids = createIds();
  const settings = {
    name,
    basePath: url.pathname.replace(/\/+$/, ''),
    ...(config.apiKey && { apiKey: config.apiKey }),
    dialect: config,
    thinking: config.thinking,
    deadlines: config,
  };
  return openaiUpstream(settings, client, { log, newToolCallId: () => ids.next('call_') });
}

const usesEmbedded = (config: Config): boolean =>
  [...config.models.models.values()].some((model) => model.engine === EMBEDDED);

function embeddedFrom(config: Config, log: Log): EmbeddedEngine {
  const { model, hubToken, temperature, topP, topK, repeatPenalty, enabled: _, ...rest } = config.embedded;
  const isPath = parseModelReference(model).kind === 'file';
  const thinkingModels = [...config.models.models.values()].filter((one) => one.isReasoning).map((one) => one.id);
  const settings = {
    ...rest,
    dataDir: config.dataDir,
    ...(model && { modelPath: isPath ? resolve(model) : model }),
    thinkingModels,
    sampling: { temperature, topP, topK, repeatPenalty },
  };
  const ids = createIds();
  return createEmbedded({
    command: (socketPath) => [
      process.execPath,
      '--no-install',
      join(import.meta.dir, 'llama/main.ts'),
      JSON.stringify({ ...settings, socketPath }),
    ],
    connect: (socketPath) =>
      openaiUpstream(EMBEDDED_UPSTREAM, createHttpClient({ unix: socketPath }), {
        log,
        newToolCallId: () => ids.next('call_'),
      }),
    environment: { [HUB_TOKEN_VARIABLE]: hubToken },
    bar: terminalProgressBar(),
    log,
  });
}

/** The engine beside us: it streams and counts always, splits its reasoning itself, and shares its places by account. */
const EMBEDDED_UPSTREAM: UpstreamSettings = {
  name: EMBEDDED,
  basePath: '/v1',
  dialect: { model: '', maxTokensField: 'max_tokens', runningUsage: 'none' },
  thinking: 'off',
  alwaysStreams: true,
  headersFor: ({ accountId }) => ({ [ACCOUNT_HEADER]: accountId }),
  deadlines: { connectMs: 2000, firstByteMs: 120_000, idleMs: 60_000, totalMs: 600_000 },
};

/** Every price gets its version in the books before anything is sold by it. */
async function priced(draft: Config['models'], prices: Prices): Promise<Catalogue> {
  const wanted = new Map([...draft.models].map(([id, model]) => [id, model.price]));
  const versions = await prices.publish(wanted, { actor: 'configuration', atMs: clock.nowMs() });
  const models = [...draft.models].map(([id, model]) => [id, { ...model, priceVersion: versions.get(id)! }] as const);
  return { ...draft, models: new Map(models) };
}

const longestAnswerMs = (config: Config): number =>
  Math.max(600_000, ...Object.values(config.engines).map((engine) => engine.totalMs));

function logStart(config: Config, server: Server, log: Log): void {
  for (const warning of config.warnings) log.warn({}, warning);
  const without = [...config.models.models.values()].filter((model) => !model.engine).map((model) => model.id);
  if (without.length > 0) {
    log.warn({ models: without }, `no engine is connected to ${without.join(', ')}: these answer 502 until one is`);
  }
  log.info({ address: server.url, catalogue: config.catalogue, configuration: config.source }, 'Boreal is listening');
}
