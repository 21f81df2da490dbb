/**
 * Spans on their way to a receiver. They wait in a queue of bounded size and leave in batches, one at a time: when enough
 * of them wait, or a moment after the first. No request ever waits for it. What finds no room, and a batch that the receiver
 * does not take, is dropped and counted: a trace is worth less than the service.
 */
import type { Log } from '../../core/ports.ts';
import { batchJson, type Fact, type FinishedSpan, spanJson } from './otlp.ts';

export type TraceExportParts = {
  /** Sends one batch. Resolves with how many spans of it were refused; rejects when it did not arrive. */
  readonly send: (body: string, signal: AbortSignal) => Promise<number>;
  readonly resource: readonly Fact[];
  readonly log: Log;
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
  /** Of all that waits, as text. */
  readonly queueCharactersMax: number;
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
  queueCharactersMax: 8 * 1024 * 1024,
  sendMs: 10_000,
  flushMs: 3000,
};

export function createTraceExport(parts: TraceExportParts): TraceExport {
  const { resource, log, onExported, onDropped } = parts;
  const limits = { ...LIMITS, ...parts.limits };
  let queue: string[] = [];
  let characters = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let isFailing = false;
  let isClosed = false;
  /** Lets go of the batch that is on its way. */
  let giveUp = (_why: string) => {};

  function add(span: FinishedSpan): void {
    if (isClosed || characters >= limits.queueCharactersMax) {
      onDropped(1, 'queue-full');
      return;
    }
    // Written down at once: a batch then costs the loop little, and the queue is measured in what it really holds.
    const text = spanJson(span);
    queue.push(text);
    characters += text.length;
    // A receiver that is away is asked in its own time, not as fast as spans come.
    if (queue.length >= limits.batchSpans && !isFailing) start();
    else wait();
  }

  function wait(): void {
    if (timer || sending) return;
    timer = setTimeout(start, limits.batchMs);
    timer.unref();
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (sending || queue.length === 0) return;
    sending = sendBatch().finally(() => {
      sending = undefined;
      if (queue.length >= limits.batchSpans && !isFailing) start();
      else if (queue.length > 0) wait();
    });
  }

  async function sendBatch(): Promise<void> {
    const batch = queue.slice(0, limits.batchSpansMax);
    queue = queue.slice(limits.batchSpansMax);
    characters -= batch.reduce((sum, text) => sum + text.length, 0);
    const leaving = new AbortController();
    giveUp = (why) => leaving.abort(new Error(why));
    const deadline = setTimeout(() => giveUp('The receiver did not answer in time.'), limits.sendMs);
    try {
      const refused = Math.min(await parts.send(batchJson(resource, batch), leaving.signal), batch.length);
      onExported(batch.length - refused);
      if (refused > 0) onDropped(refused, 'refused');
      if (isFailing) log.info({}, 'traces are exported again');
      isFailing = false;
    } catch (cause) {
      onDropped(batch.length, 'failed');
      if (!isFailing) log.warn({ cause }, 'traces cannot be exported; they are dropped and counted until they can');
      isFailing = true;
    } finally {
      clearTimeout(deadline);
    }
  }

  return {
    add,
    close: async () => {
      isClosed = true;
      let isLate = false;
      const patience = setTimeout(() => {
        isLate = true;
        giveUp('The server has stopped.');
      }, limits.flushMs);
      start();
      while (sending || (queue.length > 0 && !isLate && !isFailing)) {
        start();
        await sending;
      }
      clearTimeout(patience);
      clearTimeout(timer);
      if (queue.length > 0) onDropped(queue.length, 'failed');
      queue = [];
    },
  };
}
