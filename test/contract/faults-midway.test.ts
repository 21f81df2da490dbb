/** F6 and F7: the upstream breaks off in the middle of its answer, or ends it without saying how. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
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
  questionFor,
  seen,
} from '../support/asking.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { expectLedgerInOrder, requestRows } from '../support/ledger-order.ts';
import {
  answerText,
  body,
  bytes,
  chunk,
  chunkedBytes,
  end,
  firstEvents,
  framing,
  head,
  reset,
  type Script,
  sse,
  sseHead,
  waitFor,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' } });
});
afterAll(async () => {
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

/** The role and two words, then whatever follows. */
const twoWords: Script = firstEvents(3, answerText('one two three'));
const errorEvent = sse({ error: { message: CANARY, type: CANARY, code: 500 } });

const BREAKS: Record<string, Script> = {
  'a FIN between chunks': [twoWords, end()],
  'a reset': [twoWords, reset()],
  'a FIN inside an event': [twoWords, chunkedBytes('data: {"choices":[{"delta":{"content":"th'), end()],
  'a proper end inside an event': [twoWords, body('data: {"choices":[{"delta":{"content":"three"}}]}\n')],
  'an error event': [twoWords, errorEvent, sse('[DONE]')],
  'an error event after the finish reason': [firstEvents(5, answerText('one two three')), errorEvent],
  'a proper end without a finish reason': twoWords,
  '[DONE] without a finish reason': [twoWords, sse('[DONE]')],
  'a finish reason that names a failure': answerText('one two', { finishReason: 'error' }),
  'a finish reason that is a number': (request) => [
    twoWords,
    sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 7 }] }),
    sse('[DONE]'),
  ],
};

test.each(Object.entries(BREAKS))(
  'a stream that breaks with %s ends with one error frame and costs nothing',
  async (_name, script) => {
    service.upstream.play(script);
    const asked = service.upstream.requests.length;

    const answer = await askForNothing(service, 'stream');

    expectBrokenStream(answer, 'upstream_incomplete');
    expect(answer.text).toStartWith('one two');
    expect(answer.usage).toBeUndefined();
    expectNothingOfTheUpstream(answer, service);
    // What the caller has begun to read is never begun again.
    expect(service.upstream.requests.length - asked).toBe(1);
    expect(requestRows(service.config.dataDir).at(-1)).toMatchObject({ state: 'released', cost_nanos: null });
    expect(service.log.at(-1)).toMatchObject({ level: 'error', message: 'stream failed', code: 'upstream_incomplete' });
  },
);

test.each<[string, Script]>([
  ['a chunk size that is no number', [bytes('zz\r\n'), end()]],
  ['a chunk longer than its size', [bytes('2\r\nabcdef\r\n'), end()]],
])('a stream that goes on with %s is broken there', async (_name, broken) => {
  const isRead = Promise.withResolvers<void>();
  service.upstream.play([twoWords, waitFor(isRead.promise), broken]);

  const response = await service.post(questionFor('stream'));
  isRead.resolve();
  const answer = await seen(response, 'stream');

  expectBrokenStream(answer, 'upstream_incomplete');
  expect(answer.text).toBe('one two');
  expect(requestRows(service.config.dataDir).at(-1)).toMatchObject({ state: 'released', cost_nanos: null });
});

test('the same stream cut at a content-length that was too long is broken too', async () => {
  service.upstream.play([
    head(200, { 'content-type': 'text/event-stream', 'content-length': '100000' }),
    sse({ choices: [{ index: 0, delta: { content: 'one' }, finish_reason: null }] }),
    end(),
  ]);

  expectBrokenStream(await askForNothing(service, 'stream'), 'upstream_incomplete');
});

