/**
 * One statement over many rows. In its text `rows` is a table with the given columns: PostgreSQL gets it as arrays and runs
 * the statement once; SQLite, where a statement costs little, runs it once for each row with values in place of columns.
 *
 *   UPDATE pots SET balance = balance - rows.paid FROM rows WHERE pots.id = rows.id
 */
import type { Sql, SqlValue } from './database.ts';

export type Columns = Readonly<Record<string, 'TEXT' | 'BIGINT'>>;

export type RowSet = {
  readonly columns: Columns;
  readonly text: string;
};

/** Adds rows to a table of sums: the first columns are its key, and what the others have is added to what is there. */
export function addingTo(table: string, columns: Columns, keys: number): RowSet {
  const names = Object.keys(columns);
  return {
    columns,
    text: `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => `rows.${name}`).join(', ')} FROM rows WHERE true
    ON CONFLICT (${names.slice(0, keys).join(', ')}) DO UPDATE SET
    ${names
      .slice(keys)
      .map((name) => `${name} = ${table}.${name} + excluded.${name}`)
      .join(', ')}`,
  };
}

/** `rows` have their values in the order of the columns. Wait for all of them, as for other statements. */
export function runForRows(sql: Sql, set: RowSet, rows: readonly (readonly SqlValue[])[]): Promise<number>[] {
  if (rows.length === 0) return [];
  if (sql.kind === 'sqlite') return rows.map((row) => sql.run(oneRowText(set), ...row));
  return [sql.run(manyRowsText(set), ...arraysOf(set, rows))];
}

export async function readForRows(sql: Sql, set: RowSet, rows: readonly (readonly SqlValue[])[]) {
  if (rows.length === 0) return [];
  if (sql.kind === 'postgres') return sql.all(manyRowsText(set), ...arraysOf(set, rows));
  return (await Promise.all(rows.map((row) => sql.all(oneRowText(set), ...row)))).flat();
}

export type RowsOf = {
  readonly set: RowSet;
  readonly rows: readonly (readonly SqlValue[])[];
  /** The whole statement fails where one of the rows changes nothing. */
  readonly mustChangeAll?: boolean;
};

/**
 * Many statements as one for PostgreSQL, which does all of it or nothing, in one way there and back. They run in their
 * order, but each sees the tables as they were before all of them. `first` is a statement that returns something, and can be
 * selected from by its name.
 */
export function asOneStatement(first: { readonly name: string; readonly text: string }, parts: readonly RowsOf[]) {
  const some = parts.filter(({ rows }) => rows.length > 0);
  const texts = some.map(({ set }, at) => `part_${at} AS (${manyRowsText(set)} RETURNING 1)`);
  // Whatever is read here is run in this order.
  const names = [first.name, ...some.map((_, at) => `part_${at}`)];
  const counts = names.map((name) => `(SELECT COUNT(*) FROM ${name}) AS ${name}`);
  const isWhole = (at: number) => `(SELECT COUNT(*) FROM part_${at}) = CAST(? AS BIGINT)`;
  // Nothing but an error undoes a statement, and division by zero is one that the planner cannot foresee.
  const checks = some.flatMap(({ mustChangeAll }, at) =>
    mustChangeAll ? [`1 / (CASE WHEN ${isWhole(at)} THEN 1 ELSE 0 END) AS all_${at}`] : [],
  );
  return {
    text: `WITH ${[`${first.name} AS (${first.text})`, ...texts].join(', ')} SELECT ${[...counts, ...checks].join(', ')}`,
    values: [
      ...some.flatMap(({ set, rows }) => arraysOf(set, rows)),
      ...some.flatMap(({ rows, mustChangeAll }) => (mustChangeAll ? [rows.length] : [])),
    ],
  };
}

/** Where a statement names the table. */
const TABLE = /( FROM| USING|,) rows\b(?!\.)/;

const oneRowTexts = new WeakMap<RowSet, string>();
const manyRowsTexts = new WeakMap<RowSet, string>();

function oneRowText(set: RowSet): string {
  return remembered(oneRowTexts, set, ({ columns, text }) => {
    const names = Object.keys(columns);
    const values = text.replaceAll(/\brows\.(\w+)/g, (_, name: string) => `?${names.indexOf(name) + 1}`);
    return values.replace(TABLE, '');
  });
}

/** An array travels as a text, which every driver can send. */
function manyRowsText(set: RowSet): string {
  return remembered(manyRowsTexts, set, ({ columns, text }) => {
    const arrays = Object.values(columns).map((type) => `CAST(CAST(? AS TEXT) AS ${type}[])`);
    const table = `unnest(${arrays.join(', ')}) AS rows (${Object.keys(columns).join(', ')})`;
    return text.replace(TABLE, `$1 ${table}`);
  });
}

function remembered(texts: WeakMap<RowSet, string>, set: RowSet, make: (set: RowSet) => string): string {
  const known = texts.get(set) ?? make(set);
  texts.set(set, known);
  return known;
}

const arraysOf = ({ columns }: RowSet, rows: readonly (readonly SqlValue[])[]): string[] =>
  Object.values(columns).map((type, at) => `{${rows.map((row) => elementOf(row[at] ?? null, type)).join(',')}}`);

function elementOf(value: SqlValue, type: Columns[string]): string {
  if (value === null) return 'NULL';
  return type === 'BIGINT' ? String(value) : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;
}
