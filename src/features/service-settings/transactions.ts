/** Settings of the service in the database, and how operators change them. */
import { ServiceError } from '../../core/errors.ts';
import {
  type SettingMark,
  type SettingPlace,
  type SettingValues,
  settingsRevision,
} from '../../core/service-settings.ts';
import { isRecord } from '../../lib/record.ts';
import type { ActionRules } from '../../platform/action-log/action-rules.ts';
import { type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { SetUpRecords } from './rules.ts';

export type SettingsChange = {
  readonly kind: 'settings';
  /** Only those that change. */
  readonly values: SettingValues;
  /** The revision that the operator looked at: a change that came between is not lost. */
  readonly after?: number | undefined;
};

export const SETTINGS_ACTIONS: ActionRules<SettingsChange> = {
  settings: {
    object: ({ values }) => Object.keys(values).join(', '),
    details: ({ values }) => ({ values: withoutSecrets(values) }),
    state: async (sql, { values }) => {
      const held = await readSettingValues(sql);
      const names = Object.keys(values) as SettingPlace[];
      return { values: withoutSecrets(Object.fromEntries(names.map((name) => [name, held[name] ?? null]))) };
    },
    perform: ({ sql }, { values, after }) => writeSettings(sql, values, after),
  },
};

/** The log says that a secret is there, and nothing of it. */
function withoutSecrets(values: SettingValues): object {
  const shown = Object.entries(values).map(([name, value]) => {
    if (!isRecord(value) || !('sealedPassword' in value)) return [name, value];
    const { sealedPassword, ...rest } = value;
    return [name, { ...rest, hasPassword: sealedPassword !== undefined }];
  });
  return Object.fromEntries(shown);
}

export async function readSettingMarks(sql: Sql): Promise<readonly SettingMark[]> {
  const rows = await sql.all(
    "SELECT name, revision, CASE WHEN value = 'null' THEN 0 ELSE 1 END AS is_set FROM setting_values ORDER BY name",
  );
  return rows.map(markFromRow);
}

const markFromRow = (row: Row): SettingMark => ({
  name: text(row, 'name'),
  revision: number(row, 'revision'),
  isSet: number(row, 'is_set') === 1,
});

export async function readSettingValues(sql: Sql): Promise<SettingValues> {
  const rows = await sql.all('SELECT name, value FROM setting_values');
  return Object.fromEntries(rows.map((row) => [text(row, 'name'), JSON.parse(text(row, 'value')) as unknown]));
}

/** One alone: the others may be long. */
export async function readSetting(sql: Sql, place: SettingPlace): Promise<unknown> {
  const row = await sql.one('SELECT value FROM setting_values WHERE name = ?', place);
  return row ? (JSON.parse(text(row, 'value')) as unknown) : null;
}

/** One at a time: the action has locked the settings. */
async function writeSettings(sql: Sql, values: SettingValues, after: number | undefined): Promise<void> {
  const marks = await readSettingMarks(sql);
  const changed = marks.some(({ name, revision }) => name in values && after !== undefined && revision > after);
  if (changed) {
    throw new ServiceError('changed_meanwhile', 'These settings were changed meanwhile: look at them again.');
  }
  const revision = settingsRevision(marks) + 1;
  for (const [name, value] of Object.entries(values)) {
    await sql.run(
      `INSERT INTO setting_values (name, value, revision) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value, revision = excluded.revision`,
      name,
      JSON.stringify(value),
      revision,
    );
  }
}

/** Facts of the set-up that only the database knows. */
export const createSetUpStore = (db: Database): SetUpRecords => ({
  setUpFacts: async () => {
    const row = await db.sql.one(
      `SELECT
         (SELECT COUNT(*) FROM auth_users WHERE role = 'operator') AS operators,
         (SELECT COUNT(*) FROM auth_users u WHERE u.role = 'operator' AND u.two_factor_enabled = 0
            AND NOT EXISTS (SELECT 1 FROM auth_passkeys p WHERE p.user_id = u.id)) AS unprotected,
         CASE WHEN EXISTS (SELECT 1 FROM orders WHERE paid_at_ms IS NOT NULL) THEN 1 ELSE 0 END AS has_order`,
    );
    const operators = number(row!, 'operators');
    return {
      hasSecondFactor: operators > 0 && number(row!, 'unprotected') === 0,
      hasPaidOrder: number(row!, 'has_order') === 1,
    };
  },
});
