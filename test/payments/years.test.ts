/** A plan that is paid by the year: twelve months, each with its tokens, by card and by transfer. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { refundEvent, renewalEvent, sessionEvent } from '../support/stripe-events.ts';
import { PERIOD_END_S } from '../support/stripe-stand-in.ts';
import { paymentsForEachTest } from './payments.fixture.ts';

const DAY = 24 * 3_600_000;
const MONTH = 31 * DAY;
const HELLERS = 250_000;
const payments = paymentsForEachTest();

const anna = () => payments.service.anna;
const billing = async () => (await anna().ask('GET /api/billing')).body;
const plan = async () => (await billing()).plan;
const order = async (id: string) => (await anna().ask('GET /api/orders/{id}', { id })).body.order;

let orders = 0;
const publish = async (id: string, terms: object) => {
  const body = { id: `order-years-00000-${++orders}`, reason: 'years', plan: id, fromMs: null, ...terms };
  const { status, error } = await payments.service.olga.ask('POST /api/operator/plans', { body });
  expect([status, error?.message]).toEqual([200, undefined]);
};

beforeEach(async () => {
  const name = { en: 'Pro, a year', cs: 'Pro na rok' };
  await publish('yearly', { name, order: 1, every: 'year', tokens: 500_000, czk: '2500' });
  payments.service.clock.pass(3000);
});

/** Buys the year by card and pays for it. */
async function subscribe(number = 1) {
  const { order: id, session } = await payments.buy(anna(), 'plan-yearly');
  const about = { session, order: id, hellers: HELLERS, payment: `pi_${number}`, invoice: `in_${number}` };
  await payments.tell(sessionEvent(`evt_year_${number}`, 'completed', { ...about, subscription: `sub_${number}` }));
  return id;
}

/** Lets months pass one by one, as the sweep sees them. */
async function months(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await payments.pass(MONTH);
}

