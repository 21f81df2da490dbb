/** A transaction on PostgreSQL: what it sends together, and what becomes of it when something in it fails. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { NO_TIMERS, serverOn } from '../../../test/support/leased-stores.ts';
import { NOON, usageOf } from '../../../test/support/ledger-fixture.ts';
import { LEDGER_KEY } from '../../../test/support/ledger-key.ts';
import { newPostgresDatabase } from '../../../test/support/postgres-database.ts';
import { startRoundTripCounter } from '../../../test/support/round-trips.ts';
import { until } from '../../../test/support/service.ts';
import { nanos } from '../../core/money.ts';
import { audit } from '../../ledger/audit/audit.ts';
import { age, MOVEMENT, meeting, ORDER, twoReplicas, WORST } from '../../server/stores/replicas.fixture.ts';
import { createStores } from '../../server/stores/stores.ts';
import type { Sql, TransactionSql } from './database.ts';
import { openPostgres } from './postgres.ts';
import { CommitUnknown, READ_WRITE, runInTransaction } from './postgres-transaction.ts';

/** Fits into what is left of a lease for one order when that was charged. */
const SMALLER = { ...ORDER, inputTokensMax: 1, outputTokensMax: 1 };
const SETTLEMENT = { usage: usageOf(10, 5), outcome: 'finished' as const, atMs: NOON };
const STEPS = ['hold', 'settle', 'warmHold'] as const;
const OFFERS = { pro: { tokens: 1000n }, ultra: { tokens: 2000n } };

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(async () => {
  // They are reported when nothing else is left to do in a turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled.splice(0)).toEqual([]);
});

/** A server with one connection, on which every statement was said before: then nothing is prepared any more. */
async function counted(url: string) {
  const address = new URL(url);
  const trips = await startRoundTripCounter({ host: address.hostname, port: Number(address.port) });
  address.port = String(trips.port);
  const db = openPostgres(address.href, { connectionsMax: 1, ledgerKey: LEDGER_KEY });
  const server = serverOn(createStores(db, OFFERS), NO_TIMERS);
  const { ledger, sync } = await server.keeper();
  const once = async (requestId: string) => {
    const hold = await trips.during(async () => ledger.hold({ ...ORDER, requestId }));
    const settle = await trips.during(() => ledger.settle({ ...SETTLEMENT, requestId }));
    const warmHold = await trips.during(async () => ledger.hold({ ...SMALLER, requestId: `${requestId}_2` }));
    await ledger.release({ requestId: `${requestId}_2`, reason: 'engine-failed', atMs: NOON });
    await ledger.drained();
    await sync(0);
    return { hold, settle, warmHold };
  };
  return {
    /** The least that one of several requests takes: on a busy machine what is sent together can arrive apart. */
    fewestTrips: async () => {
      const fewest = await once('req_0');
      for (let n = 1; n < 5; n += 1) {
        const trips = await once(`req_${n}`);
        for (const step of STEPS) fewest[step] = Math.min(fewest[step], trips[step]);
      }
      return fewest;
    },
    /** The same for one request of each account, all at once. */
    fewestTripsOf: async (accounts: readonly { readonly accountId: string; readonly keyId: string }[]) => {
      const counts: number[] = [];
      for (let n = 0; n < 5; n += 1) {
        const orders = accounts.map((of) => ({ ...ORDER, ...of, requestId: `req_${of.accountId}_${n}` }));
        counts.push(await trips.during(() => Promise.all(orders.map((order) => ledger.hold(order)))));
        for (const { requestId } of orders) await ledger.release({ requestId, reason: 'engine-failed', atMs: NOON });
        await ledger.drained();
        await sync(0);
      }
      return Math.min(...counts);
    },
    [Symbol.asyncDispose]: async () => {
      await db.close();
      await trips[Symbol.asyncDispose]();
    },
  };
}

