/**
 * An attacker with the file, or with the database, changes what was written and leaves all else as it should be. The
 * triggers are no hindrance to such a person: each change is made without them, by plain SQL. `boreal audit` finds it.
 */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { createSealStore } from '../../src/ledger/audit/seal-store.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { DATABASES, type DatabaseName } from '../support/databases.ts';
import { sealAll, writeFullLedger } from '../support/full-ledger.ts';
import { NOON, PRICE } from '../support/ledger-fixture.ts';
import { LEDGER_KEY, SHARED_SECRET } from '../support/ledger-key.ts';
import { copyMigratedSqlite } from '../support/migrated-sqlite.ts';
import { asSuperuser, newMigratedPostgres, type TestDatabase } from '../support/postgres-database.ts';
import { runBoreal } from '../support/service-process.ts';

const RAISED = "UPDATE pots SET balance = balance + 1000 WHERE id = 'credit-acc_anna'";
const LAST = '(SELECT MAX(id) FROM requests WHERE seq IS NOT NULL)';
const LAST_COST = `(SELECT cost_nanos FROM requests WHERE id = ${LAST})`;
const LAST_HOUR = `hour_ms = (SELECT ended_at_ms - ended_at_ms % 3600000 FROM requests WHERE id = ${LAST})`;

const TEN_TOKENS = `${10n * PRICE.output}`;

