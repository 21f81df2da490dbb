/** The end of an account: it cannot be used any more, what was left is written off, and the ledger stays. */
import { ServiceError } from '../core/errors.ts';
import { type Nanos, nanos } from '../core/money.ts';
import { bigint, type Database, type Sql, text } from '../platform/database/database.ts';
import { insertNotices } from '../platform/notices/outbox-store.ts';
import { lockAccount } from './account-lock.ts';
import type { Closing } from './closing.ts';
import { move } from './credit-store.ts';

const REASON = 'account closed';

/** A feature's work on its own rows, in the transaction that closes the account. */
export type Forget = (sql: Sql, accountId: string, atMs: number) => Promise<unknown>;

export function createClosingStore(db: Database, forgets: readonly Forget[]): Closing {
  return {
    close: (order) =>
      db.transaction(async (sql) => {
        const { accountId, atMs } = order;
        await lockAccount(sql, accountId);
        const account = await sql.one('SELECT status FROM accounts WHERE id = ?', accountId);
        if (!account) throw new ServiceError('not_found', 'There is no such account.');
        if (account.status === 'closed') return nanos(0n);
        if (account.status === 'blocked') throw owing();
        await endKeys(sql, accountId, atMs);
        await sql.run('DELETE FROM request_notes WHERE account_id = ?', accountId);
        for (const forget of forgets) await forget(sql, accountId, atMs);
        await sql.run('UPDATE subscriptions SET next_plan = NULL WHERE account_id = ?', accountId);
        const { credit, isEmpty } = await emptyPots(sql, order);
        await sql.run(
          `UPDATE accounts SET status = 'closed', email = ?, name = NULL, closed_at_ms = ?, emptying_since_ms = ?,
             alert_below_nanos = NULL, alert_language = NULL, alerted_at_ms = NULL WHERE id = ?`,
          `${accountId}@deleted.invalid`,
          atMs,
          isEmpty ? null : atMs,
          accountId,
        );
        await insertNotices(sql, order.told);
        return credit;
      }),
  };
}

/** Names and networks of keys say something about a person; what the keys have spent does not. */
async function endKeys(sql: Sql, accountId: string, atMs: number): Promise<void> {
  await sql.run(
    `UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?), name = 'deleted', allowed_ranges = '[]'
     WHERE account_id = ?`,
    atMs,
    accountId,
  );
}

type Emptying = { readonly accountId: string; readonly actor: string; readonly atMs: number };
type Emptied = {
  /** Pots from which something was taken. */
  readonly pots: number;
  readonly credit: Nanos;
  /** True where nothing is held or awaited any more, so that nothing can come back. */
  readonly isEmpty: boolean;
};

/** Takes out of every pot what running requests do not hold and refunds do not await: they finish, and are paid. */
export async function emptyPots(sql: Sql, { accountId, actor, atMs }: Emptying): Promise<Emptied> {
  const rows = await sql.all(
    'SELECT id, kind, balance, held, awaited FROM pots WHERE account_id = ? AND balance > 0 ORDER BY created_at_ms, id',
    accountId,
  );
  const left = rows.filter((pot) => bigint(pot, 'balance') > bigint(pot, 'held') && bigint(pot, 'awaited') === 0n);
  let credit = 0n;
  for (const pot of left) {
    const free = bigint(pot, 'balance') - bigint(pot, 'held');
    const kind = pot.kind === 'credit' ? 'correction' : 'expiry';
    if (kind === 'correction') credit += free;
    await move(sql, text(pot, 'id'), { accountId, amount: -free, reason: REASON, actor, atMs, kind });
  }
  return {
    pots: left.length,
    credit: nanos(credit),
    isEmpty: rows.every((pot) => bigint(pot, 'held') === 0n && bigint(pot, 'awaited') === 0n),
  };
}

const owing = (): ServiceError =>
  new ServiceError('account_blocked', 'This account owes money; it can be closed when the debt is paid.');
