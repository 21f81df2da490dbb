/** Several answers to one request (`n`), through the official client. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import OpenAI from 'openai';
import {
  answerText,
  answerToolCalls,
  finish,
  json,
  type Script,
  type ScriptRequest,
  sse,
  sseHead,
} from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { CITY_SCHEMA, collect, expectRightLedger, HELLO, paid, rejection, toolNamed } from './client.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.restart());

const openai = () => new OpenAI({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
const CHAT = { model: 'svc-frost', messages: HELLO, max_tokens: 50 };
const usage = (prompt_tokens: number, completion_tokens: number) => ({ usage: { prompt_tokens, completion_tokens } });

/** Another answer each time: a, b b, c c c, … */
const numbered = (_: ScriptRequest, n: number): Script =>
  answerText(
    Array(n + 1)
      .fill('abcd'[n])
      .join(' '),
    usage(10, n + 1),
  );

async function receiptOf(id: string) {
  const headers = { authorization: `Bearer ${service.key}` };
  return (await (await fetch(`${service.url}/receipts/${id}`, { headers })).json()) as {
    usage: { prompt_tokens: number; completion_tokens: number };
  };
}

describe('four answers', () => {
  test('come in one body, each with its number and end, and the usage is their sum', async () => {
    service.upstream.play(numbered);

    const chat = await openai().chat.completions.create({ ...CHAT, n: 4 });

    expect(chat.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(chat.choices.map(({ message }) => message.content).toSorted()).toEqual(['a', 'b b', 'c c c', 'd d d d']);
    expect(chat.choices.map(({ finish_reason: reason }) => reason)).toEqual(['stop', 'stop', 'stop', 'stop']);
    expect(chat.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 });
    expect((await receiptOf(chat.id)).usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 10 });
    expect(service.upstream.requests.map(({ body }) => (body as { n?: number }).n)).toEqual(Array(4).fill(undefined));
  });

  test('come as a stream: the role, the text and the end of each under its number', async () => {
    service.upstream.play(numbered);
    const asked = { ...CHAT, n: 4, stream: true as const, stream_options: { include_usage: true } };

    const chunks = await collect(await openai().chat.completions.create(asked));

    const texts = ['', '', '', ''];
    const ends: (string | null)[] = [];
    const roles: number[] = [];
    for (const { index, delta, finish_reason: reason } of chunks.flatMap(({ choices }) => choices)) {
      texts[index] += delta.content ?? '';
      if (delta.role) roles.push(index);
      if (reason) ends[index] = reason;
    }
    expect(roles).toEqual([0, 1, 2, 3]);
    expect(texts.toSorted()).toEqual(['a', 'b b', 'c c c', 'd d d d']);
    expect(ends).toEqual(['stop', 'stop', 'stop', 'stop']);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 40, completion_tokens: 10 } });
  });

  test('have a seed each', async () => {
    service.upstream.play(numbered);

    await openai().chat.completions.create({ ...CHAT, n: 3, seed: 7 });

    const seeds = service.upstream.requests.map(({ body }) => (body as { seed: number }).seed);
    expect(seeds.toSorted()).toEqual([7, 8, 9]);
  });

  test('are given again for their Idempotency-Key, as JSON and as a stream, and paid once', async () => {
    service.upstream.play(numbered);
    for (const stream of [false, true]) {
      const headers = { 'Idempotency-Key': `choices-${stream}`, authorization: `Bearer ${service.key}` };
      const body = { ...CHAT, n: 3, stream };
      const ask = async () => {
        const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
        return (await fetch(`${service.url}/chat/completions`, { ...init, body: JSON.stringify(body) })).text();
      };

      const first = await ask();
      const spent = (await paid(service)).spent;
      const second = await ask();

      expect(textsIn(second)).toEqual(textsIn(first));
      expect((await paid(service)).spent).toBe(spent);
    }
  });

  test('with tools, with logprobs and with a strict schema', async () => {
    service.upstream.play(answerToolCalls([{ name: 'weather', arguments: { city: 'Brno' } }], usage(10, 5)));
    const calls = await openai().chat.completions.create({ ...CHAT, n: 2, tools: [toolNamed('weather')] });
    service.upstream.play(withLogprobs());
    const likely = await openai().chat.completions.create({ ...CHAT, n: 2, logprobs: true });
    const schema = { name: 'city', strict: true, schema: CITY_SCHEMA };
    const format = { type: 'json_schema' as const, json_schema: schema };
    service.upstream.play((_, n) => answerText(n === 1 ? '{"city":7}' : '{"city":"Brno"}', usage(10, 5)));
    const wrong = await rejection(openai().chat.completions.create({ ...CHAT, n: 2, response_format: format }));
    const right = await openai().chat.completions.create({ ...CHAT, n: 2, response_format: format });

    expect(calls.choices.map(({ message }) => message.tool_calls?.length)).toEqual([1, 1]);
    expect(likely.choices.map(({ logprobs }) => logprobs?.content?.[0]?.token)).toEqual(['Hi', 'Hi']);
    expect(wrong.status).toBe(502);
    expect(right.choices).toMatchObject([{ structured_output: 'held' }, { structured_output: 'held' }]);
  });
});

