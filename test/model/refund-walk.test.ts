/**
 * Random walks of refunds between requests on servers that lease: whatever runs and wherever money is leased, a refund owes
 * what is spent or held by running requests and nothing else, and in the end everything comes to what it should.
 */
import { expect } from 'bun:test';
import { ServiceError } from '../../src/core/errors.ts';
import { nanos } from '../../src/core/money.ts';
import type { EventSubject } from '../../src/features/shop/payment-ports.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import type { LeaseKeeper } from '../../src/ledger/lease-keeper.ts';
import { withRecalls } from '../../src/server/stores/recalls.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { keepLeases, neverSilent, RECALLS_ONLY } from '../support/leased-stores.ts';
import { NOON, openStorage, PRICE, type Storage } from '../support/ledger-fixture.ts';
import { type Random, seeded } from '../support/random.ts';
import { times } from '../support/thorough.ts';

const SEEDS = { SQLite: times(10, 150), PostgreSQL: times(2, 30) };
const SERVERS = { SQLite: 1, PostgreSQL: 2 };
const STEPS = 40;
const DAY = 86_400_000;
const OFFERS = { pro: { tokens: 3_000n }, ultra: { tokens: 9_000n } };
/** So that a token costs a whole number of nano-crowns. */
const TOKEN_NANOS = 200_000n;

type Running = { readonly keeper: LeaseKeeper; readonly requestId: string; input: number; output: number };
type Bought = { readonly id: string; readonly tokens: bigint; refunded: bigint };

type Walk = {
  readonly storage: Storage;
  /** As a server or the command line has them. */
  readonly stores: Stores;
  readonly random: Random;
  readonly keepers: readonly LeaseKeeper[];
  readonly account: { readonly id: string; readonly keyId: string };
  readonly version: string;
  readonly open: Running[];
  readonly bought: Bought[];
  /** Credit that came, less what went back and what requests cost. */
  expected: bigint;
  requests: number;
};

const STEP_KINDS: readonly ((walk: Walk) => Promise<void>)[] = [
  hold,
  hold,
  hold,
  hold,
  settle,
  settle,
  settle,
  release,
  grant,
  refundCredit,
  refundCredit,
  buyPackage,
  refundPackage,
  refundPackage,
  rest,
  sweep,
];

test('refunds owe what is spent or held by requests, and nothing that servers have leased and do not use', async () => {
  for (let seed = 1; seed <= SEEDS[currentDatabase()]; seed++) {
    await using storage = await openStorage({ offers: OFFERS });
    const walk = await begin(storage, seed);
    try {
      for (let step = 1; step <= STEPS; step++) {
        await walk.random.pick(STEP_KINDS)(walk);
        expect((await audit(storage.db, NOON)).problems, `seed ${seed}, step ${step}`).toEqual([]);
      }
      await end(walk);
      await expectAsItShouldBe(walk, `seed ${seed}`);
    } finally {
      for (const keeper of walk.keepers) await keeper.close();
    }
  }
}, 600_000);

async function begin(storage: Storage, seed: number): Promise<Walk> {
  const stores = withRecalls(createStores(storage.db, OFFERS), { nowMs: () => NOON });
  const account = await storage.account({ credit: 400_000_000n });
  const keepers = await Promise.all(
    Array.from({ length: SERVERS[currentDatabase()] }, () => keepLeases(neverSilent(stores), RECALLS_ONLY)),
  );
  const random = seeded(seed);
  const version = await storage.publish();
  const nothing = { open: [], bought: [], requests: 0 };
  return { ...nothing, storage, stores, random, keepers, account, version, expected: 400_000_000n };
}

async function hold(walk: Walk): Promise<void> {
  const { random, account } = walk;
  const keeper = random.pick(walk.keepers);
  const requestId = `req_${++walk.requests}`;
  const input = random.integer(0, 800);
  const order = {
    ...{ requestId, accountId: account.id, keyId: account.keyId, model: 'm', priceVersion: walk.version },
    ...{ price: PRICE, inputTokensMax: input, outputTokensMax: random.integer(1, 900), atMs: NOON },
  };
  try {
    const { outputTokensMax } = await keeper.ledger.hold(order);
    walk.open.push({ keeper, requestId, input, output: outputTokensMax });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(['insufficient_credit', 'account_blocked']).toContain(error.code);
  }
}

const takeOpen = ({ open, random }: Walk): Running | undefined =>
  open.length === 0 ? undefined : open.splice(random.integer(0, open.length - 1), 1)[0];

async function settle(walk: Walk): Promise<void> {
  const one = takeOpen(walk);
  if (!one) return;
  const [inputTokens, outputTokens] = [walk.random.integer(0, one.input), walk.random.integer(0, one.output)];
  const usage = { inputTokens, outputTokens, cachedInputTokens: 0, reasoningTokens: 0 };
  const { cost } = await one.keeper.ledger.settle({
    ...{ requestId: one.requestId, usage, outcome: 'finished', atMs: NOON },
  });
  walk.expected -= cost;
}

