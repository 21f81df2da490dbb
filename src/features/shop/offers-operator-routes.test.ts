/** Offers that operators change over HTTP, on both databases. */
import { afterEach, describe, expect } from 'bun:test';
import { type Payments, startPayments } from '../../../test/payments/payments.fixture.ts';
import { test } from '../../../test/support/databases.ts';
import { renewalEvent, sessionEvent } from '../../../test/support/stripe-events.ts';

const DAY = 24 * 3_600_000;
let opened: Payments | undefined;

async function open(changes: object = {}): Promise<Payments> {
  opened = await startPayments(changes);
  return opened;
}

afterEach(async () => {
  if (!opened) return;
  expect((await opened.service.audit()).problems).toEqual([]);
  await opened[Symbol.asyncDispose]();
  opened = undefined;
});

let orders = 0;
const order = () => ({ id: `offer-0000000000-${++orders}`, reason: 'autumn prices' });
const PRO = { item: 'plan-pro', terms: { kind: 'plan', czk: '300' }, after: 1 };
const BIG = { item: 'package-big', terms: { kind: 'package', tokens: 5_000_000, czk: '150', days: 60 }, after: 0 };

const publish = ({ service }: Payments, offer: object, fromMs: number | null = null) =>
  service.olga.ask('POST /api/operator/offers', { body: { ...order(), ...offer, fromMs } });
const withdraw = ({ service }: Payments, id: string) =>
  service.olga.ask('POST /api/operator/offers/{id}/withdraw', { id, body: order() });
const sold = async ({ service }: Payments): Promise<object> => {
  const { offers, anyAmount } = (await service.anna.ask('GET /api/offers')).body;
  return { ...Object.fromEntries(offers.map(({ id, czk }) => [id, czk])), ...(anyAmount && { anyAmount }) };
};
const CONFIGURED = {
  ...{ 'credit-100': '100', 'credit-500': '500', 'credit-1000': '1000' },
  ...{ 'package-small': '200', 'plan-pro': '250', 'plan-ultra': '900' },
};

