/**
 * Statements of PostgreSQL on SQLite, and the rows that each locks. Rows that travel as arrays become JSON; numbers of the
 * journal are those behind all that are committed; a clause such as `FOR NO KEY UPDATE` becomes a list of keys.
 */
import type { Database as BunSqlite } from 'bun:sqlite';
import { nextSeq } from '../../src/ledger/journal-rows.ts';
import type { Row, Sql, SqlValue } from '../../src/platform/database/database.ts';

export type Asked = {
  readonly how: 'all' | 'one' | 'run';
  readonly text: string;
  readonly values: readonly SqlValue[];
};

/** `share` keeps a row from being deleted, `write` from being changed, `own` from both, and another from adding it. */
type LockMode = 'share' | 'write' | 'own';
export type Lock = { readonly row: string; readonly mode: LockMode };

const MEETING: Readonly<Record<LockMode, readonly LockMode[]>> = {
  share: ['own'],
  write: ['write', 'own'],
  own: ['share', 'write', 'own'],
};
export const doMeet = (a: LockMode, b: LockMode): boolean => MEETING[a].includes(b);

type Shape = {
  readonly text: string;
  /** The values that are arrays of one table: where they begin, and how many there are. */
  readonly arrays?: { readonly at: number; readonly count: number } | undefined;
  readonly lock?: { readonly table: string; readonly mode: LockMode } | undefined;
  readonly isSkipping: boolean;
  /** It changes rows, and does not only read or lock them. */
  readonly isWrite: boolean;
};

type Answer = { readonly value: unknown; readonly locks: readonly Lock[] };

const ARRAYS = /unnest\(((?:CAST\(CAST\(\? AS TEXT\) AS (?:TEXT|BIGINT)\[\]\)(?:, )?)+)\) AS rows \(([\w, ]+)\)/;
const LOCKING = /\s+FOR (NO KEY UPDATE|KEY SHARE|UPDATE)(?: OF (\w+))?( SKIP LOCKED)?/;
const PARTS = /json_array_elements\(CAST\(([\w.]+) AS json\)\) AS part \(value\)/g;
const NUMBER = "nextval('ledger_entries_seq_seq')";
const KEY = 'world_key';

export class PostgresStatements {
  readonly #shapes = new Map<string, Shape>();
  readonly #keys = new Map<string, readonly string[]>();
  /** Tables that number their rows: two that are added are never the same one. */
  readonly #numbered = new Set<string>();
  readonly #behindAll: string;

