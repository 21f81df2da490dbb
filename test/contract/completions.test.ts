/** POST /v1/completions through the official client: a prompt or a gap in, text out, paid as a chat is. */
import { describe, expect, test } from 'bun:test';
import type { CompletionCreateParamsNonStreaming } from 'openai/resources/completions';
import { test as onBoth } from '../support/databases.ts';
import { schemaProblems } from '../support/json-schema-check.ts';
import { lendServices } from '../support/lent-services.ts';
import { answerReasoning, answerText, firstEvents, reset } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, collect, expectRightLedger, MODELS, PRICED_USAGE, paid, rejection } from './client.fixture.ts';

const lendService = lendServices();

/** A request with fields that the client's own types do not know. */
const orderOf = (body: object): CompletionCreateParamsNonStreaming => body as CompletionCreateParamsNonStreaming;

const post = (service: TestService, body: object, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const receiptOf = async (service: TestService, id: string): Promise<unknown> =>
  (await fetch(`${service.url}/receipts/${id}`, { headers: { authorization: `Bearer ${service.key}` } })).json();

describe.each(MODELS)('$model of Variant $catalogue', ({ catalogue, model, costCzk, maxTokens }) => {
  onBoth('answers a prompt with its text, its usage and a receipt, and the ledger is right', async () => {
    await using service = await startService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const answer = await service.client().completions.create({ model, prompt: 'Hello' });

    expect(answer.id).toMatch(/^cmpl-[0-9A-Za-z]{34}$/);
    expect(answer as object).toEqual({
      id: answer.id,
      object: 'text_completion',
      created: expect.any(Number),
      model,
      choices: [{ index: 0, text: 'Good day', logprobs: null, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: 200,
        completion_tokens: 7,
        total_tokens: 207,
        prompt_tokens_details: { cached_tokens: 40 },
        completion_tokens_details: { reasoning_tokens: 3 },
        cost_czk: costCzk,
      },
    });
    expect(asked(service)).toMatchObject({ messages: [{ role: 'user', content: 'Hello' }], max_tokens: maxTokens });
    expect(await receiptOf(service, answer.id)).toMatchObject({ model, outcome: 'finished', cost_czk: costCzk });
    expect(await paid(service)).toMatchObject({ held: 0n });
    await expectRightLedger(service);
  });

  onBoth('streams the same answer, and its usage where it was asked for', async () => {
    await using service = await startService({ catalogue });
    service.upstream.play(answerText('Good day', { usage: PRICED_USAGE }));

    const stream = await service
      .client()
      .completions.create({ model, prompt: ['Hello'], stream: true, stream_options: { include_usage: true } });
    const chunks = await collect(stream);

    expect(chunks.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe('Good day');
    expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(['text_completion']));
    expect(chunks.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason)).at(-1)).toBe('stop');
    expect(chunks.at(-1) as object).toMatchObject({ choices: [], usage: { total_tokens: 207, cost_czk: costCzk } });
    expect(await receiptOf(service, chunks[0]!.id)).toMatchObject({ outcome: 'finished', cost_czk: costCzk });
    await expectRightLedger(service);
  });
});

describe('what the model is asked', () => {
  test('a suffix makes it fill the gap, and parameters are passed on', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('return a + b;'));

    const answer = await service.client().completions.create({
      model: 'svc-glacier',
      prompt: 'function add(a, b) {\n  ',
      suffix: '\n}\n',
      max_tokens: 64,
      temperature: 0.1,
      top_p: 0.9,
      stop: ['\n\n'],
      seed: 7,
      presence_penalty: 0.5,
      frequency_penalty: 0.25,
      user: 'editor',
      n: 1,
      best_of: 1,
      echo: false,
      logprobs: null,
    });

    expect(answer.choices[0]!.text).toBe('return a + b;');
    const sent = asked(service);
    const [system, user] = sent.messages as { role: string; content: string }[];
    expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('only with the missing text') });
    expect(user!.content).toBe('<prefix>function add(a, b) {\n  </prefix>\n<suffix>\n}\n</suffix>');
    expect(sent).toMatchObject({ max_tokens: 64, temperature: 0.1, top_p: 0.9, stop: ['\n\n'], seed: 7 });
    expect(sent).toMatchObject({ presence_penalty: 0.5, frequency_penalty: 0.25 });
  });

  test('the gap may be at the beginning or at the end of a file', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('x'));

    await service.client().completions.create({ model: 'svc-glacier', prompt: '', suffix: 'end' });
    await service.client().completions.create({ model: 'svc-glacier', prompt: 'begin', suffix: '' });

    const gaps = [-2, -1].map((n) => (asked(service, n).messages as { content: string }[])[1]!.content);
    expect(gaps).toEqual(['<prefix></prefix>\n<suffix>end</suffix>', '<prefix>begin</prefix>\n<suffix></suffix>']);
  });

  test('reasoning is no part of the text, and a limit that was reached is said', async () => {
    await using service = await lendService();
    service.upstream.play(
      answerReasoning(
        { reasoning: 'Let me think.', content: 'Forty-two', style: 'reasoning_content' },
        { finishReason: 'length' },
      ),
    );
    const order = { model: 'svc-glacier', prompt: 'Six times seven?' };

    const whole = await service.client().completions.create(order);
    const chunks = await collect(await service.client().completions.create({ ...order, stream: true }));

    expect(whole.choices[0]).toMatchObject({ text: 'Forty-two', finish_reason: 'length' });
    expect(chunks.map(({ choices }) => choices[0]!.text).join('')).toBe('Forty-two');
    expect(chunks.at(-1)!.choices[0]!.finish_reason).toBe('length');
  });

  test('a large prompt, read on the thread of its own, is asked for alike', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('ok'));
    const prompt = 'word '.repeat(16_000);

    const answer = await service.client().completions.create({ model: 'svc-glacier', prompt });

    expect(answer.choices[0]!.text).toBe('ok');
    expect(asked(service).messages).toEqual([{ role: 'user', content: prompt }]);
  });
});

