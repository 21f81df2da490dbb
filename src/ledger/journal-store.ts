/**
 * Writes a batch of ended requests: each is one row that never changes, and a charge where it was settled. Whatever is a sum
 * of them (pots, leases, months of keys, hours, margins) is advanced once for the batch. A charge on a lease that is gone would leave
 * `held` without a value, which the database refuses.
 */
import { hourStartMs, monthOf } from '../core/calendar.ts';
import { bigint, type Database, type Sql, type SqlValue } from '../platform/database/database.ts';
import { again } from '../platform/database/postgres-transaction.ts';
import { asOneStatement, type Columns, type RowSet, type RowsOf, runForRows } from '../platform/database/row-set.ts';
import { keepAnswer } from './answer-store.ts';
import { nextSeq } from './journal-rows.ts';
import type { ChargedRow, JournalBatch, JournalRow } from './lease-ports.ts';
import { lockPots } from './lease-return.ts';
import { COUNT_MARGINS, marginsOf } from './margin-hours.ts';
import { COUNT_POT_HOURS } from './pot-windows.ts';
import { partsToText } from './receipt.ts';
import { notedToColumns } from './request-note.ts';
import { batchHoursOf, COUNT_BATCH_HOURS, COUNT_HOURS, hoursOf } from './usage-hours.ts';

/** `now` is the time of the database, as an expression. */
export async function writeBatch(db: Database, batch: JournalBatch, now: string): Promise<void> {
  // Whether an answer may be kept is only known when its claim was ended: too late for one statement.
  const isOneStatement = db.sql.kind === 'postgres' && !batch.rows.some(({ charge, record }) => charge && record);
  if (isOneStatement) await again(() => writeAtOnce(db, batch, now));
  else await writeInSteps(db, batch, now);
}

/** On PostgreSQL: one statement is a transaction by itself. */
async function writeAtOnce(db: Database, { serverId, rows }: JournalBatch, now: string): Promise<void> {
  const added = { set: ADD_REQUESTS.numbering, rows: rows.map(requestOf) };
  const seen = { name: 'seen', text: `${seenAt(now)} RETURNING id` };
  const { text, values } = asOneStatement(seen, [added, ...sumsOf(serverId, rows, PAY_IF_SEEN)]);
  await db.serving.sql.all(text, serverId, ...values);
}

function writeInSteps(db: Database, { serverId, rows }: JournalBatch, now: string): Promise<void> {
  return db.transaction(async (sql) => {
    const firstSeq = sql.kind === 'postgres' ? 0n : bigint((await sql.one(`SELECT ${nextSeq(sql)} AS seq`))!, 'seq');
    const potIds = paidByPot(chargedOf(rows)).map(([id]) => id);
    const writes = [
      // Pots before leases are looked at: one that was given back while this waited must not pay.
      ...(sql.kind === 'postgres' ? [sql.run(seenAt(now), serverId), lockPots(sql, potIds)] : []),
      ...addRequests(sql, rows, firstSeq),
      ...sumsOf(serverId, rows, PAY).flatMap(({ set, rows: sums }) => runForRows(sql, set, sums)),
    ];
    const kept = chargedOf(rows).filter(({ record }) => record !== undefined);
    if (kept.length > 0) await Promise.all([...writes, ...kept.map((row) => keep(sql, row))]);
    else await sql.last(writes);
  });
}

/** Also says that the server is alive. A server that drops it waits for this batch, or the batch for it. */
const seenAt = (now: string): string => `UPDATE servers SET seen_at_ms = ${now} WHERE id = ?`;

const chargedOf = (rows: readonly JournalRow[]): readonly ChargedRow[] =>
  rows.filter((row): row is ChargedRow => row.charge !== undefined);

/** The sums of a batch. */
function sumsOf(serverId: string, rows: readonly JournalRow[], pay: RowSet): readonly RowsOf[] {
  const charged = chargedOf(rows);
  const paid = paidByPot(charged);
  return [
    { set: pay, rows: paid.map(([id, amount]) => [serverId, id, amount]) },
    // One statement has looked for leases before it waited for a pot: one that was given back meanwhile must not pay.
    { set: LOWER_LEASES, rows: paid.map(([id, amount]) => [serverId, id, amount]), mustChangeAll: true },
    { set: LOWER_LEASES, rows: takenOfLimits(charged).map(([id, taken]) => [serverId, id, taken]) },
    { set: COUNT_MONTHS, rows: monthsOf(charged) },
    { set: COUNT_HOURS, rows: hoursOf(charged) },
    { set: COUNT_BATCH_HOURS, rows: batchHoursOf(charged) },
    { set: COUNT_MARGINS, rows: marginsOf(charged) },
    { set: COUNT_POT_HOURS, rows: potHoursOf(charged) },
    { set: ADD_ANOMALIES, rows: rows.flatMap(anomalyOf) },
    { set: ADD_NOTES, rows: rows.flatMap(noteRow) },
  ];
}

