/** Marks: who wrote a version. An intruder with the database alone cannot make one, and a new secret begins anew. */
import { describe, expect, test as onceTest } from 'bun:test';
import { currentDatabase, test } from '../../../test/support/databases.ts';
import { sealAll } from '../../../test/support/full-ledger.ts';
import { furnishLedger } from '../../../test/support/furnished-ledger.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { LEDGER_KEY } from '../../../test/support/ledger-key.ts';
import { openMigratedSqlite } from '../../../test/support/migrated-sqlite.ts';
import { emptyPostgres } from '../../../test/support/postgres-database.ts';
import { audit } from '../../ledger/audit/audit.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { ADDED_BY_PROGRAM, mayWriteVersions } from './versioned-tables.ts';

type Opened = AsyncDisposable & { readonly db: Database; with(ledgerKey: string | undefined): Promise<Database> };

/** A furnished ledger, which can be opened with other keys beside. */
async function openLedger(): Promise<Opened> {
  await using stack = new AsyncDisposableStack();
  const beside = (open: (key: string | undefined) => Database) => async (key: string | undefined) => {
    const other = open(key);
    whole.defer(() => other.close());
    return other;
  };
  const made = currentDatabase() === 'PostgreSQL' ? await emptyPostgres() : await openMigratedSqlite();
  stack.defer(() => ('giveBack' in made ? made.giveBack() : made.close()));
  await furnishLedger(made.db);
  const whole = stack.move();
  const again =
    'url' in made
      ? beside((ledgerKey) => openPostgres(made.url, { ledgerKey, connectionsMax: 2 }))
      : beside((ledgerKey) => openSqlite(made.db.path, 'commit', ledgerKey));
  return { db: made.db, with: again, [Symbol.asyncDispose]: () => whole.disposeAsync() };
}

const SUSPENDED = "UPDATE accounts SET suspended_at_ms = 1 WHERE id = 'acc_anna'";
const problemsOf = async (db: Database, scope: 'full' | 'new') => (await audit(db, NOON, { scope })).problems;

describe('a version', () => {
  test('without a mark is found, and marks begin anew when all else is right', async () => {
    await using ledger = await openLedger();
    const before = await ledger.with(undefined);
    await before.sql.run(SUSPENDED);

    for (const scope of ['new', 'full'] as const) {
      expect((await problemsOf(ledger.db, scope))[0]).toMatch(/^L20: accounts acc_anna was written by no server/);
    }
    const anew = await audit(ledger.db, NOON, { isBegunAnew: true, isRemembered: true });
    expect({ problems: anew.problems, scope: anew.scope }).toEqual({ problems: [], scope: 'full' });
    for (const scope of ['new', 'full'] as const) expect(await problemsOf(ledger.db, scope)).toEqual([]);
  });

  test('of another secret is found, and counts from where that secret begins', async () => {
    await using ledger = await openLedger();
    const other = await ledger.with('another key');

    expect((await problemsOf(other, 'full'))[0]).toMatch(/^L20: /);
    expect((await audit(other, NOON, { isBegunAnew: true })).problems).toEqual([]);
    expect(await problemsOf(other, 'full')).toEqual([]);
    await other.sql.run(SUSPENDED);
    await sealAll(other);
    expect(await problemsOf(other, 'full')).toEqual([]);
    expect((await problemsOf(ledger.db, 'full'))[0]).toMatch(/^L20: /);
  });

  test('stays where it was while something else is wrong', async () => {
    await using ledger = await openLedger();
    const begun = await ledger.db.sql.all("SELECT seq FROM row_versions WHERE kind = 'marks'");
    await tamper(ledger.db, "UPDATE pots SET balance = balance + 1 WHERE id = 'credit-acc_anna'");

    expect((await audit(ledger.db, NOON, { isBegunAnew: true })).ok).toBe(false);

    const begins = await ledger.db.sql.all("SELECT seq FROM row_versions WHERE kind = 'marks'");
    expect(begins.length).toBe(begun.length);
  });

  test('of a transaction that fails leaves nothing, and one that is written alone has its mark', async () => {
    await using ledger = await openLedger();
    const failed = ledger.db.transaction(async (sql) => {
      await sql.run(SUSPENDED);
      throw new Error('no');
    });

    await expect(failed).rejects.toThrow('no');
    await ledger.db.sql.run(SUSPENDED);

    expect(await problemsOf(ledger.db, 'new')).toEqual([]);
  });

  test('cannot be marked by one who only knows what is in the database', async () => {
    await using ledger = await openLedger();
    const { notLookedAt, problems } = await audit(await ledger.with(undefined), NOON);

    expect(problems).toEqual([]);
    expect(notLookedAt).toContain("marks, because the server's secret is not known here");
    const rows = await ledger.db.sql.all('SELECT mark FROM version_marks');
    expect(rows.some(({ mark }) => String(mark).includes(LEDGER_KEY))).toBe(false);
  });
});

test('a chain that was taken away and sealed anew by the server itself is found by the last proof', async () => {
  await using ledger = await openLedger();
  await tamper(
    ledger.db,
    "UPDATE requests SET admitted_at_ms = admitted_at_ms - 60000 WHERE id = 'req_000003'",
    'DELETE FROM seals',
  );
  await sealAll(ledger.db);

  for (const scope of ['new', 'full'] as const) {
    expect((await problemsOf(ledger.db, scope))[0]).toMatch(
      /^L17: seal \d+, up to which the ledger was proved, is another/,
    );
  }
});

test('a row that is added and one that is changed have versions of the same columns', async () => {
  await using ledger = await openLedger();
  await ledger.db.transaction(async (sql) => {
    await sql.run("UPDATE pots SET expires_at_ms = expires_at_ms + 1 WHERE kind = 'plan'");
    await sql.run(SUSPENDED);
    await sql.run("UPDATE api_keys SET expires_at_ms = 1 WHERE id = 'key_1'");
  });

  for (const [table, columns] of Object.entries(ADDED_BY_PROGRAM)) {
    const versions = await ledger.db.sql.all('SELECT body FROM row_versions WHERE kind = ?', table);
    const seen = versions.map(({ body }) => Object.keys(JSON.parse(String(body)) as object).join());
    expect([table, new Set(seen)]).toEqual([table, new Set([columns.join()])]);
  }
  expect(await problemsOf(ledger.db, 'full')).toEqual([]);
});

onceTest('every statement that can write a version is known by its text', async () => {
  const { db, close } = await openMigratedSqlite();
  const triggers = await db.sql.all(
    "SELECT tbl_name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%_added'",
  );
  await close();

  expect(triggers.length).toBeGreaterThan(15);
  for (const { tbl_name: table } of triggers) {
    expect([table, mayWriteVersions(`INSERT INTO ${table} (id) VALUES (?)`)]).toEqual([table, true]);
  }
  for (const table of Object.keys(ADDED_BY_PROGRAM)) expect(mayWriteVersions(`INSERT INTO ${table} (id)`)).toBe(true);
  expect(mayWriteVersions('UPDATE pots SET held = held + rows.amount FROM rows WHERE pots.id = rows.id')).toBe(false);
  expect(mayWriteVersions('UPDATE servers SET seen_at_ms = ? WHERE id = ?')).toBe(false);
});