  constructor(sqlite: BunSqlite, sql: Sql) {
    this.#behindAll = nextSeq(sql);
    const columns = sqlite.query<{ table: string; name: string; type: string }, []>(
      `SELECT m.name AS "table", c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND c.pk > 0 ORDER BY m.name, c.pk`,
    );
    for (const [table, keys] of Map.groupBy(columns.all(), (column) => column.table)) {
      this.#keys.set(
        table,
        keys.map(({ name }) => name),
      );
      if (keys.length === 1 && keys[0]!.type === 'INTEGER') this.#numbered.add(table);
    }
  }

  isWrite(text: string): boolean {
    return this.#shapeOf(text).isWrite;
  }

  /** Runs a statement. Rows that `isTaken` are left out where it skips those. */
  async run(sql: Pick<Sql, 'all'>, { how, text, values }: Asked, isTaken: (lock: Lock) => boolean): Promise<Answer> {
    const shape = this.#shapeOf(text);
    const { lock, arrays } = shape;
    const given = arrays === undefined ? values : withRows(values, arrays);
    const found = await sql.all(shape.text, ...given);
    if (!lock) return { value: how === 'one' ? found[0] : how === 'all' ? found : found.length, locks: [] };
    const isFree = ({ [KEY]: key }: Row) =>
      !shape.isSkipping || !isTaken({ row: `${lock.table} ${key}`, mode: lock.mode });
    const rows = found.filter(isFree);
    const locks = rows.map(({ [KEY]: key }) => ({ row: `${lock.table} ${key}`, mode: lock.mode }));
    if (how === 'run') return { value: rows.length, locks };
    const shown = rows.map(({ [KEY]: _, ...row }): Row => row as Row);
    return { value: how === 'one' ? shown[0] : shown, locks };
  }

  #shapeOf(text: string): Shape {
    const known = this.#shapes.get(text) ?? this.#makeShape(text);
    this.#shapes.set(text, known);
    return known;
  }

  #makeShape(original: string): Shape {
    let text = original.replaceAll(PARTS, 'json_each($1) AS part');
    const arrays = ARRAYS.exec(text);
    const shared = { isSkipping: false, isWrite: true, arrays: undefined as Shape['arrays'] };
    if (arrays) {
      const [whole, casts = '', names = ''] = arrays;
      const columns = names.split(', ').map((name, at) => `value ->> ${at} AS ${name}`);
      shared.arrays = { at: text.slice(0, arrays.index).split('?').length - 1, count: casts.split('?').length - 1 };
      text = text.replace(whole, `(SELECT ${columns.join(', ')}, key AS place FROM json_each(?)) AS rows`);
      text = text.replace(
        /^DELETE FROM (\w+) USING (.*?\)\) AS rows) WHERE (.*)$/s,
        (_, table, rows, where) => `DELETE FROM ${table} WHERE EXISTS (SELECT 1 FROM ${rows} WHERE ${where})`,
      );
    }
    text = text.replaceAll(NUMBER, arrays ? `(${this.#behindAll} + rows.place)` : this.#behindAll);
    const locking = LOCKING.exec(text);
    if (locking) text = text.replace(LOCKING, '');
    if (text.startsWith('SELECT ')) {
      if (!locking) return { ...shared, text, isWrite: false };
      const [, words, alias, skip] = locking;
      const table = alias
        ? new RegExp(`(?:FROM|,) (\\w+) ${alias}\\b`).exec(text)?.[1]
        : /\bFROM (\w+)/.exec(text)?.[1];
      const mode = words === 'KEY SHARE' ? 'share' : words === 'UPDATE' ? 'own' : 'write';
      const key = this.#keyOf(table!, `${alias ?? table}.`);
      text = `SELECT ${key} AS ${KEY}, ${text.slice('SELECT '.length)}`;
      return { ...shared, text, lock: { table: table!, mode }, isSkipping: skip !== undefined, isWrite: false };
    }
    const [, verb, table = ''] = /^\s*(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(text) ?? [];
    if (!verb || (verb === 'INSERT INTO' && this.#numbered.has(table)) || !this.#keys.has(table)) {
      const isReturning = /\bRETURNING\b/.test(text);
      return { ...shared, text: verb && !isReturning ? `${text} RETURNING 1` : text };
    }
    const key = `${this.#keyOf(table, '')} AS ${KEY}`;
    text = /\bRETURNING\b/.test(text) ? text.replace(/\bRETURNING\b/, `RETURNING ${key},`) : `${text} RETURNING ${key}`;
    return { ...shared, text, lock: { table, mode: verb === 'UPDATE' ? 'write' : 'own' } };
  }

  #keyOf(table: string, prefix: string): string {
    return this.#keys
      .get(table)!
      .map((name) => prefix + name)
      .join(" || ' ' || ");
  }
}

/** Arrays of columns, such as `{"a","b"}` and `{1,NULL}`, become one list of rows. */
function withRows(values: readonly SqlValue[], { at, count }: { at: number; count: number }): SqlValue[] {
  const columns = values.slice(at, at + count).map((value) => elementsOf(String(value)));
  const rows = columns[0]!.map((_, row) => `[${columns.map((column) => column[row]).join(',')}]`);
  return [...values.slice(0, at), `[${rows.join(',')}]`, ...values.slice(at + count)];
}

const ELEMENT = /"(?:[^"\\]|\\.)*"|[^,]+/gs;

const elementsOf = (array: string): string[] =>
  (array.slice(1, -1).match(ELEMENT) ?? []).map((element) =>
    element.startsWith('"') ? JSON.stringify(element.slice(1, -1).replaceAll(/\\(.)/gs, '$1')) : element.toLowerCase(),
  );
