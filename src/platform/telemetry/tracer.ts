/** Makes spans: ids by chance, times of one clock that does not jump within a trace, and the choice of what is recorded. */
import type { Span, SpanBeginning, SpanValue, Tracer } from '../../core/trace.ts';
import { readTraceContext, type TraceContext, traceParentOf } from '../../core/trace-context.ts';
import type { Platform } from '../platform.ts';
import type { Fact, FinishedSpan } from './otlp.ts';

type OnEnd = (span: FinishedSpan) => void;

const HEX_OF_32_BITS = 8;

/** Records this share of the requests whose caller has not chosen. */
export function createTracer({ clock }: Pick<Platform, 'clock'>, share: number, onEnd: OnEnd): Tracer {
  const hex = createRandomHex();

  return {
    begin: (headers) => {
      const from = readTraceContext(headers);
      const traceId = from?.traceId ?? hex(16);
      const isSampled = from?.isSampled ?? isChosen(traceId, share);
      if (!isSampled) return passContext(from ?? { traceId, spanId: hex(8), isSampled });
      const startedAtMs = clock.nowMs();
      const behindMs = startedAtMs - clock.monotonicMs();
      const trace: Trace = { id: traceId, state: from?.state, hex, nowMs: () => behindMs + clock.monotonicMs(), onEnd };
      return new RecordedSpan(trace, { name: '', kind: 'server', parentId: from?.spanId, startedAtMs });
    },
  };
}

/** Decided by the id's end, which is chance in every trace, so that all servers of one trace would decide the same. */
const isChosen = (traceId: string, share: number): boolean =>
  Number.parseInt(traceId.slice(-HEX_OF_32_BITS), 16) < share * 2 ** 32;

/** It is not recorded; the next server on the way learns that, and the log can name it. */
function passContext(context: TraceContext): Span {
  const span: Span = {
    logFields: { traceId: context.traceId },
    headers: headersOf(context),
    child: () => span,
    set() {},
    event() {},
    fail() {},
    end() {},
  };
  return span;
}

/** The spans of one trace share it. */
type Trace = {
  readonly id: string;
  readonly state: string | undefined;
  readonly hex: (bytes: number) => string;
  readonly nowMs: () => number;
  readonly onEnd: OnEnd;
};

type Beginning = Pick<FinishedSpan, 'name' | 'kind' | 'parentId' | 'startedAtMs'>;

class RecordedSpan implements Span {
  readonly #trace: Trace;
  readonly #beginning: Beginning;
  readonly #id: string;
  readonly #facts = new Map<string, SpanValue>();
  readonly #events: FinishedSpan['events'][number][] = [];
  #isFailure = false;
  #hasEnded = false;

  constructor(trace: Trace, beginning: Beginning) {
    this.#trace = trace;
    this.#beginning = beginning;
    this.#id = trace.hex(8);
  }

  get logFields(): Readonly<Record<string, string>> {
    return { traceId: this.#trace.id };
  }

  get headers(): Readonly<Record<string, string>> {
    const { id: traceId, state } = this.#trace;
    return headersOf({ traceId, spanId: this.#id, isSampled: true, ...(state !== undefined && { state }) });
  }

  child(name: string, { kind = 'internal', agoMs = 0 }: SpanBeginning = {}): Span {
    const startedAtMs = this.#trace.nowMs() - agoMs;
    return new RecordedSpan(this.#trace, { name, kind, parentId: this.#id, startedAtMs });
  }

  set(name: string, value: SpanValue): void {
    this.#facts.set(name, value);
  }

  event(name: string, facts: Readonly<Record<string, SpanValue>> = {}): void {
    this.#events.push({ name, atMs: this.#trace.nowMs(), facts: Object.entries(facts) });
  }

  fail(type: string): void {
    this.#isFailure = true;
    this.set('error.type', type);
  }

  end(agoMs = 0): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { id: traceId, state, nowMs, onEnd } = this.#trace;
    const facts: readonly Fact[] = [...this.#facts];
    onEnd({
      ...this.#beginning,
      name: this.#beginning.name || nameOf(this.#facts),
      traceId,
      state,
      spanId: this.#id,
      facts,
      events: this.#events,
      isFailure: this.#isFailure,
      endedAtMs: nowMs() - agoMs,
    });
  }
}

/** A request has its name when it has found its route. */
const nameOf = (facts: ReadonlyMap<string, SpanValue>): string =>
  ['http.request.method', 'http.route'].flatMap((name) => facts.get(name) ?? []).join(' ');

const headersOf = (context: TraceContext): Readonly<Record<string, string>> => ({
  traceparent: traceParentOf(context),
  ...(context.state !== undefined && { tracestate: context.state }),
});

/** Random bytes are drawn in bulk: asking for a few costs as much as for many. No id may be all zeros. */
function createRandomHex(): (bytes: number) => string {
  const pool = Buffer.alloc(4096);
  let used = pool.length;
  const draw = (bytes: number): string => {
    if (used + bytes > pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    used += bytes;
    return pool.toString('hex', used - bytes, used);
  };
  return (bytes) => {
    let text = draw(bytes);
    while (Number.parseInt(text, 16) === 0) text = draw(bytes);
    return text;
  };
}
