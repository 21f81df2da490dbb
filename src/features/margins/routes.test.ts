import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { answerText } from '../../../test/support/scripted-upstream.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { createBelowCostWatch } from './below-cost-watch.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PRICE = { input: '2', cachedInput: '0.5', output: '8', reasoning: '8' };
const BANK = { iban: 'CZ6508000000192000145399', name: 'Seller' };
const SMALL = { id: 'small', tokens: 1000, czk: '90', days: 30 };
let service: SettingsService;

beforeEach(async () => {
  service = await startSettings({ payments: { bank: BANK, packages: [SMALL] } });
});
afterEach(() => service[Symbol.asyncDispose]());

let orders = 0;
const order = () => ({ id: `order-buying-0000-${++orders}`, reason: 'contract of the year' });
const setPrice = (about: object = {}) =>
  service.olga.ask('POST /api/operator/buying-prices', {
    body: { ...order(), engine: 'main', model: '', currency: 'CZK', price: PRICE, fromMs: null, ...about },
  });
const setRate = (czk: string, about: object = {}) =>
  service.olga.ask('POST /api/operator/currency-rates', {
    body: { ...order(), currency: 'EUR', czk, fromMs: null, ...about },
  });
const marginsBy = async (by: 'model' | 'engine' | 'customer' | 'day', about: object = {}) =>
  (await service.olga.ask('GET /api/operator/margins', { query: { by, ...about } })).body;

/** A chat of 60 tokens of input, 20 of them cached, and 30 of output, 10 of them reasoning. */
async function chat(visitor = service.anna, model = 'svc-glacier'): Promise<void> {
  const rawUsage = {
    ...{ prompt_tokens: 60, completion_tokens: 30, total_tokens: 90 },
    ...{ prompt_tokens_details: { cached_tokens: 20 }, completion_tokens_details: { reasoning_tokens: 10 } },
  };
  service.upstream.play(answerText('hi', { rawUsage }));
  const response = await visitor.open('POST /api/playground/completions', {
    body: { model, stream: true, messages: [{ role: 'user', content: 'hi' }] },
  });
  await response.text();
}

