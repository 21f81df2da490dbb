/** Books that already hold many requests, written in bulk: each row is what the ledger itself would have written. */

import { monthOf } from '../../src/domain/calendar.ts';
import type { HoldOrder } from '../../src/domain/ledger.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createOrderedIds, systemClock } from '../../src/ops/clock.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { openSqlite, type Sqlite } from '../../src/store/sqlite.ts';
import { createStores, type Stores } from '../../src/store/stores.ts';
import { NOON, PRICE } from '../../test/support/ledger-fixture.ts';

export type GrownBooks = {
  readonly size: number;
  readonly database: Sqlite;
  readonly stores: Stores;
  readonly accounts: number;
  /** After everything that is in the books. */
  readonly atMs: number;
  nextOrder(): HoldOrder;
};

export const REQUEST_LENGTH = 26;
const COST = 120n * PRICE.input + 40n * PRICE.output;
/** A statement writes so many rows: more would hold the log of all of them in memory. */
const AT_ONCE = 500_000;

/** Whoever is active now is as many in each size, and stands anywhere in it. */
const ACTIVE_ACCOUNTS = 100;
const activeAccount = (n: number, accounts: number): number =>
  Math.floor(((n % ACTIVE_ACCOUNTS) / ACTIVE_ACCOUNTS) * accounts);

export const accountOf = (n: number, { accounts }: Pick<GrownBooks, 'accounts'>): string =>
  `acc_${activeAccount(n, accounts)}`;

export async function growBooks(
  path: string,
  { size, accounts }: { readonly size: number; readonly accounts: number },
): Promise<GrownBooks> {
  const database = openSqlite(path, 'caller');
  await migrate(database, readMigrations(), NOON);
  const stores = createStores(database, DEFAULT_PLANS);
  const published = await stores.prices.publish(new Map([['m', PRICE]]), { actor: 'bench', atMs: NOON });
  const priceVersion = published.get('m')!;
  // Every row that is referred to is there: checking that again for each one would take half the time.
  await database.sql.run('PRAGMA foreign_keys = OFF');
  await addAccounts(database, { size, accounts });
  for (let from = 0; from < size; from += AT_ONCE) {
    await addRequests(database, { from, to: Math.min(size, from + AT_ONCE), accounts, priceVersion });
  }
  await database.sql.run('PRAGMA foreign_keys = ON');
  await database.sql.all('PRAGMA wal_checkpoint(TRUNCATE)');
  const atMs = NOON + size;
  const ids = createOrderedIds(systemClock);
  let next = 0;
  return {
    size,
    database,
    stores,
    accounts,
    atMs,
    nextOrder: () => {
      const account = activeAccount(next++, accounts);
      return {
        requestId: ids.next('req_'),
        accountId: `acc_${account}`,
        keyId: `key_${account}`,
        model: 'm',
        priceVersion,
        price: PRICE,
        inputTokensMax: 1000,
        outputTokensMax: 256,
        atMs,
        expiresAtMs: atMs + 660_000,
      };
    },
  };
}

/** Each has credit, of which its requests have been paid, and one key. Requests go to the accounts in turn. */
async function addAccounts(
  { sql }: Sqlite,
  { size, accounts }: { readonly size: number; readonly accounts: number },
): Promise<void> {
  const credit = 10_000_000_000_000n;
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)';
  const spent = `${COST} * ((${size} - i + ${accounts} - 1) / ${accounts})`;
  await sql.run(
    `${numbers} INSERT INTO accounts (id, email, status, created_at_ms)
     SELECT 'acc_' || i, i || '@example.com', 'active', ? FROM n`,
    accounts,
    NOON,
  );
  await sql.run(
    `${numbers} INSERT INTO pots (id, account_id, kind, label, balance, held, created_at_ms)
     SELECT 'pot_' || i, 'acc_' || i, 'credit', 'Credit', ? - ${spent}, 0, ? FROM n`,
    accounts,
    credit,
    NOON,
  );
  await sql.run(
    `${numbers} INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason)
     SELECT 'acc_' || i, 'pot_' || i, 'grant', ?, ?, 'bench', 'bench' FROM n`,
    accounts,
    credit,
    NOON,
  );
  await sql.run(
    `${numbers} INSERT INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, allowed_models,
       allowed_ranges)
     SELECT 'key_' || i, 'acc_' || i, 'print_' || i, 'bench', 'xxxx', ?, '[]', '[]' FROM n`,
    accounts,
    NOON,
  );
  await sql.run(
    `${numbers} INSERT INTO key_months (key_id, month, spent_nanos) SELECT 'key_' || i, ?, ${spent} FROM n`,
    accounts,
    monthOf(NOON),
  );
}

type Span = { readonly from: number; readonly to: number; readonly accounts: number; readonly priceVersion: string };

async function addRequests({ sql }: Sqlite, { from, to, accounts, priceVersion }: Span): Promise<void> {
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)';
  const id = `'req_' || printf('%0${REQUEST_LENGTH}d', i)`;
  await sql.run(
    `${numbers} INSERT INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state, outcome,
       held_nanos, held_parts, input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms, first_event_at_ms,
       ended_at_ms, input_tokens, cached_input_tokens, output_tokens, reasoning_tokens, cost_nanos)
     SELECT ${id}, 'acc_' || (i % ?), 'key_' || (i % ?), 'pot_' || (i % ?), 'm', ?, 'settled', 'finished',
       ?, '[]', 1000, 256, ? + i, ? + i + 660000, ? + i, ? + i, 120, 0, 40, 0, ? FROM n`,
    from,
    to,
    ...[accounts, accounts, accounts, priceVersion],
    ...[1000n * PRICE.input + 256n * PRICE.output, NOON, NOON, NOON, NOON, COST],
  );
  await sql.run(
    `${numbers} INSERT INTO ledger_entries (account_id, pot_id, kind, request_id, amount, at_ms, actor, reason)
     SELECT 'acc_' || (i % ?), 'pot_' || (i % ?), 'charge', ${id}, ?, ? + i, 'service', 'finished' FROM n`,
    from,
    to,
    ...[accounts, accounts, -COST, NOON],
  );
}
