import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../core/money.ts';
import { batchHoursOf, hoursOf } from './usage-hours.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Who = { readonly id: string; readonly keyId: string };
type Asked = { readonly requestId: string; readonly heldAtMs?: number; readonly atMs: number; readonly model?: string };

async function hold(storage: Storage, who: Who, { requestId, heldAtMs, atMs, model = 'm' }: Asked): Promise<void> {
  await storage.stores.ledger.hold({
    requestId,
    accountId: who.id,
    keyId: who.keyId,
    model,
    priceVersion: await storage.publish(),
    price: PRICE,
    inputTokensMax: 100,
    outputTokensMax: 100,
    atMs: heldAtMs ?? atMs,
  });
}

async function ask(storage: Storage, who: Who, asked: Asked): Promise<void> {
  await hold(storage, who, asked);
  const usage = usageOf(30, 20, { cachedInputTokens: 10, reasoningTokens: 5 });
  await storage.stores.ledger.settle({ requestId: asked.requestId, usage, outcome: 'finished', atMs: asked.atMs });
}

/** 20 tokens of input, 10 cached, 5 of reasoning and 15 of output. */
const COST = 20n * PRICE.input + 10n * PRICE.cachedInput + 5n * PRICE.reasoning + 15n * PRICE.output;
const ALL = { fromMs: 0, toMs: NOON + 365 * DAY };

describe('the hours of an account', () => {
  test('add up what was used and paid, by the hour in which it was charged, by key and by model', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: 10n ** 9n });
    const other = await storage.account({ credit: 10n ** 9n });

    await ask(storage, who, { requestId: 'req_1', atMs: NOON });
    await ask(storage, who, { requestId: 'req_2', atMs: NOON + HOUR - 1 });
    await ask(storage, who, { requestId: 'req_3', heldAtMs: NOON + HOUR - 1, atMs: NOON + HOUR });
    await ask(storage, who, { requestId: 'req_4', atMs: NOON, model: 'n' });
    await ask(storage, other, { requestId: 'req_5', atMs: NOON });

    const { usages } = storage.stores;
    const usage = { inputTokens: 30, cachedInputTokens: 10, outputTokens: 20, reasoningTokens: 5 };
    const twice = { inputTokens: 60, cachedInputTokens: 20, outputTokens: 40, reasoningTokens: 10 };
    const paid = { keyId: who.keyId, planTokens: 0n, packageTokens: 0n };
    expect(await usages.hours(who.id, ALL)).toEqual([
      { ...paid, hourMs: NOON, model: 'm', requests: 2, usage: twice, cost: nanos(2n * COST) },
      { ...paid, hourMs: NOON, model: 'n', requests: 1, usage, cost: nanos(COST) },
      { ...paid, hourMs: NOON + HOUR, model: 'm', requests: 1, usage, cost: nanos(COST) },
    ]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('tell tokens of plans from tokens of packages', async () => {
    await using storage = await openStorage({ offers: { pro: { tokens: 75n }, ultra: { tokens: 90n } } });
    const who = await storage.account({ credit: 10n ** 9n });
    const about = { accountId: who.id, actor: 'test', reason: 'test', atMs: NOON };
    await storage.stores.plans.choose({ accountId: who.id, plan: 'pro', actor: 'test', atMs: NOON });
    for (const [days, tokens] of [
      [1, 30n],
      [2, 40n],
    ] as const)
      await storage.stores.credits.grantPackage({ ...about, tokens, expiresAtMs: NOON + days * DAY });

    // Of 50 tokens each: all from the plan, then half of them, then all but the last five from the packages.
    for (const requestId of ['req_1', 'req_2', 'req_3']) await ask(storage, who, { requestId, atMs: NOON });

    expect(await storage.stores.usages.hours(who.id, ALL)).toMatchObject([
      { requests: 3, planTokens: 75n, packageTokens: 70n, cost: 5n * PRICE.output },
    ]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('are those that begin within the span', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: 10n ** 9n });
    for (const n of [0, 1, 2, 3]) await ask(storage, who, { requestId: `req_${n}`, atMs: NOON + n * HOUR });

    const hours = await storage.stores.usages.hours(who.id, { fromMs: NOON + HOUR, toMs: NOON + 3 * HOUR });

    expect(hours.map(({ hourMs }) => hourMs)).toEqual([NOON + HOUR, NOON + 2 * HOUR]);
  });

  test('count nothing that was not charged, and nothing twice', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: 10n ** 9n });
    await hold(storage, who, { requestId: 'req_1', atMs: NOON });
    await hold(storage, who, { requestId: 'req_2', atMs: NOON });
    await ask(storage, who, { requestId: 'req_3', atMs: NOON });

    await storage.stores.ledger.release({ requestId: 'req_1', reason: 'engine-failed', atMs: NOON });
    await storage.stores.ledger.settle({
      requestId: 'req_3',
      usage: usageOf(1, 1),
      outcome: 'finished',
      atMs: NOON + 5 * HOUR,
    });

    expect(await storage.stores.usages.hours(who.id, ALL)).toMatchObject([{ hourMs: NOON, requests: 1, cost: COST }]);
    expect((await storage.audit(NOON)).problems).toEqual([]);
  });
});

test('requests of a batch are summed by hour, key and model, with what plans and packages paid', async () => {
  const held = {
    tokenParts: [
      { potId: 'p', kind: 'plan' },
      { potId: 'k', kind: 'package' },
    ],
  };
  const charged = (n: bigint, model: string, endedAtMs: number, isBatch = false) => {
    const tokens = { inputTokens: Number(n), cachedInputTokens: 1, outputTokens: 2 * Number(n), reasoningTokens: 3 };
    const tokenParts = [
      { potId: 'p', amount: 10n * n, tokens: n },
      { potId: 'k', amount: 5n * n },
    ];
    const request = { accountId: 'acc', keyId: 'key', model, isBatch };
    return { held: { ...held, request }, endedAtMs, charge: { usage: tokens, cost: 7n * n, tokenParts } };
  };
  const rows = [charged(1n, 'n', HOUR), charged(10n, 'm', HOUR, true), charged(100n, 'm', 2 * HOUR - 1)];
  const all = [...rows, charged(1000n, 'm', 2 * HOUR)] as unknown as Parameters<typeof hoursOf>[0];

  expect(hoursOf(all)).toEqual([
    ['acc', HOUR, 'key', 'm', 2n, 110n, 2n, 220n, 6n, 770n, 110n, 550n, 0n, 0n],
    ['acc', HOUR, 'key', 'n', 1n, 1n, 1n, 2n, 3n, 7n, 1n, 5n, 0n, 0n],
    ['acc', 2 * HOUR, 'key', 'm', 1n, 1000n, 1n, 2000n, 3n, 7000n, 1000n, 5000n, 0n, 0n],
  ]);
  expect(batchHoursOf(all)).toEqual([['acc', HOUR, 'key', 'm', 1n, 10n, 1n, 20n]]);
});
