/**
 * The embedded engine as seen from the gateway: a process of its own that is started, watched and started again. To
 * all other parts it is one more upstream. A crash in native code costs the answers that were running, not the service.
 *
 *   starting --ready--> running --exit or no answer--> waiting (longer each time) --> starting
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvents } from '../../core/chat.ts';
import type { Engine, EngineHealth, EngineRequest } from '../../core/engine.ts';
import type { ServiceError } from '../../core/errors.ts';
import type { StopSignal } from '../../core/stop.ts';
import { RESTART_WAIT, waitMsAfter } from '../../lib/growing-wait.ts';
import { unlessAborted } from '../../lib/unless-aborted.ts';
import { within } from '../../lib/within.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { unavailable } from '../unavailable.ts';
import { EngineProcess, EXIT_NOTICE_MS, type Said } from './engine-process.ts';
import { openAgain } from './open-again.ts';
import { watchPulse } from './pulse.ts';
import { type StartBar, StartProgress } from './start-progress.ts';
import { Suspects } from './suspects.ts';

type EngineProgram = {
  /** The program and its arguments, for a socket to listen on. */
  readonly command: (socketPath: string) => readonly string[];
  /** The engine behind the socket. */
  readonly connect: (socketPath: string) => Engine;
  /** Variables for the process, beside the few that it gets of ours: for what must not be an argument. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Shows on a terminal what comes; without one the log says so now and then. */
  readonly bar?: StartBar | undefined;
};

export type EmbeddedEngine = Engine & { start(): void; stop(): Promise<void> };

/** The process itself, for others who send to its socket too. */
export type EmbeddedProcess = EmbeddedEngine & {
  readonly socketPath: string;
  /** Waits for an engine that is starting, as long as that makes sense. */
  whenReady(signal: StopSignal): Promise<void>;
  /** After something did not arrive: waits for the next process. False when this one lives, and it was not its end. */
  whenBack(signal: StopSignal): Promise<boolean>;
};

/** A start that failed for a reason that will still be there, such as a download with a wrong checksum, is not repeated soon. */
const LASTING_RESTART_MS = 10 * 60_000;
/** How long a request waits for an engine that is just starting. */
const PATIENCE_MS = 60_000;

export const createEmbedded = (platform: Pick<Platform, 'log'>, program: EngineProgram): EmbeddedProcess =>
  new Embedded(platform, program);

class Embedded implements EmbeddedProcess {
  readonly socketPath: string;
  readonly #log: Log;
  readonly #program: EngineProgram;
  readonly #folder = mkdtempSync(join(tmpdir(), 'boreal-'));
  readonly #engine: Engine;
  readonly #progress: StartProgress;
  readonly #suspects = new Suspects();
  /** From its start until we have heard of its end. */
  #process: EngineProcess | undefined;
  #stopPulse = (): void => {};
  #ready = Promise.withResolvers<void>();
  /** Resolves when we have heard of its end, which is later than the end itself. */
  #heardOfEnd = Promise.withResolvers<void>();
  #isReady = false;
  #isStopping = false;
  #failures = 0;
  /** Why the process that runs now will end, if it has said so, and whether the reason will still be there. */
  #complaint: string | undefined;
  #isLasting = false;
  #lastReason = 'it is starting';

