/** Windows within the period of a plan: how much of it may be used in five hours, a day, a week. */
import { describe, expect, test as once } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { tamper } from '../../test/support/intruder.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../core/money.ts';
import { PLAN_WINDOWS, planWindowAt } from '../core/plan.ts';
import { ORDER, twoReplicas } from '../server/stores/replicas.fixture.ts';
import { audit } from './audit/audit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (iso: string): number => Date.parse(iso);

describe('a window', () => {
  once('of five hours is counted from the hour in which the period began', () => {
    const startsAtMs = at('2026-11-15T11:40:00Z');
    const window = (iso: string) => planWindowAt('5h', { startsAtMs, atMs: at(iso) });

    expect(window('2026-11-15T15:59:59Z')).toEqual({
      fromMs: at('2026-11-15T11:00:00Z'),
      toMs: at('2026-11-15T16:00:00Z'),
    });
    expect(window('2026-11-15T16:00:00Z').fromMs).toBe(at('2026-11-15T16:00:00Z'));
  });

  once('holds every moment, begins with an hour and follows the one before it, also over summer times', () => {
    for (const window of PLAN_WINDOWS) {
      const startsAtMs = at('2027-03-20T22:17:00Z');
      let { fromMs, toMs } = planWindowAt(window, { startsAtMs, atMs: startsAtMs });
      for (let step = 0; step < 60; step++) {
        const next = planWindowAt(window, { startsAtMs, atMs: toMs });
        expect(planWindowAt(window, { startsAtMs, atMs: toMs - 1 })).toEqual({ fromMs, toMs });
        expect([next.fromMs, next.fromMs % HOUR]).toEqual([toMs, 0]);
        ({ fromMs, toMs } = next);
      }
    }
  });
});

const hold = async ({ stores }: Storage, requestId: string, atMs: number) =>
  stores.ledger.hold({
    ...{ accountId: 'acc_1', keyId: 'key_1', model: 'm', priceVersion: 'm@1', price: PRICE },
    ...{ requestId, inputTokensMax: 60, outputTokensMax: 40, atMs },
  });

/** The tokens of the plan and the credit that a request of 100 tokens takes. */
async function paidBy(storage: Storage, requestId: string, atMs: number) {
  const { ledger } = storage.stores;
  await hold(storage, requestId, atMs);
  await ledger.settle({ requestId, usage: usageOf(60, 40), outcome: 'finished', atMs });
  const parts = (await ledger.receiptOf(requestId))!.paidBy;
  return parts.map(({ kind, amount }) => (kind === 'credit' ? kind : `${kind} ${amount}`));
}

const opened = async (credit = 10n ** 9n) => {
  const windows = { '5h': 250, day: 420 };
  const storage = await openStorage({ offers: { pro: { tokens: 10_000n, windows }, ultra: { tokens: 1n } } });
  await storage.publish();
  await storage.account({ credit });
  await storage.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 'test', atMs: NOON });
  return storage;
};

