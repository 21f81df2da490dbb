/** Limits of every unit and window: when they refuse, when they begin anew, and how those of an earlier schema count on. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../../test/support/ledger-fixture.ts';
import type { LimitRule, LimitWindow } from '../../core/limit.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { migrateBack } from '../../platform/database/migrate-back.ts';

const PLENTY = 10n ** 12n;
/** What a request of 100 tokens of input and 50 of output costs. */
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

describe('an update', () => {
  test('makes rows of the columns in which limits were, which count on', async () => {
    const { storage, who } = await customer([]);
    await using _ = storage;
    const { db, stores } = storage;
    const { sql } = db;
    await hold(storage, who, 'req_1');
    await settle(storage, 'req_1');
    const migrations = readMigrations();
    await migrateBack(db, { to: 67, migrations });
    for (const userId of ['anna', 'dan']) {
      await sql.run(
        `INSERT INTO auth_users (id, email, name, role, email_verified, created_at_ms, updated_at_ms)
         VALUES (?, ?, 'D', 'customer', 1, 1, 1)`,
        userId,
        `${userId}@example.com`,
      );
    }
    await sql.run("UPDATE accounts SET user_id = 'anna' WHERE id = ?", who.id);
    await sql.run(
      `UPDATE accounts SET token_limit = 1000, token_window = 'total', month_limit_nanos = 2000, requests_per_minute = 30,
         own_requests_per_minute = 40, tokens_per_minute = 500, own_tokens_per_minute = 600 WHERE id = ?`,
      who.id,
    );
    await sql.run(
      `UPDATE api_keys SET limit_nanos = ?, limit_window = 'month', token_limit = 900, token_window = 'month',
         requests_per_minute = 7, tokens_per_minute = 700 WHERE id = ?`,
      COST * 2n,
      who.keyId,
    );
    await sql.run(
      "INSERT INTO members (account_id, user_id, role, joined_at_ms, month_nanos, month_tokens) VALUES (?, 'dan', 'developer', 1, 50, 60)",
      who.id,
    );
    await sql.run(
      "INSERT INTO left_budgets (account_id, user_id, email, month_nanos) VALUES (?, 'eva', 'eva@example.com', 70)",
      who.id,
    );
    await sql.run("INSERT INTO leases (server_id, pot_id, amount) VALUES ('gone', ?, 5)", `${who.keyId}/tokens`);
    await sql.run(
      "INSERT INTO limit_alerts (limit_id, account_id, month, amount, percent, told_at_ms) VALUES (?, ?, '2026-11', 900, 80, 1)",
      `${who.keyId}/tokens`,
      who.id,
    );

    await migrate(db, migrations, NOON);

    const limits = await stores.limits.list(who.id, NOON);
    expect(
      limits
        .map(({ owner, ownerId, unit, window, max, setBy, used, held }) =>
          [owner, ownerId, unit, window, max, setBy, used, held].join(' '),
        )
        .toSorted(),
    ).toEqual(
      [
        `account ${who.id} CZK month 2000 customer ${COST} 0`,
        `account ${who.id} requests minute 30 operator 0 0`,
        `account ${who.id} requests minute 40 customer 0 0`,
        `account ${who.id} tokens minute 500 operator 0 0`,
        `account ${who.id} tokens minute 600 customer 0 0`,
        `account ${who.id} tokens total 1000 customer ${TOKENS} 0`,
        `key ${who.keyId} CZK month ${COST * 2n} customer ${COST} 0`,
        `key ${who.keyId} requests minute 7 customer 0 0`,
        `key ${who.keyId} tokens minute 700 customer 0 0`,
        `key ${who.keyId} tokens month 900 customer ${TOKENS} 5`,
        'member dan CZK month 50 customer 0 0',
        'member dan tokens month 60 customer 0 0',
        'member eva CZK month 70 customer 0 0',
      ].toSorted(),
    );
    const told = await sql.all('SELECT limit_id, since, amount, percent FROM limit_alerts');
    const ofKey = limits.find(({ owner, unit, window }) => owner === 'key' && unit === 'tokens' && window === 'month');
    expect(told.map((row) => [row.limit_id, row.since, Number(row.percent)])).toEqual([[ofKey!.id, '2026-11-01', 80]]);
    expect((await storage.audit()).problems.filter((problem) => !problem.includes('gone'))).toEqual([]);
    await sql.run("DELETE FROM leases WHERE server_id = 'gone'");
    await stores.limits.set(who.id, []);
    await hold(storage, who, 'req_2');
    await expect(hold(storage, who, 'req_3')).rejects.toMatchObject({ code: 'key_limit_reached' });
  });

  test('can be taken back with the limits that the program before knows, and with no others', async () => {
    const known: readonly LimitRule[] = [
      { unit: 'CZK', window: 'month', max: 5n },
      { unit: 'tokens', window: 'total', max: 6n },
      { unit: 'requests', window: 'minute', max: 7n },
    ];
    const { storage, who } = await customer([{ unit: 'CZK', window: 'day', max: 5n }], known);
    await using _ = storage;
    const target = { to: 67, migrations: readMigrations() };

    await expect(migrateBack(storage.db, target)).rejects.toThrow('Schema 68 cannot be taken back');
    await storage.stores.limits.set(who.id, known);
    await migrateBack(storage.db, target);
    const before = await storage.db.sql.one('SELECT * FROM accounts WHERE id = ?', who.id);
    await migrate(storage.db, target.migrations, NOON);

    expect([before?.month_limit_nanos, before?.token_limit, before?.own_requests_per_minute].map(Number)).toEqual([
      5, 6, 7,
    ]);
    const again = (await storage.stores.limits.list(who.id, NOON)).filter(({ owner }) => owner === 'account');
    expect(again).toMatchObject(known.toSorted((a, b) => (a.unit < b.unit ? -1 : 1)));
    expect((await storage.audit()).problems).toEqual([]);
  });
});
