/** F9, F11 and F12: answers that are no answers, good answers in odd bytes, and bytes without a request. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import {
  ask,
  askAndPay,
  askForNothing,
  CANARY,
  costOf,
  expectBrokenStream,
  expectNothingOfTheUpstream,
  expectRefusal,
  FORMS,
} from '../support/asking.ts';
import { HARD_TEXT } from '../support/chat-client.ts';
import { expectLedgerInOrder } from '../support/ledger-order.ts';
import {
  answerText,
  body,
  bytes,
  chunk,
  chunkedBytes,
  echo,
  finish,
  framing,
  hang,
  head,
  html,
  inPieces,
  inTurn,
  json,
  keepAlive,
  lineEnd,
  type Script,
  sse,
  sseHead,
  waitFor,
  withBom,
  withComments,
  withoutSpace,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' }, engine: { idleMs: 5000 } });
});
afterAll(async () => {
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

/** The same value as a JSON body or as the first event of a stream. */
const saying =
  (value: unknown): Script =>
  (request) =>
    (request.body as { stream?: boolean }).stream
      ? [sseHead(), sse(value), sse('[DONE]')]
      : [
          head(200, { 'content-type': 'application/json' }),
          body(typeof value === 'string' ? value : JSON.stringify(value)),
        ];
const choice = (fields: object) => ({ choices: [{ index: 0, finish_reason: 'stop', ...fields }] });
const zipped = gzipSync(
  JSON.stringify({ ...choice({ message: { content: CANARY } }), usage: { prompt_tokens: 1, completion_tokens: 1 } }),
);

