/** `{{range}} table (columns) least TO most` of a migration, and `{{unbounded}} table`, in the words of each database. */

type Range = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly least: string;
  readonly most: string;
};

const RANGE = /^\{\{range\}\}\s+(\w+)\s+\(([^)]+)\)\s+(-?\d+) TO (\d+)$/;

/** How a database keeps columns within a range of whole numbers, and how it stops doing so. */
export type RangeDialect = {
  readonly add: (range: Range) => readonly string[];
  readonly drop: (table: string) => string;
};

const UNBOUNDED = /^\{\{unbounded\}\}\s+(\w+)$/;

/** One statement of a migration as the statements of a database. */
export function rangeStatementsOf(statement: string, { add, drop }: RangeDialect): readonly string[] {
  const unbounded = UNBOUNDED.exec(statement);
  if (unbounded) return [drop(unbounded[1]!)];
  const match = RANGE.exec(statement);
  if (!match) return [statement];
  const [, table = '', columns = '', least = '', most = ''] = match;
  return add({ table, columns: columns.split(',').map((column) => column.trim()), least, most });
}

/**
 * A sum that is too large for SQLite's integers becomes a float, so the type is looked at, too. SQLite adds a constraint
 * only together with a column: this one takes no room. Triggers would cost each request some 10 µs.
 */
function addSqliteRange({ table, columns, least, most }: Range): readonly string[] {
  const right = columns.map(
    (column) => `(${column} IS NULL OR (typeof(${column}) = 'integer' AND ${column} BETWEEN ${least} AND ${most}))`,
  );
  return [
    `ALTER TABLE ${table} ADD COLUMN range_check BIGINT GENERATED ALWAYS AS (NULL) VIRTUAL
     CONSTRAINT ${table}_range CHECK (${right.join(' AND ')})`,
  ];
}

/**
 * Not for rows that are there: a row that breaks the rule is reported by the audit, and does not block the next schema.
 */
function addPostgresRange({ table, columns, least, most }: Range): readonly string[] {
  const right = columns.map((column) => `${column} BETWEEN ${least} AND ${most}`).join(' AND ');
  return [`ALTER TABLE ${table} ADD CONSTRAINT ${table}_range CHECK (${right}) NOT VALID`];
}

export const SQLITE_RANGE: RangeDialect = {
  add: addSqliteRange,
  drop: (table) => `ALTER TABLE ${table} DROP COLUMN range_check`,
};

export const POSTGRES_RANGE: RangeDialect = {
  add: addPostgresRange,
  drop: (table) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_range`,
};
