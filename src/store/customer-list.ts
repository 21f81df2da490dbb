/**
 * Customers for the operator, in an order that an index has: newest first, by what they spent this month, or by the
 * beginning of an address or id. A call reads a bounded number of accounts and leaves out those that are not wanted.
 */
import { monthOf } from '../domain/calendar.ts';
import type { Account } from '../domain/ledger.ts';
import { SETTINGS_LIMITS } from '../domain/limits.ts';
import { nanos } from '../domain/money.ts';
import {
  type CustomerPage,
  type CustomerSearch,
  cursorOf,
  isWanted,
  type ListedCustomer,
  type Owner,
} from '../domain/operator.ts';
import type { PlanId } from '../domain/plan.ts';
import { accountFromRow } from './account-store.ts';
import { bigint, type Database, number, optionalNumber, type Row, type Sql, type SqlValue, text } from './database.ts';

const ID_PREFIX = 'acc_';
/** Sorts behind every text by its bytes. */
const AFTER_ALL = '\u{10ffff}';
/** There a long read holds up no charge, and the way there and back is what takes time. */
const LOOKED_AT_ON_POSTGRES = 10_000;
const SPENT_MAX = 10n ** 18n;

export async function readCustomers({ sql }: Pick<Database, 'sql'>, search: CustomerSearch): Promise<CustomerPage> {
  const { rowsMax, nowMs } = search;
  const month = monthOf(nowMs);
  const looked = sql.forUpdate ? LOOKED_AT_ON_POSTGRES : SETTINGS_LIMITS.rowsAtOnce;
  const limit = Object.values(search.filter).some(Boolean) ? looked : rowsMax;
  const found = (await list(sql, orderOf(search, month), limit)).map((row) => customerFromRow(row, month));
  const rows: ListedCustomer[] = [];
  for (const customer of found) {
    if (isWanted(customer, search)) rows.push(customer);
    if (rows.length === rowsMax) return { rows, next: cursorOf(customer) };
  }
  return { rows, next: found.length < limit ? null : cursorOf(found.at(-1)!) };
}

type Order = {
  /** Where the ids are, and in which order. */
  readonly from: 'a.id AS id FROM accounts a' | 'v.account_id AS id FROM account_activity v';
  readonly where: string;
  readonly order: string;
  readonly values: readonly SqlValue[];
};

/** `>` beside `>=`: a page begins behind the last row of the one before. */
function orderOf({ search, after, sort }: CustomerSearch, month: string): Order {
  const written = search.trim();
  if (written !== '') {
    const isId = written.startsWith(ID_PREFIX);
    const prefix = isId ? written : written.toLowerCase();
    const column = isId ? 'a.id' : 'a.email';
    const last = after ? (isId ? after.id : after.email) : undefined;
    return {
      from: 'a.id AS id FROM accounts a',
      where: `${column} ${last === undefined ? '>=' : '>'} ? AND ${column} < ?`,
      order: column,
      values: [last ?? prefix, `${prefix}${AFTER_ALL}`],
    };
  }
  if (sort === 'spent') {
    const spent = after?.spentMonth ?? SPENT_MAX;
    return {
      from: 'v.account_id AS id FROM account_activity v',
      where: 'v.month = ? AND v.spent_nanos <= ? AND (v.spent_nanos < ? OR v.account_id < ?)',
      order: 'v.spent_nanos DESC, v.account_id DESC',
      values: [month, spent, spent, after?.id ?? ''],
    };
  }
  const createdAtMs = after?.createdAtMs ?? Number.MAX_SAFE_INTEGER;
  return {
    from: 'a.id AS id FROM accounts a',
    where: 'a.created_at_ms <= ? AND (a.created_at_ms < ? OR a.id < ?)',
    order: 'a.created_at_ms DESC, a.id DESC',
    values: [createdAtMs, createdAtMs, after?.id ?? ''],
  };
}

/** First which accounts, by one index; then what is shown of these few. */
const list = (sql: Sql, { from, where, order, values }: Order, limit: number): Promise<readonly Row[]> =>
  sql.all(
    `SELECT a.*, p.balance, s.plan, v.active_at_ms, v.month, v.spent_nanos
     FROM (SELECT ${from} WHERE ${where} ORDER BY ${order} LIMIT ?) few
     JOIN accounts a ON a.id = few.id
     LEFT JOIN account_activity v ON v.account_id = few.id
     LEFT JOIN pots p ON p.account_id = few.id AND p.kind = 'credit'
     LEFT JOIN subscriptions s ON s.account_id = few.id
     ORDER BY ${order}`,
    ...values,
    limit,
  );

const customerFromRow = (row: Row, month: string): ListedCustomer => ({
  ...(accountFromRow(row) satisfies Account),
  credit: nanos(bigint(row, 'balance')),
  plan: row.plan as PlanId | null,
  spentMonth: nanos(row.month === month ? bigint(row, 'spent_nanos') : 0n),
  activeAtMs: optionalNumber(row, 'active_at_ms') ?? null,
});

export async function readOwner(sql: Sql, accountId: string): Promise<Owner | undefined> {
  const row = await sql.one(
    `SELECT u.id, u.name, u.role, u.two_factor_enabled, u.email_verified,
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
    }
  );
}
