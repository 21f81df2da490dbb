/** Puts a server together: config → store → catalogue and engines → API → dashboard → app → listen → drain. */

import { ServiceError } from '../core/errors.ts';
import type { Catalogue } from '../core/model.ts';
import type { Preset } from '../core/preset.ts';
import { belowCost } from '../features/margins/index.ts';
import type { EngineControls } from '../features/serving/engines-operator-routes.ts';
import { createApp } from '../gateway/edge/app.ts';
import { listen } from '../gateway/edge/server.ts';
import type { AuditScope, AuditVerdict } from '../ledger/audit.ts';
import { type LeaseTimes, openLeases } from '../ledger/lease-keeper.ts';
import { openRateLimits } from '../ledger/rate-limits.ts';
import { createSealing } from '../ledger/sealing.ts';
import { startSweeps } from '../ledger/sweeps.ts';
import type { Family } from '../lib/prometheus.ts';
import { clearStaging } from '../platform/backup-staging.ts';
import { createOrderedIds } from '../platform/clock.ts';
import { createClockCheck } from '../platform/clock-check.ts';
import { prepareDataDir } from '../platform/database/data-folder.ts';
import type { Route } from '../platform/http/call.ts';
import { pathsOf } from '../platform/http/routing.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { healthz, readyz } from '../platform/ops-routes.ts';
import type { Platform } from '../platform/platform.ts';
import { accountTags, serverSecret } from '../platform/secrets.ts';
import { createSteadyClock, type SteadyClock, SYSTEM_CLOCKS } from '../platform/steady-clock.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { showMetrics } from '../platform/telemetry/metrics-route.ts';
import { createApi } from './api.ts';
import { type AuthSetup, createAuth } from './auth.ts';
import type { Listening } from './banner.ts';
import { type LiveCatalogue, openCatalogue, type Reloaded } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import { createDashboard } from './dashboard.ts';
import { withoutDeclared } from './decided/ownership.ts';
import { type OpeningTools, requireModelFiles } from './engines.ts';
import { createFront } from './front.ts';
import { startNotices } from './notices.ts';
import { createPlatform } from './platform.ts';
import { type EngineSteering, steeredTogether } from './processes/engine-steering.ts';
import { openStorage, type StorageOptions } from './storage.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

export type RunningServer = {
  /** The base address for clients; its path ends in /v1. */
  readonly url: string;
  /** Takes over prices, models and engines as the configuration has them now; throws InvalidConfig and changes nothing. */
  reload(): Promise<Reloaded>;
  /** Takes an engine out of service, or back into it. */
  steerEngine(steering: EngineSteering): void;
  /** Gives back what a worker has leased that is gone. */
  dropServer(serverId: string): Promise<void>;
  /** The metrics of this process. */
  metrics(): Promise<readonly Family[]>;
  /** Lets running answers finish, up to the drain limit, then closes everything. */
  stop(): Promise<void>;
};

/** Ways to read the configuration again and to prove the ledger, and cheaper parts of tests. */
export type ServeOptions = StorageOptions &
  Pick<AuthSetup, 'passwords' | 'discreetMs'> & {
    readonly readConfig?: () => Config;
    readonly auditLedger?: ((scope: AuditScope) => Promise<AuditVerdict>) | undefined;
    readonly worker?: WorkerPart;
    /** The times for which leases rest before they go back; as in production, unless said. */
    readonly leaseTimes?: LeaseTimes;
    /** The clock of the machine, unless said. */
    readonly clock?: SteadyClock | undefined;
    /** The mail server; that of the configuration, unless said. */
    readonly mail?: Mail | undefined;
    /** Tells that it listens; without it the log does. */
    readonly announce?: ((listening: Listening) => void) | undefined;
    /** Tells of lines of the log that were dropped. */
    readonly watchDroppedLines?: (listener: (lines: number) => void) => void;
  };

/** For a process that serves beside others on one port. */
type WorkerPart = Required<Pick<OpeningTools, 'joinSharedEngine'>> & {
  /** From 1. What is to be done once for all of them, the first one does. */
  readonly number: number;
  /** The id by which its leases are known when it is gone. */
  readonly serverId: string;
  /** The metrics of all of them, as text. */
  readonly metrics: () => Promise<string>;
  /** Tells the others what an operator has done to an engine here. */
  readonly onSteered: (steering: EngineSteering) => void;
};

export async function serve(config: Config, log: Log, options: ServeOptions = {}): Promise<RunningServer> {
  await requireModelFiles(config);
  prepareDataDir(config.dataDir);
  clearStaging(config.dataDir);
  const clock = options.clock ?? createSteadyClock(SYSTEM_CLOCKS);
  const storage = await openStorage(config, { clock, log }, options);
  return start(config, { storage, clock, log, options }).catch(async (error) => {
    await storage.close();
    throw error;
  });
}

type Started = {
  readonly storage: OpenStorage;
  readonly clock: SteadyClock;
  readonly log: Log;
  readonly options: ServeOptions;
};

