/** Limits of tokens over HTTP: a key of a plan that others know can use no more than its limit. */
import { describe, expect } from 'bun:test';
import { inputTokensMax } from '../../src/core/token-bound.ts';
import { test } from '../support/databases.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const MESSAGES = [{ role: 'user' as const, content: 'hi' }];
const INPUT_MAX = inputTokensMax({ messages: MESSAGES } as unknown as Parameters<typeof inputTokensMax>[0]);
const USED = { prompt_tokens: 10, completion_tokens: 5 };

async function planService(): Promise<TestService> {
  const service = await startService({ creditNanos: 0n });
  const about = { accountId: service.accountId, actor: 'test', atMs: Date.now() };
  await service.stores.plans.choose({ ...about, plan: 'pro' });
  service.upstream.play(answerText('pong', { usage: USED }));
  return service;
}

const ask = (service: TestService, apiKey: string, maxTokens = 20) =>
  service
    .client({ apiKey })
    .chat.completions.create({ model: 'svc-glacier', messages: MESSAGES, max_tokens: maxTokens });

const balanceOf = async (service: TestService, apiKey: string) =>
  (await fetch(`${service.url}/balance`, { headers: { authorization: `Bearer ${apiKey}` } })).json();

describe('a key with a limit of tokens', () => {
  test('is refused when it is reached, while another key of the plan is served', async () => {
    await using service = await planService();
    const tokens = BigInt(INPUT_MAX + 20);
    const { secret } = await service.newKey({ limits: [{ unit: 'tokens', window: 'month', max: tokens }] });

    const first = await ask(service, secret);
    const second = await ask(service, secret);
    const refused = await ask(service, secret).catch((error: unknown) => error);

    expect([first.usage?.total_tokens, second.usage?.total_tokens]).toEqual([15, 15]);
    expect(refused).toMatchObject({
      ...{ status: 402, code: 'key_limit_reached', type: 'insufficient_credit' },
      message: expect.stringContaining('The monthly token limit of this API key is reached'),
    });
    expect((await ask(service, service.key)).usage?.total_tokens).toBe(15);
    const limit = { of: 'key', max: `${tokens}`, window: 'month', used: '30', left: `${tokens - 30n}` };
    expect(await balanceOf(service, secret)).toMatchObject({
      spendable: { tokens: Number(tokens) - 30 },
      limits: [{ ...limit, resets_at: expect.stringMatching(/Z$/) }],
    });
  });

  test('has its answers shortened to what is left', async () => {
    await using service = await planService();
    const tokens = BigInt(INPUT_MAX + 3);
    const { secret } = await service.newKey({ limits: [{ unit: 'tokens', window: 'total', max: tokens }] });
    service.upstream.play(answerText('a b c', { usage: { prompt_tokens: 10, completion_tokens: 3 } }));

    await ask(service, secret, 50);

    expect(service.upstream.requests.at(-1)?.body).toMatchObject({ max_tokens: 3 });
  });
});

describe('an account with a limit of tokens', () => {
  test('is refused with every key when it is reached, and served when it is raised', async () => {
    await using service = await planService();
    const { secret } = await service.newKey();
    const limit = (max: bigint) =>
      service.stores.limits.set(service.accountId, [{ unit: 'tokens', window: 'month', max }]);
    await limit(BigInt(INPUT_MAX + 5));

    await ask(service, service.key);
    const refused = await Promise.all(
      [service.key, secret].map((key) => ask(service, key).catch((error: unknown) => error)),
    );
    await limit(1_000_000n);

    for (const one of refused) expect(one).toMatchObject({ status: 402, code: 'account_limit_reached' });
    expect((await ask(service, secret)).usage?.total_tokens).toBe(15);
  });
});
