/** Charges within a part of the journal, as they are sealed and archived: settled requests, and entries of before. */
import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { paidParts } from '../receipt.ts';
import { CHARGE, lineOf, REQUEST_COLUMNS, SETTLED_COLUMNS, SETTLED_ROWS, settledLine } from './seal-rows.ts';

export type ChargePart = 'charges' | 'requests';

/** One line of a seal or of an archive. */
export type ChargeLine = {
  readonly part: ChargePart;
  readonly seq: bigint;
  readonly atMs: number;
  readonly requestId: string;
  readonly line: string;
  /** The payments of each pot, as the entries of before: the request with `request_id`, `pot_id`, `amount` and `at_ms`. */
  readonly charges: readonly Row[];
};

/** In the order of their numbers. */
export async function readCharges(sql: Sql, after: bigint, until: bigint): Promise<readonly ChargeLine[]> {
  const entries = await sql.all(
    `SELECT e.seq, e.account_id, e.pot_id, e.request_id, e.amount, e.at_ms, e.actor, e.reason, ${REQUEST_COLUMNS.join(', ')}
     FROM ledger_entries e LEFT JOIN requests r ON r.id = e.request_id
     WHERE e.kind = 'charge' AND e.seq > ? AND e.seq <= ? ORDER BY e.seq`,
    after,
    until,
  );
  const requests = await sql.all(`${SETTLED_ROWS} ORDER BY seq`, after, until);
  const lines = [
    ...entries.map((row) => fromEntry(row, lineOf(row, CHARGE))),
    ...requests.map((row) => fromRequest(row, settledLine(row))),
  ];
  return lines.sort((one, other) => (one.seq < other.seq ? -1 : 1));
}

/** A line as the row that it was made of, with texts for numbers. The forms have different numbers of columns. */
export function chargeFromLine(line: string): ChargeLine {
  const values = JSON.parse(line) as (string | null)[];
  const isEntry = values.length === CHARGE.length;
  const columns: readonly string[] = isEntry ? CHARGE : SETTLED_COLUMNS;
  const row: Row = Object.fromEntries(values.map((value, at) => [columns[at]!, value]));
  return isEntry ? fromEntry(row, line) : fromRequest(row, line);
}

const fromEntry = (row: Row, line: string): ChargeLine => ({
  part: 'charges',
  seq: bigint(row, 'seq'),
  atMs: Number(row.at_ms),
  requestId: text(row, 'request_id'),
  line,
  charges: [row],
});

function fromRequest(row: Row, line: string): ChargeLine {
  const requestId = text(row, 'id');
  const atMs = Number(row.ended_at_ms);
  const charges = paidParts(row).map(({ potId, amount, tokens = amount }) => ({
    ...row,
    request_id: requestId,
    pot_id: potId,
    amount: -amount,
    tokens,
    at_ms: atMs,
  }));
  return { part: 'requests', seq: bigint(row, 'seq'), atMs, requestId, line, charges };
}
