/**
 * A ledger that began before there was a journal, brought up to date since: with an archive, seals, a proof, a request
 * that ran when its server ended, and one that is not sealed. Its charges are entries. The programs of then made the file
 * `test/fixtures/ledger-earlier.json`.
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

const earlier = JSON.parse(readFileSync(join(import.meta.dir, '../fixtures/ledger-earlier.json'), 'utf8')) as Kept;

export type EarlierLedger = AsyncDisposable &
  Pick<Kept, 'head' | 'receipts'> & { readonly db: Database; readonly archiveFolder: string };

export async function openEarlierLedger(): Promise<EarlierLedger> {
  const shared = currentDatabase() === 'PostgreSQL' ? await newPostgresDatabase() : undefined;
  const archiveFolder = mkdtempSync(join(tmpdir(), 'boreal-earlier-'));
  writeFileSync(join(archiveFolder, earlier.archive.name), Buffer.from(earlier.archive.base64, 'base64'));
  const open = (ledgerKey?: string): Database =>
    shared
      ? openPostgres(shared.url, { ledgerKey })
      : openSqlite(join(archiveFolder, 'ledger.db'), 'caller', ledgerKey);
  // Without the key, so that what is written gets no marks beside those of the file.
  const written = open();
  await migrate(written, readMigrations(), NOON);
  await tamper(written, ...Object.entries(earlier.tables).flatMap(([table, rows]) => statementsFor(table, rows)));
  for (const table of shared ? ['ledger_entries', 'operator_actions', 'row_versions'] : [])
    await written.sql.one(`SELECT setval('${table}_seq_seq', (SELECT MAX(seq) FROM ${table}))`);
  await written.close();
  const db = open(LEDGER_KEY);
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
