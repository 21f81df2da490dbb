/** The funds of accounts, as a server that leases from them needs to know it. */
import type { PotKind } from '../core/ledger.ts';
import { bigint, optionalNumber, type Row, type Sql, text } from '../platform/database/database.ts';
import { type RowSet, readForRows } from '../platform/database/row-set.ts';
import type { AccountFunds, AccountState, LimitFunds, PotFunds } from './lease.ts';
import { limitFromRow, limitRowsOfAccounts, limitRowsOfKeys } from './limits/uses.ts';
import { termsFromText } from './pot-terms.ts';
import { type WindowUse, windowsOfPots } from './pot-windows.ts';

type FundsQuery = {
  readonly serverId: string;
  readonly atMs: number;
  readonly accountIds: readonly string[];
  readonly keyIds: readonly string[];
};

/** Pots that have ended by then are left out. */
export async function fundsOfAccounts(sql: Sql, query: FundsQuery): Promise<readonly AccountFunds[]> {
  const { serverId, atMs, accountIds, keyIds } = query;
  const [pots, keys, accounts] = await Promise.all([
    readForRows(
      sql,
      POTS,
      accountIds.map((id) => [id, serverId, atMs]),
    ),
    limitRowsOfKeys(sql, keyIds, query),
    limitRowsOfAccounts(sql, accountIds, query),
  ]);
  const windows = await windowsOfPots(sql, pots, { serverId, atMs });
  const limitRowsOf = Map.groupBy([...keys, ...accounts], (row) => text(row, 'account_id'));
  return [...Map.groupBy(pots, (row) => text(row, 'account_id'))].map(([accountId, rows]) => ({
    accountId,
    state: stateOf(rows[0]!),
    renewsAtMs: optionalNumber(rows[0]!, 'renews_at_ms') ?? null,
    recalledUntilMs: optionalNumber(rows[0]!, 'recalled_until_ms'),
    pots: [...ofKind(rows, 'plan'), ...ofKind(rows, 'package'), ...ofKind(rows, 'credit')].map((pot) =>
      withWindows(pot, windows.get(pot.id)),
    ),
    limits: limitsFrom(limitRowsOf.get(accountId) ?? [], atMs),
    memberOf: Object.fromEntries((limitRowsOf.get(accountId) ?? []).flatMap(memberOfKey)),
  }));
}

const POTS: RowSet = {
  columns: { account_id: 'TEXT', server_id: 'TEXT', at_ms: 'BIGINT' },
  text: `SELECT p.account_id, p.id, p.kind, p.balance, p.held, p.awaited, p.expires_at_ms, p.created_at_ms, p.terms, a.status, a.suspended_at_ms, a.renews_at_ms, a.recalled_until_ms,
      COALESCE((SELECT l.amount FROM leases l WHERE l.server_id = rows.server_id AND l.pot_id = p.id), 0) AS leased
    FROM accounts a JOIN pots p ON p.account_id = a.id, rows
    WHERE a.id = rows.account_id AND (p.expires_at_ms IS NULL OR p.expires_at_ms > rows.at_ms)
    ORDER BY p.expires_at_ms, p.id`,
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
      ...(row.terms !== null && { terms: termsFromText(text(row, 'terms')) }),
      unleased: bigint(row, 'balance') - bigint(row, 'held') - bigint(row, 'awaited'),
      elsewhere: bigint(row, 'held') - bigint(row, 'leased'),
    }));

const withWindows = (pot: PotFunds, windows: readonly WindowUse[] | undefined): PotFunds =>
  windows === undefined
    ? pot
    : {
        ...pot,
        windows: windows.map(({ id, resetsAtMs, max, used, leased, elsewhere }) => ({
          id,
          resetsAtMs,
          unleased: max - used - leased,
          elsewhere,
        })),
      };

/** The limit of a member comes with each of their keys. */
function limitsFrom(rows: readonly Row[], atMs: number): readonly LimitFunds[] {
  const byId = new Map(rows.filter(({ id }) => id !== null).map((row) => [text(row, 'id'), row]));
  return [...byId.values()].map((row) => {
    const { max, used, held, setBy: _, ...limit } = limitFromRow(row, atMs);
    return {
      ...limit,
      unleased: max - used - held,
      elsewhere: bigint(row, 'elsewhere'),
    };
  });
}

/** Rows of accounts have no key, and keys of the organisation have no member. */
const memberOfKey = (row: Row): readonly (readonly [string, string])[] =>
  row.user_id == null ? [] : [[text(row, 'key_id'), text(row, 'user_id')]];
