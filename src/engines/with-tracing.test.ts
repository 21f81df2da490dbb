import { describe, expect, test } from 'bun:test';
import { streamed } from '../../test/support/streamed.ts';
import type { EngineEvent, EngineEvents } from '../core/chat.ts';
import type { Engine, EngineRequest } from '../core/engine.ts';
import { ServiceError } from '../core/errors.ts';
import { NO_SPAN, type Span, type SpanBeginning } from '../core/trace.ts';
import { readAll, requestOf } from './pool/pool.fixture.ts';
import { withTracing } from './with-tracing.ts';

/** A span that records its calls and its children. */
class KeptSpan implements Span {
  readonly logFields = {};
  readonly headers = {};
  readonly children: KeptSpan[] = [];
  readonly facts: Record<string, unknown> = {};
  readonly events: string[] = [];
  isFailure = false;
  endedAgoMs: number | undefined;
  readonly name: string;
  readonly beginning: SpanBeginning;

  constructor(name: string, beginning: SpanBeginning = {}) {
    this.name = name;
    this.beginning = beginning;
  }

  child(name: string, beginning?: SpanBeginning): Span {
    const child = new KeptSpan(name, beginning);
    this.children.push(child);
    return child;
  }
  set(name: string, value: unknown): void {
    this.facts[name] = value;
  }
  event(name: string): void {
    this.events.push(name);
  }
  fail(type: string): void {
    this.isFailure = true;
    this.set('error.type', type);
  }
  end(agoMs = 0): void {
    this.endedAgoMs ??= agoMs;
  }
}

const GPU = { name: 'gpu', provider: 'openai', address: 'gpu.example', port: 8443 };
const usage = { inputTokens: 3, cachedInputTokens: 1, outputTokens: 2, reasoningTokens: 0 };
const END: EngineEvent = { type: 'end', finishReason: 'stop' };
const health = async () => ({ ok: true, detail: 'answers' });

function engineOf(events: readonly (EngineEvent | Error)[]) {
  const asked: EngineRequest[] = [];
  let left = 0;
  const engine: Engine = {
    health,
    open: async (request) => {
      asked.push(request);
      const rest = events[Symbol.iterator]();
      return {
        [Symbol.asyncIterator]: () => ({
          next: async () => {
            const { done, value } = rest.next();
            if (value instanceof Error) throw value;
            return done ? { done: true, value: undefined } : { done: false, value: [value] };
          },
          return: async () => {
            left += 1;
            return { done: true, value: undefined };
          },
        }),
      } as EngineEvents;
    },
  };
  return { engine: withTracing(GPU, engine), asked, left: () => left };
}

const { signal } = new AbortController();
const begin = () => {
  const root = new KeptSpan('root');
  return { root, request: { ...requestOf(), span: root }, attempt: () => root.children[0]! };
};

test('without tracing, the engine gets the request itself', async () => {
  const { engine, asked } = engineOf([END]);
  const request = requestOf();

  await readAll(await engine.open(request, signal));

  expect(asked[0]).toBe(request);
  expect(request.span).toBe(NO_SPAN);
});

test('an answer is one attempt with its engine, its first token, its tokens and its end', async () => {
  const { engine, asked } = engineOf([{ type: 'text', text: 'Hi' }, { type: 'usage', usage }, END]);
  const { request, attempt } = begin();

  await readAll(await engine.open(request, signal));

  expect(asked[0]!.span).toBe(attempt());
  expect(attempt()).toMatchObject({ name: 'chat m', events: ['first-token'], isFailure: false, endedAgoMs: 0 });
  expect(attempt().facts).toEqual({
    'boreal.engine': 'gpu',
    'boreal.request_id': 'req_1',
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'm',
    'gen_ai.request.max_tokens': 10,
    'gen_ai.request.stream': true,
    'gen_ai.response.time_to_first_chunk': expect.any(Number),
    'gen_ai.response.finish_reasons': ['stop'],
    'server.address': 'gpu.example',
    'server.port': 8443,
    'boreal.outcome': 'finished',
    'gen_ai.usage.input_tokens': 3,
    'gen_ai.usage.output_tokens': 2,
    'gen_ai.usage.cache_read.input_tokens': 1,
  });
  expect(attempt().children).toEqual([]);
});