describe('as with every chat', () => {
  test('a repeat with the same Idempotency-Key gets the same answer and is billed once', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('Good day'));
    const ask = () => post(service, { model: 'svc-glacier', prompt: 'Hello' }, { 'idempotency-key': 'k1' });

    const [first, second] = [await (await ask()).json(), await ask()];

    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(first);
    expect(service.upstream.requests).toHaveLength(1);
  });

  test('a failure in a stream is thrown by the official client and costs nothing', async () => {
    await using service = await lendService();
    service.upstream.play([firstEvents(2, answerText('Good day')), reset()]);
    const stream = await service.client().completions.create({ model: 'svc-glacier', prompt: 'Hello', stream: true });

    expect(await rejection(collect(stream))).toMatchObject({ code: 'upstream_incomplete' });
    expect(await paid(service)).toEqual({ spent: 0n, held: 0n });
  });

  test('without funds it is a 402 before any engine is asked', async () => {
    await using service = await startService({ creditNanos: 0n });

    const refused = await rejection(service.client().completions.create({ model: 'svc-glacier', prompt: 'Hello' }));

    expect(refused).toMatchObject({ status: 402, code: 'insufficient_quota' });
    expect(service.upstream.requests).toHaveLength(0);
  });

  test('the stream ends with [DONE], and answers keep to the description', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('Good day'));
    const order = { model: 'svc-glacier', prompt: 'Hello' };
    const description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as object;
    const problemsOf = (name: string, value: unknown) =>
      schemaProblems({ ...description, $ref: `#/components/schemas/${name}` }, value);

    const whole = await (await post(service, order)).json();
    const text = await (
      await post(service, { ...order, stream: true, stream_options: { include_usage: true } })
    ).text();

    const frames = text.trimEnd().split('\n\n');
    expect(frames.at(-1)).toBe('data: [DONE]');
    expect(problemsOf('Completion', whole)).toEqual([]);
    for (const frame of frames.slice(0, -1)) {
      expect(problemsOf('CompletionChunk', JSON.parse(frame.slice('data: '.length)))).toEqual([]);
    }
  });
});

describe('refused', () => {
  const WRONG: readonly (readonly [body: object, param: string])[] = [
    [{ prompt: undefined }, 'prompt'],
    [{ prompt: '' }, 'prompt'],
    [{ prompt: [] }, 'prompt'],
    [{ prompt: ['a', 'b'] }, 'prompt'],
    [{ prompt: [1, 2, 3] }, 'prompt'],
    [{ prompt: { text: 'x' } }, 'prompt'],
    [{ prompt: '', suffix: '' }, 'prompt'],
    [{ suffix: 7 }, 'suffix'],
    [{ echo: true }, 'echo'],
    [{ n: 2 }, 'n'],
    [{ best_of: 3 }, 'best_of'],
    [{ logprobs: 5 }, 'logprobs'],
    [{ max_tokens: 0 }, 'max_tokens'],
    [{ max_tokens: 1_000_000 }, 'max_tokens'],
    [{ temperature: 3 }, 'temperature'],
    [{ stream: 'yes' }, 'stream'],
    [{ stream_options: { include_usage: true } }, 'stream_options'],
    [{ model: 'none' }, 'model'],
  ];

  test('bad input is a 400 that names the field, and no engine is asked', async () => {
    await using service = await lendService();
    for (const [fields, param] of WRONG) {
      const order = orderOf({ model: 'svc-glacier', prompt: 'Hello', ...fields });
      const refused = await rejection(service.client().completions.create(order));

      expect([refused.status, refused.param, refused.type]).toEqual([400, param, 'invalid_request_error']);
    }
    expect(service.upstream.requests).toHaveLength(0);
  });
});
