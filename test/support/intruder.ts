/** An attacker who has the database itself: no trigger and no reference can stop one. */
import type { Database } from '../../src/platform/database/database.ts';
import { text } from '../../src/platform/database/database.ts';

/** Runs statements as if there were no triggers; afterwards they are there again. */
export async function tamper(db: Database, ...statements: readonly string[]): Promise<void> {
  if (db.dialect.runningTransactions) {
    await db.transaction(async (sql) => {
      await sql.run('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await sql.run(statement);
    });
    return;
  }
  const triggers = await db.sql.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'");
  for (const trigger of triggers) await db.sql.run(`DROP TRIGGER ${text(trigger, 'name')}`);
  await db.sql.run('PRAGMA foreign_keys = OFF');
  for (const statement of statements) await db.sql.run(statement);
  await db.sql.run('PRAGMA foreign_keys = ON');
  for (const trigger of triggers) await db.sql.run(text(trigger, 'sql'));
}
