/** The table of webhooks: whatever comes, it is exactly one credit or none. */
import { describe, expect, test } from 'bun:test';
import { disputeEvent, refundEvent, sessionEvent } from '../support/stripe-events.ts';
import { signed } from '../support/stripe-stand-in.ts';
import { paymentsForEachTest, startPayments } from './payments.fixture.ts';

const payments = paymentsForEachTest();

const anna = () => payments.service.anna;
const now = () => payments.service.clock.nowMs();

describe('a paid session', () => {
  test('gives its credit once, with an invoice number', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');

    expect(await payments.tell(sessionEvent('evt_1', 'completed', { session, order }))).toEqual({
      status: 200,
      outcome: 'done',
    });

    expect(await payments.gained(anna())).toBe(100);
    const { body } = await anna().ask('GET /api/orders/{id}', { id: order });
    expect(body.order).toMatchObject({ status: 'paid', invoiceNumber: '2026-00001', czk: '100' });
    const { movements } = (await anna().ask('GET /api/statements/{month}', { month: '2026-11' })).body;
    expect(movements.map((one) => one.order)).toEqual([null, { id: order, invoice: '2026-00001' }]);
  });

  test('sent 50 times at once is acted on once', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');
    const event = sessionEvent('evt_1', 'completed', { session, order });

    const answers = await Promise.all(Array.from({ length: 50 }, () => payments.tell(event)));

    expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
    expect(answers.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(49);
    expect(await payments.gained(anna())).toBe(100);
  });

  test('reported by 50 messages with other ids at once gives its credit once', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');

    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        payments.tell(sessionEvent(`evt_${at}`, at % 2 ? 'completed' : 'async_payment_succeeded', { session, order })),
      ),
    );

    expect(await payments.gained(anna())).toBe(100);
    expect((await anna().ask('GET /api/orders')).body.orders).toMatchObject([{ invoiceNumber: '2026-00001' }]);
  });

  test('that is paid days later gives its credit then', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');

    const unpaid = await payments.tell(sessionEvent('evt_1', 'completed', { session, order, paymentStatus: 'unpaid' }));
    expect([unpaid.outcome, await payments.gained(anna())]).toEqual(['ignored', 0]);

    await payments.tell(sessionEvent('evt_2', 'async_payment_succeeded', { session, order }));
    expect(await payments.gained(anna())).toBe(100);
  });

  test('that ended before its payment arrived gives its credit all the same', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');

    await payments.tell(sessionEvent('evt_1', 'expired', { session, order, paymentStatus: 'unpaid' }));
    expect((await anna().ask('GET /api/orders')).body.orders[0]?.status).toBe('expired');
    await payments.tell(sessionEvent('evt_2', 'completed', { session, order }));

    expect(await payments.gained(anna())).toBe(100);
  });
});

describe('nothing is given for', () => {
  test.each([
    ['less than was asked', { hellers: 9_999 }, 'wrong-amount'],
    ['more than was asked', { hellers: 10_001 }, 'wrong-amount'],
    ['nothing', { hellers: 0 }, 'wrong-amount'],
    ['another currency', { currency: 'eur' }, 'wrong-currency'],
    ['an unpaid session', { paymentStatus: 'unpaid' }, 'ignored'],
    ['a session that cost nothing', { paymentStatus: 'no_payment_required', hellers: 0 }, 'ignored'],
    ['a session without an order', { order: null }, 'wrong-order'],
    ['an unknown session', { session: 'cs_test_elsewhere' }, 'unknown'],
  ] as const)('%s', async (_, change, outcome) => {
    const { order, session } = await payments.buy(anna(), 'credit-100');

    const answer = await payments.tell(sessionEvent('evt_1', 'completed', { session, order, ...change }));

    expect(answer).toEqual({ status: 200, outcome });
    expect(await payments.gained(anna())).toBe(0);
    expect((await anna().ask('GET /api/orders')).body.orders[0]).toMatchObject({ status: 'open', invoiceNumber: null });
  });

  test("another account's session", async () => {
    const { ben } = payments.service;
    const own = await payments.buy(anna(), 'credit-100');
    const other = await payments.buy(ben, 'credit-100');

    const { outcome } = await payments.tell(
      sessionEvent('evt_1', 'completed', { session: other.session, order: own.order }),
    );

    expect(outcome).toBe('wrong-order');
    expect([await payments.gained(anna()), await payments.gained(ben)]).toEqual([0, 0]);
  });

  test('a message of live mode where the key is one of test mode', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');

    const answer = await payments.tell({ ...sessionEvent('evt_1', 'completed', { session, order }), livemode: true });

    expect([answer.status, await payments.gained(anna())]).toEqual([400, 0]);
  });
});

