/** Steps of other transactions in automatic top-ups: a charge has ended, a card goes, an account is over. */

import type { CardFailure } from '../../core/card-failure.ts';
import { number, type Sql } from '../../platform/database/database.ts';
import { nextTryAfter } from './saved-card.ts';

const NO_FAILURE = 'failures = 0, next_try_ms = NULL, paused_at_ms = NULL, last_failure = NULL';

/** The card works, is a new one, or the customer wants it tried: what failed before does not count any more. */
export const chargeSucceeded = (sql: Sql, accountId: string): Promise<number> =>
  sql.run(`UPDATE top_ups SET ${NO_FAILURE} WHERE account_id = ?`, accountId);

type FailedCharge = { readonly accountId: string; readonly why: CardFailure; readonly atMs: number };

export async function chargeFailed(sql: Sql, { accountId, why, atMs }: FailedCharge): Promise<void> {
  const row = await sql.one('SELECT failures FROM top_ups WHERE account_id = ?', accountId);
  if (!row) return;
  const failures = number(row, 'failures') + 1;
  const waitMs = nextTryAfter(failures, why);
  await sql.run(
    'UPDATE top_ups SET failures = ?, next_try_ms = ?, paused_at_ms = ?, last_failure = ? WHERE account_id = ?',
    failures,
    waitMs === null ? null : atMs + waitMs,
    waitMs === null ? atMs : null,
    why,
    accountId,
  );
}

/** Without a card nothing is topped up. The provider forgets it at the next sweep. */
export async function removeCard(sql: Sql, accountId: string, atMs: number): Promise<void> {
  await removeOldCard(sql, accountId, atMs);
  await sql.run(`UPDATE top_ups SET on_since_ms = NULL, ${NO_FAILURE} WHERE account_id = ?`, accountId);
}

export const removeOldCard = (sql: Sql, accountId: string, atMs: number): Promise<number> =>
  sql.run(
    `UPDATE saved_cards SET removed_at_ms = ?, brand = '', last4 = '', expiry_month = 0, expiry_year = 0
     WHERE account_id = ? AND removed_at_ms IS NULL`,
    atMs,
    accountId,
  );

export async function forgetTopUps(sql: Sql, accountId: string, atMs: number): Promise<void> {
  await removeOldCard(sql, accountId, atMs);
  await sql.run('DELETE FROM top_ups WHERE account_id = ?', accountId);
}
