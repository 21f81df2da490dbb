/** `{{range}} table (columns) least TO most` of a migration, in the words of each database. */

export type Range = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly least: string;
  readonly most: string;
};

const RANGE = /^\{\{range\}\}\s+(\w+)\s+\(([^)]+)\)\s+(-?\d+) TO (\d+)$/;

/** One statement of a migration as the statements of a database. */
export function rangeStatementsOf(statement: string, write: (range: Range) => readonly string[]): readonly string[] {
  const match = RANGE.exec(statement);
  if (!match) return [statement];
  const [, table = '', columns = '', least = '', most = ''] = match;
  return write({ table, columns: columns.split(',').map((column) => column.trim()), least, most });
}

/**
 * A sum that is too large for SQLite's integers becomes a float, so the type is looked at, too. SQLite adds a constraint
 * only together with a column: this one takes no room. Triggers would cost each request some 10 µs.
 */
export function sqliteRange({ table, columns, least, most }: Range): readonly string[] {
  const right = columns.map(
    (column) => `(${column} IS NULL OR (typeof(${column}) = 'integer' AND ${column} BETWEEN ${least} AND ${most}))`,
  );
  return [
    `ALTER TABLE ${table} ADD COLUMN range_check BIGINT GENERATED ALWAYS AS (NULL) VIRTUAL
     CONSTRAINT ${table}_range CHECK (${right.join(' AND ')})`,
  ];
}

/** Not for rows that are there: a book that breaks the rule is told by the audit, and not left without the next schema. */
export function postgresRange({ table, columns, least, most }: Range): readonly string[] {
  const right = columns.map((column) => `${column} BETWEEN ${least} AND ${most}`).join(' AND ');
  return [`ALTER TABLE ${table} ADD CONSTRAINT ${table}_range CHECK (${right}) NOT VALID`];
}
