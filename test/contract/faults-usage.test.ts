/** F9, money: what an upstream may say about usage, and what is charged for it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ask, askAndPay, costOf, FORMS, type Form } from '../support/asking.ts';
import { anomalies, expectLedgerInOrder, requestRows } from '../support/ledger-order.ts';
import {
  type AnswerOptions,
  answerText,
  chunk,
  reset,
  type Script,
  sse,
  sseHead,
} from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' } });
});
afterAll(async () => {
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

/** Our own count of the question (14 bytes) and of the answer, in three pieces or in one of three words. */
const TEXT = 'one two three';
const OWN_INPUT = Math.ceil(14 / 4) + 4;
const OWN_OUTPUT = 3;

async function askFor(form: Form, options: AnswerOptions) {
  const lines = service.log.length;
  service.upstream.play(answerText(TEXT, options));
  const { answer, paid } = await askAndPay(service, form);
  expect(answer).toMatchObject({ status: 200, text: TEXT, finishReason: 'stop', error: undefined });
  const { usage } = answer;
  // What the caller reads is what the ledger says and what was paid.
  expect(requestRows(service.config.dataDir).at(-1)).toMatchObject({
    state: 'settled',
    outcome: 'finished',
    input_tokens: usage!.prompt_tokens,
    output_tokens: usage!.completion_tokens,
    cost_nanos: Number(paid),
  });
  expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens);
  return { answer, paid, errors: service.log.slice(lines).filter((line) => line.level === 'error') };
}

test('usage that cannot be true has a row also where the answer fails and is free', async () => {
  const usage = { prompt_tokens: 9, completion_tokens: -1 };
  service.upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'one' }, { usage })), reset()]);

  const answer = await ask(service, 'stream');
  const of = () =>
    anomalies(service.config.dataDir).find((row) => row.request_id === answer.headers.get('x-request-id'));
  await until('the anomaly is written', () => of() !== undefined);
  const row = of()!;

  expect(row.claim).toMatchObject({ what: 'impossible usage', charged: null });
  expect(requestRows(service.config.dataDir).at(-1)).toMatchObject({ state: 'released', outcome: 'engine-failed' });
});

describe.each(FORMS)('as %s', (form) => {
  test.each<[string, unknown, input: number, output: number]>([
    ['is negative', { prompt_tokens: 9, completion_tokens: -1 }, 9, OWN_OUTPUT],
    ['is negative in its input', { prompt_tokens: -9, completion_tokens: 1 }, OWN_INPUT, 1],
    ['is huge', { prompt_tokens: 9, completion_tokens: 2 ** 53 }, 9, OWN_OUTPUT],
    ['is past every number', { prompt_tokens: 9, completion_tokens: 1e308 }, 9, OWN_OUTPUT],
    ['is more than was allowed', { prompt_tokens: 9, completion_tokens: 1001 }, 9, OWN_OUTPUT],
    ['is more input than can have been sent', { prompt_tokens: 5000, completion_tokens: 2 }, OWN_INPUT, 2],
    ['is a fraction', { prompt_tokens: 9, completion_tokens: 1.5 }, 9, OWN_OUTPUT],
    ['is a string', { prompt_tokens: '9', completion_tokens: '1' }, OWN_INPUT, OWN_OUTPUT],
    ['is half there', { prompt_tokens: 9 }, 9, OWN_OUTPUT],
    ['is null inside', { prompt_tokens: null, completion_tokens: null }, OWN_INPUT, OWN_OUTPUT],
    ['is a list', [9, 1], OWN_INPUT, OWN_OUTPUT],
    ['is a word', 'nine', OWN_INPUT, OWN_OUTPUT],
    ['is a number', 10, OWN_INPUT, OWN_OUTPUT],
    ['is true', true, OWN_INPUT, OWN_OUTPUT],
    [
      'has a negative detail',
      { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: { cached_tokens: -5 } },
      9,
      1,
    ],
    [
      'has a fraction of reasoning',
      { prompt_tokens: 9, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 0.5 } },
      9,
      1,
    ],
  ])(
    'usage that %s is an anomaly: what can be true is charged, and our own count for the rest',
    async (_name, rawUsage, input, output) => {
      const { answer, paid, errors } = await askFor(form, { rawUsage });

      expect(paid).toBe(costOf(input, output));
      const anomaly = anomalies(service.config.dataDir).at(-1)!;
      expect(anomaly.request_id).toBe(answer.headers.get('x-request-id')!);
      expect(anomaly.claim).toMatchObject({
        what: 'impossible usage',
        outputTokensMax: 1000,
        charged: { inputTokens: input, outputTokens: output },
      });
      expect(errors).toMatchObject([
        { message: 'an engine has broken the rules of counting', requestId: anomaly.request_id },
      ]);
    },
  );

  test.each<[string, AnswerOptions]>([
    ['missing', { usage: null }],
    ['null', { rawUsage: null }],
    ['an empty object', { rawUsage: {} }],
  ])('usage that is %s is no fault: our own count is charged', async (_name, options) => {
    const { paid, errors } = await askFor(form, options);

    expect(paid).toBe(costOf(OWN_INPUT, OWN_OUTPUT));
    expect(errors).toEqual([]);
  });

  test('an explicit zero is a count: nothing is charged for it', async () => {
    const { answer, paid, errors } = await askFor(form, { usage: { prompt_tokens: 0, completion_tokens: 0 } });

    expect(paid).toBe(0n);
    expect(answer.usage).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, cost_czk: '0' });
    expect(errors).toEqual([]);
  });

  test('a total that is not the sum does not matter', async () => {
    const { paid } = await askFor(form, {
      rawUsage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 999_999 },
    });

    expect(paid).toBe(costOf(9, 2));
  });

  test('usage on the finish chunk is as good as on its own', async () => {
    const { paid } = await askFor(form, { usage: { prompt_tokens: 9, completion_tokens: 2 }, usageIn: 'finish-chunk' });

    expect(paid).toBe(costOf(9, 2));
  });

  test('the largest usage that is possible is charged as it is said', async () => {
    const { paid, errors } = await askFor(form, { usage: { prompt_tokens: 256 + 16 + 14, completion_tokens: 1000 } });

    expect(paid).toBe(costOf(286, 1000));
    expect(errors).toEqual([]);
  });

  test('more cached tokens than input are all of the input', async () => {
    const { paid } = await askFor(form, {
      usage: { prompt_tokens: 8, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 999 } },
    });

    expect(paid).toBe(8n * 1_250n + 20_000n);
  });
});

