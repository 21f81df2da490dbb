/** Random walks over what is sold: it changes between orders and their payments, and each order gives what it was made for. */
import { expect } from 'bun:test';
import type { Terms } from '../../src/features/shop/offer-terms.ts';
import { type Payments, startPayments } from '../payments/payments.fixture.ts';
import { test } from '../support/databases.ts';
import { type Random, seeded } from '../support/random.ts';
import { renewalEvent, sessionEvent } from '../support/stripe-events.ts';
import { seeds } from '../support/thorough.ts';

const SEEDS = seeds(2, 9);
const STEPS = 120;
const HOUR_MS = 3_600_000;
const ITEMS = ['amounts', 'any-amount', 'plan-pro', 'plan-ultra', 'package-small', 'package-a', 'package-b'] as const;

type Version = { readonly fromMs: number; readonly terms: Terms | null; isGone: boolean };
type Open = {
  readonly id: string;
  readonly czk: string;
  readonly tokens: number | null;
  readonly session: string | null;
};

/** The state as it should be, by a reckoning of its own. */
type Model = {
  readonly versions: Map<string, Version[]>;
  readonly open: Open[];
  creditHellers: number;
  tokens: number;
  /** The plan by card: its order, and its price for ever. */
  subscription: { readonly order: string; readonly hellers: number } | undefined;
  numbers: number;
};

type Walk = { readonly payments: Payments; readonly model: Model; readonly random: Random; readonly about: string };
type Step = (walk: Walk) => Promise<unknown>;

const hellersOf = (czk: string) => Math.round(Number(czk) * 100);
const nowOf = ({ payments }: Walk) => payments.service.clock.nowMs();
const orderOf = ({ model }: Walk) => ({ id: `walk-000000000000-${++model.numbers}`, reason: 'walk' });

function holds({ versions }: Model, item: string, atMs: number): Terms | null {
  let found: Version | undefined;
  for (const one of versions.get(item) ?? []) {
    if (!one.isGone && one.fromMs <= atMs && (!found || one.fromMs >= found.fromMs)) found = one;
  }
  return found?.terms ?? null;
}

const priceBy = (random: Random) => {
  const hellers = random.integer(1_500, 200_000);
  return String(hellers / 100);
};

function termsFor(item: string, random: Random): Terms | null {
  if (random.fraction() < 0.25) return null;
  if (item === 'amounts') return { kind: 'amounts', czk: [...new Set([priceBy(random), priceBy(random)])] };
  if (item === 'any-amount') {
    const [one, other] = [random.integer(15, 2000), random.integer(15, 2000)];
    return { kind: 'any-amount', minCzk: String(Math.min(one, other)), maxCzk: String(Math.max(one, other)) };
  }
  if (item.startsWith('plan-')) return { kind: 'plan', czk: priceBy(random) };
  const [tokens, days] = [random.integer(1, 5_000_000), random.integer(1, 400)];
  return { kind: 'package', tokens, czk: priceBy(random), days };
}

const change: Step = async (walk) => {
  const { payments, model, random, about } = walk;
  const item = random.pick(ITEMS);
  const known = model.versions.get(item) ?? [];
  const terms = termsFor(item, random);
  const isStale = known.length > 0 && random.fraction() < 0.2;
  const atOnce = random.fraction() < 0.5;
  const fromMs = atOnce ? null : nowOf(walk) + random.integer(1, 72) * HOUR_MS;
  const { status, error } = await payments.service.olga.ask('POST /api/operator/offers', {
    body: { ...orderOf(walk), item, terms, after: isStale ? known.length - 1 : known.length, fromMs },
  });
  expect([status, error?.message], about).toEqual(isStale ? [409, expect.any(String)] : [200, undefined]);
  if (isStale) return;
  model.versions.set(item, [...known, { fromMs: fromMs ?? nowOf(walk) + 2000, terms, isGone: false }]);
};

