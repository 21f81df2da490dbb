/** Models of the first release: what was answered by one is still known after the step, also when it is removed. */
import { expect } from 'bun:test';
import { currentDatabase, test } from '../../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { readReceipt } from '../../ledger/receipt.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { requireWholeSchema } from '../../platform/database/schema-check.ts';
import { readSettings } from '../../platform/database/service-settings.ts';
import { openSqlite } from '../../platform/database/sqlite.ts';
import { MODEL_ACTIONS } from './transactions.ts';

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

/** Two spaces: the program writes versions of such rows itself, by the columns of now. */
const ROWS = [
  `INSERT  INTO accounts (id, email, status, created_at_ms) VALUES ('acc', 'a@example.com', 'active', ${NOON})`,
  `INSERT  INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, allowed_models, allowed_ranges)
     VALUES ('key', 'acc', 'print', 'n', 'abcd', ${NOON}, '["svc-frost"]', '[]')`,
  `INSERT  INTO pots (id, account_id, kind, label, balance, held, created_at_ms, expires_at_ms)
     VALUES ('credit-acc', 'acc', 'credit', '', 900, 0, ${NOON}, NULL)`,
  `INSERT  INTO price_versions (id, model, version, input, cached_input, output, reasoning, from_ms, actor)
     VALUES ('svc-frost@1', 'svc-frost', 1, 5, 1, 20, 20, ${NOON - 9}, 'configuration')`,
  `INSERT  INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state, outcome, held_nanos, held_parts,
       input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms, ended_at_ms, input_tokens, cached_input_tokens,
       output_tokens, reasoning_tokens, cost_nanos, seq, paid_parts)
     VALUES ('req', 'acc', 'key', 'credit-acc', 'svc-frost', 'svc-frost@1', 'settled', 'completed', 400, '[]',
       20, 10, ${NOON}, ${NOON + 9}, ${NOON + 1}, 12, 0, 2, 0, 100, 1, '[]')`,
];

test('a service with customers has its first models, and a removed one keeps its receipts', async () => {
  await using storage = await openStorage();
  const db = await asReleased(storage);
  for (const row of ROWS) await db.sql.run(row);

  expect(await migrate(db, readMigrations(), NOON)).toContain('first_models');
  await requireWholeSchema(db, readMigrations());
  const { preset } = await readSettings(db.sql);
  const action = { kind: 'model', name: 'svc-frost', value: { engines: null, fallback: null, removed: true } } as const;
  await MODEL_ACTIONS.model.perform!(
    { sql: db.sql } as never,
    { ...action, isNew: false, fromMs: NOON + 5, revision: 0 },
    { actor: 'olga', atMs: NOON + 5 } as never,
  );

  expect(preset).toBe('A');
  const [change] = await db.sql.all('SELECT name, settings FROM engine_changes');
  expect(change).toMatchObject({ name: 'svc-frost', settings: expect.stringContaining('"removed":true') });
  expect(await readReceipt(db.sql, 'req')).toMatchObject({
    ...{ model: 'svc-frost', priceVersion: 'svc-frost@1', outcome: 'completed', cost: 100n },
    ...{ price: { input: 5n, output: 20n }, usage: { inputTokens: 12, outputTokens: 2 } },
  });
  const keys = await db.sql.all('SELECT allowed_models FROM api_keys');
  expect(keys).toEqual([{ allowed_models: '["svc-frost"]' }]);
  // The next test may get this database.
  if (currentDatabase() === 'SQLite') return db.close();
  await db.sql.run('DROP SCHEMA public CASCADE');
  await db.sql.run('CREATE SCHEMA public');
  await migrate(db, readMigrations(), NOON);
});

test('a service without customers is still asked for its first models', async () => {
  await using storage = await openStorage();

  expect(await readSettings(storage.db.sql)).toMatchObject({ preset: null });
});
