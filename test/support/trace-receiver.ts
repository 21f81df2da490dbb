/**
 * A receiver of OpenTelemetry traces on loopback. It takes nothing that is not exactly as opentelemetry-proto maps it to
 * JSON: ids as hexadecimal text, 64-bit numbers as strings of digits, enumerations as numbers, no unknown field.
 */
import { z } from 'zod';

const HEX = '0123456789abcdef';
const hex = (length: number) =>
  z.string().refine((text) => text.length === length && [...text].every((digit) => HEX.includes(digit)));
const digits = z.string().refine((text) => text !== '' && [...text].every((digit) => digit >= '0' && digit <= '9'));
const nanos = digits.refine((text) => text.length === 19, 'is not a time of this century in nanoseconds');
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: digits }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
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
const exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string().min(1) }), spans: z.array(span).min(1) }),
      ),
    }),
  ),
});

type Facts = Readonly<Record<string, string | number | boolean>>;

export type SeenSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly state: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly facts: Facts;
  readonly events: readonly { readonly name: string; readonly at: bigint; readonly facts: Facts }[];
  readonly isFailure: boolean;
};

export type TraceReceiver = AsyncDisposable & {
  readonly url: string;
  readonly spans: readonly SeenSpan[];
  /** The attributes of the server that sends. */
  readonly resources: readonly Facts[];
  /** Every byte that came: heads and bodies. */
  readonly raw: readonly string[];
  /** Messages that were not as they must be. */
  readonly problems: readonly string[];
  /** From now on it answers with this. */
  answer(status: number, body?: object): void;
  /** The setting that sends traces here. */
  settings(more?: object): { readonly BOREAL_TRACES: string };
};

export function startTraceReceiver(): TraceReceiver {
  const spans: SeenSpan[] = [];
  const resources: Facts[] = [];
  const raw: string[] = [];
  const problems: string[] = [];
  let reply: { status: number; body: object } = { status: 200, body: { partialSuccess: {} } };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text();
      raw.push(`${[...request.headers].map((header) => header.join(': ')).join('\n')}\n\n${body}`);
      const { pathname } = new URL(request.url);
      const type = request.headers.get('content-type');
      if (request.method !== 'POST' || pathname !== '/v1/traces' || type !== 'application/json')
        problems.push(`${request.method} ${pathname} ${type}`);
      const result = exported.safeParse(JSON.parse(body));
      if (!result.success) problems.push(z.prettifyError(result.error));
      else if (reply.status === 200) {
        for (const { resource, scopeSpans } of result.data.resourceSpans) {
          resources.push(factsOf(resource.attributes));
          spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(seenSpan)));
        }
      }
      return Response.json(reply.body, { status: reply.status });
    },
  });
  const url = `http://127.0.0.1:${server.port}/v1/traces`;
  return {
    url,
    spans,
    resources,
    raw,
    problems,
    answer: (status, body = {}) => {
      reply = { status, body };
    },
    settings: (more = {}) => ({ BOREAL_TRACES: JSON.stringify({ url, ...more }) }),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function seenSpan(one: z.output<typeof span>): SeenSpan {
  return {
    traceId: one.traceId,
    spanId: one.spanId,
    parentId: one.parentSpanId,
    state: one.traceState,
    name: one.name,
    kind: one.kind,
    startedAt: BigInt(one.startTimeUnixNano),
    endedAt: BigInt(one.endTimeUnixNano),
    facts: factsOf(one.attributes),
    events: one.events.map(({ name, timeUnixNano, attributes }) => ({
      name,
      at: BigInt(timeUnixNano),
      facts: factsOf(attributes),
    })),
    isFailure: one.status.code === 2,
  };
}

const factsOf = (all: z.output<typeof attributes>): Facts =>
  Object.fromEntries(all.map(({ key, value }) => [key, plain(value)]));

function plain(written: z.output<typeof value>): string | number | boolean {
  if ('intValue' in written) return Number(written.intValue);
  return Object.values(written)[0] as string | number | boolean;
}

/** The spans as a tree of names, children in the order in which they began: `['POST /v1/x', ['gate'], ['hold']]`. */
export interface Tree extends ReadonlyArray<string | Tree> {}

export function treesOf(spans: readonly SeenSpan[]): readonly Tree[] {
  const inOrder = spans.toSorted((a, b) => Number(a.startedAt - b.startedAt));
  const treeOf = (one: SeenSpan): Tree => [one.name, ...childrenOf(one.spanId).map(treeOf)];
  const childrenOf = (id: string) => inOrder.filter(({ parentId }) => parentId === id);
  const known = new Set(spans.map(({ spanId }) => spanId));
  return inOrder.filter(({ parentId }) => parentId === undefined || !known.has(parentId)).map(treeOf);
}