const keep = (sql: Sql, { record, held, charge }: ChargedRow): Promise<void> =>
  keepAnswer(sql, { ...record!, requestId: held.request.requestId, cost: charge.cost });

const REQUEST_COLUMNS: Columns = {
  id: 'TEXT',
  account_id: 'TEXT',
  key_id: 'TEXT',
  credit_pot_id: 'TEXT',
  model: 'TEXT',
  price_version: 'TEXT',
  state: 'TEXT',
  outcome: 'TEXT',
  held_nanos: 'BIGINT',
  held_parts: 'TEXT',
  input_tokens_max: 'BIGINT',
  output_tokens_max: 'BIGINT',
  admitted_at_ms: 'BIGINT',
  expires_at_ms: 'BIGINT',
  first_event_at_ms: 'BIGINT',
  ended_at_ms: 'BIGINT',
  input_tokens: 'BIGINT',
  cached_input_tokens: 'BIGINT',
  output_tokens: 'BIGINT',
  reasoning_tokens: 'BIGINT',
  cost_nanos: 'BIGINT',
  paid_parts: 'TEXT',
  buying_version: 'TEXT',
  rate_version: 'TEXT',
  bought_nanos: 'BIGINT',
  cache_write_5m_tokens: 'BIGINT',
  cache_write_1h_tokens: 'BIGINT',
};
const names = (columns: object, prefix = ''): string =>
  Object.keys(columns)
    .map((name) => prefix + name)
    .join(', ');

const CHARGE_NUMBER = "CASE rows.state WHEN 'settled' THEN nextval('ledger_entries_seq_seq') END";
const addingRequests = (columns: Columns, seq: string): RowSet => ({
  columns,
  text: `INSERT INTO requests (${names(REQUEST_COLUMNS)}, seq) SELECT ${names(REQUEST_COLUMNS, 'rows.')}, ${seq} FROM rows`,
});
const ADD_REQUESTS = {
  numbered: addingRequests({ ...REQUEST_COLUMNS, seq: 'BIGINT' }, 'rows.seq'),
  numbering: addingRequests(REQUEST_COLUMNS, CHARGE_NUMBER),
};

/** A charge gets the next number of the journal: PostgreSQL gives it; where one writes at a time, it is counted on here. */
function addRequests(sql: Sql, rows: readonly JournalRow[], firstSeq: bigint): Promise<number>[] {
  if (sql.kind === 'postgres') return runForRows(sql, ADD_REQUESTS.numbering, rows.map(requestOf));
  let seq = firstSeq;
  const numbered = rows.map((row) => [...requestOf(row), row.charge ? seq++ : null]);
  return runForRows(sql, ADD_REQUESTS.numbered, numbered);
}

function requestOf({ held, outcome, endedAtMs, firstEventAtMs, charge }: JournalRow): SqlValue[] {
  const { request } = held;
  const usage = charge?.usage;
  return [
    request.requestId,
    request.accountId,
    request.keyId,
    held.creditPotId,
    request.model,
    request.priceVersion,
    charge ? 'settled' : 'released',
    outcome,
    held.credit,
    partsToText(held.tokenParts),
    request.inputTokensMax,
    held.outputTokensMax,
    request.atMs,
    // Of a time in which holds were rows that could expire; seals cover it.
    request.atMs,
    firstEventAtMs,
    endedAtMs,
    usage?.inputTokens ?? null,
    usage?.cachedInputTokens ?? null,
    usage?.outputTokens ?? null,
    usage?.reasoningTokens ?? null,
    charge?.cost ?? null,
    charge ? partsToText(charge.tokenParts) : null,
    charge?.bought?.version ?? null,
    charge?.bought?.rate ?? null,
    charge?.bought?.nanos ?? null,
    usage?.cacheWrite5mTokens ?? null,
    usage?.cacheWrite1hTokens ?? null,
  ];
}

const paying = (lease: string): RowSet => ({
  columns: { server_id: 'TEXT', id: 'TEXT', paid: 'BIGINT' },
  text: `UPDATE pots SET balance = balance - rows.paid, spent = spent + rows.paid,
    held = held - (SELECT rows.paid FROM ${lease} WHERE l.server_id = rows.server_id AND l.pot_id = rows.id)
    FROM rows WHERE pots.id = rows.id`,
});
const PAY = paying('leases l');
/** One statement sees leases that were dropped while it waited for the row of its server, but that row is not found then. */
const PAY_IF_SEEN = paying('leases l JOIN seen ON seen.id = l.server_id');
export const LOWER_LEASES: RowSet = {
  columns: { server_id: 'TEXT', id: 'TEXT', amount: 'BIGINT' },
  text: 'UPDATE leases SET amount = leases.amount - rows.amount FROM rows WHERE leases.server_id = rows.server_id AND pot_id = rows.id',
};

