/**
 * Spans on their way to a receiver. They wait in a queue of bounded size and leave in batches, one at a time: when enough
 * of them wait, or a moment after the first. No request ever waits for it. What finds no room, and a batch that the receiver
 * does not take, is dropped and counted: a trace is worth less than the service.
 */
import type { Platform } from '../platform.ts';
import type { Encoding, FinishedSpan, Resource, Written } from './otlp.ts';
import type { OtlpSend } from './otlp-send.ts';

export type TraceReceiver = {
  readonly send: OtlpSend;
  readonly encoding: Encoding;
  readonly resource: Resource;
  readonly onExported: (spans: number) => void;
  readonly onDropped: (spans: number, reason: DropReason) => void;
  readonly limits?: Partial<ExportLimits>;
};

type DropReason = 'queue-full' | 'failed' | 'refused';

export type ExportLimits = {
  /** So many are sent at once, and not before a moment has passed if there are fewer. */
  readonly batchSpans: number;
  /** Behind a slow receiver more of them wait, and more go together. */
  readonly batchSpansMax: number;
  readonly batchMs: number;
  /** The length of all that waits, as it is sent: bytes, or characters of JSON. */
  readonly queueLengthMax: number;
  readonly sendMs: number;
  /** How long a server that stops waits for the last ones. */
  readonly flushMs: number;
};

type TraceExport = {
  add(span: FinishedSpan): void;
  /** Sends what waits, for a bounded time, and takes nothing any more. */
  close(): Promise<void>;
};

const LIMITS: ExportLimits = {
  batchSpans: 512,
  batchSpansMax: 2048,
  batchMs: 1000,
  queueLengthMax: 8 * 1024 * 1024,
  sendMs: 10_000,
  flushMs: 3000,
};

export const createTraceExport = (platform: Pick<Platform, 'log'>, receiver: TraceReceiver): TraceExport => {
  const waiting = new WaitingSpans(platform, receiver);
  return { add: (span) => waiting.add(span), close: () => waiting.close() };
};

class WaitingSpans {
  readonly #platform: Pick<Platform, 'log'>;
  readonly #receiver: TraceReceiver;
  readonly #limits: ExportLimits;
  #queue: Written[] = [];
  #length = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  #isFailing = false;
  #isClosed = false;
  /** Lets go of the batch that is on its way. */
  #giveUp = (_why: string): void => {};

  constructor(platform: Pick<Platform, 'log'>, receiver: TraceReceiver) {
    this.#platform = platform;
    this.#receiver = receiver;
    this.#limits = { ...LIMITS, ...receiver.limits };
  }

  add(span: FinishedSpan): void {
    if (this.#isClosed || this.#length >= this.#limits.queueLengthMax) {
      this.#receiver.onDropped(1, 'queue-full');
      return;
    }
    // Written down at once: a batch then costs the loop little, and the queue is measured in what it really holds.
    const written = this.#receiver.encoding.span(span);
    this.#queue.push(written);
    this.#length += written.length;
    this.#goOn();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = true;
      this.#giveUp('The server has stopped.');
    }, this.#limits.flushMs);
    this.#start();
    while (this.#sending || (this.#queue.length > 0 && !isLate && !this.#isFailing)) {
      this.#start();
      await this.#sending;
    }
    clearTimeout(patience);
    clearTimeout(this.#timer);
    if (this.#queue.length > 0) this.#receiver.onDropped(this.#queue.length, 'failed');
    this.#queue = [];
  }

  /** A receiver that is away is asked in its own time, not as fast as spans come. */
  #goOn(): void {
    if (this.#queue.length >= this.#limits.batchSpans && !this.#isFailing) this.#start();
    else if (this.#queue.length > 0) this.#wait();
  }

  #wait(): void {
    if (this.#timer || this.#sending) return;
    this.#timer = setTimeout(() => this.#start(), this.#limits.batchMs);
    this.#timer.unref();
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sending || this.#queue.length === 0) return;
    this.#sending = this.#sendBatch().finally(() => {
      this.#sending = undefined;
      this.#goOn();
    });
  }

  async #sendBatch(): Promise<void> {
    const { resource, send, encoding, onExported, onDropped } = this.#receiver;
    const batch = this.#takeBatch();
    const leaving = new AbortController();
    this.#giveUp = (why) => leaving.abort(new Error(why));
    const deadline = setTimeout(() => this.#giveUp('The receiver did not answer in time.'), this.#limits.sendMs);
    try {
      const refused = Math.min(await send(encoding.batch(resource, batch), leaving.signal), batch.length);
      onExported(batch.length - refused);
      if (refused > 0) onDropped(refused, 'refused');
      if (this.#isFailing) this.#platform.log.info({}, 'traces are exported again');
      this.#isFailing = false;
    } catch (cause) {
      onDropped(batch.length, 'failed');
      const message = 'traces cannot be exported; they are dropped and counted until they can';
      if (!this.#isFailing) this.#platform.log.warn({ cause }, message);
      this.#isFailing = true;
    } finally {
      clearTimeout(deadline);
    }
  }

  #takeBatch(): readonly Written[] {
    const { batchSpansMax } = this.#limits;
    const batch = this.#queue.slice(0, batchSpansMax);
    this.#queue = this.#queue.slice(batchSpansMax);
    this.#length -= batch.reduce((sum, { length }) => sum + length, 0);
    return batch;
  }
}
