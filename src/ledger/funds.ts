/** What accounts can pay with, as a server that leases from them needs to know it. */
import { monthOf } from '../core/calendar.ts';
import type { PotKind } from '../core/ledger.ts';
import { bigint, optionalNumber, type Row, type Sql, text } from '../platform/database/database.ts';
import { type RowSet, readForRows } from '../platform/database/row-set.ts';
import {
  type AccountFunds,
  type AccountState,
  type LimitFunds,
  memberLimitId,
  type PotFunds,
  tokenLimitId,
} from './lease.ts';

type FundsOrder = {
  readonly serverId: string;
  readonly atMs: number;
  readonly accountIds: readonly string[];
  readonly keyIds: readonly string[];
};

/** Pots that have ended by then are left out. */
export async function fundsOfAccounts(sql: Sql, order: FundsOrder): Promise<readonly AccountFunds[]> {
  const { serverId, atMs, accountIds, keyIds } = order;
  const month = monthOf(atMs);
  const [pots, keys, accounts] = await Promise.all([
    readForRows(
      sql,
      POTS,
      accountIds.map((id) => [id, serverId, atMs]),
    ),
    readForRows(
      sql,
      KEYS,
      keyIds.map((id) => [id, serverId, month]),
    ),
    readForRows(
      sql,
      ACCOUNT_LIMITS,
      accountIds.map((id) => [id, serverId, month]),
    ),
  ]);
  const limitRowsOf = Map.groupBy([...keys, ...accounts], (row) => text(row, 'account_id'));
  return [...Map.groupBy(pots, (row) => text(row, 'account_id'))].map(([accountId, rows]) => ({
    accountId,
    state: stateOf(rows[0]!),
    renewsAtMs: optionalNumber(rows[0]!, 'renews_at_ms') ?? null,
    recalledUntilMs: optionalNumber(rows[0]!, 'recalled_until_ms'),
    pots: [...ofKind(rows, 'plan'), ...ofKind(rows, 'package'), ...ofKind(rows, 'credit')],
    limits: (limitRowsOf.get(accountId) ?? []).flatMap((row) => [...limitsFrom(row, month), ...budgetFrom(row, month)]),
    memberOf: Object.fromEntries((limitRowsOf.get(accountId) ?? []).flatMap(memberOfKey)),
  }));
}

const POTS: RowSet = {
  columns: { account_id: 'TEXT', server_id: 'TEXT', at_ms: 'BIGINT' },
  text: `SELECT p.account_id, p.id, p.kind, p.balance, p.held, p.awaited, p.expires_at_ms, a.status, a.suspended_at_ms, a.renews_at_ms, a.recalled_until_ms,
      COALESCE((SELECT l.amount FROM leases l WHERE l.server_id = rows.server_id AND l.pot_id = p.id), 0) AS leased
    FROM accounts a JOIN pots p ON p.account_id = a.id, rows
    WHERE a.id = rows.account_id AND (p.expires_at_ms IS NULL OR p.expires_at_ms > rows.at_ms)
    ORDER BY p.expires_at_ms, p.id`,
};

const LEASED = (id: string, name: string): string =>
  `(SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = ${id}) AS ${name},
      (SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = ${id} AND l.server_id <> rows.server_id) AS ${name}_elsewhere`;

const MEMBER_ID = "k.account_id || '/' || k.user_id";

const usedByMember = (column: string): string =>
  `(SELECT COALESCE(SUM(x.${column}), 0) FROM api_keys o JOIN key_months x ON x.key_id = o.id AND x.month = rows.month
       WHERE o.account_id = k.account_id AND o.user_id = k.user_id)`;

/** A part that is null is no limit. A key of a member comes with the budget of that member. */
const KEYS: RowSet = {
  columns: { key_id: 'TEXT', server_id: 'TEXT', month: 'TEXT' },
  text: `SELECT k.account_id, k.id, k.user_id, b.month_nanos, b.month_tokens,
      ${usedByMember('spent_nanos')} AS member_spent, ${usedByMember('tokens')} AS member_tokens,
      ${LEASED(MEMBER_ID, 'member_leased')},
      ${LEASED(`${MEMBER_ID} || '/tokens'`, 'member_leased_tokens')},
       k.limit_nanos, k.limit_window, k.token_limit, k.token_window,
      (SELECT COALESCE(SUM(m.spent_nanos), 0) FROM key_months m
       WHERE m.key_id = k.id AND (k.limit_window = 'total' OR m.month = rows.month)) AS spent,
      (SELECT COALESCE(SUM(m.tokens), 0) FROM key_months m
       WHERE m.key_id = k.id AND (k.token_window = 'total' OR m.month = rows.month)) AS tokens,
      ${LEASED('k.id', 'leased')},
      ${LEASED("k.id || '/tokens'", 'leased_tokens')}
    FROM api_keys k LEFT JOIN members b ON b.account_id = k.account_id AND b.user_id = k.user_id, rows
    WHERE k.id = rows.key_id AND (k.limit_nanos IS NOT NULL OR k.token_limit IS NOT NULL OR k.user_id IS NOT NULL)`,
};