function paidByPot(charged: readonly ChargedRow[]): readonly Sum[] {
  const sums = new Sums();
  for (const { held, charge } of charged) {
    for (const { potId, amount } of charge.tokenParts) sums.add(potId, amount);
    sums.add(held.creditPotId, charge.cost);
  }
  return sums.sorted();
}

type Sum = readonly [id: string, amount: bigint];

function takenOfLimits(charged: readonly ChargedRow[]): readonly Sum[] {
  const sums = new Sums();
  for (const { charge } of charged) for (const { potId, amount } of charge.ofLimits) sums.add(potId, amount);
  return sums.sorted();
}

/** Sums by id, without those that are zero, and in one order for all servers: so none waits for another in a circle. */
class Sums {
  readonly #sums = new Map<string, bigint>();

  add(id: string, amount: bigint): void {
    if (amount > 0n) this.#sums.set(id, (this.#sums.get(id) ?? 0n) + amount);
  }

  sorted(): readonly Sum[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

const COUNT_MONTHS: RowSet = {
  columns: { key_id: 'TEXT', month: 'TEXT', spent: 'BIGINT', tokens: 'BIGINT', at_ms: 'BIGINT' },
  text: `INSERT INTO key_months (key_id, month, spent_nanos, tokens, last_used_at_ms)
    SELECT rows.key_id, rows.month, rows.spent, rows.tokens, rows.at_ms FROM rows WHERE true
    ON CONFLICT (key_id, month) DO UPDATE SET spent_nanos = key_months.spent_nanos + excluded.spent_nanos,
      tokens = key_months.tokens + excluded.tokens, last_used_at_ms = excluded.last_used_at_ms`,
};

function monthsOf(charged: readonly ChargedRow[]): SqlValue[][] {
  const months = Map.groupBy(charged, ({ held, endedAtMs }) => `${monthIn(endedAtMs)} ${held.request.keyId}`);
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, rows]) => {
      const { held, endedAtMs } = rows.at(-1)!;
      const spent = rows.reduce((sum, { charge }) => sum + charge.cost, 0n);
      const tokens = rows.reduce((sum, { charge }) => sum + charge.tokens, 0n);
      return [held.request.keyId, monthIn(endedAtMs), spent, tokens, endedAtMs];
    });
}

/** Months change with an hour, and asking the calendar costs as much as writing a row. */
let lastMonth = { hourMs: -1, month: '' };
function monthIn(atMs: number): string {
  const hourMs = hourStartMs(atMs);
  if (hourMs !== lastMonth.hourMs) lastMonth = { hourMs, month: monthOf(atMs) };
  return lastMonth.month;
}

/** One row for each pot with windows and hour, in their order. */
function potHoursOf(charged: readonly ChargedRow[]): SqlValue[][] {
  const sums = new Sums();
  for (const { held, charge, endedAtMs } of charged) {
    const windowed = new Set(held.tokenParts.filter(({ isWindowed }) => isWindowed).map(({ potId }) => potId));
    for (const { potId, amount } of charge.tokenParts) {
      if (windowed.has(potId)) sums.add(`${potId} ${hourStartMs(endedAtMs)}`, amount);
    }
  }
  return sums.sorted().map(([name, amount]) => {
    const [potId = '', hourMs = ''] = name.split(' ');
    return [potId, Number(hourMs), amount];
  });
}

const ADD_ANOMALIES: RowSet = {
  columns: { request_id: 'TEXT', claim: 'TEXT', at_ms: 'BIGINT' },
  text: 'INSERT INTO anomalies (request_id, claim, at_ms) SELECT rows.request_id, rows.claim, rows.at_ms FROM rows',
};

const anomalyOf = ({ held, anomaly, endedAtMs }: JournalRow): SqlValue[][] =>
  anomaly === undefined ? [] : [[held.request.requestId, anomaly, endedAtMs]];

const ADD_NOTES: RowSet = {
  columns: {
    request_id: 'TEXT',
    account_id: 'TEXT',
    end_user: 'TEXT',
    metadata: 'TEXT',
    structured: 'TEXT',
    response_id: 'TEXT',
  },
  text: `INSERT INTO request_notes (request_id, account_id, end_user, metadata, structured, response_id)
    SELECT rows.request_id, rows.account_id, rows.end_user, rows.metadata, rows.structured, rows.response_id FROM rows`,
};

function noteRow({ held, structured }: JournalRow): SqlValue[][] {
  const { requestId, accountId, note } = held.request;
  if (!note && !structured) return [];
  return [[requestId, accountId, ...notedToColumns({ ...(note && { note }), ...(structured && { structured }) })]];
}