describe('what is sold', () => {
  test('is what it was until an operator publishes something else', async () => {
    const payments = await open();
    const before = await sold(payments);

    const answers = [await publish(payments, PRO), await publish(payments, BIG)];
    const notYet = await sold(payments);
    payments.service.clock.pass(2000);

    expect([before, notYet]).toEqual([CONFIGURED, CONFIGURED]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await sold(payments)).toEqual({ ...CONFIGURED, 'plan-pro': '300', 'package-big': '150' });
    const { items, methods } = (await payments.service.olga.ask('GET /api/operator/offers')).body;
    expect(methods).toEqual(['stripe', 'bank']);
    expect(items.map(({ item, version, terms }) => [item, version, terms !== null])).toEqual([
      ['amounts', 1, true],
      ['any-amount', 0, false],
      ['plan-pro', 2, true],
      ['plan-ultra', 1, true],
      ['package-big', 1, true],
      ['package-small', 1, true],
    ]);
    expect(items[2]!.versions).toMatchObject([
      { id: 'plan-pro@2', terms: { kind: 'plan', czk: '300' }, state: 'now', actor: 'olga@example.com' },
      { id: 'plan-pro@1', terms: { kind: 'plan', czk: '250' }, state: 'past', actor: 'setup' },
    ]);
  });

  test('changes at its time, not before; what is planned can be withdrawn while it has not begun', async () => {
    const payments = await open();
    const { clock } = payments.service;
    const fromMs = clock.nowMs() + DAY;
    await publish(payments, { ...PRO, terms: null }, fromMs);
    await publish(payments, BIG, fromMs);
    const { body } = await withdraw(payments, 'package-big@1');
    const again = await withdraw(payments, 'package-big@1');

    clock.set(fromMs - 2000);
    const [late, lateAgain] = [await withdraw(payments, 'plan-pro@2'), await withdraw(payments, 'plan-pro@9')];
    const before = await sold(payments);
    clock.set(fromMs);

    expect(body.items.find(({ item }) => item === 'package-big')).toMatchObject({
      terms: null,
      version: 1,
      versions: [{ state: 'withdrawn' }],
    });
    expect([again.status, again.error?.code]).toEqual([409, 'changed_meanwhile']);
    expect([late.status, lateAgain.status]).toEqual([400, 404]);
    const { 'plan-pro': _, ...rest } = CONFIGURED;
    expect([before, await sold(payments)]).toEqual([CONFIGURED, rest]);
    const { status, error } = await payments.service.anna.ask('POST /api/orders', {
      body: { offer: 'plan-pro', method: 'bank' },
    });
    expect([status, error?.code]).toEqual([400, 'offer_unknown']);
  });

  test('has amounts of credit and limits of any amount', async () => {
    const payments = await open();
    await publish(payments, { item: 'amounts', terms: { kind: 'amounts', czk: ['250', '49.90'] }, after: 1 });
    await publish(payments, {
      item: 'any-amount',
      terms: { kind: 'any-amount', minCzk: '50.00', maxCzk: '900' },
      after: 0,
    });
    payments.service.clock.pass(2000);
    const buy = (czk: string) =>
      payments.service.anna.ask('POST /api/orders', { body: { offer: 'credit', czk, method: 'bank' } });

    expect(await sold(payments)).toMatchObject({
      ...{ 'credit-250': '250', 'credit-49.9': '49.9' },
      anyAmount: { minCzk: '50', maxCzk: '900' },
    });
    expect([(await buy('900.01')).status, (await buy('900')).status]).toEqual([400, 200]);
    const { limits } = (await payments.service.anna.ask('GET /api/billing/top-up')).body;
    expect(limits).toEqual({ minCzk: '50', maxCzk: '900' });

    await publish(payments, { item: 'any-amount', terms: null, after: 1 });
    payments.service.clock.pass(2000);
    expect((await buy('900')).error?.code).toBe('offer_unknown');
    expect((await payments.service.anna.ask('GET /api/billing/top-up')).body.limits).toBeNull();
  });

  test('shows the tokens that a period of a plan would have', async () => {
    const payments = await open();
    const body = { ...order(), plan: 'pro', tokens: 700_000, fromMs: null };
    await payments.service.olga.ask('POST /api/operator/plans', { body });
    payments.service.clock.pass(2000);

    const { offers } = (await payments.service.anna.ask('GET /api/offers')).body;

    expect(offers.find(({ id }) => id === 'plan-pro')?.tokens).toBe(700_000);
  });

  test('is published once by two clicks, and a change that was made from an older version is refused', async () => {
    const payments = await open();
    const about = { id: 'offer-1234567890123' };

    const twice = [await publish(payments, { ...PRO, ...about }), await publish(payments, { ...PRO, ...about })];
    const lost = await publish(payments, { ...PRO, terms: { kind: 'plan', czk: '1' } });
    const [one, other] = await Promise.all([
      publish(payments, { ...PRO, after: 2, terms: { kind: 'plan', czk: '310' } }),
      publish(payments, { ...PRO, after: 2, terms: { kind: 'plan', czk: '320' } }),
    ]);

    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(lost.status).toBe(400);
    const statuses = [one.status, other.status].toSorted();
    expect(statuses).toEqual([200, 409]);
    const { offers } = await payments.service.stores.announcements.read();
    expect(offers.filter(({ item }) => item === 'plan-pro').length).toBe(3);
  });

  test('names what is wrong with a change, and changes nothing', async () => {
    const payments = await open();
    const wrong: readonly (readonly [object, string])[] = [
      [{ ...PRO, terms: { kind: 'plan', czk: '14.99' } }, 'terms.czk'],
      [{ ...PRO, terms: { kind: 'plan', czk: '100.001' } }, 'terms.czk'],
      [{ ...PRO, terms: { kind: 'plan', czk: 300 } }, 'terms.czk'],
      [{ ...PRO, terms: { ...BIG.terms } }, 'terms.kind'],
      [{ ...PRO, terms: undefined }, 'terms'],
      [{ ...PRO, item: 'plan-team' }, 'item'],
      [{ ...PRO, after: -1 }, 'after'],
      [{ ...BIG, item: 'package-Big One' }, 'item'],
      [{ ...BIG, terms: { ...BIG.terms, tokens: 0 } }, 'terms.tokens'],
      [{ ...BIG, terms: { ...BIG.terms, days: 3651 } }, 'terms.days'],
      [{ item: 'amounts', terms: { kind: 'amounts', czk: [] }, after: 1 }, 'terms.czk'],
      [{ item: 'amounts', terms: { kind: 'amounts', czk: ['100', '100.00'] }, after: 1 }, 'terms.czk'],
      [{ item: 'amounts', terms: { kind: 'amounts', czk: ['100', 'much'] }, after: 1 }, 'terms.czk[1]'],
      [{ item: 'any-amount', terms: { kind: 'any-amount', minCzk: '50', maxCzk: '49' }, after: 0 }, 'terms.maxCzk'],
      [
        { item: 'any-amount', terms: { kind: 'any-amount', minCzk: '50', maxCzk: '1000000' }, after: 0 },
        'terms.maxCzk',
      ],
    ];

    for (const [offer, param] of wrong) {
      const { status, error } = await publish(payments, offer);
      expect([offer, status, error?.param]).toEqual([offer, 400, param]);
    }
    const { status, error } = await publish(payments, PRO, 1);
    expect([status, error?.param]).toEqual([400, 'fromMs']);
    payments.service.clock.pass(5000);
    expect(await sold(payments)).toEqual(CONFIGURED);
  });

  test('has 12 packages at most, however they came', async () => {
    const payments = await open();
    for (let n = 2; n <= 12; n += 1) {
      expect((await publish(payments, { ...BIG, item: `package-${n}` })).status).toBe(200);
    }

    const { status, error } = await publish(payments, BIG);
    const changed = await publish(payments, { ...BIG, item: 'package-12', after: 1 });
    await publish(payments, { item: 'package-small', terms: null, after: 1 });
    const afterwards = await publish(payments, BIG);

    expect([status, error?.param]).toEqual([400, 'item']);
    expect([changed.status, afterwards.status]).toEqual([200, 200]);
  });

  test('is changed by operators only, or by a token with the scope of prices, and is in their log', async () => {
    const payments = await open();
    const { anna, olga, stores } = payments.service;
    const byCustomer = await anna.ask('POST /api/operator/offers', { body: { ...order(), ...PRO, fromMs: null } });
    await publish(payments, PRO);

    const made = await olga.ask('POST /api/operator/tokens', {
      body: { name: 'prices', scopes: ['prices:read'] },
    });

    expect(byCustomer.status).toBe(404);
    expect(await stores.actionLog.actions({ kind: 'offer', rowsMax: 5 })).toMatchObject([
      {
        ...{ kind: 'offer', object: 'plan-pro', actor: 'olga@example.com', reason: 'autumn prices' },
        before: { version: 1, terms: { kind: 'plan', czk: '250' } },
        after: { version: 2, terms: { kind: 'plan', czk: '300' } },
      },
    ]);
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${payments.service.url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${made.body.secret}`, 'content-type': 'application/json' },
      });
    expect((await ask('/api/operator/offers')).status).toBe(200);
    expect((await ask('/api/operator/offers', { method: 'POST', body: '{}' })).status).toBe(403);
  });
});

describe('an order', () => {
  test('of what has changed since it was shown is refused', async () => {
    const payments = await open();
    const { anna, clock } = payments.service;
    const shown = (await anna.ask('GET /api/offers')).body.offers;
    const buy = (id: string) => {
      const { czk, tokens, days } = shown.find((one) => one.id === id)!;
      return anna.ask('POST /api/orders', { body: { offer: id, method: 'bank', seen: { czk, tokens, days } } });
    };
    await publish(payments, PRO);
    const lessTokens = { kind: 'package', tokens: 999_999, czk: '200', days: 30 };
    await publish(payments, { item: 'package-small', terms: lessTokens, after: 1 });
    clock.pass(2000);

    const refused = [await buy('plan-pro'), await buy('package-small')];
    const ordered = [await buy('plan-ultra'), await buy('credit-100')];

    expect(refused.map(({ status, error }) => [status, error?.code, error?.param])).toEqual([
      [400, 'offer_unknown', 'offer'],
      [400, 'offer_unknown', 'offer'],
    ]);
    expect(ordered.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('is honoured as it was made, whatever is sold when it is paid', async () => {
    const payments = await open();
    const { anna, olga, clock } = payments.service;
    const byBank = (await anna.ask('POST /api/orders', { body: { offer: 'package-small', method: 'bank' } })).body
      .order;
    const byCard = await payments.buy(anna, 'credit-500');
    await publish(payments, { item: 'package-small', terms: { ...BIG.terms, czk: '999' }, after: 1 });
    await publish(payments, { item: 'amounts', terms: null, after: 1 });
    clock.pass(DAY);

    const confirmed = await olga.ask('POST /api/operator/orders/{id}/confirm', {
      id: byBank.id,
      body: { ...order(), czk: '200' },
    });
    const paid = { ...byCard, hellers: 50_000, payment: 'pi_1' };
    const { outcome } = await payments.tell(sessionEvent('evt_1', 'completed', paid));

    expect([confirmed.status, outcome]).toEqual([200, 'done']);
    expect(await payments.gained(anna)).toBe(500);
    const { packages } = (await anna.ask('GET /api/billing')).body;
    expect(packages.map(({ tokens }) => tokens)).toEqual([1_000_000]);
  });

  test('of a plan by card is renewed at its own price; a month by bank transfer has the price of its day', async () => {
    const payments = await open();
    const { anna, ben } = payments.service;
    const { order: first, subscription } = await payments.subscribe(anna, 'pro');
    await publish(payments, PRO);
    await payments.pass(30 * DAY + 3_600_000);

    const about = { order: first, subscription };
    const atNewPrice = await payments.tell(renewalEvent('evt_2', { ...about, invoice: 'in_2', hellers: 30_000 }));
    const atItsOwn = await payments.tell(renewalEvent('evt_3', { ...about, invoice: 'in_3', hellers: 25_000 }));
    const month = await ben.ask('POST /api/orders', { body: { offer: 'plan-pro', method: 'bank' } });

    expect([atNewPrice.outcome, atItsOwn.outcome]).toEqual(['wrong-amount', 'done']);
    expect(month.body.order.czk).toBe('300');
  });
});

test('versions of what is sold are never changed or deleted', async () => {
  const { db } = (await open()).service;

  for (const sql of [
    "UPDATE plan_terms SET terms = '{}' WHERE plan = 'pro'",
    'UPDATE offer_versions SET from_ms = 1',
    'DELETE FROM offer_versions',
  ]) {
    await expect(db.sql.run(sql)).rejects.toThrow(
      /^rows of (?:offer_versions|plan_terms) are never (?:changed|deleted)$/,
    );
  }
});