describe.each(FORMS)('as %s', (form) => {
  test.each<[string, Script]>([
    ['a web page', html()],
    ['broken JSON', saying(`{"choices":[{"delta":{"content":"${CANARY}`)],
    ['a number', saying(7)],
    ['a string', saying(`"${CANARY}"`)],
    ['null', saying('null')],
    ['true', saying('true')],
    ['a list', saying([1, 2])],
    ['an empty object', saying({})],
    ['an error object', saying({ error: { message: CANARY } })],
    ['an error that is a string', saying({ error: CANARY })],
    ['no choices', saying({ id: 'x', object: 'chat.completion' })],
    ['an empty list of choices', saying({ choices: [] })],
    ['choices that are an object', saying({ choices: { 0: CANARY } })],
    ['a choice that is a number', saying({ choices: [7] })],
    ['a choice that is null', saying({ choices: [null] })],
    ['a message that is a string', saying(choice({ message: CANARY, delta: CANARY }))],
    ['content that is a number', saying(choice({ message: { content: 7 }, delta: { content: 7 } }))],
    [
      'content that is an object',
      saying(choice({ message: { content: { a: CANARY } }, delta: { content: { a: CANARY } } })),
    ],
    [
      'reasoning that is a list',
      saying(choice({ message: { reasoning_content: [] }, delta: { reasoning_content: [] } })),
    ],
    [
      'tool calls that are a string',
      saying(choice({ message: { tool_calls: CANARY }, delta: { tool_calls: CANARY } })),
    ],
    ['a tool call that is a number', saying(choice({ message: { tool_calls: [7] }, delta: { tool_calls: [7] } }))],
    ['only usage', saying({ usage: { prompt_tokens: 1, completion_tokens: 1 } })],
    ['nothing but [DONE]', saying('[DONE]')],
    [
      'binary bytes',
      [head(200, { 'content-type': 'application/octet-stream' }), body(new Uint8Array([0, 1, 2, 255, 254]))],
    ],
    ['a gzip body', [head(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }), body(zipped)]],
    ['a gzip stream', [sseHead({ 'content-encoding': 'gzip' }), body(zipped)]],
    ['10,000 encodings', [sseHead({ 'content-encoding': Array(10_000).fill('gzip').join(',') }), body(zipped)]],
    [
      'UTF-16',
      [head(200, { 'content-type': 'application/json' }), body(Buffer.from('\ufeff{"choices":[]}', 'utf16le'))],
    ],
  ])('%s is no answer: a 502 that costs nothing', async (_name, script) => {
    service.upstream.play(script);

    const answer = await askForNothing(service, form);

    expect(['upstream_error', 'upstream_incomplete']).toContain(answer.error?.code ?? '');
    expectRefusal(answer, { code: answer.error!.code! });
    expectNothingOfTheUpstream(answer, service);
  });

  test('a stream that says it is compressed is refused even if it is not', async () => {
    service.upstream.play(answerText('fine', { headers: { 'content-encoding': 'br' } }));

    expectRefusal(await askForNothing(service, form), { code: 'upstream_error' });
  });

  test('of many choices the first is the answer', async () => {
    const others = Array.from({ length: 10_000 }, (_, index) => ({
      index: index + 1,
      delta: { content: CANARY },
      message: { content: CANARY },
      finish_reason: null,
    }));
    service.upstream.play(
      saying({
        choices: [
          { index: 0, delta: { content: 'mine' }, message: { content: 'mine' }, finish_reason: 'stop' },
          ...others,
        ],
        usage: { prompt_tokens: 3, completion_tokens: 1 },
      }),
    );

    const { answer, paid } = await askAndPay(service, form);

    expect(answer).toMatchObject({ text: 'mine', finishReason: 'stop' });
    expect(paid).toBe(costOf(3, 1));
    expectNothingOfTheUpstream(answer, service);
  });

  test('an id, a name or a field that repeats or is unknown does not matter', async () => {
    service.upstream.play(
      saying({
        id: 7,
        object: null,
        created: 'soon',
        model: [],
        extra: CANARY,
        ...choice({ delta: { content: 'a', x: CANARY }, message: { content: 'a', x: CANARY }, y: CANARY }),
      }),
    );

    const answer = await ask(service, form);

    expect(answer).toMatchObject({ text: 'a', finishReason: 'stop' });
    expectNothingOfTheUpstream(answer, service);
  });

  test('an answer in the other form than asked for is an answer', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    const asStream: Script = (request) => [
      sseHead(),
      sse(chunk(request, { content: 'the other' })),
      sse({ ...choice({ delta: {} }), usage }),
      sse('[DONE]'),
    ];
    const asJson = json({ ...choice({ message: { content: 'the other' } }), usage });
    service.upstream.play(form === 'json' ? asStream : asJson);

    const { answer, paid } = await askAndPay(service, form);

    expect(answer).toMatchObject({ status: 200, text: 'the other', finishReason: 'stop', isDone: form === 'stream' });
    expect(paid).toBe(costOf(3, 2));
  });

  const STYLES: Record<string, Script> = {
    'one byte at a time': inPieces(1),
    'two bytes at a time': inPieces(2),
    'CR LF': lineEnd('\r\n'),
    CR: lineEnd('\r'),
    'CR LF, one byte at a time': [lineEnd('\r\n'), inPieces(1)],
    'CR, one byte at a time': [lineEnd('\r'), inPieces(1)],
    'a byte order mark': form === 'stream' ? withBom() : [],
    'a byte order mark in pieces': form === 'stream' ? [withBom(), inPieces(1)] : [],
    comments: withComments(),
    'no space after the colon': withoutSpace(),
    'a content-length': framing('content-length'),
    'a body that ends with the connection': framing('close-delimited'),
    'all of it at once': [lineEnd('\r\n'), withComments(), withoutSpace(), inPieces(1)],
  };
  test.each(Object.entries(STYLES))('%s: the text is the same, byte for byte', async (_name, style) => {
    service.upstream.play([style, echo()]);
    const content = `${HARD_TEXT}ľščťž \u{1F1E8}\u{1F1FF} \u0301 \ufeff \u2028 "quoted\\" \t end`;

    const answer = await ask(service, form, { messages: [{ role: 'user', content }] });

    expect(Buffer.from(answer.text).toString('hex')).toBe(Buffer.from(content).toString('hex'));
    expect(answer.finishReason).toBe('stop');
  });

  test('a second answer without a request reaches no client', async () => {
    const stray = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2000\r\n\r\n${JSON.stringify(choice({ message: { content: CANARY } })).padEnd(2000)}`;
    service.upstream.play([echo(), finish(), bytes(stray), keepAlive()]);

    for (const nonce of ['first', 'second', 'third']) {
      const answer = await ask(service, form, { messages: [{ role: 'user', content: nonce }] });
      expect(answer.text).toBe(nonce);
      expect(answer.everything).not.toContain(CANARY);
    }
  });

  test('what an upstream says after we gave up reaches no client', async () => {
    const late = Promise.withResolvers<void>();
    service.upstream.play(
      inTurn([sseHead(), waitFor(late.promise), sse({ ...choice({ delta: { content: CANARY } }) })], echo()),
    );

    expectRefusal(await askForNothing(service, form), { code: 'upstream_error' });
    const given = service.upstream.requests.at(-1)!;
    expect(await given.closed).toBe('peer');
    late.resolve();

    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((nonce) => ask(service, form, { messages: [{ role: 'user', content: nonce }] })),
    );
    expect(answers.map((answer) => answer.text)).toEqual(['a', 'b', 'c', 'd']);
  });
});

test('broken JSON in the middle of a stream breaks the stream', async () => {
  for (const broken of ['{"choices":[', '7', 'null', '{"choices":[{"delta":{"content":7}}]}', 'plain words']) {
    const isRead = Promise.withResolvers<void>();
    service.upstream.play((request) => [
      sseHead(),
      sse(chunk(request, { content: 'begun' })),
      waitFor(isRead.promise),
      sse(broken),
      hang(),
    ]);

    const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    const response = await service.post({ ...STREAMED });
    isRead.resolve();
    const text = await response.text();

    expect(text).toContain('"code":"upstream_incomplete"');
    expect(text).not.toContain('[DONE]');
    expect(await service.upstream.requests.at(-1)!.closed).toBe('peer');
    expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);
  }
});

const STREAMED = { model: 'svc-frost', messages: [{ role: 'user', content: 'hi' }], stream: true };

test('data of several lines and empty events are understood', async () => {
  service.upstream.play((request) => [
    sseHead(),
    body('\n\n: hello\nretry: 5\nid: 7\nevent: message\n'),
    sse(JSON.stringify(chunk(request, { content: 'lines' }), null, 2)),
    body('event: ping\n\n'),
    sse({ ...chunk(request, {}), ...choice({ delta: {} }) }),
    chunkedBytes('data: [DONE]\n\n'),
  ]);

  const answer = await ask(service, 'stream');

  expect(answer).toMatchObject({ text: 'lines', isDone: true });
  expect(answer.body).not.toMatch(/^(?:id|retry|event):/m);
});

test('an event without its closing line is no event', async () => {
  service.upstream.play((request) => [
    sseHead(),
    sse(chunk(request, { content: 'begun' })),
    body(`data: ${JSON.stringify({ ...chunk(request, {}), ...choice({ delta: {} }) })}`),
  ]);

  expectBrokenStream(await askForNothing(service, 'stream'), 'upstream_incomplete');
});
