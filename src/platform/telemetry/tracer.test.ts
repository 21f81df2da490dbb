import { describe, expect, test } from 'bun:test';
import { NO_SPAN } from '../../core/trace.ts';
import type { FinishedSpan } from './otlp.ts';
import { createTracer } from './tracer.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const NOTHING = new Headers();

function tracing(share = 1) {
  const ended: FinishedSpan[] = [];
  let wallMs = 1_794_736_800_000;
  let runMs = 5;
  const clock = { nowMs: () => wallMs, monotonicMs: () => runMs };
  return {
    ended,
    tracer: createTracer({ clock }, share, (span) => ended.push(span)),
    pass: (ms: number) => {
      wallMs += ms;
      runMs += ms;
    },
    jump: (ms: number) => {
      wallMs += ms;
    },
  };
}

test('a span has its facts, its events and its time, and is handed over when it ends', () => {
  const { tracer, ended, pass } = tracing();
  const root = tracer.begin(NOTHING);
  root.set('http.request.method', 'GET');
  root.set('http.route', '/v1/models');
  pass(2);
  root.event('something', { size: 3 });
  pass(0.5);

  expect(ended).toEqual([]);
  root.end();

  expect(ended).toMatchObject([
    {
      name: 'GET /v1/models',
      kind: 'server',
      parentId: undefined,
      startedAtMs: 1_794_736_800_000,
      endedAtMs: 1_794_736_800_002.5,
      events: [{ name: 'something', atMs: 1_794_736_800_002, facts: [['size', 3]] }],
      isFailure: false,
    },
  ]);
});

test('the first end counts', () => {
  const { tracer, ended } = tracing();
  const root = tracer.begin(NOTHING);

  root.end();
  root.fail('late');
  root.end();

  expect(ended.map(({ isFailure }) => isFailure)).toEqual([false]);
});

test('children belong to the one that made them, in one trace, and may have begun and ended before', () => {
  const { tracer, ended, pass } = tracing();
  const root = tracer.begin(NOTHING);
  pass(100);
  const child = root.child('outer', { kind: 'client' });
  child.child('inner', { agoMs: 30 }).end(10);
  child.end();
  root.end();

  const [inner, outer, whole] = ended as [FinishedSpan, FinishedSpan, FinishedSpan];
  expect([inner.parentId, outer.parentId]).toEqual([outer.spanId, whole.spanId]);
  expect([inner.kind, outer.kind]).toEqual(['internal', 'client']);
  expect([inner.startedAtMs - whole.startedAtMs, inner.endedAtMs - whole.startedAtMs]).toEqual([70, 90]);
  expect(new Set(ended.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(ended.map(({ spanId }) => spanId)).size).toBe(3);
});

test('a clock that is set while a request runs does not bend its trace', () => {
  const { tracer, ended, pass, jump } = tracing();
  const root = tracer.begin(NOTHING);
  jump(-3_600_000);
  pass(7);

  root.end();

  expect(ended[0]!.endedAtMs - ended[0]!.startedAtMs).toBe(7);
});

test('a failure is marked and named', () => {
  const { tracer, ended } = tracing();
  const root = tracer.begin(NOTHING);

  root.fail('status');
  root.end();

  expect(ended).toMatchObject([{ isFailure: true, facts: [['error.type', 'status']] }]);
});

test('ids are never the same, and never zeros alone', () => {
  const { tracer, ended } = tracing();

  for (let n = 0; n < 2000; n++) tracer.begin(NOTHING).end();

  expect(new Set(ended.map(({ traceId }) => traceId)).size).toBe(2000);
  expect(new Set(ended.map(({ spanId }) => spanId)).size).toBe(2000);
  expect(ended.filter(({ traceId, spanId }) => traceId.length !== 32 || spanId.length !== 16)).toEqual([]);
});

describe('the share', () => {
  const recorded = (share: number, headers = NOTHING) => {
    const { tracer, ended } = tracing(share);
    for (let n = 0; n < 4000; n++) tracer.begin(headers).end();
    return ended.length;
  };

  test('of nothing records nothing, of everything everything', () => {
    expect([recorded(0), recorded(1)]).toEqual([0, 4000]);
  });

  // 4000 throws of a coin that shows its face in a quarter of them: this far off once in 10^30 runs.
  test('of a quarter records about a quarter', () => {
    expect(Math.abs(recorded(0.25) - 1000)).toBeLessThan(320);
  });

  test('is not asked where the caller has chosen', () => {
    expect(recorded(0, new Headers({ traceparent: `00-${TRACE}-${SPAN}-01` }))).toBe(4000);
    expect(recorded(1, new Headers({ traceparent: `00-${TRACE}-${SPAN}-00` }))).toBe(0);
  });
});

describe('what is not recorded', () => {
  test('is passed on as it came, and named in the log', () => {
    const { tracer } = tracing();
    const span = tracer.begin(new Headers({ traceparent: `00-${TRACE}-${SPAN}-00`, tracestate: 'a=1' }));

    expect(span.child('step')).toBe(span);
    expect(span.headers).toEqual({ traceparent: `00-${TRACE}-${SPAN}-00`, tracestate: 'a=1' });
    expect(span.logFields).toEqual({ traceId: TRACE });
    expect(span).not.toBe(NO_SPAN);
  });
});
