/** The part of the audit that asks of each version and each seal whether a process with the server's secret has written it. */
import { bigint, type Database, type Row, type Sql } from '../../platform/database/database.ts';
import { markOfSeal, markOfVersion } from '../../platform/database/marks.ts';
import type { AuditReport } from './audit-report.ts';

export type Marks = {
  /** Undefined where it is not known: then no mark is looked at. */
  readonly key: string | undefined;
  /** Versions up to this one were written before there were marks. */
  readonly begin: bigint;
  /** So were entries up to this one. */
  readonly entries: bigint;
};

const AT_ONCE = 5000;
const EVERYTHING = 2n ** 63n - 1n;

const VERSIONS = `SELECT v.seq, v.kind, v.id, v.body, m.mark FROM row_versions v
  LEFT JOIN version_marks m ON m.seq = v.seq`;

/** A row that says where marks begin counts only where it has one itself. */
export async function readMarks({ sql, ledgerKey: key }: Database, isBegunAnew: boolean): Promise<Marks> {
  if (isBegunAnew) return { key, begin: EVERYTHING, entries: EVERYTHING };
  const begins = await sql.all(`${VERSIONS} WHERE v.kind = 'marks' ORDER BY v.seq DESC`);
  const last = begins.find((row) => key !== undefined && row.mark === markOfVersion(key, row));
  return last ? { key, begin: bigint(last, 'seq'), entries: bigint(last, 'body') } : { key, begin: 0n, entries: 0n };
}

/** From here on everything has a mark of this key. */
export async function beginMarks(db: Database): Promise<void> {
  await db.transaction((sql) =>
    sql.run(`INSERT INTO row_versions (kind, id, body)
      SELECT 'marks', 'begin', CAST(COALESCE(MAX(seq), 0) AS VARCHAR(20)) FROM ledger_entries`),
  );
}

/**
 * L20: each version was written by a process with the server's secret. One that says where marks begin and has none is not
 * believed, and does no harm.
 */
export async function auditMarks(
  sql: Sql,
  report: AuditReport,
  { marks: { key, begin } }: { readonly marks: Marks },
): Promise<void> {
  if (key === undefined) return;
  let last = begin;
  while (true) {
    const rows = await sql.all(`${VERSIONS} WHERE v.seq > ? ORDER BY v.seq LIMIT ?`, last, AT_ONCE);
    if (rows.length === 0) break;
    last = bigint(rows.at(-1)!, 'seq');
    for (const row of rows.filter(({ kind }) => kind !== 'marks')) {
      const isRight = row.mark === markOfVersion(key, row);
      report.check('L20', isRight, () => `${row.kind} ${row.id} was written by no server of this ledger: ${row.body}`);
    }
  }
}

/** L20: so was each entry that is no charge, which is what its version says. */
export async function auditEntries(
  sql: Sql,
  report: AuditReport,
  { marks: { key, entries } }: { readonly marks: Marks },
): Promise<void> {
  if (key === undefined) return;
  let last = entries;
  while (true) {
    const rows = await sql.all(ENTRIES, last, AT_ONCE);
    if (rows.length === 0) break;
    last = bigint(rows.at(-1)!, 'seq');
    for (const { body, ...row } of rows) {
      const said = body == null ? {} : (JSON.parse(String(body)) as Record<string, string | null>);
      const isRight = body != null && Object.keys(said).every((name) => said[name] === asText(row[name]));
      report.check('L20', isRight, () => `the ${row.kind} ${row.seq} of ${row.amount} was written by no server`);
    }
  }
}

const ENTRIES = `SELECT e.seq, e.account_id, e.pot_id, e.kind, e.amount, e.at_ms, e.actor, e.reason, e.cause, v.body
  FROM ledger_entries e LEFT JOIN row_versions v ON v.kind = 'entries' AND v.id = CAST(e.seq AS VARCHAR(20))
  WHERE e.kind <> 'charge' AND e.seq > ? ORDER BY e.seq LIMIT ?`;

/** L20: so was each seal. */
export function auditSealMark(seal: Row, report: AuditReport, { key, begin }: Marks): void {
  if (key === undefined || bigint(seal, 'versions_to') < begin) return;
  const isRight = seal.mark === markOfSeal(key, seal.seq, seal.hash);
  report.check('L20', isRight, () => `seal ${seal.seq} was made by no server of this ledger`);
}

const asText = (value: Row[string] | undefined): string | null => (value == null ? null : String(value));
