/**
 * Moves a database to another place, of the same kind or of the other.
 *
 *   1. both sides are marked with the same token, and the target gets the schema without triggers, references and indexes
 *   2. every table is copied in pages, in the order of its key; one that was broken off goes on behind its last row
 *   3. triggers, references and indexes come back, every row is read again on both sides, and the ledger is proved
 *   4. the source is marked as moved, and then the target as whole: at no moment can both be served
 *
 * From 2 on the source is one transaction in which no other writes.
 */
import type { Database, Row, Sql, SqlValue, Transaction } from './database.ts';
import { hasSchema, type Migration, migrate, requireCurrentSchema } from './migrate.ts';
import { moveDialectOf, takePartsAway } from './move-dialects.ts';
import { countOf, lastKeyOf, type MovedTable, movedTables, pagesOf } from './moved-tables.ts';
import { type Move, moveOf, requireNotGone, writeMove } from './moves.ts';
import { sqlStateOf } from './postgres-sql.ts';
import { type RowSet, runForRows } from './row-set.ts';
import { requireWholeSchema } from './schema-check.ts';

type MoveSide = { readonly db: Database; readonly name: string };

export type MoveProgress = {
  readonly step: 'copy' | 'rebuild' | 'compare' | 'audit';
  /** What of it comes next. */
  readonly part?: string;
  /** Rows of all tables together, statements or checks. */
  readonly done: number;
  readonly total: number;
};

type MoveParts = {
  readonly migrations: readonly Migration[];
  readonly nowMs: number;
  readonly newToken: () => string;
  readonly onProgress: (progress: MoveProgress) => void;
  /** Numbers that are counted in more than the table that they belong to. */
  readonly continueNumbers: (sql: Sql) => Promise<void>;
  /** Throws where the ledger is not right on the other side. */
  readonly prove: (onProgress: (done: number, total: number) => void) => Promise<void>;
};

/** There is something else where the database should go, or it cannot go there. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}

/** How many rows of each table there are on the other side. */
export type MovedRows = Readonly<Record<string, number>>;

export async function moveDatabase(from: MoveSide, to: MoveSide, parts: MoveParts): Promise<MovedRows> {
  const { migrations, nowMs } = parts;
  await requireCurrentSchema(from.db, migrations);
  await requireWholeSchema(from.db, migrations);
  const tables = await movedTables(migrations);
  const { token, rebuild } = await begin(from, to, { ...parts, tables });
  const rows = await from.db.alone(({ transaction }) =>
    transaction(async (source) => {
      for (const statement of moveDialectOf(source).freeze(tables)) await source.run(statement);
      const counts = await countAll(source, tables);
      await arrive(source, to.db, { ...parts, rebuild, tables, counts });
      const ended = await source.run(
        "UPDATE moves SET ended_at_ms = ? WHERE token = ? AND direction = 'away'",
        nowMs,
        token,
      );
      if (ended !== 1)
        throw new MoveRefused(`${from.name} was served while it was moved: empty ${to.name} and begin again.`);
      return Object.fromEntries(counts);
    }),
  );
  await to.db.sql.run('DELETE FROM moves');
  return rows;
}

type Beginning = Pick<MoveParts, 'migrations' | 'nowMs' | 'newToken'> & { readonly tables: readonly MovedTable[] };

/** Returns the mark of the target: a new one, or that of a move which was broken off. */
async function begin(from: MoveSide, to: MoveSide, { migrations, nowMs, newToken, tables }: Beginning): Promise<Move> {
  const leaving = await moveOf(from.db);
  const arriving = await moveOf(to.db);
  if (arriving?.direction === 'here' && arriving.token === leaving?.token) {
    await requireCurrentSchema(to.db, migrations);
    return arriving;
  }
  if (leaving) requireNotGone(leaving);
  if (!(await isUnused(to.db, tables))) throw notEmpty(to, arriving);
  const token = newToken();
  await migrate(to.db, migrations, nowMs);
  // Before the target is marked: where this is broken off between the two, the next try finds an unused target.
  await from.db.transaction((sql) => writeMove(sql, { direction: 'away', token, place: to.name }, nowMs));
  return writing(to.db, ({ transaction }) =>
    transaction(async (sql) => {
      const rebuild = await takePartsAway(sql);
      for (const { name } of tables) await sql.run(`DELETE FROM "${name}"`);
      const move = { direction: 'here', token, place: from.name, rebuild } as const;
      await writeMove(sql, move, nowMs);
      return { ...move, endedAtMs: undefined };
    }),
  );
}

/** There is nothing at all in it, or nothing but the schema or a part of that: making it may have been broken off. */
async function isUnused(db: Database, tables: readonly MovedTable[]): Promise<boolean> {
  if (!(await db.sql.one(moveDialectOf(db.sql).findAnything))) return true;
  if (!(await hasSchema(db)) || (await moveOf(db))) return false;
  for (const { name, rowsAtFirst } of tables) {
    const isThere = await db.sql.one(db.dialect.findTable, name);
    if (!isThere) continue;
    const rows = await db.sql.all(`SELECT 1 AS found FROM ${name} LIMIT ?`, rowsAtFirst + 1);
    if (rows.length > rowsAtFirst) return false;
  }
  return true;
}

const notEmpty = ({ name }: MoveSide, arriving: Move | undefined): MoveRefused =>
  new MoveRefused(
    arriving?.direction === 'here'
      ? `${name} has a part of a move that this database was not left for, or that was given up by serving here again: ` +
          'empty it and begin again.'
      : `${name} is not empty: move into an empty database.`,
  );

