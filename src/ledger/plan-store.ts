/** Subscriptions and their periods. A period, its pot and its one grant are written together. */

import type { Cause } from '../core/ledger.ts';
import {
  anchorDayOf,
  changeTo,
  type Period,
  type PlanChange,
  type PlanId,
  type PlanOffers,
  type PlanTerms,
  periodFrom,
  periodsDue,
} from '../core/plan.ts';
import { planOffersAt } from '../core/price-versions.ts';
import { assert } from '../lib/assert.ts';
import { type Database, number, optionalNumber, type Row, type Sql, text } from '../platform/database/database.ts';
import { lockAccount } from './account-lock.ts';
import { move, openTokenPot, refuseClosed } from './credit-store.ts';
import { noSuchPlan, offersAt, readPlanVersions } from './plan-versions.ts';
import { termsToText } from './pot-terms.ts';

export interface Plans {
  /** Subscribes, upgrades at once, or downgrades with the next period; `plan.ts` has the rules. */
  choose(choice: {
    readonly accountId: string;
    readonly plan: PlanId;
    readonly actor: string;
    readonly atMs: number;
    readonly cause?: Cause;
  }): Promise<PlanChange>;
  /** Lets the running period be the last. Returns false when there is no plan. */
  cancel(choice: { readonly accountId: string; readonly atMs: number }): Promise<boolean>;
  current(accountId: string, nowMs: number): Promise<PlanStatus | undefined>;
}

export type PlanStatus = {
  readonly plan: PlanId;
  readonly nextPlan: PlanId | null;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** The pot with the tokens of this period. */
  readonly potId: string;
};

export function createPlanStore(db: Database, offers: PlanOffers): Plans {
  return {
    choose: (order) =>
      db.transaction(async (sql) => {
        const { accountId, plan, atMs } = order;
        await lockAccount(sql, accountId);
        await refuseClosed(sql, accountId);
        await renewPlan(sql, accountId, { offers, nowMs: atMs });
        const row = await subscriptionRow(sql, accountId);
        const known = await offersAt(sql, offers, atMs);
        if (!known[plan]) throw noSuchPlan(plan);
        const change = changeTo(plan, row && text(row, 'plan'), known);
        if (change === 'subscribe' || change === 'upgrade') await beginNow(sql, order, offers);
        else {
          await sql.run(
            'UPDATE subscriptions SET next_plan = ?, paid_periods = NULL WHERE account_id = ?',
            plan,
            accountId,
          );
        }
        return change;
      }),

    cancel: ({ accountId, atMs }) =>
      db.transaction(async (sql) => {
        await lockAccount(sql, accountId);
        // A period that has begun by now is the account's, whether or not it is written down yet.
        await renewPlan(sql, accountId, { offers, nowMs: atMs });
        return (await sql.run('UPDATE subscriptions SET next_plan = NULL WHERE account_id = ?', accountId)) > 0;
      }),

    current: async (accountId, nowMs) => {
      const subscription = await subscriptionRow(db.sql, accountId);
      const period = await db.sql.one(
        'SELECT * FROM plan_periods WHERE account_id = ? AND starts_at_ms <= ? AND ends_at_ms > ?',
        accountId,
        nowMs,
        nowMs,
      );
      if (!subscription || !period) return undefined;
      return {
        plan: text(period, 'plan'),
        nextPlan: subscription.next_plan as PlanId | null,
        startsAtMs: number(period, 'starts_at_ms'),
        endsAtMs: number(period, 'ends_at_ms'),
        potId: text(period, 'pot_id'),
      };
    },
  };
}

/**
 * Writes every period that is due; the caller has locked the account. Two at once could not write one twice either: the
 * account and start are the key of the row.
 */
export async function renewPlan(
  sql: Sql,
  accountId: string,
  { offers, nowMs }: { readonly offers: PlanOffers; readonly nowMs: number },
): Promise<number> {
  const row = await subscriptionRow(sql, accountId);
  const last = await lastPeriod(sql, accountId);
  if (!row || !last || number(last, 'ends_at_ms') > nowMs) return 0;
  const subscription = {
    accountId,
    plan: text(row, 'plan'),
    nextPlan: row.next_plan as PlanId | null,
    anchorDay: number(row, 'anchor_day'),
  };
  const paidPeriods = optionalNumber(row, 'paid_periods');
  const versions = await readPlanVersions(sql);
  const everyAt = (plan: PlanId, atMs: number) => planOffersAt(versions, offers, atMs)[plan]?.every;
  const endedAtMs = number(last, 'ends_at_ms');
  const due = periodsDue(subscription, { endedAtMs, nowMs, everyAt }).slice(0, paidPeriods);
  for (const period of due) await writePeriod(sql, accountId, { period, offers, actor: 'service' });
  const isOver = paidPeriods !== undefined && due.length > 0 && due.at(-1)!.endsAtMs <= nowMs;
  if (due.length > 0 && !isOver) {
    await sql.run('UPDATE subscriptions SET plan = ? WHERE account_id = ?', due.at(-1)!.plan, accountId);
    await countPeriods(sql, accountId, due.length);
  } else {
    // The last period is over and no other was wanted, or paid for.
    await sql.run('DELETE FROM subscriptions WHERE account_id = ?', accountId);
    await sql.run('UPDATE accounts SET renews_at_ms = NULL WHERE id = ?', accountId);
  }
  return due.length;
}

/** The periods that are paid for become fewer; after the last one no other is wanted. */
async function countPeriods(sql: Sql, accountId: string, begun: number): Promise<void> {
  await sql.run(
    `UPDATE subscriptions SET next_plan = CASE WHEN paid_periods <= ? THEN NULL ELSE next_plan END,
       paid_periods = paid_periods - ? WHERE account_id = ? AND paid_periods IS NOT NULL`,
    begun,
    begun,
    accountId,
  );
}

