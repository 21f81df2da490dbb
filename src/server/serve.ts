/** Puts a server together: config → store → catalogue and engines → API → dashboard → app → listen → drain. */

import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/ports.ts';
import type { EngineControls } from '../features/serving/engines-operator-routes.ts';
import { referenceRoutes } from '../features/site/reference/routes.ts';
import { createApp } from '../gateway/edge/app.ts';
import { listen } from '../gateway/edge/server.ts';
import { openapiDocument } from '../gateway/openapi/openapi.ts';
import type { AuditScope, AuditVerdict } from '../ledger/audit.ts';
import { type LeaseTimes, openLeases } from '../ledger/lease-keeper.ts';
import { openRateLimits } from '../ledger/rate-limits.ts';
import { createSealing } from '../ledger/sealing.ts';
import { startSweeps } from '../ledger/sweeps.ts';
import type { Family } from '../lib/prometheus.ts';
import { createIds, createOrderedIds } from '../platform/clock.ts';
import { createClockCheck } from '../platform/clock-check.ts';
import { prepareDataDir } from '../platform/database/data-folder.ts';
import type { Route } from '../platform/http/call.ts';
import { pathsOf } from '../platform/http/routing.ts';
import { healthz, readyz } from '../platform/ops-routes.ts';
import { accountTags, serverSecret } from '../platform/secrets.ts';
import { createSteadyClock, type SteadyClock, SYSTEM_CLOCKS } from '../platform/steady-clock.ts';
import { showMetrics } from '../platform/telemetry/metrics-route.ts';
import { createApi } from './api.ts';
import { type AuthSetup, createAuth } from './auth.ts';
import { type LiveCatalogue, openCatalogue, type Reloaded } from './catalogue.ts';
import type { Config } from './configuration/config.ts';
import { createDashboard } from './dashboard.ts';
import { type OpeningTools, requireModelFiles } from './engines.ts';
import { createFront } from './front.ts';
import { startNotices } from './notices.ts';
import { createPlatform } from './platform.ts';
import { type EngineSteering, steeredTogether } from './processes/engine-steering.ts';
import { openStorage } from './storage.ts';
import type { OpenStorage } from './stores/sqlite-storage.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

export type RunningServer = {
  /** The base address for clients; its path ends in /v1. */
  readonly url: string;
  /** Takes over prices, models and engines as the configuration has them now; throws InvalidConfig and changes nothing. */
  reload(): Promise<Reloaded>;
  /** Takes an engine out of service, or back into it. */
  steerEngine(order: EngineSteering): void;
  /** Gives back what a worker has leased that is gone. */
  dropServer(serverId: string): Promise<void>;
  /** The metrics of this process. */
  metrics(): Promise<readonly Family[]>;
  /** Lets running answers finish, up to the drain limit, then closes everything. */
  stop(): Promise<void>;
};

/** How the configuration is read again, how the ledger is proved, and what tests replace by cheaper parts. */
export type ServeOptions = Pick<AuthSetup, 'passwords' | 'discreetMs'> & {
  readonly readConfig?: () => Config;
  readonly auditLedger?: ((scope: AuditScope) => Promise<AuditVerdict>) | undefined;
  readonly worker?: WorkerPart;
  /** How long leases rest before they go back; as in production, unless said. */
  readonly leaseTimes?: LeaseTimes;
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
  readonly onSteered: (order: EngineSteering) => void;
};

