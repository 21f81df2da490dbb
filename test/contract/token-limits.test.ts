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
    const { secret } = await service.newKey({ tokenLimit: { tokens, window: 'month' } });

    const first = await ask(service, secret);
    const second = await ask(service, secret);
    const refused = await ask(service, secret).catch((error: unknown) => error);

    expect([first.usage?.total_tokens, second.usage?.total_tokens]).toEqual([15, 15]);
    expect(refused).toMatchObject({
      ...{ status: 402, code: 'key_limit_reached', type: 'insufficient_credit' },
      message: expect.stringContaining('The token limit of this API key is reached'),
    });
    expect((await ask(service, service.key)).usage?.total_tokens).toBe(15);
    const limit = { tokens: Number(tokens), window: 'month', used_tokens: 30, left_tokens: Number(tokens) - 30 };
    expect(await balanceOf(service, secret)).toMatchObject({
      spendable: { tokens: Number(tokens) - 30 },
      key: { token_limit: { ...limit, resets_at: expect.stringMatching(/Z$/) } },
      account: { token_limit: null },
    });
  });

  test('has its answers shortened to what is left', async () => {
    await using service = await planService();
    const tokens = BigInt(INPUT_MAX + 3);
    const { secret } = await service.newKey({ tokenLimit: { tokens, window: 'total' } });
    service.upstream.play(answerText('a b c', { usage: { prompt_tokens: 10, completion_tokens: 3 } }));

    await ask(service, secret, 50);

    expect(service.upstream.requests.at(-1)?.body).toMatchObject({ max_tokens: 3 });
  });
});

describe('an account with a limit of tokens', () => {
  test('is refused with every key when it is reached, and served when it is raised', async () => {
    await using service = await planService();
    const { secret } = await service.newKey();
    const { tokenLimits } = service.stores;
    await tokenLimits.set(service.accountId, { tokens: BigInt(INPUT_MAX + 5), window: 'month' });

    await ask(service, service.key);
    const refused = await Promise.all(
      [service.key, secret].map((key) => ask(service, key).catch((error: unknown) => error)),
    );
    await tokenLimits.set(service.accountId, { tokens: 1_000_000n, window: 'month' });

    for (const one of refused) expect(one).toMatchObject({ status: 402, code: 'account_limit_reached' });
    expect((await ask(service, secret)).usage?.total_tokens).toBe(15);
  });
});
