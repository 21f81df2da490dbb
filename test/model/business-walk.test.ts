/**
 * A whole business in three months, by HTTP alone: from an installation without models to invoices and margins. What the
 * service says is compared with plain sums that are kept beside it. `SEED=…` repeats a walk.
 */
import { expect } from 'bun:test';
import { audit } from '../../src/ledger/audit/audit.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { ledgerPlace } from '../../src/server/ledger-place.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import { API_KEY, answerMessage, messagesApi } from '../support/messages-server.ts';
import { type MovableClock, movableClock } from '../support/movable-clock.ts';
import { type PageClient, signedUp } from '../support/page-client.ts';
import { czk, PlainSums, type PlanWindows, type Tokens } from '../support/plain-sums.ts';
import { type Random, seeded } from '../support/random.ts';
import { answerText, type Script, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { isThorough, seeds } from '../support/thorough.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = 91;
const REQUESTS = isThorough ? 3000 : 240;
const LONG_MS = 1_800_000;
const BANK = { iban: 'CZ6508000000192000145399', name: 'Seller' };
const ENV = {
  BOREAL_ENGINES: '{}',
  BOREAL_PAYMENTS: JSON.stringify({ bank: BANK, seller: SELLER_SETTING }),
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000',
};

const SCOPES = ['customers:read', 'credit:write', 'prices:read', 'prices:write', 'models:read', 'models:write'];
const MORE_SCOPES = ['vouchers:write', 'engines:read', 'engines:write'];

type Json = Readonly<Record<string, unknown>>;

/** Each with the engine that answers for it. */
const MODELS = { alpha: 'near', beta: 'near', gamma: 'far' } as const;
type ModelId = keyof typeof MODELS;
type Engine = (typeof MODELS)[ModelId];
const MODEL_IDS = Object.keys(MODELS) as ModelId[];

/** What two of them are sold at beside their price; the third has no tiers. */
const TIERS: Readonly<Partial<Record<ModelId, Readonly<Record<'flex' | 'priority', number>>>>> = {
  alpha: { flex: 45, priority: 230 },
  gamma: { flex: 33, priority: 150 },
};

const weights = (input: number, output: number) => ({ input, cachedInput: input, output, reasoning: output });
/** What is written into a cache for an hour counts for more than the rest of the input. */
const LONG_WRITES = { cacheWrite5m: 0.75, cacheWrite1h: 2.125 };
const PLANS = {
  basic: { tokens: 40_000, price: '120' },
  coder: { tokens: 25_000, models: ['alpha'], weights: { alpha: { ...weights(1, 2.5), ...LONG_WRITES } }, price: '90' },
  bursts: { tokens: 60_000, windows: { '5h': 900, day: 2_000 }, price: '200' },
  big: {
    tokens: 50_000,
    models: ['beta', 'gamma'],
    weights: { gamma: weights(0.5, 3) },
    windows: { week: 4_000 },
    price: '300',
  },
} as const;

type Walk = {
  readonly service: TestService;
  readonly clock: MovableClock;
  readonly random: Random;
  readonly engines: Readonly<Record<Engine, ScriptedUpstream>>;
  readonly operate: (method: 'GET' | 'POST', path: string, body?: object) => Promise<Json>;
  readonly sums: PlainSums;
  readonly customers: Customer[];
};

type Customer = { readonly id: string; readonly page: PageClient; readonly key: string };

test(
  'three months of a business add up: revenue, cost, margin, invoices, plans and receipts',
  async () => {
    for (const seed of seeds(1, 3)) {
      console.log(`the business walks by seed ${seed}`);
      await using closing = new AsyncDisposableStack();
      const walk = await openBusiness(seed, closing);
      await sellToCustomers(walk);
      await threeMonths(walk);
      await expectSameSums(walk, `seed ${seed}`);
    }
  },
  LONG_MS,
);

/** An installation without a model, the token of its operator, and everything that is sold. */
async function openBusiness(seed: number, closing: AsyncDisposableStack): Promise<Walk> {
  const clock = movableClock(Date.now());
  const engines = { near: await startUpstream(), far: await startUpstream() };
  for (const upstream of Object.values(engines)) closing.defer(() => upstream.stop());
  const service = await startService({ clock, catalogue: 'asked', env: ENV });
  closing.use(service);
  const operate = await operatorOf(service);
  const walk = { service, clock, random: seeded(seed), engines, operate, sums: new PlainSums(), customers: [] };
  await connectEngines(walk);
  await offerModels(walk);
  await offerPlans(walk);
  await makeGroups(walk);
  clock.pass(3000);
  return walk;
}

async function operatorOf(service: TestService): Promise<Walk['operate']> {
  const operator = await signedUpOperator(service);
  const made = await operator.post('/api/operator/tokens', { name: 'walk', scopes: [...SCOPES, ...MORE_SCOPES] });
  const { secret } = made.json as { secret: string };
  return async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/operator/${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify({ ...orderBecause('walk'), ...body }) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as Json) : { text };
  };
}

