import { describe, expect, test } from 'bun:test';
import { paymentsForEachTest } from '../../../test/payments/payments.fixture.ts';
import { sessionEvent } from '../../../test/support/stripe-events.ts';

const payments = paymentsForEachTest();

const olga = () => payments.service.olga;
let orders = 0;
const order = (reason = 'statement of Monday') => ({ id: `order-0000000000-${++orders}`, reason });
const byBank = async (offer = 'credit-500') =>
  (await payments.service.anna.ask('POST /api/orders', { body: { offer, method: 'bank' } })).body.order;
const list = async (query: Record<string, string> = {}) =>
  (await olga().ask('GET /api/operator/orders', { query })).body;
const confirm = (id: string, czk: string, about = order()) =>
  olga().ask('POST /api/operator/orders/{id}/confirm', { id, body: { ...about, czk } });
const cancel = (id: string, about = order()) =>
  olga().ask('POST /api/operator/orders/{id}/cancel', { id, body: about });
const logged = async () =>
  (await payments.service.stores.actionLog.actions({ rowsMax: 10 })).filter(({ memberId }) => memberId === null);

describe('the list of orders', () => {
  test('has those of all accounts, the newest first, with whose they are', async () => {
    const first = await byBank();
    payments.service.clock.pass(1000);
    const second = await payments.buy(payments.service.ben, 'credit-100');

    const { orders: found, next } = await list();

    expect(found).toMatchObject([
      { id: second.order, email: 'ben@example.com', accountId: 'acc_ben', method: 'stripe', variableSymbol: null },
      { id: first.id, email: 'anna@example.com', method: 'bank', variableSymbol: first.bank?.variableSymbol },
    ]);
    expect(next).toBeNull();
  });

  test('is filtered by state and by the way of paying, and searched by what people say', async () => {
    const first = await byBank();
    await payments.buy(payments.service.ben, 'credit-100');
    await confirm(first.id, '500');
    const count = async (query: Record<string, string>) => (await list(query)).orders.length;

    expect(await count({ status: 'paid' })).toBe(1);
    expect(await count({ status: 'open', method: 'bank' })).toBe(0);
    expect(await count({ method: 'stripe' })).toBe(1);
    for (const search of [first.id, first.bank!.variableSymbol, '2026-00001', 'Anna@example.com']) {
      expect((await list({ search })).orders.map(({ id }) => id)).toEqual([first.id]);
    }
    expect(await count({ search: 'nobody@example.com' })).toBe(0);
  });

  test('goes on page by page, each order once', async () => {
    const { stores, clock } = payments.service;
    const offer = payments.service.shop.offers[0]!;
    for (let i = 0; i < 60; i += 1) {
      const id = `ord_${String(i).padStart(3, '0')}`;
      const about = { id, accountId: 'acc_anna', offer, method: 'bank', language: 'cs', vatId: null } as const;
      // Some in the same millisecond.
      const createdAtMs = clock.nowMs() - Math.floor(i / 7);
      await stores.orders.create({ ...about, createdAtMs, expiresAtMs: createdAtMs + 1000 });
    }

    const first = await list();
    const second = await list({ after: first.next! });

    expect([first.orders.length, second.orders.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.orders, ...second.orders].map(({ id }) => id)).size).toBe(60);
  });

  test('does not go on from a place that is none', async () => {
    const { status, error } = await olga().ask('GET /api/operator/orders', { query: { after: 'here' } });

    expect([status, error?.param]).toEqual([400, 'after']);
  });

  test('of one customer is on the page of that customer', async () => {
    const first = await byBank();
    await payments.buy(payments.service.ben, 'credit-100');

    const query = { dayFromMs: payments.service.clock.nowMs() };
    const { body } = await olga().ask('GET /api/operator/customers/{id}', { id: 'acc_anna', query });

    expect(body.orders.map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('a bank transfer', () => {
  test('is confirmed with its amount, once, however often the button is pressed', async () => {
    const { id } = await byBank();
    const about = order();

    const answers = await Promise.all([1, 2, 3].map(() => confirm(id, '500', about)));

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.action.seq}`)).size).toBe(1);
    expect(await payments.gained(payments.service.anna)).toBe(500);
    expect(await logged()).toMatchObject([
      {
        kind: 'confirm-order',
        actor: 'olga@example.com',
        accountId: 'acc_anna',
        wanted: { orderId: id },
        before: { order: 'open', creditCzk: '1000' },
        after: { order: 'paid', invoice: '2026-00001', creditCzk: '1500' },
      },
    ]);
  });

  test('is not confirmed with another amount, twice, or where it is paid by card; and nothing is logged', async () => {
    const { id } = await byBank();
    const card = await payments.buy(payments.service.anna, 'credit-100');

    expect((await confirm(id, '499.99')).error).toMatchObject({
      param: 'czk',
      message: expect.stringContaining('The order is for 500 CZK'),
    });
    expect((await confirm(card.order, '100')).error?.message).toContain('paid by card');
    expect((await confirm('ord_nobody', '100')).status).toBe(404);
    expect(await logged()).toEqual([]);
    await confirm(id, '500');
    expect((await confirm(id, '500')).error?.message).toContain('paid already: invoice 2026-00001');
    expect(await payments.gained(payments.service.anna)).toBe(500);
    expect((await logged()).length).toBe(1);
  });

  test('of a closed account is sent back', async () => {
    const { id } = await byBank();
    const { stores, clock } = payments.service;
    await stores.closing.close({ accountId: 'acc_anna', actor: 'test', atMs: clock.nowMs() });

    expect((await confirm(id, '500')).error?.message).toContain('send the money back');
    expect((await list({ search: id })).orders).toMatchObject([{ invoiceNumber: null }]);
  });

  test('that is cancelled is over; money that comes all the same still counts', async () => {
    const { id } = await byBank();

    expect((await cancel(id)).status).toBe(200);
    expect((await list({ search: id })).orders).toMatchObject([{ status: 'expired' }]);
    expect((await cancel(id)).error?.message).toContain('not open any more');
    await confirm(id, '500');

    expect((await list({ search: id })).orders).toMatchObject([{ status: 'paid' }]);
    expect((await logged()).map(({ kind }) => kind)).toEqual(['confirm-order', 'cancel-order']);
  });

  test('is the only order that an operator cancels: a card is settled by Stripe', async () => {
    const { order: id, session } = await payments.buy(payments.service.anna, 'credit-100');

    expect((await cancel(id)).error?.message).toContain('Stripe settles it');
    await payments.tell(sessionEvent('evt_1', 'completed', { session, order: id }));
    expect((await list({ search: id })).orders).toMatchObject([{ status: 'paid' }]);
  });
});
