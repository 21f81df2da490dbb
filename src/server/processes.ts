/** Composition root of the processes: one that serves, or a supervisor and several workers on one port. */

import { publicAddressOf } from '../core/public-address.ts';
import { findPort } from '../gateway/edge/server.ts';
import { auditInProcess } from '../ledger/audit-process.ts';
import type { Family } from '../lib/prometheus.ts';
import { createIds } from '../platform/clock.ts';
import { onReloadSignal, untilSignal } from '../platform/commands/signals.ts';
import { createLog, type Log, type ServiceLog } from '../platform/telemetry/log.ts';
import { createTerminalLog, isTerminal, type TerminalLog } from '../platform/telemetry/terminal-log.ts';
import { bannerOf } from './banner.ts';
import { reloadUnwatched } from './catalogue.ts';
import { type Config, readConfig } from './configuration/config.ts';
import { coversStart, type EngineStart, embeddedProcess, requireModelFiles } from './engines.ts';
import type { EngineSteering } from './processes/engine-steering.ts';
import { createGatheredMetrics } from './processes/gathered-metrics.ts';
import { createLeftLeases } from './processes/left-leases.ts';
import { createSharedEngines, joinSharedEngine } from './processes/shared-engines.ts';
import { createSupervisor, type Supervisor } from './processes/supervisor.ts';
import { linkToSupervisor, type SupervisorLink } from './processes/supervisor-link.ts';
import { startWorkerProcess } from './processes/worker-process.ts';
import { type RunningServer, type ServeOptions, serve } from './serve.ts';

const METRICS_WITHIN_MS = 2_000;
/** After the drain limit a worker has to close its store and engines. */
const CLOSE_MS = 15_000;

/** Serves until it is stopped, and resolves with the exit code. `program` is the command line itself. */
export const runServer = (config: Config, program: string): Promise<number> =>
  config.workers > 1 ? runSupervisor(config, program) : runAlone(config, program);

async function runAlone(config: Config, program: string): Promise<number> {
  // Before anything is made or started: the most common mistake of a first start.
  findPort(config);
  const terminal = isTerminal() ? createTerminalLog(config.logLevel) : undefined;
  const log = terminal ?? createLog(config.logLevel);
  const starting = Promise.withResolvers<RunningServer>();
  // Both from the beginning: without a listener, a signal would end the process half-way.
  const stopSignal = untilSignal();
  onReloadSignal(() => reloadOf(starting.promise, log));
  const server = await serve(config, log, {
    ...serveOptionsOf(program),
    watchDroppedLines: log.watchDropped,
    announce: terminal && ((listening) => terminal.show(bannerOf(config, listening))),
  });
  starting.resolve(server);
  return serveUntil(stopSignal, { server, log });
}

/** One of several. Its words are its number. */
export async function runWorker(words: readonly string[], program: string): Promise<number> {
  const number = Number(words[0]);
  const starting = Promise.withResolvers<RunningServer>();
  const log = Promise.withResolvers<ServiceLog>();
  const stop = Promise.withResolvers<string>();
  const reload = async () => reloadOf(starting.promise, await log.promise);
  const signalled = untilSignal();
  onReloadSignal(() => void reload());
  const serverId = createIds().next('srv_');
  /** Leases that could not be given back now are given back by the next worker that starts, or after too long a silence. */
  const dropServer = async (ended: string) => {
    try {
      await (await starting.promise).dropServer(ended);
      await link.peer.ask('serverDropped', ended);
    } catch (cause) {
      (await log.promise).warn({ cause }, 'what a worker had leased that is gone could not be given back yet');
    }
  };
  const link = linkToSupervisor({
    reload,
    metrics: async () => (await starting.promise).metrics(),
    steerEngine: async (steering: EngineSteering) => (await starting.promise).steerEngine(steering),
    dropServer: async (ended: string) => dropServer(ended),
    stop: () => stop.resolve('the supervisor'),
  });
  let isStarting = true;
  // Nothing runs yet that could finish, and what has been opened would keep the process alive.
  void link.lost.then(() => isStarting && process.exit(1));
  try {
    // Before the configuration is read: later changes reach us as a message.
    await link.peer.ask('hears');
    await link.peer.ask('serves', serverId);
    const config = readConfig(process.env);
    const { logLevel } = config;
    log.resolve(isTerminal() ? createTerminalLog(logLevel) : createLog(logLevel, { worker: number }));
    const options = serveOptionsOf(program);
    const { watchDropped } = await log.promise;
    const server = await serve(config, await log.promise, {
      ...options,
      watchDroppedLines: watchDropped,
      auditLedger: number === 1 ? options.auditLedger : undefined,
      worker: {
        number,
        serverId,
        metrics: () => link.peer.ask('allMetrics'),
        joinSharedEngine: (settings) => joinSharedEngine(link.peer, settings),
        onSteered: (steering) => void link.peer.ask('engineSteered', steering).catch(() => {}),
      },
    });
    starting.resolve(server);
    for (const engine of await link.peer.ask<string[]>('drainedEngines')) {
      server.steerEngine({ engine, change: 'drain' });
    }
    for (const ended of await link.peer.ask<string[]>('endedServers')) await dropServer(ended);
    await link.peer.ask('listening', server.url);
    isStarting = false;
    return await serveUntil(untilStopped(link, [stop.promise, signalled]), { server, log: await log.promise });
  } finally {
    link.close();
  }
}

