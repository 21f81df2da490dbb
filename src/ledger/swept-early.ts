/**
 * Things that a sweep has taken by a wrong clock: an expiry of a pot whose end has not come yet. It is given back by a
 * correction that names the expiry, so that it is given back once and the ledger only grows.
 */

import { bigint, type Row, type Sql, type SqlValue, text } from '../platform/database/database.ts';
import { type Entry, move } from './credit-store.ts';

const EARLY = `FROM ledger_entries e JOIN pots p ON p.id = e.pot_id JOIN accounts a ON a.id = e.account_id
  WHERE e.kind <> 'charge' AND e.kind = 'expiry' AND e.reason = 'expired' AND p.expires_at_ms > ? AND a.status <> 'closed'
    AND NOT EXISTS (SELECT 1 FROM ledger_entries u WHERE u.account_id = e.account_id AND u.kind <> 'charge'
      AND u.kind = 'correction' AND u.cause = 'expiry:' || e.seq)`;

const early = (sql: Sql, columns: string, values: readonly SqlValue[], more = ''): Promise<readonly Row[]> =>
  sql.all(`SELECT ${columns} ${EARLY} ${more}`, ...values);

/** The accounts from which something was taken too early, as seen at this time. */
export async function sweptTooEarly(sql: Sql, nowMs: number): Promise<readonly string[]> {
  const rows = await early(sql, 'DISTINCT e.account_id', [nowMs], 'ORDER BY e.account_id');
  return rows.map((row) => text(row, 'account_id'));
}

/** Gives it back to an account that the caller has locked. */
export async function undoSweep(sql: Sql, about: Omit<Entry, 'amount' | 'kind'>): Promise<void> {
  const { accountId, atMs } = about;
  const rows = await early(sql, 'e.seq, e.pot_id, e.amount', [atMs, accountId], 'AND e.account_id = ? ORDER BY e.seq');
  for (const row of rows) {
    const entry = { ...about, cause: `expiry:${row.seq}`, amount: -bigint(row, 'amount'), kind: 'correction' } as const;
    await move(sql, text(row, 'pot_id'), entry);
    // Its end is still to come.
    await sql.run('UPDATE pots SET swept_at_ms = NULL WHERE id = ?', text(row, 'pot_id'));
  }
}
