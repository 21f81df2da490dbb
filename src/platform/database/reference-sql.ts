/** `{{unreferenced}} table (column)` of a migration, in the words of each database. */

type Reference = { readonly table: string; readonly column: string };

/** How a database stops to check that what a column names is there. */
export type DropReference = (reference: Reference) => readonly string[];

const UNREFERENCED = /^\{\{unreferenced\}\} (\w+) \((\w+)\)$/;

/** One statement of a migration as the statements of a database. */
export function referenceStatementsOf(statement: string, drop: DropReference): readonly string[] {
  const match = UNREFERENCED.exec(statement);
  if (!match) return [statement];
  const [, table = '', column = ''] = match;
  return drop({ table, column });
}

/** SQLite changes references only together with all rows of a table, and pays little for them. */
export const dropSqliteReference: DropReference = () => [];

export const dropPostgresReference: DropReference = ({ table, column }) => [
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_fkey`,
];
