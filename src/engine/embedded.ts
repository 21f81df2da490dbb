/**
 * The embedded engine as seen from the gateway: a process of its own that is started, watched and started again. To
 * everybody else it is one more upstream. A crash in native code costs the answers that were running, not the service.
 *
 *   starting --ready--> running --exit or no answer--> waiting (longer each time) --> starting
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceError } from '../domain/errors.ts';
import type { Engine, EngineHealth, Log } from '../domain/ports.ts';
import { RESTART_WAIT, waitMsAfter } from '../lib/growing-wait.ts';
import { unlessAborted } from '../lib/unless-aborted.ts';
import { openAgain } from './open-again.ts';
import { type SaidProgress, type StartBar, StartProgress } from './start-progress.ts';
import { unavailable } from './unavailable.ts';

export type EmbeddedParts = {
  /** The program and its arguments, for a socket to listen on. */
  readonly command: (socketPath: string) => readonly string[];
  /** The engine behind the socket. */
  readonly connect: (socketPath: string) => Engine;
  readonly log: Log;
  /** Variables for the process, beside those of the gateway: for what must not be an argument. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Shows on a terminal what comes; without one the log says so now and then. */
  readonly bar?: StartBar | undefined;
};

export type EmbeddedEngine = Engine & { start(): void; stop(): Promise<void> };

/** The process itself, for others who send to its socket too. */
export type EmbeddedProcess = EmbeddedEngine & {
  readonly socketPath: string;
  /** Waits for an engine that is starting, as long as that makes sense. */
  whenReady(signal: AbortSignal): Promise<void>;
  /** After something did not arrive: waits for the next process. False when this one lives, and it was not its end. */
  whenBack(signal: AbortSignal): Promise<boolean>;
};

type Said =
  | ({ readonly type: 'progress' } & SaidProgress)
  | { readonly type: 'ready'; readonly models: readonly string[] }
  | { readonly type: 'loading'; readonly model: string; readonly memoryMiB: number }
  | { readonly type: 'loaded'; readonly model: string }
  | { readonly type: 'unloaded'; readonly model: string }
  | { readonly type: 'unusable'; readonly model: string; readonly reason: string }
  | { readonly type: 'failed'; readonly message: string; readonly isLasting?: boolean };

/** A start that failed for a reason that will still be there, such as a download with a wrong checksum, is not repeated soon. */
const LASTING_RESTART_MS = 10 * 60_000;
const PULSE_MS = 5_000;
/** So many pulses without an answer, and the process counts as hung. */
const MISSED_PULSES_MAX = 3;
/** How long a request waits for an engine that is just starting; the first start converts the built-in model. */
const PATIENCE_MS = 60_000;
const EXIT_NOTICE_MS = 1000;

