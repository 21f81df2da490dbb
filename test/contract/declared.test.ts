/** What the configuration file declares, the file owns: through HTTP, with a real database and the official client. */
import { afterEach, beforeEach, describe, expect, test as sqliteOnly } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PricesView } from '../../src/features/catalogue/contract.ts';
import type { ServingView } from '../../src/features/serving/contract.ts';
import type { SoldView } from '../../src/features/shop/operator-contract.ts';
import { OPERATOR_EMAIL, orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { BANK } from '../support/furnished-orders.ts';
import { PASSWORD, type PageClient, pageClient } from '../support/page-client.ts';
import { type ServiceOptions, startService, type TestService, until } from '../support/service.ts';

const PRICE = { input: '7', cachedInput: '3', output: '31', reasoning: '37' };
const OWN = { engine: 'main', maxOutputTokens: 4096, price: { input: '1', output: '2' } };
const DECLARED = {
  BOREAL_MODELS: JSON.stringify({
    own: OWN,
    'svc-frost': { price: { input: '6', output: '21' } },
    'svc-polaris': { engine: 'main' },
  }),
  BOREAL_PLANS: '{"pro":{"tokens":600000}}',
  BOREAL_PAYMENTS: JSON.stringify({
    bank: BANK,
    amounts: ['150'],
    anyAmount: null,
    plans: { pro: { czk: '250' } },
    packages: [{ id: 'small', tokens: 1_000_000, czk: '200', days: 30 }],
  }),
  BOREAL_SIGN_UP: 'invitation',
};

const settings = { baseUrl: 'http://127.0.0.1:1/v1', model: 'm' };
const offer = (item: string, terms: object | null) => ['offers', { item, terms, after: 0, fromMs: null }] as const;
const model = (id: string) => ['serving/models', { model: id, engines: [{ engine: 'main' }], ...AT_ONCE }] as const;
const price = (id: string) => ['prices', { model: id, price: PRICE, fromMs: null }] as const;
const AT_ONCE = { revision: 0, fromMs: null };

const change = (operator: PageClient, [path, body]: readonly [path: string, body: object]) =>
  operator.post(`/api/operator/${path}`, { ...orderBecause('better'), ...body });

describe('what the file declares', () => {
  test.each([
    ['models.svc-frost.price', price('svc-frost')],
    ['models.own.price', price('own')],
    ['models.own', model('own')],
    ['models.svc-polaris', model('svc-polaris')],
    ['engines.main', ['serving/engines', { name: 'main', settings, ...AT_ONCE }]],
    ['engines.main', ['serving/engines', { name: 'main', settings: null, ...AT_ONCE }]],
    ['plans.pro', ['plans', { plan: 'pro', tokens: 1, fromMs: null }]],
    ['payments.plans.pro', offer('plan-pro', { kind: 'plan', czk: '300' })],
    ['payments.plans.pro', offer('plan-pro', null)],
    ['payments.packages.small', offer('package-small', null)],
    ['payments.amounts', offer('amounts', { kind: 'amounts', czk: ['99'] })],
    ['payments.anyAmount', offer('any-amount', { kind: 'any-amount', minCzk: '20', maxCzk: '90' })],
    ['signUp', ['sign-up', { mode: 'open' }]],
  ] as const)('is not changed by operators: %s', async (path, wanted) => {
    await using service = await startService({ env: DECLARED });
    const operator = await signedUpOperator(service);

    const { status, json } = await change(operator, wanted);

    const taken = path === 'plans.pro' ? 'restart' : 'reload';
    expect([status, json.error?.code, json.error?.message]).toEqual([
      409,
      'set_by_file',
      `${path} is set by the configuration file: change it there and ${taken}, or remove it from the file.`,
    ]);
    const said = await service.stores.announcements.read();
    expect([said.engineChanges, said.offers, said.planVersions, said.signUp]).toEqual([[], [], [], null]);
    expect(said.prices.filter(({ actor }) => actor !== 'configuration')).toEqual([]);
  });

  test('is marked, and everything beside it is changed as ever', async () => {
    await using service = await startService({ env: DECLARED });
    const operator = await signedUpOperator(service);
    const changes = [
      price('svc-glacier'),
      price('svc-polaris'),
      model('svc-frost'),
      ['serving/engines', { name: 'fast', settings, revision: 1, fromMs: null }],
      ['plans', { plan: 'ultra', tokens: 3_000_000, fromMs: null }],
      offer('plan-ultra', { kind: 'plan', czk: '900' }),
      offer('package-big', { kind: 'package', tokens: 5_000_000, czk: '800', days: 90 }),
    ] as const;

    const statuses: number[] = [];
    for (const one of changes) statuses.push((await change(operator, one)).status);

    expect(statuses).toEqual(changes.map(() => 200));
    const serving = (await operator.get('/api/operator/serving')).json as unknown as ServingView;
    const prices = (await operator.get('/api/operator/prices')).json as unknown as PricesView;
    const sold = (await operator.get('/api/operator/offers')).json as unknown as SoldView;
    const marked = <One extends { readonly isFromFile: boolean }>(all: readonly One[], name: (one: One) => string) =>
      all.filter(({ isFromFile }) => isFromFile).map(name);
    expect(marked(serving.engines, ({ name }) => name)).toEqual(['main']);
    expect(marked(serving.models, ({ id }) => id)).toEqual(['svc-polaris', 'own']);
    expect(marked(prices.models, ({ id }) => id)).toEqual(['svc-frost', 'own']);
    expect(marked(prices.plans, ({ id }) => id)).toEqual(['pro']);
    expect(marked(sold.items, ({ item }) => item).toSorted()).toEqual([
      ...['amounts', 'any-amount', 'package-small', 'plan-pro'],
    ]);
    const signUp = (await operator.get('/api/operator/sign-up')).json;
    expect(signUp).toMatchObject({ mode: 'invitation', isFromFile: true, isSet: false });
  });

  test('is nothing without a file: presets are changed as ever', async () => {
    await using service = await startService();
    const operator = await signedUpOperator(service);

    const changes = [
      price('svc-frost'),
      ['plans', { plan: 'pro', tokens: 1, fromMs: null }],
      offer('amounts', { kind: 'amounts', czk: ['99'] }),
      ['sign-up', { mode: 'closed' }],
    ] as const;
    const statuses: number[] = [];
    for (const one of changes) statuses.push((await change(operator, one)).status);

    expect(statuses).toEqual([200, 200, 200, 200]);
    expect((await operator.get('/api/operator/sign-up')).json).toMatchObject({ mode: 'closed', isFromFile: false });
  });

  test('is not tried with other settings', async () => {
    await using service = await startService({ env: DECLARED });
    const operator = await signedUpOperator(service);

    const tried = await operator.post('/api/operator/serving/test', { name: 'main', settings });

    expect([tried.status, tried.json.error?.code]).toEqual([409, 'set_by_file']);
  });
});

describe('a file that begins to declare what the database has', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'boreal-declared-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const IGNORED = 'does not count until it leaves the file';
  const ignoredBy = ({ log }: TestService) =>
    log.filter(({ message }) => message.includes(IGNORED)).map(({ piece }) => String(piece));

  /** Which version of the price a chat with svc-frost was charged by. */
  async function chargedBy(service: TestService): Promise<{ readonly id: string; readonly version: string }> {
    const response = await service.post({ model: 'svc-frost', messages: [{ role: 'user', content: 'hi' }] });
    await response.json();
    const id = response.headers.get('x-request-id')!;
    return { id, version: await versionOf(service, id) };
  }
  const versionOf = async ({ stores }: TestService, id: string) => (await stores.ledger.receiptOf(id))!.priceVersion;
  /** The operator of the first start, on a later one. */
  async function signedIn(service: TestService): Promise<PageClient> {
    const client = pageClient(service);
    await client.post('/api/auth/sign-in/email', { email: OPERATOR_EMAIL, password: PASSWORD });
    return client;
  }
  const frost = async (operator: PageClient) => {
    const { models } = (await operator.get('/api/operator/prices')).json as unknown as PricesView;
    const now = models.find(({ id }) => id === 'svc-frost')!.versions.find(({ state }) => state === 'now')!;
    return [now.price.input, now.actor];
  };
  const soldPro = async (operator: PageClient) => {
    const { items } = (await operator.get('/api/operator/offers')).json as unknown as SoldView;
    return items.find(({ item }) => item === 'plan-pro')!.terms;
  };
  const begin = (options: ServiceOptions) => startService({ dataDir, ...options });

  sqliteOnly('counts while it declares it, says so in the log, and the database counts again after', async () => {
    const first = await begin({});
    const operator = await signedUpOperator(first);
    const fast = { baseUrl: `${first.upstream.url}`, model: 'm' };
    const made = [
      await change(operator, price('svc-frost')),
      await change(operator, offer('plan-pro', { kind: 'plan', czk: '333' })),
      await change(operator, ['serving/engines', { name: 'fast', settings: fast, ...AT_ONCE }]),
      await change(operator, ['plans', { plan: 'pro', tokens: 7, fromMs: null }]),
      await change(operator, ['sign-up', { mode: 'closed' }]),
    ];
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await first.stop();

    const env = {
      BOREAL_MODELS: '{"svc-frost":{"price":{"input":"6","output":"21"},"engine":"main"}}',
      BOREAL_PLANS: '{"pro":{"tokens":600000}}',
      BOREAL_PAYMENTS: JSON.stringify({ bank: BANK, plans: { pro: { czk: '250' } } }),
      BOREAL_SIGN_UP: 'open',
    };
    const second = await begin({ env });
    const seenBySecond = await signedIn(second);
    expect([await frost(seenBySecond), await soldPro(seenBySecond)]).toEqual([
      ['6', 'configuration'],
      { kind: 'plan', czk: '250' },
    ]);
    const charged = await chargedBy(second);
    expect(charged.version).toBe('svc-frost@3');
    expect(ignoredBy(second).toSorted()).toEqual([
      ...['models.svc-frost.price', 'payments.plans.pro', 'plans.pro', 'signUp'],
    ]);
    expect((await seenBySecond.get('/api/operator/sign-up')).json).toMatchObject({ mode: 'open', isFromFile: true });
    await second.stop();

    await using third = await begin({ env: { BOREAL_PAYMENTS: JSON.stringify({ bank: BANK }) } });
    const seen = await signedIn(third);
    await until('the price of the database holds', async () => (await frost(seen))[0] === '7');
    await until('the offer of the database holds', async () => (await soldPro(seen)) !== null);
    expect(await soldPro(seen)).toEqual({ kind: 'plan', czk: '333' });
    expect((await chargedBy(third)).version).toBe('svc-frost@2');
    expect(await versionOf(third, charged.id)).toBe('svc-frost@3');
    expect((await seen.get('/api/operator/sign-up')).json).toMatchObject({ mode: 'closed', isFromFile: false });
    expect(ignoredBy(third)).toEqual([]);
  });
});
