import { expect, test } from 'bun:test';
import { chunksOf, completionOf, eventsOf, HARD_TEXT, post, STREAM, textOf } from './chat-client.ts';
import { RawClient } from './raw-client.ts';
import {
  answerReasoning,
  answerText,
  answerToolCalls,
  echo,
  everyMs,
  framing,
  hang,
  html,
  inPieces,
  inTurn,
  json,
  jsonError,
  lineEnd,
  type Script,
  sseHead,
  startUpstream,
  status429,
  withBom,
  withComments,
  withoutSpace,
} from './scripted-upstream.ts';

test('an upstream without a script answers pong, and remembers what it was asked and what it reported', async () => {
  await using upstream = await startUpstream();

  const answer = await completionOf(await post(upstream, {}, { headers: { authorization: 'Bearer k' } }));

  expect(answer).toMatchObject({ model: 'm', choices: [{ message: { content: 'pong' }, finish_reason: 'stop' }] });
  const [request] = upstream.requests;
  expect(request).toMatchObject({ n: 0, method: 'POST', path: '/v1/chat/completions', ending: 'done' });
  expect(request?.headers.authorization).toBe('Bearer k');
  expect(request?.body).toEqual(JSON.parse(request?.rawBody ?? ''));
  expect(request?.sentUsage).toEqual({ prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 });
  expect(request?.sentUsage).toEqual(answer.usage);
});

test('a streamed text has a role, pieces, a finish reason, usage if asked for, and [DONE]', async () => {
  await using upstream = await startUpstream();
  upstream.play(
    answerText('Hello there', { usage: { prompt_tokens: 3, completion_tokens: 2 }, finishReason: 'length' }),
  );

  const chunks = await chunksOf(await post(upstream, STREAM));
  const withoutUsage = await chunksOf(await post(upstream, { stream: true }));

  expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
  expect(chunks.slice(1, 3).map((chunk) => chunk.choices[0]?.delta.content)).toEqual(['Hello', ' there']);
  expect(chunks[3]?.choices[0]?.finish_reason).toBe('length');
  expect(chunks[4]).toMatchObject({ choices: [], usage: { total_tokens: 5 } });
  expect(withoutUsage).toHaveLength(4);
  expect(upstream.requests.map((request) => request.sentUsage !== undefined)).toEqual([true, false]);
  expect(upstream.requests[0]?.sentEvents).toBe(6);
});

test('an answer can leave out its usage, its finish reason and its [DONE], or report nonsense', async () => {
  await using upstream = await startUpstream();
  upstream.play(
    inTurn(
      answerText('a', { usage: null, finishReason: null, done: false, model: 'other' }),
      answerText('a', { rawUsage: { prompt_tokens: -1 }, usageIn: 'finish-chunk' }),
    ),
  );

  const bare = await eventsOf(await post(upstream, STREAM));
  const nonsense = await chunksOf(await post(upstream, { stream: true }));

  expect(bare).toHaveLength(2);
  expect(bare[1]).toContain('"model":"other"');
  expect(nonsense.at(-1)?.usage).toEqual({ prompt_tokens: -1 });
  expect(upstream.requests[1]?.sentUsage).toEqual({ prompt_tokens: -1 });
});

test('tool calls come whole in JSON and in pieces in a stream', async () => {
  await using upstream = await startUpstream();
  upstream.play(
    answerToolCalls([
      { name: 'add', arguments: { a: 1, note: HARD_TEXT } },
      { name: 'stop', arguments: '' },
    ]),
  );

  const whole = await completionOf(await post(upstream));
  const chunks = await chunksOf(await post(upstream, STREAM));

  const first = whole.choices[0].message.tool_calls?.[0];
  expect(JSON.parse(first?.function.arguments ?? '')).toEqual({ a: 1, note: HARD_TEXT });
  const calls = chunks.flatMap(
    (chunk) => (chunk.choices[0]?.delta.tool_calls ?? []) as { index: number; function: { arguments: string } }[],
  );
  const joined = calls.filter((call) => call.index === 0).map((call) => call.function.arguments);
  expect(joined.join('')).toBe(first!.function.arguments);
  expect(calls.at(-1)).toMatchObject({ index: 1, id: 'call_1', function: { name: 'stop' } });
  expect(chunks.some((chunk) => chunk.choices[0]?.finish_reason === 'tool_calls')).toBe(true);
});

