/** Two servers on the same database, each with its own connections to PostgreSQL, and one account with a key. */

import { type LeasedStores, serverOn } from '../../../test/support/leased-stores.ts';
import { NOON, PRICE } from '../../../test/support/ledger-fixture.ts';
import { LEDGER_KEY } from '../../../test/support/ledger-key.ts';
import { emptyPostgres } from '../../../test/support/postgres-database.ts';
import { nanos } from '../../core/money.ts';
import { DEFAULT_PLANS } from '../../core/plan.ts';
import type { LeaseKeeper } from '../../ledger/lease-keeper.ts';
import type { Database, Sql, TransactionSql } from '../../platform/database/database.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { createStores } from './stores.ts';

export const ORDER = {
  accountId: 'acc_1',
  keyId: 'key_1',
  model: 'm',
  priceVersion: 'm@1',
  price: PRICE,
  inputTokensMax: 100,
  outputTokensMax: 50,
  atMs: NOON,
};
/** The highest cost of the order. */
export const WORST = 100n * 25_000n + 50n * 100_000n;

export type Replica = {
  readonly db: Database;
  readonly stores: LeasedStores;
  /** The keeper of its leases, from the first hold on. */
  readonly keeper: () => Promise<LeaseKeeper>;
  close(): Promise<void>;
};

export async function twoReplicas(options: {
  credit: bigint;
  keyLimit?: bigint;
  keyTokens?: bigint;
  accountTokens?: bigint;
  accountLimit?: bigint;
}) {
  const storage = await emptyPostgres();
  const open = (): Replica => {
    const db = openPostgres(storage.url, { ledgerKey: LEDGER_KEY });
    const { stores, keeper, close } = serverOn(createStores(db, { ...DEFAULT_PLANS, pro: { tokens: 1000n } }));
    return {
      db,
      stores,
      keeper,
      close: async () => {
        await close();
        await db.close();
      },
    };
  };
  const [one, other] = [open(), open()];
  const { accounts, keys, prices, credits } = one.stores;
  await accounts.create({ id: 'acc_1', email: 'a@example.com', status: 'active', createdAtMs: NOON });
  if (options.credit > 0n) await credits.grant({ ...MOVEMENT, amount: nanos(options.credit) });
  const limits = (credit: bigint | undefined, window: 'total' | 'month', tokens: bigint | undefined) => [
    ...(credit === undefined ? [] : [{ unit: 'CZK' as const, window, max: credit }]),
    ...(tokens === undefined ? [] : [{ unit: 'tokens' as const, window: 'month' as const, max: tokens }]),
  ];
  await one.stores.limits.set('acc_1', limits(options.accountLimit, 'month', options.accountTokens));
  const key = { id: 'key_1', accountId: 'acc_1', name: 'k', hint: 'xxxx', createdAtMs: NOON };
  await keys.add({
    key: { ...key, allowedModels: [], allowedRanges: [], limits: limits(options.keyLimit, 'total', options.keyTokens) },
    fingerprint: 'print',
  });
  await prices.publish(new Map([['m', PRICE]]), { actor: 't', atMs: NOON });
  return {
    url: storage.url,
    one,
    other,
    both: [one, other] as const,
    [Symbol.asyncDispose]: async () => {
      await one.close();
      await other.close();
      await storage.giveBack();
    },
  };
}

export const MOVEMENT = { accountId: 'acc_1', reason: 't', actor: 't', atMs: NOON };

/** Makes an account a millisecond younger, so that a transaction has its row. */
export const age = (sql: Sql, accountId: string): Promise<number> =>
  sql.run('UPDATE accounts SET created_at_ms = created_at_ms + 1 WHERE id = ?', accountId);

/**
 * Two transactions that meet: each has aged one account and wants the other one as well, which `finish` asks for. Tells how
 * often one of them was begun, and by how much the accounts have aged in the end.
 */
export async function meeting(
  { one, other }: Readonly<Record<'one' | 'other', Pick<Replica, 'db' | 'stores'>>>,
  finish: (sql: TransactionSql, accounts: { readonly had: string; readonly wanted: string }) => Promise<unknown>,
) {
  await one.stores.accounts.create({ id: 'acc_2', email: 'b@example.com', status: 'active', createdAtMs: NOON });
  const bothHaveOne = Promise.withResolvers<void>();
  let begun = 0;
  let held = 0;
  const takeBoth = (db: Database, [had, wanted]: readonly [string, string]) =>
    db.transaction(async (sql) => {
      begun += 1;
      await age(sql, had);
      if (++held === 2) bothHaveOne.resolve();
      await bothHaveOne.promise;
      await finish(sql, { had, wanted });
    });

  await Promise.all([takeBoth(one.db, ['acc_1', 'acc_2']), takeBoth(other.db, ['acc_2', 'acc_1'])]);

  const rows = await one.db.sql.all('SELECT created_at_ms FROM accounts');
  return { begun, agedMs: rows.map((row) => Number(row.created_at_ms) - NOON) };
}
