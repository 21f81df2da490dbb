import { expect, test } from 'bun:test';
import { decodeMetrics, decodeTraces } from '../../../test/support/otlp-decode.ts';
import { createRegistry } from '../../lib/prometheus.ts';
import { ENCODINGS, type FinishedSpan, PROTOCOLS, type Protocol } from './otlp.ts';

const SPAN: FinishedSpan = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: '00f067aa0ba902b7',
  state: 'a=1',
  name: 'settlement',
  kind: 'internal',
  startedAtMs: 1_794_736_800_000.25,
  endedAtMs: 1_794_736_800_003,
  facts: [
    ['text', 'a "quoted" word ✓'],
    ['whole', 7],
    ['large', Number.MAX_SAFE_INTEGER],
    ['below', -3],
    ['part', 0.5],
    ['gen_ai.request.temperature', 1],
    ['yes', true],
    ['list', ['stop', 'length']],
  ],
  events: [{ name: 'first-token', atMs: 1_794_736_800_001, facts: [['n', 1]] }],
  isFailure: true,
};
const RESOURCE = [['service.name', 'boreal []']] as const;

const batchOf = (protocol: Protocol, spans: readonly FinishedSpan[]) => {
  const encoding = ENCODINGS[protocol];
  return decodeTraces(protocol, encoding.batch(RESOURCE, spans.map(encoding.span)));
};
const spanOf = (protocol: Protocol, span: FinishedSpan) =>
  batchOf(protocol, [span]).resourceSpans[0]!.scopeSpans[0]!.spans[0]!;

test.each(PROTOCOLS)('a span is written as the format maps it, as %s', (protocol) => {
  expect(spanOf(protocol, SPAN)).toEqual({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '00f067aa0ba902b7',
    traceState: 'a=1',
    name: 'settlement',
    kind: 1,
    startTimeUnixNano: '1794736800000250000',
    endTimeUnixNano: '1794736800003000000',
    attributes: [
      { key: 'text', value: { stringValue: 'a "quoted" word ✓' } },
      { key: 'whole', value: { intValue: '7' } },
      { key: 'large', value: { intValue: '9007199254740991' } },
      { key: 'below', value: { intValue: '-3' } },
      { key: 'part', value: { doubleValue: 0.5 } },
      { key: 'gen_ai.request.temperature', value: { doubleValue: 1 } },
      { key: 'yes', value: { boolValue: true } },
      { key: 'list', value: { arrayValue: { values: [{ stringValue: 'stop' }, { stringValue: 'length' }] } } },
    ],
    events: [
      {
        timeUnixNano: '1794736800001000000',
        name: 'first-token',
        attributes: [{ key: 'n', value: { intValue: '1' } }],
      },
    ],
    status: { code: 2 },
  });
});

test.each(PROTOCOLS)('what there is not is left out, as %s', (protocol) => {
  const written = spanOf(protocol, { ...SPAN, parentId: undefined, state: undefined, isFailure: false });

  expect(Object.keys(written)).not.toContainAnyValues(['parentSpanId', 'traceState']);
  expect(written.status).toEqual({});
});

test.each(PROTOCOLS)('a span never ends before it begins, as %s', (protocol) => {
  const written = spanOf(protocol, { ...SPAN, endedAtMs: SPAN.startedAtMs - 5 });

  expect(written.endTimeUnixNano).toBe(written.startTimeUnixNano);
});

test.each(PROTOCOLS)('a batch says once who sends it, as %s', (protocol) => {
  const names = Array.from({ length: 300 }, (_, n) => `span ${n}`);

  const { resourceSpans } = batchOf(
    protocol,
    names.map((name) => ({ ...SPAN, name })),
  );

  expect(resourceSpans.length).toBe(1);
  expect(resourceSpans[0]!.resource).toEqual({
    attributes: [{ key: 'service.name', value: { stringValue: 'boreal []' } }],
  });
  const [scope] = resourceSpans[0]!.scopeSpans;
  expect(scope!.scope).toEqual({ name: 'boreal' });
  expect(scope!.spans.map(({ name }) => name)).toEqual(names);
});

test.each(PROTOCOLS)('figures are sums since the start, values of now, and buckets, as %s', async (protocol) => {
  const registry = createRegistry();
  registry.counter('asked_total', 'Asked.').add({ status: '200' }, 3);
  registry.counter('never_total', 'Never.');
  registry.gauge('held', 'Held.', () => [[{}, 0.5]]);
  const seconds = registry.histogram('took', 'Time.', { unit: 's', bounds: [0.1, 1] });
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe({ model: 'm', 'server.port': 443, why: undefined }, value);
  const figures = { families: await registry.families(), sinceMs: 1_794_736_800_000, atMs: 1_794_736_860_000 };

  const { resourceMetrics } = decodeMetrics(protocol, ENCODINGS[protocol].metrics(RESOURCE, figures));

  const times = { startTimeUnixNano: '1794736800000000000', timeUnixNano: '1794736860000000000' };
  const status = { key: 'status', value: { stringValue: '200' } };
  expect(resourceMetrics[0]!.scopeMetrics[0]!.metrics).toEqual([
    {
      name: 'asked_total',
      description: 'Asked.',
      sum: {
        dataPoints: [{ ...times, asDouble: 3, attributes: [status] }],
        aggregationTemporality: 2,
        isMonotonic: true,
      },
    },
    { name: 'held', description: 'Held.', gauge: { dataPoints: [{ ...times, asDouble: 0.5, attributes: [] }] } },
    {
      name: 'took',
      description: 'Time.',
      unit: 's',
      histogram: {
        dataPoints: [
          {
            ...times,
            count: '4',
            sum: 7.65,
            bucketCounts: ['2', '1', '1'],
            explicitBounds: [0.1, 1],
            attributes: [
              { key: 'model', value: { stringValue: 'm' } },
              { key: 'server.port', value: { intValue: '443' } },
            ],
          },
        ],
        aggregationTemporality: 2,
      },
    },
  ]);
});