async function connectEngines({ operate, engines }: Walk): Promise<void> {
  await operate('POST', 'models/preset', { preset: 'empty' });
  for (const [name, { url }] of Object.entries(engines)) {
    const { revision } = (await operate('GET', 'serving')) as { revision: number };
    const settings = { baseUrl: url, model: `${name}-model`, ...(name === 'far' && { kind: 'anthropic' }) };
    await operate('POST', 'serving/engines', { revision, name, fromMs: null, settings, apiKey: API_KEY });
  }
}

async function offerModels(walk: Walk): Promise<void> {
  const { operate, sums } = walk;
  for (const model of MODEL_IDS) {
    const { revision } = (await operate('GET', 'models')) as { revision: number };
    const price = newPrice(walk);
    const about = { role: { en: model, cs: model }, maxOutputTokens: 1000, engines: [{ engine: MODELS[model] }] };
    await operate('POST', 'models', { revision, model, price, ...about, tiers: TIERS[model] });
    sums.listed(model, price, 0);
  }
  await operate('POST', 'currency-rates', { currency: 'EUR', czk: '24.5', fromMs: null });
  sums.rated('EUR', '24.5', 0);
  await buy(walk, 'near', 0);
  await buy(walk, 'far', 0);
}

/** CZK per million tokens, with up to three decimals. */
function newPrice({ random }: Walk) {
  const amount = (max: number) => (random.integer(1, max * 1000) / 1000).toString();
  const writes = { cacheWrite5m: amount(1200), cacheWrite1h: amount(1900) };
  return {
    ...{ input: amount(900), cachedInput: amount(300), output: amount(3000), reasoning: amount(4000) },
    ...(random.fraction() < 0.7 && writes),
  };
}

async function buy(walk: Walk, engine: 'near' | 'far', fromMs: number): Promise<void> {
  const { random, operate, sums } = walk;
  const currency = engine === 'near' ? 'CZK' : 'EUR';
  const amount = () => (random.integer(1, 20_000_000) / (currency === 'CZK' ? 100_000 : 10_000_000)).toFixed(7);
  const writes = { cacheWrite5m: amount(), cacheWrite1h: amount() };
  const price = {
    ...{ input: amount(), cachedInput: amount(), output: amount(), reasoning: amount() },
    ...(random.fraction() < 0.7 && writes),
  };
  await operate('POST', 'buying-prices', { engine, model: '', currency, price, fromMs: null });
  sums.bought(engine, currency, price, fromMs);
}

async function offerPlans({ operate }: Walk): Promise<void> {
  for (const [order, [plan, { price, ...terms }]] of Object.entries(PLANS).entries()) {
    const name = { en: plan, cs: plan };
    await operate('POST', 'plans', { plan, name, order, ...terms, czk: price, isOnSale: true, fromMs: null });
  }
  const amounts = { kind: 'amounts', czk: ['500', '2000'] };
  await operate('POST', 'offers', { item: 'amounts', terms: amounts, after: 0, fromMs: null }).catch(() =>
    // The presets sell amounts already, in their first version.
    operate('POST', 'offers', { item: 'amounts', terms: amounts, after: 1, fromMs: null }),
  );
}

