import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { answerText, waitFor } from '../../../test/support/scripted-upstream.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let service: SettingsService;

beforeEach(async () => {
  service = await startSettings();
});
afterEach(() => service[Symbol.asyncDispose]());

let orders = 0;
const order = () => ({ id: `order-groups-0000-${++orders}`, reason: 'contract of the year' });
const setGroup = (about: object = {}) =>
  service.olga.ask('POST /api/operator/price-groups', {
    body: { ...order(), group: 'partners', name: 'Partners', percent: '80', fromMs: null, ...about } as never,
  });
const join = (group: string | null, about: object = {}, accountId = service.anna.accountId) =>
  service.olga.ask('POST /api/operator/customers/{id}/price-group', {
    id: accountId,
    body: { ...order(), group, fromMs: null, ...about },
  });

/** A chat of 60 tokens of input, 20 of them cached, and 30 of output, 10 of them reasoning; its receipt. */
async function chat(visitor = service.anna, model = 'svc-glacier') {
  const rawUsage = {
    ...{ prompt_tokens: 60, completion_tokens: 30, total_tokens: 90 },
    ...{ prompt_tokens_details: { cached_tokens: 20 }, completion_tokens_details: { reasoning_tokens: 10 } },
  };
  service.upstream.play(answerText('hi', { rawUsage }));
  const response = await visitor.open('POST /api/playground/completions', {
    body: { model, stream: true, messages: [{ role: 'user', content: 'hi' }] },
  });
  await response.text();
  return newest(visitor);
}

async function newest(visitor = service.anna) {
  const { body } = await visitor.ask('GET /api/requests', { query: {} });
  return (await visitor.ask('GET /api/requests/{id}', { id: body.requests[0]!.id })).body;
}

const settled = () => service.clock.pass(3000);

