/** Reads what statements are made of. Months are sums already, so an old month costs no more than the last one. */
import { monthOf } from '../../core/calendar.ts';
import type { PotKind } from '../../core/ledger.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import type { InBoth } from '../../core/plan.ts';
import { versionAt } from '../../core/version.ts';
import { membershipsOf, versionsOf } from '../../ledger/group-store.ts';
import { unitIn } from '../../ledger/pot-row.ts';
import { sumFromRow } from '../../ledger/usage-steps.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import type { StatementEntry, Statements } from './statement.ts';

type Month = { readonly accountId: string; readonly fromMs: number; readonly toMs: number };

export function createStatementStore(db: Database): Statements {
  return {
    read: (month) =>
      db.snapshot(async (sql) => ({
        opening: await openingOf(sql, month),
        movements: (await movementsOf(sql, month)).map(entryFromRow),
        usage: (await usageOf(sql, month)).map((row) => ({ model: text(row, 'model'), ...sumFromRow(row) })),
        priceGroups: await groupsOf(sql, month),
      })),
  };
}

/** The ledger is read backwards: what is in the pot now, less what has come since, and what was charged since. */
async function openingOf(sql: Sql, { accountId, fromMs }: Month): Promise<Nanos> {
  const row = await sql.one(
    `SELECT p.balance AS balance,
       (SELECT COALESCE(SUM(e.amount), 0) FROM ledger_entries e
        WHERE e.account_id = p.account_id AND e.kind <> 'charge' AND e.at_ms >= ? AND e.pot_id = p.id) AS moved,
       (SELECT COALESCE(SUM(m.spent_nanos), 0) FROM api_keys k JOIN key_months m ON m.key_id = k.id
        WHERE k.account_id = p.account_id AND m.month >= ?) AS charged
     FROM pots p WHERE p.account_id = ? AND p.kind = 'credit'`,
    fromMs,
    monthOf(fromMs),
    accountId,
  );
  return row ? nanos(bigint(row, 'balance') - bigint(row, 'moved') + bigint(row, 'charged')) : nanos(0n);
}

const movementsOf = (sql: Sql, { accountId, fromMs, toMs }: Month): Promise<readonly Row[]> =>
  sql.all(
    `SELECT e.at_ms, e.kind, e.amount, e.reason, p.kind AS pot, p.label, p.terms, n.plan_name,
       o.id AS order_id, o.invoice_number
     FROM ledger_entries e JOIN pots p ON p.id = e.pot_id LEFT JOIN plan_periods n ON n.pot_id = e.pot_id
       LEFT JOIN orders o ON e.kind = 'grant' AND o.account_id = e.account_id
         AND ('order:' || o.id) IN (e.cause, n.cause)
     WHERE e.account_id = ? AND e.kind <> 'charge' AND e.at_ms >= ? AND e.at_ms < ? ORDER BY e.at_ms, e.seq`,
    accountId,
    fromMs,
    toMs,
  );

const usageOf = (sql: Sql, { accountId, fromMs, toMs }: Month): Promise<readonly Row[]> =>
  sql.all(
    `SELECT model, SUM(requests) AS requests, SUM(input_tokens) AS input_tokens,
       SUM(cached_input_tokens) AS cached_input_tokens, SUM(output_tokens) AS output_tokens,
       SUM(reasoning_tokens) AS reasoning_tokens, SUM(cost_nanos) AS cost_nanos, SUM(plan_tokens) AS plan_tokens,
       SUM(package_tokens) AS package_tokens, SUM(cache_write_5m_tokens) AS cache_write_5m_tokens,
       SUM(cache_write_1h_tokens) AS cache_write_1h_tokens
     FROM usage_hours WHERE account_id = ? AND hour_ms >= ? AND hour_ms < ? GROUP BY model ORDER BY model`,
    accountId,
    fromMs,
    toMs,
  );

/** As they were called last within the month. Memberships come in the order of their versions. */
async function groupsOf(sql: Sql, { accountId, fromMs, toMs }: Month): Promise<readonly string[]> {
  const all = await membershipsOf(sql, accountId);
  const within = all
    .filter((one) => one.fromMs > fromMs && one.fromMs < toMs)
    .toSorted((one, other) => one.fromMs - other.fromMs);
  const groups = [versionAt(all, fromMs), ...within].flatMap((one) => one?.group ?? []);
  const names = [...new Set(groups)].map(async (group) => {
    const versions = await versionsOf(sql, group);
    return (versionAt(versions, toMs - 1) ?? versions[0])!.name;
  });
  return Promise.all(names);
}

const entryFromRow = (row: Row): StatementEntry => ({
  atMs: number(row, 'at_ms'),
  kind: text(row, 'kind') as StatementEntry['kind'],
  pot: text(row, 'pot') as PotKind,
  ...unitIn(row),
  label: text(row, 'label'),
  planName: row.plan_name === null ? null : (JSON.parse(text(row, 'plan_name')) as InBoth),
  reason: text(row, 'reason'),
  order: row.order_id === null ? null : { id: text(row, 'order_id'), invoice: text(row, 'invoice_number') },
  amount: bigint(row, 'amount'),
});
