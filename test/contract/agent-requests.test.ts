/** The habits of agents, editors and command lines whose requests differ from what the official client sends. */
import { describe, expect, test } from 'bun:test';
import { lendServices } from '../support/lent-services.ts';
import { RawClient } from '../support/raw-client.ts';
import { answerText, firstEvents, sse, waitFor } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';
import { asked, HELLO, toolNamed } from './client.fixture.ts';

const lendService = lendServices();

const WEATHER = toolNamed('weather');
const CALL = { id: 'a', type: 'function', function: { name: 'weather', arguments: '{"city":"Brno"}' } };
const RESULT = { role: 'tool', tool_call_id: 'a', content: 'rain' };
const USER = { role: 'user', content: 'Hello' };
const text = (words: string) => [{ type: 'text', text: words }];

type Habit = { readonly agent: string; readonly body: object; readonly messages?: readonly object[] };

/** The engine gets `messages`, or the messages as they were sent. */
const HABITS: readonly Habit[] = [
  {
    agent: 'an agent that stores nothing and thinks with effort',
    body: {
      store: false,
      reasoning_effort: 'high',
      max_completion_tokens: 8192,
      messages: [
        { role: 'developer', content: 'Be terse.' },
        { role: 'user', content: text('Hello') },
      ],
      stream: true,
      stream_options: { include_usage: true },
    },
    messages: [{ role: 'system', content: 'Be terse.' }, USER],
  },
  {
    agent: 'an agent whose tool results come in parts',
    body: {
      tools: [{ type: 'function', function: { name: 'weather', description: 'x' } }],
      messages: [
        { role: 'user', content: text('Hello') },
        { role: 'assistant', content: '', tool_calls: [CALL] },
        { ...RESULT, content: [...text('ra'), ...text('in')] },
      ],
    },
    messages: [USER, { role: 'assistant', content: '', tool_calls: [CALL] }, RESULT],
  },
  {
    agent: 'an agent that sends parts in every role and requires a call',
    body: {
      tools: [WEATHER],
      tool_choice: 'required',
      stop: ['Observation:', 'Calling tools:'],
      messages: [{ role: 'system', content: text('Be terse.') }, USER, { role: 'assistant', content: text('Hm') }],
    },
    messages: [{ role: 'system', content: 'Be terse.' }, USER, { role: 'assistant', content: 'Hm' }],
  },
  {
    agent: 'a framework that leaves the content out beside calls',
    body: { tools: [WEATHER], messages: [USER, { role: 'assistant', tool_calls: [CALL] }, RESULT] },
    messages: [USER, { role: 'assistant', content: null, tool_calls: [CALL] }, RESULT],
  },
  {
    agent: 'a library that sends back all that it received',
    body: {
      tools: [WEATHER],
      messages: [
        USER,
        {
          role: 'assistant',
          content: null,
          refusal: null,
          annotations: [],
          audio: null,
          parsed: null,
          function_call: null,
          provider_specific_fields: { refusal: null },
          reasoning_content: 'Hm',
          cot_id: 'x',
          cot_summary: 'y',
          tool_calls: [{ ...CALL, index: 0, function: { ...CALL.function, parsed_arguments: { city: 'Brno' } } }],
        },
        { ...RESULT, name: 'weather' },
      ],
    },
    messages: [USER, { role: 'assistant', content: null, tool_calls: [CALL] }, RESULT],
  },
  {
    agent: 'an agent with system, developer, user and user again',
    body: {
      tools: [{ ...WEATHER, name: 'weather', strict: false }],
      messages: [{ role: 'system', content: 'a' }, { role: 'developer', content: 'b' }, USER, USER],
    },
    messages: [{ role: 'system', content: 'a' }, { role: 'system', content: 'b' }, USER, USER],
  },
  { agent: 'a command line that wants a search', body: { search_parameters: { mode: 'auto' }, messages: [USER] } },
  {
    agent: 'an editor that names its cache',
    body: { prompt_cache_key: 'thread', prompt_cache_retention: '24h', parallel_tool_calls: true, messages: [USER] },
  },
  {
    agent: 'a library with a fixed set of numbers',
    body: { n: 1, top_p: 1, temperature: 0, presence_penalty: 0, frequency_penalty: 0, messages: [USER] },
  },
];

