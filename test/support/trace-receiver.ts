/** A receiver of OpenTelemetry on loopback, for traces and metrics. It takes nothing that is not exactly as its format has it. */
import { ENCODINGS, type Protocol } from '../../src/platform/telemetry/otlp.ts';
import { type Attributes, decodeMetrics, decodeTraces, type WrittenMetric, type WrittenSpan } from './otlp-decode.ts';

type Facts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

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
  /** The metrics of the last message that had some. */
  readonly metrics: readonly WrittenMetric[];
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
  /** The variables of OpenTelemetry that send both here. */
  variables(protocol: Protocol): Readonly<Record<string, string>>;
};

const PROTOCOL_NAMES = Object.keys(ENCODINGS) as Protocol[];

export function startTraceReceiver(): TraceReceiver {
  const spans: SeenSpan[] = [];
  const resources: Facts[] = [];
  const raw: string[] = [];
  const problems: string[] = [];
  let reply: { status: number; body: object } = { status: 200, body: { partialSuccess: {} } };

  let metrics: readonly WrittenMetric[] = [];

  function take(path: string, type: string | null, body: Uint8Array<ArrayBuffer>): void {
    const protocol = PROTOCOL_NAMES.find((name) => ENCODINGS[name].contentType === type);
    if (!protocol) throw new Error(`${path} ${type}`);
    if (path === '/v1/metrics') {
      metrics = decodeMetrics(protocol, body).resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap((scope) => scope.metrics),
      );
      return;
    }
    if (path !== '/v1/traces') throw new Error(path);
    const { resourceSpans } = decodeTraces(protocol, body);
    if (reply.status !== 200) return;
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(factsOf(resource.attributes));
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(seenSpan)));
    }
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = new Uint8Array(await request.arrayBuffer());
      const head = [...request.headers].map((header) => header.join(': ')).join('\n');
      raw.push(`${head}\n\n${new TextDecoder().decode(body)}`);
      try {
        if (request.method !== 'POST') throw new Error(request.method);
        take(new URL(request.url).pathname, request.headers.get('content-type'), body);
      } catch (thrown) {
        problems.push(String(thrown));
      }
      return Response.json(reply.body, { status: reply.status });
    },
  });
  const url = `http://127.0.0.1:${server.port}/v1/traces`;
  return {
    url,
    spans,
    get metrics() {
      return metrics;
    },
    resources,
    raw,
    problems,
    answer: (status, body = {}) => {
      reply = { status, body };
    },
    settings: (more = {}) => ({ BOREAL_TRACES: JSON.stringify({ url, ...more }) }),
    variables: (protocol) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    }),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function seenSpan(one: WrittenSpan): SeenSpan {
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

export const factsOf = (all: Attributes): Facts => Object.fromEntries(all.map(({ key, value }) => [key, plain(value)]));

function plain(written: Attributes[number]['value']): Facts[string] {
  if ('intValue' in written) return Number(written.intValue);
  if ('arrayValue' in written) return written.arrayValue.values.map(({ stringValue }) => stringValue);
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
