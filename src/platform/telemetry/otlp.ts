/**
 * Spans → the JSON of OTLP/HTTP (opentelemetry-proto, ExportTraceServiceRequest). By its rules ids are hexadecimal,
 * 64-bit numbers are strings, and enumerations are numbers.
 */
import type { SpanValue } from '../../core/trace.ts';

export type Fact = readonly [name: string, value: SpanValue];

export type FinishedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly state: string | undefined;
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly facts: readonly Fact[];
  readonly events: readonly { readonly name: string; readonly atMs: number; readonly facts: readonly Fact[] }[];
  readonly isFailure: boolean;
};

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

export const spanJson = (span: FinishedSpan): string =>
  JSON.stringify({
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentId,
    traceState: span.state,
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanosOf(span.startedAtMs),
    endTimeUnixNano: nanosOf(Math.max(span.startedAtMs, span.endedAtMs)),
    attributes: span.facts.map(attributeOf),
    events: span.events.map(({ name, atMs, facts }) => ({
      timeUnixNano: nanosOf(atMs),
      name,
      attributes: facts.map(attributeOf),
    })),
    status: span.isFailure ? { code: STATUS_ERROR } : {},
  });

/** Everything that belongs to a server goes around its spans once for each batch. */
export function batchJson(resource: readonly Fact[], spans: readonly string[]): string {
  const scope = JSON.stringify({ name: 'boreal' });
  const attributes = JSON.stringify(resource.map(attributeOf));
  return `{"resourceSpans":[{"resource":{"attributes":${attributes}},"scopeSpans":[{"scope":${scope},"spans":[${spans.join(',')}]}]}]}`;
}

function attributeOf([key, value]: Fact): object {
  if (typeof value === 'string') return { key, value: { stringValue: value } };
  if (typeof value === 'boolean') return { key, value: { boolValue: value } };
  return { key, value: Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
}

/** Microseconds are whole numbers that a double can hold; nanoseconds are not. */
const nanosOf = (ms: number): string => `${Math.round(ms * 1000)}000`;