test.each(HABITS)('$agent is answered', async ({ body, messages }) => {
  await using service = await lendService();

  const response = await service.post({ model: 'svc-glacier', ...body });

  const answer = await response.text();
  expect([response.status, answer]).toEqual([200, expect.stringContaining('pong')]);
  expect(asked(service).messages).toEqual(messages ? [...messages] : [USER]);
});

test.each([
  ['refuse', 400],
  ['lower', 200],
] as const)('an agent that always asks for 32000 tokens: %s', async (how, status) => {
  await using service = await startService({ env: { BOREAL_MAX_TOKENS_ABOVE_LIMIT: how } });

  const response = await service.post({ model: 'svc-glacier', max_tokens: 32_000, messages: HELLO, tools: [WEATHER] });

  expect(response.status).toBe(status);
  if (how === 'lower') expect(asked(service).max_tokens).toBe(8192);
  else expect(await response.text()).toContain('svc-glacier returns at most 8192 tokens');
});

describe('the edge', () => {
  test.each(['application/json', '*/*', 'text/plain', ''])(
    'does not negotiate: accept "%s" gets events when it asks for a stream and JSON when it does not',
    async (accept) => {
      await using service = await lendService();

      const stream = await service.post({ messages: HELLO, stream: true }, { headers: { accept } });
      const json = await service.post({ messages: HELLO }, { headers: { accept } });

      expect(stream.headers.get('content-type')).toStartWith('text/event-stream');
      expect(await stream.text()).toEndWith('data: [DONE]\n\n');
      expect(json.headers.get('content-type')).toStartWith('application/json');
      expect(json.headers.get('x-request-id')).toMatch(/^req_/);
    },
  );

  test('relies on no header but the key, and is disturbed by none', async () => {
    await using service = await lendService();

    const response = await service.post(
      { messages: HELLO },
      {
        headers: {
          'openai-organization': '',
          'openai-project': 'x',
          session_id: 'x',
          'x-session-affinity': 'x',
          'x-initiator': 'agent',
          'x-promptfoo-version': '1',
          'x-stainless-helper-method': 'stream',
          'content-type': 'application/json; charset=utf-8',
        },
      },
    );

    expect(response.status).toBe(200);
  });

  test('lets a browser send every header of the client, without a key in the preflight', async () => {
    await using service = await lendService();
    const wanted = 'authorization,content-type,x-stainless-arch,x-stainless-lang,x-stainless-retry-count';

    const preflight = await fetch(`${service.url}/chat/completions`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': wanted,
      },
    });
    const answer = await service.post({ messages: HELLO }, { headers: { origin: 'https://app.example' } });

    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(wanted);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    for (const response of [preflight, answer]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-request-id');
  });

  test('answers Expect: 100-continue, which curl sends above 1 MB', async () => {
    await using service = await lendService();
    using socket = new RawClient(service.port);
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(1_100_000) }] });

    socket.send(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await socket.hasText('HTTP/1.1 100 Continue\r\n\r\n');
    socket.send(body);
    await socket.hasText('pong');

    expect(socket.text).toContain('HTTP/1.1 200 OK');
  });

  test('writes each event whole, as soon as the engine has said it', async () => {
    await using service = await lendService();
    using socket = new RawClient(service.port);
    const gate = Promise.withResolvers<void>();
    const end = [sse({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }), sse('[DONE]')];
    service.upstream.play([firstEvents(2, answerText('one two')), waitFor(gate.promise), ...end]);
    const body = JSON.stringify({ messages: HELLO, stream: true });

    socket.send(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await socket.hasText('"one"');
    const early = socket.text;
    gate.resolve();
    await socket.hasText('[DONE]');

    expect(early).toEndWith('\n\n\r\n');
    expect(early).not.toContain('"stop"');
    expect(socket.text).toContain('"stop"');
  });

  test('takes two requests of one key at once', async () => {
    await using service = await lendService();
    const gate = Promise.withResolvers<void>();
    service.upstream.play([waitFor(gate.promise), answerText('ok')]);

    const both = [service.post({ messages: HELLO }), service.post({ messages: HELLO, stream: true })];
    await service.upstream.nextRequest();
    await service.upstream.nextRequest();
    gate.resolve();

    expect((await Promise.all(both)).map((response) => response.status)).toEqual([200, 200]);
  });
});