test.each<[string, Script, string?]>([
  [
    'a length that was too long',
    [head(200, { 'content-type': 'application/json', 'content-length': '5000' }), body('{"choices":'), end()],
  ],
  [
    'a reset',
    [head(200, { 'content-type': 'application/json', 'content-length': '5000' }), body('{"choices":'), reset()],
  ],
  ['no finish reason', answerText('one two', { finishReason: null }), 'upstream_incomplete'],
  [
    'an error inside a 200',
    [head(200, { 'content-type': 'application/json' }), body(`{"error":{"message":"${CANARY}"}}`)],
  ],
])('a JSON answer with %s is a 502 and costs nothing', async (_name, script, code = 'upstream_error') => {
  service.upstream.play(script);

  const answer = await askForNothing(service, 'json');

  expectRefusal(answer, { code });
  expectNothingOfTheUpstream(answer, service);
});

test('the official client gets the error of a broken stream, after what had come', async () => {
  service.upstream.play(BREAKS['a FIN between chunks']!);
  const stream = await service.client().chat.completions.create({
    model: 'svc-frost',
    messages: [{ role: 'user', content: 'hi' }],
    stream: true,
  });

  let text = '';
  const reading = (async () => {
    for await (const part of stream) text += part.choices[0]?.delta.content ?? '';
  })();

  await expect(reading).rejects.toThrow(/stopped before its answer was complete/);
  expect(text).toBe('one two');
});

describe('cut by the network at every place', () => {
  test.each(FORMS)('as %s: either the whole answer and its price, or a failure and no charge', async (form) => {
    const whole = answerText('žluťoučký kůň 🐎', { usage: { prompt_tokens: 11, completion_tokens: 7 } });
    await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: service.upstream.port } });
    await using behind = await startService({
      engineUrl: () => `http://127.0.0.1:${proxy.port}/v1`,
      env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' },
    });
    service.upstream.play([framing('chunked'), whole]);
    await ask(behind, form);
    const total = proxy.counters.down;

    const endings = { whole: 0, broken: 0, refused: 0 };
    for (let cutAt = 1; cutAt < total + 20; cutAt += 17) {
      proxy.resetAll();
      proxy.faults.set({ down: cutAt % 2 === 0 ? { cutAfterBytes: cutAt } : { resetAfterBytes: cutAt } });
      const { answer, paid } = await askAndPay(behind, form);
      if (answer.finishReason === 'stop' && !answer.error) {
        endings.whole += 1;
        expect(answer.text).toBe('žluťoučký kůň 🐎');
        expect(paid).toBe(costOf(11, 7));
        expect(answer.isDone).toBe(form === 'stream');
      } else if (answer.status === 200) {
        endings.broken += 1;
        expectBrokenStream(answer, 'upstream_incomplete');
        expect(paid).toBe(0n);
      } else {
        endings.refused += 1;
        expectRefusal(answer, { code: 'upstream_error' });
        expect(paid).toBe(0n);
      }
      proxy.clear();
    }

    expect(endings.whole).toBeGreaterThan(0);
    expect(endings.refused).toBeGreaterThan(0);
    if (form === 'stream') expect(endings.broken).toBeGreaterThan(0);
    await expectLedgerInOrder(behind.config.dataDir);
  });
});

test.each<[string, Script]>([
  ['a proper end', answerText('one two', { done: false, usage: { prompt_tokens: 5, completion_tokens: 2 } })],
  [
    'a body that ends with the connection',
    [
      framing('close-delimited'),
      answerText('one two', { done: false, usage: { prompt_tokens: 5, completion_tokens: 2 } }),
    ],
  ],
])('a finish reason without [DONE] and %s is a whole answer, and we add the mark', async (_name, script) => {
  service.upstream.play(script);

  const { answer, paid } = await askAndPay(service, 'stream');

  expect(answer).toMatchObject({ text: 'one two', finishReason: 'stop', isDone: true, error: undefined });
  expect(paid).toBe(costOf(5, 2));
});

test('what comes after [DONE] is not read', async () => {
  service.upstream.play((request) => [
    sseHead(),
    sse(chunk(request, { content: 'one' })),
    sse({
      ...chunk(request, {}),
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 1 },
    }),
    sse('[DONE]'),
    sse(chunk(request, { content: CANARY })),
    errorEvent,
  ]);

  const { answer, paid } = await askAndPay(service, 'stream');

  expect(answer).toMatchObject({ text: 'one', isDone: true });
  expect(paid).toBe(costOf(5, 1));
  expectNothingOfTheUpstream(answer, service);
});
