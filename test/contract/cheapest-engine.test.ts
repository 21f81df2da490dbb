/** A model whose cheapest engine answers, and what requests cost by the engine that really answered. */
import { expect, test } from 'bun:test';
import { ask } from '../support/asking.ts';
import { isChat, type Name, type PoolService, startPool } from '../support/pool-service.ts';
import { answerText, jsonError } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';

const USAGE = { prompt_tokens: 100, completion_tokens: 10 };
const MODELS = { 'svc-frost': { engine: ['a', 'b', 'c'], choose: 'cheapest' } };
const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

/** CZK for a million tokens, of whatever type. */
async function setPrices({ service }: PoolService, prices: Partial<Record<Name, bigint>>): Promise<void> {
  for (const [engine, czk] of Object.entries(prices)) {
    const perMillion = czk * 1_000_000_000n;
    const price = { input: perMillion, cachedInput: perMillion, output: perMillion, reasoning: perMillion };
    const about = { id: `action-${engine}-${czk}`.padEnd(20, '0'), actor: 'olga', reason: 'contract' };
    const action = { kind: 'buying-price', engine, model: '', currency: 'CZK', price, fromMs: 1 } as const;
    await service.stores.actionLog.act({ ...about, atMs: Date.now(), action });
  }
}

let conversations = 0;
const answeredBy = async ({ service }: PoolService) =>
  (await ask(service, 'json', { messages: [{ role: 'user', content: `conversation ${++conversations}` }] })).text;

test('the cheapest engine answers, the next one where it fails, and each request costs what its engine costs', async () => {
  await using pool = await startPool({ models: MODELS });
  for (const name of ['a', 'b', 'c'] as const) pool.upstreams[name].play(answerText(name, { usage: USAGE }));
  await setPrices(pool, { a: 5n, b: 1n, c: 3n });
  const { margins } = pool.service.stores;
  await until('the prices are known', async () => {
    await answeredBy(pool);
    return (await margins.within(ALL)).length > 0;
  });

  const before = new Set<string>();
  for (let n = 0; n < 12; n += 1) before.add(await answeredBy(pool));
  pool.upstreams.b.play((request) => (isChat(request) ? jsonError(500) : answerText('pong')));
  const instead = await answeredBy(pool);
  await setPrices(pool, { a: 2n });
  await until('the new price is known', async () => (await answeredBy(pool)) === 'a');

  expect([...before]).toEqual(['b']);
  expect(instead).toBe('c');
  const shares = await margins.within(ALL);
  const perRequest = Object.fromEntries(
    shares.map(({ engine, requests, bought }) => [engine, bought / BigInt(requests)]),
  );
  expect(perRequest).toEqual({ a: 220_000n, b: 110_000n, c: 330_000n });
});

test('an engine without a buying price is asked last, and engines of one price share the work', async () => {
  await using pool = await startPool({ models: MODELS });
  await setPrices(pool, { b: 4n, c: 4n });
  const { margins } = pool.service.stores;
  await until('the prices are known', async () => {
    await answeredBy(pool);
    return (await margins.within(ALL)).length > 0;
  });

  const engines = new Set<string>();
  for (let n = 0; n < 30; n += 1) engines.add(await answeredBy(pool));

  expect([...engines].sort()).toEqual(['b', 'c']);
});
