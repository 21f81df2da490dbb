/** Composition root of the server: config → store → engines → services → app → listen → drain. */
import { mkdirSync } from 'node:fs';
import { ServiceError } from './domain/errors.ts';
import type { Log } from './domain/ports.ts';
import { modelProblemsOf, type OpeningTools } from './engines.ts';
import { createApp } from './http/app.ts';
import type { Route } from './http/call.ts';
import { chatCompletions } from './http/chat-completions.ts';
import { createEventStreams } from './http/event-stream.ts';
import { createGate } from './http/gate.ts';
import { showMetrics } from './http/metrics-route.ts';
import { listModels, showModel } from './http/models.ts';
import { healthz, readyz } from './http/ops-routes.ts';
import { showReceipt } from './http/receipts.ts';
import { referenceRoutes } from './http/reference/routes.ts';
import { listen } from './http/server.ts';
import type { Family } from './lib/prometheus.ts';
import { startNotices } from './notices.ts';
import { createOffering, type Reloaded } from './offering.ts';
import { systemClock as clock, createIds, createOrderedIds } from './ops/clock.ts';
import { type Config, InvalidConfig } from './ops/config.ts';
import { mailBy } from './ops/mail.ts';
import { createMetrics } from './ops/metrics.ts';
import { keyFingerprint, serverSecret } from './ops/secrets.ts';
import { openTraces } from './ops/traces.ts';
import { createChat } from './service/chat.ts';
import type { AuditVerdict } from './service/daily-audit.ts';
import { createIdempotency } from './service/idempotency.ts';
import { createAuthenticate } from './service/keys.ts';
import { createReadiness } from './service/readiness.ts';
import { createRequestFeed } from './service/request-feed.ts';
import { startSweeps } from './service/sweeps.ts';
import { createSettingsArea, type SettingsParts } from './settings.ts';
import { type OpenBooks, openOwnBooks } from './store/own-books.ts';
import { openRateLimits } from './store/rate-limits.ts';
import { openSharedBooks } from './store/shared-books.ts';
import { createRequestReader } from './wire/chat-request.ts';
import { toErrorBody, toServiceError } from './wire/error-body.ts';
import { type EngineSteering, steeredTogether } from './workers/engine-steering.ts';

export type RunningServer = {
  /** The base address for clients; its path ends in /v1. */
  readonly url: string;
  /** Takes over prices, models and engines as the configuration has them now; throws InvalidConfig and changes nothing. */
  reload(): Promise<Reloaded>;
  /** Takes an engine out of service, or back into it. */
  steerEngine(order: EngineSteering): void;
  /** What this process has counted. */
  metrics(): Promise<readonly Family[]>;
  /** Lets running answers finish, up to the drain limit, then closes everything. */
  stop(): Promise<void>;
};

/** Parts that tests replace by cheaper ones, how the configuration is read again, and how the books are proved. */
export type ServeParts = Pick<SettingsParts, 'passwords' | 'discreetMs'> & {
  readonly readConfig?: () => Config;
  readonly auditBooks?: (() => Promise<AuditVerdict>) | undefined;
  readonly worker?: WorkerPart;
};

/** For a process that serves beside others on one port. */
export type WorkerPart = Required<Pick<OpeningTools, 'borrowEngine'>> & {
  /** From 1. What is to be done once for all of them, the first one does. */
  readonly number: number;
  /** What all of them have counted, as text. */
  readonly metrics: () => Promise<string>;
  /** Tells the others what an operator has done to an engine here. */
  readonly onSteered: (order: EngineSteering) => void;
};

export async function serve(config: Config, log: Log, parts: ServeParts = {}): Promise<RunningServer> {
  const problems = await modelProblemsOf(config);
  if (problems.length > 0) throw new InvalidConfig(problems);
  mkdirSync(config.dataDir, { recursive: true });
  const openBooks = config.databaseUrl ? openSharedBooks : openOwnBooks;
  const books = await openBooks(config, { offers: config.plans, clock, log });
  return start(config, { books, log, parts }).catch(async (error) => {
    await books.close();
    throw error;
  });
}

