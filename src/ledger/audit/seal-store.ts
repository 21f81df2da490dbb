/**
 * Seals rows that are final, some seconds after they were written: no request waits for it. Each seal has a hash over its
 * rows and over the seal before it, so that a person who changes or takes away a row has to make all later seals anew,
 * and a person who has kept a later one notices.
 */
import { createHash } from 'node:crypto';
import { bigint, type Database, type Row, type Sql, text } from '../../platform/database/database.ts';
import { markOfSeal } from '../../platform/database/marks.ts';
import { FIRST_PLACE, readSealRows, SEAL_PARTS, type SealPlace, type SealRows } from './seal-rows.ts';

/** Hashes over rows that are final, each over the one before it. */
export interface Seals {
  /** Covers some of the rows that no seal covers yet; returns how many. 0 where there are none, or none that are final. */
  seal(atMs: number): Promise<number>;
  /** The last seal, as `number:hash`; nothing before the first. */
  head(): Promise<string | undefined>;
}

/** Rows of each table. Reading and hashing them takes the database's thread about a millisecond. */
const ROWS_MAX = 200;

export function createSealStore(db: Database): Seals {
  return {
    seal: (atMs) =>
      db.transaction(async (sql) => {
        const last = await lastSeal(sql);
        const after = last ? placeOf(last) : FIRST_PLACE;
        const until = await finalUntil(sql, db, after);
        if (until === 'nothing') return 0;
        const rows = await readSealRows(sql, after, { until, rowsMax: ROWS_MAX });
        const count = SEAL_PARTS.reduce((sum, part) => sum + rows.parts[part].length, 0);
        if (count === 0) return 0;
        const isWritten = await insertSeal(sql, { last, rows, atMs, ledgerKey: db.ledgerKey });
        // Another server was first, with the same rows.
        return isWritten ? count : 0;
      }),

    head: async () => {
      const last = await lastSeal(db.sql);
      return last && `${last.seq}:${text(last, 'hash')}`;
    },
  };
}

type NewSeal = {
  readonly last: Row | undefined;
  readonly rows: SealRows;
  readonly atMs: number;
  readonly ledgerKey: string | undefined;
};

async function insertSeal(sql: Sql, { last, rows, atMs, ledgerKey }: NewSeal): Promise<boolean> {
  const present = SEAL_PARTS.filter((part) => rows.parts[part].length > 0);
  const parts = present.map((part) => [part, { rows: rows.parts[part].length, hash: hashOf(rows.parts[part]) }]);
  const sums = [...rows.sums].sort().map(([name, sum]) => [name, String(sum)]);
  const { entries, actions, versions } = rows.to;
  const values = [
    (last ? bigint(last, 'seq') : 0n) + 1n,
    atMs,
    entries,
    actions,
    versions,
    JSON.stringify(Object.fromEntries(parts)),
    JSON.stringify(Object.fromEntries(sums)),
  ];
  const hashed = JSON.stringify([last ? text(last, 'hash') : '', ...values.map(String)]);
  const hash = createHash('sha256').update(hashed).digest('hex');
  const mark = ledgerKey === undefined ? null : markOfSeal(ledgerKey, values[0], hash);
  const written = await sql.run(
    `INSERT INTO seals (seq, at_ms, entries_to, actions_to, versions_to, parts, sums, hash, mark)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ...values,
    hash,
    mark,
  );
  return written > 0;
}

export function hashOf(lines: readonly string[]): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  return hash.digest('hex');
}

const lastSeal = (sql: Sql): Promise<Row | undefined> => sql.one('SELECT * FROM seals ORDER BY seq DESC LIMIT 1');

const placeOf = (seal: Row): SealPlace => ({
  entries: bigint(seal, 'entries_to'),
  actions: bigint(seal, 'actions_to'),
  versions: bigint(seal, 'versions_to'),
});

/**
 * Up to where no row can appear any more. With one writer at a time that is everything. PostgreSQL numbers rows when they
 * are written and shows them when they are committed: what is there now may be sealed once every transaction that has
 * begun by now is over, so a mark is left, and the next call, or another server's, comes back to it.
 */
async function finalUntil(sql: Sql, db: Database, after: SealPlace): Promise<SealPlace | undefined | 'nothing'> {
  const running = db.dialect.runningTransactions;
  if (!running) return undefined;
  const oldest = bigint((await sql.one(running.oldest))!, 'xid');
  const mark = await sql.one('SELECT * FROM seal_marks WHERE id = 1');
  const isFinal = mark !== undefined && bigint(mark, 'xid') < oldest;
  if (isFinal && isBehind(after, placeOf(mark))) return placeOf(mark);
  // One that is not final yet stays: moved on by each call, it would never become so.
  if (mark === undefined || isFinal) await leaveMark(sql, after, running.newest);
  return 'nothing';
}

const isBehind = (place: SealPlace, other: SealPlace): boolean =>
  place.entries < other.entries || place.actions < other.actions || place.versions < other.versions;

async function leaveMark(sql: Sql, after: SealPlace, newest: string): Promise<void> {
  const seen = await sql.one(
    `SELECT GREATEST((SELECT COALESCE(MAX(seq), 0) FROM ledger_entries),
         (SELECT COALESCE(MAX(seq), 0) FROM requests WHERE seq IS NOT NULL)) AS entries_to,
       (SELECT COALESCE(MAX(seq), 0) FROM operator_actions) AS actions_to,
       (SELECT COALESCE(MAX(seq), 0) FROM row_versions) AS versions_to`,
  );
  const place = placeOf(seen!);
  if (!isBehind(after, place)) return;
  // After what was seen: a transaction that wrote before it began with a smaller number.
  const xid = bigint((await sql.one(newest))!, 'xid');
  const { entries, actions, versions } = place;
  await sql.run(
    `INSERT INTO seal_marks (id, entries_to, actions_to, versions_to, xid) VALUES (1, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET entries_to = excluded.entries_to, actions_to = excluded.actions_to,
       versions_to = excluded.versions_to, xid = excluded.xid`,
    entries,
    actions,
    versions,
    xid,
  );
}
