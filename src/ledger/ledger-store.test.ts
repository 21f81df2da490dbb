import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../test/support/ledger-fixture.ts';
import { ServiceError } from '../core/errors.ts';
import { nanos } from '../core/money.ts';

const DAY = 86_400_000;

type Who = { readonly id: string; readonly keyId: string };

async function order(
  storage: Storage,
  who: Who,
  rest: Partial<{ requestId: string; input: number; output: number; atMs: number }> = {},
) {
  const { requestId = 'req_1', input = 100, output = 50, atMs = NOON } = rest;
  return {
    requestId,
    accountId: who.id,
    keyId: who.keyId,
    model: 'm',
    priceVersion: await storage.publish(),
    price: PRICE,
    inputTokensMax: input,
    outputTokensMax: output,
    atMs,
  };
}

/** 100 tokens of input and 50 of output at the highest price. */
const WORST = 100n * 25_000n + 50n * 100_000n;

describe('a hold', () => {
  test('keeps its amount from every other request, and a settlement gives back what was not used', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: WORST });
    const { ledger } = storage.stores;

    await ledger.hold(await order(storage, who));
    const second = ledger.hold(await order(storage, who, { requestId: 'req_2' }));

    await expect(second).rejects.toMatchObject({ code: 'insufficient_credit' });
    expect(await ledger.balanceOf(who.id, NOON)).toMatchObject({ credit: WORST, held: WORST, spent: 0n });

    const { cost } = await ledger.settle({
      requestId: 'req_1',
      usage: usageOf(10, 5),
      outcome: 'finished',
      atMs: NOON,
    });

    expect(cost).toBe(nanos(10n * 25_000n + 5n * 100_000n));
    expect(await ledger.balanceOf(who.id, NOON)).toMatchObject({ credit: WORST - cost, held: 0n, spent: cost });
  });

  test('is refused with what is needed, what is there, what is held and what would fit', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: WORST + 1_000_000n });
    await storage.stores.ledger.hold(await order(storage, who));

    const refused = storage.stores.ledger.hold(await order(storage, who, { requestId: 'req_2' }));

    await expect(refused).rejects.toThrow(
      'this request needs at least 0.0026 CZK, 0.001 CZK are available, 0.0075 CZK are held by running requests. Please top up. Its input may be up to 100 tokens; 36 would fit.',
    );
  });

  test('counts plan tokens first, then the package that expires first, then credit, and the receipt says so', async () => {
    await using storage = await openStorage({ offers: { pro: { tokens: 30n }, ultra: { tokens: 60n } } });
    const who = await storage.account({ credit: 10n ** 9n });
    const { ledger, plans, credits } = storage.stores;
    const about = { accountId: who.id, actor: 'test', reason: 'test', atMs: NOON };
    await credits.grantPackage({ ...about, tokens: 1000n, expiresAtMs: NOON + 20 * DAY });
    await credits.grantPackage({ ...about, tokens: 20n, expiresAtMs: NOON + 10 * DAY });
    await plans.choose({ accountId: who.id, plan: 'pro', actor: 'test', atMs: NOON });

    await ledger.hold(await order(storage, who, { input: 60, output: 1000 }));
    await ledger.settle({ requestId: 'req_1', usage: usageOf(55, 5), outcome: 'finished', atMs: NOON });

    expect((await ledger.receiptOf('req_1'))?.paidBy).toEqual([
      { kind: 'plan', label: 'pro', amount: 30n },
      { kind: 'package', label: 'package', amount: 20n },
      { kind: 'package', label: 'package', amount: 10n },
    ]);

    await ledger.hold(await order(storage, who, { requestId: 'req_2', input: 1000, output: 50 }));
    await ledger.settle({ requestId: 'req_2', usage: usageOf(985, 50), outcome: 'finished', atMs: NOON });

    expect((await ledger.receiptOf('req_2'))?.paidBy).toEqual([
      { kind: 'package', label: 'package', amount: 990n },
      { kind: 'credit', label: 'credit', amount: 45n * 100_000n },
    ]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('takes of a plan by its weights and only for its models, and the receipt has both numbers', async () => {
    const weights = { m: { input: 1500, cachedInput: 500, output: 4000, reasoning: 4000 } };
    await using storage = await openStorage({
      offers: { pro: { tokens: 100n, weights }, ultra: { tokens: 1000n, models: ['other'] } },
    });
    const [who, other] = [await storage.account({ credit: 10n ** 9n }), await storage.account({ credit: 10n ** 9n })];
    const { ledger, plans } = storage.stores;
    await plans.choose({ accountId: who.id, plan: 'pro', actor: 'test', atMs: NOON });
    await plans.choose({ accountId: other.id, plan: 'ultra', actor: 'test', atMs: NOON });

    await ledger.hold(await order(storage, who, { input: 60, output: 1000 }));
    await ledger.settle({ requestId: 'req_1', usage: usageOf(21, 20), outcome: 'finished', atMs: NOON });
    await ledger.hold(await order(storage, other, { requestId: 'req_2', input: 60, output: 1000 }));
    await ledger.settle({ requestId: 'req_2', usage: usageOf(21, 20), outcome: 'finished', atMs: NOON });

    // 21 × 1.5 + 17 × 4 = 99.5; three tokens of output are left to the credit.
    expect((await ledger.receiptOf('req_1'))?.paidBy).toEqual([
      { kind: 'plan', label: 'pro', amount: 100n, tokens: 38n },
      { kind: 'credit', label: 'credit', amount: 3n * PRICE.output },
    ]);
    expect((await ledger.receiptOf('req_2'))?.paidBy).toMatchObject([{ kind: 'credit' }]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('does not count a pot that has expired, even before it is swept', async () => {
    await using storage = await openStorage();
    const who = await storage.account();
    const about = { accountId: who.id, actor: 'test', reason: 'test', atMs: NOON };
    await storage.stores.credits.grantPackage({ ...about, tokens: 1000n, expiresAtMs: NOON + DAY });

    const late = storage.stores.ledger.hold(await order(storage, who, { atMs: NOON + DAY }));

    await expect(late).rejects.toMatchObject({ code: 'insufficient_credit' });
    await storage.stores.ledger.hold(await order(storage, who, { atMs: NOON + DAY - 1 }));
  });

  test('of a key with a limit stays under it, and the next month begins anew', async () => {
    await using storage = await openStorage();
    const limit = { amount: WORST + 100_000n, window: 'month' as const };
    const who = await storage.account({ credit: 10n ** 12n, keyLimit: limit });
    const { ledger } = storage.stores;

    await ledger.hold(await order(storage, who));
    await expect(ledger.hold(await order(storage, who, { requestId: 'req_2' }))).rejects.toMatchObject({
      code: 'key_limit_reached',
    });
    await ledger.settle({ requestId: 'req_1', usage: usageOf(100, 50), outcome: 'finished', atMs: NOON });
    await expect(ledger.hold(await order(storage, who, { requestId: 'req_3' }))).rejects.toMatchObject({
      code: 'key_limit_reached',
    });

    const december = Date.UTC(2026, 10, 30, 23);
    await expect(
      ledger.hold(await order(storage, who, { requestId: 'req_4', atMs: december - 1 })),
    ).rejects.toBeInstanceOf(ServiceError);
    await ledger.hold(await order(storage, who, { requestId: 'req_5', atMs: december }));
  });
});

describe('a settlement', () => {
  test('is priced by the version of its admission, whatever the price is by then', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: 10n ** 12n });
    await storage.stores.ledger.hold(await order(storage, who));
    await storage.publish({ ...PRICE, input: nanos(1n), output: nanos(999_999n) });

    const { cost } = await storage.stores.ledger.settle({
      requestId: 'req_1',
      usage: usageOf(10, 10),
      outcome: 'finished',
      atMs: NOON,
    });

    expect(cost).toBe(nanos(1_250_000n));
    expect((await storage.stores.ledger.receiptOf('req_1'))?.priceVersion).toBe('m@1');
  });

  test('that cost nothing has a receipt that names the credit', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: WORST });
    await storage.stores.ledger.hold(await order(storage, who));

    await storage.stores.ledger.settle({ requestId: 'req_1', usage: usageOf(0, 0), outcome: 'finished', atMs: NOON });

    expect((await storage.stores.ledger.receiptOf('req_1'))?.paidBy).toEqual([
      { kind: 'credit', label: 'credit', amount: 0n },
    ]);
    expect((await storage.audit()).problems).toEqual([]);
  });
});