type Started = { readonly books: OpenBooks; readonly log: Log; readonly parts: ServeParts };

async function start(config: Config, { books, log, parts }: Started): Promise<RunningServer> {
  const { limits } = config;
  const { stores } = books;
  const { worker } = parts;
  const offering = await createOffering(config, {
    desk: stores.operator,
    prices: stores.prices,
    clock,
    log,
    readConfig: parts.readConfig ?? (() => config),
    onFailure: (engine, kind) => metrics.engineFailed(engine, kind),
    onRetry: (model) => metrics.engineRetried(model),
    borrowEngine: worker?.borrowEngine,
  });
  const { announced, engines } = offering;
  const { catalogue } = announced;
  const ids = createOrderedIds(clock);
  const stopping = new AbortController();
  let isStopping = false;

  const streams = createEventStreams({
    clock,
    pingMs: limits.pingMs,
    writeStallMs: limits.writeStallMs,
    onFailure: (thrown, { requestId, span }) => {
      const error = toServiceError(thrown);
      span.fail(error.code);
      log.error({ requestId, ...span.logFields, code: error.code, cause: error.details.cause }, 'stream failed');
      return toErrorBody(error);
    },
  });
  const idempotency = createIdempotency({
    answers: stores.answers,
    clock,
    keepMs: limits.idempotencyMs,
    claiming: books.shared && { claims: stores.answerClaims, clock, ids: createIds(), stopping: stopping.signal },
  });
  const secret = serverSecret(config.secret, config.dataDir);
  const fingerprint = keyFingerprint(secret);
  const prefix = config.keyPrefix;
  const authenticate = createAuthenticate({
    keys: stores.keys,
    clock,
    prefix,
    fingerprint,
    cacheMs: limits.keyCacheMs,
  });
  const rateLimits = openRateLimits({
    limit: { max: limits.requestsPerMinute, windowMs: 60_000 },
    clock,
    redisUrl: config.redisUrl,
    shared: books.shared,
  });
  const readRequest = createRequestReader({
    ...limits,
    get hasTools() {
      return offering.hasTools;
    },
    get defaultModel() {
      return catalogue.defaultModel;
    },
  });
  const readiness = createReadiness({
    engines,
    isStopping: () => isStopping,
    checkStore: async () => void (await Promise.all([stores.accounts.find('readiness'), rateLimits.check()])),
    clock,
  });
  const metrics = createMetrics({
    ledger: stores.ledger,
    engines: readiness.engines,
    pools: engines,
    runningRequests: () => server.running,
    models: { has: (id) => catalogue.models.has(id) },
  });
  const traces = openTraces(config.traces, {
    clock,
    log,
    onExported: (spans) => metrics.spansExported(spans),
    onDropped: (spans, reason) => metrics.spansDropped(spans, reason),
  });
  const feed = createRequestFeed(clock);
  const stopWatching = metrics.watchLoop();
  const openChat = createChat({
    catalogue,
    engines,
    ledger: stores.ledger,
    ids,
    clock,
    log,
    metrics: {
      ...metrics,
      chatEnded: (chat) => {
        metrics.chatEnded(chat);
        feed.chatEnded(chat);
      },
    },
    maxTokensAboveLimit: config.maxTokensAboveLimit,
    get holdMs() {
      return offering.holdMs;
    },
  });

  const mail = mailBy(config.smtp);
  const notices = startNotices(config, {
    ...parts,
    stores,
    mail,
    // Each worker would tell of the same engine.
    health: isFirst(worker) ? readiness.engines : undefined,
    clock,
    log,
  });
  const chatEdge = { readRequest, openChat, idempotency, streams, limits, stopping: stopping.signal };
  const settings = createSettingsArea({
    config,
    stores,
    announced,
    mail,
    notices,
    reload: () => offering.reload().then((done) => ({ ok: true as const, ...done }), refusedReload),
    catalogue,
    chatEdge,
    engineDesk: {
      ...engines,
      ...(worker && steeredTogether(engines, worker.onSteered)),
      health: readiness.engines,
      loadOf: offering.loadOf,
    },
    feed,
    clock,
    log,
    ids: createIds(),
    secret,
    fingerprint,
    random: () => crypto.getRandomValues(new Uint8Array(32)),
    forget: authenticate.forget,
    rateLimits,
    isFirst: isFirst(worker),
    ...parts,
  });
  const sweeps = startSweeps({ upkeep: stores.upkeep, clock, log, more: settings.sweepSteps });
  const routes: readonly Route[] = [
    { method: 'POST', path: '/v1/chat/completions', guard: 'key', handle: chatCompletions(chatEdge) },
    { method: 'GET', path: '/v1/models', guard: 'key', handle: listModels(catalogue) },
    { method: 'GET', path: '/v1/models/{id}', guard: 'key', handle: showModel(catalogue) },
    { method: 'GET', path: '/v1/receipts/{id}', guard: 'key', handle: showReceipt(stores.ledger) },
    ...referenceRoutes({ limits, catalogue, publicUrl: config.publicUrl }),
    { method: 'GET', path: '/healthz', guard: 'none', handle: healthz },
    { method: 'GET', path: '/readyz', guard: 'none', handle: readyz(readiness) },
    {
      method: 'GET',
      path: '/metrics',
      guard: 'none',
      handle: showMetrics(worker?.metrics ?? metrics.text, config.metricsToken),
    },
    ...settings.routes,
  ];
  const gate = createGate(authenticate, rateLimits, limits.requestsPerMinute);
  const { personGate, operatorGate, spenderGate } = settings;
  const gates = { gate, personGate, operatorGate, spenderGate };
  const { accessLog: logsRequests } = config;
  const observers = { clock, log, metrics, tracer: traces.tracer, logsRequests, feed };
  const app = createApp({ routes, ...gates, ids, ...observers, isStopping: () => isStopping });
  const server = listen(app, { ...config, sharesPort: worker !== undefined });
  const opening = settings.open(Number(new URL(server.url).port));
  offering.start();
  // What can be stopped and reloaded as a whole is the supervisor, where there is one.
  books.announce({ pid: worker ? process.ppid : process.pid, address: server.url });
  await opening;
  if (isFirst(worker)) logWarnings(config, log);
  const about = { address: server.url, catalogue: config.catalogue, configuration: config.source };
  log.info(about, worker ? 'a worker is listening' : 'Boreal is listening');

  async function stop(): Promise<void> {
    isStopping = true;
    settings.quit();
    const giveUp = setTimeout(() => {
      log.warn({ running: server.running }, 'drain limit reached: ending the answers that are still running');
      stopping.abort(
        new ServiceError('shutting_down', 'The service is restarting; please try again. Nothing was charged.'),
      );
    }, limits.drainMs);
    await server.drain(() => idempotency.running === 0);
    clearTimeout(giveUp);
    sweeps.stop();
    stopWatching();
    streams.stop();
    await settings.stop();
    await notices.stop();
    await offering.stop();
    rateLimits.close();
    await books.close();
    await traces.close();
  }

  const steerEngine = ({ engine, change }: EngineSteering) => void engines[change](engine);
  return { url: server.url, reload: offering.reload, steerEngine, metrics: metrics.families, stop };
}

/** Whoever has asked reads what is wrong with the configuration; anything else is a mistake of ours. */
function refusedReload(thrown: unknown) {
  if (thrown instanceof InvalidConfig) return { ok: false as const, problems: thrown.problems };
  throw thrown;
}

const isFirst = (worker: WorkerPart | undefined): boolean => worker === undefined || worker.number === 1;

function logWarnings(config: Config, log: Log): void {
  for (const warning of config.warnings) log.warn({}, warning);
  const without = [...config.models.models.values()].filter((model) => !model.engine).map((model) => model.id);
  if (without.length > 0) {
    log.warn({ models: without }, `no engine is connected to ${without.join(', ')}: these answer 502 until one is`);
  }
}
