/** Composition root of the server: config → store → engines → services → app → listen → drain. */
import { mkdirSync } from 'node:fs';
import { ServiceError } from '../domain/errors.ts';
import type { Ids, Log } from '../domain/ports.ts';
import { createApp } from '../http/app.ts';
import type { Route } from '../http/call.ts';
import { showMetrics } from '../http/metrics-route.ts';
import { healthz, readyz } from '../http/ops-routes.ts';
import { referenceRoutes } from '../http/reference/routes.ts';
import { listen } from '../http/server.ts';
import type { Family } from '../lib/prometheus.ts';
import { systemClock as clock, createIds, createOrderedIds } from '../ops/clock.ts';
import { type Config, InvalidConfig } from '../ops/config.ts';
import { mailBy } from '../ops/mail.ts';
import { keyFingerprint, serverSecret } from '../ops/secrets.ts';
import type { AuditVerdict } from '../service/daily-audit.ts';
import { startSweeps } from '../service/sweeps.ts';
import { type OpenBooks, openOwnBooks } from '../store/own-books.ts';
import { type OpenRateLimits, openRateLimits } from '../store/rate-limits.ts';
import { openSharedBooks } from '../store/shared-books.ts';
import { type EngineSteering, steeredTogether } from '../workers/engine-steering.ts';
import { createKeyArea } from './api.ts';
import { createOffering, type Offering, type Reloaded } from './catalogue.ts';
import { createSettingsArea, type SettingsParts } from './dashboard.ts';
import { type OpeningTools, requireModelFiles } from './engines.ts';
import { startNotices } from './notices.ts';
import { type Observation, observe } from './telemetry.ts';

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
  await requireModelFiles(config);
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
  const { stores } = books;
  const { worker } = parts;
  const stopping = new AbortController();
  let isStopping = false;
  const offering = await createOffering(config, {
    desk: stores.operator,
    prices: stores.prices,
    clock,
    log,
    readConfig: parts.readConfig ?? (() => config),
    onFailure: (engine, kind) => seen.metrics.engineFailed(engine, kind),
    onRetry: (model) => seen.metrics.engineRetried(model),
    borrowEngine: worker?.borrowEngine,
  });
  const secret = serverSecret(config.secret, config.dataDir);
  const rateLimits = openRateLimits({
    limit: { max: config.limits.requestsPerMinute, windowMs: 60_000 },
    clock,
    redisUrl: config.redisUrl,
    shared: books.shared,
  });
  const seen = observe(config, {
    stores,
    offering,
    rateLimits,
    runningRequests: () => server.running,
    isStopping: () => isStopping,
    clock,
    log,
  });
  const ids = createOrderedIds(clock);
  const areaParts = { books, log, parts, offering, rateLimits, seen, ids, secret, stopping: stopping.signal };
  const { keyArea, settings, notices } = createAreas(config, areaParts);
  const sweeps = startSweeps({ upkeep: stores.upkeep, clock, log, more: settings.sweepSteps });
  const { personGate, operatorGate, spenderGate } = settings;
  const { metrics, tracer, feed } = seen;
  const app = createApp({
    routes: [...keyArea.routes, ...openRoutes(config, { offering, seen, worker }), ...settings.routes],
    ...{ gate: keyArea.gate, personGate, operatorGate, spenderGate },
    ...{ ids, clock, log, metrics, tracer, feed },
    logsRequests: config.accessLog,
    isStopping: () => isStopping,
  });
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
    }, config.limits.drainMs);
    await server.drain(() => keyArea.chatEdge.idempotency.running === 0);
    clearTimeout(giveUp);
    sweeps.stop();
    keyArea.stop();
    await settings.stop();
    await notices.stop();
    await offering.stop();
    rateLimits.close();
    await books.close();
    await seen.close();
  }

  const steerEngine = ({ engine, change }: EngineSteering) => void offering.engines[change](engine);
  return { url: server.url, reload: offering.reload, steerEngine, metrics: metrics.families, stop };
}

type AreaParts = Started & {
  readonly offering: Offering;
  readonly rateLimits: OpenRateLimits;
  readonly seen: Observation;
  readonly ids: Ids;
  readonly secret: string;
  readonly stopping: AbortSignal;
};

/** What programs ask with a key, what people ask at the pages, and what both of them are told by letter. */
function createAreas(config: Config, areaParts: AreaParts) {
  const { books, log, parts, offering, rateLimits, seen, ids, secret, stopping } = areaParts;
  const { stores } = books;
  const { worker } = parts;
  const { announced, engines } = offering;
  const fingerprint = keyFingerprint(secret);
  const metrics = seen.chatMetrics;
  const keyParts = { books, offering, rateLimits, fingerprint, metrics, ids, stopping, clock, log };
  const keyArea = createKeyArea(config, keyParts);
  const mail = mailBy(config.smtp);
  const notices = startNotices(config, {
    ...parts,
    stores,
    mail,
    // Each worker would tell of the same engine.
    health: isFirst(worker) ? seen.readiness.engines : undefined,
    clock,
    log,
  });
  const settings = createSettingsArea({
    config,
    stores,
    announced,
    mail,
    notices,
    reload: () => offering.reload().then((done) => ({ ok: true as const, ...done }), refusedReload),
    catalogue: announced.catalogue,
    chatEdge: keyArea.chatEdge,
    engineDesk: {
      ...engines,
      ...(worker && steeredTogether(engines, worker.onSteered)),
      health: seen.readiness.engines,
      loadOf: offering.loadOf,
    },
    feed: seen.feed,
    clock,
    log,
    ids: createIds(),
    secret,
    fingerprint,
    random: () => crypto.getRandomValues(new Uint8Array(32)),
    forget: keyArea.forget,
    rateLimits,
    isFirst: isFirst(worker),
    ...parts,
  });
  return { keyArea, notices, settings };
}

/** What anybody may ask without being known: the reference, and how the server is. */
function openRoutes(
  { limits, publicUrl, metricsToken }: Config,
  { offering, seen, worker }: Pick<AreaParts, 'offering' | 'seen'> & { readonly worker: WorkerPart | undefined },
): readonly Route[] {
  const metrics = showMetrics(worker?.metrics ?? seen.metrics.text, metricsToken);
  return [
    ...referenceRoutes({ limits, catalogue: offering.announced.catalogue, publicUrl }),
    { method: 'GET', path: '/healthz', guard: 'none', handle: healthz },
    { method: 'GET', path: '/readyz', guard: 'none', handle: readyz(seen.readiness) },
    { method: 'GET', path: '/metrics', guard: 'none', handle: metrics },
  ];
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
