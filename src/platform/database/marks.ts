/**
 * A mark is what only a process with the server's secret can write beside a version of a row. Triggers write versions
 * of every change; the program reads those of its own transaction and marks them, before it commits.
 */
import type { Row, SqlValue } from './database.ts';

/** `key` is derived from the server's secret, and never reaches the database. */
const markOf = (key: string, values: readonly (SqlValue | undefined)[]): string =>
  new Bun.CryptoHasher('sha256', key)
    .update(JSON.stringify(values.map((value) => (value == null ? null : String(value)))))
    .digest('hex');

/** With its number: one that was right once is right nowhere else. */
export const markOfVersion = (key: string, { seq, kind, id, body }: Row): string =>
  markOf(key, ['version', seq, kind, id, body]);

export const markOfSeal = (key: string, seq: SqlValue | undefined, hash: SqlValue | undefined): string =>
  markOf(key, ['seal', seq, hash]);

const AT_ONCE = 500;

/** The statements that mark versions, each with its values. */
export function markStatements(key: string, versions: readonly Row[]): readonly [string, ...SqlValue[]][] {
  const statements: [string, ...SqlValue[]][] = [];
  for (let from = 0; from < versions.length; from += AT_ONCE) {
    const some = versions.slice(from, from + AT_ONCE);
    const values = some.flatMap((row): SqlValue[] => [row.seq ?? null, markOfVersion(key, row)]);
    statements.push([`INSERT INTO version_marks (seq, mark) VALUES ${some.map(() => '(?, ?)').join(', ')}`, ...values]);
  }
  return statements;
}
