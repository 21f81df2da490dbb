/** LangChain's ChatOpenAI. */
import { describe, expect, test } from 'bun:test';
import { AIMessageChunk, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI, type ChatOpenAIFields } from '@langchain/openai';
import { z } from 'zod';
import { lendServices } from '../support/lent-services.ts';
import { answerText, answerToolCalls, firstEvents, inTurn, jsonError, reset } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, collect, MODELS, PRICED_USAGE, paid, rejection, skipWaits } from './client.fixture.ts';

const lendService = lendServices();

function chatOf(service: TestService, fields: ChatOpenAIFields & { fetch?: typeof fetch } = {}): ChatOpenAI {
  const { fetch: fetchToUse, ...others } = fields;
  return new ChatOpenAI({
    model: 'svc-glacier',
    apiKey: service.key,
    maxRetries: 0,
    configuration: { baseURL: service.url, ...(fetchToUse && { fetch: fetchToUse }) },
    ...others,
  });
}

const WEATHER = tool(({ city }: { city: string }) => `rain in ${city}`, {
  name: 'weather',
  description: 'The weather of a city',
  schema: z.object({ city: z.string() }),
});
const CALLS = ['Brno', 'Olomouc'].map((city, n) => ({ id: 'ab'[n]!, name: 'weather', arguments: { city } }));
const CALLS_ON_WIRE = CALLS.map((call) => ({
  id: call.id,
  type: 'function',
  function: { name: 'weather', arguments: JSON.stringify(call.arguments) },
}));

describe.each(MODELS)('$model of Variant $catalogue', ({ catalogue, model }) => {
  test('is invoked, with usage metadata', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const answer = await chatOf(service, { model }).invoke([new SystemMessage('Be terse.'), new HumanMessage('Hello')]);

    expect(answer.content).toBe('Good day');
    expect(answer.usage_metadata).toMatchObject({
      input_tokens: 200,
      output_tokens: 7,
      total_tokens: 207,
      input_token_details: { cache_read: 40 },
      output_token_details: { reasoning: 3 },
    });
    expect(answer.response_metadata).toMatchObject({ finish_reason: 'stop' });
    expect(asked(service).messages).toEqual([
      { role: 'system', content: 'Be terse.' },
      { role: 'user', content: 'Hello' },
    ]);
  });

  test('is streamed, with usage metadata', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const chunks = await collect(await chatOf(service, { model }).stream('Hello'));

    const whole = chunks.reduce((sum, chunk) => sum.concat(chunk), new AIMessageChunk(''));
    expect(whole.content).toBe('Good day');
    expect(whole.usage_metadata).toMatchObject({ input_tokens: 200, output_tokens: 7, total_tokens: 207 });
  });

  test('returns a structure', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('{"city":"Brno"}'));
    const schema = z.object({ city: z.string() });

    const chat = chatOf(service, { model });
    const byName = await chat.withStructuredOutput(schema, { method: 'jsonSchema' }).invoke('Where?');
    const byMode = await chat.withStructuredOutput(schema, { method: 'jsonMode' }).invoke('Where, in JSON?');

    expect([byName, byMode]).toEqual([{ city: 'Brno' }, { city: 'Brno' }]);
    expect(asked(service, 0).response_format).toMatchObject({ type: 'json_schema' });
    expect(asked(service, 1).response_format).toEqual({ type: 'json_object' });
  });
});

test.each(['svc-frost', 'svc-glacier'])('%s with tools bound goes round the loop', async (model) => {
  await using service = await lendService();
  service.upstream.play(inTurn(answerToolCalls(CALLS), answerText('It rains.')));
  const chat = chatOf(service, { model }).bindTools([WEATHER]);
  const question = new HumanMessage('Weather?');

  const first = await chat.invoke([question]);
  const results = await Promise.all(
    (first.tool_calls ?? []).map((call) => WEATHER.invoke({ ...call, type: 'tool_call' })),
  );
  const second = await chat.invoke([question, first, ...results]);

  expect(first.tool_calls?.map(({ id, name, args }) => ({ id, name, arguments: args }))).toEqual(CALLS);
  expect(results.every((result) => result instanceof ToolMessage)).toBe(true);
  expect(second.content).toBe('It rains.');
  expect(asked(service, 1).messages).toEqual([
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: '', tool_calls: CALLS_ON_WIRE },
    { role: 'tool', tool_call_id: 'a', content: 'rain in Brno' },
    { role: 'tool', tool_call_id: 'b', content: 'rain in Olomouc' },
  ]);
});

