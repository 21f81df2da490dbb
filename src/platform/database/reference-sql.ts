/** `{{unreferenced}} table (column)` of a migration, and its way back, `{{referenced}} table (column) other`. */

type Reference = { readonly table: string; readonly column: string };

/** How a database stops to check that what a column names is there, and how it begins again. */
export type ReferenceDialect = {
  readonly drop: (reference: Reference) => readonly string[];
  readonly add: (reference: Reference, other: string) => readonly string[];
};

const REFERENCE = /^\{\{(un)?referenced\}\} (\w+) \((\w+)\)(?: (\w+))?$/;

/** One statement of a migration as the statements of a database. */
export function referenceStatementsOf(statement: string, { drop, add }: ReferenceDialect): readonly string[] {
  const match = REFERENCE.exec(statement);
  if (!match) return [statement];
  const [, isDropped, table = '', column = '', other = ''] = match;
  return isDropped ? drop({ table, column }) : add({ table, column }, other);
}

/** SQLite changes references only together with all rows of a table, and pays little for them. */
export const SQLITE_REFERENCES: ReferenceDialect = { drop: () => [], add: () => [] };

export const POSTGRES_REFERENCES: ReferenceDialect = {
  drop: ({ table, column }) => [`ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_fkey`],
  add: ({ table, column }, other) => [
    `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_fkey FOREIGN KEY (${column}) REFERENCES ${other} (id)`,
  ],
};
