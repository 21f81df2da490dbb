/**
 * Days that are not like others, and clocks that jump: one grant a period, no lockout, and a ledger that stays right.
 */
import { describe, expect } from 'bun:test';
import { currentDatabase, test } from '../support/databases.ts';
import { openStorage, PRICE, type Storage, usageOf } from '../support/ledger-fixture.ts';
import { seeded } from '../support/random.ts';
import { times } from '../support/thorough.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GRANT = 1_000n;
const OFFERS = { pro: { tokens: GRANT }, ultra: { tokens: 2n * GRANT } };
/** The highest cost of one request of 10 tokens in and 10 out. */
const WORST = 10n * PRICE.input + 10n * PRICE.output;

const at = (local: string): number => Date.parse(local);
const SEEDS = { SQLite: times(10, 100), PostgreSQL: times(2, 20) };
const open = () => openStorage({ offers: OFFERS });

type Who = { readonly id: string; readonly keyId: string };

async function hold(storage: Storage, who: Who, { requestId, atMs }: { requestId: string; atMs: number }) {
  return storage.stores.ledger.hold({
    requestId,
    accountId: who.id,
    keyId: who.keyId,
    model: 'm',
    priceVersion: await storage.publish(),
    price: PRICE,
    inputTokensMax: 10,
    outputTokensMax: 10,
    atMs,
  });
}

const settle = (storage: Storage, requestId: string, atMs: number) =>
  storage.stores.ledger.settle({ requestId, usage: usageOf(10, 10), outcome: 'finished', atMs });

const choosePro = (storage: Storage, accountId: string, atMs: number) =>
  storage.stores.plans.choose({ accountId, plan: 'pro', actor: 'test', atMs });

async function periodsOf(storage: Storage, accountId: string): Promise<readonly { start: number; end: number }[]> {
  const rows = await storage.db.sql.all(
    'SELECT starts_at_ms, ends_at_ms FROM plan_periods WHERE account_id = ? ORDER BY starts_at_ms',
    accountId,
  );
  return rows.map((row) => ({ start: Number(row.starts_at_ms), end: Number(row.ends_at_ms) }));
}

async function grantsOf(storage: Storage, accountId: string): Promise<number> {
  const row = await storage.db.sql.one(
    "SELECT COUNT(*) AS n FROM ledger_entries WHERE account_id = ? AND kind = 'grant'",
    accountId,
  );
  return Number(row!.n);
}

async function usableTokens(storage: Storage, accountId: string, nowMs: number): Promise<bigint> {
  const { pots } = await storage.stores.ledger.balanceOf(accountId, nowMs);
  return pots.filter((pot) => pot.kind === 'plan').reduce((sum, pot) => sum + pot.amount, 0n);
}

/** The moment of subscription, and the ends of the first three periods, by the wall clock in Prague. */
const SUBSCRIPTIONS: readonly (readonly [from: string, ends: readonly string[]])[] = [
  ['2027-01-31T23:59:58+01:00', ['2027-02-28T00:00+01:00', '2027-03-31T00:00+02:00', '2027-04-30T00:00+02:00']],
  ['2027-02-01T00:00:00+01:00', ['2027-03-01T00:00+01:00', '2027-04-01T00:00+02:00', '2027-05-01T00:00+02:00']],
  ['2027-02-28T23:59:58+01:00', ['2027-03-28T00:00+01:00', '2027-04-28T00:00+02:00', '2027-05-28T00:00+02:00']],
  ['2027-12-31T23:59:58+01:00', ['2028-01-31T00:00+01:00', '2028-02-29T00:00+01:00', '2028-03-31T00:00+02:00']],
  // The hour that is missing, and the hour that comes twice.
  ['2027-03-28T01:59:59+01:00', ['2027-04-28T00:00+02:00', '2027-05-28T00:00+02:00', '2027-06-28T00:00+02:00']],
  ['2027-03-28T03:00:00+02:00', ['2027-04-28T00:00+02:00', '2027-05-28T00:00+02:00', '2027-06-28T00:00+02:00']],
  ['2027-10-31T02:30:00+02:00', ['2027-11-30T00:00+01:00', '2027-12-31T00:00+01:00', '2028-01-31T00:00+01:00']],
  ['2027-10-31T02:30:00+01:00', ['2027-11-30T00:00+01:00', '2027-12-31T00:00+01:00', '2028-01-31T00:00+01:00']],
];

