/**
 * Work that time brings by itself. Each step may be repeated or run twice at once: it looks for what is due, and then does each
 * in a transaction of its own that looks again, so that no request waits for a whole sweep.
 */

import type { PlanOffers } from '../core/plan.ts';
import { bigint, type Database, number, type Row, type Sql, text } from '../platform/database/database.ts';
import { lockAccount } from './account-lock.ts';
import { emptyPots } from './closing-store.ts';
import { move, payDebts } from './credit-store.ts';
import { accountsToRepair } from './lease-repair.ts';
import { renewPlan } from './plan-store.ts';
import { sweptTooEarly } from './swept-early.ts';

/** The work of time itself. Each step is idempotent, returns how much it did, and may run twice at once. */
export interface Maintenance {
  renewPlans(nowMs: number): Promise<number>;
  expirePots(nowMs: number): Promise<number>;
  /** Whether anything is there for the two steps below: the one question of a server that has nothing to do. */
  hasReturned(): Promise<boolean>;
  /** Pays what is owed from credit that has become free, as holds end. */
  payDebts(nowMs: number): Promise<number>;
  /** Accounts with refunded tokens that requests held. What has come back is taken then, and what was used is owed. */
  refundsToSettle(): Promise<readonly string[]>;
  settleRefunds(accountId: string, nowMs: number): Promise<number>;
  /** Writes off what requests have given back that were still running when their account was closed. */
  emptyClosed(nowMs: number): Promise<number>;
  forgetAnswers(nowMs: number): Promise<number>;
  /** The accounts from which pots were emptied before their end, by a clock that was wrong. */
  sweptTooEarly(nowMs: number): Promise<readonly string[]>;
  /** The accounts whose pots do not hold what servers have leased of them, or have leases of servers that are not entered. */
  accountsToRepair(): Promise<readonly string[]>;
  /** The time of a database on another machine; null where it has no clock of its own. */
  databaseMs(): Promise<number | null>;
  /** Writes this much that says nothing, to find out whether the database can be written. */
  tryWrite(bytes: number): Promise<void>;
}

const AT_ONCE = 500;
/** Tokens of refunds that have come back, or that were used. */
const AWAITED = 'awaited > 0 AND (balance > held OR held = 0)';
const DEBTORS = `FROM debts d JOIN pots p ON p.account_id = d.account_id AND p.kind = 'credit'
  WHERE d.repaid_nanos < d.amount_nanos AND p.balance > p.held`;
const HAS_RETURNED = `SELECT 1 AS found FROM pots WHERE ${AWAITED} UNION ALL SELECT 1 AS found ${DEBTORS} LIMIT 1`;

/** The rows of other parts that time changes, and the plans that there are. */
type Others = {
  readonly offers: PlanOffers;
  /** Takes back what a refund awaits of a pot. */
  readonly settleAwaited: (
    sql: Sql,
    potId: string,
    by: { readonly actor: string; readonly atMs: number },
  ) => Promise<unknown>;
  /** Forget what was kept for a time that is over; each returns how many rows. */
  readonly forgets: readonly ((sql: Sql, nowMs: number) => Promise<number>)[];
};

export const createMaintenanceStore = (db: Database, others: Others): Maintenance => ({
  renewPlans: (nowMs) => renewPlans(db, nowMs, others.offers),
  expirePots: (nowMs) => expirePots(db, nowMs),
  hasReturned: async () => (await db.sql.one(HAS_RETURNED)) !== undefined,
  payDebts: (nowMs) => payAllDebts(db, nowMs),

  refundsToSettle: async () => {
    const due = await db.sql.all(`SELECT DISTINCT account_id FROM pots WHERE ${AWAITED} LIMIT ?`, AT_ONCE);
    return due.map((row) => text(row, 'account_id'));
  },

  settleRefunds: (accountId, nowMs) =>
    db.transaction(async (sql) => {
      await lockAccount(sql, accountId);
      const due = await sql.all(`SELECT id FROM pots WHERE account_id = ? AND ${AWAITED} ORDER BY id`, accountId);
      for (const row of due) await others.settleAwaited(sql, text(row, 'id'), { actor: 'service', atMs: nowMs });
      return due.length;
    }),

  emptyClosed: (nowMs) => emptyClosed(db, nowMs),

  forgetAnswers: (nowMs) =>
    db.transaction(async (sql) => {
      let forgotten = await sql.run('DELETE FROM recorded_answers WHERE expires_at_ms <= ?', nowMs);
      for (const forget of others.forgets) forgotten += await forget(sql, nowMs);
      return forgotten;
    }),

  sweptTooEarly: (nowMs) => sweptTooEarly(db.sql, nowMs),

  accountsToRepair: () => db.snapshot(accountsToRepair),

  databaseMs: async () => {
    const row = db.dialect.clock === null ? undefined : await db.sql.one(db.dialect.clock);
    return row ? number(row, 'ms') : null;
  },

  tryWrite: (bytes) =>
    db.transaction(async (sql) => {
      await sql.run(
        'INSERT INTO write_checks (id, filler) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET filler = excluded.filler',
        '.'.repeat(bytes),
      );
    }),
});

