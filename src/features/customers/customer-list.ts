/**
 * Customers for the operator, in an order that an index has: newest first, by what they spent this month, or by the
 * beginning of an address or id, also of a member's address. A call reads a bounded number of accounts and leaves out those that are not wanted.
 */
import { monthOf } from '../../core/calendar.ts';
import type { Account } from '../../core/ledger.ts';
import { SETTINGS_LIMITS } from '../../core/limits.ts';
import { nanos } from '../../core/money.ts';
import type { PlanId } from '../../core/plan.ts';
import { readAnomalies } from '../../ledger/anomaly-list.ts';
import {
  bigint,
  type Database,
  number,
  optionalNumber,
  type Row,
  type Sql,
  type SqlValue,
  text,
} from '../../platform/database/database.ts';
import { membersOf } from '../organisations/index.ts';
import { accountFromRow } from './account-store.ts';
import {
  type AcceptedTerms,
  type CustomerCursor,
  type CustomerList,
  type CustomerPage,
  type CustomerSearch,
  cursorOf,
  type ListedCustomer,
  type Owner,
} from './customers.ts';

const ID_PREFIX = 'acc_';
/** Sorts behind every text by its bytes. */
const AFTER_ALL = '\u{10ffff}';
/** On PostgreSQL, where a long read holds up no charge. */
const EVERY = Number.POSITIVE_INFINITY;
const ACTIVE_MS = 30 * 86_400_000;
/** Members are found by the beginning of their address when it has as many letters. */
const LETTERS_OF_MEMBERS = 3;
const SPENT_MAX = 10n ** 18n;

export const createCustomerStore = ({ sql }: Database): CustomerList => ({
  list: (search) => readCustomers(sql, search),
  owner: (accountId) => readOwner(sql, accountId),
  members: (accountId) => membersOf(sql, accountId),
  accountOfKey: async (keyId) => {
    const row = await sql.one('SELECT account_id FROM api_keys WHERE id = ?', keyId);
    return row && text(row, 'account_id');
  },
  anomalies: () => readAnomalies(sql),
});

async function readCustomers(sql: Sql, search: CustomerSearch): Promise<CustomerPage> {
  const { rowsMax, nowMs } = search;
  const month = monthOf(nowMs);
  const wanted = wantedBy(search);
  const isFiltered = wanted.where !== '';
  const looked = sql.kind === 'postgres' ? EVERY : SETTINGS_LIMITS.rowsAtOnce;
  const lookedAt = isFiltered ? looked : rowsMax;
  const sorting = sortingOf(search, month, lookedAt);
  const rows = (await list(sql, sorting, wanted, { limit: rowsMax, offset: 0 })).map((row) =>
    customerFromRow(row, month),
  );
  if (rows.length === rowsMax) return { rows, next: cursorOf(rows.at(-1)!) };
  if (!isFiltered || looked === EVERY) return { rows, next: null };
  const [last] = await list(sql, sorting, EVERYONE, { limit: 1, offset: lookedAt - 1 });
  return { rows, next: last ? cursorOf(customerFromRow(last, month)) : null };
}

/** A condition on what is listed. */
type Wanted = { readonly where: string; readonly values: readonly SqlValue[] };

const EVERYONE: Wanted = { where: '', values: [] };

const STATUS = "CASE WHEN a.suspended_at_ms IS NOT NULL AND a.status <> 'closed' THEN 'suspended' ELSE a.status END";

/** In the database: on PostgreSQL most of the time of a rare filter was that of rows on their way here. */
function wantedBy({ search, filter, nowMs }: CustomerSearch): Wanted {
  const { status, plan, credit, active } = filter;
  const conditions: readonly (Wanted | false | undefined | '')[] = [
    status && { where: `${STATUS} = ?`, values: [status] },
    plan && { where: "COALESCE(s.plan, 'none') = ?", values: [plan] },
    credit && { where: `p.balance ${credit === 'some' ? '>' : '<='} 0`, values: [] },
    active && {
      where: `COALESCE(v.active_at_ms, 0) ${active === 'yes' ? '>' : '<='} ?`,
      values: [nowMs - ACTIVE_MS],
    },
    isByAddress(search) && { where: 'few.is_later = 0', values: [] },
  ];
  const given = conditions.filter((one) => typeof one === 'object');
  return {
    where: given.map(({ where }) => where).join(' AND '),
    values: given.flatMap(({ values }) => values),
  };
}

/** Selects the ids of one page as `few`, and says in which order they are. */
type Sorting = { readonly few: string; readonly order: string; readonly values: readonly SqlValue[] };

function sortingOf({ search, after, sort }: CustomerSearch, month: string, limit: number): Sorting {
  const written = search.trim();
  if (isByAddress(search)) return byAddress(written.toLowerCase(), after, limit);
  if (written !== '') return byId(written, after, limit);
  if (sort === 'spent') {
    const spent = after?.spentMonth ?? SPENT_MAX;
    return {
      few: `SELECT v.account_id AS id FROM account_activity v
        WHERE v.month = ? AND v.spent_nanos <= ? AND (v.spent_nanos < ? OR v.account_id < ?)
        ${first('v.spent_nanos DESC, v.account_id DESC', limit)}`,
      order: 'v.spent_nanos DESC, v.account_id DESC',
      values: [month, spent, spent, after?.id ?? ''],
    };
  }
  const createdAtMs = after?.createdAtMs ?? Number.MAX_SAFE_INTEGER;
  return {
    few: `SELECT a.id FROM accounts a WHERE a.created_at_ms <= ? AND (a.created_at_ms < ? OR a.id < ?)
      ${first('a.created_at_ms DESC, a.id DESC', limit)}`,
    order: 'a.created_at_ms DESC, a.id DESC',
    values: [createdAtMs, createdAtMs, after?.id ?? ''],
  };
}

