/**
 * Moves old charges and their requests out of the ledger, whole seals at a time. What goes into a file is what was
 * sealed, line by line, so that the seals prove the file; what the lines sum to stays behind, so that balances still
 * come out.
 */

import {
  bigint,
  type Database,
  number,
  type Row,
  type Sql,
  type SqlValue,
  text,
} from '../../platform/database/database.ts';
import type { SumsByName } from './audit-start.ts';
import { hashOfSums, NOTHING } from './audit-start.ts';
import { type ChargeLine, type ChargePart, readCharges } from './charge-lines.ts';
import { CHARGE, SETTLED_COLUMNS } from './seal-rows.ts';
import { hashOf } from './seal-store.ts';

/** One file and one transaction: some hundred milliseconds in which SQLite lets no other connection write. */
const CHARGES_MAX = 10_000;
const SEALS_MAX = 20_000;

/** The rows are not those that were sealed, or another process archives at the same time. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

export type ArchivePlan = {
  readonly id: number;
  readonly seals: readonly Row[];
  readonly entriesAfter: bigint;
  readonly entriesTo: bigint;
  readonly lines: readonly string[];
  /** Claims of engines about these requests. */
  readonly anomalies: readonly Row[];
  /** What callers have said of them. */
  readonly notes: readonly Row[];
  readonly requests: number;
  readonly untilMs: number;
  readonly sums: SumsByName;
};

/** The next file: seals without a charge at or after `beforeMs`. Undefined where there is nothing to move. */
export async function planArchive(sql: Sql, beforeMs: number): Promise<ArchivePlan | undefined> {
  const last = await sql.one('SELECT * FROM archives ORDER BY id DESC LIMIT 1');
  const entriesAfter = last ? bigint(last, 'entries_to') : 0n;
  const found = await sql.all(
    'SELECT * FROM seals WHERE seq > ? ORDER BY seq LIMIT ?',
    last ? bigint(last, 'seal_to') : 0n,
    SEALS_MAX,
  );
  let seals = few(found);
  if (seals.length === 0) return undefined;
  const charges = await readCharges(sql, entriesAfter, bigint(seals.at(-1)!, 'entries_to'));
  const late = charges.find(({ atMs }) => atMs >= beforeMs);
  if (late) seals = seals.filter((seal) => bigint(seal, 'entries_to') < late.seq);
  while (seals.length > 0 && (await splitsRequest(sql, entriesAfter, bigint(seals.at(-1)!, 'entries_to')))) {
    seals = seals.slice(0, -1);
  }
  const entriesTo = seals.length === 0 ? 0n : bigint(seals.at(-1)!, 'entries_to');
  const moved = charges.filter(({ seq }) => seq <= entriesTo);
  if (moved.length === 0) return undefined;
  requireSealed(seals, moved, entriesAfter);
  return {
    id: (last ? number(last, 'id') : 0) + 1,
    seals,
    entriesAfter,
    entriesTo,
    lines: moved.map(({ line }) => line),
    anomalies: await besideRequests(sql, 'request_id, claim, at_ms FROM anomalies', [entriesAfter, entriesTo]),
    notes: await besideRequests(sql, 'request_id, end_user, metadata, structured, response_id FROM request_notes', [
      entriesAfter,
      entriesTo,
    ]),
    requests: new Set(moved.map(({ requestId }) => requestId)).size,
    untilMs: moved.reduce((most, { atMs }) => Math.max(most, atMs), 0),
    sums: sumsOf(moved),
  };
}

function few(seals: readonly Row[]): readonly Row[] {
  let charges = 0;
  const over = seals.findIndex((seal) => {
    charges += partOf(seal, 'charges').rows + partOf(seal, 'requests').rows;
    return charges > CHARGES_MAX;
  });
  return over === -1 ? seals : seals.slice(0, Math.max(1, over));
}

type Part = { readonly rows: number; readonly hash: string };
const partOf = (seal: Row, part: ChargePart): Part =>
  (JSON.parse(text(seal, 'parts')) as { readonly [part in ChargePart]?: Part })[part] ?? { rows: 0, hash: hashOf([]) };

/** Says whether lines are those that a seal covers. */
export const isSealed = (seal: Row, lines: readonly ChargeLine[]): boolean =>
  (['charges', 'requests'] as const).every((part) => {
    const own = lines.filter((one) => one.part === part).map(({ line }) => line);
    const { rows, hash } = partOf(seal, part);
    return own.length === rows && hashOf(own) === hash;
  });

/** Requests within a part of the journal, in both forms. */
const WITHIN = `(SELECT request_id FROM ledger_entries WHERE kind = 'charge' AND seq > ? AND seq <= ?
  UNION ALL SELECT id FROM requests WHERE seq > ? AND seq <= ?)`;

/** Says whether one of the requests has another charge behind the border: both have to go together. */
async function splitsRequest(sql: Sql, after: bigint, until: bigint): Promise<boolean> {
  const other = await sql.one(
    `SELECT 1 AS found FROM ledger_entries WHERE kind = 'charge' AND seq > ? AND request_id IN ${WITHIN} LIMIT 1`,
    until,
    after,
    until,
    after,
    until,
  );
  return other !== undefined;
}

