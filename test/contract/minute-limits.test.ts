/** Limits a minute of a key and an account, as the official client sees it, on both databases. */
import { expect } from 'bun:test';
import OpenAI from 'openai';
import { test } from '../support/databases.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const ASKED = { model: 'svc-frost', messages: [{ role: 'user' as const, content: 'hi' }] };

/** The status, and the limit and the remainder as the headers say them. */
async function ask(service: TestService, apiKey: string, kind: 'requests' | 'tokens'): Promise<readonly unknown[]> {
  const said = (headers: Headers) => [
    headers.get(`x-ratelimit-limit-${kind}`),
    headers.get(`x-ratelimit-remaining-${kind}`),
  ];
  try {
    const { response } = await service.client({ apiKey }).chat.completions.create(ASKED).withResponse();
    return [response.status, ...said(response.headers)];
  } catch (error) {
    if (!(error instanceof OpenAI.APIError)) throw error;
    return [error.status, ...said(error.headers), error.code, error.message];
  }
}

const perMinute = (unit: 'requests' | 'tokens', max: bigint) => [{ unit, window: 'minute' as const, max }];

test('all keys of an account share its requests of a minute, and the strictest limit is in the headers', async () => {
  await using service = await startService();
  service.upstream.play(answerText('Hi'));
  const [first, second] = [await service.newKey(), await service.newKey({ limits: perMinute('requests', 2n) })];
  await service.stores.limits.set(service.accountId, perMinute('requests', 4n));
  await service.stores.actionLog.act({
    ...{ id: 'limit-of-requests', actor: 'olga', reason: 'contained', atMs: 1 },
    action: { kind: 'limit-account', accountId: service.accountId, limits: perMinute('requests', 1000n) },
  });

  const answers = [
    await ask(service, first.secret, 'requests'),
    await ask(service, second.secret, 'requests'),
    await ask(service, second.secret, 'requests'),
    await ask(service, second.secret, 'requests'),
    await ask(service, first.secret, 'requests'),
    await ask(service, first.secret, 'requests'),
    await ask(service, second.secret, 'requests'),
  ];

  const limited = (of: string) => ['rate_limit_exceeded', expect.stringContaining(of)];
  expect(answers).toEqual([
    [200, '4', '3'],
    [200, '2', '1'],
    [200, '2', '0'],
    [429, '2', '0', ...limited('2 requests per minute for one API key')],
    [200, '4', '0'],
    [429, '4', '0', ...limited('4 requests per minute for one account')],
    // Both refuse it: the one that does so for longer is named.
    [429, '2', '0', ...limited('2 requests per minute for one API key')],
  ]);
});

test('tokens are counted by a guess, then as they were used, for the key and for the account', async () => {
  await using service = await startService();
  // "hi" is guessed as 5 tokens; an answer comes to 40.
  service.upstream.play(answerText('Hi', { usage: { prompt_tokens: 39, completion_tokens: 1 } }));
  const [first, second] = [await service.newKey({ limits: perMinute('tokens', 100n) }), await service.newKey()];
  await service.stores.limits.set(service.accountId, perMinute('tokens', 130n));

  const answers = [
    await ask(service, first.secret, 'tokens'),
    await ask(service, first.secret, 'tokens'),
    await ask(service, first.secret, 'tokens'),
    await ask(service, first.secret, 'tokens'),
    await ask(service, second.secret, 'tokens'),
    await ask(service, second.secret, 'tokens'),
  ];
  const long = { ...ASKED, messages: [{ role: 'user' as const, content: 'x'.repeat(600) }] };
  const tooLong = await service
    .client({ apiKey: second.secret })
    .chat.completions.create(long)
    .catch((error) => error);

  const limited = (of: string) => ['rate_limit_exceeded', expect.stringContaining(of)];
  expect(answers).toEqual([
    [200, '100', '95'],
    [200, '100', '55'],
    [200, '100', '15'],
    [429, '100', '0', ...limited('100 tokens per minute for one API key')],
    [200, '130', '5'],
    [429, '130', '0', ...limited('130 tokens per minute for one account')],
  ]);
  expect([tooLong.status, tooLong.code, tooLong.headers.get('x-should-retry')]).toEqual([
    413,
    'request_too_large',
    'false',
  ]);
});