test('streamed tool calls add up to whole ones', async () => {
  await using service = await lendService();
  service.upstream.play(answerToolCalls(CALLS));

  const chunks = await collect(await chatOf(service).bindTools([WEATHER]).stream('Weather?'));

  const whole = chunks.reduce((sum, chunk) => sum.concat(chunk), new AIMessageChunk(''));
  expect(whole.tool_calls?.map(({ id, name, args }) => ({ id, name, arguments: args }))).toEqual(CALLS);
});

test('a structure by a named function is asked for by that name', async () => {
  await using service = await lendService();
  service.upstream.play(answerToolCalls([{ name: 'place', arguments: { city: 'Brno' } }]));
  const schema = z.object({ city: z.string() });

  const place = await chatOf(service)
    .withStructuredOutput(schema, { method: 'functionCalling', name: 'place' })
    .invoke('Where?');

  expect(place).toEqual({ city: 'Brno' });
  expect(asked(service).tool_choice).toEqual({ type: 'function', function: { name: 'place' } });
});

describe('errors', () => {
  test.each([
    [401, 'a wrong key', { apiKey: 'sk-wrong' }, {}, 'Incorrect API key provided'],
    [402, 'no credit', {}, { creditNanos: 0n }, ''],
    [400, 'an unknown model', { model: 'svc-none' }, {}, 'use one of svc-frost, svc-glacier, svc-polaris'],
  ] as const)('%d for %s is one call with our sentence in it', async (status, _what, fields, options, words) => {
    await using service = await startService(options);
    using waits = skipWaits();
    let calls = 0;
    const counting = Object.assign(
      (...call: Parameters<typeof fetch>) => {
        calls++;
        return waits.fetch(...call);
      },
      { preconnect: fetch.preconnect },
    );

    const error = await rejection(chatOf(service, { maxRetries: 6, fetch: counting, ...fields }).invoke('Hello'));

    expect(error).toMatchObject({ status });
    expect(error.message).toContain(words);
    expect(calls).toBe(1);
  });

  test('429 is waited for as long as Retry-After says', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1' } });
    using waits = skipWaits();
    const chat = chatOf(service, { maxRetries: 2, fetch: waits.fetch });

    await chat.invoke('Hello');
    const second = await chat.invoke('Hello');

    expect(second.content).toBe('pong');
    expect(waits.tookMs).toHaveLength(1);
    expect(waits.tookMs[0]! % 1000).toBe(0);
    expect(waits.tookMs[0]).toBeLessThanOrEqual(60_000);
  });

  test('429 without repeats is an error with its code', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1' } });
    const chat = chatOf(service);

    await chat.invoke('Hello');
    const error = await rejection(chat.invoke('Hello'));

    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  });

  test('502 that lasts is an error with our text, and costs nothing', async () => {
    await using service = await lendService();
    service.upstream.play(jsonError(500));

    const error = await rejection(chatOf(service).invoke('Hello'));

    expect(error).toMatchObject({ status: 502, code: 'upstream_error' });
    expect(error.message).toContain('The model is temporarily unavailable');
    expect(await paid(service)).toEqual({ spent: 0n, held: 0n });
  });

  test('an answer that breaks off is an error with our text, and costs nothing', async () => {
    await using service = await lendService();
    service.upstream.play([firstEvents(3, answerText('one two three')), reset()]);

    const error = await rejection((async () => collect(await chatOf(service).stream('Hello')))());

    expect(error.message).toContain('The model stopped before its answer was complete; nothing was charged.');
    expect(await paid(service)).toEqual({ spent: 0n, held: 0n });
  });
});
