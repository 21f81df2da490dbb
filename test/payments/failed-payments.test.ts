/** A payment that did not go through is reported to its customer and to the operator, once. */
import { expect, test } from 'bun:test';
import { renewalEvent, renewalFailedEvent, sessionEvent } from '../support/stripe-events.ts';
import { paymentsForEachTest } from './payments.fixture.ts';

const payments = paymentsForEachTest();

const anna = () => payments.service.anna;

async function told() {
  const { deliver, emails, calls } = payments.service.notices;
  await deliver();
  return { emails: emails.map(({ to, text }) => `${to}: ${text}`), calls };
}

test('a payment that failed after days is reported by e-mail, to the operator, and by webhook', async () => {
  const { order, session } = await payments.buy(anna(), 'credit-100');

  await payments.tell(sessionEvent('evt_1', 'async_payment_failed', { session, order, paymentStatus: 'unpaid' }));

  const { emails, calls } = await told();
  expect(calls).toMatchObject([
    {
      id: `payment.failed/${order}`,
      type: 'payment.failed',
      data: { accountId: 'acc_anna', orderId: order, amountCzk: '100', what: 'order' },
    },
  ]);
  expect(emails.length).toBe(2);
  expect(emails.find((email) => email.startsWith('anna@example.com'))).toContain('Vaše platba 100 Kč');
  const toOperator = emails.find((email) => email.startsWith('operator@example.com'));
  expect(toOperator).toContain('A payment of 100 CZK did not go through');
  expect(toOperator).toContain(order);
});

test('the same failure, sent again and again in other messages, is reported once', async () => {
  const { order, session } = await payments.buy(anna(), 'credit-100');
  const about = { session, order, paymentStatus: 'unpaid' } as const;

  for (const id of ['evt_1', 'evt_1', 'evt_2']) {
    await payments.tell(sessionEvent(id, 'async_payment_failed', about));
  }
  await told();
  await payments.tell(sessionEvent('evt_3', 'async_payment_failed', about));

  const { emails, calls } = await told();
  expect([emails.length, calls.length]).toEqual([2, 1]);
});

test('a failure that a server took and died before it wrote the e-mail is reported when Stripe sends it again', async () => {
  const { order, session } = await payments.buy(anna(), 'credit-100');
  const { stores, clock } = payments.service;
  const about = { by: 'session', session, orderId: order, payment: null, invoice: null, subscription: null } as const;
  const taken = { id: 'evt_1', kind: 'test', about: { ...about, fact: { kind: 'failed' }, paid: null } } as const;
  await stores.orders.apply(taken, { actor: 'stripe', atMs: clock.nowMs() });

  const again = sessionEvent('evt_1', 'async_payment_failed', { session, order, paymentStatus: 'unpaid' });

  expect((await payments.tell(again)).outcome).toBe('duplicate');
  expect((await told()).calls.length).toBe(1);
});

test('a renewal that failed is reported once for its invoice, however often the card is tried', async () => {
  const { order, subscription, hellers } = await payments.subscribe(anna(), 'pro');
  const about = { order, invoice: 'in_2', subscription, hellers };

  for (const id of ['evt_2', 'evt_3', 'evt_3']) await payments.tell(renewalFailedEvent(id, about));
  await payments.tell(renewalFailedEvent('evt_4', { ...about, invoice: 'in_3' }));

  const { emails, calls } = await told();
  expect(calls.map(({ id }) => id).sort()).toEqual(['payment.failed/in_2', 'payment.failed/in_3']);
  expect(calls[0]).toMatchObject({ data: { orderId: order, amountCzk: '250', what: 'renewal' } });
  // What waits at the same time is one e-mail, with a line for each.
  const toAnna = emails.filter((email) => email.startsWith('anna@example.com'));
  expect(toAnna.length).toBe(1);
  expect(toAnna[0]!.split('se nepodařilo strhnout z karty').length - 1).toBe(2);
});

test.each([
  ['a payment', 'credit-100'],
  ['a renewal', 'plan-pro'],
])('%s that has succeeded before its failure is reported, sends no e-mail', async (_, offer) => {
  if (offer === 'plan-pro') {
    const { order, subscription, hellers } = await payments.subscribe(anna(), 'pro');
    const about = { order, invoice: 'in_2', subscription, hellers };
    await payments.tell(renewalEvent('evt_2', about));
    await payments.tell(renewalFailedEvent('evt_3', about));
  } else {
    const about = await payments.buy(anna(), offer);
    await payments.tell(sessionEvent('evt_2', 'async_payment_succeeded', about));
    await payments.tell(sessionEvent('evt_3', 'async_payment_failed', { ...about, paymentStatus: 'unpaid' }));
  }

  expect(await told()).toEqual({ emails: [], calls: [] });
});

test.each([
  ['an order that was left', (about: { session: string; order: string }) => sessionEvent('evt_1', 'expired', about)],
  [
    'a failure of another program',
    () => renewalFailedEvent('evt_1', { order: 'ord_x', invoice: 'in_x', subscription: 'sub_x', hellers: 100 }),
  ],
  [
    'a page that is not of its order',
    ({ session }: { session: string }) => sessionEvent('evt_1', 'async_payment_failed', { session, order: 'ord_x' }),
  ],
])('%s sends no e-mail', async (_, event) => {
  await payments.tell(event(await payments.buy(anna(), 'credit-100')));

  expect(await told()).toEqual({ emails: [], calls: [] });
});
