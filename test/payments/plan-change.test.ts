/** A plan by card that becomes smaller: with its next period, at Stripe and here. */
import { describe, expect, test } from 'bun:test';
import { invoicePaymentEvent, refundEvent, renewalEvent, subscriptionEndEvent } from '../support/stripe-events.ts';
import { HELLERS, paymentsForEachTest } from './payments.fixture.ts';

const DAY = 24 * 3_600_000;
const MONTH = 30 * DAY + 3_600_000;
const payments = paymentsForEachTest();

const anna = () => payments.service.anna;
const billing = async () => (await anna().ask('GET /api/billing')).body;
const plan = async () => (await billing()).plan;
const wish = (name: 'pro' | 'ultra', method = 'stripe') =>
  anna().ask('POST /api/orders', { body: { offer: `plan-${name}`, method } });
const change = async (name: 'pro' | 'ultra') => (await wish(name)).body.order.id;
const statusOf = async (id: string) => (await anna().ask('GET /api/orders/{id}', { id })).body.order.status;
const renewed = (order: string, name: 'pro' | 'ultra', number: number) =>
  renewalEvent(`evt_renewal_${number}`, {
    order,
    invoice: `in_${number}`,
    subscription: 'sub_1',
    hellers: HELLERS[name],
  });

describe('Pro instead of Ultra', () => {
  test('is asked of Stripe for the next period, without anything to pay or to get back now', async () => {
    await payments.subscribe(anna(), 'ultra');

    const { status, body } = await wish('pro');

    expect([status, body.url]).toEqual([200, null]);
    expect(body.order).toMatchObject({ plan: 'pro', status: 'open', waitsForRenewal: true });
    expect(payments.stripe.calls.slice(-3)).toEqual([
      { call: 'GET /v1/subscriptions/sub_1', sent: {} },
      { call: 'POST /v1/products', sent: { name: 'Boreal: tarif Pro' } },
      {
        call: 'POST /v1/subscriptions/sub_1',
        sent: {
          'items[0][id]': 'si_sub_1',
          'items[0][price_data][currency]': 'czk',
          'items[0][price_data][unit_amount]': '25000',
          'items[0][price_data][recurring][interval]': 'month',
          'items[0][price_data][product]': 'prod_1',
          proration_behavior: 'none',
          'metadata[order]': body.order.id,
        },
      },
    ]);
    expect(await plan()).toMatchObject({ id: 'ultra', nextPlan: 'pro', tokensLeft: 2_000_000 });
  });

  test('begins with the renewal at its price, which pays the order of the change, and goes on', async () => {
    await payments.subscribe(anna(), 'ultra');
    const order = await change('pro');
    await payments.pass(MONTH);

    expect((await payments.tell(renewed(order, 'pro', 2))).outcome).toBe('done');
    expect((await payments.tell(renewed(order, 'pro', 2))).outcome).toBe('duplicate');

    expect(await statusOf(order)).toBe('paid');
    expect(await plan()).toMatchObject({ id: 'pro', nextPlan: 'pro', tokensLeft: 500_000 });
    await payments.pass(1000);
    expect((await billing()).packages).toEqual([]);
    await payments.pass(MONTH);
    await payments.tell(renewed(order, 'pro', 3));
    expect(await plan()).toMatchObject({ id: 'pro', nextPlan: 'pro', tokensLeft: 500_000 });
    const { orders } = (await anna().ask('GET /api/orders')).body;
    expect(orders.map(({ plan: of, invoiceNumber }) => [of, invoiceNumber])).toEqual([
      ['pro', '2027-00001'],
      ['pro', '2026-00002'],
      ['ultra', '2026-00001'],
    ]);
  });

  test('is known from the invoice itself, also where we died before we wrote the change down', async () => {
    await payments.subscribe(anna(), 'ultra');
    const order = await change('pro');
    const { sql } = payments.service.db;
    await sql.run('UPDATE orders SET provider_subscription = NULL WHERE id = ?', order);
    await sql.run("UPDATE subscriptions SET next_plan = 'ultra'");
    await sql.run("UPDATE paid_subscriptions SET plan = 'ultra'");
    await payments.pass(MONTH);

    expect((await payments.tell(renewed(order, 'pro', 2))).outcome).toBe('done');

    expect(await plan()).toMatchObject({ id: 'pro', tokensLeft: 500_000 });
    expect(await statusOf(order)).toBe('paid');
  });

  test('does not touch an invoice that was written for Ultra while it was asked for', async () => {
    const { order: first } = await payments.subscribe(anna(), 'ultra');
    await payments.pass(MONTH);
    const order = await change('pro');

    // The invoice names the new order already, and still has the old price.
    await payments.tell(renewed(order, 'ultra', 2));

    expect(await plan()).toMatchObject({ id: 'ultra', nextPlan: 'pro', tokensLeft: 2_000_000 });
    expect([await statusOf(first), await statusOf(order)]).toEqual(['paid', 'open']);
    await payments.pass(MONTH);
    await payments.tell(renewed(order, 'pro', 3));
    expect(await plan()).toMatchObject({ id: 'pro', nextPlan: 'pro', tokensLeft: 500_000 });
  });

  test.each([
    ['in order', ['ultra', 'pro']],
    ['the other way round', ['pro', 'ultra']],
  ] as const)('gives each period that was paid for, reported %s, and then renews as Pro', async (_, told) => {
    const { order: first } = await payments.subscribe(anna(), 'ultra');
    await payments.pass(MONTH);
    const order = await change('pro');
    const events = { ultra: renewed(first, 'ultra', 2), pro: renewed(order, 'pro', 3) };

    for (const name of told) {
      expect((await payments.tell(events[name])).outcome).toBe('done');
      await payments.pass(1000);
    }

    expect(await plan()).toMatchObject({ id: told.at(-1)!, nextPlan: 'pro' });
    const { orders } = (await anna().ask('GET /api/orders')).body;
    expect(orders.every(({ status }) => status === 'paid')).toBe(true);
    expect(await payments.gained(anna())).toBe(0);
  });

  test('is refused by any other amount', async () => {
    await payments.subscribe(anna(), 'ultra');
    const order = await change('pro');
    await payments.pass(MONTH);

    const wrong = renewalEvent('evt_2', { order, invoice: 'in_2', subscription: 'sub_1', hellers: 24_999 });

    expect((await payments.tell(wrong)).outcome).toBe('wrong-amount');
    expect(await statusOf(order)).toBe('open');
  });

  test('can be taken back before it begins', async () => {
    await payments.subscribe(anna(), 'ultra');
    const smaller = await change('pro');

    const order = await change('ultra');

    expect(await plan()).toMatchObject({ id: 'ultra', nextPlan: 'ultra' });
    expect([await statusOf(smaller), await statusOf(order)]).toEqual(['expired', 'open']);
    await payments.pass(MONTH);
    await payments.tell(renewed(order, 'ultra', 2));
    expect(await plan()).toMatchObject({ id: 'ultra', nextPlan: 'ultra', tokensLeft: 2_000_000 });
  });

  test('does not begin where the plan is cancelled after it', async () => {
    const { subscription } = await payments.subscribe(anna(), 'ultra');
    await change('pro');

    await anna().ask('POST /api/plan/cancel');
    await payments.tell(subscriptionEndEvent('evt_end', subscription));
    await payments.pass(35 * DAY);

    expect(await plan()).toBeNull();
  });

  test('that is paid and goes back takes the tokens of its period', async () => {
    await payments.subscribe(anna(), 'ultra');
    const order = await change('pro');
    await payments.pass(MONTH);
    await payments.tell(renewed(order, 'pro', 2));
    await payments.tell(invoicePaymentEvent('evt_link', 'in_2', 'pi_2'));

    await payments.tell(refundEvent('evt_refund', 'pi_2', HELLERS.pro));

    expect(await plan()).toMatchObject({ id: 'pro', tokensLeft: 0 });
  });

  test('changes nothing here when Stripe cannot be reached', async () => {
    await payments.subscribe(anna(), 'ultra');
    payments.stripe.breakWith(400);

    const { status, error } = await wish('pro');

    expect([status, error?.code]).toEqual([502, 'payment_provider_failed']);
    expect(await plan()).toMatchObject({ id: 'ultra', nextPlan: 'ultra' });
  });
});

describe('is refused before payment:', () => {
  test('the plan that goes on anyway, and a smaller one by bank transfer', async () => {
    await payments.subscribe(anna(), 'ultra');

    const answers = [await wish('ultra'), await wish('pro', 'bank')];

    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
      [400, 'plan_running'],
      [400, 'plan_running'],
    ]);
  });

  test('a smaller plan without payment by card', async () => {
    const { stores, clock } = payments.service;
    await stores.plans.choose({ accountId: 'acc_anna', plan: 'ultra', actor: 'test', atMs: clock.nowMs() });

    expect((await wish('pro')).error?.code).toBe('plan_running');
  });
});

test('the last charge of a subscription that was replaced is given as credit, and the larger plan stays', async () => {
  const { order, subscription } = await payments.subscribe(anna(), 'pro');
  await payments.subscribe(anna(), 'ultra', 2);

  const late = renewalEvent('evt_late', { order, invoice: 'in_9', subscription, hellers: HELLERS.pro });

  expect((await payments.tell(late)).outcome).toBe('done');
  expect(await plan()).toMatchObject({ id: 'ultra', nextPlan: 'ultra' });
  expect(await payments.gained(anna())).toBe(250);
});
