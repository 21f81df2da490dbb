/** Money over HTTP, as customers use it: what a request costs, what it may cost, and what the ledger says afterwards. */
import { describe, expect } from 'bun:test';
import { PUBLISHED } from '../../src/core/catalogue.ts';
import type { ChatRequest } from '../../src/core/chat.ts';
import { nanos, worstCostOf } from '../../src/core/money.ts';
import { inputTokensMax } from '../../src/core/token-bound.ts';
import { test } from '../support/databases.ts';
import { answerText, chunk, firstEvents, hang, sse, sseHead, waitFor } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { expectRightLedger } from './client.fixture.ts';

const PRICE = PUBLISHED.A.models.find(({ id }) => id === 'svc-glacier')!.price;
const MESSAGES = [{ role: 'user' as const, content: 'hi' }];
const CHAT = { messages: MESSAGES } as unknown as ChatRequest;
const INPUT_MAX = inputTokensMax(CHAT);
const UNLIMITED = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };

/** The highest cost of one request of `MESSAGES` with this many tokens of output. */
const worst = (outputTokens: number): bigint => worstCostOf(BigInt(INPUT_MAX), BigInt(outputTokens), PRICE);

const balance = (service: TestService) => service.stores.ledger.balanceOf(service.accountId, Date.now());

describe('credit for exactly k requests', () => {
  test.each([1, 7, 40])('lets exactly %i of 200 at once through and leaves nothing', async (k) => {
    await using service = await startService({ creditNanos: worst(10) * BigInt(k), env: UNLIMITED });
    const usage = { prompt_tokens: INPUT_MAX, completion_tokens: 10 };
    service.upstream.play(answerText('all of it', { usage, finishReason: 'length' }));

    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const answer = await service.post({ messages: MESSAGES, max_tokens: 10, stream: i % 2 === 0 });
        await answer.text();
        return answer.status;
      }),
    );

    expect(statuses.filter((status) => status === 200).length).toBe(k);
    expect(statuses.filter((status) => status === 402).length).toBe(200 - k);
    expect(await balance(service)).toMatchObject({ credit: 0n, held: 0n, spent: worst(10) * BigInt(k) });
    await expectRightLedger(service);
  });
});

