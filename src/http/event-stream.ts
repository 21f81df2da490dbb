/**
 * Frames → the body of a streamed answer. The reader pulls: while it does not read, nothing is read from the engine
 * either. One ticker for all streams, instead of a timer per event, looks for two kinds of silence:
 *
 *   the engine is silent   → the client gets a comment line, so that proxies keep the connection
 *   the client is silent   → after the write-stall limit it counts as gone; also when it was slow for too long in all
 */
import type { ServiceError } from '../domain/errors.ts';
import type { Clock } from '../domain/ports.ts';
import type { Span } from '../domain/trace.ts';
import type { WrittenStream } from '../wire/dialect.ts';

export type EventStreams = {
  open(written: WrittenStream, listener: StreamListener): ReadableStream<Uint8Array>;
  readonly openCount: number;
  stop(): void;
};

/** Who wants to know how a stream goes. */
export type StreamListener = {
  readonly requestId: string;
  readonly span: Span;
  /** Whether the client has gone, so that a failure of its answer is no more than that. */
  hasLeft(): boolean;
  /** The client has gone or has stopped reading. */
  leave(): void;
  /** The client has got everything. */
  end(): void;
};

type EventStreamParts = {
  readonly clock: Clock;
  readonly pingMs: number;
  readonly writeStallMs: number;
  readonly slowReadMs: number;
  /** What the client gets when a stream fails after it has begun. */
  readonly onFailure: (thrown: unknown, listener: Pick<StreamListener, 'requestId' | 'span'>) => ServiceError;
  readonly onLeave: (listener: Pick<StreamListener, 'requestId' | 'span'>) => void;
};

type OpenStream = {
  waitsFor: 'engine' | 'client';
  sinceMs: number;
  /** How long it has waited for its client until now, this time not included. */
  clientMs: number;
  ping(): void;
  stall(): void;
};

const ENCODER = new TextEncoder();

export function createEventStreams(parts: EventStreamParts): EventStreams {
  const { clock, pingMs, writeStallMs, slowReadMs } = parts;
  const streams = new Set<OpenStream>();
  const ticker = setInterval(tick, Math.max(5, Math.min(1000, pingMs / 2, writeStallMs / 2, slowReadMs / 2)));
  ticker.unref();

  function tick(): void {
    const nowMs = clock.monotonicMs();
    for (const stream of streams) {
      const silentMs = nowMs - stream.sinceMs;
      if (stream.waitsFor === 'engine' && silentMs >= pingMs) stream.ping();
      const isSlow = stream.clientMs + silentMs >= slowReadMs;
      if (stream.waitsFor === 'client' && (silentMs >= writeStallMs || isSlow)) stream.stall();
    }
  }

  function open(written: WrittenStream, listener: StreamListener): ReadableStream<Uint8Array> {
    const { frames, ping } = written;
    const stream: OpenStream = { waitsFor: 'client', sinceMs: clock.monotonicMs(), clientMs: 0, ping() {}, stall() {} };
    const waitFor = (who: OpenStream['waitsFor']) => {
      const nowMs = clock.monotonicMs();
      if (stream.waitsFor === 'client') stream.clientMs += nowMs - stream.sinceMs;
      stream.waitsFor = who;
      stream.sinceMs = nowMs;
    };
    const end = () => streams.delete(stream);
    const leave = () => {
      if (!end()) return;
      listener.leave();
      parts.onLeave(listener);
    };
    const failure = (thrown: unknown) => (listener.hasLeft() ? undefined : parts.onFailure(thrown, listener));
    streams.add(stream);

    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          stream.ping = () => {
            // Bytes that the client has not taken yet show that it is there; a ping on top of them would only pile up.
            if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(ping);
            stream.sinceMs = clock.monotonicMs();
          };
          stream.stall = () => {
            leave();
            controller.error(new Error('The client does not read.'));
            frames.return?.().catch(() => {});
          };
        },
        async pull(controller) {
          waitFor('engine');
          const next = await nextBytes(written, failure);
          if (!next) leave();
          if (!next || !streams.has(stream)) return;
          waitFor('client');
          if (next.text !== '') controller.enqueue(ENCODER.encode(next.text));
          if (next.isLast) {
            end();
            listener.end();
            controller.close();
          }
        },
        async cancel() {
          leave();
          await frames.return?.().catch(() => {});
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    open,
    get openCount() {
      return streams.size;
    },
    stop: () => clearInterval(ticker),
  };
}

/** The next frame, the closing mark, or, where the answer failed, one error frame, if any, and no mark. */
async function nextBytes(
  written: WrittenStream,
  onFailure: (thrown: unknown) => ServiceError | undefined,
): Promise<{ readonly text: string; readonly isLast: boolean } | undefined> {
  try {
    const next = await written.frames.next();
    return next.done ? { text: written.closing, isLast: true } : { text: next.value, isLast: false };
  } catch (thrown) {
    const failure = onFailure(thrown);
    return failure && { text: written.failure(failure), isLast: true };
  }
}
