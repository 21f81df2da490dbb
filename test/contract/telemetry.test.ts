/**
 * Spans and metrics of OpenTelemetry's conventions for generative AI, turned on by the standard variables alone: what a
 * receiver gets, in both forms, of requests that the official clients have made.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import { PROTOCOLS } from '../../src/platform/telemetry/otlp.ts';
import { CANARY } from '../support/asking.ts';
import type { WrittenMetric } from '../support/otlp-decode.ts';
import { answerText, json, jsonError } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { factsOf, type SeenSpan, startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts';

const MODELS = JSON.stringify({
  'svc-frost': { engine: 'main' },
  'text-vectors': { kind: 'embedding', engine: 'main', model: 'nomic', contextTokens: 512, price: { input: '2' } },
});
const MESSAGES = [{ role: 'user' as const, content: `${CANARY} asked` }];
const CHAT = { model: 'svc-frost', messages: MESSAGES, max_tokens: 50 };
const VECTORS = json({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
  model: 'nomic',
  usage: { prompt_tokens: 5, total_tokens: 5 },
});

type Usage = Readonly<Record<'prompt_tokens' | 'completion_tokens', number>>;

describe.each(PROTOCOLS)('a receiver that is sent %s', (protocol) => {
  let receiver: TraceReceiver;
  let service: TestService;
  let receipts: readonly Usage[];

  beforeAll(async () => {
    receiver = startTraceReceiver();
    const resource = {
      OTEL_SERVICE_NAME: 'our-boreal',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,team=a%20b',
    };
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-token=for%20the%20receiver' };
    const env = { ...receiver.variables(protocol), ...resource, ...headers, BOREAL_MODELS: MODELS };
    service = await startService({ env });
    receipts = await askAll(service);
    await service.stop();
  });
  afterAll(() => receiver[Symbol.asyncDispose]());

  const spanOf = (isIt: (span: SeenSpan) => boolean) => {
    const found = receiver.spans.filter(({ name, kind }) => kind === 3 && name !== '').filter(isIt);
    expect(found.length).toBe(1);
    return found[0]!;
  };
  const ofEngine = () => ({ 'server.address': '127.0.0.1', 'server.port': Number(new URL(service.upstream.url).port) });
  const sumOf = (name: string, wanted: object) =>
    seriesOf(receiver.metrics, name, wanted).reduce((total, { sum }) => total + sum, 0);
  const countOf = (name: string, wanted: object = {}) =>
    seriesOf(receiver.metrics, name, wanted).reduce((total, { count }) => total + count, 0);

  test('gets what its format wants, from whom, and never what people wrote', () => {
    expect(receiver.problems).toEqual([]);
    expect(receiver.resources[0]).toMatchObject({
      'service.name': 'our-boreal',
      'service.instance.id': expect.any(String),
      'deployment.environment.name': 'test',
      team: 'a b',
    });
    expect(receiver.raw.filter((one) => !one.includes('x-token: for the receiver'))).toEqual([]);
    expect(receiver.raw.filter((one) => one.includes(CANARY))).toEqual([]);
  });

  test('sees each question to an engine as a client span of the conventions', () => {
    const plain = spanOf(({ facts }) => facts['gen_ai.request.temperature'] === 0.25);

    expect(plain.name).toBe('chat svc-frost');
    expect(plain.facts).toEqual({
      'boreal.engine': 'main',
      'boreal.request_id': expect.stringContaining('req_'),
      'boreal.outcome': 'finished',
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'svc-frost',
      'gen_ai.request.max_tokens': 50,
      'gen_ai.request.temperature': 0.25,
      'gen_ai.response.model': 'test-model',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.output_tokens': 1,
      'gen_ai.usage.cache_read.input_tokens': 0,
      ...ofEngine(),
    });
    expect(spanOf(({ facts }) => facts['gen_ai.request.stream'] === true).facts).toMatchObject({
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'gen_ai.response.finish_reasons': ['stop'],
    });
    const vectors = spanOf(({ name }) => name === 'embeddings text-vectors');
    expect(vectors.facts).toMatchObject({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.response.model': 'nomic',
      'gen_ai.usage.input_tokens': 5,
    });
    const failed = spanOf(({ isFailure }) => isFailure);
    expect(failed.facts).toMatchObject({ 'error.type': 'status', 'gen_ai.request.model': 'svc-frost' });
  });

  test('sees tokens on one span of a request only, so that a sum of spans is right', () => {
    const told = receiver.spans.flatMap(({ facts }) => facts['gen_ai.usage.input_tokens'] ?? []);

    expect(told.length).toBe(receipts.length);
    const total = told.reduce((sum: number, tokens) => sum + Number(tokens), 0);
    expect(total).toBe(receipts.reduce((sum, { prompt_tokens }) => sum + prompt_tokens, 0));
  });

  test('counts the tokens that the receipts say', () => {
    for (const [type, field] of [['input', 'prompt_tokens'] as const, ['output', 'completion_tokens'] as const]) {
      const counted = sumOf('gen_ai.client.token.usage', { 'gen_ai.token.type': type });
      expect(counted).toBe(receipts.reduce((sum, receipt) => sum + receipt[field], 0));
      expect(counted).toBeGreaterThan(0);
    }
    expect(countOf('gen_ai.client.token.usage', { 'gen_ai.token.type': 'input' })).toBe(receipts.length);
    expect(countOf('gen_ai.client.token.usage', { 'gen_ai.operation.name': 'embeddings' })).toBe(1);
  });

  test('counts requests by model and failure, and questions to engines by their address', () => {
    const chats = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'svc-frost' };
    const own = { ...chats, 'gen_ai.provider.name': 'boreal' };
    const asked = { ...chats, 'gen_ai.provider.name': 'openai', ...ofEngine() };

    expect(countOf('gen_ai.server.request.duration', own)).toBe(4);
    expect(countOf('gen_ai.server.request.duration', { ...own, 'error.type': 'engine-failed' })).toBe(1);
    expect(countOf('gen_ai.server.request.duration')).toBe(5);
    expect(countOf('gen_ai.client.operation.duration', asked)).toBe(4);
    expect(countOf('gen_ai.client.operation.duration', { ...asked, 'error.type': 'status' })).toBe(1);
    expect(countOf('gen_ai.server.time_to_first_token')).toBe(1);
    expect(countOf('gen_ai.server.time_per_output_token')).toBe(1);
  });

  test('has the units and buckets of the conventions, and the metrics that Prometheus has', () => {
    const took = namedIn(receiver.metrics, 'gen_ai.server.request.duration');
    const tokens = namedIn(receiver.metrics, 'gen_ai.client.token.usage');

    expect([took.unit, tokens.unit]).toEqual(['s', '{token}']);
    expect('histogram' in took && took.histogram.dataPoints[0]!.explicitBounds.slice(0, 3)).toEqual([0.01, 0.02, 0.04]);
    expect('histogram' in tokens && tokens.histogram.dataPoints[0]!.explicitBounds.at(-1)).toBe(67_108_864);
    const chats = namedIn(receiver.metrics, 'boreal_chats_total');
    const ended = 'sum' in chats ? chats.sum.dataPoints : [];
    expect(ended.reduce((sum, { asDouble }) => sum + asDouble, 0)).toBe(5);
  });
});

test('what was asked is not in /metrics twice: the conventions are for receivers alone', async () => {
  await using service = await startService();
  await service.client().chat.completions.create(CHAT);

  const text = await (await fetch(new URL('/metrics', service.url))).text();

  expect(text).toContain('boreal_chats_total');
  expect(text).not.toContain('gen_ai');
});

/** A plain answer, a stream, one in Anthropic's dialect, vectors, and a failure. Returns the receipts, which a failure has not. */
async function askAll(service: TestService): Promise<readonly Usage[]> {
  const client: OpenAI = service.client();
  service.upstream.play(answerText('pong', { usage: { prompt_tokens: 9, completion_tokens: 1 } }));
  const plain = await client.chat.completions.create({ ...CHAT, temperature: 0.25 });
  service.upstream.play(
    answerText('pong', { chunks: ['po', 'ng'], usage: { prompt_tokens: 9, completion_tokens: 2 } }),
  );
  const stream = await client.chat.completions.create({ ...CHAT, stream: true });
  const ids = [plain.id];
  for await (const chunk of stream) if (!ids.includes(chunk.id)) ids.push(chunk.id);
  const anthropic = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), apiKey: service.key, maxRetries: 0 });
  ids.push((await anthropic.messages.create(CHAT)).id);
  service.upstream.play(VECTORS);
  const vectors = await client.embeddings.create({ model: 'text-vectors', input: CANARY }).withResponse();
  ids.push(vectors.response.headers.get('x-request-id')!);
  service.upstream.play(jsonError(500, { error: CANARY }));
  const failed = await client.chat.completions.create(CHAT).catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(Error);
  const headers = { authorization: `Bearer ${service.key}` };
  return Promise.all(
    ids.map(async (id) => {
      const receipt = (await (await fetch(`${service.url}/receipts/${id}`, { headers })).json()) as { usage: Usage };
      return receipt.usage;
    }),
  );
}

function namedIn(metrics: readonly WrittenMetric[], name: string): WrittenMetric {
  const found = metrics.filter((metric) => metric.name === name);
  expect(found.map((metric) => metric.name)).toEqual([name]);
  return found[0]!;
}

/** The series of a histogram that have at least these attributes. */
function seriesOf(metrics: readonly WrittenMetric[], name: string, wanted: object) {
  const metric = namedIn(metrics, name);
  if (!('histogram' in metric)) throw new Error(`${name} is no histogram.`);
  return metric.histogram.dataPoints
    .filter(({ attributes }) => Bun.deepEquals({ ...factsOf(attributes), ...wanted }, factsOf(attributes)))
    .map(({ count, sum }) => ({ count: Number(count), sum }));
}
