/** The monthly limit of credit of an account: what all of its keys may spend together. */
import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { limitsFrom, NOON, openStorage, PRICE, type Storage, usageOf } from '../../test/support/ledger-fixture.ts';

const DECEMBER = Date.UTC(2026, 10, 30, 23);
const PLENTY = 10n ** 12n;
/** The cost of a request of 100 tokens of input and 50 of output. */
const COST = 100n * 25_000n + 50n * 100_000n;

type Who = { readonly id: string; readonly keyId: string };

const hold = async ({ stores }: Storage, who: Who, id: string, atMs = NOON) =>
  stores.ledger.hold({
    ...{ accountId: who.id, keyId: who.keyId, model: 'm', priceVersion: 'm@1', price: PRICE },
    ...{ requestId: id, inputTokensMax: 100, outputTokensMax: 50, atMs },
  });

const settle = ({ stores }: Storage, requestId: string, atMs = NOON) =>
  stores.ledger.settle({ requestId, usage: usageOf(100, 50), outcome: 'finished', atMs });

async function limited(accountLimit: bigint, rest: Parameters<Storage['account']>[0] = {}) {
  const storage = await openStorage();
  await storage.publish();
  const who = await storage.account({ credit: PLENTY, accountLimit, ...rest });
  const key = { id: 'key_b', accountId: who.id, name: 'b', hint: 'xxxx', createdAtMs: NOON };
  await storage.stores.keys.add({
    key: { ...key, allowedModels: [], allowedRanges: [], limits: [] },
    fingerprint: 'print-b',
  });
  return { storage, who, other: { ...who, keyId: 'key_b' } };
}

const REFUSED = { code: 'account_limit_reached', message: expect.stringContaining('monthly credit limit') };

describe('a monthly limit of an account', () => {
  test('counts all of its keys, and the next month begins anew', async () => {
    const { storage, who, other } = await limited(COST * 2n);
    await using _ = storage;

    for (const [one, id] of [[who, 'req_1'] as const, [other, 'req_2'] as const]) {
      await hold(storage, one, id);
      await settle(storage, id);
    }
    await expect(hold(storage, who, 'req_3')).rejects.toMatchObject(REFUSED);
    await expect(hold(storage, other, 'req_4')).rejects.toMatchObject(REFUSED);
    await hold(storage, who, 'req_5', DECEMBER);

    const funds = await storage.stores.ledger.fundsOf(other.keyId, NOON);
    expect(funds.limits).toMatchObject([{ owner: 'account', max: COST * 2n, window: 'month', used: COST * 2n }]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('lets a plan pay when it is reached, and shortens what credit would pay', async () => {
    const { storage, who } = await limited(COST - 1_000_000n);
    await using _ = storage;

    const shortened = await hold(storage, who, 'req_1');
    await storage.stores.ledger.settle({
      ...{ requestId: 'req_1', usage: usageOf(100, shortened.outputTokensMax), outcome: 'finished', atMs: NOON },
    });
    await expect(hold(storage, who, 'req_2')).rejects.toMatchObject(REFUSED);
    await storage.stores.plans.choose({ accountId: who.id, plan: 'pro', actor: 't', atMs: NOON });

    expect(shortened.outputTokensMax).toBe(40);
    expect(await hold(storage, who, 'req_3')).toMatchObject({ outputTokensMax: 50 });
  });

  test.each([
    ['the key', COST - 1n, COST, 'key_limit_reached'],
    ['the account', COST, COST - 1n, 'account_limit_reached'],
  ] as const)('and one of a key: the lower of them, that of %s, is the reason', async (_, ofKey, ofAccount, code) => {
    const { storage, who } = await limited(ofAccount, { keyLimit: { amount: ofKey, window: 'total' } });
    await using _storage = storage;
    await hold(storage, who, 'req_1');

    await expect(hold(storage, who, 'req_2')).rejects.toMatchObject({ code });
  });

  test('that comes or is lowered while requests run lets them end, and admits no other', async () => {
    const { storage, who } = await limited(PLENTY);
    await using _ = storage;
    await hold(storage, who, 'req_1');
    await storage.stores.limits.set(who.id, limitsFrom({ amount: COST / 2n, window: 'month' }));

    await settle(storage, 'req_1');

    await expect(hold(storage, who, 'req_2')).rejects.toMatchObject(REFUSED);
    await storage.stores.limits.set(who.id, []);
    expect(await hold(storage, who, 'req_3')).toMatchObject({ outputTokensMax: 50 });
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('lets exactly as many of 60 at once through', async () => {
    const { storage, who, other } = await limited(COST * 7n);
    await using _ = storage;

    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_one, i) => hold(storage, i % 2 ? who : other, `req_${i}`)),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(7);
  });
});
