/**
 * An account's requests, newest first, a page at a time. A call reads at most `rowsAtOnce` rows whatever the filter, so
 * that it costs the same among ten million as among ten: what a page did not find, the next one goes on looking for.
 */

import { type Outcome, type PotKind, tokensOfPart } from '../core/ledger.ts';
import { SETTINGS_LIMITS } from '../core/limits.ts';
import { nanos } from '../core/money.ts';
import { ID_TIME_LENGTH, REQUEST_ID_LENGTH, REQUEST_PREFIX } from '../core/request-id.ts';
import type {
  RequestCursor,
  RequestFilter,
  RequestOutcome,
  RequestPage,
  RequestReceipt,
  RequestRecord,
} from '../core/usage.ts';
import { bigint, number, optionalNumber, type Row, type Sql, text } from '../platform/database/database.ts';
import { type PaidPart, PRICE_COLUMNS, PRICE_JOINS, paidByOf, pricedFromRow, servedFromRow } from './receipt.ts';
import { NOTE_COLUMNS, NOTE_JOIN, notedFromRow } from './request-note.ts';
import { usageFromRow } from './usage-row.ts';

type PageQuery = {
  readonly accountId: string;
  readonly filter: RequestFilter;
  readonly before: RequestCursor | null;
  readonly rowsMax: number;
};

const COLUMNS = `r.id, r.model, r.key_id, r.state, r.outcome, r.admitted_at_ms, r.first_event_at_ms, r.ended_at_ms,
  r.input_tokens, r.cached_input_tokens, r.output_tokens, r.reasoning_tokens, r.cache_write_5m_tokens,
  r.cache_write_1h_tokens, r.cost_nanos, r.held_parts, r.price_version, r.seq, r.paid_parts, r.credit_pot_id,
  k.name AS key_name, k.user_id AS key_user_id, ${NOTE_COLUMNS}`;

const WITH_KEYS = `LEFT JOIN api_keys k ON k.id = r.key_id ${NOTE_JOIN}`;
/** A page needs of prices only the name of their group, and their tier. */
const LISTED = `${COLUMNS}, p.tier, p.tier_percent, g.name AS group_name FROM requests r ${WITH_KEYS}
  LEFT JOIN price_versions p ON p.id = r.price_version LEFT JOIN price_group_versions g ON g.id = p.group_version`;

export async function readPage(sql: Sql, query: PageQuery): Promise<RequestPage> {
  const limit = isPicky(query.filter) ? SETTINGS_LIMITS.rowsAtOnce : query.rowsMax;
  const found = isNearlyWhole(query.filter) ? await byId(sql, query, limit) : await byTime(sql, query, limit);
  const rows: RequestRecord[] = [];
  for (const [i, row] of found.entries()) {
    if (!fits(row, query.filter)) continue;
    rows.push(await recordFromRow(sql, row));
    if (rows.length === query.rowsMax) return { rows, next: cursorOf(row), read: i + 1 };
  }
  const next = found.length < limit ? null : cursorOf(found.at(-1)!);
  return { rows, next, read: found.length };
}

export async function readRequest(sql: Sql, accountId: string, requestId: string): Promise<RequestReceipt | undefined> {
  const row = await sql.one(
    `SELECT ${COLUMNS}, ${PRICE_COLUMNS} FROM requests r ${WITH_KEYS} ${PRICE_JOINS} WHERE r.id = ? AND r.account_id = ?`,
    requestId,
    accountId,
  );
  if (!row) return undefined;
  const parts = row.state === 'settled' ? await paidByOf(sql, row) : [];
  return {
    ...withParts(row, parts),
    ...pricedFromRow(row),
    paidBy: parts,
  };
}

/** An id with its whole time is among the few of one millisecond, whichever server made them. */
const isNearlyWhole = ({ idPrefix = '' }: RequestFilter): boolean =>
  idPrefix.length >= REQUEST_PREFIX.length + ID_TIME_LENGTH;

/** The account is compared in a way that no index can answer: all requests of an account are more than those of a moment. */
function byId(sql: Sql, { accountId, filter, before }: PageQuery, limit: number): Promise<readonly Row[]> {
  const { idPrefix = '' } = filter;
  const isWhole = idPrefix.length >= REQUEST_ID_LENGTH;
  return sql.all(
    `SELECT ${LISTED}
     WHERE ${isWhole ? 'r.id = ?' : 'r.id >= ? AND r.id < ?'} AND COALESCE(r.account_id, '') = ?
     ORDER BY r.id DESC LIMIT ?`,
    ...(isWhole ? [idPrefix] : [idPrefix, before?.id ?? `${idPrefix}${AFTER_ALL}`]),
    accountId,
    limit,
  );
}