  constructor({ log }: Pick<Platform, 'log'>, program: EngineProgram) {
    this.#log = log;
    this.#program = program;
    this.socketPath = join(this.#folder, 'engine.sock');
    this.#engine = program.connect(this.socketPath);
    this.#progress = new StartProgress(log, program.bar);
  }

  start(): void {
    if (this.#process || this.#isStopping) return;
    const { command, environment } = this.#program;
    this.#isLasting = false;
    this.#complaint = undefined;
    this.#heardOfEnd = Promise.withResolvers<void>();
    rmSync(this.socketPath, { force: true });
    this.#process = new EngineProcess({
      command: command(this.socketPath),
      // What the engine is made of looks for a home when it is loaded, and ends where neither variable nor user has one.
      environment: { HOME: process.env.HOME || this.#folder, ...environment },
      onSaid: (said) => this.#hear(said),
      onEnd: (how) => this.#ended(how),
    });
  }

  #hear(said: Said): void {
    const log = this.#log;
    const { type, ...fields } = said;
    if (said.type === 'progress') this.#progress.show(said);
    else this.#progress.end();
    if (type === 'loading') log.info(fields, 'embedded engine loads a model');
    if (type === 'loaded') log.info(fields, 'embedded engine has loaded a model');
    if (type === 'unloaded') log.info(fields, 'embedded engine has unloaded a model');
    if (type === 'unusable') log.error(fields, 'embedded engine cannot load a model');
    if (said.type === 'failed') {
      this.#complaint = said.message;
      this.#isLasting = said.isLasting ?? false;
    }
    if (said.type === 'ready') this.#beginToServe(said.models);
  }

  #beginToServe(models: readonly string[]): void {
    const log = this.#log;
    log.info({ models, pid: this.#process?.pid }, 'embedded engine is ready');
    this.#isReady = true;
    this.#failures = 0;
    this.#ready.resolve();
    this.#stopPulse = watchPulse(this.#engine, () => {
      log.error({}, 'embedded engine does not answer: ending it');
      this.#process?.kill();
    });
  }

  #ended(how: string): void {
    this.#stopPulse();
    this.#progress.end();
    this.#process = undefined;
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#heardOfEnd.resolve();
    if (this.#isStopping) return;
    const why = this.#complaint !== undefined ? `: ${this.#complaint}` : wasReady ? '' : ' before it was ready';
    this.#lastReason = `${how}${why}`;
    this.#failures += 1;
    const waitMs = this.#isLasting ? LASTING_RESTART_MS : waitMsAfter(this.#failures, RESTART_WAIT);
    this.#log.error({ reason: this.#lastReason, waitMs }, 'embedded engine has ended and will be started again');
    // Requests that wait for a failed start get its failure; later ones wait for the next start.
    this.#ready.promise.catch(() => {});
    this.#ready.reject(notReady(this.#lastReason));
    this.#ready = Promise.withResolvers<void>();
    setTimeout(() => this.start(), waitMs).unref();
  }

  async whenReady(signal: StopSignal): Promise<void> {
    // A long download, or a reason to fail that stays, would only keep the caller waiting in vain.
    if (!this.#isReady && this.#progress.isLong) throw notReady(`it is ${this.#progress.doing}`);
    if (!this.#process && this.#isLasting) throw notReady(this.#lastReason);
    this.start();
    if (!this.#isReady) await patiently(this.#ready.promise, signal);
  }

  async whenBack(signal: StopSignal): Promise<boolean> {
    if (this.#isReady && this.#process) {
      const ended = this.#process.exited.then(() => true);
      const hasEnded = await Promise.race([ended, Bun.sleep(EXIT_NOTICE_MS).then(() => false)]);
      if (!hasEnded) return false;
      await this.#heardOfEnd.promise;
    }
    await patiently(this.#ready.promise, signal);
    return true;
  }

  async open(request: EngineRequest, signal: StopSignal): Promise<EngineEvents> {
    await this.whenReady(signal);
    const suspects = this.#suspects;
    return openAgain(this.#engine, { request, signal, suspects, whenBack: (leaving) => this.whenBack(leaving) });
  }

  async health(): Promise<EngineHealth> {
    if (this.#isReady) return this.#engine.health();
    const { doing } = this.#progress;
    return { ok: false, detail: `is not ready: ${doing ?? this.#lastReason}`, ...(doing && { doing }) };
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopPulse();
    await this.#process?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Waits for the engine, but not longer than the caller, and not for ever. */
const patiently = (ready: Promise<void>, signal: StopSignal): Promise<void> =>
  unlessAborted(
    within(PATIENCE_MS, ready, () => notReady('it takes too long to start')),
    signal,
  );

const notReady = (reason: string): ServiceError =>
  unavailable(new Error(`The embedded engine is not ready: ${reason}.`));