describe('a signature', () => {
  const MINUTE = 60_000;
  const cases: Readonly<Record<string, (sent: Signed) => Promise<Sending> | Sending>> = {
    missing: ({ body }) => ({ body, signature: '' }),
    'of nonsense': ({ body }) => ({ body, signature: 't=1,v1=00' }),
    'over a re-serialised body': ({ body, signature }) => ({
      body: JSON.stringify(JSON.parse(body), null, 1),
      signature,
    }),
    'over another body': ({ body, signature }) => ({ body: body.replace('"paid"', '"paid" '), signature }),
    'by another secret': async ({ event }) => signed(event, { atMs: now(), secret: 'whsec_another_secret_0000' }),
    'that is old': async ({ event }) => signed(event, { atMs: now() - 6 * MINUTE }),
    'from the future': async ({ event }) => signed(event, { atMs: now() + 6 * MINUTE }),
    'from tomorrow': async ({ event }) => signed(event, { atMs: now() + 24 * 60 * MINUTE }),
    'with two times': ({ body, signature }) => ({ body, signature: `t=${Math.floor(now() / 1000)},${signature}` }),
    'of an old scheme only': ({ body, signature }) => ({ body, signature: signature.replace('v1=', 'v0=') }),
  };

  test.each(Object.keys(cases))('%s is refused', async (name) => {
    const { order, session } = await payments.buy(anna(), 'credit-100');
    const event = sessionEvent('evt_1', 'completed', { session, order });
    const right = await signed(event, { atMs: now() });

    const { body, signature } = await cases[name]!({ event, ...right });
    const { status } = await payments.post(body, signature ? { 'stripe-signature': signature } : {});

    expect([status, await payments.gained(anna())]).toEqual([400, 0]);
    // The same message with its right signature is still good: what was refused has left no trace.
    await payments.post(right.body, { 'stripe-signature': right.signature });
    expect(await payments.gained(anna())).toBe(100);
  });

  test('beside another one, as while a secret is changed, is taken', async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');
    const { body, signature } = await signed(sessionEvent('evt_1', 'completed', { session, order }), { atMs: now() });
    const [time, good] = signature.split(',');

    const { outcome } = await payments.post(body, { 'stripe-signature': `${time},v1=${'0'.repeat(64)},${good}` });

    expect([outcome, await payments.gained(anna())]).toEqual(['done', 100]);
  });

  test('is asked for even of an empty body, and a large one is not read', async () => {
    expect((await payments.post('', {})).status).toBe(400);
    expect((await payments.post('x'.repeat(256 * 1024 + 1), {})).status).toBe(413);
  });
});

describe('without a webhook secret', () => {
  test.each([
    ['empty', { stripe: { secretKey: 'sk_test_1', webhookSecret: '' } }],
    ['missing', { stripe: { secretKey: 'sk_test_1' } }],
    ['no Stripe at all', { stripe: null }],
  ])('(%s) cards are off and no message is taken', async (_, change) => {
    await using off = await startPayments(change);
    const event = sessionEvent('evt_1', 'completed', { session: 'cs_test_1', order: 'ord_1' });
    const empty = new Bun.CryptoHasher('sha256', '').update(`1.${JSON.stringify(event)}`).digest('hex');

    const answers = [
      await off.tell(event),
      await off.post(JSON.stringify(event), { 'stripe-signature': `t=1,v1=${empty}` }),
    ];
    const { status } = await off.service.anna.ask('POST /api/orders', {
      body: { offer: 'credit-100', method: 'stripe' },
    });

    expect([...answers.map((answer) => answer.status), status]).toEqual([404, 404, 400]);
    expect((await off.service.anna.ask('GET /api/offers')).body.methods).toEqual(['bank']);
  });
});

