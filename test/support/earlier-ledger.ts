/**
 * Storage as the program before the journal wrote it, at schema 13: with an archive, seals, a proof, a request that runs
 * and one that is not sealed. That program made the file `test/fixtures/ledger-13.json`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '../../src/core/ledger.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { currentDatabase } from './databases.ts';
import { tamper } from './intruder.ts';
import { NOON } from './ledger-fixture.ts';
import { LEDGER_KEY } from './ledger-key.ts';
import { newPostgresDatabase } from './postgres-database.ts';

type Value = string | number | null;
type Kept = {
  readonly head: string;
  readonly receipts: Readonly<Record<string, Receipt>>;
  readonly archive: { readonly name: string; readonly base64: string };
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;
};

export const EARLIER_SCHEMA = 13;
const earlier = JSON.parse(readFileSync(join(import.meta.dir, '../fixtures/ledger-13.json'), 'utf8')) as Kept;

export type EarlierLedger = AsyncDisposable &
  Pick<Kept, 'head' | 'receipts'> & { readonly db: Database; readonly archiveFolder: string };

/** At their own schema. */
export async function openEarlierLedger(): Promise<EarlierLedger> {
  const shared = currentDatabase() === 'PostgreSQL' ? await newPostgresDatabase() : undefined;
  // Its program knew of no key.
  let db: Database = shared ? openPostgres(shared.url) : openSqlite(':memory:', 'caller', LEDGER_KEY);
  const migrations = readMigrations().filter(({ version }) => version <= EARLIER_SCHEMA);
  await migrate(db, migrations, NOON);
  await tamper(db, ...Object.entries(earlier.tables).flatMap(([table, rows]) => statementsFor(table, rows)));
  for (const table of shared ? ['ledger_entries', 'operator_actions', 'row_versions'] : [])
    await db.sql.one(`SELECT setval('${table}_seq_seq', (SELECT MAX(seq) FROM ${table}))`);
  if (shared) {
    await db.close();
    db = openPostgres(shared.url, { ledgerKey: LEDGER_KEY });
  }
  const archiveFolder = mkdtempSync(join(tmpdir(), 'boreal-earlier-'));
  writeFileSync(join(archiveFolder, earlier.archive.name), Buffer.from(earlier.archive.base64, 'base64'));
  const dispose = async () => {
    await db.close();
    await shared?.[Symbol.asyncDispose]();
    rmSync(archiveFolder, { recursive: true, force: true });
  };
  const { head, receipts } = earlier;
  return { db, head, receipts, archiveFolder, [Symbol.asyncDispose]: dispose };
}

const statementsFor = (table: string, rows: Kept['tables'][string]): readonly string[] => [
  `DELETE FROM ${table}`,
  ...rows.map((row) => {
    const values = Object.values(row).map(literal);
    return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
  }),
];

const literal = (value: Value): string => {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
};
