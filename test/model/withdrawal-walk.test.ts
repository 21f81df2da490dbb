/**
 * Random walks of consumers who buy, use, get parts back and withdraw, on servers that lease: an order never gives back more
 * than was paid for it, a withdrawal happens once and owes nothing, and the ledger is right after every step.
 */
import { expect } from 'bun:test';
import { ServiceError } from '../../src/core/errors.ts';
import { type Nanos, nanos } from '../../src/core/money.ts';
import type { Offer } from '../../src/core/offer.ts';
import { planNames } from '../../src/core/plan.ts';
import type { EventSubject } from '../../src/features/shop/payment-ports.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import type { LeaseKeeper } from '../../src/ledger/lease-keeper.ts';
import { withRecalls } from '../../src/server/stores/recalls.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { keepLeases, NO_TIMERS, neverSilent } from '../support/leased-stores.ts';
import { NOON, openStorage, PRICE, type Storage } from '../support/ledger-fixture.ts';
import { type Random, seeded } from '../support/random.ts';
import { times } from '../support/thorough.ts';

const SEEDS = { SQLite: times(10, 120), PostgreSQL: times(3, 20) };
const STEPS = 30;
const DAY = 86_400_000;
const HELLER = 10_000_000n;
const OFFERS = { pro: { tokens: 3_000n }, ultra: { tokens: 9_000n } };

type Bought = { readonly id: string; readonly amount: Nanos };
type Running = { readonly keeper: LeaseKeeper; readonly requestId: string; input: number; output: number };
type Walk = {
  readonly storage: Storage;
  readonly stores: Stores;
  readonly random: Random;
  readonly keeper: LeaseKeeper;
  readonly account: { readonly id: string; readonly keyId: string };
  readonly version: string;
  readonly open: Running[];
  readonly bought: Bought[];
  nowMs: number;
  steps: number;
};

const STEP_KINDS = [
  buyCredit,
  buyPackage,
  buyPlan,
  hold,
  hold,
  hold,
  settle,
  settle,
  refund,
  withdraw,
  withdraw,
  sweep,
];

test('a withdrawal gives back what is unused, once, and never more than was paid', async () => {
  for (let seed = 1; seed <= SEEDS[currentDatabase()]; seed++) {
    await using storage = await openStorage({ offers: OFFERS });
    const walk = await begin(storage, seed);
    try {
      for (let step = 1; step <= STEPS; step++) {
        walk.steps = step;
        walk.nowMs += 60_000;
        await walk.random.pick(STEP_KINDS)(walk);
        expect((await audit(storage.db, walk.nowMs)).problems, `seed ${seed}, step ${step}`).toEqual([]);
      }
      await expectNoMoreThanPaid(walk, `seed ${seed}`);
    } finally {
      await walk.keeper.close();
    }
  }
}, 180_000);

async function begin(storage: Storage, seed: number): Promise<Walk> {
  const stores = withRecalls(createStores(storage.db, OFFERS), { nowMs: () => NOON });
  const account = await storage.account({ credit: 50_000_000n });
  const keeper = await keepLeases(neverSilent(stores), NO_TIMERS);
  const version = await storage.publish();
  const nothing = { open: [], bought: [], nowMs: NOON, steps: 0 };
  return { ...nothing, storage, stores, random: seeded(seed), keeper, account, version };
}

const apply = (walk: Walk, id: string, subject: EventSubject) =>
  walk.stores.orders.apply({ id, kind: 'test', about: subject }, { actor: 'test', atMs: walk.nowMs });

async function buy(walk: Walk, offer: Offer): Promise<void> {
  const id = `ord_${walk.steps}`;
  const times = { createdAtMs: walk.nowMs, expiresAtMs: walk.nowMs + DAY };
  const order = { id, accountId: walk.account.id, offer, method: 'bank', language: 'en', vatId: null } as const;
  await walk.stores.orders.create({ ...order, ...times });
  await apply(walk, `${id}-paid`, { by: 'order', orderId: id });
  walk.bought.push({ id, amount: offer.amount });
}

const priceOf = ({ random }: Walk): Nanos => nanos(BigInt(random.integer(1500, 9000)) * HELLER);

async function buyCredit(walk: Walk): Promise<void> {
  await buy(walk, { id: 'c', kind: 'credit', amount: priceOf(walk) });
}

