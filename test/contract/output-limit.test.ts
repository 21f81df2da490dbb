/** The limit of an answer is ours to enforce, whatever the engine does with `max_tokens`. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import { askAndPay, costOf, FORMS } from '../support/asking.ts';
import { anomalies, expectLedgerInOrder } from '../support/ledger-order.ts';
import { answerText, body, chunk, type Script, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const LIMIT = 50;
const TOLERANCE = DEFAULT_LIMITS.outputToleranceTokens;
const WORDS = Array.from({ length: 3000 }, (_, n) => `word-${n}`).join(' ');
const OWN_INPUT = 8;

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' } });
});
afterAll(async () => {
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

const wordsIn = (text: string): number => text.split(' ').filter((word) => word !== '').length;

async function expectEndedAtTheLimit(form: 'json' | 'stream', script: Script) {
  service.upstream.play(script);
  const before = service.upstream.requests.length;
  const { answer, paid } = await askAndPay(service, form, { max_tokens: LIMIT });
  expect(answer).toMatchObject({ status: 200, finishReason: 'length', error: undefined, isDone: form === 'stream' });
  expect(answer.usage?.completion_tokens).toBe(LIMIT);
  expect(wordsIn(answer.text)).toBeWithin(LIMIT, LIMIT + TOLERANCE + 1);
  expect(WORDS).toStartWith(answer.text.trim());
  const { request_id } = anomalies(service.config.dataDir).at(-1)!;
  expect(request_id).toBe(answer.headers.get('x-request-id')!);
  return { paid, request: service.upstream.requests[before]! };
}

describe.each(FORMS)('as %s', (form) => {
  test('3,000 words of an engine that ignores max_tokens are ended at the limit, which is what is charged', async () => {
    const { paid } = await expectEndedAtTheLimit(form, answerText(WORDS, { usage: null }));

    expect(paid).toBe(costOf(OWN_INPUT, LIMIT));
    expect(service.upstream.requests.at(-1)?.body).toMatchObject({ max_tokens: LIMIT });
  });

  test('what such an engine would report at its end changes nothing: it is left before', async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 3000 };
    const { paid } = await expectEndedAtTheLimit(form, answerText(WORDS, { usage }));

    expect(paid).toBe(costOf(OWN_INPUT, LIMIT));
  });

  test('an answer that uses all of its limit is whole, and its engine has the last word', async () => {
    const text = WORDS.split(' ').slice(0, LIMIT).join(' ');
    const usage = { prompt_tokens: 12, completion_tokens: LIMIT };
    service.upstream.play(answerText(text, { usage, finishReason: 'length' }));
    const before = anomalies(service.config.dataDir).length;

    const { answer, paid } = await askAndPay(service, form, { max_tokens: LIMIT });

    expect(answer).toMatchObject({ text, finishReason: 'length' });
    expect(paid).toBe(costOf(12, LIMIT));
    expect(anomalies(service.config.dataDir)).toHaveLength(before);
  });
});

const endless =
  (extra: (n: number) => object, words = 1): Script =>
  (request) => [
    sseHead(),
    body(function* () {
      for (let n = 0; ; n++) {
        const content = Array.from({ length: words }, (_, k) => `word-${n * words + k} `).join('');
        yield `data: ${JSON.stringify(chunk(request, { content }, extra((n + 1) * words)))}\n\n`;
      }
    }),
  ];
const RUNNING: Record<string, (n: number) => object> = {
  'no running count': () => ({}),
  'a running count': (n) => ({ usage: { prompt_tokens: 12, completion_tokens: n } }),
  timings: (n) => ({ timings: { prompt_n: 12, predicted_n: n } }),
  'a running count that stays at zero': () => ({ usage: { prompt_tokens: 12, completion_tokens: 0 } }),
};

describe.each(Object.entries(RUNNING))('a stream without end, with %s', (name, extra) => {
  test.each([1, 7])('and %d words in a piece is ended at its limit, and its engine is stopped', async (words) => {
    const { paid, request } = await expectEndedAtTheLimit('stream', endless(extra, words));

    expect(await request.closed).toBe('peer');
    expect(paid).toBe(costOf(name === 'no running count' ? OWN_INPUT : 12, LIMIT));
  });
});

test('an engine that says itself that it has passed its limit is stopped at once', async () => {
  // One word of ours, ten tokens of its own.
  service.upstream.play((request) => [
    sseHead(),
    ...Array.from({ length: 20 }, (_, n) =>
      sse(chunk(request, { content: `word-${n} ` }, { usage: { prompt_tokens: 12, completion_tokens: 10 * (n + 1) } })),
    ),
  ]);

  const { answer, paid } = await askAndPay(service, 'stream', { max_tokens: LIMIT });

  expect(answer).toMatchObject({ finishReason: 'length', isDone: true });
  expect(wordsIn(answer.text)).toBe(6);
  expect(paid).toBe(costOf(12, LIMIT));
});

test('a limit that the funds have set is enforced in the same way', async () => {
  const bound = 256 + 16 + 14;
  await using poor = await startService({ creditNanos: costOf(bound, LIMIT) });
  poor.upstream.play(answerText(WORDS, { usage: null }));

  const { answer, paid } = await askAndPay(poor, 'stream');

  expect(answer).toMatchObject({ finishReason: 'length', isDone: true });
  expect(wordsIn(answer.text)).toBe(LIMIT + TOLERANCE);
  expect(paid).toBe(costOf(OWN_INPUT, LIMIT));
  await expectLedgerInOrder(poor.config.dataDir);
});

test('the arguments of a tool call are cut at the limit too', async () => {
  service.upstream.play((request) => [
    sseHead(),
    sse(chunk(request, { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'say', arguments: '' } }] })),
    body(function* () {
      while (true) {
        const delta = { tool_calls: [{ index: 0, function: { arguments: ' word' } }] };
        yield `data: ${JSON.stringify(chunk(request, delta))}\n\n`;
      }
    }),
  ]);

  const tools = [{ type: 'function', function: { name: 'say' } }];
  const { answer } = await askAndPay(service, 'stream', { max_tokens: LIMIT, tools });

  expect(answer).toMatchObject({ finishReason: 'length', isDone: true });
  expect(answer.usage?.completion_tokens).toBe(LIMIT);
});