describe('what comes back', () => {
  const paid = async () => {
    const { order, session } = await payments.buy(anna(), 'credit-100');
    return {
      order,
      session,
      payment: `pi_${session}`,
      event: sessionEvent('evt_paid', 'completed', { session, order }),
    };
  };

  test('in every order of telling comes to the same', async () => {
    const { event, payment, order } = await paid();
    const half = refundEvent('evt_half', payment, 4_000);
    const whole = refundEvent('evt_whole', payment, 10_000);

    for (const told of [whole, event, half, whole, event]) await payments.tell(told);

    expect(await payments.gained(anna())).toBe(0);
    expect((await anna().ask('GET /api/orders/{id}', { id: order })).body.order).toMatchObject({
      status: 'refunded',
      refundedCzk: '100',
    });
  });

  test('a refund before its payment waits for it', async () => {
    const { event, payment } = await paid();

    expect((await payments.tell(refundEvent('evt_1', payment, 2_500))).outcome).toBe('waiting');
    expect(await payments.gained(anna())).toBe(0);
    await payments.tell(event);

    expect(await payments.gained(anna())).toBe(75);
  });

  test('a dispute takes the credit, and one that we win gives it back', async () => {
    const { event, payment } = await paid();
    await payments.tell(event);

    await payments.tell(disputeEvent('evt_1', payment, { status: 'needs_response' }));
    expect(await payments.gained(anna())).toBe(0);

    await payments.tell(disputeEvent('evt_2', payment, { status: 'won' }));
    await payments.tell(disputeEvent('evt_3', payment, { status: 'under_review' }));
    expect(await payments.gained(anna())).toBe(100);
  });

  test('an inquiry takes nothing', async () => {
    const { event, payment } = await paid();
    await payments.tell(event);

    await payments.tell(disputeEvent('evt_1', payment, { status: 'warning_needs_response' }));
    await payments.tell(disputeEvent('evt_2', payment, { status: 'warning_closed' }));

    expect(await payments.gained(anna())).toBe(100);
  });

  test('of what was spent is a debt that blocks the account until it is paid', async () => {
    const { event, payment } = await paid();
    await payments.tell(event);
    const { stores, clock } = payments.service;
    const about = { accountId: 'acc_anna', actor: 'test', reason: 'spent', atMs: clock.nowMs() };
    await stores.credits.correct({ ...about, amount: (-1_050n * 1_000_000_000n) as never });

    await payments.tell(disputeEvent('evt_1', payment, { status: 'lost' }));

    expect((await anna().ask('GET /api/billing')).body).toMatchObject({ creditCzk: '0', debtCzk: '50' });
    expect((await stores.accounts.find('acc_anna'))?.status).toBe('blocked');
    const again = await payments.buy(anna(), 'credit-100');
    await payments.tell(sessionEvent('evt_2', 'completed', again));
    expect((await anna().ask('GET /api/billing')).body).toMatchObject({ creditCzk: '50', debtCzk: '0' });
    expect((await stores.accounts.find('acc_anna'))?.status).toBe('active');
  });
});

test('invoice numbers have no gaps, also where payments come at once and some are refused', async () => {
  const orders = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { body } = await anna().ask('POST /api/orders', { body: { offer: 'credit-100', method: 'stripe' } });
      const session = payments.stripe.sessions.find(({ asked }) => asked.client_reference_id === body.order.id)!.id;
      return { session, order: body.order.id };
    }),
  );

  await Promise.all(
    orders.map((about, at) =>
      payments.tell(sessionEvent(`evt_${at}`, 'completed', { ...about, hellers: at % 2 ? 10_000 : 1 })),
    ),
  );

  const numbers = (await anna().ask('GET /api/orders')).body.orders.flatMap(({ invoiceNumber }) => invoiceNumber ?? []);
  expect(numbers.sort()).toEqual(['2026-00001', '2026-00002', '2026-00003', '2026-00004']);
});

test('a payment for an account that was closed meanwhile is kept in the ledger and reported to the operator', async () => {
  const { order, session } = await payments.buy(anna(), 'credit-100');
  await payments.service.stores.closing.close({ accountId: 'acc_anna', actor: 'test', atMs: now() });

  const { outcome } = await payments.tell(sessionEvent('evt_1', 'completed', { session, order }));

  expect(outcome).toBe('account-closed');
  expect(payments.service.errors).toHaveLength(1);
});

type Signed = { readonly event: object; readonly body: string; readonly signature: string };
type Sending = { readonly body: string; readonly signature: string };
