/** Versions and marks on SQLite: one connection writes at a time, so what has appeared since a statement began is its own. */
import type { Database as BunSqlite } from 'bun:sqlite';
import type { Row, SqlValue } from './database.ts';
import { markStatements } from './marks.ts';
import { ADDED_BY_PROGRAM, addedTo } from './versioned-tables.ts';

export class SqliteVersions {
  readonly #sqlite: BunSqlite;
  /** Without it nothing is marked. */
  readonly #key: string | undefined;
  /** A migration makes the table of marks, and none takes it away. */
  #canMark = false;

  constructor(sqlite: BunSqlite, key: string | undefined) {
    this.#sqlite = sqlite;
    this.#key = key;
  }

  /** Runs a statement that may write versions, and marks them: all of it is there, or nothing. */
  around<T>(statement: string, run: () => T): T {
    const isAlone = !this.#sqlite.inTransaction;
    if (isAlone) this.#sqlite.run('BEGIN IMMEDIATE');
    try {
      const result = this.#marking(statement, run);
      if (isAlone) this.#sqlite.run('COMMIT');
      return result;
    } catch (thrown) {
      if (isAlone && this.#sqlite.inTransaction) this.#sqlite.run('ROLLBACK');
      throw thrown;
    }
  }

  #marking<T>(statement: string, run: () => T): T {
    this.#canMark ||= this.#one("SELECT 1 AS found FROM sqlite_master WHERE name = 'version_marks'") !== null;
    if (!this.#canMark) return run();
    const last = this.#last('SELECT COALESCE(MAX(seq), 0) AS last FROM row_versions');
    const table = addedTo(statement);
    const lastRow = table === undefined ? 0n : this.#last(`SELECT COALESCE(MAX(rowid), 0) AS last FROM ${table}`);
    const result = run();
    if (table !== undefined) this.#sqlite.query(versionsOfAdded(table)).run(lastRow);
    if (this.#key !== undefined) this.#mark(this.#key, last);
    return result;
  }

  #mark(key: string, after: bigint): void {
    const versions = this.#sqlite
      .query<Row, SqlValue[]>('SELECT seq, kind, id, body FROM row_versions WHERE seq > ? ORDER BY seq')
      .all(after);
    for (const [statement, ...values] of markStatements(key, versions)) this.#sqlite.query(statement).run(...values);
  }

  #last(question: string): bigint {
    return BigInt(this.#one(question)?.last ?? 0);
  }

  #one(question: string): Row | null {
    return this.#sqlite.query<Row, []>(question).get();
  }
}

const versionsOfAdded = (table: string): string => {
  const columns = ADDED_BY_PROGRAM[table]!.map((column) => `'${column}', CAST(${column} AS TEXT)`);
  return `INSERT INTO row_versions (kind, id, body)
    SELECT '${table}', id, json_object(${columns.join(', ')}) FROM ${table} WHERE rowid > ? ORDER BY rowid`;
};
