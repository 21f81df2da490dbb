/** The statements of the stores as PostgreSQL wants them. */
import { type ReservedSQL, SQL } from 'bun';
import type { Row, Sql, SqlValue } from './database.ts';

type Rows = Row[] & { readonly count: number };
type Issue = (connection: ReservedSQL) => Promise<Rows>;

/** `use` finds the connection for a statement and returns what issuing it there returns. */
export function sqlOver(use: (issue: Issue, text: string) => Promise<Rows>): Sql {
  const query = (text: string, values: readonly SqlValue[]) =>
    use((connection) => issue(connection, text, values), text);
  return {
    all: (text, ...values) => query(text, values),
    one: async (text, ...values) => (await query(text, values))[0],
    run: async (text, ...values) => Number((await query(text, values)).count ?? 0),
    kind: 'postgres',
    forUpdate: 'FOR NO KEY UPDATE',
  };
}

/**
 * A query of the driver begins when it is awaited. Told to begin at once, queries reach PostgreSQL in the order
 * of these calls, and those of one turn of the event loop together. The driver keeps prepared statements by their text.
 */
const issue = (connection: ReservedSQL, text: string, values: readonly SqlValue[]): Promise<Rows> =>
  connection.unsafe<Rows>(numberParameters(text), values.map(toParameter)).execute();

/** Every number is a BIGINT in the database; as anything else it would keep an index from being used. */
const toParameter = (value: SqlValue): SqlValue => (typeof value === 'number' ? BigInt(value) : value);

const numberedTexts = new Map<string, string>();

/** `?` outside of quotes becomes `$1`, `$2` and so on. */
function numberParameters(text: string): string {
  const known = numberedTexts.get(text);
  if (known !== undefined) return known;
  let count = 0;
  const written = text.replaceAll(/'[^']*'|\?/g, (found) => (found === '?' ? `$${++count}` : found));
  numberedTexts.set(text, written);
  return written;
}

/** The five characters by which PostgreSQL names what went wrong; undefined for what went wrong on the way to it. */
export function sqlStateOf(thrown: unknown): string | undefined {
  return thrown instanceof SQL.PostgresError && thrown.code === 'ERR_POSTGRES_SERVER_ERROR' ? thrown.errno : undefined;
}