test.each(['reasoning_content', 'reasoning'] as const)('reasoning comes in the field %s', async (style) => {
  await using upstream = await startUpstream();
  upstream.play(answerReasoning({ reasoning: 'let me think', content: 'yes, it is', style }));

  const whole = await completionOf(await post(upstream));
  const chunks = await chunksOf(await post(upstream, STREAM));

  expect(whole.choices[0].message).toMatchObject({ content: 'yes, it is', [style]: 'let me think' });
  expect([textOf(chunks, style), textOf(chunks)]).toEqual(['let me think', 'yes, it is']);
});

test('reasoning comes in tags inside the content', async () => {
  await using upstream = await startUpstream();
  upstream.play(answerReasoning({ reasoning: 'hm', content: 'yes', style: 'think-tags' }));

  expect(textOf(await chunksOf(await post(upstream, STREAM)))).toBe('<think>hm</think>yes');
});

const STYLES: Record<string, Script> = {
  'as it is': [],
  'with CRLF': lineEnd('\r\n'),
  'with CR': lineEnd('\r'),
  'without a space': withoutSpace(),
  'with comments': withComments(),
  'with a byte order mark': withBom(),
  'in one-byte pieces': inPieces(1),
  'in seven-byte pieces with everything': [inPieces(7), withBom(), withComments(), lineEnd('\r\n')],
  paced: everyMs(1),
};

for (const kind of ['chunked', 'content-length', 'close-delimited'] as const) {
  test.each(Object.entries(STYLES))(`echo is byte-exact, ${kind}, %s`, async (_name, style) => {
    await using upstream = await startUpstream();
    upstream.play([framing(kind), style, echo()]);

    const response = await post(upstream, STREAM);
    const whole = await completionOf(await post(upstream));

    expect(response.headers.get('content-length') !== null).toBe(kind === 'content-length');
    expect(response.headers.get('transfer-encoding') !== null).toBe(kind === 'chunked');
    expect(textOf(await chunksOf(response))).toBe(HARD_TEXT);
    expect(whole.choices[0].message.content).toBe(HARD_TEXT);
  });
}

test('errors, 429 and web pages are complete responses with their own status', async () => {
  await using upstream = await startUpstream();
  upstream.play(
    inTurn(jsonError(503, undefined, { 'x-a': 'b' }), status429({ retryAfter: 7 }), html(), json([1], 201)),
  );

  const [error, slow, page, made] = [
    await post(upstream),
    await post(upstream),
    await post(upstream),
    await post(upstream),
  ];

  expect([error.status, slow.status, page.status, made.status]).toEqual([503, 429, 200, 201]);
  expect(error.headers.get('x-a')).toBe('b');
  expect(slow.headers.get('retry-after')).toBe('7');
  expect(await page.text()).toStartWith('<!doctype html>');
  expect(await made.json()).toEqual([1]);
});

test('one connection carries many requests, and pipelined ones are answered in order', async () => {
  await using upstream = await startUpstream();
  using client = new RawClient(upstream.port);
  upstream.play((_request, n) => json({ n }));

  client.post({ a: 1 });
  client.post({ a: 2 });
  await client.hasText('{"n":1}');

  expect(client.text.indexOf('{"n":0}')).toBeLessThan(client.text.indexOf('{"n":1}'));
  const [first, second] = upstream.requests;
  expect(first?.connectionId).toBe(second?.connectionId);
  expect(upstream.openConnections).toBe(1);
});

test('requests are handed out once each, in order, and play starts anew', async () => {
  await using upstream = await startUpstream();

  await post(upstream);
  await post(upstream);
  const seen = [await upstream.nextRequest(), await upstream.nextRequest()];
  await post(upstream);
  upstream.play((_request, n) => json({ n }));
  const next = upstream.nextRequest();
  const answer = await (await post(upstream)).json();

  expect(seen.map((request) => request.n)).toEqual([0, 1]);
  expect((await next).n).toBe(3);
  expect(answer).toEqual({ n: 0 });
});

test('only the latest requests are remembered', async () => {
  await using upstream = await startUpstream({ requestsMax: 1 });

  await post(upstream);
  await post(upstream);

  expect(upstream.requests.map((request) => request.n)).toEqual([1]);
});

test('a question for its health is answered while its script hangs, and not remembered', async () => {
  await using upstream = await startUpstream();
  upstream.play([sseHead(), hang()]);

  const answer = await fetch(`${upstream.url}/models`);

  expect(await answer.json()).toEqual({ object: 'list', data: [] });
  expect(upstream.requests).toEqual([]);
});
