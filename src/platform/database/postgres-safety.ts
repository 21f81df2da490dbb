/** A PostgreSQL that may forget what it has acknowledged is no place for money: the server does not start on one. */
import { type Database, text } from './database.ts';

export class UnsafeDatabase extends Error {
  override readonly name = 'UnsafeDatabase';
}

export async function requireSafePostgres(db: Database): Promise<void> {
  const found = await db.sql.one(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
       CASE WHEN pg_is_in_recovery() THEN 'on' ELSE 'off' END AS standby`,
  );
  const refuse = (what: string, whatToDo: string) => {
    throw new UnsafeDatabase(`PostgreSQL ${what}: ${whatToDo}.`);
  };
  for (const setting of ['fsync', 'synchronous_commit']) {
    if (text(found!, setting) === 'off')
      refuse(
        `runs with ${setting} = off and would lose charges with the power`,
        'turn it on, for this user and database too',
      );
  }
  if (text(found!, 'standby') === 'on')
    refuse('is a standby that cannot be written to', 'name the primary in databaseUrl');
}
