/** Customers for the operator: by the beginning of an address or id, else newest first, a page at a time by an index. */
import type { Account } from '../domain/ledger.ts';
import { nanos } from '../domain/money.ts';
import type { Customer, CustomerSearch, Owner } from '../domain/operator.ts';
import type { PlanId } from '../domain/plan.ts';
import { accountFromRow } from './account-store.ts';
import { bigint, type Database, number, type Row, type Sql, type SqlValue, text } from './database.ts';

const ID_PREFIX = 'acc_';
/** Sorts behind every text by its bytes. */
const AFTER_ALL = '\u{10ffff}';

export async function readCustomers(
  { sql }: Pick<Database, 'sql'>,
  search: CustomerSearch,
): Promise<readonly Customer[]> {
  const { after, rowsMax } = search;
  const written = search.search.trim();
  if (written === '') {
    return list(sql, 'a.created_at_ms <= ? AND (a.created_at_ms < ? OR a.id < ?)', {
      order: 'a.created_at_ms DESC, a.id DESC',
      values: [
        after?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
        after?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
        after?.id ?? '',
      ],
      rowsMax,
    });
  }
  const isId = written.startsWith(ID_PREFIX);
  const prefix = isId ? written : written.toLowerCase();
  const column = isId ? 'a.id' : 'a.email';
  // `>` beside `>=`: the page begins behind the last row of the one before.
  const last = after ? (isId ? after.id : after.email) : undefined;
  return list(sql, `${column} ${last === undefined ? '>=' : '>'} ? AND ${column} < ?`, {
    order: column,
    values: [last ?? prefix, `${prefix}${AFTER_ALL}`],
    rowsMax,
  });
}

type Listing = { readonly order: string; readonly values: readonly SqlValue[]; readonly rowsMax: number };

async function list(sql: Sql, where: string, { order, values, rowsMax }: Listing): Promise<readonly Customer[]> {
  const rows = await sql.all(
    `SELECT a.*, p.balance, s.plan FROM accounts a
     LEFT JOIN pots p ON p.account_id = a.id AND p.kind = 'credit'
     LEFT JOIN subscriptions s ON s.account_id = a.id
     WHERE ${where} ORDER BY ${order} LIMIT ?`,
    ...values,
    rowsMax,
  );
  return rows.map(customerFromRow);
}

const customerFromRow = (row: Row): Customer => ({
  ...(accountFromRow(row) satisfies Account),
  credit: nanos(bigint(row, 'balance')),
  plan: row.plan as PlanId | null,
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