describe('the way to PostgreSQL and back', () => {
  test('is gone twice to lease, once to charge, and never for a hold that fits into the lease', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 5n });
    await using server = await counted(replicas.url);

    const ways = await server.fewestTrips();

    expect(ways).toEqual({ hold: 2, settle: 1, warmHold: 0 });
    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });

  test('is gone as often where tokens pay', async () => {
    await using replicas = await twoReplicas({ credit: WORST });
    await replicas.one.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 't', atMs: NOON });
    await using server = await counted(replicas.url);

    const ways = await server.fewestTrips();

    expect(ways).toEqual({ hold: 2, settle: 1, warmHold: 0 });
    const hour = await replicas.one.db.sql.one('SELECT plan_tokens, cost_nanos FROM usage_hours');
    expect(hour).toEqual({ plan_tokens: 75n, cost_nanos: 0n });
    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });
});

describe('accounts that come at once', () => {
  const IDS = Array.from({ length: 20 }, (_, n) => ({ accountId: `acc_${n + 1}`, keyId: `key_${n + 1}` }));

  async function manyAccounts() {
    const replicas = await twoReplicas({ credit: WORST * 5n });
    const { accounts, credits, keys } = replicas.one.stores;
    for (const { accountId, keyId } of IDS.slice(1)) {
      await accounts.create({ id: accountId, email: `${accountId}@example.com`, status: 'active', createdAtMs: NOON });
      await credits.grant({ ...MOVEMENT, accountId, amount: nanos(WORST * 5n) });
      const key = { id: keyId, accountId, name: 'k', hint: 'xxxx', createdAtMs: NOON };
      await keys.add({ key: { ...key, allowedModels: [], allowedRanges: [], limits: [] }, fingerprint: keyId });
    }
    return replicas;
  }

  test('are leased from together: the first goes alone, and all others in one transaction', async () => {
    await using replicas = await manyAccounts();
    await using server = await counted(replicas.url);

    expect(await server.fewestTripsOf(IDS)).toBe(4);

    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });

  test('do not wait for one of them that another transaction has', async () => {
    await using replicas = await manyAccounts();
    const { ledger } = replicas.one.stores;
    const hold = ({ accountId, keyId }: (typeof IDS)[number]) =>
      ledger.hold({ ...ORDER, accountId, keyId, requestId: `req_${accountId}` });

    const late = await replicas.other.db.transaction(async (sql) => {
      await age(sql, 'acc_5');
      await hold(IDS[0]!);
      const [locked, ...others] = [IDS[4]!, ...IDS.slice(1, 4), ...IDS.slice(5)].map(hold);
      await Promise.all(others);
      return { locked };
    });

    expect(await late.locked).toMatchObject({ outputTokensMax: 50 });
    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });
});

