/** Limits of every unit and window: when they refuse, when they begin anew, and how those of an earlier schema count on. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../../test/support/ledger-fixture.ts';
import type { LimitRule, LimitWindow } from '../../core/limit.ts';

const PLENTY = 10n ** 12n;
/** The cost of a request of 100 tokens of input and 50 of output. */
const COST = 100n * 25_000n + 50n * 100_000n;
const TOKENS = 150n;

type Who = { readonly id: string; readonly keyId: string };

const hold = async ({ stores }: Storage, { id: accountId, keyId }: Who, requestId: string, atMs = NOON) =>
  stores.ledger.hold({
    ...{ accountId, keyId, model: 'm', priceVersion: 'm@1', price: PRICE, requestId },
    ...{ inputTokensMax: 100, outputTokensMax: 50, atMs },
  });

const settle = ({ stores }: Storage, requestId: string, atMs = NOON) =>
  stores.ledger.settle({ requestId, usage: usageOf(100, 50), outcome: 'finished', atMs });

async function customer(limits: readonly LimitRule[], ofKey: readonly LimitRule[] = []) {
  const storage = await openStorage();
  await storage.publish();
  const who = await storage.account({ credit: PLENTY });
  await storage.stores.limits.set(who.id, limits);
  await storage.stores.accountKeys.change({ accountId: who.id, keyId: who.keyId }, { limits: ofKey });
  return { storage, who };
}

/** NOON is a Sunday, the 15th of November 2026. The last moment of each window that it is in. */
const ENDS: readonly (readonly [LimitWindow, number])[] = [
  ['day', Date.UTC(2026, 10, 15, 23)],
  ['week', Date.UTC(2026, 10, 15, 23)],
  ['month', Date.UTC(2026, 10, 30, 23)],
];
const EARLIER: Readonly<Partial<Record<LimitWindow, number>>> = {
  day: Date.UTC(2026, 10, 14, 23),
  week: Date.UTC(2026, 10, 8, 23),
  month: Date.UTC(2026, 9, 31, 23),
};

describe.each(ENDS)('a limit of a %s', (window, endMs) => {
  test.each([
    ['CZK', COST],
    ['tokens', TOKENS],
  ] as const)(`counts from its first moment to its last, and then begins anew (${window}, %s)`, async (unit, one) => {
    const { storage, who } = await customer([{ unit, window, max: one * 2n }]);
    await using _ = storage;
    const firstMs = EARLIER[window]!;

    // Before the window, which counts for nothing; in its first moment; and now.
    for (const [id, atMs] of [
      ['req_0', firstMs - 1],
      ['req_1', firstMs],
      ['req_2', NOON],
    ] as const) {
      await hold(storage, who, id, atMs);
      await settle(storage, id, atMs);
    }
    await expect(hold(storage, who, 'req_3')).rejects.toMatchObject({ code: 'account_limit_reached' });
    await expect(hold(storage, who, 'req_4', endMs - 1)).rejects.toMatchObject({ code: 'account_limit_reached' });
    expect(await hold(storage, who, 'req_5', endMs)).toMatchObject({ outputTokensMax: 50 });

    const [limit] = await storage.stores.limits.list(who.id, NOON);
    expect(limit).toMatchObject({ unit, window, max: one * 2n, used: one * 2n, resetsAtMs: endMs });
    expect((await storage.audit()).problems).toEqual([]);
  });
});

describe('several limits of one owner', () => {
  test('count each for itself, and the lowest refuses, by its name', async () => {
    const { storage, who } = await customer(
      [{ unit: 'CZK', window: 'month', max: COST * 3n }],
      [
        { unit: 'CZK', window: 'day', max: COST },
        { unit: 'CZK', window: 'total', max: COST * 5n },
      ],
    );
    await using _ = storage;
    const refused = (code: string, words: string) => ({ code, message: expect.stringContaining(words) });
    const DAY = 86_400_000;

    for (const day of [0, 1, 2]) {
      await hold(storage, who, `req_${day}`, NOON + day * DAY);
      await settle(storage, `req_${day}`, NOON + day * DAY);
    }
    await expect(hold(storage, who, 'req_4', NOON + 2 * DAY)).rejects.toMatchObject(
      refused('key_limit_reached', 'daily credit limit of this API key'),
    );
    await expect(hold(storage, who, 'req_5', NOON + 3 * DAY)).rejects.toMatchObject(
      refused('account_limit_reached', 'monthly credit limit of this account'),
    );
    expect((await storage.audit(NOON + 3 * DAY)).problems).toEqual([]);
  });

  test('that is removed and set again counts what was used before, and what runs', async () => {
    const limits = [{ unit: 'tokens', window: 'day', max: TOKENS * 3n }] as const;
    const { storage, who } = await customer(limits);
    await using _ = storage;
    await hold(storage, who, 'req_1');
    await settle(storage, 'req_1');
    await hold(storage, who, 'req_2');

    await storage.stores.limits.set(who.id, []);
    await storage.stores.limits.set(who.id, limits);

    await hold(storage, who, 'req_3');
    await expect(hold(storage, who, 'req_4')).rejects.toMatchObject({ code: 'account_limit_reached' });
    await settle(storage, 'req_2');
    await settle(storage, 'req_3');
    const [limit] = await storage.stores.limits.list(who.id, NOON);
    expect(limit).toMatchObject({ used: TOKENS * 3n, held: 0n });
    expect((await storage.audit()).problems).toEqual([]);
  });
});
