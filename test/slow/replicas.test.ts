/** Two whole services on the same database: what customers may rely on, whichever of them answers. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PUBLISHED } from '../../src/core/catalogue.ts';
import type { ChatRequest } from '../../src/core/chat.ts';
import { worstCostOf } from '../../src/core/money.ts';
import { inputTokensMax } from '../../src/core/token-bound.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { heldAnswer } from '../support/held-answer.ts';
import { SHARED_SECRET } from '../support/ledger-key.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { answerText, hang, inTurn } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { redisUrl } from '../support/test-servers.ts';

const CHAT = { messages: [{ role: 'user', content: 'hi' }], max_tokens: 10 };
const INPUT_MAX = inputTokensMax(CHAT as unknown as ChatRequest);
const PRICE = PUBLISHED.A.models.find(({ id }) => id === PUBLISHED.A.defaultModel)!.price;
const WORST = worstCostOf(BigInt(INPUT_MAX), 10n, PRICE);

async function twoServices(env: Readonly<Record<string, string>> = {}) {
  const storage = await emptyPostgres();
  const shared = { BOREAL_DATABASE_URL: storage.url, BOREAL_SECRET: SHARED_SECRET, ...env };
  const one = await startService({ env: shared });
  const other = await startService({ env: shared });
  return {
    storage,
    one,
    other,
    both: [one, other] as const,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([one.stop(), other.stop()]);
      await storage.giveBack();
    },
  };
}

/** Asks one service with a key that may have been made by the other. */
const models = (service: TestService, key: string): Promise<Response> =>
  fetch(`${service.url}/models`, { headers: { authorization: `Bearer ${key}` } });

test('a key that one service made is good at the other, and a revoked one is refused there within a second', async () => {
  await using services = await twoServices();
  const { one, other } = services;
  const { id, secret } = await one.newKey();
  expect((await models(other, secret)).status).toBe(200);

  await one.stores.keys.revoke(id, Date.now());
  // A second, and one more for a machine that is busy with other tests.
  await until('the other service refuses the key', async () => (await models(other, secret)).status === 401);

  expect((await models(one, secret)).status).toBe(401);
});

test('a key revoked and an account suspended while an answer comes: it ends whole, and both services refuse the next', async () => {
  await using services = await twoServices();
  const { one, other, both, storage } = services;
  for (const wish of ['revoke', 'suspend'] as const) {
    const gate = Promise.withResolvers<void>();
    for (const { upstream } of both) upstream.play(inTurn(heldAnswer(gate.promise), answerText('later')));
    const accountId = await one.newAccount();
    const { id, secret } = await one.newKey({ accountId });
    const post = (service: TestService) =>
      service.post({ ...CHAT, stream: true }, { headers: { authorization: `Bearer ${secret}` } });
    const statusAt = async (service: TestService) => {
      const response = await post(service);
      await response.text();
      return response.status;
    };
    const running = await post(one);
    expect(running.status).toBe(200);

    const about = { id: `act-${wish}`, actor: 'test', reason: 'test', atMs: Date.now() };
    if (wish === 'revoke') await one.stores.keys.revoke(id, Date.now());
    else await one.stores.actionLog.act({ ...about, action: { kind: 'suspend', accountId } });
    const refusal = wish === 'revoke' ? 401 : 402;
    for (const service of both) {
      // A second, and more for a machine that is busy with other tests.
      await until('the next question is refused', async () => (await statusAt(service)) === refusal);
    }
    gate.resolve();

    expect(await running.text()).toEndWith('data: [DONE]\n\n');
    await until('nothing is held', async () => (await one.stores.ledger.balanceOf(accountId, Date.now())).held === 0n);
    expect((await other.stores.ledger.balanceOf(accountId, Date.now())).spent).toBeGreaterThan(0n);
  }
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
});

test('of 200 requests at once to both services, credit for 7 lets exactly 7 through', async () => {
  await using services = await twoServices({ BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' });
  const { both, one, storage } = services;
  const usage = { prompt_tokens: INPUT_MAX, completion_tokens: 10 };
  for (const { upstream } of both) upstream.play(answerText('all of it', { usage, finishReason: 'length' }));
  const accountId = await one.newAccount(WORST * 7n);
  const { secret } = await one.newKey({ accountId });

  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const answer = await both[i % 2]!.post(CHAT, { headers: { authorization: `Bearer ${secret}` } });
      await answer.text();
      return answer.status;
    }),
  );

  expect(statuses.filter((status) => status === 200).length).toBe(7);
  expect(statuses.filter((status) => status === 402).length).toBe(193);
  const balance = await one.stores.ledger.balanceOf(accountId, Date.now());
  expect(balance).toMatchObject({ credit: 0n, held: 0n, spent: WORST * 7n });
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
});

describe.each([
  ['PostgreSQL', {}],
  ['Redis', { BOREAL_REDIS_URL: redisUrl() }],
])('a limit that is counted in %s', (_, env) => {
  let services: Awaited<ReturnType<typeof twoServices>>;
  beforeAll(async () => {
    services = await twoServices(env);
  });
  afterAll(() => services[Symbol.asyncDispose]());

  test('is one for both services, and its headers count down over both', async () => {
    const { both, one } = services;
    const { secret } = await one.newKey();

    const answers: Response[] = [];
    for (let i = 0; i < 124; i++) answers.push(await models(both[i % 2]!, secret));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 120)).toEqual(Array(120).fill(200));
    expect(statuses.slice(120)).toEqual([429, 429, 429, 429]);
    const remaining = answers.slice(0, 120).map(({ headers }) => Number(headers.get('x-ratelimit-remaining-requests')));
    expect(remaining).toEqual(Array.from({ length: 120 }, (_, i) => 119 - i));
    expect(Number(answers[123]!.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('is exact when both are asked at once', async () => {
    const { both, one } = services;
    const { secret } = await one.newKey();

    const statuses = await Promise.all(
      Array.from({ length: 300 }, async (_, i) => (await models(both[i % 2]!, secret)).status),
    );

    expect(statuses.filter((status) => status === 200).length).toBe(120);
    expect(statuses.filter((status) => status === 429).length).toBe(180);
  });

  test('is exact for chats that both are asked for at once, also where some were admitted ahead', async () => {
    const { both, one } = services;
    const { secret } = await one.newKey();
    const statusOf = async (service: TestService) => {
      const answer = await service.post(CHAT, { headers: { authorization: `Bearer ${secret}` } });
      await answer.text();
      return answer.status;
    };

    const first: number[] = [];
    for (let i = 0; i < 20; i++) first.push(await statusOf(both[i % 2]!));
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, i) => statusOf(both[i % 2]!)));

    expect(first).toEqual(Array(20).fill(200));
    expect(statuses.filter((status) => status === 200).length).toBe(100);
    expect(statuses.filter((status) => status === 429).length).toBe(100);
  });
});

test('a service that starts leaves the running requests of another alone', async () => {
  await using services = await twoServices();
  const { one, storage } = services;
  one.upstream.play(hang());
  const leaving = new AbortController();
  const running = one.post(CHAT, { signal: leaving.signal }).catch(() => undefined);
  const held = async () => (await storage.db.sql.all('SELECT id FROM pots WHERE held > 0')).length;
  await until('a request runs', async () => (await held()) === 1);

  const { databaseUrl, secret } = one.config;
  const third = await startService({ env: { BOREAL_DATABASE_URL: databaseUrl, BOREAL_SECRET: secret } });

  expect(await held()).toBe(1);
  await third.stop();
  leaving.abort();
  await running;
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
});