/** A supervisor that ends without us cannot replace us: we drain. If we did so already, it is in a hurry. */
function untilStopped(link: SupervisorLink, signals: readonly Promise<string>[]): Promise<string> {
  let isStopping = false;
  const stopped = Promise.race([...signals, link.lost.then(() => 'the supervisor has ended')]);
  void link.lost.then(() => isStopping && process.exit(1));
  void stopped.then(() => {
    isStopping = true;
  });
  return stopped;
}

const serveOptionsOf = (program: string): ServeOptions => ({
  readConfig: () => readConfig(process.env),
  auditLedger: (scope) => auditInProcess(program, scope),
});

const reloadOf = (starting: Promise<RunningServer>, log: Log): void =>
  reloadUnwatched(async () => (await starting).reload(), log);

async function serveUntil(
  stopSignal: Promise<string>,
  { server, log }: { readonly server: RunningServer; readonly log: ServiceLog },
): Promise<number> {
  const signal = await stopSignal;
  log.info({ signal }, 'stopping: running answers may finish');
  await server.stop();
  log.info({}, 'stopped');
  return exitOf(log, 0);
}

async function runSupervisor(config: Config, program: string): Promise<number> {
  const port = findPort(config);
  const terminal = isTerminal() ? createTerminalLog(config.logLevel) : undefined;
  const log = terminal ?? createLog(config.logLevel);
  const stopSignal = untilSignal();
  onReloadSignal(() => supervisor.tell('reload'));
  await requireModelFiles(config);
  const env = { ...process.env, BOREAL_PORT: String(port) };
  const sharedEngines = createSharedEngines<EngineStart>({
    start: (engine) => embeddedProcess(engine, { log }),
    covers: coversStart,
  });
  const metrics = createGatheredMetrics((onAnswer) =>
    supervisor.askAll<readonly Family[]>('metrics', { withinMs: METRICS_WITHIN_MS, onAnswer }),
  );
  /** Engines that an operator has taken out of service, for workers that start later. */
  const drained = new Set<string>();
  const left = createLeftLeases((serverId, worker) =>
    supervisor.tell('dropServer', { body: serverId, except: worker }),
  );
  const supervisor: Supervisor = createSupervisor(log, {
    count: config.workers,
    start: (worker, answers) =>
      startWorkerProcess(
        { words: [process.execPath, '--no-install', program, 'worker', String(worker)], env },
        answers,
      ),
    answersFor: (worker) => ({
      allMetrics: metrics.text,
      drainedEngines: () => [...drained],
      engineSteered: (steering: EngineSteering) => {
        if (steering.change === 'drain') drained.add(steering.engine);
        else drained.delete(steering.engine);
        supervisor.tell('steerEngine', { body: steering, except: worker });
      },
      ...left.answersFor(worker),
      ...sharedEngines.answersFor(worker),
    }),
    onEnd: (worker) => {
      metrics.ended(worker);
      sharedEngines.ended(worker);
      left.ended(worker);
    },
  });
  const exit = await Promise.race([
    supervise(supervisor, { stopSignal, log, terminal, config, port }),
    stopSignal.then(() => undefined),
  ]);
  const wasClean = await supervisor.stop(config.limits.drainMs + CLOSE_MS);
  await sharedEngines.stop();
  log.info({}, 'stopped');
  return exitOf(log, exit?.code ?? (exit || !wasClean ? 1 : 0));
}

/** A reader that takes nothing must not keep the process from ending. */
async function exitOf(log: ServiceLog, code: number): Promise<number> {
  if (!(await log.flush())) process.exit(code);
  return code;
}

type Supervising = {
  readonly stopSignal: Promise<string>;
  readonly log: Log;
  readonly terminal: TerminalLog | undefined;
  readonly config: Config;
  readonly port: number;
};

/** Resolves with how a worker ended that cannot be replaced. */
async function supervise(supervisor: Supervisor, { stopSignal, log, terminal, config, port }: Supervising) {
  let isStopping = false;
  void stopSignal.then((signal) => {
    isStopping = true;
    log.info({ signal }, 'stopping: running answers may finish');
  });
  const exit = await supervisor.begin();
  if (isStopping) return undefined;
  if (exit) {
    log.error(exit, 'a worker could not be started: stopping');
    return exit;
  }
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const address = `http://${host}:${port}/v1`;
  if (terminal) {
    const { origin } = publicAddressOf(config.publicUrl || `http://localhost:${port}`);
    terminal.show(bannerOf(config, { origin, baseUrl: address }));
  } else log.info({ address, workers: config.workers, pids: supervisor.pids }, 'Boreal is listening');
  const last = await supervisor.failed;
  log.error(last, 'no worker serves any more, and none can be started: stopping');
  return last;
}
