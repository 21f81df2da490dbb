/** Marks on PostgreSQL: versions of other transactions appear at any time, so a transaction looks for its own. */
import { bigint, type Sql } from './database.ts';
import { markStatements } from './marks.ts';
import { mayWriteVersions } from './versioned-tables.ts';

export class TransactionMarks {
  readonly #key: string;
  /** The tables may be missing. */
  readonly #isMigrating: boolean;
  /** The last version before the first statement that may write one. */
  #before: Promise<bigint> | undefined;

  constructor(key: string, isMigrating: boolean) {
    this.#key = key;
    this.#isMigrating = isMigrating;
  }

  get isNeeded(): boolean {
    return this.#before !== undefined;
  }

  /** Before a statement is issued: what is asked here travels with it. */
  notice(sql: Sql, text: string): void {
    if (this.#before || !mayWriteVersions(text)) return;
    this.#before = this.#isMigrating ? Promise.resolve(0n) : lastVersion(sql);
    // Where it fails, so does what comes behind it.
    this.#before.catch(() => {});
  }

  /** The key stays here: versions are read, and their marks are written. */
  async write(sql: Sql): Promise<void> {
    if (this.#isMigrating && !(await hasMarks(sql))) return;
    const versions = await sql.all(
      `SELECT seq, kind, id, body FROM row_versions
       WHERE seq > ? AND xmin = CAST(pg_current_xact_id() AS xid) ORDER BY seq`,
      (await this.#before) ?? 0n,
    );
    await Promise.all(markStatements(this.#key, versions).map(([text, ...values]) => sql.run(text, ...values)));
  }
}

/** With a value, which makes it a prepared statement: one without is planned anew each time, in a tenth of a millisecond. */
const lastVersion = async (sql: Sql): Promise<bigint> =>
  bigint((await sql.one('SELECT COALESCE(MAX(seq), ?) AS seq FROM row_versions', 0n))!, 'seq');

const hasMarks = async (sql: Sql): Promise<boolean> =>
  (await sql.one("SELECT 1 AS found WHERE to_regclass('version_marks') IS NOT NULL")) !== undefined;
