/** Consumers withdraw from orders over HTTP: declared, acknowledged, taken from the ledger and sent back, each once. */
import { describe, expect } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { sendRefunds } from '../../src/features/shop/withdrawals.ts';
import { test } from '../support/databases.ts';
import { BUYER } from '../support/known-buyers.ts';
import { invoicePaymentEvent, refundEvent, renewalEvent, sessionEvent } from '../support/stripe-events.ts';
import type { Visitor } from '../support/visitor.ts';
import { type Payments, startPayments } from './payments.fixture.ts';

const DAY_MS = 86_400_000;
const CZK = 1_000_000_000n;

/** Of the credit that every account begins with, nothing is left. */
async function startEmpty(): Promise<Payments> {
  const payments = await startPayments();
  const { stores, anna, clock } = payments.service;
  const about = { accountId: anna.accountId, reason: 'test', actor: 'test', atMs: clock.nowMs() };
  await stores.credits.correct({ ...about, amount: nanos(-1000n * CZK) });
  return payments;
}

const correct = ({ service: { stores, clock } }: Payments, who: Visitor, czk: bigint) =>
  stores.credits.correct({
    ...{ accountId: who.accountId, reason: 'used', actor: 'test', atMs: clock.nowMs() },
    amount: nanos(czk * CZK),
  });

async function buyByCard(payments: Payments, offer: string, hellers: number): Promise<string> {
  const { order, session } = await payments.buy(payments.service.anna, offer);
  await payments.tell(sessionEvent(`evt_${order}`, 'completed', { session, order, hellers, payment: `pi_${order}` }));
  return order;
}

async function buyByBank(
  { service: { anna, olga } }: Payments,
  offer: string,
  czk: string,
  consents: { readonly acceptedTerms?: string; readonly beginAtOnce?: boolean } = {},
): Promise<string> {
  const { body } = await anna.ask('POST /api/orders', { body: { offer, method: 'bank', ...consents } });
  const { id } = body.order;
  const confirmed = { id: `confirm-${id}`, reason: 'came', czk };
  const { status } = await olga.ask('POST /api/operator/orders/{id}/confirm', { id, body: confirmed });
  expect(status).toBe(200);
  return id;
}

const look = async (who: Visitor, id: string) => (await who.ask('GET /api/orders/{id}/withdrawal', { id })).body;
const withdraw = (who: Visitor, id: string, name = 'Anna Nováková') =>
  who.ask('POST /api/orders/{id}/withdrawal', { id, body: { name } });
const send = ({ service: { platform, stores, provider } }: Payments) =>
  sendRefunds(platform, { withdrawals: stores.withdrawals, provider });
const orderOf = async (who: Visitor, id: string) => (await who.ask('GET /api/orders/{id}', { id })).body.order;
const documentsOf = async (who: Visitor, id: string) =>
  (await who.ask('GET /api/orders/{id}/documents', { id })).body.documents.map(({ kind, czk }) => [kind, czk]);

async function expectSound({ service }: Payments): Promise<void> {
  expect((await service.audit()).problems).toEqual([]);
}

