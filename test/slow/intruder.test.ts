/**
 * An intruder with the database and without the server's secret. Each change is made twice: with the triggers taken away,
 * so that nothing writes it down, and by plain SQL where the triggers let it pass, so that it is written down as any other.
 * Both the audit of what is new and that of everything find it.
 */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQL } from 'bun';
import { audit } from '../../src/ledger/audit/audit.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { DATABASES, type DatabaseName } from '../support/databases.ts';
import { furnishLedger } from '../support/furnished-ledger.ts';
import { NOON } from '../support/ledger-fixture.ts';
import { LEDGER_KEY } from '../support/ledger-key.ts';
import { openPutBack, type PutBack } from '../support/put-back.ts';

const DAY = 86_400_000;
const BIG = '1000000000000';
const BENS_PACKAGE = "(SELECT pot_id FROM orders WHERE id = 'ord_bank')";

/** `both`: also by plain SQL, because no trigger refuses it. */
type Case = readonly [what: string, how: 'both' | 'past the triggers', ...statements: string[]];

const CASES: readonly Case[] = [
  // What pays.
  [
    'a grant raised',
    'past the triggers',
    `UPDATE ledger_entries SET amount = amount + ${BIG} WHERE cause = 'action:act_1'`,
  ],
  ['a pot raised', 'both', `UPDATE pots SET balance = balance + ${BIG} WHERE id = 'credit-acc_ben'`],
  [
    'a package pot moved to another account',
    'both',
    `UPDATE pots SET account_id = 'acc_anna' WHERE id = ${BENS_PACKAGE}`,
  ],
  ['a plan pot made a package', 'both', "UPDATE pots SET kind = 'package' WHERE kind = 'plan'"],
  ['a refund deleted', 'past the triggers', "DELETE FROM ledger_entries WHERE kind = 'refund'"],
  [
    'a debt deleted',
    'past the triggers',
    'DELETE FROM debts',
    "UPDATE accounts SET status = 'active' WHERE id = 'acc_dan'",
  ],
  ['an account unblocked', 'both', "UPDATE accounts SET status = 'active' WHERE id = 'acc_dan'"],
  ['a suspension lifted', 'both', "UPDATE accounts SET suspended_at_ms = NULL WHERE id = 'acc_tom'"],
  ['an account given to another person', 'both', "UPDATE accounts SET user_id = 'dan' WHERE id = 'acc_anna'"],
  ['a new charge deleted', 'past the triggers', 'DELETE FROM requests WHERE seq = (SELECT MAX(seq) FROM requests)'],
  [
    'a new charge lowered',
    'past the triggers',
    'UPDATE requests SET cost_nanos = 1 WHERE seq = (SELECT MAX(seq) FROM requests WHERE cost_nanos > 1)',
  ],
  [
    'the usage of a new request lowered',
    'past the triggers',
    'UPDATE requests SET output_tokens = 1 WHERE seq = (SELECT MAX(seq) FROM requests)',
  ],
  [
    'an hour lowered',
    'both',
    'UPDATE usage_hours SET cost_nanos = 0 WHERE hour_ms = (SELECT MAX(hour_ms) FROM usage_hours)',
  ],
  [
    'credit for a dispute that was never won',
    'both',
    `INSERT INTO ledger_entries (seq, account_id, pot_id, kind, amount, at_ms, actor, reason, cause)
       SELECT (SELECT MAX(seq) FROM requests) + 1, 'acc_ben', 'credit-acc_ben', 'grant', 1000, ${NOON}, 'stripe',
         'dispute of order ord_card won', 'dispute:ord_card'`,
    "UPDATE pots SET balance = balance + 1000 WHERE id = 'credit-acc_ben'",
  ],
  [
    'credit taken away',
    'both',
    `INSERT INTO ledger_entries (seq, account_id, pot_id, kind, amount, at_ms, actor, reason)
       SELECT (SELECT MAX(seq) FROM requests) + 1, 'acc_ben', 'credit-acc_ben', 'correction', -1000, ${NOON}, 'cli', 'x'`,
    "UPDATE pots SET balance = balance - 1000 WHERE id = 'credit-acc_ben'",
  ],
  // What expires.
  [
    'a package that ends later',
    'both',
    `UPDATE pots SET expires_at_ms = expires_at_ms + ${900 * DAY} WHERE id = ${BENS_PACKAGE}`,
  ],
  [
    'a plan pot that ends later',
    'both',
    `UPDATE pots SET expires_at_ms = expires_at_ms + ${900 * DAY} WHERE kind = 'plan'`,
  ],
  ['a period that ends later', 'both', `UPDATE plan_periods SET ends_at_ms = ends_at_ms + ${900 * DAY}`],
  ['a voucher that never ends', 'both', "UPDATE vouchers SET expires_at_ms = NULL WHERE id = 'vou_2'"],
  // Plans.
  ['a larger plan', 'both', "UPDATE subscriptions SET plan = 'ultra', next_plan = 'ultra'"],
  ['a plan that is paid for years', 'both', 'UPDATE subscriptions SET paid_periods = 100'],
  ['a renewal moved', 'both', `UPDATE accounts SET renews_at_ms = ${NOON} WHERE renews_at_ms IS NOT NULL`],
  [
    'a plan out of nothing',
    'both',
    "INSERT INTO subscriptions (account_id, plan, next_plan, anchor_day) VALUES ('acc_ben', 'ultra', 'ultra', 15)",
    `UPDATE accounts SET renews_at_ms = ${NOON} WHERE id = 'acc_ben'`,
  ],
  ['a plan that is gone', 'both', 'DELETE FROM subscriptions'],
  [
    'a subscription at the provider out of nothing',
    'both',
    `INSERT INTO paid_subscriptions (id, account_id, order_id, plan, status, created_at_ms) VALUES ('sub_1', 'acc_ben', 'ord_card', 'pro', 'active', ${NOON})`,
  ],
  ['more tokens of a plan', 'past the triggers', 'UPDATE plan_terms SET terms = \'{"tokens":1000000}\''],
  [
    'tokens of a plan without an action',
    'both',
    `INSERT INTO plan_terms (plan, version, terms, from_ms, actor) VALUES ('ultra', 9, '{"tokens":1000000}', ${NOON}, 'olga')`,
  ],
  // What documents.
  [
    'an invoice of another amount',
    'past the triggers',
    "UPDATE documents SET total_nanos = total_nanos + 1 WHERE kind = 'invoice'",
  ],
  [
    'another buyer on an invoice',
    'past the triggers',
    "UPDATE documents SET body = REPLACE(body, '\"buyer\":', '\"buyer\": ') WHERE kind = 'invoice'",
  ],
  [
    'an invoice that is gone',
    'past the triggers',
    "DELETE FROM documents WHERE kind = 'invoice' AND order_id = 'ord_bank'",
  ],
  [
    'a credit note of another amount',
    'past the triggers',
    "UPDATE documents SET total_nanos = total_nanos + 1 WHERE kind = 'credit-note'",
  ],
  ['a credit note that is gone', 'past the triggers', "DELETE FROM documents WHERE kind = 'credit-note'"],
  [
    'a credit note out of nothing',
    'both',
    `INSERT INTO documents (number, kind, order_id, account_id, issued_at_ms, total_nanos, body)
     SELECT REPLACE(number, '-00001', '-00002'), kind, order_id, account_id, issued_at_ms, -1, body FROM documents WHERE kind = 'credit-note'`,
  ],
  // Payments.
  [
    'a bank movement out of nothing',
    'both',
    `INSERT INTO bank_movements (id, content, ordinal, booked_on, amount_nanos, currency, variable_symbol, is_reversal, counterparty, name, message, state, created_at_ms)
     SELECT 'mov_2', 'forged', 1, '2026-11-15', amount_nanos, 'CZK', variable_symbol, 0, '', '', '', 'new', ${NOON} FROM orders WHERE id = 'ord_open'`,
  ],
  [
    'a bank movement of another amount',
    'both',
    "UPDATE bank_movements SET amount_nanos = amount_nanos * 2, content = content || '2'",
  ],
  ['a bank movement that is gone', 'past the triggers', 'DELETE FROM bank_movement_ids', 'DELETE FROM bank_movements'],
  ['an order of another amount', 'both', "UPDATE orders SET amount_nanos = 15 WHERE id = 'ord_open'"],
  ['an order of more tokens', 'both', "UPDATE orders SET tokens = 1000000 WHERE id = 'ord_open'"],
  [
    'an order that is marked paid',
    'both',
    `UPDATE orders SET status = 'paid', paid_at_ms = ${NOON}, invoice_number = 'x-1' WHERE id = 'ord_open'`,
  ],
  ['a payment event that is gone', 'past the triggers', "DELETE FROM payment_events WHERE id = 'evt_back'"],
  ['a saved card moved to another account', 'both', "UPDATE saved_cards SET account_id = 'acc_anna'"],
  ['a saved card of another customer', 'both', "UPDATE saved_cards SET method = 'pm_other'"],
  ['a top-up of more', 'both', `UPDATE top_ups SET amount_nanos = ${BIG}, month_nanos = ${BIG}`],
  ['a top-up of another account', 'both', "UPDATE top_ups SET account_id = 'acc_anna'"],
  // Vouchers and trial credit.
  [
    'a voucher without an action',
    'both',
    `INSERT INTO vouchers (id, fingerprint, hint, kind, amount_nanos, uses_max, note, created_by, created_at_ms) VALUES ('vou_9', 'print-9', 'ZZZZ', 'credit', ${BIG}, 1000, '', 'olga@example.com', ${NOON})`,
  ],
  ['a voucher of more', 'both', "UPDATE vouchers SET tokens = 1000000 WHERE id = 'vou_2'"],
  ['a voucher for more uses', 'both', "UPDATE vouchers SET uses_max = 1000 WHERE id = 'vou_2'"],
  ['a voucher by another code', 'both', "UPDATE vouchers SET fingerprint = 'print-mine' WHERE id = 'vou_2'"],
  [
    'a voucher that was not used',
    'past the triggers',
    'DELETE FROM voucher_uses',
    "UPDATE vouchers SET uses = 0 WHERE id = 'vou_1'",
  ],
  ['a mailbox that had no trial credit', 'past the triggers', "UPDATE trial_mailboxes SET mailbox_hash = 'none'"],
  ['trial credit that was not given', 'past the triggers', "DELETE FROM trial_credits WHERE account_id = 'acc_ben'"],
  // Prices and offers.
  [
    'a price without an action',
    'both',
    `INSERT INTO price_versions (id, model, version, input, cached_input, output, reasoning, from_ms, actor) VALUES ('m@9', 'm', 9, 0, 0, 0, 0, ${NOON}, 'configuration')`,
  ],
  ['another price', 'past the triggers', 'UPDATE price_versions SET output = 1 WHERE version = 2'],
  [
    'an offer without an action',
    'both',
    `INSERT INTO offer_versions (item, version, terms, from_ms, actor) VALUES ('package-million', 9, '{"kind":"package","tokens":1000000000,"czk":"15","days":3650}', ${NOON}, 'configuration')`,
  ],
  ['other terms of an offer', 'past the triggers', `UPDATE offer_versions SET terms = REPLACE(terms, '"90"', '"15"')`],
  ['an offer withdrawn', 'both', `UPDATE offer_versions SET withdrawn_at_ms = from_ms - 1`],
  ['a group that pays less', 'past the triggers', 'UPDATE price_group_versions SET percent = 1'],
  ['a group that is gone', 'past the triggers', 'DELETE FROM price_group_versions'],
  [
    'a price group without an action',
    'both',
    `INSERT INTO price_group_versions (id, price_group, version, name, percent, models, from_ms, actor) VALUES ('partners@9', 'partners', 9, 'Partners', 0, '{}', ${NOON}, 'configuration')`,
  ],
  [
    'a customer in a group without an action',
    'both',
    `INSERT INTO price_group_members (account_id, version, price_group, from_ms, actor) VALUES ('acc_anna', 1, 'partners', ${NOON + 900 * DAY}, 'olga@example.com')`,
  ],
  ['another customer in a group', 'past the triggers', "UPDATE price_group_members SET account_id = 'acc_anna'"],
  ['a customer out of a group', 'past the triggers', 'DELETE FROM price_group_members'],
  ['the price of a group', 'past the triggers', 'UPDATE price_versions SET output = 0 WHERE list_version IS NOT NULL'],
  [
    'a price of a group for nothing',
    'both',
    `INSERT INTO price_versions (id, model, version, input, cached_input, output, reasoning, from_ms, actor, list_version, group_version) VALUES ('m@2~partners@1', 'm~partners@1', 2, 0, 0, 0, 0, ${NOON}, 'configuration', 'm@2', 'partners@1')`,
  ],
  // What limits.
  ['what a key has spent in a month lowered', 'both', 'UPDATE key_months SET spent_nanos = 0'],
  ['the tokens of a key in a month lowered', 'both', 'UPDATE key_months SET tokens = 0'],
  [
    'what a key has spent moved to another month',
    'both',
    "UPDATE key_months SET month = '2026-10' WHERE month = '2026-11'",
  ],
  [
    'what a key has spent moved between months',
    'both',
    "UPDATE key_months SET spent_nanos = spent_nanos + 1000 WHERE month = '2026-12'",
    "UPDATE key_months SET spent_nanos = spent_nanos - 1000 WHERE month = '2026-11'",
  ],
  [
    'the tokens of a key moved between months',
    'both',
    "UPDATE key_months SET tokens = tokens + 10 WHERE month = '2026-12'",
    "UPDATE key_months SET tokens = tokens - 10 WHERE month = '2026-11'",
  ],
  [
    'the limit of a key raised',
    'both',
    `UPDATE limits SET maximum = ${BIG} WHERE owner_id = 'key_dan' AND unit = 'CZK'`,
  ],
  ['the tokens of a key raised', 'both', "DELETE FROM limits WHERE owner_id = 'key_dan' AND unit = 'tokens'"],
  ['a key moved to another account', 'both', "UPDATE api_keys SET account_id = 'acc_anna' WHERE id = 'key_dan'"],
  ['a key given to the organisation', 'both', "UPDATE api_keys SET user_id = NULL WHERE id = 'key_dan'"],
  ['a key by another secret', 'both', "UPDATE api_keys SET fingerprint = 'print-mine' WHERE id = 'key_1'"],
  [
    'the limit of an account raised',
    'both',
    `UPDATE limits SET maximum = ${BIG} WHERE owner_id = 'acc_ben' AND unit = 'CZK'`,
  ],
  [
    'the tokens of an account raised',
    'both',
    "UPDATE limits SET time_window = 'day' WHERE owner_id = 'acc_ben' AND unit = 'tokens'",
  ],
  ['the budget of a member raised', 'both', `UPDATE limits SET maximum = ${BIG} WHERE owner_id = 'dan'`],
  ['the role of a member raised', 'both', "UPDATE members SET role = 'admin'"],
  ['a member that is gone', 'both', 'DELETE FROM members'],
  ['the budget of one who has left raised', 'both', `UPDATE limits SET maximum = ${BIG} WHERE owner_id = 'eva'`],
  ['the budget of one who has left forgotten', 'both', 'DELETE FROM left_budgets'],
  // Leases.
  [
    'a ghost server that holds credit',
    'both',
    `INSERT INTO servers (id, seen_at_ms) VALUES ('ghost', ${BIG}000)`,
    "INSERT INTO leases (server_id, pot_id, amount) VALUES ('ghost', 'credit-acc_ben', 1000)",
    "UPDATE pots SET held = held + 1000 WHERE id = 'credit-acc_ben'",
  ],
  [
    'a lease without a hold',
    'both',
    `INSERT INTO servers (id, seen_at_ms) VALUES ('ghost', ${BIG}000)`,
    "INSERT INTO leases (server_id, pot_id, amount) VALUES ('ghost', 'credit-acc_ben', 1000)",
  ],
  ['a hold without a lease', 'both', "UPDATE pots SET held = held + 1000 WHERE id = 'credit-acc_ben'"],
  // What proves.
  [
    'a pot raised with the sums that were proved',
    'both',
    `UPDATE pots SET balance = balance + 1 WHERE id = 'credit-acc_ben'`,
    "UPDATE proved_sums SET total = total + 1 WHERE id = 'credit-acc_ben'",
  ],
  [
    'a pot raised with the sums that were proved, and their hash',
    'both',
    `UPDATE pots SET balance = balance + 1 WHERE id = 'credit-acc_ben'`,
    "UPDATE proved_sums SET total = total + 1 WHERE id = 'credit-acc_ben'",
    "UPDATE proofs SET sums_hash = 'made anew'",
  ],
  ['a proof that is gone', 'past the triggers', 'DELETE FROM proofs'],
  ['a seal', 'past the triggers', 'UPDATE seals SET at_ms = at_ms + 1 WHERE seq = 1'],
  ['the mark of a seal', 'past the triggers', "UPDATE seals SET mark = 'x' WHERE seq = 1"],
  ['marks that are gone', 'both', 'DELETE FROM version_marks'],
  [
    'a mark of another version',
    'both',
    'UPDATE version_marks SET mark = (SELECT mark FROM version_marks ORDER BY seq LIMIT 1) WHERE seq = (SELECT MAX(seq) FROM version_marks)',
  ],
  [
    'marks that begin later',
    'both',
    "INSERT INTO row_versions (kind, id, body) VALUES ('marks', 'begin', '')",
    `UPDATE limits SET maximum = ${BIG} WHERE owner_id = 'dan'`,
  ],
  [
    "a line of the operators' log that is gone",
    'past the triggers',
    "DELETE FROM operator_actions WHERE kind = 'suspend'",
  ],
  [
    "a line of the operators' log out of nothing, and its grant",
    'both',
    `INSERT INTO operator_actions (id, at_ms, actor, kind, account_id, object, wanted, state_before, state_after, reason)
       VALUES ('act_x', ${NOON}, 'olga@example.com', 'grant', 'acc_ben', 'acc_ben', '{"kind":"grant","amount":"1000"}', '{}', '{}', 'a gift')`,
    `INSERT INTO ledger_entries (seq, account_id, pot_id, kind, amount, at_ms, actor, reason, cause)
       SELECT (SELECT MAX(seq) FROM requests) + 1, 'acc_ben', 'credit-acc_ben', 'grant', 1000, ${NOON}, 'olga@example.com', 'a gift', 'action:act_x'`,
    "UPDATE pots SET balance = balance + 1000 WHERE id = 'credit-acc_ben'",
  ],
];