describe('funds for less than was asked', () => {
  test('cap the output at the last token they cover, and the engine gets that limit', async () => {
    await using service = await startService({ creditNanos: worst(7) + PRICE.output - 1n });
    service.upstream.play(
      answerText('cut short', { usage: { prompt_tokens: 5, completion_tokens: 7 }, finishReason: 'length' }),
    );

    const answer = await service
      .client()
      .chat.completions.create({ model: 'svc-glacier', messages: MESSAGES, max_tokens: 500 });

    expect(answer.choices[0]?.finish_reason).toBe('length');
    expect(service.upstream.requests[0]?.body).toMatchObject({ max_tokens: 7 });
    await expectRightLedger(service);
  });

  test('that do not cover the input and one token are a 402 that explains itself, and nothing reaches the engine', async () => {
    await using service = await startService({ creditNanos: worst(1) - 1n });

    const answer = await service.post({ messages: MESSAGES });

    expect(answer.status).toBe(402);
    expect(answer.headers.get('x-should-retry')).toBe('false');
    const { error } = (await answer.json()) as { error: { message: string; code: string; type: string } };
    expect(error).toMatchObject({ code: 'insufficient_quota', type: 'insufficient_credit' });
    expect(error.message).toMatch(/needs at least [\d.]+ CZK, [\d.]+ CZK are available/);
    expect(service.upstream.requests.length).toBe(0);
  });

  test('held by a running request are named in the refusal and free again after it', async () => {
    const gate = Promise.withResolvers<void>();
    await using service = await startService({ creditNanos: worst(10) });
    service.upstream.play([
      waitFor(gate.promise),
      answerText('done', { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
    ]);
    const running = service.post({ messages: MESSAGES, max_tokens: 10 });
    await service.upstream.nextRequest();

    const refused = await service.post({ messages: MESSAGES, max_tokens: 10 });
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain('are held by running requests');

    gate.resolve();
    expect((await running).status).toBe(200);
    expect((await service.post({ messages: MESSAGES, max_tokens: 1 })).status).toBe(200);
  });
});

describe('a key with a limit', () => {
  test('spends no more than its limit while the account has plenty', async () => {
    await using service = await startService();
    const { secret } = await service.newKey({ limits: [{ unit: 'CZK', window: 'total', max: worst(10) }] });
    const usage = { prompt_tokens: INPUT_MAX, completion_tokens: 10 };
    service.upstream.play(answerText('x', { usage }));
    const ask = () =>
      service.post({ messages: MESSAGES, max_tokens: 10 }, { headers: { authorization: `Bearer ${secret}` } });

    expect((await ask()).status).toBe(200);
    const refused = await ask();

    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({ error: { code: 'key_limit_reached' } });
    expect((await service.post({ messages: MESSAGES })).status).toBe(200);
  });
});

describe('a receipt', () => {
  test('says what was processed, at which price, what it cost and which pots paid', async () => {
    await using service = await startService({ env: { BOREAL_PLANS: JSON.stringify({ pro: { tokens: 6 } }) } });
    await service.stores.plans.choose({ accountId: service.accountId, plan: 'pro', actor: 'test', atMs: Date.now() });
    const usage = { prompt_tokens: 5, completion_tokens: 4, completion_tokens_details: { reasoning_tokens: 2 } };
    service.upstream.play(answerText('x', { usage }));

    const answer = await service.client().chat.completions.create({ model: 'svc-glacier', messages: MESSAGES });
    const headers = { authorization: `Bearer ${service.key}` };
    const receipt = await (await fetch(`${service.url}/receipts/${answer.id}`, { headers })).json();

    expect(receipt).toMatchObject({
      id: answer.id,
      object: 'receipt',
      model: 'svc-glacier',
      outcome: 'finished',
      key_id: service.keyId,
      usage: { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 },
      price: { version: 'svc-glacier@1', input_czk_per_million: '25', output_czk_per_million: '100' },
      cost_czk: '0.0003',
      paid_by: [
        { pot: 'plan', name: 'pro', tokens: 6 },
        { pot: 'credit', czk: '0.0003' },
      ],
    });
    expect(answer.usage).toMatchObject({ cost_czk: '0.0003' });
  });

  test('is shown to the key that made the request and to no other', async () => {
    await using service = await startService();
    const { id } = await service.client().chat.completions.create({ model: 'svc-glacier', messages: MESSAGES });
    const other = await service.newKey();
    const get = (path: string, key: string) =>
      fetch(`${service.url}/receipts/${path}`, { headers: { authorization: `Bearer ${key}` } });

    expect((await get(id, service.key)).status).toBe(200);
    expect((await get(id.replace('chatcmpl-', 'req_'), service.key)).status).toBe(200);
    expect((await get(id, other.secret)).status).toBe(404);
    expect((await get('chatcmpl-nothing', service.key)).status).toBe(404);
    expect((await get('../accounts', service.key)).status).toBe(404);
  });
});

/** How many bytes a stream has when this text has come. */
async function bytesUntil(service: TestService, text: string): Promise<number> {
  const leaving = new AbortController();
  const answer = await service.post({ messages: MESSAGES, stream: true }, { signal: leaving.signal });
  const reader = answer.body!.getReader();
  let seen = '';
  while (!seen.includes(text)) seen += new TextDecoder().decode((await reader.read()).value);
  leaving.abort();
  return seen.length;
}

describe('a client that leaves', () => {
  test('pays for the input and the output that was made, to the token, where the engine counts as it goes', async () => {
    await using service = await startService({ engine: { runningUsage: 'continuous_usage_stats' } });
    const event = (text: string, completion_tokens: number) => (request: { body: unknown }) =>
      sse(
        chunk(
          request as never,
          { content: text },
          { usage: { prompt_tokens: 11, completion_tokens, total_tokens: 0 } },
        ),
      );
    service.upstream.play([sseHead(), event('one', 1), event('two', 2), event('three', 3), hang()]);
    const leaving = new AbortController();

    const answer = await service.post({ messages: MESSAGES, stream: true }, { signal: leaving.signal });
    const reader = answer.body!.getReader();
    let seen = '';
    while (!seen.includes('three')) seen += new TextDecoder().decode((await reader.read()).value);
    leaving.abort();
    await until(
      'the hold is settled',
      async () => (await balance(service)).held === 0n && (await balance(service)).spent > 0n,
    );

    expect((await balance(service)).spent).toBe(nanos(11n * PRICE.input + 3n * PRICE.output));
    await expectRightLedger(service);
  });

  test('is charged whatever it had asked for by its leaving, at every byte of the answer', async () => {
    await using service = await startService({ env: UNLIMITED });
    service.upstream.play([firstEvents(4, answerText('a b c d e')), hang()]);
    const length = await bytesUntil(service, '" c"');

    for (let cut = 0; cut < length; cut += 37) {
      const accountId = await service.newAccount();
      const { secret } = await service.newKey({ accountId });
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await service.post({ messages: MESSAGES, stream: true }, { headers, signal: leaving.signal });
      expect(answer.status).toBe(200);
      const reader = answer.body!.getReader();
      for (let got = 0; got < cut; ) got += (await reader.read()).value!.length;
      leaving.abort();
      const after = () => service.stores.ledger.balanceOf(accountId, Date.now());
      await until(`the hold of cut ${cut} is settled`, async () => (await after()).spent > 0n);
      expect((await after()).held).toBe(nanos(0n));
    }
    await expectRightLedger(service);
  });
});

test('an engine that fails is free, before and after its first byte', async () => {
  await using service = await startService();
  const before = (await balance(service)).credit;

  service.upstream.play(firstEvents(2, answerText('never ends')));
  const broken = await service.post({ messages: MESSAGES, stream: true });
  expect(await broken.text()).toContain('upstream_incomplete');
  await service.upstream.stop();
  expect((await service.post({ messages: MESSAGES })).status).toBe(502);

  expect(await balance(service)).toMatchObject({ credit: before, held: 0n, spent: 0n });
  await expectRightLedger(service);
});