describe('credit that was bought by card', () => {
  test('goes back as far as it is unused, with a credit note, and is refunded on the card once', async () => {
    await using payments = await startEmpty();
    const { anna, notices } = payments.service;
    const id = await buyByCard(payments, 'credit-100', 10_000);
    await correct(payments, anna, -30n);

    expect((await anna.ask('GET /api/orders')).body.withdrawable).toEqual([id]);
    expect(await look(anna, id)).toMatchObject({ refused: null, refundCzk: '70', declared: null });
    const { status, body } = await withdraw(anna, id);
    const again = await withdraw(anna, id, 'Someone else');
    await send(payments);
    await send(payments);
    await payments.tell(refundEvent('evt_back', `pi_${id}`, 7000));
    await notices.deliver();

    expect([status, body.declared?.refundCzk, body.declared?.name]).toEqual([200, '70', 'Anna Nováková']);
    expect(again.body.declared).toEqual(body.declared);
    expect(payments.stripe.refunds).toEqual([{ payment: `pi_${id}`, hellers: 7000 }]);
    expect((await look(anna, id)).declared?.sentAtMs).not.toBeNull();
    expect(await orderOf(anna, id)).toMatchObject({ status: 'partly-refunded', refundedCzk: '70' });
    expect(await documentsOf(anna, id)).toEqual([
      ['invoice', '100'],
      ['credit-note', '-70'],
    ]);
    expect((await anna.ask('GET /api/billing')).body).toMatchObject({ creditCzk: '0', debtCzk: '0' });
    expect((await anna.ask('GET /api/orders')).body.withdrawable).toEqual([]);
    const taken = (await (await anna.open('GET /api/account/export')).json()) as { readonly withdrawals: unknown };
    expect(taken.withdrawals).toMatchObject([{ orderId: id, name: 'Anna Nováková', refundCzk: '70' }]);
    const { entries } = (await anna.ask('GET /api/activity', { query: { area: 'billing' } })).body;
    const withdrawn = entries.filter(({ action }) => action === 'withdraw-order');
    expect(withdrawn).toMatchObject([{ memberId: 'anna', actor: 'anna@example.com', details: { orderId: id } }]);
    expect(JSON.stringify(entries)).not.toContain('Nováková');
    const told = notices.emails.filter(({ to }) => to === 'anna@example.com');
    expect(told).toHaveLength(1);
    for (const word of ['Anna Nováková', id, '100 Kč', '70 Kč', 'pražský čas']) expect(told[0]!.text).toContain(word);
    expect(notices.emails.find(({ to }) => to === 'operator@example.com')?.text).toContain('may have to go back, too');
    await expectSound(payments);
  });

  test('that is all used goes back with nothing to send, and was sent at once', async () => {
    await using payments = await startEmpty();
    const { anna } = payments.service;
    const id = await buyByCard(payments, 'credit-100', 10_000);
    await correct(payments, anna, -100n);

    const before = await look(anna, id);
    const { status, body } = await withdraw(anna, id);
    await send(payments);

    expect(before).toMatchObject({ refused: null, refundCzk: '0', untilMs: expect.any(Number) });
    expect([status, body.declared?.refundCzk, body.declared?.sentAtMs]).toEqual([200, '0', expect.any(Number)]);
    expect(payments.stripe.refunds).toEqual([]);
    expect((await look(anna, id)).refundCzk).toBeNull();
    await expectSound(payments);
  });

  test('has no time to withdraw in before it is paid', async () => {
    await using payments = await startEmpty();
    const { order } = await payments.buy(payments.service.anna, 'credit-100');

    expect(await look(payments.service.anna, order)).toMatchObject({ refundCzk: null, untilMs: null });
  });

  test('waits with its money while the provider cannot be reached', async () => {
    await using payments = await startEmpty();
    const { anna, clock } = payments.service;
    const id = await buyByCard(payments, 'credit-100', 10_000);
    await withdraw(anna, id);
    payments.stripe.breakWith(400);

    await send(payments);
    payments.stripe.breakWith(undefined);
    await send(payments);
    expect(payments.stripe.refunds).toEqual([]);
    clock.pass(11 * 60_000);
    await send(payments);

    expect(payments.stripe.refunds).toEqual([{ payment: `pi_${id}`, hellers: 10_000 }]);
    await expectSound(payments);
  });
});

describe('tokens', () => {
  test('of a package go back by their share, and none is left to use', async () => {
    await using payments = await startEmpty();
    const { anna, stores, clock } = payments.service;
    const id = await buyByBank(payments, 'package-small', '200');

    const { body } = await withdraw(anna, id);

    expect(body.declared).toMatchObject({ refundCzk: '200', sentAtMs: null });
    const { pots } = await stores.ledger.balanceOf(anna.accountId, clock.nowMs());
    expect(pots.filter(({ kind }) => kind !== 'credit')).toEqual([]);
    await expectSound(payments);
  });

  test('of a plan by card go back by their share, and the plan and its subscription end', async () => {
    await using payments = await startEmpty();
    const { anna, stores } = payments.service;
    const { order, subscription, payment } = await payments.subscribe(anna, 'pro');
    payments.service.clock.pass(1000);

    const { body } = await withdraw(anna, order);
    await send(payments);

    expect(body.declared?.refundCzk).toBe('250');
    expect(payments.stripe.refunds).toEqual([{ payment, hellers: 25_000 }]);
    expect(await stores.orders.subscriptionsToEnd()).toEqual([subscription]);
    expect((await anna.ask('GET /api/billing')).body.plan).toBeNull();
    const again = await anna.ask('POST /api/orders', { body: { offer: 'plan-pro', method: 'bank' } });
    expect(again.status).toBe(200);
    await expectSound(payments);
  });

  test('of a month that was paid in advance go back before it begins, and no credit is taken', async () => {
    await using payments = await startEmpty();
    const { anna } = payments.service;
    await buyByBank(payments, 'plan-pro', '250');
    payments.service.clock.pass(1000);
    const next = await buyByBank(payments, 'plan-pro', '250');

    const { body } = await withdraw(anna, next);

    expect(body.declared?.refundCzk).toBe('250');
    const { plan, debtCzk } = (await anna.ask('GET /api/billing')).body;
    expect([plan?.id, plan?.nextPlan, debtCzk]).toEqual(['pro', null, '0']);
    await expectSound(payments);
  });
});

