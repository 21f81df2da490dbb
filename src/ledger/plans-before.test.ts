/** Plans of the first release: tokens and prices had versions apart, and there were two ids. */
import { expect } from 'bun:test';
import { currentDatabase, test } from '../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../test/support/ledger-fixture.ts';
import { pricesOf } from '../features/shop/offer-terms.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { requireWholeSchema } from '../platform/database/schema-check.ts';
import { openSqlite } from '../platform/database/sqlite.ts';
import { readPlanVersions } from './plan-versions.ts';

const RELEASED = readMigrations().filter(({ version }) => version <= 100);

/** On PostgreSQL the database of the test is made anew, and ends as it was: empty, with every step. */
async function asReleased(storage: Storage) {
  if (currentDatabase() === 'SQLite') {
    const db = openSqlite(':memory:', 'caller');
    await migrate(db, RELEASED, NOON);
    return db;
  }
  await storage.db.sql.run('DROP SCHEMA public CASCADE');
  await storage.db.sql.run('CREATE SCHEMA public');
  await migrate(storage.db, RELEASED, NOON);
  return storage.db;
}

const ROWS = [
  `INSERT INTO accounts (id, email, status, created_at_ms) VALUES ('acc', 'a@example.com', 'active', ${NOON})`,
  // Two spaces: the program writes versions of pots itself, by the columns of now.
  `INSERT  INTO pots (id, account_id, kind, label, balance, held, created_at_ms, expires_at_ms)
     VALUES ('plan-acc', 'acc', 'plan', 'pro', 5, 0, ${NOON}, ${NOON + 9})`,
  `INSERT INTO plan_periods (account_id, starts_at_ms, ends_at_ms, plan, pot_id, tokens)
     VALUES ('acc', ${NOON}, ${NOON + 9}, 'pro', 'plan-acc', 5)`,
  "INSERT INTO subscriptions (account_id, plan, next_plan, anchor_day) VALUES ('acc', 'pro', 'ultra', 15)",
  `INSERT INTO plan_versions (plan, version, tokens, from_ms, actor) VALUES ('pro', 1, 5, ${NOON - 9}, 'olga')`,
  `INSERT INTO offer_versions (item, version, terms, from_ms, actor)
     VALUES ('plan-pro', 1, '{"kind":"plan","czk":"199"}', ${NOON}, 'olga')`,
  `INSERT INTO offer_versions (item, version, terms, from_ms, actor, withdrawn_at_ms)
     VALUES ('plan-pro', 2, NULL, ${NOON + 9}, 'olga', ${NOON})`,
  `INSERT INTO vouchers (id, fingerprint, hint, kind, plan, months, uses_max, uses, note, created_by, created_at_ms)
     VALUES ('vou', 'print', 'abcd', 'plan', 'ultra', 2, 3, 1, '', 'olga', ${NOON})`,
  `INSERT INTO voucher_uses (voucher_id, account_id, at_ms) VALUES ('vou', 'acc', ${NOON})`,
];

test('everything that was said of plans is there after the step, as one thing', async () => {
  await using storage = await openStorage();
  const db = await asReleased(storage);
  for (const row of ROWS) await db.sql.run(row);

  expect(await migrate(db, readMigrations(), NOON)).toContain('plans');
  await requireWholeSchema(db, readMigrations());

  const versions = await readPlanVersions(db.sql);
  expect(versions.map(({ version, terms, withdrawnAtMs }) => [version, terms, withdrawnAtMs])).toEqual([
    [1, { tokens: 5n }, null],
    [2, { isOnSale: true, czk: '199' }, null],
    [3, { isOnSale: false }, NOON],
  ]);
  expect(pricesOf(versions).map(({ item, version, terms }) => [item, version, terms])).toEqual([
    ['plan-pro', 2, { kind: 'plan', czk: '199' }],
    ['plan-pro', 3, null],
  ]);
  const kept = await db.sql.all(
    `SELECT s.plan, s.next_plan, p.plan AS period, v.plan AS gift, u.account_id FROM subscriptions s, plan_periods p,
       vouchers v JOIN voucher_uses u ON u.voucher_id = v.id`,
  );
  expect(kept).toEqual([{ plan: 'pro', next_plan: 'ultra', period: 'pro', gift: 'ultra', account_id: 'acc' }]);
  await db.sql.run("UPDATE subscriptions SET next_plan = 'team'");
  await expect(db.sql.run('DELETE FROM vouchers')).rejects.toThrow();
  // The next test may get this database.
  if (currentDatabase() === 'SQLite') return db.close();
  await db.sql.run('DROP SCHEMA public CASCADE');
  await db.sql.run('CREATE SCHEMA public');
  await migrate(db, readMigrations(), NOON);
});