const settle = ({ stores }: Storage) =>
  stores.ledger.settle({ requestId: 'req_1', usage: usageOf(7, 3), outcome: 'finished', atMs: NOON });
const release = ({ stores }: Storage) =>
  stores.ledger.release({ requestId: 'req_1', reason: 'engine-failed', atMs: NOON });
/** Its server is taken for dead. */
const drop = async ({ stores, db }: Storage) => {
  for (const { id } of await db.sql.all('SELECT id FROM servers')) await stores.leases.drop(String(id));
};
const EVENTS = { settle, release, drop };
type Event = keyof typeof EVENTS;
const ENDS: readonly (readonly [first: Event, second: Event, state: 'settled' | 'released' | undefined])[] = [
  ['settle', 'settle', 'settled'],
  ['settle', 'release', 'settled'],
  ['settle', 'drop', 'settled'],
  ['release', 'settle', 'released'],
  ['release', 'release', 'released'],
  ['release', 'drop', 'released'],
  ['drop', 'settle', undefined],
];

for (const [first, second, state] of ENDS) {
  test(`${second} after ${first} leaves the request ${state ?? 'unwritten'}, and the ledger right`, async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: WORST });
    await storage.stores.ledger.hold(await order(storage, who));
    await EVENTS[first](storage);

    const again = EVENTS[second](storage);

    if (second === 'settle' && state !== 'settled') await expect(again).rejects.toBeInstanceOf(Error);
    else await again;
    const row = await storage.db.sql.one("SELECT state FROM requests WHERE id = 'req_1'");
    expect(row?.state).toBe(state as never);
    expect((await storage.audit()).problems).toEqual([]);
    const { credit, held } = await storage.stores.ledger.balanceOf(who.id, NOON);
    expect({ credit, held }).toEqual({
      credit: nanos(state === 'settled' ? WORST - 475_000n : WORST),
      held: nanos(0n),
    });
  });
}
