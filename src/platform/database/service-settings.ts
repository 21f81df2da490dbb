/** Settings of the operator at run time, for all servers that share this database. */

import type { SignUpMode } from '../../core/people.ts';
import type { Preset } from '../../core/preset.ts';
import { type Sql, text } from './database.ts';

/** Null: no operator has said it. */
export type ServiceSettings = {
  readonly signUp: SignUpMode | null;
  /** The models that the service began with. */
  readonly preset: Preset | null;
  /** The model of requests that name none. */
  readonly defaultModel: string | null;
};

const NAMES: Readonly<Record<keyof ServiceSettings, string>> = {
  signUp: 'sign-up',
  preset: 'preset',
  defaultModel: 'default-model',
};

/** One at a time changes what belongs to all. SQLite has one writer anyway. */
export async function lockSettings(sql: Sql): Promise<void> {
  if (sql.kind === 'sqlite') return;
  await sql.run("INSERT INTO service_settings (name, value) VALUES ('lock', '') ON CONFLICT DO NOTHING");
  await sql.one(`SELECT name FROM service_settings WHERE name = 'lock' ${sql.forUpdate}`);
}

export async function readSettings(sql: Sql): Promise<ServiceSettings> {
  const rows = await sql.all('SELECT name, value FROM service_settings');
  const values = new Map(rows.map((row) => [text(row, 'name'), text(row, 'value')]));
  return {
    signUp: (values.get(NAMES.signUp) ?? null) as SignUpMode | null,
    preset: (values.get(NAMES.preset) ?? null) as Preset | null,
    defaultModel: values.get(NAMES.defaultModel) ?? null,
  };
}

/** Null: the configuration, or the preset, decides again. */
export async function writeSetting<Name extends keyof ServiceSettings>(
  sql: Sql,
  name: Name,
  value: ServiceSettings[Name],
): Promise<void> {
  if (value === null) await sql.run('DELETE FROM service_settings WHERE name = ?', NAMES[name]);
  else {
    await sql.run(
      'INSERT INTO service_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      NAMES[name],
      value,
    );
  }
}
