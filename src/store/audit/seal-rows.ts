/** The rows that a seal covers, each as one line of text. What is written here once may never be written otherwise. */
import type { Row, Sql, SqlValue } from '../database.ts';

/** A place in each of the tables: a seal covers what comes after one place up to another. */
export type SealPlace = { readonly entries: bigint; readonly actions: bigint; readonly versions: bigint };

export const FIRST_PLACE: SealPlace = { entries: 0n, actions: 0n, versions: 0n };

/** Charges stand with the requests that they belong to: these may be archived, the other entries stay. */
export const SEAL_PARTS = ['charges', 'entries', 'actions', 'versions'] as const;
type SealPart = (typeof SEAL_PARTS)[number];

export type SealRows = {
  readonly to: SealPlace;
  readonly parts: Readonly<Record<SealPart, readonly string[]>>;
  /** Of the entries, by kind and unit. */
  readonly sums: ReadonlyMap<string, bigint>;
};

const ENTRY = ['seq', 'account_id', 'pot_id', 'kind', 'amount', 'at_ms', 'actor', 'reason', 'cause'] as const;

/** Of a charge: its entry, and behind `request_id` its whole request. */
export const CHARGE = [
  ...['seq', 'account_id', 'pot_id', 'amount', 'at_ms', 'actor', 'reason', 'request_id'],
  ...['key_id', 'credit_pot_id', 'model', 'price_version', 'outcome', 'held_nanos', 'held_parts'],
  ...['input_tokens_max', 'output_tokens_max', 'admitted_at_ms', 'expires_at_ms', 'first_event_at_ms', 'ended_at_ms'],
  ...['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_tokens', 'cost_nanos'],
] as const;

const ACTION = [
  ...['seq', 'id', 'at_ms', 'actor', 'kind', 'account_id', 'object', 'wanted', 'state_before', 'state_after', 'reason'],
] as const;
const VERSION = ['seq', 'kind', 'id', 'body'] as const;

const REQUEST_COLUMNS = CHARGE.slice(8).map((column) => `r.${column}`);

/** At most `rowsMax` of each table, in their order, up to `until`. */
export async function readSealRows(
  sql: Sql,
  after: SealPlace,
  { until, rowsMax }: { readonly until: SealPlace | undefined; readonly rowsMax: number },
): Promise<SealRows> {
  const next = (text: string, from: bigint, to: bigint | undefined) =>
    sql.all(`${text} LIMIT ?`, from, to ?? NO_END, rowsMax);
  const entries = await next(
    `SELECT e.seq, e.account_id, e.pot_id, e.kind, e.request_id, e.amount, e.at_ms, e.actor, e.reason, e.cause,
       p.kind AS pot_kind, ${REQUEST_COLUMNS.join(', ')}
     FROM ledger_entries e JOIN pots p ON p.id = e.pot_id LEFT JOIN requests r ON r.id = e.request_id
     WHERE e.seq > ? AND e.seq <= ? ORDER BY e.seq`,
    after.entries,
    until?.entries,
  );
  const actions = await next(
    `SELECT ${ACTION.join(', ')} FROM operator_actions WHERE seq > ? AND seq <= ? ORDER BY seq`,
    after.actions,
    until?.actions,
  );
  const versions = await next(
    'SELECT seq, kind, id, body FROM row_versions WHERE seq > ? AND seq <= ? ORDER BY seq',
    after.versions,
    until?.versions,
  );
  const isCharge = (row: Row) => row.kind === 'charge';
  return {
    to: {
      entries: lastOf(entries, after.entries),
      actions: lastOf(actions, after.actions),
      versions: lastOf(versions, after.versions),
    },
    parts: {
      charges: entries.filter(isCharge).map((row) => lineOf(row, CHARGE)),
      entries: entries.filter((row) => !isCharge(row)).map((row) => lineOf(row, ENTRY)),
      actions: actions.map((row) => lineOf(row, ACTION)),
      versions: versions.map((row) => lineOf(row, VERSION)),
    },
    sums: sumsOf(entries),
  };
}

export type ChargeLine = { readonly row: Row; readonly line: string };

/** Charges within a part of the ledger, in their order. */
export async function readCharges(sql: Sql, after: bigint, until: bigint): Promise<readonly ChargeLine[]> {
  const rows = await sql.all(
    `SELECT e.seq, e.account_id, e.pot_id, e.request_id, e.amount, e.at_ms, e.actor, e.reason, ${REQUEST_COLUMNS.join(', ')}
     FROM ledger_entries e LEFT JOIN requests r ON r.id = e.request_id
     WHERE e.kind = 'charge' AND e.seq > ? AND e.seq <= ? ORDER BY e.seq`,
    after,
    until,
  );
  return rows.map((row) => ({ row, line: lineOf(row, CHARGE) }));
}

/** A line as the row that it was made of, with texts for numbers. */
export const chargeFromLine = (line: string): Row =>
  Object.fromEntries((JSON.parse(line) as (string | null)[]).map((value, at) => [CHARGE[at]!, value]));

const NO_END = 2n ** 63n - 1n;

const lastOf = (rows: readonly Row[], otherwise: bigint): bigint => BigInt(rows.at(-1)?.seq ?? otherwise);

/** Numbers are texts: JSON has no whole numbers of this size. */
const lineOf = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((column) => textOf(row[column])));

const textOf = (value: SqlValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function sumsOf(entries: readonly Row[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { kind, pot_kind, amount } of entries) {
    const name = `${kind} ${pot_kind === 'credit' ? 'nanos' : 'tokens'}`;
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(amount ?? 0));
  }
  return sums;
}
