/** Settings of the operator at run time, for all servers that share this database. */
import type { SignUpMode } from '../../core/people.ts';
import { type Sql, text } from './database.ts';

const SIGN_UP = 'sign-up';

/** One at a time changes what belongs to all. SQLite has one writer anyway. */
export async function lockSettings(sql: Sql): Promise<void> {
  if (sql.kind === 'sqlite') return;
  await sql.run("INSERT INTO service_settings (name, value) VALUES ('lock', '') ON CONFLICT DO NOTHING");
  await sql.one(`SELECT name FROM service_settings WHERE name = 'lock' ${sql.forUpdate}`);
}

export async function readSignUpMode(sql: Sql): Promise<SignUpMode | null> {
  const row = await sql.one('SELECT value FROM service_settings WHERE name = ?', SIGN_UP);
  return row ? (text(row, 'value') as SignUpMode) : null;
}

/** Null: the configuration decides again. */
export async function writeSignUpMode(sql: Sql, mode: SignUpMode | null): Promise<void> {
  if (mode === null) await sql.run('DELETE FROM service_settings WHERE name = ?', SIGN_UP);
  else {
    await sql.run(
      'INSERT INTO service_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      SIGN_UP,
      mode,
    );
  }
}
