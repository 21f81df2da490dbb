/** The tables of a move, and their rows in pages, in the order of their keys: the same in both databases. */
import { number, type Row, type Sql, type SqlValue, text } from './database.ts';
import { keptFor, type Migration, migrate } from './migrate.ts';
import type { Columns } from './row-set.ts';
import { openSqlite } from './sqlite.ts';

export type MovedTable = {
  readonly name: string;
  readonly columns: Columns;
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[];
  /** The column that numbers its rows, where one does. */
  readonly counted: string | undefined;
  /** How many rows it has in a new database. */
  readonly rowsAtFirst: number;
};

/** Each side writes these for itself: the first two when it is made; the last has numbers of its transactions. */
const OF_EACH_SIDE = ['schema_migrations', 'migration_checksums', 'moves', 'seal_marks'];

export const movedTables = keptFor(tablesMadeBy);

/** A new database in memory says which tables there are, as it does for the check of the schema. */
async function tablesMadeBy(migrations: readonly Migration[]): Promise<readonly MovedTable[]> {
  // With a key, so that its first rows are marked as those of a server are.
  const model = openSqlite(':memory:', 'caller', 'of no server');
  try {
    await migrate(model, migrations, 0);
    const rows = await model.sql.all(
      `SELECT m.name AS table_name, c.name, c.type, c.pk FROM sqlite_master m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`,
    );
    const byTable = Map.groupBy(rows, (row) => text(row, 'table_name'));
    const tables = [...byTable].filter(([name]) => !OF_EACH_SIDE.includes(name));
    return await Promise.all(
      tables.map(async ([name, columns]) => tableOf(name, columns, await countOf(model.sql, { name }))),
    );
  } finally {
    await model.close();
  }
}

function tableOf(name: string, columns: readonly Row[], rowsAtFirst: number): MovedTable {
  const inKey = columns.filter((column) => number(column, 'pk') > 0);
  const key = inKey.toSorted((a, b) => number(a, 'pk') - number(b, 'pk')).map((column) => text(column, 'name'));
  const counted = columns.find((column) => column.type === 'INTEGER');
  return {
    name,
    columns: Object.fromEntries(
      columns.map((column) => [text(column, 'name'), column.type === 'TEXT' ? 'TEXT' : 'BIGINT']),
    ),
    key,
    counted: counted && text(counted, 'name'),
    rowsAtFirst,
  };
}

/** Rows may be of some bytes or of some megabytes: pages grow and shrink with them. */
const PAGE_BYTES = 4_000_000;
const PAGE_ROWS_FIRST = 50;
const PAGE_ROWS_MAX = 10_000;

/** The rows whose keys come after a given one. */
export async function* pagesOf(
  sql: Sql,
  table: MovedTable,
  after: readonly SqlValue[] | undefined,
): AsyncGenerator<readonly Row[]> {
  let last = after;
  let rowsMax = PAGE_ROWS_FIRST;
  for (;;) {
    const rows = await readPage(sql, table, { after: last, rowsMax });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsMax) return;
    last = keyOf(table, rows.at(-1)!);
    const bytesOfRow = rows.reduce((sum, row) => sum + bytesOf(row), 0) / rows.length;
    rowsMax = Math.max(1, Math.min(PAGE_ROWS_MAX, 4 * rowsMax, Math.floor(PAGE_BYTES / bytesOfRow)));
  }
}

type PagePlace = { readonly after: readonly SqlValue[] | undefined; readonly rowsMax: number };

function readPage(sql: Sql, { name, columns, key }: MovedTable, { after, rowsMax }: PagePlace) {
  const order = key.join(', ');
  const from = `SELECT ${Object.keys(columns).join(', ')} FROM ${name}`;
  if (!after) return sql.all(`${from} ORDER BY ${order} LIMIT ?`, rowsMax);
  const places = key.map(() => '?').join(', ');
  return sql.all(`${from} WHERE (${order}) > (${places}) ORDER BY ${order} LIMIT ?`, ...after, rowsMax);
}

const keyOf = ({ key }: MovedTable, row: Row): readonly SqlValue[] => key.map((column) => row[column] ?? null);

/** The key of its last row. */
export async function lastKeyOf(sql: Sql, table: MovedTable): Promise<readonly SqlValue[] | undefined> {
  const order = table.key.map((column) => `${column} DESC`).join(', ');
  const row = await sql.one(`SELECT ${table.key.join(', ')} FROM ${table.name} ORDER BY ${order} LIMIT 1`);
  return row && keyOf(table, row);
}

export const countOf = async (sql: Sql, { name }: Pick<MovedTable, 'name'>): Promise<number> =>
  number((await sql.one(`SELECT COUNT(*) AS rows_there FROM ${name}`))!, 'rows_there');

const BYTES_OF_NUMBER = 8;

function bytesOf(row: Row): number {
  let bytes = 0;
  for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : BYTES_OF_NUMBER;
  return bytes;
}