describe('a member of a price group', () => {
  test('pays the percent of the list, and the receipt names the group and both prices', async () => {
    await setGroup();
    await join('partners');
    settled();

    const annas = await chat();
    const bens = await chat(service.ben);

    // 40 × 25 + 20 × 6.25 + 30 × 100 in millionths of CZK, and four fifths of it.
    expect(annas).toMatchObject({
      czk: '0.0033',
      priceGroup: 'Partners',
      priceVersion: 'svc-glacier@1~partners@1',
      price: { input: '20', cachedInput: '5', output: '80', reasoning: '80' },
      listPrice: { input: '25', cachedInput: '6.25', output: '100', reasoning: '100' },
    });
    expect(bens).toMatchObject({ czk: '0.004125', priceGroup: null, priceVersion: 'svc-glacier@1', listPrice: null });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('pays prices of its own by model and type, and the percent for the rest', async () => {
    await setGroup({ percent: '87.5', models: { 'svc-glacier': { input: '3', reasoning: '0' } } });
    await join('partners');
    settled();

    const glacier = await chat();
    const frost = await chat(service.anna, 'svc-frost');

    expect(glacier.price).toEqual({ input: '3', cachedInput: '5.469', output: '87.5', reasoning: '0' });
    expect(frost.price).toEqual({ input: '4.375', cachedInput: '1.094', output: '17.5', reasoning: '17.5' });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('has the prices of the group from a time on, in the API, on the pages and in the file', async () => {
    await setGroup();
    await setGroup({ percent: '50', after: 1, fromMs: service.clock.nowMs() + DAY });
    await join('partners', { fromMs: service.clock.nowMs() + HOUR });
    settled();
    const before = await chat();
    service.clock.pass(HOUR);
    const joined = await chat();
    const { body } = await service.anna.ask('GET /api/models');
    service.clock.pass(DAY);
    const later = await chat();
    await join(null);
    settled();
    const left = await chat();
    const file = await (await service.anna.open('GET /api/requests.csv', { query: {} })).text();
    const statement = await service.anna.ask('GET /api/statements/{month}', { month: '2026-11' });

    expect([before, joined, later, left].map(({ czk }) => czk)).toEqual([
      '0.004125',
      '0.0033',
      '0.0020625',
      '0.004125',
    ]);
    expect(body).toMatchObject({ priceGroup: 'Partners' });
    expect(body.models.find(({ id }) => id === 'svc-glacier')).toMatchObject({
      price: { input: '20' },
      listPrice: { input: '25' },
    });
    expect(statement.body.priceGroups).toEqual(['Partners']);
    const lines = file.split('\r\n').slice(1, 5);
    expect(lines.map((line) => [13, 15, 16].map((at) => line.split(',')[at]))).toEqual([
      ['0.004125', 'svc-glacier@1', ''],
      ['0.0020625', 'svc-glacier@1~partners@2', 'Partners'],
      ['0.0033', 'svc-glacier@1~partners@1', 'Partners'],
      ['0.004125', 'svc-glacier@1', ''],
    ]);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('keeps the price of the start when list and group change while the answer runs', async () => {
    await setGroup();
    await join('partners');
    settled();
    const gate = Promise.withResolvers<void>();
    service.upstream.play([
      waitFor(gate.promise),
      answerText('hi', { usage: { prompt_tokens: 6, completion_tokens: 3 } }),
    ]);
    const running = service.anna.open('POST /api/playground/completions', {
      body: { model: 'svc-glacier', stream: true, messages: [{ role: 'user', content: 'hi' }] },
    });
    await service.upstream.nextRequest();
    await setGroup({ percent: '200', after: 1 });
    await service.olga.ask('POST /api/operator/prices', {
      body: {
        ...order(),
        model: 'svc-glacier',
        price: { input: '1', cachedInput: '1', output: '1', reasoning: '1' },
        fromMs: null,
      },
    });
    settled();
    gate.resolve();
    await (await running).text();
    const first = await newest();
    const next = await chat();

    expect([first.priceVersion, next.priceVersion]).toEqual(['svc-glacier@1~partners@1', 'svc-glacier@2~partners@2']);
    expect(next).toMatchObject({ price: { input: '2' }, listPrice: { input: '1' } });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('pays from a plan token for token, and from the credit at the price of the group', async () => {
    await setGroup();
    await join('partners');
    settled();
    const about = { accountId: service.anna.accountId, reason: 'test', actor: 'test', atMs: service.clock.nowMs() };
    await service.stores.credits.grantPackage({ ...about, tokens: 60n, expiresAtMs: service.clock.nowMs() + DAY });

    const receipt = await chat();

    expect(receipt.paidBy).toEqual([
      { pot: 'package', label: expect.any(String), tokens: 60 },
      { pot: 'credit', czk: '0.0024' },
    ] as never);
    expect((await service.audit()).problems).toEqual([]);
  });
});

describe('a group of one', () => {
  test('is made with the prices of a customer in one step, and once', async () => {
    const prices = { name: 'ACME', models: { 'svc-frost': { input: '1' } } };
    const made = await join('acme', { prices });
    const again = await join('acme', { prices }, service.ben.accountId);
    settled();

    const { body } = await service.olga.ask('GET /api/operator/price-groups');
    const members = await service.olga.ask('GET /api/operator/price-groups/{id}/members', { id: 'acme' });

    expect(made.body.changes).toMatchObject([{ group: 'acme', name: 'ACME', state: 'planned' }]);
    expect([again.status, again.error?.code]).toEqual([409, 'changed_meanwhile']);
    expect(body.groups).toMatchObject([
      { id: 'acme', members: 1, versions: [{ percent: '100', models: { 'svc-frost': { input: '1' } }, state: 'now' }] },
    ]);
    expect(members.body.members).toMatchObject([{ email: 'anna@example.com' }]);
    expect((await chat(service.anna, 'svc-frost')).price).toMatchObject({ input: '1', output: '20' });
  });
});

describe('margins', () => {
  test('count what members really paid', async () => {
    const price = { input: '2', cachedInput: '0.5', output: '8', reasoning: '8' };
    await service.olga.ask('POST /api/operator/buying-prices', {
      body: { ...order(), engine: 'main', model: '', currency: 'CZK', price, fromMs: null },
    });
    await setGroup();
    await join('partners');
    settled();
    await chat();

    const { body } = await service.olga.ask('GET /api/operator/margins', { query: { by: 'customer' } });

    expect(body.total).toMatchObject({ creditCzk: '0.0033', boughtCzk: '0.00033', marginCzk: '0.00297' });
  });
});

describe('what is wrong is said at its field', () => {
  test.each([
    ['a percentage', { percent: 'eighty' }, 'percent must be a percentage such as 80 or 87.5'],
    ['too much', { percent: '1001' }, 'percent must be at most 1000'],
    ['no name', { name: ' ' }, 'name must not be empty'],
    ['an id', { group: 'Big ones' }, 'group must be 1 to 40 small letters, digits or -'],
    ['an unknown model', { models: { nothing: { input: '1' } } }, 'There is no model nothing.'],
    ['a price', { models: { 'svc-frost': { input: '1.0005' } } }, 'must be CZK per million tokens'],
    ['a time that has passed', { fromMs: 1 }, 'A new version can only hold from a time that has not passed.'],
  ])('%s', async (_, about, sentence) => {
    const { status, error } = await setGroup(about);

    expect([status, error?.message]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test('a group that is not there, and one that was changed meanwhile', async () => {
    const unknown = await join('unknown');
    await setGroup();
    const second = await setGroup({ after: 0 });
    const late = await setGroup({ after: 7 });

    expect([unknown.status, unknown.error?.message]).toEqual([400, 'There is no price group unknown.']);
    expect([second.status, late.status]).toEqual([409, 409]);
  });
});