/** Takes back a month that was paid in advance and has not begun. */
export async function giveMonthBack(sql: Sql, accountId: string): Promise<void> {
  await sql.run(
    `UPDATE subscriptions SET next_plan = CASE WHEN paid_periods <= 1 THEN NULL ELSE next_plan END,
       paid_periods = paid_periods - 1 WHERE account_id = ? AND paid_periods > 0`,
    accountId,
  );
}

type PeriodEnd = { readonly accountId: string; readonly potId: string; readonly atMs: number };

/** Ends the running period with this pot. Months that are paid for beyond it begin then; otherwise the plan is over. */
export async function endPlanPeriod(sql: Sql, { accountId, potId, atMs }: PeriodEnd): Promise<void> {
  const ended = await sql.run(
    'UPDATE plan_periods SET ends_at_ms = ? WHERE pot_id = ? AND starts_at_ms < ? AND ends_at_ms > ?',
    atMs,
    potId,
    atMs,
    atMs,
  );
  if (ended === 0) return;
  const isOver = await sql.run(
    'DELETE FROM subscriptions WHERE account_id = ? AND COALESCE(paid_periods, 0) = 0',
    accountId,
  );
  await sql.run('UPDATE accounts SET renews_at_ms = ? WHERE id = ?', isOver > 0 ? null : atMs, accountId);
}

type PlanBeginning = Parameters<Plans['choose']>[0] & {
  readonly reason?: string;
  /** The cause of the period, where it is not the next one of the plan. */
  readonly cause?: Cause;
  /** The plan after this period; the same plan, unless said. */
  readonly nextPlan?: PlanId | null;
  /** How many more periods are paid for; not counted, unless said. */
  readonly paidPeriods?: number;
  /** Where it is not the calendar that ends it. */
  readonly endsAtMs?: number;
};

/** Ends the running period, if there is one, and begins a new one at this moment. Returns the pot of the new one. */
export async function beginNow(sql: Sql, beginning: PlanBeginning, offers: PlanOffers): Promise<string> {
  const { accountId, plan, actor, atMs, nextPlan = plan, paidPeriods = null, reason, cause } = beginning;
  const last = await lastPeriod(sql, accountId);
  // Within the very millisecond in which the running period began, there is nothing of it to keep apart.
  const startsAtMs = last && number(last, 'starts_at_ms') >= atMs ? number(last, 'starts_at_ms') + 1 : atMs;
  await sql.run(
    'UPDATE plan_periods SET ends_at_ms = ? WHERE account_id = ? AND ends_at_ms > ?',
    startsAtMs,
    accountId,
    startsAtMs,
  );
  const anchorDay = anchorDayOf(startsAtMs);
  await sql.run(
    `INSERT INTO subscriptions (account_id, plan, next_plan, anchor_day, paid_periods) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET plan = excluded.plan, next_plan = excluded.next_plan,
       anchor_day = excluded.anchor_day, paid_periods = excluded.paid_periods`,
    accountId,
    plan,
    nextPlan,
    anchorDay,
    paidPeriods,
  );
  const { every } = termsOf(await offersAt(sql, offers, startsAtMs), plan);
  const byCalendar = periodFrom({ startsAtMs, plan, anchorDay, every });
  const period = { ...byCalendar, endsAtMs: beginning.endsAtMs ?? byCalendar.endsAtMs };
  return writePeriod(sql, accountId, { period, offers, actor, reason, cause });
}

type NewPeriod = {
  readonly period: Period;
  readonly offers: PlanOffers;
  readonly actor: string;
  readonly reason?: string | undefined;
  readonly cause?: Cause | undefined;
};

async function writePeriod(sql: Sql, accountId: string, written: NewPeriod): Promise<string> {
  const { period, offers, actor } = written;
  const { plan, startsAtMs, endsAtMs } = period;
  const potId = `plan-${accountId}-${startsAtMs}`;
  const granted = termsOf(await offersAt(sql, offers, startsAtMs), plan);
  const pot = { id: potId, accountId, kind: 'plan', label: plan, expiresAtMs: endsAtMs, atMs: startsAtMs } as const;
  await openTokenPot(sql, { ...pot, terms: termsToText(granted) });
  const { tokens } = granted;
  assert(tokens, `The plan ${plan} has no tokens.`);
  await sql.run(
    `INSERT INTO plan_periods (account_id, starts_at_ms, ends_at_ms, plan, pot_id, tokens, cause)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    startsAtMs,
    endsAtMs,
    plan,
    potId,
    tokens,
    written.cause ?? null,
  );
  const reason = written.reason ?? `plan ${plan}`;
  const grant = { accountId, amount: tokens, reason, actor, atMs: startsAtMs, cause: `period:${potId}` } as const;
  await move(sql, potId, { ...grant, kind: 'grant' });
  await sql.run('UPDATE accounts SET renews_at_ms = ? WHERE id = ?', endsAtMs, accountId);
  return potId;
}

function termsOf(offers: PlanOffers, plan: PlanId): PlanTerms {
  const terms = offers[plan];
  assert(terms, `There is no plan ${plan}.`);
  return terms;
}

export const subscriptionRow = (sql: Sql, accountId: string): Promise<Row | undefined> =>
  sql.one('SELECT * FROM subscriptions WHERE account_id = ?', accountId);

const lastPeriod = (sql: Sql, accountId: string): Promise<Row | undefined> =>
  sql.one('SELECT * FROM plan_periods WHERE account_id = ? ORDER BY starts_at_ms DESC LIMIT 1', accountId);
