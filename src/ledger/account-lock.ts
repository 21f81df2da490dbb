/**
 * One account, one transaction at a time. Code that reads what an account has and writes by what it read takes the
 * account's row first; what is read after that is not older than the last transaction that had it. A transaction takes
 * one account only, so no two can wait for each other.
 */
import type { Sql } from '../platform/database/database.ts';

export async function lockAccount(sql: Sql, accountId: string): Promise<void> {
  if (sql.kind === 'postgres') await sql.one(`SELECT id FROM accounts WHERE id = ? ${sql.forUpdate}`, accountId);
}
