/**
 * Frames → the body of a streamed answer. The reader pulls: while it does not read, nothing is read from the engine
 * either. One ticker for all streams, instead of a timer per event, looks for two kinds of silence:
 *
 *   the engine is silent   → the client gets a comment line, so that proxies keep the connection
 *   the client is silent   → after the write-stall limit it counts as gone; also when it was slow for too long in all
 */

import type { ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import type { Span } from '../../core/trace.ts';
import type { WrittenStream } from '../../dialects/dialect.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';

export type EventStreams = {
  /** `first` is what its frames have given already: it leaves together with the head of the answer. */
  open(written: WrittenStream, first: Written, listener: StreamListener): ReadableStream<Uint8Array>;
  readonly openCount: number;
  stop(): void;
};

/** The next text of the frames, which is the last one when they are done. */
type Written = Awaited<ReturnType<WrittenStream['frames']['next']>>;

/** The call whose answer a stream is. */
export type StreamListener = {
  readonly requestId: string;
  readonly span: Span;
  /** The client has gone, so a failure of its answer is no more than that. */
  hasLeft(): boolean;
  /** The client has gone or has stopped reading. */
  leave(): void;
  /** The client has got everything. */
  end(): void;
};

type StreamRules = Pick<Limits, 'pingMs' | 'writeStallMs' | 'slowReadMs'> & {
  /** Returns the error that the client gets when a stream fails after it has begun. */
  readonly onFailure: (thrown: unknown, listener: Pick<StreamListener, 'requestId' | 'span'>) => ServiceError;
  readonly onLeave: (listener: Pick<StreamListener, 'requestId' | 'span'>) => void;
};

const ENCODER = new TextEncoder();

/** All streams share it. */
type Shared = { readonly clock: Clock; readonly rules: StreamRules; readonly open: Set<OpenStream> };

export function createEventStreams({ clock }: Pick<Platform, 'clock'>, rules: StreamRules): EventStreams {
  const { pingMs, writeStallMs, slowReadMs } = rules;
  const open = new Set<OpenStream>();
  const shared: Shared = { clock, rules, open };
  const everyMs = Math.max(5, Math.min(1000, pingMs / 2, writeStallMs / 2, slowReadMs / 2));
  let ticker: ReturnType<typeof setInterval> | undefined;

  /** Ends when nothing is open: streams that follow each other share it, and an idle server is not woken by it. */
  function tick(): void {
    const nowMs = clock.monotonicMs();
    for (const stream of open) stream.look(nowMs);
    if (open.size === 0) stop();
  }

  function stop(): void {
    clearInterval(ticker);
    ticker = undefined;
  }

  return {
    open: (written, first, listener) => {
      ticker ??= setInterval(tick, everyMs).unref();
      return new ReadableStream(new OpenStream({ ...written, first }, listener, shared), { highWaterMark: 0 });
    },
    get openCount() {
      return open.size;
    },
    stop,
  };
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** One stream. There may be ten thousand of these: fields instead of closures. */
class OpenStream {
  readonly #written: WrittenStream & { first: Written | undefined };
  readonly #listener: StreamListener;
  readonly #shared: Shared;
  #controller: Controller | undefined;
  #waitsFor: 'engine' | 'client' = 'client';
  #sinceMs: number;
  /** How long it has waited for its client until now, this time not included. */
  #clientMs = 0;

  constructor(written: WrittenStream & { first: Written }, listener: StreamListener, shared: Shared) {
    this.#written = written;
    this.#listener = listener;
    this.#shared = shared;
    this.#sinceMs = shared.clock.monotonicMs();
    shared.open.add(this);
  }

  start(controller: Controller): void {
    this.#controller = controller;
    const { value, done } = this.#written.first!;
    this.#written.first = undefined;
    this.#give(value, done === true);
  }

  async pull(): Promise<void> {
    const { frames } = this.#written;
    let text: string | undefined;
    let isLast = true;
    this.#waitFor('engine');
    try {
      const next = await frames.next();
      isLast = next.done === true;
      text = next.value;
    } catch (thrown) {
      text = this.#lastWords(thrown);
    }
    this.#give(text, isLast);
  }

  async cancel(): Promise<void> {
    this.#leave();
    await this.#written.frames.return(undefined).catch(() => {});
  }

  /** Looks for silence. */
  look(nowMs: number): void {
    const { pingMs, writeStallMs, slowReadMs } = this.#shared.rules;
    const silentMs = nowMs - this.#sinceMs;
    if (this.#waitsFor === 'engine') {
      if (silentMs >= pingMs) this.#ping(nowMs);
    } else if (silentMs >= writeStallMs || this.#clientMs + silentMs >= slowReadMs) this.#stall();
  }

  /** Without a text there is no client any more. */
  #give(text: string | undefined, isLast: boolean): void {
    if (text === undefined) this.#leave();
    if (text === undefined || !this.#shared.open.has(this)) return;
    this.#waitFor('client');
    if (text !== '') this.#controller!.enqueue(ENCODER.encode(text));
    if (!isLast) return;
    this.#end();
    this.#listener.end();
    this.#controller!.close();
  }

  /** An answer that failed ends with one error frame, if there is anyone to read it, and no closing mark. */
  #lastWords(thrown: unknown): string | undefined {
    if (this.#listener.hasLeft()) return undefined;
    return this.#written.failure(this.#shared.rules.onFailure(thrown, this.#listener));
  }

  #waitFor(who: 'engine' | 'client'): void {
    const nowMs = this.#shared.clock.monotonicMs();
    if (this.#waitsFor === 'client') this.#clientMs += nowMs - this.#sinceMs;
    this.#waitsFor = who;
    this.#sinceMs = nowMs;
  }

  #ping(nowMs: number): void {
    const controller = this.#controller!;
    // Bytes that the client has not taken yet show that it is there; a ping on top of them would only pile up.
    if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(this.#written.ping);
    this.#sinceMs = nowMs;
  }

  #stall(): void {
    this.#leave();
    this.#controller!.error(new Error('The client does not read.'));
    this.#written.frames.return(undefined).catch(() => {});
  }

  /** Returns true where it was open until now. */
  #end(): boolean {
    return this.#shared.open.delete(this);
  }

  #leave(): void {
    if (!this.#end()) return;
    this.#listener.leave();
    this.#shared.rules.onLeave(this.#listener);
  }
}