const streamOf =
  (...usages: readonly unknown[]): Script =>
  (request) => [
    sseHead(),
    ...['one', ' two', ' three'].map((content) => sse(chunk(request, { content }))),
    sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    ...usages.map((usage) => sse({ ...chunk(request, {}), choices: [], usage })),
    sse('[DONE]'),
  ];

test('of two usages in one stream the last one counts; they are not added up', async () => {
  service.upstream.play(
    streamOf({ prompt_tokens: 9, completion_tokens: 2 }, { prompt_tokens: 9, completion_tokens: 3 }),
  );

  const { answer, paid } = await askAndPay(service, 'stream');

  expect(paid).toBe(costOf(9, 3));
  expect(answer.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 });
});

test.each([
  [
    'after',
    [
      { prompt_tokens: 9, completion_tokens: 2 },
      { prompt_tokens: 9, completion_tokens: -2 },
    ],
  ],
  [
    'before',
    [
      { prompt_tokens: 9, completion_tokens: -2 },
      { prompt_tokens: 9, completion_tokens: 2 },
    ],
  ],
])('nonsense %s a good usage is an anomaly and changes nothing', async (_when, usages) => {
  service.upstream.play(streamOf(...usages));

  const { answer, paid } = await askAndPay(service, 'stream');

  expect(paid).toBe(costOf(9, 2));
  const { request_id, claim } = anomalies(service.config.dataDir).at(-1)!;
  expect(request_id).toBe(answer.headers.get('x-request-id')!);
  expect(claim.claim).toContain('-2');
});

test('anomalies are counted in the metrics, by model', async () => {
  const metrics = await (await fetch(new URL('/metrics', service.url))).text();

  const count = anomalies(service.config.dataDir).length;
  expect(metrics).toContain(`boreal_usage_anomalies_total{model="svc-frost"} ${count}\n`);
});

test('a caller who did not ask for usage pays the same and reads none', async () => {
  service.upstream.play(answerText(TEXT, { usage: { prompt_tokens: 9, completion_tokens: 2 } }));

  const { answer, paid } = await askAndPay(service, 'stream', { stream_options: undefined });

  expect(paid).toBe(costOf(9, 2));
  expect(answer.body).not.toContain('usage');
  expect(answer.isDone).toBe(true);
});

test('the balance cannot go below zero, whatever an upstream claims', async () => {
  await using poor = await startService({ creditNanos: costOf(300, 20) });
  poor.upstream.play(answerText(TEXT, { rawUsage: { prompt_tokens: 286, completion_tokens: 2 ** 31 } }));

  const { answer, paid } = await askAndPay(poor, 'json');

  expect(answer.status).toBe(200);
  expect(paid).toBeLessThanOrEqual(costOf(300, 20));
  expect((await poor.stores.ledger.balanceOf(poor.accountId, Date.now())).credit).toBeGreaterThanOrEqual(0n);
  await expectLedgerInOrder(poor.config.dataDir);
});
