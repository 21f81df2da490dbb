/** The AI SDK with its provider for compatible services. */
import { describe, expect, test } from 'bun:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, isStepCount, Output, RetryError, streamText, tool } from 'ai';
import { z } from 'zod';
import { lendServices } from '../support/lent-services.ts';
import {
  answerReasoning,
  answerText,
  answerToolCalls,
  firstEvents,
  inTurn,
  jsonError,
  reset,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, collect, MODELS, PRICED_USAGE, paid, rejection, skipWaits } from './client.fixture.ts';

const lendService = lendServices();

const providerOf = (service: TestService, options: { apiKey?: string; fetch?: typeof fetch } = {}) =>
  createOpenAICompatible({
    name: 'boreal',
    baseURL: service.url,
    apiKey: service.key,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...options,
  });

const WEATHER = tool({
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `rain in ${city}`,
});

describe.each(MODELS)('$model of Variant $catalogue', ({ catalogue, model }) => {
  test('generates a text, with its usage', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const result = await generateText({ model: providerOf(service)(model), system: 'Be terse.', prompt: 'Hello' });

    expect(result.text).toBe('Good day');
    expect(result.finishReason).toBe('stop');
    expect(result.usage).toMatchObject({ inputTokens: 200, outputTokens: 7, totalTokens: 207 });
    expect(result.response.modelId).toBe(model);
    expect(asked(service).messages).toEqual([
      { role: 'system', content: 'Be terse.' },
      { role: 'user', content: 'Hello' },
    ]);
  });

  test('streams a text, with its usage', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const result = streamText({ model: providerOf(service)(model), prompt: 'Hello' });

    expect(await collect(result.textStream)).toEqual(['Good', ' day']);
    expect(await result.finishReason).toBe('stop');
    expect(await result.usage).toMatchObject({ inputTokens: 200, outputTokens: 7 });
  });

  test('returns an object of the given shape', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('{"city":"Brno","people":400000}'));
    const output = Output.object({ schema: z.object({ city: z.string(), people: z.number() }) });

    const whole = await generateText({ model: providerOf(service)(model), output, prompt: 'Where?' });
    const streamed = streamText({ model: providerOf(service)(model), output, prompt: 'Where?' });

    expect(whole.output).toEqual({ city: 'Brno', people: 400_000 });
    expect(await streamed.output).toEqual({ city: 'Brno', people: 400_000 });
    expect(asked(service).response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { properties: { city: { type: 'string' } } } },
    });
  });
});

test.each(MODELS.filter(({ isReasoning }) => isReasoning))(
  '$model has its reasoning beside the text, whole and streamed',
  async ({ catalogue, model }) => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerReasoning({ reasoning: 'I think so', content: 'Yes', style: 'think-tags' }));

    const whole = await generateText({ model: providerOf(service)(model), prompt: 'Hello' });
    const streamed = streamText({ model: providerOf(service)(model), prompt: 'Hello' });
    const types = (await collect(streamed.stream)).map((part) => part.type);

    expect([whole.reasoningText, whole.text]).toEqual(['I think so', 'Yes']);
    expect([await streamed.reasoningText, await streamed.text]).toEqual(['I think so', 'Yes']);
    expect(types.indexOf('reasoning-end')).toBeLessThan(types.indexOf('text-start'));
  },
);