async function makeGroups({ operate, sums }: Walk): Promise<void> {
  await operate('POST', 'price-groups', { group: 'partners', name: 'Partners', percent: '82.5', fromMs: null });
  sums.grouped('partners', { percent: 8250, models: {} }, 0);
  const models = { alpha: { input: '33.333', output: '99.001', cacheWrite1h: '51.007' } };
  await operate('POST', 'price-groups', { group: 'acme', name: 'ACME', percent: '120', models, fromMs: null });
  sums.grouped('acme', { percent: 12_000, models }, 0);
}

/** Six customers: with and without plans, by voucher and by bank order, and three of them in a group. */
async function sellToCustomers(walk: Walk): Promise<void> {
  const { service, customers, sums } = walk;
  for (let n = 0; n < 6; n += 1) {
    const page = await signedUp(service, `customer-${n}@example.com`);
    const { id } = (await page.get('/api/me')).json.account as { id: string };
    const { secret } = (await page.post('/api/keys', { name: 'walk' })).json as { secret: string };
    customers.push({ id, page, key: secret });
    sums.open(id);
  }
  const [none, own, basic, coder, bursts, big] = customers as [
    Customer,
    Customer,
    Customer,
    Customer,
    Customer,
    Customer,
  ];
  for (const customer of customers) await voucherFor(walk, customer, { kind: 'credit', czk: '20000' });
  await bankOrder(walk, own, 'credit-2000');
  await bankOrder(walk, basic, 'plan-basic');
  await voucherFor(walk, coder, { kind: 'plan', plan: 'coder', months: 3 });
  await bankOrder(walk, bursts, 'plan-bursts');
  await voucherFor(walk, big, { kind: 'plan', plan: 'big', months: 2 });
  for (const [customer, plan, months] of [
    [basic, 'basic', 1],
    [coder, 'coder', 3],
    [bursts, 'bursts', 1],
    [big, 'big', 2],
  ] as const) {
    const sold = months === 1 ? czk(PLANS[plan].price) : 0n;
    sums.subscribe(customer.id, { ...PLANS[plan], months, sold });
    await readPlan(walk, customer);
  }
  await joinGroup(walk, none, 'partners');
  await joinGroup(walk, own, 'acme');
  await joinGroup(walk, bursts, 'partners');
  walk.clock.pass(3000);
}

async function voucherFor({ operate }: Walk, { page }: Customer, gift: object): Promise<void> {
  const { code } = (await operate('POST', 'vouchers', { gift, usesMax: 1, expiresAtMs: null })) as { code: string };
  expect((await page.post('/api/vouchers/redeem', { code })).status).toBe(200);
}

async function bankOrder({ operate, sums, clock }: Walk, { id, page }: Customer, offer: string): Promise<void> {
  const { json, status, text } = await page.post('/api/orders', { offer, method: 'bank' });
  expect([status, status < 300 ? '' : text]).toEqual([200, '']);
  const { order } = json as unknown as { order: { id: string; czk: string } };
  await operate('POST', `orders/${order.id}/confirm`, { czk: order.czk });
  sums.paid(id, czk(order.czk), clock.nowMs());
}

async function joinGroup({ operate, sums, clock }: Walk, { id }: Customer, group: string | null): Promise<void> {
  await operate('POST', `customers/${id}/price-group`, { group, fromMs: null });
  sums.joined(id, group, clock.nowMs() + 2000);
}

type PlanSeen = { readonly endsAtMs: number; readonly tokensLeft: number; readonly windows?: PlanWindows['windows'] };

/** The plan as the customer's page has it. */
async function readPlan({ sums }: Walk, { id, page }: Customer): Promise<PlanSeen | null> {
  const { plan } = (await page.get('/api/billing')).json as { plan: PlanSeen | null };
  sums.sawPlan(id, plan);
  return plan;
}

/** Requests at any time of the day, and now and then something that the operator changes. */
async function threeMonths(walk: Walk): Promise<void> {
  const { clock, random } = walk;
  const step = (DAYS * DAY) / REQUESTS;
  for (let n = 0; n < REQUESTS; n += 1) {
    // Some come close together, so that windows of plans fill.
    clock.pass(
      random.fraction() < 0.6 ? random.integer(1, 20) * MINUTE : random.integer(MINUTE, Math.round(step * 2.4)),
    );
    if (random.fraction() < 0.08) await changeSomething(walk);
    await ask(walk, random.pick(walk.customers)!);
  }
}