const WAYS = CASES.flatMap(([what, how, ...statements]) => [
  { what, isPlain: false, statements },
  ...(how === 'both' ? [{ what: `${what}, by plain SQL`, isPlain: true, statements }] : []),
]);

let folder: string;
let shared: PutBack;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-intruder-'));
  const file = openSqlite(join(folder, 'boreal.db'), 'commit', LEDGER_KEY);
  await migrate(file, readMigrations(), NOON);
  await furnishLedger(file);
  await file.sql.one('PRAGMA wal_checkpoint(TRUNCATE)');
  await file.close();
  if (!DATABASES.includes('PostgreSQL')) return;
  shared = await openPutBack(async (database) => {
    await migrate(database, readMigrations(), NOON);
    await furnishLedger(database);
  });
}, 600_000);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shared?.[Symbol.asyncDispose]();
});

type Order = { readonly isPlain: boolean; readonly statements: readonly string[] };

/** Gives a spoiled database to `look`: a copy of the file, or the one in PostgreSQL, which is then put back. */
async function spoiled<T>(database: DatabaseName, order: Order, look: (db: Database) => Promise<T>): Promise<T> {
  if (database === 'SQLite') {
    const path = join(folder, `${randomUUID()}.db`);
    copyFileSync(join(folder, 'boreal.db'), path);
    spoilFile(path, order);
    return closing(openSqlite(path, 'commit', LEDGER_KEY), look);
  }
  try {
    await spoilDatabase(shared.intruder, order);
    return await look(shared.db);
  } finally {
    await shared.putBack();
  }
}