const CASES: readonly [what: string, found: RegExp, statements: readonly string[]][] = [
  [
    'a grant raised together with its pot',
    /L13: the grant \d+ of \d+ to credit-acc_anna is not the 1000000000000 of its action/,
    ["UPDATE ledger_entries SET amount = amount + 1000 WHERE cause = 'action:act_1'", RAISED],
  ],
  [
    'a grant raised together with its pot and the line of the log',
    /L14: among the \d+ lines of the operators' log of seal \d+/,
    [
      "UPDATE ledger_entries SET amount = amount + 1000 WHERE cause = 'action:act_1'",
      RAISED,
      `UPDATE operator_actions SET wanted = '{"kind":"grant","amount":"1000000001000"}' WHERE id = 'act_1'`,
    ],
  ],
  [
    'a grant without a cause',
    /L13: the grant \d+ of 1000 to credit-acc_anna has no cause/,
    [
      `INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason)
       VALUES ('acc_anna', 'credit-acc_anna', 'grant', 1000, ${NOON}, 'cli', 'a gift')`,
      RAISED,
    ],
  ],
  [
    'a grant with the cause of another one',
    /L13: action:act_1 gave 2 times to acc_anna/,
    [
      `INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason, cause)
       SELECT account_id, pot_id, kind, amount, at_ms, actor, reason, cause FROM ledger_entries WHERE cause = 'action:act_1'`,
      "UPDATE pots SET balance = balance + 1000000000000 WHERE id = 'credit-acc_anna'",
    ],
  ],
  [
    'a correction without a cause',
    /L13: the correction \d+ of 1000 to credit-acc_anna has no cause/,
    [
      `INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason)
       VALUES ('acc_anna', 'credit-acc_anna', 'correction', 1000, ${NOON}, 'cli', 'a mistake')`,
      RAISED,
    ],
  ],
  [
    'a period that granted more, with its pot',
    /L15: plan_periods \S+ was changed: tokens is 1300, was 300/,
    [
      "UPDATE ledger_entries SET amount = amount + 1000 WHERE cause LIKE 'period:%'",
      'UPDATE plan_periods SET tokens = tokens + 1000',
      "UPDATE pots SET balance = balance + 1000 WHERE kind = 'plan'",
    ],
  ],
  [
    'a request and its charge removed, with every sum adjusted',
    /L14: seal \d+ \(entries \d+ to \d+\) covers \d+ settled requests, \d+ are there/,
    [
      `UPDATE usage_hours SET requests = requests - 1, input_tokens = input_tokens - 150,
         output_tokens = output_tokens - 90, cost_nanos = cost_nanos - ${LAST_COST} WHERE ${LAST_HOUR}`,
      `UPDATE pots SET balance = balance + ${LAST_COST}, spent = spent - ${LAST_COST} WHERE id = 'credit-acc_anna'`,
      `UPDATE key_months SET spent_nanos = spent_nanos - ${LAST_COST}`,
      `DELETE FROM requests WHERE id = ${LAST}`,
    ],
  ],
  [
    'a request that cost less, with every sum adjusted',
    /L14: among the \d+ settled requests of seal \d+/,
    [
      `UPDATE usage_hours SET output_tokens = output_tokens - 10, cost_nanos = cost_nanos - ${TEN_TOKENS} WHERE ${LAST_HOUR}`,
      `UPDATE pots SET balance = balance + ${TEN_TOKENS}, spent = spent - ${TEN_TOKENS} WHERE id = 'credit-acc_anna'`,
      `UPDATE key_months SET spent_nanos = spent_nanos - ${TEN_TOKENS}`,
      `UPDATE requests SET output_tokens = output_tokens - 10, cost_nanos = cost_nanos - ${TEN_TOKENS} WHERE id = ${LAST}`,
    ],
  ],
  [
    'what a pot paid of a request, with its balance and the hour',
    /L3: request req_000001 cost \d+, its usage and price come to \d+/,
    [
      `UPDATE requests SET paid_parts = REPLACE(paid_parts, '"240"', '"230"') WHERE id = 'req_000001'`,
      "UPDATE pots SET balance = balance + 10, spent = spent - 10 WHERE kind = 'plan'",
      'UPDATE usage_hours SET plan_tokens = plan_tokens - 10 WHERE plan_tokens > 10',
    ],
  ],
  [
    'from which pot a request was paid, with every sum adjusted',
    /L14: among the \d+ settled requests of seal \d+/,
    [
      `UPDATE requests SET held_parts = '[["' || (SELECT id FROM pots WHERE kind = 'package') || '","240"]]',
         paid_parts = '[["' || (SELECT id FROM pots WHERE kind = 'package') || '","240"]]' WHERE id = 'req_000001'`,
      "UPDATE pots SET balance = balance + 240, spent = spent - 240 WHERE kind = 'plan'",
      `UPDATE ledger_entries SET amount = amount + 240 WHERE pot_id = (SELECT id FROM pots WHERE kind = 'package')`,
      "UPDATE pots SET spent = spent + 240 WHERE kind = 'package'",
      `UPDATE usage_hours SET plan_tokens = plan_tokens - 240, package_tokens = package_tokens + 240
         WHERE plan_tokens >= 240`,
    ],
  ],
  [
    'the number of a charge',
    /L14: seal \d+ \(entries \d+ to \d+\) covers \d+ settled requests, \d+ are there/,
    [`UPDATE requests SET seq = seq + 1000 WHERE id = ${LAST}`],
  ],
  [
    'a charge that was made an entry, as before there were others',
    /L14: seal \d+ \(entries \d+ to \d+\) covers \d+ settled requests, \d+ are there/,
    [
      `INSERT INTO ledger_entries (seq, account_id, pot_id, kind, request_id, amount, at_ms, actor, reason)
         SELECT seq, account_id, credit_pot_id, 'charge', id, -cost_nanos, ended_at_ms, 'service', outcome
         FROM requests WHERE id = ${LAST}`,
      `UPDATE requests SET seq = NULL, paid_parts = NULL WHERE id = ${LAST}`,
    ],
  ],
  [
    'a charge without a payer',
    /L3: what pots paid of request req_000001 cannot be read/,
    ["UPDATE requests SET paid_parts = 'nothing' WHERE id = 'req_000001'"],
  ],
  [
    'the amount of an order',
    /L15: orders ord_1 was changed: amount_nanos is 100000001000, was 100000000000/,
    ["UPDATE orders SET amount_nanos = amount_nanos + 1000 WHERE id = 'ord_1'"],
  ],
  [
    'the amount of an order, of its grant and of the pot',
    /L15: orders ord_1 was changed/,
    [
      "UPDATE orders SET amount_nanos = amount_nanos + 1000 WHERE id = 'ord_1'",
      "UPDATE ledger_entries SET amount = amount + 1000 WHERE cause = 'order:ord_1'",
      RAISED,
    ],
  ],
  [
    'an order and what was written down of it',
    /L14: among the \d+ versions of orders, vouchers, payment events and prices of seal \d+/,
    [
      "UPDATE orders SET vat_id = NULL, refunded_nanos = 1 WHERE id = 'ord_1'",
      `UPDATE row_versions SET body = REPLACE(REPLACE(body, '"refunded_nanos":"0"', '"refunded_nanos":"1"'),
         '"refunded_nanos" : "0"', '"refunded_nanos" : "1"') WHERE kind = 'orders'`,
    ],
  ],
  ['an order that is gone', /L15: orders ord_1 is gone/, ["DELETE FROM orders WHERE id = 'ord_1'"]],
  [
    'the use of a voucher that is gone',
    /L15: voucher_uses vou_1\/acc_anna is gone/,
    ['DELETE FROM voucher_uses', 'UPDATE vouchers SET uses = 0'],
  ],
  [
    'the use of a voucher at another time',
    /L15: voucher_uses vou_1\/acc_anna was changed: at_ms/,
    ['UPDATE voucher_uses SET at_ms = at_ms - 86400000'],
  ],
  ['the worth of a voucher', /L15: vouchers vou_1 was changed: amount/, ['UPDATE vouchers SET amount_nanos = 8000']],
  [
    'what a payment event said',
    /L15: payment_events evt_1 was changed: fact/,
    [`UPDATE payment_events SET fact = REPLACE(fact, '100000000000', '100000001000')`],
  ],
  ['a payment event that is gone', /L15: payment_events evt_1 is gone/, ['DELETE FROM payment_events']],
  [
    "a line of the operators' log",
    /L14: among the \d+ lines of the operators' log of seal \d+ \(actions \d+ to \d+\) one was changed/,
    ["UPDATE operator_actions SET actor = 'ben@example.com' WHERE id = 'act_4'"],
  ],
  [
    "a line of the operators' log that is gone",
    /L14: seal \d+ \(actions \d+ to \d+\) covers \d+ lines of the operators' log, \d+ are there/,
    ['UPDATE plan_periods SET cause = NULL', "DELETE FROM operator_actions WHERE id = 'act_4'"],
  ],
  [
    'the time of a grant',
    /L14: among the \d+ grants, corrections and other entries of seal \d+/,
    ["UPDATE ledger_entries SET at_ms = at_ms - 86400000 WHERE cause = 'action:act_1'"],
  ],
  [
    'the time of a request',
    /L14: among the \d+ settled requests of seal \d+/,
    [`UPDATE requests SET admitted_at_ms = admitted_at_ms - 60000 WHERE id = ${LAST}`],
  ],
  [
    'a price that nothing was charged by',
    /L15: price_versions m@1 was changed: reasoning/,
    ['UPDATE price_versions SET reasoning = reasoning + 1'],
  ],
  ['a seal', /L14: seal 1 does not follow from seal 0/, ['UPDATE seals SET at_ms = at_ms + 1 WHERE seq = 1']],
];