describe('no withdrawal', () => {
  test('of a company, after 14 days, of another account, or of a renewal', async () => {
    await using payments = await startEmpty();
    const { anna, ben } = payments.service;
    const old = await buyByBank(payments, 'credit-100', '100');
    const { order, subscription } = await payments.subscribe(anna, 'pro');
    await payments.pass(25 * DAY_MS);
    await payments.tell(renewalEvent('evt_r', { order, subscription, invoice: 'in_2', hellers: 25_000 }));
    await payments.tell(invoicePaymentEvent('evt_l', 'in_2', 'pi_2'));
    await anna.ask('PATCH /api/buyer', { body: BUYER });
    const company = await buyByBank(payments, 'credit-100', '100');
    await anna.ask('PATCH /api/buyer', {
      body: { ...BUYER, name: '', street: '', city: '', postalCode: '', companyId: '', vatId: '' },
    });

    expect((await look(anna, old)).refused).toBe('over');
    expect((await look(anna, company)).refused).toBe('company');
    expect((await look(anna, 'ord_in_2')).refused).toBe('renewal');
    for (const id of [old, company, 'ord_in_2']) {
      const { status, error } = await withdraw(anna, id);
      expect([status, error?.code]).toEqual([400, 'withdrawal_refused']);
    }
    expect((await withdraw(ben, old)).status).toBe(404);
    expect((await anna.ask('GET /api/orders')).body.withdrawable).toEqual([]);
    await expectSound(payments);
  });
});

describe('the operator', () => {
  test('sees what is to be sent by bank, and says once that it was', async () => {
    await using payments = await startEmpty();
    const { anna, olga } = payments.service;
    const id = await buyByBank(payments, 'credit-100', '100');
    await withdraw(anna, id);
    const sent = (action: string) =>
      olga.ask('POST /api/operator/withdrawals/{id}/sent', { id, body: { id: action, reason: 'sent today' } });

    const { body } = await olga.ask('GET /api/operator/withdrawals');
    const answers = [
      await sent('order-0000000000-1'),
      await sent('order-0000000000-1'),
      await sent('order-0000000000-2'),
    ];

    expect(body.withdrawals).toMatchObject([
      { orderId: id, refundCzk: '100', czk: '100', method: 'bank', sentAtMs: null, hasConsent: false },
    ]);
    expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [400, 'order_settled'],
    ]);
    expect((await look(anna, id)).declared?.sentAtMs).not.toBeNull();
    await expectSound(payments);
  });

  test('sees whether the wish to begin at once is on record, and gets a warning only where it is not', async () => {
    await using payments = await startPayments({}, { version: '2026-11-01' });
    const { anna, olga, notices } = payments.service;
    const consents = { acceptedTerms: '2026-11-01', beginAtOnce: true };
    const id = await buyByBank(payments, 'credit-100', '100', consents);
    await withdraw(anna, id);
    await notices.deliver();

    const { body } = await olga.ask('GET /api/operator/withdrawals');

    expect(body.withdrawals).toMatchObject([{ orderId: id, hasConsent: true }]);
    const told = notices.emails.find(({ to, text }) => to === 'operator@example.com' && text.includes(id));
    expect(told?.text).toContain('has withdrawn from order');
    expect(told?.text).not.toContain('may have to go back, too');
  });
});