async function closing<T>(db: Database, look: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await look(db);
  } finally {
    await db.close();
  }
}

function spoilFile(path: string, { isPlain, statements }: Order): void {
  using file = new BunSqlite(path);
  type Trigger = { readonly name: string; readonly sql: string };
  const triggers = isPlain
    ? []
    : (file.query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all() as Trigger[]);
  for (const { name } of triggers) file.run(`DROP TRIGGER ${name}`);
  for (const statement of statements) expect(file.run(statement).changes, statement).toBeGreaterThan(0);
  for (const { sql } of triggers) file.run(sql);
}

async function spoilDatabase(intruder: SQL, { isPlain, statements }: Order): Promise<void> {
  await intruder.unsafe(`SET session_replication_role = ${isPlain ? 'origin' : 'replica'}`);
  for (const statement of statements) expect((await intruder.unsafe(statement)).count, statement).toBeGreaterThan(0);
}

/** The findings of each scope. */
const found = async (db: Database) => ({
  plain: (await audit(db, NOON, { scope: 'new' })).problems,
  full: (await audit(db, NOON, { scope: 'full' })).problems,
});

describe.each(DATABASES)('the audit on %s', (database) => {
  test('passes a database that is untouched, and goes on from its proof', async () => {
    const [some, all] = await spoiled(database, { isPlain: true, statements: [] }, async (db) => [
      await audit(db, NOON, { scope: 'new' }),
      await audit(db, NOON, { scope: 'full' }),
    ]);

    expect({ problems: some!.problems, scope: some!.scope }).toEqual({ problems: [], scope: 'new' });
    expect({ problems: all!.problems, scope: all!.scope }).toEqual({ problems: [], scope: 'full' });
  });

  test.each(WAYS.map((way) => [way.what, way] as const))('finds %s', async (_, way) => {
    const { plain, full } = await spoiled(database, way, found);

    expect(plain).not.toEqual([]);
    expect(full).not.toEqual([]);
  });

  test('leaves a charge that was proved to the audit of everything', async () => {
    const order = {
      isPlain: false,
      statements: ["UPDATE requests SET admitted_at_ms = admitted_at_ms - 1 WHERE id = 'req_000003'"],
    };
    const { plain, full } = await spoiled(database, order, found);

    expect(plain).toEqual([]);
    expect(full[0]).toMatch(/^L14: among the \d+ settled requests/);
  });

  test('passes it again after everything, so that each of these was found for what it did', async () => {
    const { plain, full } = await spoiled(database, { isPlain: true, statements: [] }, found);

    expect({ plain, full }).toEqual({ plain: [], full: [] });
  });
});