describe.each(['svc-frost', 'svc-glacier'])('the tool loop with %s', (model) => {
  const script = inTurn(
    answerToolCalls([
      { id: 'a', name: 'weather', arguments: { city: 'Brno' } },
      { id: 'b', name: 'weather', arguments: { city: 'Olomouc' } },
    ]),
    answerText('It rains.'),
  );
  const calls = ['Brno', 'Olomouc'].map((city, n) => ({
    id: 'ab'[n],
    type: 'function',
    function: { name: 'weather', arguments: JSON.stringify({ city }) },
  }));
  const SECOND_TURN = [
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'tool', tool_call_id: 'a', content: 'rain in Brno' },
    { role: 'tool', tool_call_id: 'b', content: 'rain in Olomouc' },
  ];

  test('runs to its end', async () => {
    await using service = await lendService();
    service.upstream.play(script);

    const result = await generateText({
      model: providerOf(service)(model),
      tools: { weather: WEATHER },
      stopWhen: isStepCount(3),
      prompt: 'Weather?',
    });

    expect(result.text).toBe('It rains.');
    expect(result.steps.map((step) => step.finishReason)).toEqual(['tool-calls', 'stop']);
    expect(asked(service, 1).messages).toEqual(SECOND_TURN);
  });

  test('runs to its end as a stream', async () => {
    await using service = await lendService();
    service.upstream.play(script);

    const result = streamText({
      model: providerOf(service)(model),
      tools: { weather: WEATHER },
      stopWhen: isStepCount(3),
      prompt: 'Weather?',
    });
    await result.consumeStream();

    expect(await result.text).toBe('It rains.');
    expect(asked(service, 1).messages).toEqual(SECOND_TURN);
  });
});

describe('errors', () => {
  test.each([
    ['a wrong key', { apiKey: 'sk-wrong' }, 401, 'Incorrect API key provided'],
    ['no credit', { creditNanos: 0n }, 402, ''],
    ['an unknown model', { model: 'svc-none' }, 400, 'use one of svc-frost, svc-glacier, svc-polaris'],
  ])(
    '%s is one call with our sentence in it',
    async (_what, { apiKey, creditNanos, model }: Trouble, status, words) => {
      await using service = await startService({ ...(creditNanos !== undefined && { creditNanos }) });
      let calls = 0;
      const counting = Object.assign(
        (...call: Parameters<typeof fetch>) => {
          calls++;
          return fetch(...call);
        },
        { preconnect: fetch.preconnect },
      );

      const provider = providerOf(service, { fetch: counting, ...(apiKey && { apiKey }) });
      const error = await rejection(generateText({ model: provider(model ?? 'svc-glacier'), prompt: 'Hello' }));

      expect(APICallError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ statusCode: status, isRetryable: false });
      expect(error.message).toContain(words);
      expect(error.message).not.toBe('');
      expect(calls).toBe(1);
    },
  );

  test('the rate limit is waited for as long as it asks', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1' } });
    using waits = skipWaits();
    const model = providerOf(service, { fetch: waits.fetch })('svc-glacier');

    await generateText({ model, prompt: 'Hello' });
    const second = await generateText({ model, prompt: 'Hello' });

    expect(second.text).toBe('pong');
    expect(waits.tookMs).toHaveLength(1);
  });

  test('an engine that fails twice is not noticed, and one that never recovers is a 502', async () => {
    await using service = await lendService();
    using waits = skipWaits();
    const model = providerOf(service, { fetch: waits.fetch })('svc-glacier');

    service.upstream.play(inTurn(jsonError(500), jsonError(503), answerText('ok')));
    const { text } = await generateText({ model, prompt: 'Hello' });
    service.upstream.play(jsonError(500));
    const error = await rejection(generateText({ model, prompt: 'Hello' }));

    expect(text).toBe('ok');
    expect(RetryError.isInstance(error)).toBe(true);
    expect(error.lastError).toMatchObject({ statusCode: 502 });
    expect(error.message).toContain('The model is temporarily unavailable; the request may be retried.');
    expect(await paid(service)).toEqual({ spent: 325_000n, held: 0n });
  });

  test('an answer that breaks off is an error with our text, and costs nothing', async () => {
    await using service = await lendService();
    service.upstream.play([firstEvents(3, answerText('one two three')), reset()]);

    const result = streamText({ model: providerOf(service)('svc-glacier'), prompt: 'Hello', onError: () => {} });
    const parts = await collect(result.stream);

    const errors = parts.filter((part) => part.type === 'error');
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors[0]?.error)).toContain('The model stopped before its answer was complete');
    expect(await paid(service)).toEqual({ spent: 0n, held: 0n });
  });
});

type Trouble = { readonly apiKey?: string; readonly creditNanos?: bigint; readonly model?: string };
