import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage } from '../../test/support/ledger-fixture.ts';

const DAY = 86_400_000;
const OFFERS = { pro: { tokens: 30n }, ultra: { tokens: 60n } };
const open = () => openStorage({ offers: OFFERS });
const choose = (accountId: string, plan: 'pro' | 'ultra', atMs = NOON) => ({ accountId, plan, actor: 'test', atMs });

async function planTokens(storage: Awaited<ReturnType<typeof open>>, id: string, nowMs: number): Promise<bigint[]> {
  const { pots } = await storage.stores.ledger.balanceOf(id, nowMs);
  return pots.filter((pot) => pot.kind === 'plan').map((pot) => pot.amount);
}

describe('a plan', () => {
  test('grants its tokens once for each period, however often and however much at once it is renewed', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    const { plans, maintenance } = storage.stores;
    await plans.choose(choose(id, 'pro'));
    const inMarch = Date.UTC(2027, 2, 20);

    await Promise.all([1, 2, 3].map(() => maintenance.renewPlans(inMarch)));
    await maintenance.renewPlans(inMarch);

    const periods = await storage.db.sql.all('SELECT starts_at_ms, ends_at_ms FROM plan_periods ORDER BY starts_at_ms');
    expect(periods.length).toBe(5);
    for (let i = 1; i < periods.length; i++) expect(periods[i]!.starts_at_ms).toBe(periods[i - 1]!.ends_at_ms!);
    expect((await storage.audit()).problems).toEqual([]);
    expect(await planTokens(storage, id, inMarch)).toEqual([30n]);
  });

  test('that is upgraded begins a new period now and leaves the old tokens until their end', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    await storage.stores.plans.choose(choose(id, 'pro'));

    const change = await storage.stores.plans.choose(choose(id, 'ultra', NOON + 10 * DAY));

    expect(change).toBe('upgrade');
    expect(await planTokens(storage, id, NOON + 10 * DAY)).toEqual([30n, 60n]);
    expect(await planTokens(storage, id, NOON + 31 * DAY)).toEqual([60n]);
    expect(await storage.stores.plans.current(id, NOON + 10 * DAY)).toMatchObject({
      plan: 'ultra',
      startsAtMs: NOON + 10 * DAY,
    });
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('that is upgraded in the same millisecond in which it began keeps the ledger right', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    await storage.stores.plans.choose(choose(id, 'pro'));

    await storage.stores.plans.choose(choose(id, 'ultra'));

    expect((await storage.audit()).problems).toEqual([]);
    expect(await planTokens(storage, id, NOON + 1)).toEqual([30n, 60n]);
  });

  test('that is downgraded changes with the next period', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    await storage.stores.plans.choose(choose(id, 'ultra'));

    const change = await storage.stores.plans.choose(choose(id, 'pro', NOON + DAY));
    expect(change).toBe('downgrade');
    expect(await planTokens(storage, id, NOON + DAY)).toEqual([60n]);

    const next = NOON + 31 * DAY;
    await storage.stores.maintenance.renewPlans(next);
    expect(await planTokens(storage, id, next)).toEqual([30n]);
    expect(await storage.stores.plans.current(id, next)).toMatchObject({ plan: 'pro', nextPlan: 'pro' });
  });

  test('that is cancelled ends with its period, and can be chosen anew', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    await storage.stores.plans.choose(choose(id, 'pro'));
    expect(await storage.stores.plans.cancel({ accountId: id, atMs: NOON })).toBe(true);
    expect(await planTokens(storage, id, NOON + DAY)).toEqual([30n]);

    const later = NOON + 40 * DAY;
    await storage.stores.maintenance.renewPlans(later);
    expect(await storage.stores.plans.current(id, later)).toBeUndefined();
    expect(await storage.stores.plans.cancel({ accountId: id, atMs: later })).toBe(false);

    await storage.stores.plans.choose(choose(id, 'ultra', later));
    expect(await planTokens(storage, id, later)).toEqual([60n]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('that was cancelled by mistake goes on when it is chosen again in time', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    await storage.stores.plans.choose(choose(id, 'pro'));
    await storage.stores.plans.cancel({ accountId: id, atMs: NOON });

    expect(await storage.stores.plans.choose(choose(id, 'pro', NOON + DAY))).toBe('keep');

    const next = NOON + 31 * DAY;
    await storage.stores.maintenance.renewPlans(next);
    expect(await planTokens(storage, id, next)).toEqual([30n]);
  });
});

test('a cancel after the end of a period leaves the period that has begun by then', async () => {
  await using storage = await open();
  const { id } = await storage.account();
  await storage.stores.plans.choose(choose(id, 'pro'));
  const later = NOON + 31 * DAY;

  await storage.stores.plans.cancel({ accountId: id, atMs: later });

  expect(await planTokens(storage, id, later)).toEqual([30n]);
});

test('an expired pot loses what is not held, once', async () => {
  await using storage = await open();
  const { id } = await storage.account();
  await storage.stores.plans.choose(choose(id, 'pro'));
  await storage.stores.plans.cancel({ accountId: id, atMs: NOON });
  const later = NOON + 40 * DAY;

  expect(await storage.stores.maintenance.expirePots(later)).toBe(1);
  expect(await storage.stores.maintenance.expirePots(later)).toBe(0);
  const entry = await storage.db.sql.one("SELECT amount FROM ledger_entries WHERE kind = 'expiry'");
  expect(entry?.amount).toBe(-30n);
  expect((await storage.audit()).problems).toEqual([]);
});
