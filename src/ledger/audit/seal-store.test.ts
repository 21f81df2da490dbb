/** Seals cover every row once, whatever writes and seals meanwhile. */
import { expect, test as onceTest } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { sealAll, writeFullLedger } from '../../../test/support/full-ledger.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { LEDGER_KEY } from '../../../test/support/ledger-key.ts';
import { emptyPostgres } from '../../../test/support/postgres-database.ts';
import { seeded } from '../../../test/support/random.ts';
import { nanos } from '../../core/money.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import { type Database, number, text } from '../../platform/database/database.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { createStores } from '../../server/stores/stores.ts';
import { audit } from './audit.ts';

async function rowsAndSealed(db: Database): Promise<{ readonly rows: number; readonly sealed: number }> {
  const rows = await db.sql.one(
    `SELECT (SELECT COUNT(*) FROM ledger_entries) + (SELECT COUNT(*) FROM requests WHERE seq IS NOT NULL)
       + (SELECT COUNT(*) FROM operator_actions) + (SELECT COUNT(*) FROM row_versions) AS n`,
  );
  let sealed = 0;
  for (const seal of await db.sql.all('SELECT parts FROM seals')) {
    for (const part of Object.values(JSON.parse(text(seal, 'parts')) as Record<string, { rows: number }>))
      sealed += part.rows;
  }
  return { rows: number(rows!, 'n'), sealed };
}

const movement = (accountId: string, reason: string) => ({
  accountId,
  amount: nanos(5n),
  reason,
  actor: 't',
  atMs: NOON,
});

test('seals cover every row once, while others write and seal', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
  const random = seeded(seed);
  await using storage = await openStorage();
  const accounts: { id: string }[] = [];
  for (let n = 0; n < 5; n += 1) accounts.push(await storage.account({ credit: 10n }));
  const { credits, seals } = storage.stores;

  for (let step = 0; step < 60; step += 1) {
    const works = Array.from({ length: random.integer(1, 6) }, (_, n) => () => {
      const { id } = accounts[random.integer(0, 4)]!;
      return random.integer(0, 2) === 0 ? seals.seal(NOON + step) : credits.grant(movement(id, `${step}.${n}`));
    });
    await Promise.all(works.map((work) => work()));
  }
  await sealAll(storage.db);

  const { rows, sealed } = await rowsAndSealed(storage.db);
  expect(sealed, `SEED=${seed}`).toBe(rows);
  expect((await storage.audit()).problems, `SEED=${seed}`).toEqual([]);
});

test('more rows than one seal covers become several', async () => {
  await using storage = await openStorage();
  await writeFullLedger(storage.db, 600);

  const seals = await storage.db.sql.all('SELECT seq FROM seals ORDER BY seq');
  expect(seals.length).toBeGreaterThan(1);
  const { rows, sealed } = await rowsAndSealed(storage.db);
  expect(sealed).toBe(rows);
  expect((await storage.audit()).problems).toEqual([]);
});

onceTest('on PostgreSQL a row that is committed after its followers is not left out', async () => {
  const { url, db, giveBack } = await emptyPostgres();
  const other = openPostgres(url, { ledgerKey: LEDGER_KEY });
  try {
    const stores = createStores(db, DEFAULT_PLANS);
    for (const id of ['acc_1', 'acc_2']) {
      await stores.accounts.create({ id, email: `${id}@example.com`, status: 'active', createdAtMs: NOON });
    }
    await sealAll(db);
    const sealedAtFirst = (await rowsAndSealed(db)).sealed;
    const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = other.transaction(async (sql) => {
      const within: Database = { ...other, sql, transaction: (work) => work(sql) };
      await createStores(within, DEFAULT_PLANS).credits.grant(movement('acc_1', 'slow'));
      written.resolve();
      await go.promise;
    });
    await written.promise;
    await stores.credits.grant(movement('acc_2', 'quick'));
    for (let tries = 0; tries < 3; tries += 1) await stores.seals.seal(NOON);
    const sealedBefore = (await rowsAndSealed(db)).sealed;

    go.resolve();
    await slow;
    await sealAll(db);

    expect(sealedBefore).toBe(sealedAtFirst);
    const { rows, sealed } = await rowsAndSealed(db);
    expect(sealed).toBe(rows);
    expect((await audit(db, NOON)).problems).toEqual([]);
  } finally {
    await other.close();
    await giveBack();
  }
});