const withdraw: Step = async (walk) => {
  const { payments, model, random, about } = walk;
  const item = random.pick(ITEMS);
  const known = model.versions.get(item) ?? [];
  if (known.length === 0) return;
  const at = random.integer(0, known.length - 1);
  const version = known[at]!;
  const { status } = await payments.service.olga.ask('POST /api/operator/offers/{id}/withdraw', {
    id: `${item}@${at + 1}`,
    body: orderOf(walk),
  });
  const expected = version.isGone ? 409 : version.fromMs > nowOf(walk) + 2000 ? 200 : 400;
  expect(status, about).toBe(expected);
  if (status === 200) version.isGone = true;
};

/** Buys by bank or by card; a thing that is not sold is refused. */
const order: Step = async (walk) => {
  const { payments, model, random, about } = walk;
  const { ben } = payments.service;
  const item = random.pick(ITEMS.filter((one) => !one.startsWith('plan-')));
  const terms = holds(model, item, nowOf(walk));
  const method = random.pick(['bank', 'stripe'] as const);
  const wish = wishFor(item, terms, random);
  const { status, body } = await ben.ask('POST /api/orders', { body: { ...wish.body, method } });
  expect([item, status], about).toEqual([item, terms ? 200 : 400]);
  if (!terms) return;
  expect([hellersOf(body.order.czk), body.order.tokens], about).toEqual([hellersOf(wish.czk), wish.tokens]);
  const session = method === 'stripe' ? payments.stripe.sessions.at(-1)!.id : null;
  model.open.push({ id: body.order.id, czk: wish.czk, tokens: wish.tokens, session });
};

function wishFor(item: string, terms: Terms | null, random: Random) {
  if (terms?.kind === 'amounts') {
    const czk = random.pick(terms.czk);
    return { body: { offer: `credit-${czk}` }, czk, tokens: null };
  }
  if (terms?.kind === 'any-amount') {
    const czk = random.pick([terms.minCzk, terms.maxCzk]);
    return { body: { offer: 'credit', czk }, czk, tokens: null };
  }
  if (terms?.kind === 'package') return { body: { offer: item }, czk: terms.czk, tokens: terms.tokens };
  const body =
    item === 'any-amount' ? { offer: 'credit', czk: '100' } : { offer: item === 'amounts' ? 'credit-1' : item };
  return { body, czk: '0', tokens: null };
}

/** However long ago it was ordered: late money counts, and gives what was ordered. */
const pay: Step = async (walk) => {
  const { payments, model, random, about } = walk;
  if (model.open.length === 0) return;
  const [paid] = model.open.splice(random.integer(0, model.open.length - 1), 1);
  const { id, czk, tokens, session } = paid!;
  if (session === null) {
    const body = { ...orderOf(walk), czk };
    const { status } = await payments.service.olga.ask('POST /api/operator/orders/{id}/confirm', { id, body });
    expect(status, about).toBe(200);
  } else {
    const event = { session, order: id, hellers: hellersOf(czk), payment: `pi_${id}` };
    const { outcome } = await payments.tell(sessionEvent(`evt_${id}`, 'completed', event));
    expect(outcome, about).toBe('done');
  }
  if (tokens === null) model.creditHellers += hellersOf(czk);
  else model.tokens += tokens;
};

/** The first time a plan is bought; then it renews at that price, whatever it costs others by then. */
const planByCard: Step = async (walk) => {
  const { payments, model, about } = walk;
  const { anna } = payments.service;
  const number = ++model.numbers;
  if (model.subscription) {
    const { order: id, hellers } = model.subscription;
    await payments.pass(30 * 24 * HOUR_MS);
    const asked = { order: id, invoice: `in_${number}`, subscription: 'sub_1', hellers };
    expect((await payments.tell(renewalEvent(`evt_${number}`, asked))).outcome, about).toBe('done');
    return;
  }
  const terms = holds(model, 'plan-pro', nowOf(walk));
  if (terms?.kind !== 'plan') return;
  const { order: id, session } = await payments.buy(anna, 'plan-pro');
  const hellers = hellersOf(terms.czk);
  const event = { session, order: id, hellers, payment: null, invoice: `in_${number}`, subscription: 'sub_1' };
  expect((await payments.tell(sessionEvent(`evt_${number}`, 'completed', event))).outcome, about).toBe('done');
  model.subscription = { order: id, hellers };
};