const isByAddress = (search: string): boolean => search.trim() !== '' && !search.trim().startsWith(ID_PREFIX);

const byId = (prefix: string, after: CustomerCursor | null, limit: number): Sorting => ({
  few: `SELECT a.id FROM accounts a WHERE a.id >= ? AND a.id > ? AND a.id < ? ${first('a.id', limit)}`,
  order: 'a.id',
  values: [prefix, after?.id ?? '', `${prefix}${AFTER_ALL}`],
});

/** Each pairs an account with an address: its own, that of its owner, and those of its members. */
const OWN_ADDRESSES = 'SELECT a.id, a.email AS address FROM accounts a';
const OWNERS = 'SELECT a.id, u.email AS address FROM auth_users u JOIN accounts a ON a.user_id = u.id';
const MEMBERS = 'SELECT m.account_id AS id, u.email AS address FROM auth_users u JOIN members m ON m.user_id = u.id';

/** In the order of addresses. An account with several is listed with each; all but the first are left out of the page. */
function byAddress(prefix: string, after: CustomerCursor | null, limit: number): Sorting {
  // With fewer letters the addresses of nearly all people would be read.
  const sources = prefix.length < LETTERS_OF_MEMBERS ? [OWN_ADDRESSES] : [OWN_ADDRESSES, OWNERS, MEMBERS];
  const from = after?.email ?? prefix;
  const range = [from, `${prefix}${AFTER_ALL}`, from, after?.id ?? ''];
  const part = (source: string): string => {
    const id = source === MEMBERS ? 'm.account_id' : 'a.id';
    const address = source === OWN_ADDRESSES ? 'a.email' : 'u.email';
    return `SELECT * FROM (${source} WHERE ${address} >= ? AND ${address} < ? AND (${address} > ? OR ${id} > ?)
      ${first(`${address}, ${id}`, limit)}) few`;
  };
  const others = sources.length === 1 ? [] : sources;
  const isEarlier = others.map(
    (source) => `EXISTS (SELECT 1 FROM (${source}) o WHERE o.id = b.id AND o.address >= ? AND o.address < b.address)`,
  );
  return {
    few: `SELECT b.id, b.address, CASE WHEN ${isEarlier.join(' OR ') || '1 = 0'} THEN 1 ELSE 0 END AS is_later
      FROM (${sources.map(part).join(' UNION ')}) b ${first('b.address, b.id', limit)}`,
    order: 'few.address, few.id',
    values: [...others.map(() => prefix), ...sources.flatMap(() => range)],
  };
}

/** Without a bound there is nothing to say here: the page has an order of its own, and can stop when it is full. */
const first = (order: string, limit: number): string => (limit === EVERY ? '' : `ORDER BY ${order} LIMIT ${limit}`);

/** First which accounts, by one index; then what is shown of these few. */
const list = (
  sql: Sql,
  { few, order, values }: Sorting,
  wanted: Wanted,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Row[]> =>
  sql.all(
    `SELECT few.*, a.*, p.balance, s.plan, v.active_at_ms, v.month, v.spent_nanos
     FROM (${few}) few
     JOIN accounts a ON a.id = few.id
     LEFT JOIN account_activity v ON v.account_id = few.id
     LEFT JOIN pots p ON p.account_id = few.id AND p.kind = 'credit'
     LEFT JOIN subscriptions s ON s.account_id = few.id
     ${wanted.where && `WHERE ${wanted.where}`}
     ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...values,
    ...wanted.values,
    limit,
    offset,
  );

const customerFromRow = (row: Row, month: string): ListedCustomer => ({
  ...(accountFromRow(row) satisfies Account),
  credit: nanos(bigint(row, 'balance')),
  plan: row.plan as PlanId | null,
  spentMonth: nanos(row.month === month ? bigint(row, 'spent_nanos') : 0n),
  activeAtMs: optionalNumber(row, 'active_at_ms') ?? null,
  foundBy: typeof row.address === 'string' && row.address !== row.email ? row.address : null,
});

export async function readOwner(sql: Sql, accountId: string): Promise<Owner | undefined> {
  const row = await sql.one(
    `SELECT u.id, u.name, u.role, u.two_factor_enabled, u.email_verified, u.terms_version,
       u.terms_accepted_at_ms,
       (SELECT COUNT(*) FROM auth_sessions s WHERE s.user_id = u.id) AS sessions
     FROM accounts a JOIN auth_users u ON u.id = a.user_id WHERE a.id = ?`,
    accountId,
  );
  return (
    row && {
      userId: text(row, 'id'),
      name: text(row, 'name'),
      role: row.role === 'operator' ? 'operator' : 'customer',
      hasTwoFactor: number(row, 'two_factor_enabled') === 1,
      isVerified: number(row, 'email_verified') === 1,
      sessions: number(row, 'sessions'),
      terms: termsFromRow(row),
    }
  );
}

const termsFromRow = (row: Row): AcceptedTerms | null =>
  row.terms_version === null
    ? null
    : { version: text(row, 'terms_version'), atMs: number(row, 'terms_accepted_at_ms') };