/** A file that does not prove itself would hide what has happened to the ledger. */
function requireSealed(seals: readonly Row[], charges: readonly ChargeLine[], after: bigint): void {
  let from = after;
  for (const seal of seals) {
    const until = bigint(seal, 'entries_to');
    const inside = charges.filter(({ seq }) => seq > from && seq <= until);
    if (!isSealed(seal, inside)) {
      throw new ArchiveRefused(`The charges of seal ${seal.seq} are not what was sealed: run "boreal audit --full".`);
    }
    from = until;
  }
}

/** Rows of another table about requests within a part of the journal. */
const besideRequests = (sql: Sql, columns: string, range: readonly [after: bigint, until: bigint]) =>
  sql.all(`SELECT ${columns} WHERE request_id IN ${WITHIN} ORDER BY request_id`, ...range, ...range);

/** The sums that the charges took: from each pot, and from the credit by each key. */
export function sumsOf(lines: readonly ChargeLine[]): SumsByName {
  const sums: SumsByName = new Map();
  const add = (name: string, amount: bigint) => {
    const charged = (sums.get(name) ?? NOTHING).charged + amount;
    sums.set(name, { total: -charged, charged });
  };
  for (const row of lines.flatMap(({ charges }) => charges)) {
    const taken = -bigint(row, 'amount');
    add(`pot ${text(row, 'pot_id')}`, taken);
    add(`key ${text(row, 'key_id')}`, row.pot_id === row.credit_pot_id ? taken : 0n);
  }
  return sums;
}

/** The plan as a file: what goes into it line by line, and what its manifest says. */
export function pieceOf(plan: ArchivePlan, { beforeMs, nowMs }: { readonly beforeMs: number; readonly nowMs: number }) {
  const notes = [
    ...plan.anomalies.map((row) => JSON.stringify({ anomaly: textsOf(row) })),
    ...plan.notes.map((row) => JSON.stringify({ note: textsOf(row) })),
  ];
  const about = {
    createdAt: new Date(nowMs).toISOString(),
    before: new Date(beforeMs).toISOString(),
    until: new Date(plan.untilMs).toISOString(),
    columns: { requests: SETTLED_COLUMNS, charges: CHARGE },
    charges: plan.lines.length,
    requests: plan.requests,
    sums: Object.fromEntries([...plan.sums].map(([name, { charged }]) => [name, String(charged)])),
    seals: plan.seals.map(textsOf),
  };
  return { id: plan.id, lines: [...plan.lines, ...notes], charges: plan.lines.length, requests: plan.requests, about };
}

const textsOf = (row: Row): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]));

type ArchiveFile = { readonly folder: string; readonly name: string; readonly sha256: string };

/** Takes the rows away whose lines are in a file by now that would survive a power failure. */
export function moveToArchive(db: Database, plan: ArchivePlan, { file, nowMs }: Moved): Promise<void> {
  return db.transaction(async (sql) => {
    const { id, seals, entriesAfter, entriesTo, lines, requests, untilMs, sums } = plan;
    const written = await sql.run(
      `INSERT INTO archives (id, at_ms, seal_to, entries_to, until_ms, charges, requests, folder, file, sha256, sums_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      id,
      nowMs,
      bigint(seals.at(-1)!, 'seq'),
      entriesTo,
      untilMs,
      lines.length,
      requests,
      file.folder,
      file.name,
      file.sha256,
      hashOfSums(sums),
    );
    if (written === 0) throw new ArchiveRefused('Another archive was made at the same time: run it again.');
    await writeSums(sql, id, sums);
    const range = [entriesAfter, entriesTo] as const;
    await sql.run(`DELETE FROM anomalies WHERE request_id IN ${WITHIN}`, ...range, ...range);
    await sql.run(`DELETE FROM request_notes WHERE request_id IN ${WITHIN}`, ...range, ...range);
    const entries = "FROM ledger_entries WHERE kind = 'charge' AND seq > ? AND seq <= ?";
    const earlier = await sql.run(`DELETE FROM requests WHERE id IN (SELECT request_id ${entries})`, ...range);
    const settled = await sql.run('DELETE FROM requests WHERE seq > ? AND seq <= ?', ...range);
    const charges = settled + (await sql.run(`DELETE ${entries}`, ...range));
    if (earlier + settled !== requests || charges !== lines.length) {
      throw new ArchiveRefused(`The ledger has ${charges} charges where ${lines.length} were archived.`);
    }
  });
}

type Moved = { readonly file: ArchiveFile; readonly nowMs: number };

async function writeSums(sql: Sql, archive: number, sums: SumsByName): Promise<void> {
  for (const [name, { charged }] of sums) {
    const gap = name.indexOf(' ');
    const values: SqlValue[] = [archive, name.slice(0, gap), name.slice(gap + 1), charged];
    await sql.run('INSERT INTO archived_sums (archive, kind, id, charged) VALUES (?, ?, ?, ?)', ...values);
  }
}

/** Up to when charges were archived; nothing where none were. */
export async function archivedUntilMs(sql: Sql): Promise<number | undefined> {
  const row = await sql.one('SELECT MAX(until_ms) AS until_ms FROM archives');
  return row?.until_ms == null ? undefined : number(row, 'until_ms');
}
