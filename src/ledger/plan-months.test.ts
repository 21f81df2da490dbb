/** Months of a plan that are paid ahead: by the calendar, by a card, taken back, and ended. */
import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../test/support/ledger-fixture.ts';
import type { Sql } from '../platform/database/database.ts';
import { addPlanMonths } from './plan-months.ts';
import { beginNow, endPlanPeriod, giveMonthsBack, monthsAhead } from './plan-store.ts';

const OFFERS = { pro: { tokens: 30n }, ultra: { tokens: 60n } };
const DAY = 86_400_000;
/** The ends of the months that begin at noon of 15 November. */
const [FIRST, SECOND, THIRD] = ['2026-12-14T23', '2027-01-14T23', '2027-02-14T23'].map((hour) =>
  Date.parse(`${hour}:00:00Z`),
) as [number, number, number];

async function open() {
  const storage = await openStorage({ offers: OFFERS });
  const { id: accountId } = await storage.account();
  const { plans, maintenance } = storage.stores;
  const by = { accountId, actor: 'test', reason: 'test' };
  const inOne = <T>(work: (sql: Sql) => Promise<T>) => storage.db.transaction(work);
  return {
    ...{ storage, accountId, inOne },
    add: (months: number, plan: keyof typeof OFFERS = 'pro', atMs = NOON) =>
      inOne((sql) => addPlanMonths(sql, { ...by, plan, months, cause: 'order:1', atMs }, OFFERS)),
    /** As a card pays ahead, for as long. */
    payByCard: (periods: number, untilMs: number) =>
      inOne((sql) =>
        beginNow(sql, { ...by, plan: 'pro', atMs: NOON, paidPeriods: periods - 1, paidUntilMs: untilMs }, OFFERS),
      ),
    at: async (nowMs: number) => {
      await maintenance.renewPlans(nowMs);
      const now = await plans.current(accountId, nowMs);
      return now && [now.plan, now.nextPlan, now.endsAtMs, now.periodsPaid, now.paidUntilMs, now.isRenewing];
    },
    ahead: () => inOne((sql) => monthsAhead(sql, accountId)),
    cancel: (atMs: number) => plans.cancel({ accountId, atMs }),
    choose: (plan: keyof typeof OFFERS, atMs: number) => plans.choose({ accountId, plan, actor: 'test', atMs }),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

const periodsOf = async ({ db }: Storage) => (await db.sql.all('SELECT pot_id FROM plan_periods')).length;

describe('months that are paid ahead', () => {
  test('are as many periods, whose last one is the end of the plan', async () => {
    await using plan = await open();
    await plan.add(3);

    expect(await plan.at(NOON)).toEqual(['pro', 'pro', FIRST, 2, THIRD, false]);
    expect(await plan.at(FIRST - 1)).toEqual(['pro', 'pro', FIRST, 2, THIRD, false]);
    expect(await plan.at(FIRST)).toEqual(['pro', 'pro', SECOND, 1, THIRD, false]);
    expect(await plan.at(SECOND)).toEqual(['pro', null, THIRD, 0, THIRD, false]);
    expect(await plan.at(THIRD)).toBeUndefined();
    expect([await periodsOf(plan.storage), await plan.choose('pro', THIRD)]).toEqual([3, 'subscribe']);
    const causes = await plan.storage.db.sql.all('SELECT cause FROM plan_periods ORDER BY starts_at_ms');
    expect(causes.map(({ cause }) => cause)).toEqual(['order:1', null, null, null]);
  });

  test('are all written by the first who looks after long, and the plan is over with the last of them', async () => {
    await using plan = await open();
    await plan.add(3);
    await using other = await open();
    await other.add(3);

    expect(await plan.storage.stores.plans.current(plan.accountId, THIRD)).toBeUndefined();
    expect([await plan.choose('pro', THIRD), await periodsOf(plan.storage)]).toEqual(['subscribe', 4]);
    expect([await other.cancel(THIRD), await periodsOf(other.storage)]).toEqual([false, 3]);
  });

  test('come after those that are there; a larger plan begins at once where none are', async () => {
    await using plan = await open();

    expect(await plan.add(1)).toBeString();
    expect(await plan.add(1, 'ultra', NOON + DAY)).toBeString();
    expect(await plan.add(2, 'ultra', NOON + DAY)).toBeNull();

    expect((await plan.at(NOON + DAY))?.slice(0, 4)).toEqual(['ultra', 'ultra', FIRST + DAY, 2]);
    // Smaller ones, others while months are left, and any to a plan that goes on by itself.
    expect(await plan.add(1, 'pro', NOON + DAY)).toBeUndefined();
    await using other = await open();
    await other.add(2);
    expect(await other.add(1, 'ultra', NOON + DAY)).toBeUndefined();
    await using renewing = await open();
    await renewing.choose('pro', NOON);
    expect([await renewing.add(1), await renewing.ahead()]).toEqual([undefined, 0]);
  });

  test('stay when the plan is cancelled', async () => {
    await using plan = await open();
    await plan.add(2);

    expect(await plan.cancel(NOON)).toBe(true);

    expect(await plan.at(NOON)).toEqual(['pro', 'pro', FIRST, 1, SECOND, false]);
    expect(await plan.at(FIRST)).toEqual(['pro', null, SECOND, 0, SECOND, false]);
  });

  test('are taken back as far as they have not begun', async () => {
    await using plan = await open();
    await plan.add(4);
    const giveBack = (months: number) => plan.inOne((sql) => giveMonthsBack(sql, plan.accountId, months));

    await giveBack(1);
    expect(await plan.at(NOON)).toEqual(['pro', 'pro', FIRST, 2, THIRD, false]);
    await giveBack(3);
    expect(await plan.ahead()).toBe(2);
    await giveBack(2);

    expect(await plan.at(NOON)).toEqual(['pro', null, FIRST, 0, FIRST, false]);
  });

  test('begin at once when the running one is ended; without them the plan is over', async () => {
    await using plan = await open();
    const potId = (await plan.add(2))!;
    const end = (atMs: number, pot = potId) =>
      plan.inOne((sql) => endPlanPeriod(sql, { accountId: plan.accountId, potId: pot, atMs }));

    await end(NOON);
    expect(await plan.at(NOON)).toEqual(['pro', 'pro', FIRST, 1, SECOND, false]);
    await end(NOON + DAY);
    expect(await plan.at(NOON + DAY)).toEqual(['pro', null, FIRST, 0, FIRST, false]);
    await end(NOON + DAY, potId);
    expect(await plan.ahead()).toBe(0);
    const { potId: second } = (await plan.storage.stores.plans.current(plan.accountId, NOON + DAY))!;
    await end(NOON + 2 * DAY, second);

    const account = await plan.storage.db.sql.one('SELECT renews_at_ms FROM accounts WHERE id = ?', plan.accountId);
    expect(account).toEqual({ renews_at_ms: null });
    expect(await plan.at(NOON + 2 * DAY)).toBeUndefined();
    expect(await plan.choose('pro', NOON + 2 * DAY)).toBe('subscribe');
  });
});

describe('months that a card has paid', () => {
  const untilMs = THIRD + 2 * DAY;

  test('last until the next payment may have come, and the plan goes on', async () => {
    await using plan = await open();
    await plan.payByCard(3, untilMs);

    expect(await plan.at(NOON)).toEqual(['pro', 'pro', FIRST, 2, untilMs, true]);
    expect(await plan.at(FIRST)).toEqual(['pro', 'pro', SECOND, 1, untilMs, true]);
    expect(await plan.at(SECOND)).toEqual(['pro', 'pro', untilMs, 0, untilMs, true]);
    expect(await plan.cancel(SECOND)).toBe(true);
    expect(await plan.at(SECOND)).toEqual(['pro', null, untilMs, 0, untilMs, false]);
  });

  test('end by the calendar once they are cancelled', async () => {
    await using plan = await open();
    await plan.payByCard(3, untilMs);

    await plan.cancel(NOON);

    expect(await plan.at(NOON)).toEqual(['pro', 'pro', FIRST, 2, THIRD, false]);
    expect(await plan.at(SECOND)).toEqual(['pro', null, THIRD, 0, THIRD, false]);
  });
});
