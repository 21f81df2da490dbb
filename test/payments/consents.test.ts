/** The terms and the wish to begin at once, as they come with an order. */
import { describe, expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { BUYER } from '../support/known-buyers.ts';
import { startPayments } from './payments.fixture.ts';

const LEGAL = { version: '2026-11-01' };
const ORDER = { offer: 'credit-100', method: 'bank' } as const;
const ACCEPTED = { ...ORDER, acceptedTerms: '2026-11-01' };

describe('an order where the operator has terms', () => {
  test('takes the version that holds, and of a consumer the wish to begin at once', async () => {
    await using payments = await startPayments({}, LEGAL);
    const { anna } = payments.service;
    const refused = async (body: object) => {
      const { status, error } = await anna.ask('POST /api/orders', { body });
      return [status, error?.code, error?.param];
    };

    const { body: offers } = await anna.ask('GET /api/offers');

    expect([offers.termsVersion, offers.asksToBegin]).toEqual(['2026-11-01', true]);
    expect(await refused(ORDER)).toEqual([400, 'terms_not_accepted', 'acceptedTerms']);
    expect(await refused({ ...ORDER, acceptedTerms: '2025-01-01', beginAtOnce: true })).toEqual([
      400,
      'terms_not_accepted',
      'acceptedTerms',
    ]);
    expect(await refused(ACCEPTED)).toEqual([400, 'consent_required', 'beginAtOnce']);
    expect((await anna.ask('GET /api/orders')).body.orders).toEqual([]);
    const { status, body } = await anna.ask('POST /api/orders', { body: { ...ACCEPTED, beginAtOnce: true } });
    expect([status, body.order.termsVersion]).toEqual([200, '2026-11-01']);
    const [kept] = await payments.service.stores.orders.list(anna.accountId);
    expect(kept).toMatchObject({ termsVersion: '2026-11-01', beginsAtOnce: true });
  });

  test('of a company asks for the terms alone', async () => {
    await using payments = await startPayments({}, LEGAL);
    const { anna } = payments.service;
    await anna.ask('PATCH /api/buyer', { body: BUYER });

    const { body: offers } = await anna.ask('GET /api/offers');
    const { status } = await anna.ask('POST /api/orders', { body: ACCEPTED });

    expect([offers.asksToBegin, status]).toEqual([false, 200]);
    const [kept] = await payments.service.stores.orders.list(anna.accountId);
    expect(kept).toMatchObject({ termsVersion: '2026-11-01', beginsAtOnce: null });
  });
});
