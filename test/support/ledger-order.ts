/** The ledger as an auditor reads it: straight from the file, whatever the program says. */
import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { join } from 'node:path';
import { JOURNAL_SUMS } from './journal-sql.ts';
import { until } from './service.ts';

export type RequestRow = {
  readonly id: string;
  readonly state: 'settled' | 'released' | 'expired';
  readonly outcome: string | null;
  readonly seq: number | null;
  readonly held_nanos: number;
  readonly cost_nanos: number | null;
  readonly input_tokens: number | null;
  readonly cached_input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly admitted_at_ms: number;
  readonly ended_at_ms: number | null;
};

/** Every request, in the order of admission. */
export function requestRows(dataDir: string): readonly RequestRow[] {
  return readLedger(dataDir, 'SELECT * FROM requests ORDER BY admitted_at_ms, id') as RequestRow[];
}

/** Waits until so many have ended: the settlement of a client that left is not waited for. */
export async function settledRows(dataDir: string, count: number): Promise<readonly RequestRow[]> {
  const isOver = () => requestRows(dataDir).length >= count;
  await until(`${count} requests have ended in the ledger`, isOver);
  return requestRows(dataDir);
}

/** Each request has one outcome and is a charge if it was settled; nothing is held; balances are the sums of the journal. */
export async function expectLedgerInOrder(dataDir: string): Promise<void> {
  const rows = requestRows(dataDir);
  for (const row of rows) expect(row.state === 'settled').toBe(row.cost_nanos !== null);
  for (const row of rows) expect(row.state === 'settled').toBe(row.seq !== null);
  expect(readLedger(dataDir, "SELECT seq FROM ledger_entries WHERE kind = 'charge'")).toEqual([]);
  await until('nothing is held', () => readLedger(dataDir, 'SELECT id FROM pots WHERE held <> 0').length === 0);
  const wrong = `SELECT p.id FROM pots p LEFT JOIN ${JOURNAL_SUMS.SQLite} j ON j.pot_id = p.id
    WHERE p.held <> 0 OR p.balance <> COALESCE(j.total, 0)`;
  expect(readLedger(dataDir, wrong)).toEqual([]);
}

/** The anomalies of engines, in order. */
export function anomalies(
  dataDir: string,
): readonly { readonly request_id: string; readonly claim: Record<string, unknown> }[] {
  const rows = readLedger(dataDir, 'SELECT * FROM anomalies ORDER BY rowid');
  return rows.map(({ request_id, claim }) => ({ request_id: String(request_id), claim: JSON.parse(String(claim)) }));
}

function readLedger(dataDir: string, query: string): Record<string, unknown>[] {
  using database = new Database(join(dataDir, 'boreal.db'), { readonly: true });
  return database.query(query).all() as Record<string, unknown>[];
}
