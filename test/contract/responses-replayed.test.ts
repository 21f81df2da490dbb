/** GET /v1/responses/{id}?stream=true: a kept response as the stream that it was, for clients that lost theirs. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type OpenAI from 'openai';
import { answerText, chunk, finish, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

type Event = OpenAI.Responses.ResponseStreamEvent;
const DELTA = /\.delta$/;

/** The events item by item, with the pieces of a text as one, and without the numbers that then differ. */
function joined(events: readonly Event[]): readonly object[] {
  const found: Record<string, unknown>[] = [];
  for (const { sequence_number: _, ...event } of events as readonly (Event & { delta?: string })[]) {
    const last = found.at(-1);
    if (DELTA.test(event.type) && last?.type === event.type) last.delta = `${last.delta}${event.delta}`;
    else found.push({ ...event });
  }
  // Calls that a model makes at once are open at once while they come, and one after the other when they are known.
  const placeOf = (event: Record<string, unknown>) =>
    typeof event.output_index === 'number' ? event.output_index : event.type === 'response.completed' ? 1000 : -1;
  return found.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const TOOLS = [
  { type: 'function', name: 'look', parameters: { type: 'object' }, strict: false },
  { type: 'custom', name: 'patch' },
] as const;

const calls = (request: Parameters<typeof chunk>[0]) => [
  sseHead(),
  sse(chunk(request, { role: 'assistant', reasoning_content: 'Let me ' })),
  sse(chunk(request, { reasoning_content: 'see.' })),
  sse(chunk(request, { content: 'I look' })),
  sse(chunk(request, { content: ' and patch.' })),
  sse(
    chunk(request, {
      tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a"' } }],
    }),
  ),
  sse(chunk(request, { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] })),
  sse(
    chunk(request, {
      tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'patch', arguments: '{"input":"x"}' } }],
    }),
  ),
  sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
  sse({ ...chunk(request, {}), choices: [], usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 } }),
  sse('[DONE]'),
  finish(),
];

test.each([
  ['a text', () => service.upstream.play(answerText('Good day to you')), {}],
  ['reasoning and calls', () => service.upstream.play(calls), { tools: TOOLS }],
  ['a summary', () => service.upstream.play(calls), { tools: TOOLS, reasoning: { summary: 'auto' } }],
])('%s comes again as the events that it was, in one piece each', async (_, play, fields) => {
  play();
  const client = service.client();
  const order = {
    model: 'svc-glacier',
    input: 'Hello',
    ...fields,
  } as OpenAI.Responses.ResponseCreateParamsNonStreaming;
  const events: Event[] = await Array.fromAsync(await client.responses.create({ ...order, stream: true }));
  const { response } = events.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
  const asked = service.upstream.requests.length;

  const again: Event[] = await Array.fromAsync(await client.responses.retrieve(response.id, { stream: true }));
  const rest: Event[] = await Array.fromAsync(
    await client.responses.retrieve(response.id, { stream: true, starting_after: 3 }),
  );

  expect(joined(again)).toEqual(joined(events) as object[]);
  expect(again.map(({ sequence_number }) => sequence_number)).toEqual(again.map((_event, n) => n));
  expect(rest).toEqual(again.slice(4));
  expect(service.upstream.requests).toHaveLength(asked);
});

test('the stream of a response that is not there, or of another account, is a 404', async () => {
  service.upstream.play(answerText('Hi'));
  const { id } = await service.client().responses.create({ input: 'Hello' });
  const other = await service.newKey({ accountId: await service.newAccount() });
  const get = async (path: string, key = service.key) => {
    const answer = await fetch(`${service.url}/responses/${path}`, { headers: { authorization: `Bearer ${key}` } });
    await answer.text();
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]];
  };

  expect(await get(`${id}?stream=true`)).toEqual([200, 'text/event-stream']);
  expect(await get(`${id}?stream=true`, other.secret)).toEqual([404, 'application/json']);
  expect(await get('resp_none?stream=true')).toEqual([404, 'application/json']);
  expect(await get(`${id}?stream=true&starting_after=x`)).toEqual([400, 'application/json']);
});