/** Sorts behind every character of an id. */
const AFTER_ALL = '~';

function byTime(sql: Sql, { accountId, filter, before }: PageQuery, limit: number): Promise<readonly Row[]> {
  const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = filter;
  const last = before && before.atMs < toMs ? before : { atMs: toMs, id: '' };
  return sql.all(
    `SELECT ${LISTED}
     WHERE r.account_id = ? AND r.admitted_at_ms >= ? AND r.admitted_at_ms <= ? AND (r.admitted_at_ms < ? OR r.id < ?)
     ORDER BY r.admitted_at_ms DESC, r.id DESC LIMIT ?`,
    accountId,
    fromMs,
    last.atMs,
    last.atMs,
    last.id,
    limit,
  );
}

/** Says whether there may be requests that do not fit, beside those outside the times. */
const isPicky = ({ model, keyId, userId, outcome, endUser, idPrefix }: RequestFilter): boolean =>
  [model, keyId, userId, outcome, endUser, idPrefix].some((one) => one !== undefined);

function fits(row: Row, filter: RequestFilter): boolean {
  const { fromMs = 0, toMs, model, keyId, userId, outcome, endUser, idPrefix = '' } = filter;
  const atMs = number(row, 'admitted_at_ms');
  return (
    atMs >= fromMs &&
    (toMs === undefined || atMs < toMs) &&
    (model === undefined || row.model === model) &&
    (keyId === undefined || row.key_id === keyId) &&
    (userId === undefined || row.key_user_id === userId) &&
    (outcome === undefined || outcomeOf(row) === outcome) &&
    (endUser === undefined || row.end_user === endUser) &&
    text(row, 'id').startsWith(idPrefix)
  );
}

const cursorOf = (row: Row): RequestCursor => ({ atMs: number(row, 'admitted_at_ms'), id: text(row, 'id') });

const outcomeOf = (row: Row): RequestOutcome => (row.state === 'settled' ? (text(row, 'outcome') as Outcome) : 'free');

const freeReasonOf = ({ state, outcome }: Row): Pick<RequestRecord, 'freeReason'> =>
  state === 'settled' || outcome === null ? {} : { freeReason: outcome as NonNullable<RequestRecord['freeReason']> };

/** How long the newest requests of a span waited for their first event. */
export async function readFirstEvents(sql: Sql, accountId: string, span: { fromMs: number; toMs: number }) {
  const rows = await sql.all(
    `SELECT admitted_at_ms, first_event_at_ms FROM requests
     WHERE account_id = ? AND admitted_at_ms >= ? AND admitted_at_ms < ? ORDER BY admitted_at_ms DESC LIMIT ?`,
    accountId,
    span.fromMs,
    span.toMs,
    SETTINGS_LIMITS.rowsAtOnce,
  );
  const begun = rows.filter((row) => row.first_event_at_ms !== null);
  return begun.map((row) => number(row, 'first_event_at_ms') - number(row, 'admitted_at_ms'));
}

/** Only where a token pot held something can one have paid; what the credit paid is in the row. */
async function recordFromRow(sql: Sql, row: Row): Promise<RequestRecord> {
  const mayHaveParts = row.state === 'settled' && row.held_parts !== '[]' && row.paid_parts !== '[]';
  return withParts(row, mayHaveParts ? await paidByOf(sql, row) : []);
}

function withParts(row: Row, parts: readonly PaidPart[]): RequestRecord {
  const firstEventAtMs = optionalNumber(row, 'first_event_at_ms');
  const endedAtMs = optionalNumber(row, 'ended_at_ms');
  const paidBy = (kind: PotKind): bigint =>
    parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + tokensOfPart(part), 0n);
  return {
    id: text(row, 'id'),
    atMs: number(row, 'admitted_at_ms'),
    model: text(row, 'model'),
    keyId: text(row, 'key_id'),
    keyName: text(row, 'key_name'),
    ...(row.key_user_id !== null && { keyUserId: text(row, 'key_user_id') }),
    priceVersion: text(row, 'price_version'),
    ...(row.group_name != null && { groupName: text(row, 'group_name') }),
    ...servedFromRow(row),
    ...notedFromRow(row),
    outcome: outcomeOf(row),
    ...freeReasonOf(row),
    usage: usageFromRow(row),
    cost: nanos(bigint(row, 'cost_nanos')),
    planTokens: paidBy('plan'),
    packageTokens: paidBy('package'),
    ...(firstEventAtMs !== undefined && { firstEventAtMs }),
    ...(endedAtMs !== undefined && { endedAtMs }),
  };
}
