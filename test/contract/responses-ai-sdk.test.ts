/** The AI SDK with its own provider for OpenAI, which speaks of responses and refers to earlier items by itself. */
import { describe, expect, test } from 'bun:test';
import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, generateText, isStepCount, Output, streamText, tool } from 'ai';
import { z } from 'zod';
import { lendServices } from '../support/lent-services.ts';
import {
  answerReasoning,
  answerText,
  answerToolCalls,
  firstEvents,
  inTurn,
  reset,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, collect, PRICED_USAGE, rejection } from './client.fixture.ts';

const lendService = lendServices();

const providerOf = (service: TestService) => createOpenAI({ baseURL: service.url, apiKey: service.key });

const WEATHER = tool({
  description: 'The weather of a city',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `rain in ${city}`,
});
const CALL = { id: 'call_a1', name: 'weather', arguments: { city: 'Brno' } };
const STEPS = { tools: { weather: WEATHER }, stopWhen: isStepCount(3), prompt: 'Weather in Brno?' };

/** The engine's request at the second step: the call and its result, put together from references. */
const SECOND_STEP = [
  { role: 'user', content: 'Weather in Brno?' },
  { role: 'assistant', tool_calls: [{ id: 'call_a1', function: { name: 'weather', arguments: '{"city":"Brno"}' } }] },
  { role: 'tool', tool_call_id: 'call_a1', content: expect.stringContaining('rain in Brno') },
];

test('generates and streams a text, with its usage', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));
  const model = providerOf(service)('svc-glacier');

  const whole = await generateText({ model, system: 'Be terse.', prompt: 'Hello' });
  const streamed = streamText({ model, prompt: 'Hello' });

  expect(whole.text).toBe('Good day');
  expect(whole.usage).toMatchObject({ inputTokens: 200, outputTokens: 7, totalTokens: 207 });
  expect(await collect(streamed.textStream)).toEqual(['Good', ' day']);
  expect(await streamed.finishReason).toBe('stop');
  expect(asked(service, 0).messages).toEqual([
    { role: 'system', content: 'Be terse.' },
    { role: 'user', content: 'Hello' },
  ]);
});

describe('a loop of two steps', () => {
  test('calls the tool and takes its result, by references to what is kept', async () => {
    await using service = await lendService();
    service.upstream.play(inTurn(answerToolCalls([CALL]), answerText('It rains.')));

    const result = await generateText({ model: providerOf(service)('svc-glacier'), ...STEPS });

    expect(result.text).toBe('It rains.');
    expect(result.steps).toHaveLength(2);
    expect(asked(service).messages).toMatchObject(SECOND_STEP);
  });

  test('does the same in a stream, and with a client that wants nothing kept', async () => {
    await using service = await startService();
    service.upstream.play(inTurn(answerToolCalls([CALL]), answerText('It rains.')));
    const providerOptions = { openai: { store: false } };

    const result = streamText({ model: providerOf(service)('svc-glacier'), ...STEPS, providerOptions });

    expect((await collect(result.textStream)).join('')).toBe('It rains.');
    expect(await result.steps).toHaveLength(2);
    expect(asked(service).messages).toMatchObject(SECOND_STEP);
    expect(await service.stores.storedResponses.list(service.accountId, null)).toEqual([]);
  });
});

test('returns an object of the given shape', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('{"city":"Brno"}'));
  const output = Output.object({ schema: z.object({ city: z.string() }) });

  const result = await generateText({ model: providerOf(service)('svc-glacier'), output, prompt: 'Where?' });

  expect(result.output).toEqual({ city: 'Brno' });
  expect(asked(service).response_format).toMatchObject({ type: 'json_schema' });
});

test('shows the reasoning where it asks for a summary', async () => {
  await using service = await lendService();
  service.upstream.play(answerReasoning({ reasoning: 'Let me see', content: 'Four', style: 'reasoning_content' }));
  const providerOptions = { openai: { reasoningSummary: 'auto', forceReasoning: true } };

  const whole = await generateText({ model: providerOf(service)('svc-polaris'), prompt: '2+2?', providerOptions });
  const streamed = streamText({ model: providerOf(service)('svc-polaris'), prompt: '2+2?', providerOptions });

  expect([whole.text, whole.reasoningText]).toEqual(['Four', 'Let me see']);
  expect(await streamed.reasoningText).toBe('Let me see');
});

describe('failures', () => {
  test('a refusal has its status and its sentence', async () => {
    await using service = await lendService();

    const thrown = await rejection(
      generateText({ model: providerOf(service)('none'), prompt: 'Hello', maxRetries: 0 }),
    );

    expect(APICallError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({ statusCode: 400, isRetryable: false });
  });

  test('an answer that breaks off is an error', async () => {
    await using service = await lendService();
    service.upstream.play([firstEvents(2, answerText('one two three four')), reset()]);
    const seen: unknown[] = [];

    const result = streamText({
      model: providerOf(service)('svc-glacier'),
      prompt: 'Hello',
      maxRetries: 0,
      onError: ({ error }) => void seen.push(error),
    });
    await collect(result.textStream).catch(() => {});

    expect(seen.length).toBeGreaterThan(0);
    expect(String((seen[0] as Error).message ?? JSON.stringify(seen[0]))).toContain('stopped before');
  });
});