const ACCOUNT_LIMITS: RowSet = {
  columns: { account_id: 'TEXT', server_id: 'TEXT', month: 'TEXT' },
  text: `SELECT a.id AS account_id, a.id, a.month_limit_nanos AS limit_nanos, 'month' AS limit_window, a.token_limit, a.token_window,
      (SELECT COALESCE(SUM(m.spent_nanos), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
       WHERE k.account_id = a.id AND m.month = rows.month) AS spent,
      (SELECT COALESCE(SUM(m.tokens), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
       WHERE k.account_id = a.id AND (a.token_window = 'total' OR m.month = rows.month)) AS tokens,
      ${LEASED('a.id', 'leased')},
      ${LEASED("a.id || '/tokens'", 'leased_tokens')}
    FROM accounts a, rows WHERE a.id = rows.account_id AND (a.token_limit IS NOT NULL OR a.month_limit_nanos IS NOT NULL)`,
};

function stateOf({ status, suspended_at_ms: suspendedAtMs }: Row): AccountState {
  return suspendedAtMs === null ? (status as AccountState) : 'suspended';
}

const ofKind = (rows: readonly Row[], kind: PotKind): PotFunds[] =>
  rows
    .filter((row) => row.kind === kind)
    .map((row) => ({
      id: text(row, 'id'),
      kind,
      expiresAtMs: optionalNumber(row, 'expires_at_ms') ?? null,
      unleased: bigint(row, 'balance') - bigint(row, 'held') - bigint(row, 'awaited'),
      elsewhere: bigint(row, 'held') - bigint(row, 'leased'),
    }));

function limitsFrom(row: Row, month: string): readonly LimitFunds[] {
  const [id, limits]: [string, LimitFunds[]] = [text(row, 'id'), []];
  if (row.limit_nanos !== null) {
    limits.push({
      id,
      month: row.limit_window === 'month' ? month : null,
      unleased: bigint(row, 'limit_nanos') - bigint(row, 'spent') - bigint(row, 'leased'),
      elsewhere: bigint(row, 'leased_elsewhere'),
    });
  }
  if (row.token_limit !== null) {
    limits.push({
      id: tokenLimitId(id),
      month: row.token_window === 'month' ? month : null,
      unleased: bigint(row, 'token_limit') - bigint(row, 'tokens') - bigint(row, 'leased_tokens'),
      elsewhere: bigint(row, 'leased_tokens_elsewhere'),
    });
  }
  return limits;
}

/** Rows of accounts have no member, and keys of the organisation have none either. */
const memberIdOf = (row: Row): string | undefined =>
  row.user_id == null ? undefined : memberLimitId(text(row, 'account_id'), text(row, 'user_id'));

function memberOfKey(row: Row): readonly (readonly [string, string])[] {
  const memberId = memberIdOf(row);
  return memberId === undefined ? [] : [[text(row, 'id'), memberId]];
}

function budgetFrom(row: Row, month: string): readonly LimitFunds[] {
  const [id, limits]: [string | undefined, LimitFunds[]] = [memberIdOf(row), []];
  if (id === undefined) return limits;
  if (row.month_nanos !== null) {
    limits.push({
      id,
      month,
      elsewhere: bigint(row, 'member_leased_elsewhere'),
      unleased: bigint(row, 'month_nanos') - bigint(row, 'member_spent') - bigint(row, 'member_leased'),
    });
  }
  if (row.month_tokens !== null) {
    limits.push({
      id: tokenLimitId(id),
      month,
      elsewhere: bigint(row, 'member_leased_tokens_elsewhere'),
      unleased: bigint(row, 'month_tokens') - bigint(row, 'member_tokens') - bigint(row, 'member_leased_tokens'),
    });
  }
  return limits;
}