async function buyPackage(walk: Walk): Promise<void> {
  const tokens = BigInt(walk.random.integer(10, 4000));
  await buy(walk, { id: 'p', kind: 'package', days: 30, amount: priceOf(walk), tokens });
}

async function buyPlan(walk: Walk): Promise<void> {
  await buy(walk, {
    id: 'plan-pro',
    kind: 'plan',
    plan: 'pro',
    name: planNames('pro'),
    every: 'month',
    amount: priceOf(walk),
  });
}

async function hold(walk: Walk): Promise<void> {
  const { random, account, keeper } = walk;
  const requestId = `req_${walk.steps}`;
  const input = random.integer(0, 800);
  const order = {
    ...{ requestId, accountId: account.id, keyId: account.keyId, model: 'm', priceVersion: walk.version },
    ...{ price: PRICE, inputTokensMax: input, outputTokensMax: random.integer(1, 900), atMs: walk.nowMs },
  };
  try {
    const { outputTokensMax } = await keeper.ledger.hold(order);
    walk.open.push({ keeper, requestId, input, output: outputTokensMax });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(['insufficient_credit', 'account_blocked']).toContain(error.code);
  }
}

async function settle({ open, random, nowMs }: Walk): Promise<void> {
  const one = open.shift();
  if (!one) return;
  const [inputTokens, outputTokens] = [random.integer(0, one.input), random.integer(0, one.output)];
  const usage = { inputTokens, outputTokens, cachedInputTokens: 0, reasoningTokens: 0 };
  await one.keeper.ledger.settle({ ...{ requestId: one.requestId, usage, outcome: 'finished', atMs: nowMs } });
}

/** A small part goes back by the operator's hand, which may owe. */
async function refund(walk: Walk): Promise<void> {
  const order = walk.random.pick(walk.bought);
  if (!order) return;
  const { refunded } = await orderOf(walk, order.id);
  const total = nanos(refunded + ((order.amount - refunded) / 10n / HELLER) * HELLER);
  await apply(walk, `${order.id}-${walk.steps}`, { by: 'refunded-order', orderId: order.id, total });
}

async function orderOf({ stores, account }: Walk, id: string) {
  return (await stores.orders.find(account.id, id))!;
}

async function withdraw(walk: Walk): Promise<void> {
  const order = walk.random.pick(walk.bought);
  if (!order) return;
  const { stores, account, nowMs } = walk;
  const before = await orderOf(walk, order.id);
  const { debt } = await stores.ledger.balanceOf(account.id, nowMs);
  const { refund: promised, declared } = await stores.withdrawals.look({
    accountId: account.id,
    orderId: order.id,
    nowMs,
  });
  const wish = { accountId: account.id, orderId: order.id, name: 'Anna', email: 'anna@example.com', atMs: nowMs };
  const declaration = { ...wish, language: null, pageUrl: '', channels: [] } as const;

  const made = await stores.withdrawals.declare(declaration);
  const again = await stores.withdrawals.declare({ ...declaration, name: 'Ben' });

  const after = await orderOf(walk, order.id);
  expect(again).toEqual(made);
  expect(made.refund).toBe(declared?.refund ?? promised!);
  expect(after.refunded - before.refunded).toBe(declared ? 0n : made.refund);
  expect((await stores.ledger.balanceOf(account.id, nowMs)).debt).toBe(debt);
}

async function sweep({ stores, nowMs, keeper }: Walk): Promise<void> {
  await keeper.sync(0);
  for (const accountId of await stores.maintenance.refundsToSettle()) {
    await stores.maintenance.settleRefunds(accountId, nowMs);
  }
  await stores.maintenance.renewPlans(nowMs);
  await stores.maintenance.expirePots(nowMs);
  await stores.maintenance.payDebts(nowMs);
}

async function expectNoMoreThanPaid(walk: Walk, where: string): Promise<void> {
  for (const { id, amount } of walk.bought) {
    const { refunded } = await orderOf(walk, id);
    expect(refunded <= amount, `${where}, ${id}`).toBe(true);
    const notes = await walk.storage.db.sql.one(
      "SELECT COALESCE(SUM(total_nanos), 0) AS back FROM documents WHERE order_id = ? AND kind = 'credit-note'",
      id,
    );
    expect(BigInt(notes!.back as bigint), `${where}, ${id}`).toBe(-refunded);
  }
}
