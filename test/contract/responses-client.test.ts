/** POST /v1/responses through the official client: whole answers, streams, parsed objects, tools and failures. */
import { describe, expect, test } from 'bun:test';
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
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
import { asked, CITY_SCHEMA, collect, MODELS, PRICED_USAGE, paid, rejection } from './client.fixture.ts';

const lendService = lendServices();

const WEATHER = {
  type: 'function' as const,
  name: 'weather',
  description: 'Returns the weather of a city',
  parameters: CITY_SCHEMA,
  strict: true,
};
const CALL = { id: 'call_a1', name: 'weather', arguments: { city: 'Brno' } };

/** A request with fields that the client's own types do not know. */
const orderOf = (body: object): ResponseCreateParamsNonStreaming => body as ResponseCreateParamsNonStreaming;

describe.each(MODELS)('$model of Variant $catalogue', ({ catalogue, model, costCzk, maxTokens }) => {
  test('answers a text, with its usage and its cost, and the receipt is found by its id', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const response = await service.client().responses.create({ model, instructions: 'Be terse.', input: 'Hello' });

    expect(response.id).toMatch(/^resp_[0-9A-Za-z]{34}$/);
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model,
      output_text: 'Good day',
      error: null,
      incomplete_details: null,
      instructions: 'Be terse.',
      metadata: {},
      usage: {
        input_tokens: 200,
        input_tokens_details: { cached_tokens: 40 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 3 },
        total_tokens: 207,
        cost_czk: costCzk,
      },
    } as object);
    expect(asked(service)).toMatchObject({
      messages: [
        { role: 'system', content: 'Be terse.' },
        { role: 'user', content: 'Hello' },
      ],
      max_tokens: maxTokens,
      stream: false,
    });
    const receipt = await fetch(`${service.url}/receipts/${response.id}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(await receipt.json()).toMatchObject({ outcome: 'finished', cost_czk: costCzk });
  });

  test('streams the same answer, every event numbered and in order', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const stream = await service.client().responses.create({ model, input: 'Hello', stream: true });
    const events = await collect(stream);

    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i));
    const last = events.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
    expect(last.response).toMatchObject({
      status: 'completed',
      usage: { output_tokens: 7, cost_czk: costCzk } as object,
    });
    expect(last.response.output[0]).toMatchObject({ content: [{ type: 'output_text', text: 'Good day' }] });
  });
});

test('the streaming helper collects what the whole answer has', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));
  const client = service.client();
  const whole = await client.responses.create({ input: 'Hello' });

  const final = await client.responses.stream({ input: 'Hello' }).finalResponse();

  const {
    id: _,
    created_at: __,
    output: [first],
    ...rest
  } = final as typeof final & { output: object[] };
  const {
    id: ___,
    created_at: ____,
    output: [expected],
    ...others
  } = whole as typeof whole & { output: object[] };
  expect(withoutParsed(rest)).toEqual(withoutParsed(others));
  expect(withoutParsed(first!)).toEqual(withoutParsed(expected!));
});

/** Without ids, and without what the client's parser adds. */
const withoutParsed = (value: object): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner) =>
      name === 'parsed' || name === 'output_parsed' || name === 'id' ? undefined : inner,
    ),
  );

test('an object of the given shape is parsed', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('{"city":"Brno"}'));

  const response = await service.client().responses.parse({
    input: 'Where?',
    text: { format: zodTextFormat(z.object({ city: z.string() }), 'place') },
  });

  expect(response.output_parsed).toEqual({ city: 'Brno' });
  expect(asked(service).response_format).toMatchObject({
    type: 'json_schema',
    json_schema: { name: 'place', strict: true, schema: { properties: { city: { type: 'string' } } } },
  });
});

test('parameters reach the engine under its own names, and the response repeats them', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('Hi'));

  const response = await service.client().responses.create({
    model: 'svc-polaris',
    input: 'Hello',
    max_output_tokens: 77,
    temperature: 0.3,
    top_p: 0.5,
    reasoning: { effort: 'low' },
    metadata: { run: '7' },
    include: ['reasoning.encrypted_content'],
    truncation: 'auto',
    user: 'anna',
    prompt_cache_key: 'k1',
    service_tier: 'auto',
  });

  expect(asked(service)).toMatchObject({
    max_tokens: 77,
    top_p: 0.5,
    reasoning_effort: 'low',
    user: 'anna',
  });
  expect(response).toMatchObject({
    max_output_tokens: 77,
    temperature: 0.3,
    top_p: 0.5,
    reasoning: { effort: 'low', summary: null },
    metadata: { run: '7' },
    truncation: 'disabled',
    service_tier: 'default',
    user: 'anna',
    prompt_cache_key: 'k1',
    background: false,
  });
});

describe('tools', () => {
  test('a call and its result go through two steps, whole and streamed', async () => {
    await using service = await lendService();
    service.upstream.play(inTurn(answerToolCalls([CALL]), answerText('It rains.')));
    const client = service.client();
    const question = { role: 'user' as const, content: 'Weather in Brno?' };

    const first = await client.responses.create({ input: [question], tools: [WEATHER], store: false });
    const [call] = first.output as OpenAI.Responses.ResponseFunctionToolCall[];
    const second = await client.responses.create({
      input: [question, call!, { type: 'function_call_output', call_id: call!.call_id, output: 'rain' }],
      tools: [WEATHER],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      store: false,
    });

    expect(call).toMatchObject({
      type: 'function_call',
      id: expect.stringMatching(/^fc_/),
      call_id: 'call_a1',
      name: 'weather',
      arguments: '{"city":"Brno"}',
      status: 'completed',
    });
    expect(second.output_text).toBe('It rains.');
    expect(asked(service)).toMatchObject({
      messages: [
        question,
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_a1', type: 'function', function: { name: 'weather', arguments: '{"city":"Brno"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_a1', content: 'rain' },
      ],
      tools: [{ type: 'function', function: { name: 'weather', parameters: CITY_SCHEMA, strict: true } }],
      tool_choice: 'auto',
      parallel_tool_calls: false,
    });
  });

  test('several calls stream as items of their own, each with its arguments', async () => {
    await using service = await lendService();
    const other = { id: 'call_a2', name: 'weather', arguments: { city: 'Praha' } };
    service.upstream.play(answerToolCalls([CALL, other]));

    const final = await service
      .client()
      .responses.stream({ input: 'Weather?', tools: [WEATHER] })
      .finalResponse();

    expect(final.output).toMatchObject([
      { type: 'function_call', call_id: 'call_a1', arguments: '{"city":"Brno"}', status: 'completed' },
      { type: 'function_call', call_id: 'call_a2', arguments: '{"city":"Praha"}', status: 'completed' },
    ]);
  });

  test('a custom tool is called with text, and its result comes back', async () => {
    await using service = await lendService();
    const patch = '*** Begin Patch\n"x"';
    service.upstream.play(
      inTurn(answerToolCalls([{ id: 'call_p', name: 'apply_patch', arguments: { input: patch } }]), answerText('Done')),
    );
    const client = service.client();
    const tools = [{ type: 'custom' as const, name: 'apply_patch', description: 'Patches files' }];

    const events = await collect(await client.responses.create({ input: 'Patch it', tools, stream: true }));
    const done = events.find(
      ({ type }) => type === 'response.output_item.done',
    ) as OpenAI.Responses.ResponseOutputItemDoneEvent;
    const call = done.item as OpenAI.Responses.ResponseCustomToolCall;
    await client.responses.create({
      input: ['Patch it']
        .map((content) => ({ role: 'user' as const, content }))
        .concat([call as never, { type: 'custom_tool_call_output', call_id: 'call_p', output: 'ok' } as never]),
      tools,
    });

    expect(call).toMatchObject({ type: 'custom_tool_call', call_id: 'call_p', name: 'apply_patch', input: patch });
    expect(events.map(({ type }) => type)).toContain('response.custom_tool_call_input.done');
    expect(asked(service).messages).toMatchObject([
      { role: 'user' },
      { tool_calls: [{ function: { name: 'apply_patch', arguments: JSON.stringify({ input: patch }) } }] },
      { role: 'tool', tool_call_id: 'call_p', content: 'ok' },
    ]);
  });

  test('functions of a namespace are called by their own name', async () => {
    await using service = await lendService();
    service.upstream.play(answerToolCalls([{ id: 'c', name: 'crm__find', arguments: {} }]));

    const response = await service.client().responses.create(
      orderOf({
        input: 'Find',
        tools: [{ type: 'namespace', name: 'crm', description: 'CRM', tools: [{ type: 'function', name: 'find' }] }],
      }),
    );

    expect(response.output).toMatchObject([{ type: 'function_call', name: 'find', namespace: 'crm', call_id: 'c' }]);
    expect(asked(service).tools).toMatchObject([{ type: 'function', function: { name: 'crm__find' } }]);
  });
});

describe('reasoning', () => {
  const THOUGHT = answerReasoning({ reasoning: 'Let me see', content: 'Four', style: 'reasoning_content' });

  test('is an item before the message, as text where no summary was asked for', async () => {
    await using service = await lendService();
    service.upstream.play(THOUGHT);
    const client = service.client();

    const response = await client.responses.create({ model: 'svc-polaris', input: '2+2?' });
    const events = await collect(await client.responses.create({ model: 'svc-polaris', input: '2+2?', stream: true }));

    expect(response.output).toMatchObject([
      { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Let me see' }] },
      { type: 'message', content: [{ text: 'Four' }] },
    ]);
    const deltas = events.filter(({ type }) => type === 'response.reasoning_text.delta') as { delta: string }[];
    expect(deltas.map(({ delta }) => delta).join('')).toBe('Let me see');
  });

  test('is a summary where one was asked for, and what comes back of it is left out', async () => {
    await using service = await lendService();
    service.upstream.play(THOUGHT);
    const client = service.client();
    const order = { model: 'svc-polaris', reasoning: { summary: 'auto' as const } };

    const response = await client.responses.create({ ...order, input: '2+2?' });
    const again = await client.responses.create({
      ...order,
      input: [{ role: 'user', content: '2+2?' }, ...response.output, { role: 'user', content: 'Sure?' }] as never,
    });

    expect(response.output[0]).toMatchObject({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Let me see' }],
    });
    expect(again.output_text).toBe('Four');
    expect(asked(service).messages).toEqual([
      { role: 'user', content: '2+2?' },
      { role: 'assistant', content: 'Four' },
      { role: 'user', content: 'Sure?' },
    ]);
  });
});

test('an answer that ran into its limit is incomplete, and says why', async () => {
  await using service = await lendService();
  service.upstream.play(answerText('Good', { finishReason: 'length' }));
  const client = service.client();

  const whole = await client.responses.create({ input: 'Hello', max_output_tokens: 1 });
  const events = await collect(await client.responses.create({ input: 'Hello', max_output_tokens: 1, stream: true }));

  expect(whole).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  expect(whole.output[0]).toMatchObject({ status: 'incomplete' });
  expect(events.at(-1)).toMatchObject({ type: 'response.incomplete' });
});

describe('failures', () => {
  test('an engine that breaks off is an error the client throws, a response that failed, and costs nothing', async () => {
    await using service = await lendService();
    service.upstream.play([firstEvents(2, answerText('one two three four')), reset()]);
    const before = await paid(service);

    const thrown = await rejection(
      service
        .client()
        .responses.create({ input: 'Hello', stream: true })
        .then((stream) => collect(stream)),
    );
    const raw = await (await post(service, { input: 'Hello', stream: true })).text();

    expect(thrown).toBeInstanceOf(OpenAI.APIError);
    expect(thrown.message).toContain('stopped before its answer was complete');
    const events = framesOf(raw);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['error', 'response.failed']);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, i) => i));
    expect(events.at(-1)).toMatchObject({ response: { status: 'failed', error: { code: 'server_error' } } });
    expect(raw).not.toContain('[DONE]');
    expect(await paid(service)).toEqual(before);
  });

  test('limits of a model are refused in the words of this dialect', async () => {
    await using service = await startService({ env: { BOREAL_MAX_TOKENS_ABOVE_LIMIT: 'refuse' } });

    const thrown = await rejection(service.client().responses.create({ input: 'Hello', max_output_tokens: 9000 }));

    expect(thrown).toMatchObject({ status: 400, param: 'max_output_tokens' });
    expect(thrown.message).toContain('max_output_tokens is 9000');
  });

  test('a repeat with the same Idempotency-Key is the same response, and in another dialect it is refused', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('Good day'));
    const headers = { 'idempotency-key': 'once' };

    const first = await (await post(service, { input: 'Hello' }, headers)).json();
    const second = await post(service, { input: 'Hello' }, headers);
    const other = await service.post({ messages: [{ role: 'user', content: 'Hello' }] }, { headers });

    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(first);
    expect(other.status).toBe(400);
    expect(service.upstream.requests).toHaveLength(1);
  });
});

const post = (service: TestService, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Each event of a stream, whose name is also its type. */
function framesOf(text: string): { readonly type: string; readonly sequence_number: number }[] {
  return text
    .trimEnd()
    .split('\n\n')
    .map((frame) => {
      const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(frame)!;
      const event = JSON.parse(data!) as { type: string; sequence_number: number };
      expect(event.type).toBe(name!);
      return event;
    });
}
