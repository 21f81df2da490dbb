/** Automatic top-up by a saved card: what customers set, what is charged, and what happens when the card fails. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import type { Visitor } from '../support/visitor.ts';
import { cardSavedEvent, intentEvent, RULE, startTopUps } from './top-up.fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CARD = { brand: 'visa', last4: '4242', expiryMonth: 4, expiryYear: 2030 };

const savedIn = async (who: Visitor) =>
  (await who.ask('GET /api/activity')).body.entries.filter(({ action }) => action === 'save-card');

describe('a card', () => {
  test('is saved with consent on the page of Stripe, and the account keeps no more than its face', async () => {
    await using topUps = await startTopUps();
    const { anna, db } = topUps.service;

    const refused = await anna.ask('POST /api/billing/card', { body: { consent: false } });
    await topUps.saveCard(anna);

    expect([refused.status, refused.error?.param]).toEqual([400, 'consent']);
    expect(topUps.stripe.sessions.at(-1)!.asked).toMatchObject({
      mode: 'setup',
      client_reference_id: 'acc_anna',
      success_url: 'https://boreal.example/billing/buy?card={CHECKOUT_SESSION_ID}',
    });
    expect(await topUps.view(anna)).toEqual({
      ...{ limits: { minCzk: '50', maxCzk: '20000' }, card: CARD, rule: null },
      ...{ monthUsedCzk: '0', inFlight: null, failure: null },
    });
    expect(await savedIn(anna)).toMatchObject([
      { memberId: 'anna', actor: 'anna@example.com', details: { brand: 'visa', last4: '4242' } },
    ]);
    const row = await db.sql.one('SELECT customer, method FROM saved_cards');
    expect(row).toEqual({ customer: 'cus_1', method: 'pm_1' });
  });

  test('is known by the message of Stripe alone, and a late message does not bring a removed one back', async () => {
    await using topUps = await startTopUps();
    const { anna, ben } = topUps.service;
    const { url } = (await anna.ask('POST /api/billing/card', { body: { consent: true } })).body;
    const session = topUps.stripe.sessions.at(-1)!.id;
    const early = await anna.ask('POST /api/billing/card/finish', { body: { session } });
    const unknown = await anna.ask('POST /api/billing/card/finish', { body: { session: 'cs_test_none' } });
    await fetch(url, { method: 'POST', redirect: 'manual' });
    const foreign = await ben.ask('POST /api/billing/card/finish', { body: { session } });

    const told = await topUps.tell(cardSavedEvent('evt_1', session, 'acc_anna'));
    const saved = (await topUps.view(anna)).card;
    await anna.ask('POST /api/billing/card/remove');
    await topUps.tell(cardSavedEvent('evt_2', session, 'acc_anna'));

    expect([early.status, unknown.status, foreign.status, told.outcome]).toEqual([404, 404, 404, 'done']);
    expect([saved, (await topUps.view(anna)).card, (await topUps.view(ben)).card]).toEqual([CARD, null, null]);
    expect(await savedIn(anna)).toMatchObject([{ memberId: 'anna', actor: 'anna@example.com' }]);
  });

  test('that is removed turns top-up off and is forgotten at Stripe, also when Stripe is away at first', async () => {
    await using topUps = await startTopUps();
    const { anna } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    topUps.stripe.breakWith(500);

    const { body } = await anna.ask('POST /api/billing/card/remove');
    const whileAway = await topUps.forget();
    topUps.stripe.breakWith(undefined);
    const later = await topUps.forget();
    await topUps.leave(anna, '10');

    expect([body.card, body.rule?.isOn]).toEqual([null, false]);
    expect([whileAway, later, await topUps.forget(), await topUps.sweep()]).toEqual([0, 1, 0, 0]);
    expect([...topUps.stripe.cards.customers]).toEqual([]);
    expect(await topUps.credit(anna)).toBe('10');
  });

  test('is replaced by the next one, and goes with its account and with a new owner', async () => {
    await using topUps = await startTopUps();
    const { anna, ben, stores, clock } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.saveCard(anna);
    await topUps.saveCard(ben);
    await topUps.forget();
    expect([...topUps.stripe.cards.customers]).toEqual(['cus_2', 'cus_3']);
    expect((await topUps.view(anna)).rule?.isOn).toBe(true);

    await stores.closing.close({ accountId: 'acc_ben', actor: 'ben', atMs: clock.nowMs() });
    await topUps.forget();

    expect([...topUps.stripe.cards.customers]).toEqual(['cus_2']);
    const rows = await topUps.service.db.sql.all("SELECT brand, last4 FROM saved_cards WHERE account_id = 'acc_ben'");
    expect(rows.map((row) => ({ ...row }))).toEqual([{ brand: '', last4: '' }]);
  });
});

describe('the rule', () => {
  test.each([
    [{ amountCzk: '49.99' }, 'amountCzk', 'amountCzk must be an amount from 50 to 20000 CZK.'],
    [{ amountCzk: '20000.01' }, 'amountCzk', 'amountCzk must be an amount from 50 to 20000 CZK.'],
    [{ amountCzk: '50.005' }, 'amountCzk', undefined],
    [{ belowCzk: '500.01' }, 'belowCzk', 'belowCzk must be at most the amount, 500 CZK.'],
    [{ belowCzk: '0' }, 'belowCzk', undefined],
    [{ monthMaxCzk: '499' }, 'monthMaxCzk', 'monthMaxCzk must be an amount from 500 to 100000000 CZK.'],
    [{ isOn: 'yes' }, 'isOn', undefined],
  ] as const)('is refused: %s', async (change, param, sentence) => {
    await using topUps = await startTopUps();
    await topUps.saveCard(topUps.service.anna);

    const { status, error } = await topUps.set(topUps.service.anna, change as never);

    expect([status, error?.param]).toEqual([400, param]);
    if (sentence) expect(error?.message).toBe(sentence);
  });

  test('needs a card to be on, an operator who offers it, and a role that may pay', async () => {
    await using topUps = await startTopUps();
    await using without = await startTopUps({ anyAmount: undefined });

    const noCard = await topUps.set(topUps.service.anna);
    const off = await topUps.set(topUps.service.anna, { isOn: false });
    const notOffered = await without.set(without.service.anna, { isOn: false });

    expect([noCard.status, noCard.error?.param, off.status]).toEqual([400, 'isOn', 200]);
    expect([notOffered.status, notOffered.error?.code]).toEqual([400, 'offer_unknown']);
    expect((await without.view(without.service.anna)).limits).toBeNull();
  });
});

describe('low credit', () => {
  test('is topped up once, with an invoice, a receipt to send and a place in the list of orders', async () => {
    await using topUps = await startTopUps();
    const { anna, stores, clock } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.leave(anna, '100');
    expect(await topUps.sweep()).toBe(0);
    await topUps.leave(anna, '99.99');

    await topUps.sweep();
    await topUps.sweep();

    expect(await topUps.credit(anna)).toBe('599.99');
    const { orders } = (await anna.ask('GET /api/orders')).body;
    expect(orders).toMatchObject([{ kind: 'credit', czk: '500', status: 'paid', isAutomatic: true, method: 'stripe' }]);
    const { documents } = (await anna.ask('GET /api/orders/{id}/documents', { id: orders[0]!.id })).body;
    expect(documents).toMatchObject([{ kind: 'invoice', czk: '500' }]);
    const receipts = { atMs: clock.nowMs(), origin: 'https://b.example', channels: ['owner'] } as const;
    expect(await stores.orders.addReceipts(receipts)).toEqual([orders[0]!.id]);
    const call = topUps.stripe.calls.find(({ call: one }) => one === 'POST /v1/payment_intents');
    expect(call?.sent).toMatchObject({
      ...{ amount: '50000', currency: 'czk', customer: 'cus_1', payment_method: 'pm_1', confirm: 'true' },
      ...{ off_session: 'true', 'metadata[order]': orders[0]!.id },
    });
    const { monthUsedCzk, inFlight } = await topUps.view(anna);
    expect([monthUsedCzk, inFlight]).toEqual(['500', null]);
    expect((await topUps.service.audit()).problems).toEqual([]);
  });

  test('is topped up by one of many servers that sweep at once', async () => {
    await using topUps = await startTopUps();
    const { anna, ben } = topUps.service;
    for (const who of [anna, ben]) {
      await topUps.saveCard(who);
      await topUps.set(who);
      await topUps.leave(who, '1');
    }

    await Promise.all(Array.from({ length: 8 }, () => topUps.sweep()));
    await topUps.sweep();

    expect(topUps.stripe.cards.intents.map(({ customer, status }) => `${customer} ${status}`).toSorted()).toEqual([
      'cus_1 succeeded',
      'cus_2 succeeded',
    ]);
    expect([await topUps.credit(anna), await topUps.credit(ben)]).toEqual(['501', '501']);
    expect((await topUps.service.audit()).problems).toEqual([]);
  });

  test('is left alone while the account owes, is suspended, or the rule is off', async () => {
    await using topUps = await startTopUps();
    const { anna, ben, olga, stores, clock } = topUps.service;
    for (const who of [anna, ben, olga]) {
      await topUps.saveCard(who);
      await topUps.set(who, { isOn: who !== olga });
      await topUps.leave(who, '1');
    }
    const about = { reason: 'test', actor: 'test', atMs: clock.nowMs() };
    await stores.credits.takeBack({ ...about, accountId: anna.accountId, amount: 50_000_000_000n as never });
    const body = { id: crypto.randomUUID(), reason: 'abuse', status: 'suspended' };
    expect((await olga.ask('POST /api/operator/customers/{id}/status', { id: 'acc_ben', body })).status).toBe(200);

    expect([await topUps.sweep(), topUps.stripe.cards.intents.length]).toEqual([0, 0]);
  });

  test('is topped up to the maximum of a month in Prague and not beyond, also over its end', async () => {
    await using topUps = await startTopUps();
    const { anna, clock } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna, { monthMaxCzk: '1400' });
    const drain = async () => {
      await topUps.leave(anna, '0');
      await topUps.sweep();
      return topUps.stripe.cards.intents.length;
    };

    expect([await drain(), await drain(), await drain(), await drain()]).toEqual([1, 2, 2, 2]);
    expect((await topUps.view(anna)).monthUsedCzk).toBe('1000');
    // The month of Prague ends an hour before that of UTC.
    clock.pass(Date.UTC(2026, 10, 30, 22, 59, 50) - clock.nowMs());
    expect(await drain()).toBe(2);
    clock.pass(20_000);
    topUps.stripe.cards.answer('processing');
    expect(await drain()).toBe(3);
    // What is in flight counts.
    expect((await topUps.view(anna)).monthUsedCzk).toBe('500');
  });

  test('that is charged around the end of a month counts in both', async () => {
    await using topUps = await startTopUps();
    const { anna, clock } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna, { monthMaxCzk: '500' });
    clock.pass(Date.UTC(2026, 10, 30, 22, 59, 50) - clock.nowMs());
    topUps.stripe.cards.answer('processing');
    await topUps.leave(anna, '0');
    await topUps.sweep();
    const [intent] = topUps.stripe.cards.intents;
    clock.pass(20_000);
    topUps.stripe.cards.answer('approve');
    await topUps.sweep();
    topUps.stripe.cards.finish(intent!, 'succeeded');

    const { outcome } = await topUps.tell(intentEvent('evt_1', 'succeeded', intent!.object));
    const again = await topUps.tell(intentEvent('evt_2', 'succeeded', intent!.object));
    await topUps.leave(anna, '0');
    await topUps.sweep();

    expect([outcome, again.outcome, topUps.stripe.cards.intents.length]).toEqual(['done', 'done', 1]);
    expect((await topUps.view(anna)).monthUsedCzk).toBe('500');
    expect((await topUps.service.audit()).problems).toEqual([]);
  });
});

describe('a server that dies', () => {
  const dies = () => Promise.reject(new Error('The process was killed.'));

  test('after the order was written leaves it to another one', async () => {
    await using topUps = await startTopUps();
    const { anna, clock, provider } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.leave(anna, '1');
    await topUps.sweep({ provider: { ...provider!, charge: dies } });
    const ordered = (await anna.ask('GET /api/orders')).body.orders;

    expect([await topUps.sweep(), topUps.stripe.cards.intents.length]).toEqual([0, 0]);
    clock.pass(121_000);
    await topUps.sweep();

    expect(topUps.stripe.cards.intents.map(({ order }) => order)).toEqual([ordered[0]!.id]);
    expect(await topUps.credit(anna)).toBe('501');
  });

  test('after the card was charged does not charge it twice, whether Stripe tells of it or not', async () => {
    for (const isTold of [false, true]) {
      await using topUps = await startTopUps();
      const { anna, clock, topUpSources } = topUps.service;
      await topUps.saveCard(anna);
      await topUps.set(anna);
      await topUps.leave(anna, '1');
      await topUps.sweep({ orders: { ...topUpSources.orders, apply: dies } });
      expect([await topUps.credit(anna), topUps.stripe.cards.intents.length]).toEqual(['1', 1]);

      if (isTold) await topUps.tell(intentEvent('evt_1', 'succeeded', topUps.stripe.cards.intents[0]!.object));
      clock.pass(121_000);
      await topUps.sweep();
      clock.pass(121_000);
      await topUps.sweep();

      expect([await topUps.credit(anna), topUps.stripe.cards.intents.length]).toEqual(['501', 1]);
      expect((await topUps.service.audit()).problems).toEqual([]);
    }
  });

  test('for longer than Stripe keeps keys finds the charge, or that there was none, before anything is charged', async () => {
    for (const wasCharged of [false, true]) {
      await using topUps = await startTopUps();
      const { anna, clock, topUpSources, provider } = topUps.service;
      await topUps.saveCard(anna);
      await topUps.set(anna);
      await topUps.leave(anna, '1');
      const dead = wasCharged
        ? { orders: { ...topUpSources.orders, apply: dies } }
        : { provider: { ...provider!, charge: dies } };
      await topUps.sweep(dead);
      clock.pass(30 * HOUR_MS);

      await topUps.sweep();
      const after = topUps.stripe.cards.intents.map(({ order }) => order);
      await topUps.sweep();

      const { orders } = (await anna.ask('GET /api/orders')).body;
      expect([await topUps.credit(anna), topUps.stripe.cards.intents.length]).toEqual(['501', 1]);
      // Where there was none, the order has ended and another one was made.
      expect(orders.map(({ status }) => status)).toEqual(wasCharged ? ['paid'] : ['paid', 'expired']);
      expect(after.length).toBe(wasCharged ? 1 : 0);
    }
  });

  test('or a connection that breaks after the charge is asked again by the same key', async () => {
    await using topUps = await startTopUps();
    const { anna } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.leave(anna, '1');
    topUps.stripe.cards.answer('silent');

    await topUps.sweep();
    topUps.service.clock.pass(121_000);
    await topUps.sweep();

    expect([await topUps.credit(anna), topUps.stripe.cards.intents.length]).toEqual(['501', 1]);
  });
});

describe('a card that fails', () => {
  test('because its bank wants a confirmation is not tried again until the customer acts', async () => {
    await using topUps = await startTopUps();
    const { anna, notices, olga } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.leave(anna, '1');
    topUps.stripe.cards.answer({ code: 'authentication_required', declineCode: 'authentication_required' });

    await topUps.sweep();
    topUps.service.clock.pass(48 * HOUR_MS);
    await topUps.sweep();

    const [intent] = topUps.stripe.cards.intents;
    expect([topUps.stripe.cards.intents.length, intent?.status]).toEqual([1, 'canceled']);
    const { failure, monthUsedCzk } = await topUps.view(anna);
    expect([failure?.why, typeof failure?.pausedAtMs, failure?.nextTryAtMs]).toEqual([
      'authentication',
      'number',
      null,
    ]);
    expect(monthUsedCzk).toBe('0');
    const told = await topUps.tell(intentEvent('evt_1', 'payment_failed', intent!.object));
    await notices.deliver();
    expect([told.outcome, notices.calls.length]).toEqual(['done', 1]);
    expect(notices.calls[0]?.data).toMatchObject({
      what: 'top-up',
      topUp: { failure: 'authentication', isPaused: true },
    });
    expect(notices.emails.find(({ to }) => to === 'anna@example.com')?.text).toContain('/billing');
    const day = { query: { dayFromMs: 0 } };
    const { topUp } = (await olga.ask('GET /api/operator/customers/{id}', { id: 'acc_anna', ...day })).body;
    expect([topUp.rule?.isOn, topUp.failure?.why, topUp.card?.last4]).toEqual([true, 'authentication', '4242']);

    topUps.stripe.cards.answer('approve');
    await topUps.set(anna);
    await topUps.sweep();

    expect([await topUps.credit(anna), (await topUps.view(anna)).failure]).toEqual(['501', null]);
    expect((await topUps.service.audit()).problems).toEqual([]);
  });

  test('is tried again after an hour and a day, and not after the third decline; a new card begins anew', async () => {
    await using topUps = await startTopUps();
    const { anna, clock } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.leave(anna, '1');
    topUps.stripe.cards.answer({ code: 'card_declined', declineCode: 'insufficient_funds' });
    const tries = async (passMs: number) => {
      clock.pass(passMs);
      await topUps.sweep();
      return topUps.stripe.cards.intents.length;
    };

    expect([await tries(0), await tries(HOUR_MS - MINUTE_MS), await tries(MINUTE_MS)]).toEqual([1, 1, 2]);
    expect((await topUps.view(anna)).failure).toMatchObject({ why: 'declined', pausedAtMs: null });
    expect([await tries(24 * HOUR_MS - MINUTE_MS), await tries(MINUTE_MS), await tries(240 * HOUR_MS)]).toEqual([
      2, 3, 3,
    ]);
    expect((await topUps.view(anna)).failure?.pausedAtMs).toBeNumber();
    await topUps.service.notices.deliver();
    expect(topUps.service.notices.calls.length).toBe(3);

    topUps.stripe.cards.answer('approve');
    await topUps.saveCard(anna);
    expect(await tries(0)).toBe(4);
    expect(await topUps.credit(anna)).toBe('501');
  });

  test.each([
    ['expired_card', undefined, 'expired'],
    ['card_declined', 'stolen_card', 'unusable'],
  ] as const)('for good is not tried twice: %s', async (code, declineCode, why) => {
    await using topUps = await startTopUps();
    const { anna } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.leave(anna, '1');
    topUps.stripe.cards.answer({ code, ...(declineCode && { declineCode }) });

    await topUps.sweep();

    expect((await topUps.view(anna)).failure).toMatchObject({ why, nextTryAtMs: null });
  });

  test('because Stripe cannot be reached is no failure of the card', async () => {
    await using topUps = await startTopUps();
    const { anna, clock } = topUps.service;
    await topUps.saveCard(anna);
    await topUps.set(anna);
    await topUps.leave(anna, '1');
    topUps.stripe.breakWith(503);
    await topUps.sweep();

    expect(await topUps.view(anna)).toMatchObject({ failure: null, rule: { isOn: true, belowCzk: RULE.belowCzk } });
    topUps.stripe.breakWith(undefined);
    clock.pass(121_000);
    await topUps.sweep();
    expect([await topUps.credit(anna), topUps.stripe.cards.intents.length]).toEqual(['501', 1]);
  });
});