export function createEmbedded({ command, connect, log, environment, bar }: EmbeddedParts): EmbeddedProcess {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-'));
  const socketPath = join(folder, 'engine.sock');
  const engine = connect(socketPath);
  let child: ReturnType<typeof spawn> | undefined;
  let listening: Promise<void> = Promise.resolve();
  let ready = Promise.withResolvers<void>();
  /** Resolves when we have heard of its end, which is later than the end itself. */
  let heardOfEnd = Promise.withResolvers<void>();
  let isReady = false;
  let isStopping = false;
  let failures = 0;
  /** Why the process that runs now will end, if it has said so. */
  let complaint: string | undefined;
  let lastReason = 'it is starting';
  let isLasting = false;
  const progress = new StartProgress(log, bar);
  let pulse: ReturnType<typeof setInterval> | undefined;

  function spawn() {
    rmSync(socketPath, { force: true });
    return Bun.spawn([...command(socketPath)], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
      // What the engine is made of looks for a home when it is loaded, and ends where neither variable nor user has one.
      env: { ...process.env, HOME: process.env.HOME || folder, ...environment },
      onExit: async (_, code, signal) => {
        // What it said last may still be on its way; who inherited its output could keep us waiting for ever.
        await Promise.race([listening, new Promise((done) => setTimeout(done, EXIT_NOTICE_MS).unref())]);
        ended(signal === null ? `it ended with code ${code}` : `it was ended by signal ${signal}`);
      },
    });
  }

  function start(): void {
    if (child || isStopping) return;
    isLasting = false;
    complaint = undefined;
    child = spawn();
    heardOfEnd = Promise.withResolvers<void>();
    listening = listenTo(child.stdout);
  }

  async function listenTo(output: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of output) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    }
  }

  function hear(line: string): void {
    const said = parse(line);
    if (!said) return;
    const { type, ...fields } = said;
    if (said.type === 'progress') progress.show(said);
    else progress.end();
    if (type === 'loading') log.info(fields, 'embedded engine loads a model');
    if (type === 'loaded') log.info(fields, 'embedded engine has loaded a model');
    if (type === 'unloaded') log.info(fields, 'embedded engine has unloaded a model');
    if (type === 'unusable') log.error(fields, 'embedded engine cannot load a model');
    if (said.type === 'failed') {
      complaint = said.message;
      isLasting = said.isLasting ?? false;
    }
    if (said.type === 'ready') beginToServe(said.models);
  }

  function beginToServe(models: readonly string[]): void {
    log.info({ models, pid: child?.pid }, 'embedded engine is ready');
    isReady = true;
    failures = 0;
    ready.resolve();
    watch();
  }

  function ended(how: string): void {
    clearInterval(pulse);
    progress.end();
    child = undefined;
    const wasReady = isReady;
    isReady = false;
    heardOfEnd.resolve();
    if (isStopping) return;
    const reason = complaint !== undefined ? `${how}: ${complaint}` : wasReady ? how : `${how} before it was ready`;
    failures += 1;
    const waitMs = isLasting ? LASTING_RESTART_MS : waitMsAfter(failures, RESTART_WAIT);
    log.error({ reason, waitMs }, 'embedded engine has ended and will be started again');
    lastReason = reason;
    // Who waits for a start that failed is told so; who comes later waits for the next one.
    ready.promise.catch(() => {});
    ready.reject(notReady(reason));
    ready = Promise.withResolvers<void>();
    setTimeout(start, waitMs).unref();
  }

  /** A process that lives but does not answer is as good as dead. */
  function watch(): void {
    let missed = 0;
    pulse = setInterval(async () => {
      missed = (await engine.health()).ok ? 0 : missed + 1;
      if (missed < MISSED_PULSES_MAX) return;
      log.error({}, 'embedded engine does not answer: ending it');
      child?.kill('SIGKILL');
    }, PULSE_MS);
    pulse.unref();
  }

  async function whenReady(signal: AbortSignal): Promise<void> {
    // A long download, or a reason to fail that stays, would only keep the caller waiting in vain.
    if (!isReady && progress.isLong) throw notReady(`it is ${progress.doing}`);
    if (!child && isLasting) throw notReady(lastReason);
    start();
    if (!isReady) await patiently(ready.promise, signal);
  }

  async function whenBack(signal: AbortSignal): Promise<boolean> {
    await Promise.race([heardOfEnd.promise, Bun.sleep(EXIT_NOTICE_MS)]);
    if (isReady) return false;
    await patiently(ready.promise, signal);
    return true;
  }

  async function open(...[request, signal]: Parameters<Engine['open']>): ReturnType<Engine['open']> {
    await whenReady(signal);
    return openAgain(engine, { request, signal, whenBack });
  }

  return {
    start,
    open,
    socketPath,
    whenReady,
    whenBack,
    health: async (): Promise<EngineHealth> =>
      isReady
        ? engine.health()
        : {
            ok: false,
            detail: `is not ready: ${progress.doing ?? lastReason}`,
            ...(progress.doing && { doing: progress.doing }),
          },
    stop: async () => {
      isStopping = true;
      clearInterval(pulse);
      // The end of its input is its order to end.
      child?.stdin.end();
      const killer = setTimeout(() => child?.kill('SIGKILL'), 2000);
      await child?.exited;
      clearTimeout(killer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for the engine, but not longer than the caller, and not for ever. */
async function patiently(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(notReady('it takes too long to start')), PATIENCE_MS);
  try {
    await unlessAborted(Promise.race([ready, late.promise]), signal);
  } finally {
    clearTimeout(timer);
  }
}

function parse(line: string): Said | undefined {
  try {
    return JSON.parse(line) as Said;
  } catch {
    return undefined;
  }
}

const notReady = (reason: string): ServiceError =>
  unavailable(new Error(`The embedded engine is not ready: ${reason}.`));