async function start(config: Config, started: Started): Promise<RunningServer> {
  const { storage, log, options } = started;
  const { worker } = options;
  const opened = await open(config, started);
  const { server, dashboard, catalogue, telemetry, money } = opened;
  const opening = dashboard.open(Number(new URL(server.url).port));
  catalogue.start();
  telemetry.startRecording();
  await opened.api.queues.start();
  // The supervisor, where there is one, is what can be stopped and reloaded as a whole.
  storage.announce({ pid: worker ? process.ppid : process.pid, address: server.url });
  const operatorLink = await opening;
  if (isFirst(worker)) logWarnings(config, catalogue.published, log);
  const listening = { origin: opened.auth.address().origin, baseUrl: server.url, operatorLink };
  if (options.announce) options.announce(listening);
  else logListening(config, listening, { variant: catalogue.published.variant, worker, log });
  return {
    url: server.url,
    reload: catalogue.reload,
    steerEngine: ({ engine, change }) => void catalogue.engines[change](engine),
    dropServer: money.leases.dropServer,
    metrics: telemetry.metrics.families,
    stop: () => stop(config, started, opened),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The architecture from top to bottom: each part is made of the ones above it. */
async function open(config: Config, started: Started) {
  const { storage, clock, log, options } = started;
  const actionLog = withoutDeclared(storage.stores.actionLog, () => catalogue.declared());
  const stores = { ...storage.stores, actionLog };
  const { worker, passwords, discreetMs, mail } = options;
  const secret = serverSecret(config.secret, config.dataDir);
  const settings = () => catalogue.settings().settings;
  const origin = () => auth.address().origin;
  const platform = createPlatform(config, { stores, secret, clock, log, mail, settings, origin });
  const life: Life = { isStopping: false, drainLimit: new AbortController(), running: () => 0 };
  const money = await openMoney(config, platform, started);
  const { ledger } = money.leases;
  const { catalogue, telemetry } = await openServing(config, platform, { started, money, life, secret });
  const requestIds = createOrderedIds(clock);
  const api = createApi(config, platform, {
    storage,
    ledger,
    catalogue,
    rateLimits: money.rateLimits,
    metrics: telemetry.chatMetrics,
    tracer: telemetry.tracer,
    requestIds,
    stopping: life.drainLimit.signal,
  });
  const notices = startNotices(config, platform, {
    stores,
    settings,
    refusedLimits: ledger.refusedLimits,
    // Each worker would tell of the same engine.
    health: isFirst(worker) ? telemetry.readiness.engines : undefined,
    belowCost: isFirst(worker) ? () => belowCost(catalogue.soldModels(), catalogue.buying, clock.nowMs()) : undefined,
    auditLedger: options.auditLedger,
  });
  const signIn = { stores, signUp: catalogue.signUp, settings, secret, passwords, discreetMs };
  const auth = createAuth(config, platform, signIn);
  const dashboard = createDashboard(config, platform, {
    stores: { ...stores, ledger },
    auth,
    catalogue,
    api,
    telemetry,
    engines: engineControls(catalogue, telemetry, worker),
    isFirst: isFirst(worker),
  });
  const front = createFront(config, platform, { stores, auth, catalogue, status: telemetry.status });
  const more = [...dashboard.sweepSteps, money.sealing.step];
  const { check: checkClock } = money.clockCheck;
  const swept = { maintenance: stores.maintenance, isFirst: () => ledger.isFirst, checkClock, more };
  const sweeps = startSweeps(platform, swept);
  const routes = [...api.routes, ...opsRoutes(config, { telemetry, worker }), ...front, ...dashboard.routes];
  const app = createApp(platform, {
    routes,
    gates: { gate: api.gate, ...dashboard.gates },
    requestIds,
    metrics: telemetry.metrics,
    tracer: telemetry.tracer,
    feed: telemetry.feed,
    logsRequests: config.accessLog,
    isStopping: () => life.isStopping,
    limits: config.limits,
    isHttps: () => settings().publicUrl.startsWith('https:'),
  });
  const server = listen(app, { ...config, paths: pathsOf(routes), sharesPort: worker !== undefined });
  life.running = () => server.running;
  return { life, money, catalogue, telemetry, api, notices, auth, dashboard, sweeps, server };
}

/** The life of a server: it serves, then it drains, and at the drain limit it ends answers that still run. */
type Life = {
  isStopping: boolean;
  readonly drainLimit: AbortController;
  /** Requests that are answered now; none before it listens. */
  running: () => number;
};

type Money = Awaited<ReturnType<typeof openMoney>>;

/** Everything that a request is counted and charged by. */
async function openMoney(config: Config, { ids, log }: Platform, { storage, clock, options }: Started) {
  const { stores } = storage;
  const leases = await openLeases({
    leases: stores.leases,
    reader: stores.ledger,
    clock,
    ids,
    log,
    serverId: options.worker?.serverId,
    times: options.leaseTimes,
    checkWrite: storage.checkWrite,
  });
  const rateLimits = openRateLimits({
    limit: { max: config.limits.requestsPerMinute, windowMs: 60_000 },
    clock,
    redisUrl: config.redisUrl,
    shared: storage.shared,
  });
  return {
    leases,
    rateLimits,
    clockCheck: createClockCheck(clock, stores.maintenance),
    sealing: createSealing({ clock, log }, stores.seals),
  };
}

type Around = {
  readonly started: Started;
  readonly money: Money;
  readonly life: Life;
  readonly secret: string;
};

/** The models that are served, and what can be seen of them: failures of engines are counted. */
async function openServing(config: Config, platform: Platform, { started, money, life, secret }: Around) {
  const { storage, options } = started;
  const { leases, rateLimits, clockCheck, sealing } = money;
  const catalogue = await openCatalogue(config, {
    stores: storage.stores,
    vault: platform.vault,
    readConfig: options.readConfig ?? (() => config),
    onFailure: (engine, kind) => telemetry.metrics.engineFailed(engine, kind),
    onRetry: (model) => telemetry.metrics.engineRetried(model),
    onAttempt: (attempt) => telemetry.metrics.attemptEnded(attempt),
    joinSharedEngine: options.worker?.joinSharedEngine,
    tagOf: accountTags(secret),
    clock: platform.clock,
    log: platform.log,
  });
  const telemetry = createTelemetry(config, platform, {
    storage,
    ledger: leases.ledger,
    catalogue,
    rateLimits,
    clockCheck,
    sealing,
    runningRequests: () => life.running(),
    isStopping: () => life.isStopping,
  });
  options.watchDroppedLines?.(telemetry.metrics.logLinesDropped);
  return { catalogue, telemetry };
}

/** Lets running answers finish, then closes everything in the reverse order of its use. */
async function stop(config: Config, { storage, log }: Started, opened: Opened): Promise<void> {
  const { life, money, catalogue, telemetry, api, notices, auth, dashboard, sweeps, server } = opened;
  life.isStopping = true;
  const dashboardEnd = dashboard.stop();
  const giveUp = setTimeout(() => {
    log.warn({ running: server.running }, 'drain limit reached: ending the answers that are still running');
    life.drainLimit.abort(
      new ServiceError('shutting_down', 'The service is restarting; please try again. Nothing was charged.'),
    );
  }, config.limits.drainMs);
  const batchesEnd = api.queues.stop();
  await server.drain(() => api.chatEdge.idempotency.running === 0 && api.queues.running === 0);
  await batchesEnd;
  clearTimeout(giveUp);
  sweeps.stop();
  await telemetry.stopRecording();
  api.stop();
  await auth.stop();
  await Promise.all([notices.stop(), dashboardEnd]);
  await catalogue.stop();
  await money.rateLimits.close();
  await money.leases.close();
  await money.sealing.finish();
  await storage.close();
  await telemetry.close();
}

/** The engines as the operator sees and steers them; with several workers, in all of them. */
function engineControls(
  { engines, loadOf }: LiveCatalogue,
  { readiness }: Telemetry,
  worker: WorkerPart | undefined,
): EngineControls {
  return {
    ...engines,
    ...(worker && steeredTogether(engines, worker.onSteered)),
    health: readiness.engines,
    loadOf,
  };
}

/** Routes without authentication: the state of the server. */
function opsRoutes(
  { metricsToken, host }: Config,
  { telemetry, worker }: { readonly telemetry: Telemetry; readonly worker: WorkerPart | undefined },
): readonly Route[] {
  const metrics = showMetrics(worker?.metrics ?? telemetry.metrics.text, { metricsToken, host });
  return [
    { method: 'GET', path: '/healthz', guard: 'none', handle: healthz },
    { method: 'GET', path: '/readyz', guard: 'none', handle: readyz(telemetry.readiness) },
    { method: 'GET', path: '/metrics', guard: 'none', handle: metrics },
  ];
}

const isFirst = (worker: WorkerPart | undefined): boolean => worker === undefined || worker.number === 1;

function logListening(
  config: Config,
  { baseUrl: address, operatorLink: link }: Listening,
  { variant, worker, log }: { readonly variant: Preset; readonly worker: WorkerPart | undefined; readonly log: Log },
): void {
  if (link) log.warn({ link }, `there is no operator yet: open this link once to become the operator: ${link}`);
  const about = { address, catalogue: variant, configuration: config.source };
  log.info(about, worker ? 'a worker is listening' : 'Boreal is listening');
}

function logWarnings({ warnings }: Config, { models }: Catalogue, log: Log): void {
  for (const warning of warnings) log.warn({}, warning);
  if (models.size === 0) log.warn({}, 'there are no models yet: add the first one on the page of models');
  const without = [...models.values()].filter((model) => !model.engine).map((model) => model.id);
  if (without.length > 0) {
    log.warn({ models: without }, `no engine is connected to ${without.join(', ')}: these answer 502 until one is`);
  }
}