const CONFIGURED: ReadonlyMap<string, Terms> = new Map<string, Terms>([
  ['amounts', { kind: 'amounts', czk: ['100', '500', '1000'] }],
  ['package-small', { kind: 'package', tokens: 1_000_000, czk: '200', days: 30 }],
  ['plan-pro', { kind: 'plan', czk: '250' }],
  ['plan-ultra', { kind: 'plan', czk: '900' }],
]);

const passTime: Step = async ({ payments, random }) => payments.pass(random.pick([2000, HOUR_MS, 30 * HOUR_MS]));

const STEPS_OF: readonly Step[] = [change, change, change, withdraw, order, order, order, pay, pay, passTime, passTime];
const RARE: readonly Step[] = [planByCard];

/** Customers see what holds, item by item. */
async function expectOffered(walk: Walk): Promise<void> {
  const { payments, model, about } = walk;
  const { offers, anyAmount } = (await payments.service.anna.ask('GET /api/offers')).body;
  const expected: string[] = [];
  for (const item of ITEMS) {
    const terms = holds(model, item, nowOf(walk));
    if (terms?.kind === 'amounts') expected.push(...terms.czk.map((czk) => `credit-${czk} ${hellersOf(czk)}`));
    if (terms?.kind === 'plan' || terms?.kind === 'package') expected.push(`${item} ${hellersOf(terms.czk)}`);
    if (item === 'any-amount') {
      const range = terms?.kind === 'any-amount' ? { minCzk: terms.minCzk, maxCzk: terms.maxCzk } : null;
      expect(anyAmount, about).toEqual(range);
    }
  }
  expect(offers.map(({ id, czk }) => `${id} ${hellersOf(czk)}`).toSorted(), about).toEqual(expected.toSorted());
}

test.each(SEEDS)('whatever is sold meanwhile, an order gives what it was made for: seed %i', async (seed) => {
  const random = seeded(seed);
  await using payments = await startPayments();
  const { service } = payments;
  const first = (terms: Terms): Version[] => [{ fromMs: service.clock.nowMs(), terms, isGone: false }];
  const model: Model = {
    versions: new Map([...CONFIGURED].map(([item, terms]) => [item, first(terms)])),
    ...{ open: [], creditHellers: 0, tokens: 0, subscription: undefined, numbers: 0 },
  };

  for (let step = 0; step < STEPS; step += 1) {
    const walk = { payments, model, random, about: `seed ${seed}, step ${step}` };
    const isRare = random.fraction() < 0.1;
    await random.pick(isRare ? RARE : STEPS_OF)(walk);
    await expectOffered(walk);
    // No more than so many orders an hour.
    service.clock.pass(130_000);
  }

  const { creditCzk, debtCzk } = (await service.ben.ask('GET /api/billing')).body;
  expect([hellersOf(creditCzk) - 100_000, debtCzk], `seed ${seed}`).toEqual([model.creditHellers, '0']);
  const given = await service.db.sql.one(
    `SELECT COALESCE(SUM(e.amount), 0) AS tokens FROM ledger_entries e JOIN pots p ON p.id = e.pot_id
     WHERE p.account_id = 'acc_ben' AND p.kind = 'package' AND e.kind = 'grant'`,
  );
  expect(Number(given!.tokens), `seed ${seed}`).toBe(model.tokens);
  expect(model.creditHellers + model.tokens, `seed ${seed}`).toBeGreaterThan(0);
  expect((await service.audit()).problems, `seed ${seed}`).toEqual([]);
});
