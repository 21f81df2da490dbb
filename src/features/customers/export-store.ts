/** Everything that is kept of an account, for its owner to take away. */

import type { PotKind } from '../../core/ledger.ts';
import { SETTINGS_LIMITS } from '../../core/limits.ts';
import { nanos } from '../../core/money.ts';
import type { PlanId } from '../../core/plan.ts';
import { limitsOf } from '../../ledger/limits/uses.ts';
import { potFromRow, unitIn } from '../../ledger/pot-row.ts';
import { priceFromRow } from '../../ledger/receipt.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../../platform/database/database.ts';
import { domainsOf } from '../organisations/index.ts';
import { orderFromRow, readBuyer, readVatCheck, stateOf, withdrawalsOf } from '../shop/index.ts';
import { webhooksOf } from '../webhooks/index.ts';
import type { ExportEntry, Exports } from './account-export.ts';
import { readOwner } from './customer-list.ts';

const ORDERS = 'SELECT * FROM orders WHERE account_id = ? ORDER BY created_at_ms';
/** The list with its tiers, and the prices of groups that the account has been in. */
const PRICES = `SELECT p.*, COALESCE(l.model, p.model) AS model FROM price_versions p
  LEFT JOIN price_versions l ON l.id = p.list_version
  WHERE p.group_version IS NULL OR p.group_version IN (SELECT g.id FROM price_group_versions g
    JOIN price_group_members m ON m.price_group = g.price_group WHERE m.account_id = ?)
  ORDER BY 2, p.version, p.id`;

export function createExportStore(db: Database): Exports {
  return {
    about: (accountId, nowMs) =>
      db.snapshot(async (sql) => ({
        pots: (await potRows(sql, accountId)).map(potFromRow),
        periods: (await periodRows(sql, accountId)).map(periodFromRow),
        debts: (await debtRows(sql, accountId)).map(debtFromRow),
        limits: await limitsOf(sql, { accountId, ownerId: accountId, nowMs }),
        buyer: (await readBuyer(sql, accountId)) ?? null,
        terms: (await readOwner(sql, accountId))?.terms ?? null,
        vatCheck: await readVatCheck(sql, accountId),
        withdrawals: await withdrawalsOf(sql, accountId),
        topUp: await stateOf(sql, accountId, nowMs),
        mailDomains: await domainsOf(sql, accountId),
        webhooks: await webhooksOf(sql, accountId),
        orders: (await sql.all(ORDERS, accountId)).map(orderFromRow),
        prices: (await sql.all(PRICES, accountId)).map((row) => ({
          id: text(row, 'id'),
          model: text(row, 'model'),
          fromMs: number(row, 'from_ms'),
          price: priceFromRow(row),
        })),
      })),

    /** Two entries may be of one millisecond, so the place is the number as well as the time. */
    movements: async (accountId, after) => {
      const rows = await db.sql.all(
        `SELECT e.seq, e.at_ms, e.kind, e.amount, e.reason, e.pot_id, p.kind AS pot, p.terms
         FROM ledger_entries e JOIN pots p ON p.id = e.pot_id
         WHERE e.account_id = ? AND e.kind <> 'charge' AND e.at_ms >= ? AND (e.at_ms > ? OR e.seq > ?)
         ORDER BY e.at_ms, e.seq LIMIT ?`,
        accountId,
        after?.atMs ?? 0,
        after?.atMs ?? 0,
        after?.seq ?? -1,
        SETTINGS_LIMITS.rowsAtOnce,
      );
      return rows.map(movementFromRow);
    },
  };
}

const potRows = (sql: Sql, accountId: string) =>
  sql.all('SELECT * FROM pots WHERE account_id = ? ORDER BY created_at_ms, id', accountId);

const periodRows = (sql: Sql, accountId: string) =>
  sql.all('SELECT * FROM plan_periods WHERE account_id = ? ORDER BY starts_at_ms', accountId);

const debtRows = (sql: Sql, accountId: string) =>
  sql.all('SELECT * FROM debts WHERE account_id = ? ORDER BY at_ms, id', accountId);

const periodFromRow = (row: Row) => ({
  plan: text(row, 'plan') as PlanId,
  startsAtMs: number(row, 'starts_at_ms'),
  endsAtMs: number(row, 'ends_at_ms'),
});

const debtFromRow = (row: Row) => ({
  atMs: number(row, 'at_ms'),
  amount: nanos(bigint(row, 'amount_nanos')),
  repaid: nanos(bigint(row, 'repaid_nanos')),
  reason: text(row, 'reason'),
});

const movementFromRow = (row: Row): ExportEntry => ({
  seq: number(row, 'seq'),
  atMs: number(row, 'at_ms'),
  kind: text(row, 'kind') as ExportEntry['kind'],
  pot: text(row, 'pot') as PotKind,
  ...unitIn(row),
  potId: text(row, 'pot_id'),
  reason: text(row, 'reason'),
  amount: bigint(row, 'amount'),
});
