/** The rows that a seal covers, each as one line of text. What is written here once may never be written otherwise. */
import { bigint, type Row, type Sql, type SqlValue, text } from '../../platform/database/database.ts';
import { partsFromText } from '../receipt.ts';

/**
 * A place in each of the tables: a seal covers what comes after one place up to another. Entries and settled requests are
 * numbered in one order, so one place, `entries`, is for both.
 */
export type SealPlace = { readonly entries: bigint; readonly actions: bigint; readonly versions: bigint };

export const FIRST_PLACE: SealPlace = { entries: 0n, actions: 0n, versions: 0n };

/**
 * A request that was settled is a charge by itself. In `charges` are those of before, as entries with the requests that
 * they belong to. Both may be archived, the other entries stay.
 */
export const SEAL_PARTS = ['charges', 'requests', 'entries', 'actions', 'versions'] as const;
type SealPart = (typeof SEAL_PARTS)[number];

export type SealRows = {
  readonly to: SealPlace;
  readonly parts: Readonly<Record<SealPart, readonly string[]>>;
  /** Sums of entries and charges, by kind and unit. */
  readonly sums: ReadonlyMap<string, bigint>;
};

const ENTRY = ['seq', 'account_id', 'pot_id', 'kind', 'amount', 'at_ms', 'actor', 'reason', 'cause'] as const;

/** What both forms of a charge have of its request. */
const REQUEST = [
  'key_id',
  'credit_pot_id',
  'model',
  'price_version',
  'outcome',
  'held_nanos',
  'held_parts',
  'input_tokens_max',
  'output_tokens_max',
  'admitted_at_ms',
  'expires_at_ms',
  'first_event_at_ms',
  'ended_at_ms',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost_nanos',
] as const;

/** A settled request: its whole row but the state. */
const SETTLED = ['seq', 'id', 'account_id', ...REQUEST, 'paid_parts'] as const;

/** Behind a settled request that has a buying price. One without has the line that it had before there were any. */
const BOUGHT = ['buying_version', 'rate_version', 'bought_nanos'] as const;

/** Behind both, for a request that has written into a cache. */
const WRITTEN = ['cache_write_5m_tokens', 'cache_write_1h_tokens'] as const;

export const SETTLED_COLUMNS = [...SETTLED, ...BOUGHT, ...WRITTEN] as const;

/** A settled request as a line. */
export function settledLine(row: Row): string {
  if (row.cache_write_5m_tokens != null) return lineOf(row, SETTLED_COLUMNS);
  return lineOf(row, row.buying_version == null ? SETTLED : [...SETTLED, ...BOUGHT]);
}

/** A charge of before: its entry, and behind `request_id` its whole request. */
export const CHARGE = [
  'seq',
  'account_id',
  'pot_id',
  'amount',
  'at_ms',
  'actor',
  'reason',
  'request_id',
  ...REQUEST,
] as const;

const ACTION = [
  'seq',
  'id',
  'at_ms',
  'actor',
  'kind',
  'account_id',
  'object',
  'wanted',
  'state_before',
  'state_after',
  'reason',
] as const;
const VERSION = ['seq', 'kind', 'id', 'body'] as const;

export const REQUEST_COLUMNS = CHARGE.slice(8).map((column) => `r.${column}`);

/** At most `rowsMax` of each table, in their order, up to `until`. */
export async function readSealRows(
  sql: Sql,
  after: SealPlace,
  { until, rowsMax }: { readonly until: SealPlace | undefined; readonly rowsMax: number },
): Promise<SealRows> {
  const next = (text: string, place: keyof SealPlace) =>
    sql.all(`${text} LIMIT ?`, after[place], until?.[place] ?? NO_END, rowsMax);
  const entries = await next(
    `SELECT e.seq, e.account_id, e.pot_id, e.kind, e.request_id, e.amount, e.at_ms, e.actor, e.reason, e.cause,
       p.kind AS pot_kind, ${REQUEST_COLUMNS.join(', ')}
     FROM ledger_entries e JOIN pots p ON p.id = e.pot_id LEFT JOIN requests r ON r.id = e.request_id
     WHERE e.seq > ? AND e.seq <= ? ORDER BY e.seq`,
    'entries',
  );
  const requests = await next(`${SETTLED_ROWS} ORDER BY seq`, 'entries');
  const actions = await next(
    `SELECT ${ACTION.join(', ')} FROM operator_actions WHERE seq > ? AND seq <= ? ORDER BY seq`,
    'actions',
  );
  const versions = await next(
    'SELECT seq, kind, id, body FROM row_versions WHERE seq > ? AND seq <= ? ORDER BY seq',
    'versions',
  );
  // Behind the last row of a table that was not read to its end there may be more, before those of the other.
  const ends = [entries, requests].filter((rows) => rows.length === rowsMax).map((rows) => lastOf(rows, after.entries));
  const isWithin = (row: Row) => ends.every((end) => BigInt(row.seq ?? 0) <= end);
  const ownEntries = entries.filter(isWithin);
  const ownRequests = requests.filter(isWithin);
  const isCharge = (row: Row) => row.kind === 'charge';
  return {
    to: {
      entries: later(lastOf(ownEntries, after.entries), lastOf(ownRequests, after.entries)),
      actions: lastOf(actions, after.actions),
      versions: lastOf(versions, after.versions),
    },
    parts: {
      charges: ownEntries.filter(isCharge).map((row) => lineOf(row, CHARGE)),
      requests: ownRequests.map(settledLine),
      entries: ownEntries.filter((row) => !isCharge(row)).map((row) => lineOf(row, ENTRY)),
      actions: actions.map((row) => lineOf(row, ACTION)),
      versions: versions.map((row) => lineOf(row, VERSION)),
    },
    sums: sumsOf(ownEntries, ownRequests),
  };
}

export const SETTLED_ROWS = `SELECT ${SETTLED_COLUMNS.join(', ')} FROM requests WHERE seq > ? AND seq <= ?`;

const NO_END = 2n ** 63n - 1n;

const lastOf = (rows: readonly Row[], otherwise: bigint): bigint => BigInt(rows.at(-1)?.seq ?? otherwise);

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Numbers are texts: JSON has no whole numbers of this size. */
export const lineOf = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((column) => textOf(row[column])));

const textOf = (value: SqlValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

function sumsOf(entries: readonly Row[], requests: readonly Row[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (const { kind, pot_kind, amount } of entries) {
    add(`${kind} ${pot_kind === 'credit' ? 'nanos' : 'tokens'}`, BigInt(amount ?? 0));
  }
  for (const row of requests) {
    add('charge nanos', -bigint(row, 'cost_nanos'));
    if (row.buying_version != null) add('charge bought', bigint(row, 'bought_nanos'));
    for (const { amount } of partsFromText(text(row, 'paid_parts'))) add('charge tokens', -amount);
  }
  return sums;
}