describe('a plan with windows', () => {
  test('pays until one is full, then the next pot does, and again when it opens', async () => {
    await using storage = await opened();

    const first = [await paidBy(storage, 'r1', NOON), await paidBy(storage, 'r2', NOON + HOUR)];
    const full = [await paidBy(storage, 'r3', NOON + HOUR), await paidBy(storage, 'r4', NOON + 2 * HOUR)];
    const open = [await paidBy(storage, 'r5', NOON + 5 * HOUR), await paidBy(storage, 'r6', NOON + 5 * HOUR)];
    const nextDay = await paidBy(storage, 'r7', NOON + DAY);

    expect(first).toEqual([['plan 100'], ['plan 100']]);
    expect(full).toEqual([['plan 50', 'credit'], ['credit']]);
    // 250 of the day are used: 170 are left of it.
    expect(open).toEqual([['plan 100'], ['plan 70', 'credit']]);
    expect(nextDay).toEqual(['plan 100']);
    expect((await storage.audit(NOON + DAY)).problems).toEqual([]);
  });

  test('says what is used of each window and when it opens again', async () => {
    await using storage = await opened();
    await paidBy(storage, 'r1', NOON);

    const { pots } = await storage.stores.ledger.balanceOf('acc_1', NOON + HOUR);

    expect(pots[0]?.windows).toEqual([
      { window: '5h', max: 250n, used: 100n, held: 0n, resetsAtMs: NOON + 5 * HOUR },
      { window: 'day', max: 420n, used: 100n, held: 0n, resetsAtMs: at('2026-11-15T23:00:00Z') },
    ]);
  });

  test('without anything else caps what fits, and then refuses', async () => {
    await using storage = await opened(0n);
    await hold(storage, 'r1', NOON);
    await hold(storage, 'r2', NOON);

    await expect(hold(storage, 'r3', NOON)).rejects.toMatchObject({ code: 'insufficient_credit' });
    await hold(storage, 'r4', NOON + 5 * HOUR).catch(() => {});
    await storage.stores.ledger.release({ requestId: 'r1', reason: 'engine-failed', atMs: NOON });
    expect((await hold(storage, 'r5', NOON)).outputTokensMax).toBe(40);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test.each([
    ['an hour that says less', 'UPDATE pot_hours SET amount = amount - 1'],
    ['an hour that is gone', 'DELETE FROM pot_hours'],
    ['a window that was smaller', `UPDATE pots SET terms = REPLACE(terms, '"day":420', '"day":99')`],
  ])('is audited: %s is found', async (_what, sql) => {
    await using storage = await opened();
    await paidBy(storage, 'r1', NOON);
    await tamper(storage.db, sql);

    expect((await storage.audit()).problems.some((problem) => problem.startsWith('L22:'))).toBe(true);
  });
});

describe('a period', () => {
  test.each([
    ['more tokens than its plan had', 'UPDATE plan_periods SET tokens = tokens * 2'],
    ['a wider window', `UPDATE pots SET terms = REPLACE(terms, '"day":420', '"day":9000')`],
    ['another model', `UPDATE pots SET terms = REPLACE(terms, '"models":["m"]', '"models":["dear"]')`],
    ['a lighter weight', `UPDATE pots SET terms = REPLACE(terms, '"output":2500', '"output":1')`],
    ['another version', 'UPDATE plan_periods SET plan_version = 1'],
  ])('has what the versions of its plan said when it began: %s is found', async (_what, sql) => {
    await using storage = await openStorage();
    await storage.account({ credit: 0n });
    const weights = { m: { input: 1000, cachedInput: 500, output: 2500, reasoning: 2500 } };
    const publish = (id: string, terms: object, fromMs: number) =>
      storage.stores.actionLog.act({
        ...{ id, actor: 'olga', reason: 'test', atMs: NOON },
        action: { kind: 'plan-terms', plan: 'pro', terms, fromMs },
      });
    await publish('act_1', { tokens: 10_000n, windows: { day: 420 } }, NOON - 2 * HOUR);
    await publish('act_2', { models: ['m'], weights }, NOON - HOUR);
    await publish('act_3', { tokens: 1n }, NOON + DAY);
    await storage.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 'test', atMs: NOON });
    expect((await storage.audit()).problems).toEqual([]);

    await tamper(storage.db, sql);

    expect((await storage.audit()).problems.some((problem) => problem.startsWith('L24:'))).toBe(true);
  });
});

test.each([
  ['a moment before', 500, 0],
  ['longer than a minute before', 61_000, 1],
])(
  'a version that is written late, for %s a period began, is no mistake of the period within a minute',
  async (_when, beforeMs, found) => {
    await using storage = await openStorage();
    await storage.account({ credit: 0n });
    const publish = (id: string, tokens: bigint, fromMs: number) =>
      storage.stores.actionLog.act({
        ...{ id, actor: 'olga', reason: 'test', atMs: NOON },
        action: { kind: 'plan-terms', plan: 'pro', terms: { tokens }, fromMs },
      });
    await publish('act_1', 10_000n, NOON - DAY);
    await storage.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 'test', atMs: NOON });

    await publish('act_2', 20_000n, NOON - beforeMs);

    const { problems } = await storage.audit();
    expect(problems.filter((problem) => problem.includes('names version')).length).toBe(found);
    expect(problems.length).toBe(2 * found);
  },
);

test('a window of more crowns than any plan has is as if it were none, and the audit knows', async () => {
  await using storage = await openStorage();
  await storage.account({ credit: 0n });
  await storage.stores.actionLog.act({
    ...{ id: 'act_1', actor: 'olga', reason: 'test', atMs: NOON },
    action: {
      ...{ kind: 'plan-terms', plan: 'pro', fromMs: NOON - 1 },
      terms: { credit: nanos(10n ** 11n), windows: { day: 2_000_000 } },
    },
  });
  await storage.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 'test', atMs: NOON });

  expect((await storage.audit()).problems).toEqual([]);
});

once('two servers let exactly as much of a plan through as a window has', async () => {
  await using replicas = await twoReplicas({ credit: 0n });
  const { both, one } = replicas;
  const perRequest = ORDER.inputTokensMax + ORDER.outputTokensMax;
  const terms = { tokens: BigInt(perRequest) * 100n, windows: { '5h': perRequest * 7 } };
  const action = { kind: 'plan-terms', plan: 'pro', terms, fromMs: NOON - 1 } as const;
  await one.stores.actionLog.act({ id: 'act_1', actor: 'olga', reason: 'test', atMs: NOON, action });
  await one.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 'test', atMs: NOON });

  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) => both[i % 2]!.stores.ledger.hold({ ...ORDER, requestId: `req_${i}` })),
  );

  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(7);
  expect((await audit(one.db, NOON)).problems).toEqual([]);
});
