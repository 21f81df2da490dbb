/** Subscriptions and their periods. A period, its pot and its one grant are written together. */

import type { Cause } from '../core/ledger.ts';
import {
  anchorDayOf,
  changeTo,
  type InBoth,
  orderOf,
  type Period,
  type PlanChange,
  type PlanId,
  type PlanOffers,
  type PlanTerms,
  periodFrom,
  periodsDue,
  periodsEndMs,
  planNames,
} from '../core/plan.ts';
import { type PlanVersion, planOffersAt } from '../core/price-versions.ts';
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
  /** As it was called when the period began. */
  readonly name: InBoth;
  readonly order: number;
  readonly nextPlan: PlanId | null;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** How many periods after this one are paid already. */
  readonly periodsPaid: number;
  /** It goes on after all that is paid, until it is cancelled. */
  readonly isRenewing: boolean;
  /** The end of all that is paid. */
  readonly paidUntilMs: number;
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
            'UPDATE subscriptions SET next_plan = ?, paid_periods = NULL, paid_until_ms = NULL WHERE account_id = ?',
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
        // Months that are paid for stay: only what would come after them does not.
        const stopped = `UPDATE subscriptions SET paid_until_ms = NULL,
          next_plan = CASE WHEN paid_periods > 0 THEN next_plan ELSE NULL END WHERE account_id = ?`;
        return (await sql.run(stopped, accountId)) > 0;
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
      const plan = text(period, 'plan');
      return {
        plan,
        name: periodName(period),
        order: orderOf(plan, (await offersAt(db.sql, offers, nowMs))[plan]),
        nextPlan: subscription.next_plan as PlanId | null,
        startsAtMs: number(period, 'starts_at_ms'),
        endsAtMs: number(period, 'ends_at_ms'),
        potId: text(period, 'pot_id'),
        ...paidAhead(subscription, period),
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
  const endedAtMs = number(last, 'ends_at_ms');
  const due = lastUntil(
    periodsDue(subscription, { endedAtMs, nowMs }).slice(0, paidPeriods),
    paidPeriods,
    optionalNumber(row, 'paid_until_ms'),
  );
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

/** The last of all periods that are paid for lasts until the next payment may have come. */
function lastUntil(due: readonly Period[], paid: number | undefined, untilMs: number | undefined): readonly Period[] {
  if (untilMs === undefined || due.length !== paid) return due;
  return due.map((period, i) => (i === paid - 1 ? { ...period, endsAtMs: untilMs } : period));
}

/** The periods that are paid for become fewer; after the last one no other is wanted, unless a card pays for it. */
async function countPeriods(sql: Sql, accountId: string, begun: number): Promise<void> {
  await sql.run(
    `UPDATE subscriptions SET
       next_plan = CASE WHEN paid_periods <= ? AND paid_until_ms IS NULL THEN NULL ELSE next_plan END,
       paid_until_ms = CASE WHEN paid_periods <= ? THEN NULL ELSE paid_until_ms END,
       paid_periods = paid_periods - ? WHERE account_id = ? AND paid_periods IS NOT NULL`,
    begun,
    begun,
    begun,
    accountId,
  );
}

/** Takes back months that were paid in advance and have not begun. */
export async function giveMonthsBack(sql: Sql, accountId: string, months: number): Promise<void> {
  await sql.run(
    `UPDATE subscriptions SET next_plan = CASE WHEN paid_periods <= ? THEN NULL ELSE next_plan END, paid_until_ms = NULL,
       paid_periods = paid_periods - ? WHERE account_id = ? AND paid_periods >= ?`,
    months,
    months,
    accountId,
    months,
  );
}

/** Months that are paid for and have not begun. */
export async function monthsAhead(sql: Sql, accountId: string): Promise<number> {
  const row = await subscriptionRow(sql, accountId);
  return row ? (optionalNumber(row, 'paid_periods') ?? 0) : 0;
}

/** A plan goes on by the operator's word, or by a provider that pays each period, or each year, when it comes. */
export const renewsItself = (row: Row): boolean =>
  row.next_plan !== null && (!((optionalNumber(row, 'paid_periods') ?? 0) > 0) || row.paid_until_ms !== null);

function paidAhead(subscription: Row, period: Row) {
  const periodsPaid = optionalNumber(subscription, 'paid_periods') ?? 0;
  const plan = text(subscription, 'plan');
  const anchorDay = number(subscription, 'anchor_day');
  const byCalendar = periodsEndMs({ startsAtMs: number(period, 'ends_at_ms'), plan, anchorDay }, periodsPaid);
  const paidUntilMs = optionalNumber(subscription, 'paid_until_ms') ?? byCalendar;
  return { periodsPaid, paidUntilMs, isRenewing: renewsItself(subscription) };
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
  /** How long the last of them lasts, where it is not the calendar that ends it. */
  readonly paidUntilMs?: number;
  /** Where it is not the calendar that ends it. */
  readonly endsAtMs?: number;
};

/** Ends the running period, if there is one, and begins a new one at this moment. Returns the pot of the new one. */
export async function beginNow(sql: Sql, beginning: PlanBeginning, offers: PlanOffers): Promise<string> {
  const { accountId, plan, actor, atMs, nextPlan = plan, paidPeriods = null, paidUntilMs = null } = beginning;
  const { reason, cause } = beginning;
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
    `INSERT INTO subscriptions (account_id, plan, next_plan, anchor_day, paid_periods, paid_until_ms)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET plan = excluded.plan, next_plan = excluded.next_plan,
       anchor_day = excluded.anchor_day, paid_periods = excluded.paid_periods, paid_until_ms = excluded.paid_until_ms`,
    accountId,
    plan,
    nextPlan,
    anchorDay,
    paidPeriods,
    paidUntilMs,
  );
  const byCalendar = periodFrom({ startsAtMs, plan, anchorDay });
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
  const versions = await readPlanVersions(sql);
  const granted = termsOf(planOffersAt(versions, offers, startsAtMs), plan);
  const pot = { id: potId, accountId, kind: 'plan', label: plan, expiresAtMs: endsAtMs, atMs: startsAtMs } as const;
  await openTokenPot(sql, { ...pot, terms: termsToText(granted) });
  const tokens = granted.tokens ?? granted.credit;
  assert(tokens, `The plan ${plan} has no allowance.`);
  await sql.run(
    `INSERT INTO plan_periods (account_id, starts_at_ms, ends_at_ms, plan, pot_id, tokens, cause, plan_name, plan_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountId,
    startsAtMs,
    endsAtMs,
    plan,
    potId,
    tokens,
    written.cause ?? null,
    JSON.stringify(planNames(plan, granted)),
    offers[plan]?.isDeclared ? null : lastVersionOf(versions, { plan, atMs: startsAtMs }),
  );
  const reason = written.reason ?? `plan ${plan}`;
  const grant = { accountId, amount: tokens, reason, actor, atMs: startsAtMs, cause: `period:${potId}` } as const;
  await move(sql, potId, { ...grant, kind: 'grant' });
  await sql.run('UPDATE accounts SET renews_at_ms = ? WHERE id = ?', endsAtMs, accountId);
  return potId;
}

/** The last version of a plan that has begun by then; 0 where none has. */
const lastVersionOf = (
  versions: readonly PlanVersion[],
  { plan, atMs }: { readonly plan: PlanId; readonly atMs: number },
): number =>
  versions
    .filter((one) => one.plan === plan && one.withdrawnAtMs === null && one.fromMs <= atMs)
    .reduce((last, { version }) => Math.max(last, version), 0);

function termsOf(offers: PlanOffers, plan: PlanId): PlanTerms {
  const terms = offers[plan];
  assert(terms, `There is no plan ${plan}.`);
  return terms;
}

/** Periods of before names were kept are of the presets. */
const periodName = (period: Row): InBoth =>
  period.plan_name === null ? planNames(text(period, 'plan')) : (JSON.parse(text(period, 'plan_name')) as InBoth);

export const subscriptionRow = (sql: Sql, accountId: string): Promise<Row | undefined> =>
  sql.one('SELECT * FROM subscriptions WHERE account_id = ?', accountId);

const lastPeriod = (sql: Sql, accountId: string): Promise<Row | undefined> =>
  sql.one('SELECT * FROM plan_periods WHERE account_id = ? ORDER BY starts_at_ms DESC LIMIT 1', accountId);