async function changeSomething(walk: Walk): Promise<void> {
  const { random, operate, sums, clock } = walk;
  const fromMs = clock.nowMs() + 2000;
  const model = random.pick(MODEL_IDS)!;
  const changes: readonly (() => Promise<unknown>)[] = [
    async () => {
      const price = newPrice(walk);
      await operate('POST', 'prices', { model, price, fromMs: null });
      sums.listed(model, price, fromMs);
    },
    () => buy(walk, random.pick(['near', 'far'] as const)!, fromMs),
    async () => {
      const rate = (random.integer(20_000, 30_000) / 1000).toString();
      await operate('POST', 'currency-rates', { currency: 'EUR', czk: rate, fromMs: null });
      sums.rated('EUR', rate, fromMs);
    },
    async () => {
      const percent = random.integer(1000, 15_000);
      const about = { name: 'Partners', percent: (percent / 100).toString() };
      await operate('POST', 'price-groups', { group: 'partners', ...about, fromMs: null });
      sums.grouped('partners', { percent, models: {} }, fromMs);
    },
    () => joinGroup(walk, random.pick(walk.customers)!, random.pick(['partners', 'acme', null])!),
    () => bankOrder(walk, random.pick(walk.customers)!, 'credit-500'),
  ];
  await random.pick(changes)!();
  clock.pass(3000);
}

/** Asks with the official client, and compares the receipt with what it should be. */
async function ask(walk: Walk, customer: Customer): Promise<void> {
  const { service, engines, random, sums, clock } = walk;
  const model = random.pick(MODEL_IDS)!;
  const engine = MODELS[model];
  const used = someTokens(walk, engine);
  engines[engine].play(SCRIPTS[engine](used));
  // Each of several answers is one of the engine, and all of them are one bill.
  const n = random.fraction() < 0.2 ? random.integer(2, 4) : 1;
  const tokens = Object.fromEntries(Object.entries(used).map(([type, count]) => [type, n * count])) as Tokens;
  const client = service.client({ apiKey: customer.key });
  const tier = random.pick([undefined, undefined, 'flex', 'priority'] as const);
  const { id, service_tier: served } = await client.chat.completions.create({
    ...{ model, max_tokens: 400, n, messages: [{ role: 'user', content: 'Tell me something.' }] },
    ...(tier && { service_tier: tier }),
  });
  const receipt = await client.get<Json>(`/receipts/${id}`);
  const percent = tier && TIERS[model]?.[tier];
  expect([served, receipt.service_tier]).toEqual([
    ...(percent === undefined ? [tier && 'default', 'default'] : [tier, tier]),
  ]);
  const right = sums.asked(customer.id, { model, engine, tokens, atMs: clock.nowMs(), percent });
  expect(shownBy(receipt), `${customer.id} ${model} ${JSON.stringify(tokens)}`).toEqual(right);
  const plan = await readPlan(walk, customer);
  for (const one of plan?.windows ?? []) expect(one.tokensUsed).toBe(sums.usedIn(customer.id, one.window));
}

/** Only Anthropic's API says for how long something is kept. */
function someTokens({ random }: Walk, engine: Engine): Tokens {
  const input = random.integer(1, 250);
  const output = random.integer(1, 400);
  const cachedInput = random.integer(0, input);
  const cacheWrite5m = random.fraction() < 0.5 ? random.integer(0, input - cachedInput) : 0;
  const cacheWrite1h = engine === 'far' && cacheWrite5m > 0 ? random.integer(0, input - cachedInput - cacheWrite5m) : 0;
  return { input, cachedInput, cacheWrite5m, cacheWrite1h, output, reasoning: random.integer(0, output) };
}