/** Does `step` for every row in its own transaction, and adds up what the steps did. */
async function each(db: Database, due: readonly Row[], step: (sql: Sql, row: Row) => Promise<number>): Promise<number> {
  let done = 0;
  for (const row of due) done += await db.transaction((sql) => step(sql, row));
  return done;
}

async function renewPlans(db: Database, nowMs: number, offers: PlanOffers): Promise<number> {
  const due = await db.sql.all('SELECT id FROM accounts WHERE renews_at_ms <= ? LIMIT ?', nowMs, AT_ONCE);
  return each(db, due, async (sql, row) => {
    await lockAccount(sql, text(row, 'id'));
    return renewPlan(sql, text(row, 'id'), { offers, nowMs });
  });
}

/** The part of an expired pot that running requests hold stays until they end, as does what refunds await; the rest goes now. */
async function expirePots(db: Database, nowMs: number): Promise<number> {
  const due = await db.sql.all(
    `SELECT id, account_id FROM pots WHERE expires_at_ms <= ? AND swept_at_ms IS NULL AND balance > held AND awaited = 0
     LIMIT ?`,
    nowMs,
    AT_ONCE,
  );
  const emptied = await each(db, due, (sql, row) => emptyPot(sql, row, nowMs));
  await db.sql.run(
    'UPDATE pots SET swept_at_ms = ? WHERE expires_at_ms <= ? AND swept_at_ms IS NULL AND balance = 0',
    nowMs,
    nowMs,
  );
  return emptied;
}

async function payAllDebts(db: Database, nowMs: number): Promise<number> {
  const debtors = await db.sql.all(`SELECT DISTINCT d.account_id ${DEBTORS} LIMIT ?`, AT_ONCE);
  return each(db, debtors, async (sql, row) => {
    const accountId = text(row, 'account_id');
    await lockAccount(sql, accountId);
    return payDebts(sql, { accountId, actor: 'service', atMs: nowMs });
  });
}

async function emptyClosed(db: Database, nowMs: number): Promise<number> {
  const closed = await db.sql.all('SELECT id FROM accounts WHERE emptying_since_ms IS NOT NULL LIMIT ?', AT_ONCE);
  return each(db, closed, async (sql, row) => {
    const accountId = text(row, 'id');
    await lockAccount(sql, accountId);
    const { pots, isEmpty } = await emptyPots(sql, { accountId, actor: 'service', atMs: nowMs });
    if (isEmpty) await sql.run('UPDATE accounts SET emptying_since_ms = NULL WHERE id = ?', accountId);
    return pots;
  });
}

async function emptyPot(sql: Sql, due: Row, nowMs: number): Promise<number> {
  const potId = text(due, 'id');
  const accountId = text(due, 'account_id');
  await lockAccount(sql, accountId);
  const pot = await sql.one('SELECT balance, held FROM pots WHERE id = ? AND awaited = 0', potId);
  const amount = pot ? bigint(pot, 'held') - bigint(pot, 'balance') : 0n;
  if (amount === 0n) return 0;
  await move(sql, potId, { accountId, amount, reason: 'expired', actor: 'service', atMs: nowMs, kind: 'expiry' });
  return 1;
}