describe('statements that travel together', () => {
  const rename = (sql: Sql, email: string) => sql.run('UPDATE accounts SET email = ? WHERE id = ?', email, 'acc_1');
  const fail = (sql: Sql) => sql.one("UPDATE accounts SET status = 'odd' WHERE id = ? RETURNING id", 'acc_1');
  const look = (sql: Sql) => sql.all('SELECT email FROM accounts WHERE id = ?', 'acc_1');
  const whoServes = async (sql: Sql) => (await sql.one('SELECT pg_backend_pid() AS pid'))!.pid;

  test('are all within the transaction, those that went with its beginning too', async () => {
    await using replicas = await twoReplicas({ credit: 0n });
    const db = openPostgres(replicas.url, { connectionsMax: 1 });
    const within = async (sql: Sql) => (await sql.one('SELECT pg_current_xact_id()::text AS id, ? AS n', 1))!.id;
    // Twice: when they are said for the first time they travel otherwise.
    for (const _time of [1, 2]) {
      const ids = await db.transaction(async (sql) => [
        ...(await Promise.all([within(sql), within(sql)])),
        await within(sql),
      ]);

      expect(new Set(ids).size).toBe(1);
    }
    await db.close();
  });

  const ENDINGS: readonly (readonly [string, (sql: TransactionSql) => Promise<unknown>])[] = [
    [
      'in the middle',
      (sql) => Promise.all([rename(sql, 'x@example.com'), fail(sql), look(sql), rename(sql, 'y@example.com')]),
    ],
    [
      'and is heard of by a later one',
      async (sql) => {
        const [failing, later] = [fail(sql), look(sql)];
        failing.catch(() => {});
        await later;
      },
    ],
    [
      'with the commit',
      (sql) => sql.last([rename(sql, 'x@example.com'), fail(sql), look(sql), rename(sql, 'y@example.com')]),
    ],
    [
      'with the commit, after others',
      async (sql) => {
        await look(sql);
        await sql.last([rename(sql, 'x@example.com'), fail(sql), look(sql)]);
      },
    ],
  ];

  test.each(ENDINGS)(
    'and of which one fails %s leave nothing: the caller gets its reason, and the connection serves on',
    async (_, work) => {
      await using replicas = await twoReplicas({ credit: 0n });
      const db = openPostgres(replicas.url, { connectionsMax: 1 });
      const before = await whoServes(db.sql);

      // Twice: when they are said for the first time they travel otherwise.
      for (const _time of [1, 2]) await expect(db.transaction(work)).rejects.toMatchObject({ errno: '23514' });

      expect(await look(db.sql)).toEqual([{ email: 'a@example.com' }]);
      expect(await whoServes(db.sql)).toBe(before);
      await db.close();
    },
  );

  test('are run again together when they met another transaction', async () => {
    await using replicas = await twoReplicas({ credit: 0n });

    const { begun, agedMs } = await meeting(replicas, (sql, { had, wanted }) =>
      sql.last([age(sql, wanted), look(sql), age(sql, had)]),
    );

    expect(begun).toBeGreaterThanOrEqual(3);
    expect(agedMs).toEqual([3, 3]);
  });

  test('of a batch leave nothing of a request that fails, and the others of the batch are charged', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 3n });
    const { db, stores } = replicas.one;
    for (const requestId of ['req_1', 'req_2', 'req_3']) await stores.ledger.hold({ ...ORDER, requestId });
    // The database refuses more reasoning than there is output.
    const odd = usageOf(10, 5, { reasoningTokens: 6 });

    const settled = await Promise.allSettled([
      stores.ledger.settle({ ...SETTLEMENT, requestId: 'req_1' }),
      stores.ledger.settle({ ...SETTLEMENT, requestId: 'req_2', usage: odd }),
      stores.ledger.settle({ ...SETTLEMENT, requestId: 'req_3' }),
    ]);

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await (await replicas.one.keeper()).sync(0);
    const { held, spent } = await stores.ledger.balanceOf('acc_1', NOON);
    expect({ held, spent }).toEqual({ held: nanos(0n), spent: nanos(2n * 750_000n) });
    expect((await audit(db, NOON)).problems).toEqual([]);
  });
});

test('a batch that waited while its server was dropped charges nothing', async () => {
  await using replicas = await twoReplicas({ credit: WORST * 3n });
  const { db, stores, keeper } = replicas.one;
  await stores.ledger.hold({ ...ORDER, requestId: 'req_1' });
  // What another server has leased would cover it.
  await replicas.other.stores.ledger.hold({ ...ORDER, requestId: 'req_2' });
  const { ledger } = await keeper();
  const waitFor = (count: number) =>
    until(`${count} wait for a row`, async () => {
      const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await db.sql.all(waiting)).length === count;
    });

  // The drop has taken the row of the server and waits for pots; the batch waits for the row of its server.
  const [dropped, settled] = await replicas.other.db.transaction(async (sql) => {
    await sql.run('UPDATE pots SET held = held');
    const drop = replicas.other.stores.leases.drop(ledger.serverId);
    await waitFor(1);
    const settle = ledger.settle({ ...SETTLEMENT, requestId: 'req_1' }).then(
      () => 'charged',
      () => 'refused',
    );
    await waitFor(2);
    return [drop, settle] as const;
  });

  expect([await dropped, await settled]).toEqual([true, 'refused']);
  expect(await db.sql.all('SELECT id FROM requests')).toEqual([]);
  expect(await db.sql.all('SELECT balance, held FROM pots')).toEqual([{ balance: WORST * 3n, held: WORST }]);
  expect((await audit(db, NOON)).problems).toEqual([]);
});

