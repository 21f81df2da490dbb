/** Limits of requests and of single models, as clients of the service meet them, on both databases. */
import { expect } from 'bun:test';
import type { LimitRule } from '../../src/core/limit.ts';
import { test } from '../support/databases.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

async function withLimits(limits: readonly LimitRule[]) {
  const service = await startService();
  service.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
  const { secret } = await service.newKey({ limits });
  const client = service.client({ apiKey: secret });
  /** The answer, or the status, code and sentence of the refusal. */
  const ask = (model = 'svc-frost') =>
    client.chat.completions.create({ model, messages: [{ role: 'user', content: 'ping' }], max_tokens: 5 }).then(
      ({ choices }) => choices[0]?.message.content,
      ({ status, code, message }: { status: number; code: string; message: string }) => ({ status, code, message }),
    );
  const balance = async () => {
    const answer = await fetch(`${service.url}/balance`, { headers: { authorization: `Bearer ${secret}` } });
    return (await answer.json()) as { limits: readonly object[]; spendable: { tokens: number; czk: string } };
  };
  return { service, ask, balance };
}

const refused = (status: number, code: string, words: string) => ({
  ...{ status, code },
  message: expect.stringContaining(words),
});

test('requests in all are counted when they are answered, and the balance says how many are left', async () => {
  const { service, ask, balance } = await withLimits([{ max: 2n, unit: 'requests', window: 'total' }]);
  await using _ = service;

  const answered = [await ask(), await ask()];
  const third = await ask();
  const full = await balance();

  expect(answered).toEqual(['pong', 'pong']);
  expect(third).toEqual(
    refused(402, 'key_limit_reached', 'The request limit of this API key is reached: none is left.'),
  );
  expect(full.spendable).toEqual({ tokens: 0, czk: '0' });
  expect(full.limits).toMatchObject([{ of: 'key', max: '2', unit: 'requests', window: 'total', left: '0' }]);
});

test.each([
  ['requests', 'month', 1n, 'The monthly request limit of this API key for svc-frost is reached'],
  ['tokens', 'total', 30n, 'The token limit of this API key for svc-frost is reached'],
  ['CZK', 'month', 1n, 'The monthly credit limit of this API key for svc-frost is reached'],
] as const)('a limit of %s of one model refuses that model alone', async (unit, window, max, words) => {
  const { service, ask, balance } = await withLimits([{ max, unit, window, model: 'svc-frost' }]);
  await using _ = service;

  await ask();
  const [again, other] = [await ask(), await ask('svc-glacier')];
  const { limits, spendable } = await balance();

  expect([again, other]).toEqual([refused(402, 'key_limit_reached', words), 'pong']);
  expect(limits).toMatchObject([{ of: 'key', unit, window, model: 'svc-frost' }]);
  expect(spendable.czk).not.toBe('0');
});

test.each([
  ['requests', 1n, 'Rate limit reached: 1 requests per minute for one API key with svc-frost'],
  ['tokens', 15n, 'Rate limit reached: 15 tokens per minute for one API key with svc-frost'],
] as const)('a minute of %s of one model gets 429, and other models do not', async (unit, max, words) => {
  const { service, ask } = await withLimits([{ max, unit, window: 'minute', model: 'svc-frost' }]);
  await using _ = service;

  const said = [await ask(), await ask(), await ask('svc-glacier')];

  expect(said).toEqual(['pong', refused(429, 'rate_limit_exceeded', words), 'pong']);
});
