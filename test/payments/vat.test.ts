/** VAT across borders over HTTP: rates by country, evidence with the document, the export for OSS, answers of VIES. */
import { describe, expect } from 'bun:test';
import type { Buyer } from '../../src/features/shop/buyer-contract.ts';
import { test } from '../support/databases.ts';
import { EU_BUYER, US_PERSON } from '../support/known-buyers.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { refundEvent, sessionEvent } from '../support/stripe-events.ts';
import { startVies } from '../support/vies-stand-in.ts';
import { type Payments, startPayments } from './payments.fixture.ts';

const OSS = { seller: { ...SELLER_SETTING, vatElsewhere: 'oss' } };
const GERMAN: Buyer = { ...US_PERSON, country: 'DE' };
const DAY_MS = 86_400_000;

/** Returns the number of the invoice. */
async function buy(payments: Payments, country: string | null): Promise<string> {
  const { anna } = payments.service;
  const { order, session } = await payments.buy(anna, 'credit-100');
  const event = sessionEvent(`evt_${order}`, 'completed', { session, order, hellers: 10_000, payment: `pi_${order}` });
  Object.assign(event.data.object, { customer_details: { address: { country } } });
  await payments.tell(event);
  return (await anna.ask('GET /api/orders/{id}', { id: order })).body.order.invoiceNumber!;
}

const documentOf = async ({ service }: Payments, number: string) => (await service.stores.documents.find(number))!;

async function ossOf({ service: { olga } }: Payments, quarter: string): Promise<readonly string[]> {
  const response = await olga.open('GET /api/operator/documents/oss.csv', { query: { quarter } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return (await response.text()).replace('\ufeff', '').trim().split('\r\n');
}

describe('a seller in the one-stop shop', () => {
  test('charges the rate of the person’s country, and keeps why', async () => {
    await using payments = await startPayments(OSS);
    await payments.service.anna.ask('PATCH /api/buyer', { body: GERMAN });

    const { vat, seller } = await documentOf(payments, await buy(payments, 'DE'));

    expect(vat).toEqual({
      treatment: 'oss',
      line: { rate: 19, base: 8403, tax: 1597 },
      country: 'DE',
      evidence: [
        { kind: 'address', country: 'DE' },
        { kind: 'card', country: 'DE' },
      ],
      check: null,
    });
    expect(seller).not.toHaveProperty('vatRates');
  });

  test('exports a quarter by country and rate, with corrections of earlier ones and what is not proved', async () => {
    await using payments = await startPayments(OSS);
    const { anna, clock } = payments.service;
    await anna.ask('PATCH /api/buyer', { body: GERMAN });
    const first = await documentOf(payments, await buy(payments, 'DE'));
    await buy(payments, 'FR');
    await anna.ask('PATCH /api/buyer', { body: { ...GERMAN, country: 'FI' } });
    await buy(payments, 'FI');
    const quarter = '2026-Q4';
    const before = await ossOf(payments, quarter);
    clock.pass(60 * DAY_MS);
    await payments.tell(refundEvent('evt_back', `pi_${first.orderId}`, 10_000));

    expect(before).toEqual([
      'quarter,country,rate_percent,base_czk,vat_czk,total_czk,documents,without_two_proofs',
      '2026-Q4,DE,19,168.06,31.94,200,2,1',
      '2026-Q4,FI,25.5,79.68,20.32,100,1,0',
    ]);
    expect(await ossOf(payments, '2027-Q1')).toEqual([before[0]!, '2026-Q4,DE,19,-84.03,-15.97,-100,1,0']);
    expect(await ossOf(payments, quarter)).toEqual(before);
  });
});

describe('VIES', () => {
  test('confirms a company, and its answer stays with the document', async () => {
    await using vies = startVies({ [EU_BUYER.vatId]: 'MÜLLER GMBH' });
    await using payments = await startPayments({ seller: SELLER_SETTING, vies: { url: vies.url } });

    const { body } = await payments.service.anna.ask('PATCH /api/buyer', { body: EU_BUYER });
    const { vat } = await documentOf(payments, await buy(payments, 'DE'));

    expect(body.vatCheck).toMatchObject({ state: 'valid', name: 'MÜLLER GMBH', requestId: 'WAPIAAA1' });
    expect(vies.asked).toEqual([
      {
        ...{ countryCode: 'DE', vatNumber: '123456789' },
        ...{ requesterMemberStateCode: 'CZ', requesterNumber: '27082440' },
      },
    ]);
    expect(vat).toMatchObject({
      treatment: 'reverse-charge',
      check: { state: 'valid', vatId: EU_BUYER.vatId, requestId: 'WAPIAAA1' },
    });
  });

  test('that does not know a number leaves the sale with VAT', async () => {
    await using vies = startVies({});
    await using payments = await startPayments({ seller: SELLER_SETTING, vies: { url: vies.url } });

    const { body } = await payments.service.anna.ask('PATCH /api/buyer', { body: EU_BUYER });
    const { vat } = await documentOf(payments, await buy(payments, 'DE'));

    expect(body.vatCheck?.state).toBe('invalid');
    expect(vat).toMatchObject({ treatment: 'included', line: { rate: 21 }, check: { state: 'invalid', name: '' } });
  });

  test.each([['down'], ['broken']] as const)(
    'that is %s blocks no sale: it has VAT, and VIES is asked again with the next order',
    async (how) => {
      await using vies = startVies({ [EU_BUYER.vatId]: 'MÜLLER GMBH' });
      await using payments = await startPayments({ seller: SELLER_SETTING, vies: { url: vies.url } });
      vies.answers = how;
      const { body } = await payments.service.anna.ask('PATCH /api/buyer', { body: EU_BUYER });
      const without = await documentOf(payments, await buy(payments, 'DE'));
      vies.answers = 'by-number';

      const confirmed = await documentOf(payments, await buy(payments, 'DE'));
      vies.answers = how;
      payments.service.clock.pass(2 * DAY_MS);
      const later = await documentOf(payments, await buy(payments, 'DE'));

      expect(body.vatCheck?.state).toBe('unreachable');
      expect([without, confirmed, later].map(({ vat }) => [vat.treatment, vat.check?.state])).toEqual([
        ['included', 'unreachable'],
        ['reverse-charge', 'valid'],
        ['reverse-charge', 'valid'],
      ]);
    },
  );

  test('is not asked more than 20 times an hour for one customer', async () => {
    await using vies = startVies({ [EU_BUYER.vatId]: 'MÜLLER GMBH' });
    await using payments = await startPayments({ seller: SELLER_SETTING, vies: { url: vies.url } });
    const states: (string | undefined)[] = [];
    for (let at = 0; at < 22; at += 1) {
      const { body } = await payments.service.anna.ask('PATCH /api/buyer', { body: EU_BUYER });
      states.push(body.vatCheck?.state);
    }

    expect([vies.asked.length, states[19], states[20]]).toEqual([20, 'valid', 'unreachable']);
  });

  test('is not asked about Czech numbers, persons, or where it is off', async () => {
    await using vies = startVies({});
    await using payments = await startPayments({ seller: SELLER_SETTING, vies: { url: vies.url } });
    await payments.service.anna.ask('PATCH /api/buyer', { body: GERMAN });
    const { body } = await payments.service.anna.ask('PATCH /api/buyer', {
      body: { ...EU_BUYER, country: 'CZ', companyId: '27082440', vatId: 'CZ27082440' },
    });

    expect([body.vatCheck, vies.asked]).toEqual([null, []]);
  });
});
