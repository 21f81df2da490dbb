/** The statements of a move that each database writes in its own way. */
import { type Sql, text } from './database.ts';
import type { MovedTable } from './moved-tables.ts';

type MoveDialect = {
  /** Keeps all others from writing until the transaction ends, and lets them read. */
  readonly freeze: (tables: readonly MovedTable[]) => readonly string[];
  /** For a connection that writes rows whose references come later. */
  readonly beforeWriting: readonly string[];
  /**
   * Triggers, references and indexes, each with the statement that takes it away and the one that brings it back: rows
   * come in no order of references, triggers would write versions of them, and an index is made sooner than it grows.
   */
  readonly parts: string;
  /** A row of this is a reference to nothing; null where bringing references back fails by itself. */
  readonly brokenReferences: string | null;
  /** Goes on counting after the rows that are there. */
  readonly continueCounting: (table: string, column: string) => string | undefined;
  /** Once all rows are there: without figures of them, PostgreSQL would choose wrong plans. */
  readonly afterWriting: readonly string[];
  /** A row where anything at all is in the database. */
  readonly findAnything: string;
};

const SQLITE: MoveDialect = {
  // The transaction itself has begun by keeping others from writing.
  freeze: () => [],
  beforeWriting: ['PRAGMA foreign_keys = OFF'],
  parts: `SELECT 'DROP ' || type || ' ' || name AS take_away, sql AS bring_back FROM sqlite_master
    WHERE type IN ('trigger', 'index') AND sql IS NOT NULL ORDER BY type, name`,
  brokenReferences: 'SELECT "table" FROM pragma_foreign_key_check() LIMIT 1',
  continueCounting: () => undefined,
  afterWriting: [],
  findAnything: 'SELECT name FROM sqlite_master LIMIT 1',
};

const IN_SCHEMA = 'c.relnamespace = CAST(current_schema() AS regnamespace)';

const POSTGRES: MoveDialect = {
  freeze: (tables) => [
    "SET LOCAL lock_timeout = '10s'",
    'SET LOCAL idle_in_transaction_session_timeout = 0',
    `LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN SHARE MODE`,
  ],
  beforeWriting: [],
  parts: `SELECT take_away, bring_back FROM (
    SELECT 1 AS turn, format('DROP INDEX %I', i.relname) AS take_away, pg_get_indexdef(i.oid) AS bring_back
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
      WHERE ${IN_SCHEMA} AND c.relkind = 'r' AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.oid)
    UNION ALL SELECT 2, format('ALTER TABLE %I DROP CONSTRAINT %I', c.relname, k.conname),
        format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE ${IN_SCHEMA} AND k.contype = 'f'
    UNION ALL SELECT 3, format('ALTER TABLE %I DISABLE TRIGGER USER', c.relname),
        format('ALTER TABLE %I ENABLE TRIGGER USER', c.relname)
      FROM pg_class c WHERE ${IN_SCHEMA} AND c.relkind = 'r'
        AND EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
  ) AS part ORDER BY turn, take_away`,
  brokenReferences: null,
  continueCounting: (table, column) =>
    `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), GREATEST(MAX(${column}), 1), MAX(${column}) > 0)
     FROM (SELECT COALESCE(MAX(${column}), 0) AS ${column} FROM ${table}) AS rows_there`,
  afterWriting: ['ANALYZE'],
  findAnything: 'SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LIMIT 1',
};

export const moveDialectOf = ({ kind }: Sql): MoveDialect => (kind === 'sqlite' ? SQLITE : POSTGRES);

/** Takes the parts away, and returns what brings them back. */
export async function takePartsAway(sql: Sql): Promise<readonly string[]> {
  const parts = await sql.all(moveDialectOf(sql).parts);
  for (const part of parts) await sql.run(text(part, 'take_away'));
  return parts.map((part) => text(part, 'bring_back'));
}
