/**
 * Reads messages of OTLP: the binary ones by the definitions that OpenTelemetry has generated from opentelemetry-proto, and
 * the JSON ones by its rules: ids as hexadecimal text, 64-bit numbers as strings of digits, enumerations as numbers, no
 * unknown field. Both come out in the form of the JSON.
 */
import root from '@opentelemetry/otlp-transformer/build/src/generated/root.js';
import { z } from 'zod';
import type { Protocol, Written } from '../../src/platform/telemetry/otlp.ts';

const HEX = '0123456789abcdef';
const hex = (length: number) =>
  z.string().refine((text) => text.length === length && [...text].every((digit) => HEX.includes(digit)));
const isDigits = (text: string) => text !== '' && [...text].every((digit) => digit >= '0' && digit <= '9');
const digits = z.string().refine(isDigits);
const whole = z.string().refine((text) => isDigits(text.startsWith('-') ? text.slice(1) : text));
const nanos = digits.refine((text) => text.length === 19, 'is not a time of this century in nanoseconds');
const text = z.strictObject({ stringValue: z.string() });
const value = z.union([
  text,
  z.strictObject({ intValue: whole }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ arrayValue: z.strictObject({ values: z.array(text) }) }),
]);
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'has a key twice');
const span = z
  .strictObject({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16).optional(),
    traceState: z.string().optional(),
    name: z.string().min(1),
    kind: z.number().int().min(1).max(5),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes,
    events: z.array(z.strictObject({ timeUnixNano: nanos, name: z.string().min(1), attributes })),
    status: z.strictObject({ code: z.literal(2).optional() }),
  })
  .refine((one) => BigInt(one.endTimeUnixNano) >= BigInt(one.startTimeUnixNano), 'ends before it begins');
const scope = z.strictObject({ name: z.string().min(1) });
const resource = z.strictObject({ attributes });
const traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span).min(1) })) }),
  ),
});

const times = { startTimeUnixNano: nanos, timeUnixNano: nanos, attributes };
const cumulative = z.literal(2);
const numbers = z.array(z.strictObject({ ...times, asDouble: z.number() })).min(1);
const buckets = z
  .array(
    z.strictObject({
      ...times,
      count: digits,
      sum: z.number(),
      bucketCounts: z.array(digits),
      explicitBounds: z.array(z.number()),
    }),
  )
  .min(1);
const named = { name: z.string().min(1), description: z.string().min(1), unit: z.string().optional() };
const metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({
      resource,
      scopeMetrics: z.array(
        z.strictObject({
          scope,
          metrics: z.array(
            z.union([
              z.strictObject({ ...named, gauge: z.strictObject({ dataPoints: numbers }) }),
              z.strictObject({
                ...named,
                sum: z.strictObject({
                  dataPoints: numbers,
                  aggregationTemporality: cumulative,
                  isMonotonic: z.literal(true),
                }),
              }),
              z.strictObject({
                ...named,
                histogram: z.strictObject({ dataPoints: buckets, aggregationTemporality: cumulative }),
              }),
            ]),
          ),
        }),
      ),
    }),
  ),
});

export type Attributes = z.output<typeof attributes>;
export type WrittenSpan = z.output<typeof span>;
export type WrittenMetric = z.output<
  typeof metrics
>['resourceMetrics'][number]['scopeMetrics'][number]['metrics'][number];

type Decoder = {
  decode(bytes: Uint8Array): object;
  toObject(message: object, how: object): object;
};
type Services = {
  readonly trace: { readonly v1: { readonly ExportTraceServiceRequest: Decoder } };
  readonly metrics: { readonly v1: { readonly ExportMetricsServiceRequest: Decoder } };
};

const { opentelemetry } = root as object as {
  readonly opentelemetry: { readonly proto: { readonly collector: Services } };
};
const { trace: traceTypes, metrics: metricsTypes } = opentelemetry.proto.collector;

export const decodeTraces = (protocol: Protocol, body: Written): z.output<typeof traces> =>
  traces.parse(jsonOf(protocol, body, traceTypes.v1.ExportTraceServiceRequest));

export const decodeMetrics = (protocol: Protocol, body: Written): z.output<typeof metrics> =>
  metrics.parse(jsonOf(protocol, body, metricsTypes.v1.ExportMetricsServiceRequest));

function jsonOf(protocol: Protocol, body: Written, type: Decoder): unknown {
  if (protocol === 'http/json') return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (typeof body === 'string') throw new Error('A binary message came as text.');
  return asJson('', type.toObject(type.decode(body), { longs: String, arrays: true }));
}

const IDS: readonly string[] = ['traceId', 'spanId', 'parentSpanId'];
/** Lists that the definitions have and that we never fill. */
const UNUSED: readonly string[] = ['links', 'entityRefs', 'exemplars', 'metadata', 'scope.attributes'];

/** As JSON has it: ids in hexadecimal, and no lists that are always empty. */
function asJson(name: string, given: unknown): unknown {
  if (given instanceof Uint8Array) {
    if (!IDS.includes(name)) throw new Error(`${name} is no bytes.`);
    return Buffer.from(given).toString('hex');
  }
  if (Array.isArray(given)) return given.map((one) => asJson('', one));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given)
      .filter(([key, one]) => !(isUnused(name, key) && Array.isArray(one) && one.length === 0))
      .map(([key, one]) => [key, asJson(key, one)]),
  );
}

const isUnused = (inside: string, key: string): boolean => UNUSED.includes(key) || UNUSED.includes(`${inside}.${key}`);
