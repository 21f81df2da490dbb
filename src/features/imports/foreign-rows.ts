/** The rows of another service's database: SQLite, PostgreSQL or MySQL, which is only read. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SQL } from 'bun';
import { UsageError } from '../../platform/commands/command.ts';

export type ForeignRow = Readonly<Record<string, unknown>>;

export type ForeignTables = AsyncDisposable & {
  /** All rows of a table, in the order of a column that tells them apart. */
  rows(table: string, order: string): Promise<readonly ForeignRow[]>;
};

const PAGE = 1000;
const URL_FORM = /^(?:postgres|postgresql|mysql|mariadb):\/\//;

/** `place`: the address of a database, or the path of a file of SQLite. */
export async function openForeign(place: string): Promise<ForeignTables> {
  const isUrl = URL_FORM.test(place);
  if (!isUrl && !existsSync(place)) {
    throw new UsageError(
      `--database names ${place}, which is neither a file nor an address such as postgres://… or mysql://….`,
    );
  }
  const sql = isUrl ? new SQL(place) : new SQL({ adapter: 'sqlite', filename: resolve(place), readonly: true });
  return {
    rows: async (table, order) => {
      const found: ForeignRow[] = [];
      for (;;) {
        const page: ForeignRow[] = await sql.unsafe(
          `SELECT * FROM ${table} ORDER BY ${order} LIMIT ${PAGE} OFFSET ${found.length}`,
        );
        found.push(...page);
        if (page.length < PAGE) return found;
      }
    },
    [Symbol.asyncDispose]: () => sql.close(),
  };
}

export const textOf = (row: ForeignRow, name: string): string => {
  const value = row[name];
  return value === null || value === undefined ? '' : String(value).trim();
};

export const numberOf = (row: ForeignRow, name: string): number => Number(row[name] ?? 0);

/** Databases say it in three ways. */
export const isTrue = (row: ForeignRow, name: string): boolean =>
  row[name] === true || row[name] === 1 || row[name] === 1n || row[name] === '1' || row[name] === 'true';

/** An object of JSON in a text, or already read; nothing where it is none. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  try {
    const read: unknown = JSON.parse(String(value));
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