async function release(walk: Walk): Promise<void> {
  const one = takeOpen(walk);
  await one?.keeper.ledger.release({ requestId: one.requestId, reason: 'engine-failed', atMs: NOON });
  await one?.keeper.ledger.drained();
}

const about = ({ account }: Walk) => ({ accountId: account.id, reason: 'walk', actor: 'test', atMs: NOON });

async function grant(walk: Walk): Promise<void> {
  const amount = nanos(BigInt(walk.random.integer(1, 100)) * 1_000_000n);
  await walk.stores.credits.grant({ ...about(walk), amount });
  walk.expected += amount;
}

/** Credit that no running request holds. */
async function freeCredit(walk: Walk): Promise<bigint> {
  const { credit } = await walk.stores.ledger.balanceOf(walk.account.id, NOON);
  return credit - walk.keepers.reduce((sum, { ledger }) => sum + ledger.openHolds().held, 0n);
}

async function refundCredit(walk: Walk): Promise<void> {
  const amount = nanos(BigInt(walk.random.integer(1, 120)) * 1_000_000n);
  const missing = amount - (await freeCredit(walk));

  const debt = await walk.stores.credits.takeBack({ ...about(walk), amount });

  expect(debt).toBe(nanos(missing > 0n ? missing : 0n));
  walk.expected -= amount;
}

const apply = (walk: Walk, id: string, subject: EventSubject) =>
  walk.stores.orders.apply({ id, kind: 'test', about: subject }, { actor: 'test', atMs: NOON });

async function buyPackage(walk: Walk): Promise<void> {
  const [id, tokens] = [`ord_${walk.bought.length}`, BigInt(walk.random.integer(10, 4000))];
  const amount = nanos(tokens * TOKEN_NANOS);
  const offer = { id: 'p', kind: 'package', tokens, days: 30, amount } as const;
  const times = { createdAtMs: NOON, expiresAtMs: NOON + DAY };
  const order = { id, accountId: walk.account.id, offer, method: 'stripe', language: 'en', vatId: null } as const;
  await walk.stores.orders.create({ ...order, ...times });
  await walk.stores.orders.setSession(id, `cs_${id}`);
  const paid = {
    fact: { kind: 'paid' },
    paid: { amount, currency: 'czk' },
    invoice: null,
    subscription: null,
  } as const;
  await apply(walk, `${id}-paid`, { by: 'session', session: `cs_${id}`, orderId: id, payment: `pi_${id}`, ...paid });
  walk.bought.push({ id, tokens, refunded: 0n });
}

async function refundPackage(walk: Walk): Promise<void> {
  const order = walk.random.pick(walk.bought);
  if (!order || order.refunded === order.tokens) return;
  const left = Number(order.tokens - order.refunded);
  order.refunded += BigInt(walk.random.fraction() < 0.5 ? left : walk.random.integer(1, left));
  const total = nanos(order.refunded * TOKEN_NANOS);
  const fact = { kind: 'refunded', total } as const;
  await apply(walk, `${order.id}-${order.refunded}`, { by: 'payment', payment: `pi_${order.id}`, fact });
}

async function rest({ random, keepers }: Walk): Promise<void> {
  await random.pick(keepers).sync(random.pick([0, 900]));
}

async function sweep({ stores }: Walk): Promise<void> {
  const { maintenance } = stores;
  for (const accountId of await maintenance.refundsToSettle()) await maintenance.settleRefunds(accountId, NOON);
  await maintenance.payDebts(NOON);
}

/** All requests end, and everything that is leased goes back. */
async function end(walk: Walk): Promise<void> {
  while (walk.open.length > 0) await settle(walk);
  for (const keeper of walk.keepers) {
    await keeper.sync(0);
    await keeper.sync(0);
  }
  await sweep(walk);
}

async function expectAsItShouldBe(walk: Walk, where: string): Promise<void> {
  let { expected } = walk;
  for (const { id, tokens, refunded } of walk.bought) {
    const pot = await walk.storage.db.sql.one(
      'SELECT p.spent, p.balance, p.held FROM pots p JOIN orders o ON o.pot_id = p.id WHERE o.id = ?',
      id,
    );
    const unused = tokens - BigInt(pot!.spent as bigint);
    expected -= refunded > unused ? (refunded - unused) * TOKEN_NANOS : 0n;
    const left = unused > refunded ? unused - refunded : 0n;
    expect([BigInt(pot!.balance as bigint), BigInt(pot!.held as bigint)], `${where}, ${id}`).toEqual([left, 0n]);
  }
  const { credit, debt, held } = await walk.stores.ledger.balanceOf(walk.account.id, NOON);
  expect([credit - debt, held], where).toEqual([expected, 0n]);
  expect(credit > 0n && debt > 0n, where).toBe(false);
  const account = await walk.stores.accounts.find(walk.account.id);
  expect(account?.status, where).toBe(debt > 0n ? 'blocked' : 'active');
  expect((await audit(walk.storage.db, NOON)).problems, where).toEqual([]);
}
