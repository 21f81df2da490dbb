import { describe, expect, test } from 'bun:test';
import { endSubscriptions } from '../../src/features/shop/service.ts';
import {
  disputeEvent,
  refundEvent,
  renewalEvent,
  sessionEvent,
  subscriptionEndEvent,
} from '../support/stripe-events.ts';
import { paymentsForEachTest } from './payments.fixture.ts';

const DAY = 24 * 3_600_000;
const payments = paymentsForEachTest();

const anna = () => payments.service.anna;
const plan = async () => (await anna().ask('GET /api/billing')).body.plan;

const subscribe = (offer: 'pro' | 'ultra', number = 1) => payments.subscribe(anna(), offer, number);

describe('a plan by card', () => {
  test('asks Stripe for a monthly subscription in crowns at our price', async () => {
    await payments.buy(anna(), 'plan-pro');

    expect(payments.stripe.sessions.at(-1)?.asked).toMatchObject({
      mode: 'subscription',
      locale: 'cs',
      customer_email: 'anna@example.com',
      'adaptive_pricing[enabled]': 'false',
      'line_items[0][price_data][currency]': 'czk',
      'line_items[0][price_data][unit_amount]': '25000',
      'line_items[0][price_data][recurring][interval]': 'month',
    });
  });

  test('begins with its payment and goes on', async () => {
    const { order } = await subscribe('pro');

    expect(await plan()).toMatchObject({ id: 'pro', nextPlan: 'pro', tokensLeft: 500_000 });
    expect(await payments.gained(anna())).toBe(0);
    const { movements } = (await anna().ask('GET /api/statements/{month}', { month: '2026-11' })).body;
    expect(movements.map((one) => one.order)).toEqual([null, { id: order, invoice: '2026-00001' }]);
  });

  test('does not renew itself without a payment', async () => {
    await subscribe('pro');

    await payments.pass(35 * DAY);

    expect(await plan()).toBeNull();
  });

  test('is renewed by each paid invoice, once, with an order and an invoice number of its own', async () => {
    const { order, subscription, hellers } = await subscribe('pro');
    await payments.pass(30 * DAY + 3_600_000);
    const renewal = renewalEvent('evt_2', { order, invoice: 'in_2', subscription, hellers });

    await Promise.all(Array.from({ length: 10 }, () => payments.tell(renewal)));
    await payments.tell(renewalEvent('evt_3', { order, invoice: 'in_2', subscription, hellers }));

    const orders = (await anna().ask('GET /api/orders')).body.orders;
    expect(orders.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual(['2026-00001', '2026-00002']);
    expect(await plan()).toMatchObject({ id: 'pro', nextPlan: 'pro', tokensLeft: 500_000 });
    await payments.pass(1000);
    expect((await anna().ask('GET /api/billing')).body.packages).toEqual([]);
  });

  test('is renewed also after a gap, when the card could be charged only later', async () => {
    const { order, subscription, hellers } = await subscribe('pro');
    await payments.pass(40 * DAY);
    expect(await plan()).toBeNull();

    await payments.tell(renewalEvent('evt_2', { order, invoice: 'in_2', subscription, hellers }));

    expect(await plan()).toMatchObject({ id: 'pro', tokensLeft: 500_000 });
  });

  test.each([
    ['a wrong amount', { hellers: 1 }, 'wrong-amount'],
    ['an unknown order', { order: 'ord_unknown' }, 'unknown'],
    ['its first invoice, which the session has reported', { reason: 'subscription_create' }, 'ignored'],
  ] as const)('is not renewed by %s', async (_, change, outcome) => {
    const { order, subscription, hellers } = await subscribe('pro');
    const before = await plan();

    const about = { order, invoice: 'in_2', subscription, hellers, ...change };

    expect((await payments.tell(renewalEvent('evt_2', about))).outcome).toBe(outcome);
    expect(await plan()).toEqual(before);
  });

  test('is cancelled at Stripe and here, and lasts until its period ends', async () => {
    await subscribe('pro');

    expect((await anna().ask('POST /api/plan/cancel')).status).toBe(200);

    expect(payments.stripe.calls.at(-1)).toEqual({
      call: 'POST /v1/subscriptions/sub_1',
      sent: { cancel_at_period_end: 'true' },
    });
    expect(await plan()).toMatchObject({ id: 'pro', nextPlan: null });
  });

  test('is not cancelled here when Stripe cannot be reached', async () => {
    await subscribe('pro');
    payments.stripe.breakWith(400);

    const { status, error } = await anna().ask('POST /api/plan/cancel');

    expect([status, error?.code]).toEqual([502, 'payment_provider_failed']);
    expect(await plan()).toMatchObject({ nextPlan: 'pro' });
  });

  test('ends with its period when Stripe has ended the subscription', async () => {
    const { subscription } = await subscribe('pro');

    await payments.tell(subscriptionEndEvent('evt_end', subscription));

    expect(await plan()).toMatchObject({ id: 'pro', nextPlan: null });
  });
});

test('a refund takes tokens by what the operator has published for the plan, not by the configuration', async () => {
  const { olga, clock } = payments.service;
  const order = { id: 'plan-tokens-order-1', reason: 'fewer tokens' };
  await olga.ask('POST /api/operator/plans', { body: { ...order, plan: 'pro', tokens: 100_000, fromMs: null } });
  clock.pass(3000);
  const { payment } = await subscribe('pro');

  await payments.tell(refundEvent('evt_half', payment, 12_500));

  expect(await plan()).toMatchObject({ id: 'pro', tokensLeft: 50_000 });
  expect(await payments.gained(anna())).toBe(0);
});

describe('an upgrade by card', () => {
  test('begins at once, keeps the tokens that are left, and ends the old subscription at Stripe', async () => {
    await subscribe('pro');
    await payments.pass(DAY);

    await subscribe('ultra', 2);

    const { plan: now, packages } = (await anna().ask('GET /api/billing')).body;
    expect(now).toMatchObject({ id: 'ultra', nextPlan: 'ultra', tokensLeft: 2_000_000 });
    expect(packages).toMatchObject([{ label: 'pro', tokensLeft: 500_000 }]);
    const { platform, topUpSources } = payments.service;
    const { orders } = payments.service.stores;
    const end = () => endSubscriptions(platform, { orders, provider: topUpSources.provider });
    expect([await end(), await end()]).toEqual([1, 0]);
    expect(payments.stripe.calls.at(-1)?.call).toBe('DELETE /v1/subscriptions/sub_1');
    await payments.tell(subscriptionEndEvent('evt_end', 'sub_1'));
    expect(await plan()).toMatchObject({ id: 'ultra', nextPlan: 'ultra' });
  });
});

describe('tokens whose payment goes back', () => {
  test('of a plan are taken', async () => {
    const { payment } = await subscribe('pro');

    await payments.tell(refundEvent('evt_2', payment, 25_000));

    expect(await plan()).toMatchObject({ tokensLeft: 0 });
    expect((await anna().ask('GET /api/billing')).body).toMatchObject({ creditCzk: '1000', debtCzk: '0' });
  });

  test('of a package are taken, and those that were used are owed at the price of the package', async () => {
    const { stores, clock } = payments.service;
    const { order, session } = await payments.buy(anna(), 'package-small');
    await payments.tell(sessionEvent('evt_1', 'completed', { session, order, hellers: 20_000 }));
    const keyId = (await anna().ask('POST /api/keys', { body: { name: 'test' } })).body.key.id;
    const usage = { inputTokens: 2_000, cachedInputTokens: 0, outputTokens: 8_000, reasoningTokens: 0 };
    await payments.service.spend(anna(), { keyId, usage });

    await payments.tell(disputeEvent('evt_2', `pi_${session}`, { status: 'lost', hellers: 20_000 }));

    // 10,000 of 1,000,000 tokens at 200 CZK.
    expect((await anna().ask('GET /api/billing')).body).toMatchObject({ creditCzk: '998', packages: [] });
    expect((await stores.ledger.balanceOf('acc_anna', clock.nowMs())).debt).toBe(0n as never);
  });
});

test('a plan whose account was closed is ended at Stripe', async () => {
  await subscribe('pro');
  const { platform, stores, clock, provider } = payments.service;
  await stores.closing.close({ accountId: 'acc_anna', actor: 'test', atMs: clock.nowMs() });

  expect(await endSubscriptions(platform, { orders: stores.orders, provider })).toBe(1);
});