describe('a statement that could change something', () => {
  const grow = (sql: Sql) => sql.run('UPDATE accounts SET created_at_ms = created_at_ms + ?', 1);
  const ages = async (sql: Sql) =>
    (await sql.all('SELECT created_at_ms FROM accounts')).map((row) => Number(row.created_at_ms));

  test('does not run where its transaction could not begin', async () => {
    await using replicas = await twoReplicas({ credit: 0n });
    await using pool = new SQL(replicas.url, { max: 1, bigint: true });
    using connection = await pool.reserve();

    const unbegun = (work: (sql: Sql) => Promise<unknown>) =>
      runInTransaction(connection, { begin: (on) => on`BEGIN ISOLATION LEVEL NONE`.execute() }, work);

    const together = unbegun((sql) => Promise.all([ages(sql), grow(sql), ages(sql)]));
    await expect(together).rejects.toMatchObject({ errno: '42601' });
    const afterwards = unbegun(async (sql) => {
      await ages(sql);
      await ages(sql);
      await grow(sql);
    });
    await expect(afterwards).rejects.toMatchObject({ errno: '42601' });
    const onlyLooking = unbegun(ages);
    await expect(onlyLooking).rejects.toMatchObject({ errno: '42601' });

    expect(await ages(replicas.one.db.sql)).toEqual([NOON]);
  });

  test('runs before what was issued after it, also while its transaction begins', async () => {
    await using replicas = await twoReplicas({ credit: 0n });
    await using pool = new SQL(replicas.url, { max: 1, bigint: true });
    using connection = await pool.reserve();

    const seen = await runInTransaction(connection, { begin: READ_WRITE }, (sql) =>
      Promise.all([ages(sql), grow(sql), ages(sql)]),
    );

    expect(seen).toEqual([[NOON], 1, [NOON + 1]]);
  });

  test('is refused after the end of its transaction', async () => {
    await using replicas = await twoReplicas({ credit: 0n });
    const { db } = replicas.one;
    let late: Sql | undefined;
    const keep = async (sql: Sql) => {
      late = sql;
      await grow(sql);
    };

    await db.transaction(keep);
    await expect(grow(late!)).rejects.toThrow('after the end');
    await expect(
      db.transaction(async (sql) => {
        await keep(sql);
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    await expect(grow(late!)).rejects.toThrow('after the end');

    expect(await ages(db.sql)).toEqual([NOON + 1]);
  });
});

describe('a commit', () => {
  /** A table, and what happens while a row of it is committed. */
  async function committing(what: string) {
    const database = await newPostgresDatabase();
    const db = openPostgres(database.url);
    await db.sql.run('CREATE TABLE notes (id BIGINT)');
    await db.sql.run(`CREATE FUNCTION meet() RETURNS TRIGGER LANGUAGE plpgsql AS '${what} RETURN NULL; END'`);
    await db.sql.run(`CREATE CONSTRAINT TRIGGER met AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION meet()`);
    return {
      db,
      [Symbol.asyncDispose]: async () => {
        await db.close();
        await database[Symbol.asyncDispose]();
      },
    };
  }
  const add = (sql: TransactionSql) => sql.last([sql.run('INSERT INTO notes VALUES (?)', 1)]);

  test('in whose midst the server ends the connection may have happened', async () => {
    await using storage = await committing('BEGIN PERFORM pg_terminate_backend(pg_backend_pid());');

    await expect(storage.db.transaction(add)).rejects.toBeInstanceOf(CommitUnknown);
  });

  test('that is refused has not happened, and the caller gets its reason', async () => {
    await using storage = await committing("BEGIN RAISE EXCEPTION USING ERRCODE = ''23514'';");

    await expect(storage.db.transaction(add)).rejects.toMatchObject({ errno: '23514' });
    expect(await storage.db.sql.all('SELECT id FROM notes')).toEqual([]);
  });
});