type Target = { readonly env: Readonly<Record<string, string>>; tamper(statements: readonly string[]): Promise<void> };

let folder: string;
let shared: TestDatabase;
const copies: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-tampering-'));
  await copyMigratedSqlite(folder);
  const file = openSqlite(join(folder, 'boreal.db'), 'commit', LEDGER_KEY);
  await writeFullLedger(file);
  await file.sql.one('PRAGMA wal_checkpoint(TRUNCATE)');
  await file.close();
  shared = await newMigratedPostgres();
  const database = openPostgres(shared.url, { ledgerKey: LEDGER_KEY });
  await writeFullLedger(database);
  await database.close();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of copies) await asSuperuser((sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`));
  await shared[Symbol.asyncDispose]();
});

/** A copy of the database to be spoiled. */
async function target(database: DatabaseName): Promise<Target> {
  const dataDir = join(folder, randomUUID());
  mkdirSync(dataDir);
  if (database === 'SQLite') {
    const path = join(dataDir, 'boreal.db');
    copyFileSync(join(folder, 'boreal.db'), path);
    return {
      env: { BOREAL_DATA_DIR: dataDir, BOREAL_SECRET: SHARED_SECRET },
      tamper: async (statements) => tamperFile(path, statements),
    };
  }
  const name = `boreal_spoiled_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(shared.url);
  await asSuperuser((sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${url.pathname.slice(1)}`));
  copies.push(name);
  url.pathname = `/${name}`;
  const env = { BOREAL_DATA_DIR: dataDir, BOREAL_DATABASE_URL: url.href, BOREAL_SECRET: SHARED_SECRET };
  return { env, tamper: (statements) => tamperDatabase(url.href, statements) };
}

function tamperFile(path: string, statements: readonly string[]): void {
  using file = new BunSqlite(path);
  const triggers = file.query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) file.run(`DROP TRIGGER ${name}`);
  for (const statement of statements) expect(file.run(statement).changes, statement).toBeGreaterThan(0);
  for (const { sql } of triggers) file.run(sql);
}

async function tamperDatabase(url: string, statements: readonly string[]): Promise<void> {
  await using database = new SQL(url, { max: 1 });
  await database.unsafe('SET session_replication_role = replica');
  for (const statement of statements) expect((await database.unsafe(statement)).count, statement).toBeGreaterThan(0);
}

const audited = async ({ env }: Target, ...words: string[]) => {
  const { code, stdout, stderr } = await runBoreal(['audit', '--json', ...words], env);
  return { code, stderr, ...(JSON.parse(stdout) as { problems: string[]; head: string; ok: boolean }) };
};

for (const database of DATABASES) {
  describe(`boreal audit on ${database}`, () => {
    test('passes a database that is untouched, and prints the last seal', async () => {
      const { code, problems, head } = await audited(await target(database));

      expect({ code, problems }).toEqual({ code: 0, problems: [] });
      expect(head).toMatch(/^\d+:[0-9a-f]{64}$/);
    });

    test.each(CASES)('finds %s', async (_, found, statements) => {
      const storage = await target(database);
      await storage.tamper(statements);

      const { code, problems } = await audited(storage);

      expect(code).toBe(1);
      expect(
        problems.some((problem) => found.test(problem)),
        problems.join('\n'),
      ).toBe(true);
    });

    test('finds a chain that was written anew, when a head was kept', async () => {
      const storage = await target(database);
      const head = await headOf(storage);
      await storage.tamper([
        `UPDATE requests SET admitted_at_ms = admitted_at_ms - 60000 WHERE id = ${LAST}`,
        'DELETE FROM seals',
      ]);
      await sealAgain(storage);

      const { code, problems } = await audited(storage, '--head', head);
      expect(code).toBe(1);
      expect(problems[0]).toMatch(/^L14: seal \d+, whose hash was kept as [0-9a-f]{64}, has another hash now/);
      const kept = join(folder, `${database}.heads`);
      writeFileSync(kept, `${head}\n`);
      expect((await audited(storage, '--head', kept)).code).toBe(1);
      expect((await audited(storage)).problems).toEqual([]);
    });

    test('finds that the end of the chain was cut off, when a head was kept', async () => {
      const storage = await target(database);
      const head = await headOf(storage);
      await storage.tamper(['DELETE FROM seals']);

      expect((await audited(storage, '--head', head)).problems[0]).toMatch(/is gone: the end of the chain was cut off/);
    });
  });
}

async function withDatabase<T>({ env }: Target, work: (db: Database) => Promise<T>): Promise<T> {
  const url = env.BOREAL_DATABASE_URL;
  const db = url
    ? openPostgres(url, { ledgerKey: LEDGER_KEY })
    : openSqlite(join(env.BOREAL_DATA_DIR!, 'boreal.db'), 'commit', LEDGER_KEY);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const sealAgain = (storage: Target): Promise<void> => withDatabase(storage, (db) => sealAll(db));
const headOf = async (storage: Target): Promise<string> =>
  (await withDatabase(storage, (db) => createSealStore(db).head()))!;
