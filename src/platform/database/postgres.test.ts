/** PostgreSQL alone: its migrations, what it is refused for, and what happens when it is out of reach. */
import { describe, expect, test } from 'bun:test';
import { type FaultProxy, type Faults, startFaultProxy } from '../../../test/support/fault-proxy.ts';
import { NO_TIMERS, serverOn } from '../../../test/support/leased-stores.ts';
import { NOON, usageOf } from '../../../test/support/ledger-fixture.ts';
import { LEDGER_KEY } from '../../../test/support/ledger-key.ts';
import { asSuperuser, newPostgresDatabase } from '../../../test/support/postgres-database.ts';
import { until } from '../../../test/support/service.ts';
import { nanos } from '../../core/money.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { audit } from '../../ledger/audit/audit.ts';
import { LOWER_LEASES } from '../../ledger/journal-store.ts';
import { age, meeting, ORDER, twoReplicas, WORST } from '../../server/stores/replicas.fixture.ts';
import { createServingStores } from '../../server/stores/serving-stores.ts';
import { createStores } from '../../server/stores/stores.ts';
import { type Database, text } from './database.ts';
import { type Migration, migrate, readMigrations, requireCurrentSchema, SchemaTooNew } from './migrate.ts';
import { mayGoWellLater, openPostgres, type PostgresSettings } from './postgres.ts';
import { requireSafePostgres } from './postgres-safety.ts';
import { readForRows } from './row-set.ts';

describe('migrations on PostgreSQL', () => {
  test('that are begun by ten servers at once are applied once', async () => {
    await using database = await newPostgresDatabase();
    const servers = Array.from({ length: 10 }, () => openPostgres(database.url, { connectionsMax: 2 }));

    const applied = await Promise.all(servers.map((db) => migrate(db, readMigrations(), NOON)));

    expect(applied.flat()).toEqual(readMigrations().map(({ name }) => name));
    await Promise.all(servers.map((db) => requireCurrentSchema(db, readMigrations())));
    await Promise.all(servers.map((db) => db.close()));
  });

  test('that fail half way leave nothing of the one that failed, and are resumed from there', async () => {
    await using database = await newPostgresDatabase();
    const db = openPostgres(database.url, { ledgerKey: LEDGER_KEY });
    const first: Migration = { version: 101, name: 'first', text: 'CREATE TABLE a (id {{serial}});' };
    const broken: Migration = {
      version: 102,
      name: 'second',
      text: 'CREATE TABLE b (id TEXT); CREATE TABLE a (id TEXT);',
    };

    await expect(migrate(db, [first, broken], NOON)).rejects.toThrow('already exists');
    const applied = await migrate(db, [first, { ...broken, text: 'CREATE TABLE b (id TEXT);' }], NOON);

    expect(applied).toEqual(['second']);
    await db.close();
  });

  test('of a newer program are refused by an older one', async () => {
    await using database = await newPostgresDatabase();
    const db = openPostgres(database.url, { ledgerKey: LEDGER_KEY });
    const newer: Migration = { version: 9999, name: 'from_the_future', text: 'CREATE TABLE later (id TEXT);' };
    await migrate(db, [...readMigrations(), newer], NOON);

    await expect(migrate(db, readMigrations(), NOON)).rejects.toBeInstanceOf(SchemaTooNew);
    await expect(requireCurrentSchema(db, readMigrations())).rejects.toBeInstanceOf(SchemaTooNew);
    await db.close();
  });
});

test('a batch of requests finds its rows by their keys, and never reads a whole table', async () => {
  await using database = await newPostgresDatabase();
  const db = openPostgres(database.url, { ledgerKey: LEDGER_KEY });
  await migrate(db, readMigrations(), NOON);
  await db.sql.run("INSERT INTO leases SELECT 'srv_1', 'pot_' || n, 1, 0 FROM generate_series(1, 500) n");
  await db.sql.run('ANALYZE leases');
  const explained = { ...LOWER_LEASES, text: `EXPLAIN ${LOWER_LEASES.text}` };

  const rows = Array.from({ length: 50 }, (_, n) => ['srv_1', `pot_${n + 1}`, 1n]);
  const plan = await readForRows(db.serving.sql, explained, rows);

  const steps = plan.map((row) => text(row, 'QUERY PLAN')).join('\n');
  expect(steps).toContain('Index Scan using leases_');
  expect(steps).not.toContain('Seq Scan');
  expect(steps).not.toContain('Hash');
  await db.close();
});