describe('a year by card', () => {
  test('asks Stripe for a yearly subscription, and gives its tokens each month', async () => {
    const id = await subscribe();

    expect(payments.stripe.sessions.at(-1)?.asked).toMatchObject({
      'line_items[0][price_data][unit_amount]': '250000',
      'line_items[0][price_data][recurring][interval]': 'year',
      'line_items[0][price_data][product_data][name]': 'Boreal: tarif Pro na rok na rok',
    });
    expect(await order(id)).toMatchObject({ every: 'year', planName: { en: 'Pro, a year', cs: 'Pro na rok' } });
    expect(await plan()).toMatchObject({ id: 'yearly', tokensLeft: 500_000, monthsPaid: 11, isRenewing: true });
    await months(5);
    expect(await plan()).toMatchObject({ id: 'yearly', tokens: 500_000, tokensLeft: 500_000, monthsPaid: 6 });
    expect((await billing()).packages).toEqual([]);
  });

  test('lasts until its renewal, which may come a day late, and not longer', async () => {
    const id = await subscribe();
    await payments.pass(365 * DAY);
    expect(await plan()).toMatchObject({ id: 'yearly', monthsPaid: 0, isRenewing: true, nextPlan: 'yearly' });

    const renewal = { order: id, invoice: 'in_2', subscription: 'sub_1', hellers: HELLERS };
    await payments.tell(renewalEvent('evt_2', renewal));
    await payments.tell(renewalEvent('evt_3', renewal));

    expect(await plan()).toMatchObject({ id: 'yearly', monthsPaid: 11, tokensLeft: 500_000 });
    await payments.pass(370 * DAY);
    expect(await plan()).toBeNull();
  });

  test('keeps its months where it is cancelled, and ends with them', async () => {
    await subscribe();
    await months(2);

    const { status } = await anna().ask('POST /api/plan/cancel');

    expect(status).toBe(200);
    expect(payments.stripe.calls.at(-1)).toMatchObject({ sent: { cancel_at_period_end: 'true' } });
    expect(await plan()).toMatchObject({ monthsPaid: 9, isRenewing: false, nextPlan: 'yearly' });
    await months(9);
    expect(await plan()).toMatchObject({ id: 'yearly', nextPlan: null, monthsPaid: 0, tokensLeft: 500_000 });
    await months(1);
    expect(await plan()).toBeNull();
  });

  test('takes no other plan while months are paid, but a smaller one after them', async () => {
    await publish('tiny', { name: { en: 'Tiny', cs: 'Malý' }, order: 0, tokens: 1000, czk: '20' });
    payments.service.clock.pass(3000);
    await subscribe();
    const wish = (offer: string) => anna().ask('POST /api/orders', { body: { offer, method: 'stripe' } });

    const upgrade = await wish('plan-ultra');
    const smaller = await wish('plan-tiny');

    expect([upgrade.status, upgrade.error?.code]).toEqual([400, 'plan_running']);
    expect(smaller.body.order).toMatchObject({ plan: 'tiny', every: 'month', waitsForRenewal: true });
    expect(payments.stripe.calls.at(-1)?.sent).toMatchObject({
      'items[0][price_data][recurring][interval]': 'month',
      proration_behavior: 'none',
      trial_end: String(PERIOD_END_S),
    });
    await payments.pass(365 * DAY);
    const about = { order: smaller.body.order.id, invoice: 'in_9', subscription: 'sub_1', hellers: 2000 };
    expect((await payments.tell(renewalEvent('evt_9', about))).outcome).toBe('done');
    expect(await plan()).toMatchObject({ id: 'tiny', monthsPaid: 0, tokensLeft: 1000 });
  });

  test('follows a plan by the month with its next payment, where it is none of a higher order', async () => {
    await payments.subscribe(anna(), 'pro');

    const { body } = await anna().ask('POST /api/orders', { body: { offer: 'plan-yearly', method: 'stripe' } });

    expect(body.order).toMatchObject({ plan: 'yearly', every: 'year', waitsForRenewal: true });
    expect(payments.stripe.calls.at(-1)?.sent).toMatchObject({
      'items[0][price_data][recurring][interval]': 'year',
      trial_end: String(PERIOD_END_S),
    });
    await payments.pass(30 * DAY + 3_600_000);
    const about = { order: body.order.id, invoice: 'in_2', subscription: 'sub_1', hellers: HELLERS };
    await payments.tell(renewalEvent('evt_2', about));
    expect(await plan()).toMatchObject({ id: 'yearly', monthsPaid: 11, tokensLeft: 500_000 });
  });

  test('goes back by months that have not begun, then by tokens, and the rest is owed', async () => {
    await subscribe();
    await months(2);

    await payments.tell(refundEvent('evt_half', 'pi_1', HELLERS / 2));
    expect(await plan()).toMatchObject({ id: 'yearly', monthsPaid: 3 });
    expect(await payments.gained(anna())).toBe(0);

    await payments.tell(refundEvent('evt_all', 'pi_1', HELLERS));
    expect((await plan())?.monthsPaid).toBe(0);
    // Two months were used and one is the running one, whose pot is not the one that the order has given.
    expect(await payments.gained(anna())).toBe(-625);
  });
});

describe('a year by transfer', () => {
  test('is twelve months that do not renew themselves; another one comes after them', async () => {
    const buy = async () => {
      const { body } = await anna().ask('POST /api/orders', { body: { offer: 'plan-yearly', method: 'bank' } });
      const confirmed = await payments.service.olga.ask('POST /api/operator/orders/{id}/confirm', {
        id: body.order.id,
        body: { id: `order-confirm-000-${++orders}`, reason: 'it came', czk: '2500' },
      });
      expect(confirmed.status).toBe(200);
    };
    await buy();
    expect(await plan()).toMatchObject({ id: 'yearly', monthsPaid: 11, isRenewing: false });
    await months(3);

    await buy();

    expect(await plan()).toMatchObject({ monthsPaid: 20, tokensLeft: 500_000 });
    await months(20);
    expect(await plan()).toMatchObject({ monthsPaid: 0, nextPlan: null });
    await months(1);
    expect(await plan()).toBeNull();
  });
});
