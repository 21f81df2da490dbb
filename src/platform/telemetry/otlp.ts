/**
 * Spans and metrics in the two forms of OTLP (opentelemetry-proto). They are put together once, as its JSON has them: ids in
 * hexadecimal, 64-bit numbers as text, enumerations as numbers. The binary form is the same by the numbers of its fields.
 */
import type { SpanValue } from '../../core/trace.ts';
import type { Family, Series } from '../../lib/prometheus.ts';
import { type Message, toProtobuf } from '../../lib/protobuf.ts';

export const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export type Fact = readonly [name: string, value: SpanValue];
/** The sender of everything, once for each message. */
export type Resource = readonly Fact[];

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

/** The figures of a registry: counted since `sinceMs`, read at `atMs`. */
type ReadFigures = { readonly families: readonly Family[]; readonly sinceMs: number; readonly atMs: number };

export type Written = string | Uint8Array<ArrayBuffer>;

export type Encoding = {
  readonly contentType: string;
  /** A span as it waits for its batch. */
  span(span: FinishedSpan): Written;
  batch(resource: Resource, spans: readonly Written[]): Written;
  metrics(resource: Resource, figures: ReadFigures): Written;
};

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;
const CUMULATIVE = 2;
const SCOPE = { name: 'boreal' };

const TEXT: Message = { stringValue: [1, 'string'] };
const ATTRIBUTE: Message = {
  key: [1, 'string'],
  value: [
    2,
    {
      ...TEXT,
      boolValue: [2, 'bool'],
      intValue: [3, 'varint'],
      doubleValue: [4, 'double'],
      arrayValue: [5, { values: [1, TEXT] }],
    },
  ],
};
const SPAN: Message = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'string'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'varint'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, ATTRIBUTE],
  events: [11, { timeUnixNano: [1, 'fixed64'], name: [2, 'string'], attributes: [3, ATTRIBUTE] }],
  status: [15, { code: [3, 'varint'] }],
};
const POINT: Message = { startTimeUnixNano: [2, 'fixed64'], timeUnixNano: [3, 'fixed64'] };
const NUMBERS: Message = { dataPoints: [1, { ...POINT, asDouble: [4, 'double'], attributes: [7, ATTRIBUTE] }] };
const BUCKETS: Message = {
  ...POINT,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'fixed64s'],
  explicitBounds: [7, 'doubles'],
  attributes: [9, ATTRIBUTE],
};
const METRIC: Message = {
  name: [1, 'string'],
  description: [2, 'string'],
  unit: [3, 'string'],
  gauge: [5, NUMBERS],
  sum: [7, { ...NUMBERS, aggregationTemporality: [2, 'varint'], isMonotonic: [3, 'bool'] }],
  histogram: [9, { dataPoints: [1, BUCKETS], aggregationTemporality: [2, 'varint'] }],
};
const HEAD: Message = { resource: [1, { attributes: [1, ATTRIBUTE] }] };
const SCOPED: Message = { scope: [1, { name: [1, 'string'] }] };
const TRACES: Message = { resourceSpans: [1, { ...HEAD, scopeSpans: [2, { ...SCOPED, spans: [2, SPAN] }] }] };
const METRICS: Message = { resourceMetrics: [1, { ...HEAD, scopeMetrics: [2, { ...SCOPED, metrics: [2, METRIC] }] }] };

export const ENCODINGS: Readonly<Record<Protocol, Encoding>> = {
  'http/json': {
    contentType: 'application/json',
    span: (span) => JSON.stringify(spanOf(span)),
    // The spans are text already.
    batch: (resource, spans) => {
      const head = JSON.stringify(resourceOf(resource));
      const scope = JSON.stringify(SCOPE);
      return `{"resourceSpans":[{"resource":${head},"scopeSpans":[{"scope":${scope},"spans":[${spans.join(',')}]}]}]}`;
    },
    metrics: (resource, figures) => JSON.stringify(metricsOf(resource, figures)),
  },
  'http/protobuf': {
    contentType: 'application/x-protobuf',
    span: (span) => toProtobuf(SPAN, spanOf(span)),
    batch: (resource, spans) =>
      toProtobuf(TRACES, {
        resourceSpans: [{ resource: resourceOf(resource), scopeSpans: [{ scope: SCOPE, spans }] }],
      }),
    metrics: (resource, figures) => toProtobuf(METRICS, metricsOf(resource, figures)),
  },
};

const spanOf = (span: FinishedSpan): object => ({
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

const resourceOf = (resource: Resource): object => ({ attributes: resource.map(attributeOf) });

const metricsOf = (resource: Resource, figures: ReadFigures): object => ({
  resourceMetrics: [
    {
      resource: resourceOf(resource),
      scopeMetrics: [{ scope: SCOPE, metrics: figures.families.flatMap((family) => metricOf(family, figures)) }],
    },
  ],
});

function metricOf(family: Family, { sinceMs, atMs }: ReadFigures): readonly object[] {
  const { name, help, unit, type, bounds = [], series } = family;
  if (series.length === 0) return [];
  const times = { startTimeUnixNano: nanosOf(sinceMs), timeUnixNano: nanosOf(atMs) };
  const dataPoints = series.map((one) => ({ ...times, ...figureOf(one, bounds), attributes: attributesOf(one) }));
  const values = {
    counter: { sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true } },
    gauge: { gauge: { dataPoints } },
    histogram: { histogram: { dataPoints, aggregationTemporality: CUMULATIVE } },
  };
  return [{ name, description: help, unit, ...values[type] }];
}

function figureOf({ value, counts }: Series, bounds: readonly number[]): object {
  if (!counts) return { asDouble: value };
  const count = String(counts.reduce((sum, one) => sum + one, 0));
  return { count, sum: value, bucketCounts: counts.map(String), explicitBounds: bounds };
}

const attributesOf = ({ labels }: Series): readonly object[] =>
  Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [attributeOf([name, value])]));

/** Of these the conventions say the type; a receiver that has seen a whole number first may take no other. */
const DOUBLES = ['gen_ai.request.temperature', 'gen_ai.request.top_p', 'gen_ai.response.time_to_first_chunk'];

function attributeOf([key, value]: Fact): object {
  if (typeof value === 'string') return { key, value: { stringValue: value } };
  if (typeof value === 'boolean') return { key, value: { boolValue: value } };
  if (typeof value !== 'number')
    return { key, value: { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } } };
  const isWhole = Number.isSafeInteger(value) && !DOUBLES.includes(key);
  return { key, value: isWhole ? { intValue: String(value) } : { doubleValue: value } };
}

/** Microseconds are whole numbers that a double can hold; nanoseconds are not. */
const nanosOf = (ms: number): string => `${Math.round(ms * 1000)}000`;