test('a charge changes no column that an index names, so that PostgreSQL need not write the index', async () => {
  await using database = await newPostgresDatabase();
  const db = openPostgres(database.url, { ledgerKey: LEDGER_KEY });
  await migrate(db, readMigrations(), NOON);
  const changed = /\b(balance|held|spent|amount|spent_nanos|tokens|last_used_at_ms|requests|\w+_tokens|cost_nanos)\b/;

  const indexes = await db.sql.all(
    "SELECT indexdef FROM pg_indexes WHERE tablename IN ('pots', 'leases', 'key_months', 'usage_hours')",
  );

  expect(indexes.length).toBeGreaterThan(4);
  expect(indexes.map((row) => text(row, 'indexdef')).filter((index) => changed.test(index))).toEqual([]);
  await db.close();
});

describe('a PostgreSQL that is not fit for money', () => {
  test('is refused when it commits without the disk', async () => {
    await using database = await newPostgresDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await asSuperuser((sql) => sql.unsafe(`ALTER DATABASE ${name} SET synchronous_commit = off`));
    const db = openPostgres(database.url, { ledgerKey: LEDGER_KEY });

    await expect(requireSafePostgres(db)).rejects.toThrow(
      'PostgreSQL runs with synchronous_commit = off and would lose charges with the power: turn it on, for this user and database too.',
    );
    await db.close();
  });

  test('is taken when it is as it comes', async () => {
    await using replicas = await twoReplicas({ credit: 0n });

    await expect(requireSafePostgres(replicas.one.db)).resolves.toBeUndefined();
  });
});

describe('a transaction', () => {
  test('of which a statement failed is never taken for committed', async () => {
    await using replicas = await twoReplicas({ credit: 0n });
    const { db } = replicas.one;

    const swallowed = db.transaction(async (sql) => {
      await sql.run("UPDATE accounts SET status = 'blocked'");
      await sql.run('SELECT 1 / 0').catch(() => {});
    });

    await expect(swallowed).rejects.toThrow('division by zero');
    expect((await replicas.one.stores.accounts.find('acc_1'))?.status).toBe('active');
  });

  test('is run again when it met another one', async () => {
    await using replicas = await twoReplicas({ credit: 0n });

    const { begun, agedMs } = await meeting(replicas, (sql, { wanted }) => age(sql, wanted));

    // PostgreSQL does not promise who wakes up first: the one that was sent back may meet the other once more.
    expect(begun).toBeGreaterThanOrEqual(3);
    expect(agedMs).toEqual([2, 2]);
  });
});

test('what reads a whole ledger may take longer than an answer', async () => {
  await using replicas = await twoReplicas({ credit: 0n });
  const hurried = openPostgres(replicas.url, { answerMsMax: 1500 });
  const unhurried = openPostgres(replicas.url, { answerMsMax: 1500, isUnhurried: true });
  const LONG = 'SELECT 1 AS done FROM pg_sleep(2)';

  const tooLong = await hurried.sql.one(LONG).then(
    () => 'done',
    () => 'ended',
  );
  const done = [await unhurried.sql.one(LONG), await unhurried.snapshot((sql) => sql.one(LONG))];
  await Promise.all([hurried.close(), unhurried.close()]);

  expect(tooLong).toBe('ended');
  expect(done).toEqual([{ done: 1 }, { done: 1 }]);
});