describe('a plan that is subscribed to', () => {
  test.each(SUBSCRIPTIONS)('at %s begins its periods at local midnight, each with one grant', async (from, ends) => {
    await using storage = await open();
    const { id } = await storage.account();
    await choosePro(storage, id, at(from));

    for (const [n, end] of ends.entries()) {
      // A second before, at the moment itself, and a second after: the sweep may come at any of them, more than once.
      await storage.stores.maintenance.renewPlans(at(end) - 1000);
      expect((await periodsOf(storage, id)).length).toBe(n + 1);
      for (const nowMs of [at(end), at(end), at(end) + 1000]) await storage.stores.maintenance.renewPlans(nowMs);
      expect((await periodsOf(storage, id)).length).toBe(n + 2);
      expect(await usableTokens(storage, id, at(end))).toBe(GRANT);
    }

    const periods = await periodsOf(storage, id);
    expect(periods.slice(0, 3).map(({ end }) => end)).toEqual(ends.map(at));
    expect(periods.slice(1).map(({ start }) => start)).toEqual(periods.slice(0, -1).map(({ end }) => end));
    expect(await grantsOf(storage, id)).toBe(periods.length);
    expect((await storage.audit()).problems).toEqual([]);
  });
});

describe('a request that is admitted two seconds before midnight and ends after it', () => {
  test.each([
    ['2027-01-31T23:59:58+01:00', '2027-01-01T12:00+01:00'],
    ['2027-02-28T23:59:58+01:00', '2027-02-01T12:00+01:00'],
    ['2027-03-27T23:59:58+01:00', '2027-02-28T12:00+01:00'],
    ['2027-10-30T23:59:58+02:00', '2027-08-31T12:00+02:00'],
    ['2027-12-31T23:59:58+01:00', '2027-12-01T12:00+01:00'],
  ])('at %s is paid by the period that ends meanwhile, not by the next one', async (admitted, subscribed) => {
    await using storage = await open();
    const who = await storage.account({ credit: 10n ** 9n });
    await choosePro(storage, who.id, at(subscribed));
    await hold(storage, who, { requestId: 'req_1', atMs: at(admitted) });
    const after = at(admitted) + 4000;

    await storage.stores.maintenance.renewPlans(after);
    await storage.stores.maintenance.expirePots(after);
    await settle(storage, 'req_1', after);

    const receipt = await storage.stores.ledger.receiptOf('req_1');
    expect(receipt?.paidBy).toEqual([{ kind: 'plan', label: 'pro', amount: 20n }]);
    expect((await periodsOf(storage, who.id)).at(-1)?.start).toBe(at(admitted) + 2000);
    expect(await usableTokens(storage, who.id, after)).toBe(GRANT);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('takes from the limit of the new month, and never more than one limit in either', async () => {
    await using storage = await open();
    const who = await storage.account({ credit: 10n ** 9n, keyLimit: { amount: 2n * WORST, window: 'month' } });
    const before = at('2027-01-31T23:59:58+01:00');
    const after = before + 4000;
    for (const requestId of ['req_1', 'req_2']) await hold(storage, who, { requestId, atMs: before });

    await expect(hold(storage, who, { requestId: 'req_3', atMs: before })).rejects.toMatchObject({
      code: 'key_limit_reached',
    });
    for (const requestId of ['req_1', 'req_2']) await settle(storage, requestId, after);

    await expect(hold(storage, who, { requestId: 'req_4', atMs: after })).rejects.toMatchObject({
      code: 'key_limit_reached',
    });
    const months = await storage.db.sql.all('SELECT month, spent_nanos FROM key_months');
    expect(months).toEqual([{ month: '2027-02', spent_nanos: 2n * WORST }]);
    expect((await storage.audit()).problems).toEqual([]);
  });
});

describe('a clock that goes back an hour', () => {
  test('over the end of a period grants nothing twice and takes nothing away', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    const end = at('2027-02-28T00:00+01:00');
    await choosePro(storage, id, at('2027-01-31T12:00+01:00'));
    await storage.stores.maintenance.renewPlans(end + 60_000);

    for (let n = 0; n < 3; n++) {
      await storage.stores.maintenance.renewPlans(end + 60_000 - HOUR);
      await storage.stores.maintenance.renewPlans(end + 120_000);
    }

    expect(await grantsOf(storage, id)).toBe(2);
    expect(await usableTokens(storage, id, end + 60_000 - HOUR)).toBe(2n * GRANT);
    expect(await usableTokens(storage, id, end + 120_000)).toBe(GRANT);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('locks no account out: requests are admitted and settled', async () => {
    await using storage = await open();
    const nowMs = at('2027-02-01T00:30+01:00');
    const who = await storage.account({ credit: 10n * WORST, keyLimit: { amount: 3n * WORST, window: 'month' } });
    await hold(storage, who, { requestId: 'before', atMs: nowMs });
    const back = nowMs - HOUR;

    await settle(storage, 'before', back);
    await hold(storage, who, { requestId: 'after', atMs: back });
    await settle(storage, 'after', back);

    const { held, spent } = await storage.stores.ledger.balanceOf(who.id, back);
    expect({ held: BigInt(held), spent: BigInt(spent) }).toEqual({ held: 0n, spent: 2n * WORST });
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('between two changes of a plan keeps periods apart', async () => {
    await using storage = await open();
    const { id } = await storage.account();
    const nowMs = at('2027-10-31T02:30+02:00');
    await choosePro(storage, id, nowMs);

    await storage.stores.plans.choose({ accountId: id, plan: 'ultra', actor: 'test', atMs: nowMs - HOUR });

    expect(await grantsOf(storage, id)).toBe(2);
    expect(await usableTokens(storage, id, nowMs - HOUR)).toBe(3n * GRANT);
    expect((await storage.audit()).problems).toEqual([]);
  });
});

test('a clock that is forty days ahead for a moment renews each plan once, and it is not renewed again in that time', async () => {
  await using storage = await open();
  const who = await storage.account({ credit: 10n * WORST });
  const nowMs = at('2027-01-15T12:00+01:00');
  await choosePro(storage, who.id, nowMs);
  await hold(storage, who, { requestId: 'running', atMs: nowMs });

  for (const step of ['renewPlans', 'expirePots', 'forgetAnswers'] as const)
    await storage.stores.maintenance[step](nowMs + 40 * DAY);

  expect(await grantsOf(storage, who.id)).toBe(3);
  for (let day = 0; day <= 40; day++) await storage.stores.maintenance.renewPlans(nowMs + day * DAY);
  expect(await grantsOf(storage, who.id)).toBe(3);
  // The answer that ran meanwhile is charged: what it holds is leased, whatever the clock says.
  await settle(storage, 'running', nowMs + 1000);
  await hold(storage, who, { requestId: 'next', atMs: nowMs + 1000 });
  await settle(storage, 'next', nowMs + 2000);
  expect((await storage.audit(nowMs)).problems).toEqual([]);
});

test('whatever a clock does, an account with means is served, each period has one grant, and the ledger is right', async () => {
  for (let seed = 1; seed <= SEEDS[currentDatabase()]; seed++) {
    await using storage = await open();
    const random = seeded(seed);
    const who = await storage.account({ credit: 10n ** 12n });
    let nowMs = at('2027-01-31T23:59:58+01:00');
    await choosePro(storage, who.id, nowMs);
    for (let step = 1; step <= 40; step++) {
      nowMs += random.pick([1000, 1000, 60_000, HOUR, -HOUR, -HOUR, DAY, 28 * DAY, 40 * DAY, -40 * DAY]);
      const where = `seed ${seed}, step ${step}`;
      const what = random.integer(0, 3);
      if (what === 0) await storage.stores.maintenance.renewPlans(nowMs);
      else if (what === 1) await storage.stores.maintenance.expirePots(nowMs);
      else if (what === 2)
        await storage.stores.plans.choose({
          accountId: who.id,
          plan: random.pick(['pro', 'ultra'] as const),
          actor: 'test',
          atMs: nowMs,
        });
      const requestId = `req_${step}`;
      expect(await hold(storage, who, { requestId, atMs: nowMs }), where).toMatchObject({ outputTokensMax: 10 });
      if (random.fraction() < 0.8) await settle(storage, requestId, nowMs + random.pick([0, 1000, -HOUR]));
      expect((await storage.audit(0)).problems, where).toEqual([]);
    }
    const periods = await periodsOf(storage, who.id);
    expect((await grantsOf(storage, who.id)) - 1, `seed ${seed}`).toBe(periods.length);
    for (const [n, { start }] of periods.entries()) {
      if (n > 0) expect(start, `seed ${seed}`).toBe(periods[n - 1]!.end);
    }
  }
});