describe('a margin', () => {
  test('is what was paid less what the engine cost, by model, engine, customer and day', async () => {
    await setPrice();
    service.clock.pass(3000);
    await chat();
    await chat(service.ben, 'svc-frost');
    service.clock.pass(DAY);
    await chat();

    const byModel = await marginsBy('model');
    const byEngine = await marginsBy('engine');
    const byCustomer = await marginsBy('customer');
    const byDay = await marginsBy('day');

    // 40 × 25 + 20 × 6.25 + 30 × 100, and 40 × 2 + 20 × 0.5 + 30 × 8, in millionths of CZK.
    const glacier = { creditCzk: '0.00825', prepaidCzk: '0', boughtCzk: '0.00066', marginCzk: '0.00759' };
    const frost = { creditCzk: '0.000825', prepaidCzk: '0', boughtCzk: '0.00033', marginCzk: '0.000495' };
    const all = { requests: 3, creditCzk: '0.009075', boughtCzk: '0.00099', marginCzk: '0.008085' };
    expect(byModel.rows).toMatchObject([
      { id: 'svc-frost', requests: 1, tokens: 90, marginPercent: 60, ...frost },
      { id: 'svc-glacier', requests: 2, tokens: 180, marginPercent: 92, ...glacier },
    ]);
    expect(byEngine.rows).toMatchObject([{ id: 'main', ...all }]);
    expect(byCustomer.rows.map(({ label, requests }) => [label, requests])).toEqual([
      ['ben@example.com', 1],
      ['anna@example.com', 2],
    ]);
    expect(byDay.rows.map(({ id, requests }) => [id, requests])).toEqual([
      ['2026-11-15', 2],
      ['2026-11-16', 1],
    ]);
    expect(byDay).toMatchObject({ total: all, unpriced: { requests: 0, creditCzk: '0' } });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('counts what was bought at the rate of the admission', async () => {
    await setRate('25');
    await setPrice({ currency: 'EUR', price: { ...PRICE, output: '0.0375' } });
    await setRate('30', { fromMs: service.clock.nowMs() + HOUR });
    service.clock.pass(3000);
    await chat();
    const before = await marginsBy('model');
    service.clock.pass(HOUR);
    await chat();
    const after = await marginsBy('model');

    // 40 × 2 + 20 × 0.5 + 20 × 0.0375 + 10 × 8, at 25 and at 30.
    expect(before.total.boughtCzk).toBe('0.00426875');
    expect(after.total.boughtCzk).toBe('0.00939125');
    expect((await service.audit()).problems).toEqual([]);
  });

  test('leaves out what has no buying price, and says how much that is', async () => {
    await chat();
    await setPrice();
    service.clock.pass(3000);
    await chat();

    const { total, unpriced } = await marginsBy('model');

    expect([total.requests, unpriced]).toEqual([1, { requests: 1, creditCzk: '0.004125' }]);
  });

  test('counts a package by its part of the price of the order, and what was given away as nothing', async () => {
    const about = { accountId: service.anna.accountId, reason: 'test', actor: 'test', atMs: service.clock.nowMs() };
    const expiresAtMs = service.clock.nowMs() + DAY;
    await service.stores.credits.grantPackage({ ...about, tokens: 90n, expiresAtMs });
    await setPrice();
    service.clock.pass(3000);
    await chat();
    const given = await marginsBy('model');
    const { body } = await service.anna.ask('POST /api/orders', { body: { offer: 'package-small', method: 'bank' } });
    await service.olga.ask('POST /api/operator/orders/{id}/confirm', {
      id: body.order.id,
      body: { ...order(), czk: '90' },
    });
    await chat();
    const sold = await marginsBy('model');

    // 90 of 1,000 tokens that cost 90 CZK.
    expect(given.total).toMatchObject({ creditCzk: '0', prepaidCzk: '0', marginCzk: '-0.00033', marginPercent: null });
    expect(sold.total).toMatchObject({ creditCzk: '0', prepaidCzk: '8.1', boughtCzk: '0.00066' });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('is a file, too, with each day, customer, model and engine', async () => {
    await setPrice();
    service.clock.pass(3000);
    await chat();

    const query = { from: '2026-11-15' };
    const file = await service.olga.open('GET /api/operator/margins.csv', { query });
    const excel = { ...query, for: 'excel-cs' };
    const czech = await service.olga.open('GET /api/operator/margins.csv', { query: excel });

    expect((await file.text()).split('\r\n')).toEqual([
      'day,account_id,email,model,engine,requests,tokens,credit_czk,prepaid_czk,bought_czk,margin_czk',
      `2026-11-15,${service.anna.accountId},anna@example.com,svc-glacier,main,1,90,0.004125,0,0.00033,0.003795`,
      '',
    ]);
    expect(await czech.text()).toContain(';svc-glacier;main;1;90;0,004125;0;0,00033;0,003795\r\n');
  });
});

describe('a model that is sold below cost', () => {
  test('is reported once for each price, and is on the first page', async () => {
    await setPrice({ price: { ...PRICE, output: '20.000000001' } });
    service.clock.pass(3000);
    const told: unknown[] = [];
    const { body } = await service.olga.ask('GET /api/operator/buying-prices');
    const look = createBelowCostWatch(
      { notices: { tell: async (_, { data }) => void told.push(data) }, clock: service.clock },
      () => body.belowCost.map((one) => ({ ...one, priceVersion: undefined, buyingVersion: 'main/@1' })),
    );
    await look();
    await look();

    const frost = { model: 'svc-frost', engine: 'main', tokens: ['output'] };
    const overview = await service.olga.ask('GET /api/operator/overview', { query: { period: 'today' } });
    expect(body.belowCost).toEqual([frost] as never);
    expect(told).toEqual([frost]);
    expect(overview.body.needs).toContainEqual({ kind: 'below-cost', ...frost } as never);
  });
});

describe('a buying price is refused', () => {
  test.each([
    ['an engine that answers for nothing', { engine: 'other' }, 'No model is answered by an engine other.'],
    ['a model that the engine is not asked for', { model: 'x' }, 'The engine main is asked for no model x.'],
    ['a currency without a rate', { currency: 'USD' }, 'The price begins before there is a rate of USD'],
    ['what is no currency', { currency: 'euro' }, 'currency must be the three capital letters of a currency'],
    ['a negative price', { price: { ...PRICE, input: '-1' } }, 'price.input must be an amount for a million tokens'],
    ['a price that is too high', { price: { ...PRICE, output: '1000001' } }, 'price.output must be at most 1000000'],
    ['a time that has passed', { fromMs: 1 }, 'A new version can only hold from a time that has not passed.'],
  ])('of %s', async (_, about, sentence) => {
    const { status, error } = await setPrice(about);

    expect([status, error?.message]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test('and so is a rate of CZK, or of nothing', async () => {
    const messages = [await setRate('25', { currency: 'CZK' }), await setRate('0')].map(({ error }) => error?.message);

    expect(messages).toEqual([
      'CZK has no rate: amounts are in CZK.',
      expect.stringContaining('czk must be above 0 and at most 1000000 CZK'),
    ]);
  });
});
