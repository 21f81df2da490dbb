/** The official client: what each parameter does, and that nothing else reaches an engine. */
import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { lendServices } from '../support/lent-services.ts';
import { answerText, finish, json, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';
import { asked, collect, HELLO, MODELS, orderOf, rejection } from './client.fixture.ts';

const lendService = lendServices();

const PLAIN = { model: 'test-model', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 8192, stream: false };

describe('what is honoured', () => {
  test.each([
    [{ temperature: 0 }, { temperature: 0 }],
    [{ temperature: 2 }, { temperature: 2 }],
    [{ top_p: 0.25 }, { top_p: 0.25 }],
    [{ stop: 'END' }, { stop: ['END'] }],
    [{ stop: ['a', 'b', 'c', 'd'] }, { stop: ['a', 'b', 'c', 'd'] }],
    [{ stop: [] }, {}],
    [{ seed: 42 }, { seed: 42 }],
    [
      { presence_penalty: 1, frequency_penalty: -2 },
      { presence_penalty: 1, frequency_penalty: -2 },
    ],
    [{ logit_bias: { '50256': -100 } }, { logit_bias: { '50256': -100 } }],
    [
      { logprobs: true, top_logprobs: 2 },
      { logprobs: true, top_logprobs: 2 },
    ],
    [{ max_tokens: 17 }, { max_tokens: 17 }],
    [{ max_completion_tokens: 17 }, { max_tokens: 17 }],
    [{ max_tokens: 8192 }, { max_tokens: 8192 }],
    [{ user: 'user-1' }, { user: 'user-1' }],
    [{ metadata: { team: 'x' } }, {}],
    [{ n: 1 }, {}],
    [{ response_format: { type: 'text' } }, { response_format: { type: 'text' } }],
    [{ response_format: { type: 'json_object' } }, { response_format: { type: 'json_object' } }],
    [
      { response_format: { type: 'json_object', schema: { type: 'object' } } },
      { response_format: { type: 'json_object' } },
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'r', schema: { $schema: 'x' }, extra: 1 } } },
      { response_format: { type: 'json_schema', json_schema: { name: 'r', schema: { $schema: 'x' } } } },
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'r', strict: false } } },
      { response_format: { type: 'json_schema', json_schema: { name: 'r', strict: false } } },
    ],
  ])('%j reaches the engine as %j', async (sent, reaches) => {
    await using service = await lendService();

    await service.client().chat.completions.create(orderOf({ messages: HELLO, ...sent }));

    expect(asked(service)).toEqual({ ...PLAIN, ...reaches });
  });

  test('an engine that knows only max_completion_tokens is asked with that', async () => {
    await using service = await startService({ engine: { maxTokensField: 'max_completion_tokens' } });

    await service.client().chat.completions.create(orderOf({ messages: HELLO, max_tokens: 5 }));

    expect(asked(service)).toMatchObject({ max_completion_tokens: 5 });
    expect(asked(service)).not.toHaveProperty('max_tokens');
  });

  test('in Variant B the temperature is 0.7 unless it is given', async () => {
    await using service = await lendService({ catalogue: 'B' });
    const { completions } = service.client().chat;

    for (const temperature of [undefined, null, 0, 0.7, 1.3]) {
      await completions.create(orderOf({ messages: HELLO, temperature }));
    }

    expect(service.upstream.requests.map((_, n) => asked(service, n).temperature)).toEqual([0.7, 0.7, 0, 0.7, 1.3]);
  });

  test('a stream is always asked to count, whether or not the caller wants to see it', async () => {
    await using service = await lendService();

    await collect(
      await service.client().chat.completions.create({ model: 'svc-glacier', messages: HELLO, stream: true }),
    );

    expect(asked(service)).toEqual({ ...PLAIN, stream: true, stream_options: { include_usage: true } });
  });
});

test('every field that is null is as good as absent', async () => {
  await using service = await lendService();
  const names =
    'model max_tokens max_completion_tokens temperature top_p n stream stream_options stop seed presence_penalty frequency_penalty logprobs top_logprobs logit_bias response_format tools tool_choice parallel_tool_calls reasoning_effort user metadata';
  const nulls = Object.fromEntries(names.split(' ').map((name) => [name, null]));

  const { model } = await service.client().chat.completions.create(orderOf({ ...nulls, messages: HELLO }));

  expect(model).toBe('svc-glacier');
  expect(asked(service)).toEqual(PLAIN);
});

test('what steers an engine or is unknown is ignored and never passed on', async () => {
  await using service = await lendService();
  const steering = {
    api_base: 'http://elsewhere.example',
    api_key: 'x',
    base_url: 'http://elsewhere.example',
    cache_prompt: false,
    chat_template: '{{ x }}',
    chat_template_kwargs: { enable_thinking: false },
    continuous_usage_stats: true,
    custom_llm_provider: 'x',
    extra_body: { x: 1 },
    grammar: 'root ::= "a"',
    guided_json: {},
    id_slot: 3,
    ignore_eos: true,
    json_schema: {},
    lora: [],
    min_p: 1,
    mock_response: 'free',
    n_discard: 5,
    n_predict: -1,
    price: 0,
    prompt: 'x',
    prompt_cache_key: 'x',
    samplers: ['top_k'],
    search_parameters: { mode: 'auto' },
    service_tier: 'auto',
    store: false,
    timings_per_token: true,
    top_k: 1,
    user_id: 7,
    verbosity: 'low',
    web_search_options: {},
  };
  const message = { role: 'user', content: 'Hello', price: 0, cache_control: { type: 'ephemeral' } };

  await service.client().chat.completions.create(orderOf({ ...steering, messages: [message] }));

  expect(asked(service)).toEqual(PLAIN);
  const { headers } = service.upstream.requests[0]!;
  expect(headers.authorization).toBe('Bearer upstream-secret');
  expect(JSON.stringify(headers)).not.toContain(service.key);
});