/** Runs `work` on the target, alone, and with references unchecked where the database checks them at once. */
const writing = <T>(db: Database, work: (alone: Pick<Database, 'sql' | 'transaction'>) => Promise<T>): Promise<T> =>
  db.alone(async (alone) => {
    for (const statement of moveDialectOf(alone.sql).beforeWriting) await alone.sql.run(statement);
    return work(alone);
  });

type Arriving = MoveParts & {
  readonly tables: readonly MovedTable[];
  readonly counts: ReadonlyMap<string, number>;
  readonly rebuild: readonly string[] | undefined;
};

/** Copies what is missing, brings back what was taken away, and looks at all of it. */
const arrive = (source: Sql, target: Database, arriving: Arriving): Promise<void> =>
  writing(target, async ({ sql, transaction }) => {
    if (arriving.rebuild) {
      await copyAll(source, { sql, transaction }, arriving);
      await transaction((inside) => bringBack(inside, arriving));
      for (const statement of moveDialectOf(sql).afterWriting) await sql.run(statement);
    }
    await requireWholeSchema(target, arriving.migrations);
    await compareAll(source, sql, arriving);
    await arriving.prove((done, total) => arriving.onProgress({ step: 'audit', done, total }));
  });

async function copyAll(
  source: Sql,
  target: { readonly sql: Sql; readonly transaction: Transaction },
  { tables, counts, onProgress }: Arriving,
): Promise<void> {
  const total = sumOf(counts);
  let done = 0;
  for (const table of tables) {
    const set = addingRows(table);
    done += await countOf(target.sql, table);
    onProgress({ step: 'copy', part: table.name, done, total });
    const pages = pagesOf(source, table, await lastKeyOf(target.sql, table));
    let page = await pages.next();
    while (!page.done) {
      const rows = page.value;
      const written = target.transaction((inside) => Promise.all(runForRows(inside, set, valuesOf(table, rows))));
      // PostgreSQL writes a page while the next one is read.
      [page] = await Promise.all([pages.next(), named(table, written)]);
      done += rows.length;
      onProgress({ step: 'copy', part: table.name, done, total });
    }
  }
}

/** The name in quotes: the rows have their versions already, and statements on the bare name would write others. */
const addingRows = ({ name, columns }: MovedTable): RowSet => {
  const names = Object.keys(columns);
  const values = names.map((column) => `rows.${column}`).join(', ');
  return { columns, text: `INSERT INTO "${name}" (${names.join(', ')}) SELECT ${values} FROM rows` };
};

const valuesOf = ({ columns }: MovedTable, rows: readonly Row[]) => {
  const names = Object.keys(columns);
  return rows.map((row) => names.map((column) => row[column] ?? null));
};

/** A failure says which table it was. */
async function named<T>({ name }: MovedTable, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (cause) {
    if (sqlStateOf(cause) !== UNFIT_CHARACTER) throw cause;
    throw new MoveRefused(`A row of ${name} has a character that PostgreSQL cannot keep: mend it and go on.`, {
      cause,
    });
  }
}

/** How PostgreSQL refuses the character with the number zero. */
const UNFIT_CHARACTER = '22021';

async function bringBack(sql: Sql, { rebuild = [], tables, continueNumbers, onProgress }: Arriving): Promise<void> {
  const { brokenReferences, continueCounting } = moveDialectOf(sql);
  for (const [done, statement] of rebuild.entries()) {
    onProgress({ step: 'rebuild', done, total: rebuild.length });
    await sql.run(statement);
  }
  onProgress({ step: 'rebuild', done: rebuild.length, total: rebuild.length });
  const broken = brokenReferences === null ? undefined : await sql.one(brokenReferences);
  if (broken) throw new MoveRefused(`A row of ${broken.table} refers to nothing: "boreal audit" tells more.`);
  for (const { name, counted } of tables) {
    const statement = counted && continueCounting(name, counted);
    if (statement) await sql.one(statement);
  }
  await continueNumbers(sql);
  await sql.run('UPDATE moves SET rebuild = NULL');
}

/** Reads every row on both sides. Their pages are the same, because their rows are. */
async function compareAll(source: Sql, target: Sql, { tables, counts, onProgress }: Arriving): Promise<void> {
  const total = sumOf(counts);
  let done = 0;
  for (const table of tables) {
    const arrived = pagesOf(target, table, undefined);
    for await (const rows of pagesOf(source, table, undefined)) {
      const there = await arrived.next();
      requireSame(table, valuesOf(table, rows), there.done ? [] : valuesOf(table, there.value));
      done += rows.length;
      onProgress({ step: 'compare', part: table.name, done, total });
    }
    const more = await arrived.next();
    if (!more.done) requireSame(table, [], valuesOf(table, more.value));
  }
}

type Values = readonly (readonly SqlValue[])[];

function requireSame({ name }: MovedTable, here: Values, there: Values): void {
  const isSame = (row: readonly SqlValue[], at: number) =>
    row.every((value, column) => textOf(value) === textOf(there[at]?.[column]));
  if (here.length === there.length && here.every(isSame)) return;
  throw new MoveRefused(`The rows of ${name} are not the same on both sides: empty the other one and begin again.`);
}

const textOf = (value: SqlValue | undefined): string | null => (value == null ? null : String(value));

async function countAll(sql: Sql, tables: readonly MovedTable[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table.name, await countOf(sql, table));
  return counts;
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, rows) => sum + rows, 0);