describe('a database that is out of reach', () => {
  /** A server whose way to PostgreSQL can be made worse. */
  async function behindProxy(url: string, settings: PostgresSettings = { answerMsMax: 5000 }) {
    const address = new URL(url);
    const proxy = await startFaultProxy({ to: { hostname: address.hostname, port: Number(address.port) } });
    address.port = String(proxy.port);
    const db = openPostgres(address.href, { ...settings, ledgerKey: LEDGER_KEY });
    const serving = createServingStores(createStores(db, DEFAULT_PLANS), { mayGoWellLater });
    const { stores, keeper } = serverOn(serving, NO_TIMERS);
    const { ledger } = stores;
    return {
      db,
      proxy,
      ledger,
      keeper,
      [Symbol.asyncDispose]: async () => {
        await db.close();
        await proxy.stop();
      },
    };
  }
  const SETTLEMENT = { requestId: 'req_1', usage: usageOf(10, 5), outcome: 'finished' as const, atMs: NOON };

  test.each<[string, Faults]>([
    ['refuses connections', { refuse: true }],
    ['takes what it is sent and does not answer', { down: { stall: true } }],
  ])('because it %s refuses what would begin, and ends what runs when it is back', async (_, faults) => {
    await using replicas = await twoReplicas({ credit: WORST * 2n });
    await using service = await behindProxy(replicas.url);
    const { ledger, proxy } = service;
    await ledger.hold({ ...ORDER, requestId: 'req_1' });

    proxy.faults.set(faults);
    proxy.resetAll();
    const refused = Promise.resolve(ledger.hold({ ...ORDER, requestId: 'req_2' }));
    await expect(refused).rejects.toMatchObject({ code: 'store_unavailable' });
    const settling = ledger.settle(SETTLEMENT);
    proxy.clear();

    expect((await settling).cost).toBe(nanos(750_000n));
    await ledger.hold({ ...ORDER, requestId: 'req_3' });
    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });

  /** Stores on a way that is lost whenever a transaction sends its commit. */
  function unluckyOn(db: Database, proxy: FaultProxy) {
    let isUnlucky = false;
    const transaction: Database['transaction'] = (work) =>
      db.transaction((sql) =>
        work({
          ...sql,
          last: (statements) => {
            if (isUnlucky && statements.length > 0) proxy.faults.set({ down: { stall: true } });
            return sql.last(statements);
          },
        }),
      );
    const within = { ...db, transaction, serving: { ...db.serving, transaction } };
    const serving = createServingStores(createStores(within, DEFAULT_PLANS), { mayGoWellLater });
    const fail = (fails: boolean) => {
      isUnlucky = fails;
    };
    return { serving, fail };
  }

  test('at the very moment of an extension refuses, and what was leased unheard of goes back when the account rests', async () => {
    await using replicas = await twoReplicas({ credit: WORST });
    await using service = await behindProxy(replicas.url, { answerMsMax: 3000, connectionsMax: 1 });
    const { db, proxy } = service;
    const { serving, fail } = unluckyOn(db, proxy);
    const unlucky = serverOn(serving, NO_TIMERS);
    const held = async () => (await replicas.one.stores.ledger.balanceOf(ORDER.accountId, NOON)).held;
    // What a connection has said once travels together from then on.
    await unlucky.stores.ledger.hold({ ...ORDER, requestId: 'req_0' });
    await unlucky.stores.ledger.release({ requestId: 'req_0', reason: 'left-early', atMs: NOON });
    await (await unlucky.keeper()).ledger.drained();
    await (await unlucky.keeper()).sync(0);
    fail(true);

    const refused = Promise.resolve(unlucky.stores.ledger.hold({ ...ORDER, requestId: 'req_1' }));
    const refusal = refused.catch((thrown: unknown) => thrown);
    await until('the lease is in the database', async () => (await held()) > 0n);

    expect(await refusal).toMatchObject({ code: 'store_unavailable' });
    fail(false);
    proxy.clear();
    await (await unlucky.keeper()).sync(0);
    expect(await held()).toBe(nanos(0n));
    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });

  test('at the very moment of an extension makes no account look poor, and the rest comes back though it is in use', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 2n });
    await using service = await behindProxy(replicas.url, { answerMsMax: 3000, connectionsMax: 1 });
    const { db, proxy } = service;
    const { serving, fail } = unluckyOn(db, proxy);
    const unlucky = serverOn(serving, NO_TIMERS);
    const held = async () => (await replicas.one.stores.ledger.balanceOf(ORDER.accountId, NOON)).held;
    await unlucky.stores.ledger.hold({ ...ORDER, requestId: 'req_0' });

    fail(true);
    const refused = Promise.resolve(unlucky.stores.ledger.hold({ ...ORDER, requestId: 'req_1' }));
    const refusal = refused.catch((thrown: unknown) => thrown);
    await until('the lease is in the database', async () => (await held()) === WORST * 2n);
    expect(await refusal).toMatchObject({ code: 'store_unavailable' });
    fail(false);
    proxy.clear();

    // All the credit is leased by this server, half of it unheard of.
    const second = Promise.resolve(unlucky.stores.ledger.hold({ ...ORDER, requestId: 'req_2' }));
    await expect(second).rejects.toMatchObject({ code: 'store_unavailable' });
    expect((await unlucky.stores.ledger.settle({ ...SETTLEMENT, requestId: 'req_0' })).cost).toBe(nanos(750_000n));
    await (await unlucky.keeper()).sync(60_000);
    expect(await unlucky.stores.ledger.hold({ ...ORDER, requestId: 'req_3' })).toMatchObject({ outputTokensMax: 50 });
    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });

  test('at the very moment of a commit charges once all the same', async () => {
    await using replicas = await twoReplicas({ credit: WORST });
    await using service = await behindProxy(replicas.url);
    const { ledger, proxy } = service;
    await ledger.hold({ ...ORDER, requestId: 'req_1' });

    const settling = ledger.settle(SETTLEMENT);
    await until('the charge is in the ledger', async () => {
      const row = await replicas.one.db.sql.one("SELECT 1 AS found FROM requests WHERE state = 'settled'");
      if (!row) return false;
      proxy.resetAll();
      return true;
    });

    expect((await settling).cost).toBe(nanos(750_000n));
    const charges = await replicas.one.db.sql.all('SELECT cost_nanos FROM requests WHERE seq IS NOT NULL');
    expect(charges.map(({ cost_nanos }) => cost_nanos)).toEqual([750_000n]);
    expect((await audit(replicas.one.db, NOON)).problems).toEqual([]);
  });
});