test('a name on a message reaches the engine, and a developer is a system', async () => {
  await using service = await lendService();

  await service.client().chat.completions.create({
    model: 'svc-glacier',
    messages: [
      { role: 'system', content: 'Be terse.' },
      { role: 'developer', content: 'Be kind.' },
      {
        role: 'user',
        name: 'eva',
        content: [
          { type: 'text', text: 'Hel' },
          { type: 'text', text: 'lo' },
        ],
      },
      { role: 'user', content: 'Again' },
      { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'developer', content: [{ type: 'text', text: 'Now' }] },
    ],
  });

  expect(asked(service).messages).toEqual([
    { role: 'system', content: 'Be terse.' },
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello', name: 'eva' },
    { role: 'user', content: 'Again' },
    { role: 'assistant', content: 'Hi' },
    { role: 'system', content: 'Now' },
  ]);
});

describe.each(MODELS)('$model of Variant $catalogue', ({ catalogue, model, maxTokens }) => {
  test('refuses more than its maximum and names it', async () => {
    await using service = await lendService({ catalogue });
    const { completions } = service.client().chat;

    const errors = [
      await rejection(completions.create({ model, messages: HELLO, max_tokens: maxTokens + 1 })),
      await rejection(completions.create({ model, messages: HELLO, max_completion_tokens: maxTokens + 1 })),
    ];
    await completions.create({ model, messages: HELLO, max_tokens: maxTokens });

    for (const error of errors) {
      expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', param: 'max_tokens' });
      expect(error.message).toContain(`${model} returns at most ${maxTokens} tokens`);
    }
    expect(service.upstream.requests).toHaveLength(1);
  });

  test('lowers what is above its maximum where the operator says so', async () => {
    await using service = await startService({ catalogue, env: { BOREAL_MAX_TOKENS_ABOVE_LIMIT: 'lower' } });
    const { completions } = service.client().chat;

    await completions.create({ model, messages: HELLO, max_tokens: 1_000_000 });
    await completions.create({ model, messages: HELLO, max_completion_tokens: maxTokens + 1 });

    expect(service.upstream.requests.map((_, n) => asked(service, n).max_tokens)).toEqual([maxTokens, maxTokens]);
  });
});

test('the parse helper of the client gets its structure back', async () => {
  await using service = await lendService();
  const { zodResponseFormat } = await import('openai/helpers/zod');
  service.upstream.play(answerText('{"city":"Brno","people":400000}'));
  const response_format = zodResponseFormat(z.object({ city: z.string(), people: z.number() }), 'place');

  const { choices } = await service
    .client()
    .chat.completions.parse({ model: 'svc-glacier', messages: HELLO, response_format });

  expect(choices[0]?.message.parsed).toEqual({ city: 'Brno', people: 400_000 });
  expect(asked(service).response_format).toEqual(JSON.parse(JSON.stringify(response_format)));
});

test('log probabilities come back as the engine gave them', async () => {
  await using service = await lendService();
  const token = { token: 'Hi', logprob: -0.25, bytes: [72, 105], top_logprobs: [] };
  const other = { token: '!', logprob: -1.5, bytes: null, top_logprobs: [{ token: '?', logprob: -2, bytes: [63] }] };
  service.upstream.play(
    json({
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hi!' },
          logprobs: { content: [token, other] },
          finish_reason: 'stop',
        },
      ],
    }),
  );

  const order = { model: 'svc-glacier', messages: HELLO, logprobs: true, top_logprobs: 1 };
  const { choices } = await service.client().chat.completions.create(order);

  expect<object | null | undefined>(choices[0]?.logprobs).toEqual({ content: [token, other], refusal: null });
});

test('very many log probabilities are asked for as a stream, and come back as the same JSON', async () => {
  await using service = await lendService();
  const tokens = ['Hi', ' "', 'ž'].map((token) => ({ token, logprob: -0.25, bytes: null, top_logprobs: [] }));
  service.upstream.play([
    sseHead(),
    ...tokens.map((one) =>
      sse({ choices: [{ index: 0, delta: { content: one.token }, logprobs: { content: [one] } }] }),
    ),
    sse({
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 3 },
    }),
    sse('[DONE]'),
    finish(),
  ]);

  const order = { model: 'svc-glacier', messages: HELLO, logprobs: true, top_logprobs: 20 };
  const { choices, usage } = await service.client().chat.completions.create(order);

  expect(asked(service)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  expect(choices[0]).toMatchObject({ message: { content: 'Hi "ž' }, finish_reason: 'stop' });
  expect<object | null | undefined>(choices[0]?.logprobs).toEqual({ content: tokens, refusal: null });
  expect(usage?.completion_tokens).toBe(3);
});