describe('an attempt that comes to nothing', () => {
  test('is a failure with the kind that is counted, and none of its words', async () => {
    const failure = new ServiceError('upstream_overloaded', 'with secrets');
    const engine = withTracing(GPU, { health, open: () => Promise.reject(failure) });
    const { request, attempt } = begin();

    await expect(engine.open(request, signal)).rejects.toBe(failure);

    expect(attempt()).toMatchObject({ isFailure: true, events: [], endedAgoMs: 0 });
    expect(attempt().facts).toMatchObject({ 'boreal.outcome': 'failed', 'error.type': 'busy' });
  });

  test('is a failure when the answer breaks', async () => {
    const { engine } = engineOf([{ type: 'text', text: 'Hi' }, new Error('with secrets')]);
    const { request, attempt } = begin();

    await expect(readAll(await engine.open(request, signal))).rejects.toThrow('with secrets');

    expect(attempt()).toMatchObject({
      isFailure: true,
      facts: { 'boreal.outcome': 'failed', 'error.type': 'internal' },
    });
  });

  test('is none when the caller has left, before or after the first token', async () => {
    const leaving = new AbortController();
    const gone = withTracing(GPU, { health, open: () => Promise.reject(new Error('aborted')) });
    const { engine } = engineOf([{ type: 'text', text: 'Hi' }, new Error('aborted')]);
    const [before, after] = [begin(), begin()];

    const events = await engine.open(after.request, leaving.signal);
    leaving.abort();
    await readAll(events).catch(() => {});
    await gone.open(before.request, leaving.signal).catch(() => {});

    for (const { attempt } of [before, after])
      expect(attempt()).toMatchObject({ isFailure: false, facts: { 'boreal.outcome': 'left' }, endedAgoMs: 0 });
  });
});

test('leaving without reading anything reaches the engine, and the attempt is over', async () => {
  const { engine, left } = engineOf([END]);
  const { request, attempt } = begin();

  const events = await engine.open(request, signal);
  await streamed(events).return?.();

  expect(left()).toBe(1);
  expect(attempt()).toMatchObject({ facts: { 'boreal.outcome': 'left' }, endedAgoMs: 0 });
});

describe('an engine that tells its times', () => {
  const tell = async () => {
    const times = { loadMs: 400, waitMs: 20, promptMs: 3 };
    const more: EngineEvent = { type: 'usage', usage: { ...usage, outputTokens: 9 } };
    const { engine } = engineOf([{ type: 'text', text: 'Hi' }, { type: 'usage', usage, times }, more, END]);
    const { request, attempt } = begin();
    await readAll(await engine.open(request, signal));
    return attempt().children;
  };

  test('has a span of its own, whose steps follow each other up to the first token', async () => {
    const [process, ...others] = await tell();

    expect(others).toEqual([]);
    expect(process).toMatchObject({ name: 'engine.process', endedAgoMs: 0, facts: {} });
    const steps = process!.children;
    expect(steps.map(({ name }) => name)).toEqual(['engine.load', 'engine.wait', 'engine.prompt', 'engine.generation']);
    const [load, wait, prompt, generation] = steps as [KeptSpan, KeptSpan, KeptSpan, KeptSpan];
    expect(process!.beginning.agoMs).toBe(load.beginning.agoMs!);
    expect([load.endedAgoMs, wait.endedAgoMs]).toEqual([wait.beginning.agoMs, prompt.beginning.agoMs]);
    expect(prompt.endedAgoMs).toBe(generation.beginning.agoMs!);
    expect(load.beginning.agoMs! - load.endedAgoMs!).toBeCloseTo(400, 6);
    expect(wait.beginning.agoMs! - wait.endedAgoMs!).toBeCloseTo(20, 6);
    expect(prompt.beginning.agoMs! - prompt.endedAgoMs!).toBeCloseTo(3, 6);
    expect(generation.endedAgoMs).toBe(0);
  });
});
