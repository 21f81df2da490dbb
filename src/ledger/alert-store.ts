/** Alerts for low credit, and which have been sent. */
import { type Nanos, nanos } from '../core/money.ts';
import { bigint, type Database, type Row, type Sql, text } from '../platform/database/database.ts';
import { OWNER_EMAIL } from '../platform/notices/owner-sql.ts';
import type { LowBalance } from './low-balance-email.ts';

export interface Alerts {
  of(accountId: string): Promise<Nanos | null>;
  set(
    accountId: string,
    alert: { readonly below: Nanos; readonly language: 'cs' | 'en'; readonly atMs: number } | null,
  ): Promise<void>;
  /**
   * Looks at some of the accounts with an alert, by id after `afterId`, and marks those that are due: each is given to
   * one caller only, until its credit has risen again. `next` is where to look on.
   */
  claim(afterId: string, atMs: number): Promise<{ readonly due: readonly LowBalance[]; readonly next: string | null }>;
  /** The e-mail did not leave: takes back the mark that was made at `atMs`. */
  giveBack(accountId: string, atMs: number): Promise<void>;
}

const AT_ONCE = 500;

export function createAlertStore(db: Database): Alerts {
  return {
    of: async (accountId) => {
      const row = await db.sql.one('SELECT alert_below_nanos FROM accounts WHERE id = ?', accountId);
      return row && row.alert_below_nanos !== null ? nanos(bigint(row, 'alert_below_nanos')) : null;
    },

    /** An owner who sets it while there is less already sees that on the page, and needs no e-mail. */
    set: (accountId, alert) =>
      db.transaction(async (sql) => {
        const pot = await sql.one("SELECT balance FROM pots WHERE account_id = ? AND kind = 'credit'", accountId);
        const isLow = alert !== null && pot !== undefined && bigint(pot, 'balance') < alert.below;
        await sql.run(
          'UPDATE accounts SET alert_below_nanos = ?, alert_language = ?, alerted_at_ms = ? WHERE id = ?',
          alert?.below ?? null,
          alert?.language ?? null,
          isLow ? alert.atMs : null,
          accountId,
        );
      }),

    claim: (afterId, atMs) =>
      db.transaction(async (sql) => {
        const rows = await sql.all(
          `SELECT a.id, ${OWNER_EMAIL}, a.alert_below_nanos, a.alert_language, a.alerted_at_ms, p.balance
           FROM accounts a JOIN pots p ON p.account_id = a.id AND p.kind = 'credit'
           WHERE a.alert_below_nanos IS NOT NULL AND a.id > ? ORDER BY a.id LIMIT ?`,
          afterId,
          AT_ONCE,
        );
        const due: LowBalance[] = [];
        for (const row of rows) if (await isClaimed(sql, row, atMs)) due.push(lowBalanceFromRow(row));
        return { due, next: rows.length < AT_ONCE ? null : text(rows.at(-1)!, 'id') };
      }),

    giveBack: (accountId, atMs) =>
      db.transaction(async (sql) => {
        await sql.run('UPDATE accounts SET alerted_at_ms = NULL WHERE id = ? AND alerted_at_ms = ?', accountId, atMs);
      }),
  };
}

/** One of many who look at once marks the account and writes the e-mail. Enough credit arms the alert again. */
async function isClaimed(sql: Sql, row: Row, atMs: number): Promise<boolean> {
  const isLow = bigint(row, 'balance') < bigint(row, 'alert_below_nanos');
  const isTold = row.alerted_at_ms !== null;
  if (isLow === isTold) return false;
  if (!isLow) {
    await sql.run('UPDATE accounts SET alerted_at_ms = NULL WHERE id = ?', text(row, 'id'));
    return false;
  }
  const mark = 'UPDATE accounts SET alerted_at_ms = ? WHERE id = ? AND alerted_at_ms IS NULL';
  return (await sql.run(mark, atMs, text(row, 'id'))) > 0;
}

const lowBalanceFromRow = (row: Row): LowBalance => ({
  accountId: text(row, 'id'),
  email: text(row, 'email'),
  language: row.alert_language === 'cs' ? 'cs' : 'en',
  credit: nanos(bigint(row, 'balance')),
  below: nanos(bigint(row, 'alert_below_nanos')),
});
