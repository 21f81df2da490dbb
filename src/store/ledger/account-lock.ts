/**
 * One account, one transaction at a time. Whoever reads what an account has and writes by what it read takes the
 * account's row first; what is read after that is not older than the last transaction that had it. A transaction takes
 * one account only, so no two can wait for each other.
 */
import type { Sql } from '../database.ts';

export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  if (sql.forUpdate) await sql.one(`SELECT id FROM accounts WHERE id = ? ${sql.forUpdate}`, accountId);
}

/**
 * Reads what the lock is for, together with taking it: the database does one after the other. Where it has no locks there
 * is nothing to wait for but the reading.
 */
export function readLocked<T>(sql: Sql, lock: () => Promise<unknown>, read: () => Promise<T>): Promise<T> {
  return sql.forUpdate ? Promise.all([lock(), read()]).then(([, found]) => found) : read();
}

/** Locks the account of a request. Whose request it is never changes. */
export async function lockAccountOf(sql: Sql, requestId: string): Promise<void> {
  if (!sql.forUpdate) return;
  await sql.one(
    `SELECT id FROM accounts WHERE id = (SELECT account_id FROM requests WHERE id = ?) ${sql.forUpdate}`,
    requestId,
  );
}
