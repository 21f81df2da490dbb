/**
 * Keeps a number of serving processes alive on one port. Each is started again when it ends, after a wait that grows
 * while it keeps ending; the others go on serving meanwhile.
 *
 *   starting --listening--> serving --exit--> waiting (longer each time) --> starting
 *
 * A start that fails ends the whole when no other worker is serving or starting: the reason will not go away by itself, and
 * monitoring should see that it does not serve.
 */

import { RESTART_WAIT, waitMsAfter } from '../../lib/growing-wait.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { Answers } from './peer.ts';
import type { Exit, WorkerProcess } from './worker-process.ts';

type Workers = {
  readonly count: number;
  readonly start: (worker: number, answers: Answers) => WorkerProcess;
  /** The questions of a worker, beside telling how far it is. */
  readonly answersFor: (worker: number) => Answers;
  /** A worker has ended; another with its number may follow. */
  readonly onEnd: (worker: number) => void;
};

export type Supervisor = {
  /** Starts all: the first one alone, because it prepares the database for the others. Resolves with why that failed. */
  begin(): Promise<Exit | undefined>;
  /** Resolves when no worker serves any more and a new start has failed. */
  readonly failed: Promise<Exit>;
  readonly pids: readonly number[];
  /** Asks each worker that serves. Resolves when all have answered, or after the time for it. */
  askAll<T>(name: string, how: Asking<T>): Promise<void>;
  /** Tells every worker but one. One that is just starting and does not hear yet has not read anything either. */
  tell(name: string, about?: { readonly body: unknown; readonly except: number }): void;
  /** Lets all of them drain. Resolves with whether they all ended in time. */
  stop(withinMs: number): Promise<boolean>;
};

type Asking<T> = { readonly withinMs: number; readonly onAnswer: (worker: number, answer: T) => void };

type Slot = {
  readonly number: number;
  worker?: WorkerProcess | undefined;
  /** True once it can get messages. */
  hears: boolean;
  servesSinceMs?: number | undefined;
  failures: number;
  timer?: ReturnType<typeof setTimeout>;
};

/** A worker that served for so long did not end because of how it was started. */
const STEADY_MS = 60_000;

/** All workers of a supervisor, and how far their life is. */
type Crew = {
  readonly slots: readonly Slot[];
  readonly failed: PromiseWithResolvers<Exit>;
  hasBegun: boolean;
  isStopping: boolean;
};

export function createSupervisor(log: Log, workers: Workers): Supervisor {
  const slots = Array.from({ length: workers.count }, (_, i): Slot => ({ number: i + 1, hears: false, failures: 0 }));
  const crew: Crew = { slots, failed: Promise.withResolvers<Exit>(), hasBegun: false, isStopping: false };
  const launch = launcher(log, workers, crew);

  async function begin(): Promise<Exit | undefined> {
    const [first, ...others] = slots;
    for (const group of [[first!], others]) {
      const exits = await Promise.all(group.map(launch));
      const exit = exits.find((one) => one !== undefined);
      if (exit) return exit;
    }
    crew.hasBegun = true;
    return undefined;
  }

  return {
    begin,
    failed: crew.failed.promise,
    get pids() {
      return slots.flatMap(({ worker }) => (worker ? [worker.pid] : []));
    },
    askAll: async (name, { withinMs, onAnswer }) => {
      const serving = slots.filter(({ servesSinceMs }) => servesSinceMs !== undefined);
      const asked = serving.map(async ({ number, worker }) => onAnswer(number, await worker!.peer.ask(name)));
      // A worker that ends meanwhile has no answer, and the others have theirs.
      await Promise.race([Promise.allSettled(asked), Bun.sleep(withinMs)]);
    },
    tell: (name, about) => {
      for (const { number, hears, worker } of slots) {
        if (hears && number !== about?.except) worker?.peer.ask(name, about?.body).catch(() => {});
      }
    },
    stop: (withinMs) => stopAll(log, crew, withinMs),
  };
}

/** Starts the worker of a slot, and starts it again when it has ended. Resolves when it serves, or with how it ended before. */
function launcher(log: Log, { start, answersFor, onEnd }: Workers, crew: Crew) {
  function launch(slot: Slot): Promise<Exit | undefined> {
    if (crew.isStopping) return Promise.resolve(undefined);
    const outcome = Promise.withResolvers<Exit | undefined>();
    const worker = start(slot.number, {
      ...answersFor(slot.number),
      hears: () => {
        slot.hears = true;
      },
      listening: () => {
        slot.servesSinceMs = performance.now();
        outcome.resolve(undefined);
      },
    });
    slot.worker = worker;
    void worker.exited.then((exit) => {
      ended(slot, { ...exit, pid: worker.pid });
      outcome.resolve(exit);
    });
    return outcome.promise;
  }

  function ended(slot: Slot, { pid, ...exit }: Exit & { readonly pid: number }): void {
    const servedMs = slot.servesSinceMs === undefined ? undefined : performance.now() - slot.servesSinceMs;
    slot.worker = undefined;
    slot.servesSinceMs = undefined;
    slot.hears = false;
    onEnd(slot.number);
    if (crew.isStopping || (servedMs === undefined && !crew.hasBegun)) return;
    if (servedMs === undefined && crew.slots.every((one) => one.worker === undefined)) {
      crew.failed.resolve(exit);
      return;
    }
    slot.failures = servedMs !== undefined && servedMs > STEADY_MS ? 1 : slot.failures + 1;
    const waitMs = waitMsAfter(slot.failures, RESTART_WAIT);
    log.error({ worker: slot.number, pid, ...exit, waitMs }, 'a worker has ended and will be started again');
    slot.timer = setTimeout(() => void launch(slot), waitMs);
  }

  return launch;
}

async function stopAll(log: Log, crew: Crew, withinMs: number): Promise<boolean> {
  const { slots } = crew;
  crew.isStopping = true;
  const running = slots.flatMap(({ worker }) => (worker ? [worker] : []));
  for (const { timer } of slots) clearTimeout(timer);
  for (const slot of slots) tellToStop(slot);
  let wereKilled = false;
  const killer = setTimeout(() => {
    wereKilled = true;
    log.error({ pids: slots.flatMap(({ worker }) => worker?.pid ?? []) }, 'workers do not end: killing them');
    for (const { worker } of slots) worker?.kill('SIGKILL');
  }, withinMs);
  await Promise.all(running.map(({ exited }) => exited));
  clearTimeout(killer);
  return !wereKilled;
}

/** Not by a signal where answers may run: in a terminal it has come already, and a second one means "at once". */
function tellToStop({ worker, servesSinceMs }: Slot): void {
  if (servesSinceMs === undefined) worker?.kill('SIGTERM');
  else worker?.peer.ask('stop').catch(() => {});
}
