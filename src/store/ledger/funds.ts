/** What accounts can pay with, as a server that leases from them needs to know it. */
import { monthOf } from '../../domain/calendar.ts';
import type { AccountFunds, AccountState, LimitFunds, PotFunds } from '../../domain/lease.ts';
import type { PotKind } from '../../domain/ledger.ts';
import { bigint, optionalNumber, type Row, type Sql, text } from '../database.ts';
import { type RowSet, readForRows } from '../row-set.ts';

type FundsOrder = {
  readonly serverId: string;
  readonly atMs: number;
  readonly accountIds: readonly string[];
  readonly keyIds: readonly string[];
};

/** Pots that have ended by then are left out; keys are named where they have a limit. */
export async function fundsOfAccounts(sql: Sql, order: FundsOrder): Promise<readonly AccountFunds[]> {
  const { serverId, atMs, accountIds, keyIds } = order;
  const [pots, keys] = await Promise.all([
    readForRows(
      sql,
      POTS,
      accountIds.map((id) => [id, serverId, atMs]),
    ),
    readForRows(
      sql,
      KEYS,
      keyIds.map((id) => [id, serverId, monthOf(atMs)]),
    ),
  ]);
  const keysOf = Map.groupBy(keys, (row) => text(row, 'account_id'));
  return [...Map.groupBy(pots, (row) => text(row, 'account_id'))].map(([accountId, rows]) => ({
    accountId,
    state: stateOf(rows[0]!),
    renewsAtMs: optionalNumber(rows[0]!, 'renews_at_ms') ?? null,
    pots: [...ofKind(rows, 'plan'), ...ofKind(rows, 'package'), ...ofKind(rows, 'credit')],
    keys: (keysOf.get(accountId) ?? []).map((row) => keyFrom(row, atMs)),
  }));
}

const POTS: RowSet = {
  columns: { account_id: 'TEXT', server_id: 'TEXT', at_ms: 'BIGINT' },
  text: `SELECT p.account_id, p.id, p.kind, p.balance, p.held, p.expires_at_ms, a.status, a.suspended_at_ms, a.renews_at_ms,
      COALESCE((SELECT l.amount FROM leases l WHERE l.server_id = rows.server_id AND l.pot_id = p.id), 0) AS leased
    FROM accounts a JOIN pots p ON p.account_id = a.id, rows
    WHERE a.id = rows.account_id AND (p.expires_at_ms IS NULL OR p.expires_at_ms > rows.at_ms)
    ORDER BY p.expires_at_ms, p.id`,
};

const KEYS: RowSet = {
  columns: { key_id: 'TEXT', server_id: 'TEXT', month: 'TEXT' },
  text: `SELECT k.account_id, k.id, k.limit_nanos, k.limit_window,
      (SELECT COALESCE(SUM(m.spent_nanos), 0) FROM key_months m
       WHERE m.key_id = k.id AND (k.limit_window = 'total' OR m.month = rows.month)) AS spent,
      (SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = k.id) AS leased,
      (SELECT COALESCE(SUM(l.amount), 0) FROM leases l WHERE l.pot_id = k.id AND l.server_id <> rows.server_id) AS elsewhere
    FROM api_keys k, rows WHERE k.id = rows.key_id AND k.limit_nanos IS NOT NULL`,
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
      unleased: bigint(row, 'balance') - bigint(row, 'held'),
      elsewhere: bigint(row, 'held') - bigint(row, 'leased'),
    }));

const keyFrom = (row: Row, atMs: number): LimitFunds => ({
  id: text(row, 'id'),
  month: text(row, 'limit_window') === 'month' ? monthOf(atMs) : null,
  unleased: bigint(row, 'limit_nanos') - bigint(row, 'spent') - bigint(row, 'leased'),
  elsewhere: bigint(row, 'elsewhere'),
});
