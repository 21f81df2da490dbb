import { expect, test } from 'bun:test';
import { batchJson, type FinishedSpan, spanJson } from './otlp.ts';

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
    ['text', 'a "quoted" word'],
    ['whole', 7],
    ['part', 0.5],
    ['yes', true],
  ],
  events: [{ name: 'first-token', atMs: 1_794_736_800_001, facts: [['n', 1]] }],
  isFailure: true,
};

test('a span is written as the format maps it: ids as text, times and whole numbers as digits, kinds as numbers', () => {
  expect(JSON.parse(spanJson(SPAN))).toEqual({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: 'b7ad6b7169203331',
    parentSpanId: '00f067aa0ba902b7',
    traceState: 'a=1',
    name: 'settlement',
    kind: 1,
    startTimeUnixNano: '1794736800000250000',
    endTimeUnixNano: '1794736800003000000',
    attributes: [
      { key: 'text', value: { stringValue: 'a "quoted" word' } },
      { key: 'whole', value: { intValue: '7' } },
      { key: 'part', value: { doubleValue: 0.5 } },
      { key: 'yes', value: { boolValue: true } },
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

test('what there is not is left out', () => {
  const written = JSON.parse(spanJson({ ...SPAN, parentId: undefined, state: undefined, isFailure: false }));

  expect(Object.keys(written)).not.toContainAnyValues(['parentSpanId', 'traceState']);
  expect(written.status).toEqual({});
});

test('a span never ends before it begins', () => {
  const written = JSON.parse(spanJson({ ...SPAN, endedAtMs: SPAN.startedAtMs - 5 }));

  expect(written.endTimeUnixNano).toBe(written.startTimeUnixNano);
});

test('a batch says once who sends it', () => {
  expect(JSON.parse(batchJson([['service.name', 'boreal']], ['{"name":"a"}', '{"name":"b"}']))).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'boreal' } }] },
        scopeSpans: [{ scope: { name: 'boreal' }, spans: [{ name: 'a' }, { name: 'b' }] }],
      },
    ],
  });
});