export async function serve(config: Config, log: Log, options: ServeOptions = {}): Promise<RunningServer> {
  await requireModelFiles(config);
  prepareDataDir(config.dataDir);
  const clock = createSteadyClock(SYSTEM_CLOCKS);
  const storage = await openStorage(config, { offers: config.plans, seller: config.shop.seller, clock, log });
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

/** The architecture from top to bottom: each part is made of the ones above it. */
async function start(config: Config, { storage, clock, log, options }: Started): Promise<RunningServer> {
  const { stores } = storage;
  const { worker } = options;
  const leases = await openLeases({
    leases: stores.leases,
    reader: stores.ledger,
    clock,
    ids: createIds(),
    log,
    serverId: worker?.serverId,
    times: options.leaseTimes,
    checkWrite: storage.checkWrite,
  });
  const { ledger } = leases;
  const secret = serverSecret(config.secret, config.dataDir);
  const platform = createPlatform(config, { stores, secret, clock, log, origin: () => auth.address().origin });
  const { vault, fingerprint } = platform;
  const stopping = new AbortController();
  let isStopping = false;

  const catalogue = await openCatalogue(config, {
    stores,
    vault,
    readConfig: options.readConfig ?? (() => config),
    onFailure: (engine, kind) => telemetry.metrics.engineFailed(engine, kind),
    onRetry: (model) => telemetry.metrics.engineRetried(model),
    joinSharedEngine: worker?.joinSharedEngine,
    tagOf: accountTags(secret),
    clock,
    log,
  });
  const clockCheck = createClockCheck({ clock, maintenance: stores.maintenance });
  const sealing = createSealing({ seals: stores.seals, clock, log });
  const rateLimits = openRateLimits({
    limit: { max: config.limits.requestsPerMinute, windowMs: 60_000 },
    clock,
    redisUrl: config.redisUrl,
    shared: storage.shared,
  });
  const telemetry = createTelemetry(config, {
    storage,
    ledger,
    catalogue,
    ...{ rateLimits, clockCheck, sealing },
    runningRequests: () => server.running,
    isStopping: () => isStopping,
    clock,
    log,
  });
  options.watchDroppedLines?.(telemetry.metrics.logLinesDropped);
  const ids = createOrderedIds(clock);
  const api = createApi(config, {
    storage,
    ledger,
    catalogue,
    rateLimits,
    fingerprint,
    vault,
    metrics: telemetry.chatMetrics,
    ids,
    stopping: stopping.signal,
    clock,
    log,
  });
  const notices = startNotices(config, platform, {
    stores,
    refusedLimits: ledger.refusedLimits,
    // Each worker would tell of the same engine.
    health: isFirst(worker) ? telemetry.readiness.engines : undefined,
    auditLedger: options.auditLedger,
  });
  const { passwords, discreetMs } = options;
  const auth = createAuth(config, platform, { stores, signUp: catalogue.signUp, secret, passwords, discreetMs });
  const dashboard = createDashboard(config, platform, {
    stores: { ...stores, ledger },
    auth,
    catalogue,
    api,
    telemetry,
    engines: engineControls(catalogue, telemetry, worker),
    isFirst: isFirst(worker),
  });
  const front = await createFront(config, { stores, auth, catalogue, status: telemetry.status, clock, log });
  const more = [...dashboard.sweepSteps, sealing.step];
  const sweeps = startSweeps({ maintenance: stores.maintenance, clock, checkClock: clockCheck.check, log, more });
  const routes = [...api.routes, ...opsRoutes(config, { catalogue, telemetry, worker }), ...front, ...dashboard.routes];
  const app = createApp(platform, {
    routes,
    gates: { gate: api.gate, ...dashboard.gates },
    requestIds: ids,
    metrics: telemetry.metrics,
    tracer: telemetry.tracer,
    feed: telemetry.feed,
    logsRequests: config.accessLog,
    isStopping: () => isStopping,
    limits: config.limits,
    isHttps: config.publicUrl.startsWith('https:'),
  });
  const server = listen(app, { ...config, paths: pathsOf(routes), sharesPort: worker !== undefined });
  const opening = dashboard.open(Number(new URL(server.url).port));
  catalogue.start();
  telemetry.startRecording();
  // What can be stopped and reloaded as a whole is the supervisor, where there is one.
  storage.announce({ pid: worker ? process.ppid : process.pid, address: server.url });
  await opening;
  if (isFirst(worker)) logWarnings(config, log);
  const about = { address: server.url, catalogue: config.catalogue, configuration: config.source };
  log.info(about, worker ? 'a worker is listening' : 'Boreal is listening');

  async function stop(): Promise<void> {
    isStopping = true;
    const dashboardEnd = dashboard.stop();
    const giveUp = setTimeout(() => {
      log.warn({ running: server.running }, 'drain limit reached: ending the answers that are still running');
      stopping.abort(
        new ServiceError('shutting_down', 'The service is restarting; please try again. Nothing was charged.'),
      );
    }, config.limits.drainMs);
    await server.drain(() => api.chatEdge.idempotency.running === 0);
    clearTimeout(giveUp);
    sweeps.stop();
    await telemetry.stopRecording();
    api.stop();
    await auth.stop();
    await Promise.all([notices.stop(), dashboardEnd]);
    await catalogue.stop();
    await rateLimits.close();
    await leases.close();
    await sealing.finish();
    await storage.close();
    await telemetry.close();
  }

  const steerEngine = ({ engine, change }: EngineSteering) => void catalogue.engines[change](engine);
  const { reload } = catalogue;
  const { dropServer } = leases;
  return { url: server.url, reload, steerEngine, dropServer, metrics: telemetry.metrics.families, stop };
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

type OpenRouteParts = {
  readonly catalogue: LiveCatalogue;
  readonly telemetry: Telemetry;
  readonly worker: WorkerPart | undefined;
};

/** Routes without authentication: the reference, and the state of the server. */
function opsRoutes(
  { limits, publicUrl, metricsToken, host, serviceName }: Config,
  { catalogue, telemetry, worker }: OpenRouteParts,
): readonly Route[] {
  const metrics = showMetrics(worker?.metrics ?? telemetry.metrics.text, { metricsToken, host });
  return [
    ...referenceRoutes({
      catalogue: catalogue.published,
      describe: () => openapiDocument(limits, catalogue.published, serviceName),
      publicUrl,
      serviceName,
    }),
    { method: 'GET', path: '/healthz', guard: 'none', handle: healthz },
    { method: 'GET', path: '/readyz', guard: 'none', handle: readyz(telemetry.readiness) },
    { method: 'GET', path: '/metrics', guard: 'none', handle: metrics },
  ];
}

const isFirst = (worker: WorkerPart | undefined): boolean => worker === undefined || worker.number === 1;

function logWarnings(config: Config, log: Log): void {
  for (const warning of config.warnings) log.warn({}, warning);
  const without = [...config.models.models.values()].filter((model) => !model.engine).map((model) => model.id);
  if (without.length > 0) {
    log.warn({ models: without }, `no engine is connected to ${without.join(', ')}: these answer 502 until one is`);
  }
}
