/** `{{unchecked}} table (column) declaration` of a migration: a column loses its check, in the words of each database. */

type Unchecked = {
  readonly table: string;
  readonly column: string;
  /** The type of the column, and its default where it cannot be null. */
  readonly declaration: string;
};

/** How a database stops to check a column. */
export type DropCheck = (unchecked: Unchecked) => readonly string[];

const UNCHECKED = /^\{\{unchecked\}\} (\w+) \((\w+)\) (.+)$/;

/** One statement of a migration as the statements of a database. */
export function checkStatementsOf(statement: string, drop: DropCheck): readonly string[] {
  const match = UNCHECKED.exec(statement);
  if (!match) return [statement];
  const [, table = '', column = '', declaration = ''] = match;
  return drop({ table, column, declaration });
}

/** In SQLite a check goes with its column, so another column takes its place. No trigger may name it meanwhile. */
export const dropSqliteCheck: DropCheck = ({ table, column, declaration }) => [
  `ALTER TABLE ${table} RENAME COLUMN ${column} TO checked_${column}`,
  `ALTER TABLE ${table} ADD COLUMN ${column} ${declaration}`,
  `UPDATE ${table} SET ${column} = checked_${column}`,
  `ALTER TABLE ${table} DROP COLUMN checked_${column}`,
];

export const dropPostgresCheck: DropCheck = ({ table, column }) => [
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_check`,
];