describe('what they cost', () => {
  test('one that fails fails all of them, and nothing is charged', async () => {
    const before = await paid(service);
    service.upstream.play((request, n) => (n === 1 ? json({ error: { message: 'no' } }, 500) : numbered(request, n)));

    const failed = await rejection(openai().chat.completions.create({ ...CHAT, n: 3 }));

    expect(failed.status).toBe(502);
    expect(await paid(service)).toEqual(before);
  });

  test('each is cut at its own limit', async () => {
    service.upstream.play(answerText('word '.repeat(400), { usage: null }));

    const chat = await openai().chat.completions.create({ ...CHAT, max_tokens: 2, n: 2 });

    expect(service.upstream.requests.map(({ body }) => (body as { max_tokens: number }).max_tokens)).toEqual([2, 2]);
    expect(chat.choices.map(({ finish_reason: reason }) => reason)).toEqual(['length', 'length']);
    expect(chat.usage!.completion_tokens).toBe(4);
  });

  test('all of them are held: who can pay for one cannot ask for four', async () => {
    // At most 2,272 tokens are read out of the text with what a template writes around it, for 5,000 nano-crowns each.
    await using poor = await startService({ creditNanos: 3n * 2_272n * 5_000n });
    const asked = { model: 'svc-frost', messages: [{ role: 'user' as const, content: 'x'.repeat(2000) }] };

    const four = await poor.post({ ...asked, max_tokens: 1, n: 4 });
    const two = await poor.post({ ...asked, max_tokens: 1, n: 2 });

    expect([four.status, two.status]).toEqual([402, 200]);
    expect(await paid(poor)).toMatchObject({ held: 0n });
  });

  test('the ledger adds up', () => expectRightLedger(service));
});

/** The texts of an answer, by number, whether it is JSON or a stream. */
function textsIn(written: string): readonly string[] {
  const texts: string[] = [];
  const bodies = written.startsWith('{')
    ? [written]
    : written.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice('data: '.length)] : []));
  for (const body of bodies) {
    for (const choice of JSON.parse(body).choices) {
      texts[choice.index] = (texts[choice.index] ?? '') + (choice.message ?? choice.delta).content;
    }
  }
  return texts;
}

const withLogprobs = (): Script => [
  sseHead(),
  sse({
    choices: [
      {
        index: 0,
        delta: { content: 'Hi' },
        logprobs: { content: [{ token: 'Hi', logprob: -0.5, bytes: [72, 105], top_logprobs: [] }] },
        finish_reason: null,
      },
    ],
  }),
  sse({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...usage(10, 1) }),
  sse('[DONE]'),
  finish(),
];
