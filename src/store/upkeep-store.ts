/** What time does by itself. Each step works in small transactions and may be repeated or run twice at once. */
import type { PlanOffers } from '../domain/plan.ts';
import type { Upkeep } from '../domain/ports.ts';
import { emptyPots } from './closing-store.ts';
import { bigint, type Database, text } from './database.ts';
import { freeHold } from './ledger-store.ts';
import { renewPlan } from './plan-store.ts';
import { move, payDebts } from './treasury-store.ts';

const AT_ONCE = 500;

export function createUpkeepStore(db: Database, offers: PlanOffers): Upkeep {
  return {
    expireHolds: (nowMs, dueMs = nowMs) =>
      db.transaction(async (sql) => {
        const due = await sql.all(
          "SELECT id FROM requests WHERE state = 'open' AND expires_at_ms <= ? LIMIT ?",
          dueMs,
          AT_ONCE,
        );
        for (const row of due)
          await freeHold(sql, text(row, 'id'), { event: 'expire', reason: 'expired', atMs: nowMs });
        return due.length;
      }),

    renewPlans: (nowMs) =>
      db.transaction(async (sql) => {
        const due = await sql.all('SELECT id FROM accounts WHERE renews_at_ms <= ? LIMIT ?', nowMs, AT_ONCE);
        let renewed = 0;
        for (const row of due) renewed += await renewPlan(sql, text(row, 'id'), { offers, nowMs });
        return renewed;
      }),

    /** What running requests hold of an expired pot stays until they end; the rest goes now. */
    expirePots: (nowMs) =>
      db.transaction(async (sql) => {
        const due = await sql.all(
          'SELECT * FROM pots WHERE expires_at_ms <= ? AND balance > 0 AND balance > held LIMIT ?',
          nowMs,
          AT_ONCE,
        );
        for (const pot of due) {
          const amount = bigint(pot, 'held') - bigint(pot, 'balance');
          const entry = {
            accountId: text(pot, 'account_id'),
            amount,
            reason: 'expired',
            actor: 'service',
            atMs: nowMs,
          };
          await move(sql, text(pot, 'id'), { ...entry, kind: 'expiry' });
        }
        return due.length;
      }),

    payDebts: (nowMs) =>
      db.transaction(async (sql) => {
        const debtors = await sql.all(
          `SELECT DISTINCT d.account_id FROM debts d JOIN pots p ON p.account_id = d.account_id AND p.kind = 'credit'
           WHERE d.repaid_nanos < d.amount_nanos AND p.balance > p.held LIMIT ?`,
          AT_ONCE,
        );
        let paid = 0;
        for (const row of debtors)
          paid += await payDebts(sql, { accountId: text(row, 'account_id'), actor: 'service', atMs: nowMs });
        return paid;
      }),

    emptyClosed: (nowMs) =>
      db.transaction(async (sql) => {
        const closed = await sql.all('SELECT id FROM accounts WHERE emptying_since_ms IS NOT NULL LIMIT ?', AT_ONCE);
        let emptied = 0;
        for (const row of closed) {
          const accountId = text(row, 'id');
          const { pots, isEmpty } = await emptyPots(sql, { accountId, actor: 'service', atMs: nowMs });
          if (isEmpty) await sql.run('UPDATE accounts SET emptying_since_ms = NULL WHERE id = ?', accountId);
          emptied += pots;
        }
        return emptied;
      }),

    forgetAnswers: (nowMs) =>
      db.transaction((sql) => sql.run('DELETE FROM recorded_answers WHERE expires_at_ms <= ?', nowMs)),
  };
}
