import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { formatCzk, nanos, parseCzk } from '../../core/money.ts';

const DAY = 24 * 3_600_000;
const PRICE = { input: '30', cachedInput: '7.5', output: '120', reasoning: '120' };
let service: SettingsService;

beforeEach(async () => {
  service = await startSettings();
});
afterEach(() => service[Symbol.asyncDispose]());

let orders = 0;
const order = () => ({ id: `order-0000000000-${++orders}`, reason: 'new price list' });
const publish = (fromMs: number | null, about: object = {}) =>
  service.olga.ask('POST /api/operator/prices', {
    body: { ...order(), model: 'svc-glacier', price: PRICE, fromMs, ...about },
  });
const offered = async () =>
  (await service.anna.ask('GET /api/models')).body.models.find(({ id }) => id === 'svc-glacier')!.price.input;
const chatCost = async () => {
  const response = await service.anna.open('POST /api/playground/completions', {
    body: { model: 'svc-glacier', messages: [{ role: 'user', content: 'hi' }] },
  });
  await response.json();
  const { body } = await service.anna.ask('GET /api/requests');
  return (await service.anna.ask('GET /api/requests/{id}', { id: body.requests[0]!.id })).body;
};

describe('a price', () => {
  test('from a date in the future holds from then on, and not before', async () => {
    const fromMs = service.clock.nowMs() + DAY;
    await publish(fromMs);

    const before = [await offered(), (await chatCost()).priceVersion];
    service.clock.set(fromMs - 60_000);
    const justBefore = await offered();
    service.clock.set(fromMs);
    const after = [await offered(), (await chatCost()).priceVersion];

    expect(before).toEqual(['25', 'svc-glacier@1']);
    expect(justBefore).toBe('25');
    expect(after).toEqual(['30', 'svc-glacier@2']);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('that is to hold at once holds when every server knows it', async () => {
    await publish(null);

    const at = await offered();
    service.clock.pass(2000);

    expect([at, await offered()]).toEqual(['25', '30']);
  });

  test('of a request is that of its admission, however long it runs', async () => {
    const { key } = (await service.anna.ask('POST /api/keys', { body: { name: 'hers' } })).body;
    const requestId = await service.hold(service.anna, { keyId: key.id });
    await publish(null);
    service.clock.pass(5000);
    const usage = { inputTokens: 1_000, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
    await service.stores.ledger.settle({ requestId, usage, outcome: 'finished', atMs: service.clock.nowMs() });

    const { body } = await service.anna.ask('GET /api/requests/{id}', { id: requestId });

    expect([body.czk, body.priceVersion]).toEqual(['0.025', 'svc-glacier@1']);
  });

  test('that was published by the operator holds on, also where a later release has another preset', async () => {
    const { prices } = service.stores;
    const preset = service.catalogue.models.get('svc-glacier')!.price;
    await publish(null);
    service.clock.pass(3000);
    const by = () => ({ actor: 'configuration', atMs: service.clock.nowMs() });

    await prices.publish(new Map([['svc-glacier', preset]]), by());
    const again = (await chatCost()).priceVersion;
    await prices.publish(new Map([['svc-glacier', { ...preset, input: preset.output }]]), by());
    service.clock.pass(3000);

    expect([again, (await chatCost()).priceVersion, await offered()]).toEqual(['svc-glacier@2', 'svc-glacier@2', '30']);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('that is planned is replaced by another for the same time', async () => {
    const fromMs = service.clock.nowMs() + DAY;
    await publish(fromMs);
    const { body } = await publish(fromMs, { price: { ...PRICE, input: '26' } });

    expect(body.models.find(({ id }) => id === 'svc-glacier')!.versions.map(({ id, state }) => [id, state])).toEqual([
      ['svc-glacier@3', 'planned'],
      ['svc-glacier@2', 'past'],
      ['svc-glacier@1', 'now'],
    ]);
  });

  test('is published once by two clicks', async () => {
    const about = { id: 'order-1234567890123' };

    const answers = [await publish(null, about), await publish(null, about)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await service.stores.announcements.read()).prices.length).toBe(4);
  });

  test.each([
    ['of a time that has passed', { fromMs: 1 }, 'fromMs'],
    ['of a model that is not there', { model: 'gpt-9' }, 'model'],
    ['with four decimals', { price: { ...PRICE, input: '1.0001' } }, 'price.input'],
    ['below zero', { price: { ...PRICE, output: '-1' } }, 'price.output'],
  ])('%s is refused', async (_what, about, param) => {
    const { status, error } = await publish(null, about);

    expect([status, error?.param]).toEqual([400, param]);
  });
});

test("a plan's tokens change with the first period that begins after their date", async () => {
  const about = { accountId: 'acc_anna', actor: 'test' };
  await service.stores.plans.choose({ ...about, plan: 'pro', atMs: service.clock.nowMs() });
  const body = { ...order(), plan: 'pro', tokens: 700_000, fromMs: service.clock.nowMs() + DAY };
  const { plans } = (await service.olga.ask('POST /api/operator/plans', { body })).body;
  const tokens = async () => (await service.anna.ask('GET /api/billing')).body.plan?.tokens;

  service.clock.pass(2 * DAY);
  const running = await tokens();
  service.clock.pass(30 * DAY);
  await service.stores.maintenance.renewPlans(service.clock.nowMs());

  expect(plans[0]).toMatchObject({ id: 'pro', tokens: 500_000, versions: [{ tokens: 700_000, state: 'planned' }] });
  expect([running, await tokens()]).toEqual([500_000, 700_000]);
  expect((await service.audit()).problems).toEqual([]);
});

describe("a plan of the operator's own", () => {
  const NEW = { plan: 'team', name: { en: 'Team', cs: 'Tým' }, order: 9, tokens: 9000, czk: '1290' };
  const change = (about: object) =>
    service.olga.ask('POST /api/operator/plans', { body: { ...order(), plan: 'team', fromMs: null, ...about } });
  const team = async () =>
    (await service.olga.ask('GET /api/operator/prices')).body.plans.find(({ id }) => id === 'team');
  const give = (plan: string) =>
    service.olga.ask('POST /api/operator/customers/{id}/plan', { id: 'acc_anna', body: { ...order(), plan } });

  test('is added, given to a customer, and changed from a date on', async () => {
    await change(NEW);
    const tooEarly = await give('team');
    service.clock.pass(3000);
    await give('team');
    await change({ tokens: 100, fromMs: service.clock.nowMs() + DAY });
    const { plan } = (await service.anna.ask('GET /api/billing')).body;

    expect([tooEarly.status, tooEarly.error?.param]).toEqual([400, 'plan']);
    expect(plan).toMatchObject({ id: 'team', nextPlan: 'team', tokens: 9000 });
    expect(await team()).toMatchObject({ name: { en: 'Team', cs: 'Tým' }, tokens: 9000, czk: '1290', version: 2 });
    service.clock.pass(32 * DAY);
    await service.stores.maintenance.renewPlans(service.clock.nowMs());
    expect((await service.anna.ask('GET /api/billing')).body.plan).toMatchObject({ id: 'team', tokens: 100 });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('is one thing: a price by the way of offers is a part of it, and a change keeps the rest', async () => {
    await change(NEW);
    service.clock.pass(3000);
    const offer = { ...order(), item: 'plan-team', terms: { kind: 'plan', czk: '999' }, after: 1, fromMs: null };
    const { status } = await service.olga.ask('POST /api/operator/offers', { body: offer });
    await change({ text: { en: 'For teams.', cs: 'Pro týmy.' } });
    service.clock.pass(3000);

    expect(status).toBe(200);
    expect(await team()).toMatchObject({ czk: '999', tokens: 9000, text: { cs: 'Pro týmy.' }, version: 3 });
    await change({ isOnSale: false });
    service.clock.pass(3000);
    expect(await team()).toMatchObject({ czk: null, tokens: 9000 });
  });

  test('is an upgrade from a plan of a lower order, whatever it holds', async () => {
    await change(NEW);
    service.clock.pass(3000);
    await give('ultra');
    await give('team');

    expect((await service.anna.ask('GET /api/billing')).body.plan).toMatchObject({ id: 'team', tokens: 9000 });
  });

  test('may give crowns, which pay at the price of each request, only for its models and within its windows', async () => {
    const terms = { name: NEW.name, order: 3, credit: '0.05', models: ['svc-glacier'], windows: { day: 1 } };
    await change(terms);
    service.clock.pass(3000);
    await give('team');
    const chat = async (model: string) => {
      const body = { model, messages: [{ role: 'user', content: 'hi' }] };
      await (await service.anna.open('POST /api/playground/completions', { body })).json();
      const { id } = (await service.anna.ask('GET /api/requests')).body.requests[0]!;
      return (await service.anna.ask('GET /api/requests/{id}', { id })).body;
    };

    const [ofPlan, other] = [await chat('svc-glacier'), await chat('svc-frost')];

    const price = (type: 'input' | 'output') => parseCzk(ofPlan.price[type]) / 1_000_000n;
    const cost = BigInt(ofPlan.inputTokens) * price('input') + BigInt(ofPlan.outputTokens) * price('output');
    expect(cost).toBeGreaterThan(0n);
    expect(ofPlan.paidBy).toEqual([
      {
        pot: 'plan',
        label: 'team',
        czk: formatCzk(nanos(cost)),
        processedTokens: ofPlan.inputTokens + ofPlan.outputTokens,
      },
    ]);
    expect(other.paidBy.map(({ pot }) => pot)).toEqual(['credit']);
    const { plan } = (await service.anna.ask('GET /api/billing')).body;
    const left = formatCzk(nanos(50_000_000n - cost));
    expect(plan).toMatchObject({ tokens: 0, crowns: { allCzk: '0.05', leftCzk: left, heldCzk: '0' } });
    expect(plan?.windows).toMatchObject([{ window: 'day', crowns: { allCzk: '1', usedCzk: formatCzk(nanos(cost)) } }]);
    const month = new Date(service.clock.nowMs()).toISOString().slice(0, 7);
    const { movements } = (await service.anna.ask('GET /api/statements/{month}', { month })).body;
    expect(movements.find(({ pot }) => pot === 'plan')).toMatchObject({ czk: '0.05', tokens: null });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('gives tokens or crowns, not both; one takes the place of the other', async () => {
    const both = await change({ ...NEW, credit: '5' });
    await change(NEW);
    service.clock.pass(3000);
    await change({ credit: '5' });
    service.clock.pass(3000);

    expect([both.status, both.error?.param]).toEqual([400, 'credit']);
    expect(await team()).toMatchObject({ tokens: null, credit: '5' });
  });

  test('pays for its models by their weights, and the receipt says what it paid for', async () => {
    const weights = { 'svc-glacier': { input: 1.5, output: 2.5 } };
    await change({ ...NEW, tokens: 1_000_000, models: ['svc-glacier'], weights });
    service.clock.pass(3000);
    await give('team');
    const chat = async (model: string) => {
      const body = { model, messages: [{ role: 'user', content: 'hi' }] };
      await (await service.anna.open('POST /api/playground/completions', { body })).json();
      const { id } = (await service.anna.ask('GET /api/requests')).body.requests[0]!;
      return (await service.anna.ask('GET /api/requests/{id}', { id })).body;
    };

    const [ofPlan, other] = [await chat('svc-glacier'), await chat('svc-frost')];

    const { inputTokens, outputTokens } = ofPlan;
    expect(ofPlan.paidBy).toEqual([
      {
        ...{ pot: 'plan', label: 'team', processedTokens: inputTokens + outputTokens },
        tokens: Math.ceil((inputTokens * 1500 + outputTokens * 2500) / 1000),
      },
    ]);
    expect(other.paidBy).toMatchObject([{ pot: 'credit' }]);
    expect(await team()).toMatchObject({ models: ['svc-glacier'], weights: { 'svc-glacier': { cachedInput: 1.5 } } });
    expect((await service.audit()).problems).toEqual([]);
  });

  test('can be withdrawn before it begins, and not after', async () => {
    await change({ ...NEW, fromMs: service.clock.nowMs() + DAY });
    const withdraw = () => service.olga.ask('POST /api/operator/plans/{id}/withdraw', { id: 'team@1', body: order() });

    const { body } = await withdraw();
    const again = await withdraw();
    service.clock.pass(2 * DAY);

    expect(body.plans.find(({ id }) => id === 'team')).toBeUndefined();
    expect(again.status).toBe(409);
    expect((await give('team')).status).toBe(400);
  });

  test.each([
    ['a new one that gives nothing', { tokens: undefined }, 'plan'],
    ['an id with a space', { plan: 'my team' }, 'plan'],
    ['a price below 15 CZK', { czk: '14' }, 'czk'],
    ['a weight of zero', { weights: { m: { input: 0, output: 1 } } }, 'weights.m.input'],
    ['a weight with four decimals', { weights: { m: { input: 0.0015, output: 1 } } }, 'weights.m.input'],
    ['a name in one language', { name: { en: 'Team' } }, 'name.cs'],
    ['a version that someone else has changed', { after: 3 }, 'after'],
  ])('%s is refused', async (_what, about, param) => {
    const { status, error } = await change({ ...NEW, ...about });

    expect([status >= 400, error?.param]).toEqual([true, param]);
    expect(await team()).toBeUndefined();
  });
});

describe('who may sign up', () => {
  const set = async (mode: string | null) =>
    (await service.olga.ask('POST /api/operator/sign-up', { body: { ...order(), mode } })).body;

  test('is what the operator says, until it is given back to the default', async () => {
    expect(await set('closed')).toEqual({ mode: 'closed', configured: 'open', isFromFile: false, isSet: true });
    expect(await set(null)).toEqual({ mode: 'open', configured: 'open', isFromFile: false, isSet: false });
    expect(await service.stores.actionLog.actions({ rowsMax: 5 })).toMatchObject([
      { kind: 'sign-up', before: { mode: 'closed' }, after: { mode: null } },
      { kind: 'sign-up', before: { mode: null }, after: { mode: 'closed' } },
    ]);
  });
});