/** What each of the engines says of the tokens, in its own words. */
const SCRIPTS: Readonly<Record<Engine, (used: Tokens) => Script>> = {
  near: ({ input, cachedInput, cacheWrite5m, output, reasoning }) =>
    answerText('one two three', {
      rawUsage: {
        ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
        prompt_tokens_details: { cached_tokens: cachedInput, cache_write_tokens: cacheWrite5m },
        completion_tokens_details: { reasoning_tokens: reasoning },
      },
    }),
  far: ({ input, cachedInput, cacheWrite5m = 0, cacheWrite1h = 0, output, reasoning }) =>
    messagesApi(
      answerMessage({
        content: [{ type: 'text', text: 'one two three' }],
        usage: {
          input_tokens: input - cachedInput - cacheWrite5m - cacheWrite1h,
          ...{ cache_read_input_tokens: cachedInput, cache_creation_input_tokens: cacheWrite5m + cacheWrite1h },
          cache_creation: { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h },
          ...{ output_tokens: output, output_tokens_details: { thinking_tokens: reasoning } },
        },
      }),
    ),
};

type Receipt = {
  readonly cost_czk: string;
  readonly price: {
    readonly input_czk_per_million: string;
    readonly output_czk_per_million: string;
    readonly cache_write_5m_czk_per_million?: string;
    readonly cache_write_1h_czk_per_million?: string;
    readonly group?: { readonly id: string };
  };
  readonly paid_by: readonly { readonly pot: string; readonly tokens?: number }[];
};

function shownBy(receipt: Json) {
  const { cost_czk, price, paid_by } = receipt as unknown as Receipt;
  const written = (perMillion: string | undefined) => perMillion && czk(perMillion) / 1_000_000n;
  return {
    cost: czk(cost_czk),
    group: price.group?.id ?? null,
    input: czk(price.input_czk_per_million) / 1_000_000n,
    output: czk(price.output_czk_per_million) / 1_000_000n,
    cacheWrite5m: written(price.cache_write_5m_czk_per_million),
    cacheWrite1h: written(price.cache_write_1h_czk_per_million),
    planTokens: BigInt(paid_by.find(({ pot }) => pot === 'plan')?.tokens ?? 0),
  };
}

/** What pages and files say at the end. */
async function expectSameSums(walk: Walk, where: string): Promise<void> {
  const { service, operate, sums, clock, customers } = walk;
  const { total, days } = sums.totals();
  const from = days[0]!;
  const to = days.at(-1)!;
  const { total: margins } = (await operate('GET', `margins?by=customer&from=${from}&to=${to}`)) as {
    total: Record<string, string>;
  };
  expect(
    [margins.creditCzk, margins.prepaidCzk, margins.boughtCzk, margins.marginCzk].map((one) => czk(one!)),
    where,
  ).toEqual([...[total.credit, total.prepaid, total.bought, total.credit + total.prepaid - total.bought]]);
  const { text } = (await operate('GET', `margins.csv?from=${from}&to=${to}`)) as { text: string };
  const lines = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  const column = (at: number) => lines.reduce((sum, cells) => sum + czk(cells[at]!), 0n);
  expect([column(7), column(8), column(9)], `${where}, CSV`).toEqual([total.credit, total.prepaid, total.bought]);
  const { figures } = (await operate('GET', 'overview?period=30d')) as unknown as {
    figures: { now: { requests: number; spentCzk: string; paidCzk: string } };
  };
  const { requests, spentCzk, paidCzk } = figures.now;
  const shown = { requests, spent: czk(spentCzk), paid: czk(paidCzk) };
  expect(shown, where).toEqual(sums.lastDays(30, clock.nowMs()));
  for (const customer of customers) await expectSameStatements(walk, customer, where);
  const database = openDatabase(ledgerPlace(service.config));
  const { problems } = await audit(database, clock.nowMs()).finally(() => database.close());
  expect(problems, where).toEqual([]);
}

type Statement = { readonly chargedCzk: string; readonly invoices: readonly { readonly czk: string }[] };

/** Each month of a customer: what was charged, and what was paid to the operator. */
async function expectSameStatements({ sums }: Walk, { id, page }: Customer, where: string): Promise<void> {
  for (const [month, { charged, paid }] of sums.monthsOf(id)) {
    const { chargedCzk, invoices } = (await page.get(`/api/statements/${month}`)).json as unknown as Statement;
    expect([czk(chargedCzk), invoices.reduce((sum, one) => sum + czk(one.czk), 0n)], `${where}, ${month}`).toEqual([
      charged,
      paid,
    ]);
  }
}
