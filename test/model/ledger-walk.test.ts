/** Random walks over the ledger: whatever people and requests do, in whatever order, it stays right. */
import { expect } from 'bun:test';
import type { Buying } from '../../src/core/bought.ts';
import type { Usage } from '../../src/core/chat.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { coveredTokensOf } from '../../src/core/ledger.ts';
import type { Model } from '../../src/core/model.ts';
import { nanos, type Price } from '../../src/core/money.ts';
import { createPriceGroups } from '../../src/core/price-groups.ts';
import type { ServedTier } from '../../src/core/tiers.ts';
import { createGroupPrices } from '../../src/ledger/group-prices.ts';
import { writeGroupVersion, writeMembership } from '../../src/ledger/group-store.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { NOON, openStorage, PRICE, publishBuying, type Storage } from '../support/ledger-fixture.ts';
import { type Random, seeded } from '../support/random.ts';
import { times } from '../support/thorough.ts';

const SEEDS = { SQLite: times(25, 500), PostgreSQL: times(3, 50) };
const STEPS = 60;
const DAY = 86_400_000;
/** The limit of an account in a month, where it has one. */
const MONTH_NANOS = 60_000_000n;
/** The token limit of accounts that have one. */
const TOKENS = 6_000n;
/** Tokens of the larger plan count by their types; the largest gives crowns. Two have windows. */
const WEIGHTS = { m: { input: 1250, cachedInput: 300, output: 2500, reasoning: 3001 } };
const OFFERS = {
  pro: { tokens: 3_000n, windows: { '5h': 900, day: 1_700 } },
  ultra: { tokens: 9_000n, weights: WEIGHTS },
  crowns: { order: 3, credit: nanos(250_000_000n) },
};

/** Tiers, some of which do not divide prices and tokens evenly. */
const SERVED: readonly ServedTier[] = [
  { tier: 'flex', percent: 50 },
  { tier: 'flex', percent: 33 },
  { tier: 'priority', percent: 217 },
  { tier: 'batch', percent: 1 },
];

type OpenHold = {
  readonly requestId: string;
  readonly input: number;
  readonly output: number;
  readonly buying: Buying | undefined;
  /** By hand: of the list, or of the group, at its tier. */
  readonly price: Price;
  readonly served: ServedTier | undefined;
};

/** A group from a time on, and the group of an account; the last that began holds. */
type Group = { readonly group: string; readonly percent: number; readonly input?: bigint; readonly fromMs: number };
type Member = { readonly accountId: string; readonly group: string | null; readonly fromMs: number };

type Walk = {
  readonly storage: Storage;
  readonly random: Random;
  readonly accounts: readonly { readonly id: string; readonly keyId: string }[];
  readonly open: OpenHold[];
  readonly closed: string[];
  nowMs: number;
  price: Price;
  version: string;
  requests: number;
  /** The buying price of requests that are admitted now, and what was bought, added up by hand. */
  buying: Buying | undefined;
  readonly bought: Map<string, bigint>;
  /** In the order in which they were said. */
  readonly groups: Group[];
  readonly members: Member[];
};

const STEP_KINDS: readonly ((walk: Walk) => Promise<void>)[] = [
  hold,
  hold,
  hold,
  hold,
  settle,
  settle,
  settle,
  settleAgain,
  release,
  lateOrDouble,
  grant,
  takeBack,
  correct,
  grantPackage,
  choosePlan,
  cancelPlan,
  changePrice,
  changeBuying,
  changeBuying,
  changeGroup,
  joinGroup,
  joinGroup,
  passTime,
  sweepAll,
  dropServer,
];

test('the ledger is right every few steps of every walk', async () => {
  for (let seed = 1; seed <= SEEDS[currentDatabase()]; seed++) {
    await using storage = await openStorage({ offers: OFFERS });
    const random = seeded(seed);
    const version = await storage.publish();
    const accounts = [
      await storage.account({ credit: BigInt(random.integer(0, 400)) * 1_000_000n }),
      await storage.account({ credit: 50_000_000n, keyLimit: { amount: 30_000_000n, window: 'total' } }),
      await storage.account({ credit: 900_000_000n, keyLimit: { amount: 90_000_000n, window: 'month' } }),
      await storage.account({ credit: 900_000_000n, accountLimit: MONTH_NANOS }),
      await storage.account({ credit: 900_000_000n, keyTokens: { tokens: TOKENS, window: 'total' } }),
      await storage.account({
        ...{ credit: 900_000_000n, keyTokens: { tokens: 2n * TOKENS, window: 'month' } },
        accountTokens: { tokens: TOKENS, window: 'month' },
      }),
    ];
    const walk: Walk = {
      storage,
      random,
      accounts,
      open: [],
      closed: [],
      nowMs: NOON,
      price: PRICE,
      version,
      requests: 0,
      buying: undefined,
      bought: new Map(),
      groups: [],
      members: [],
    };
    for (let step = 1; step <= STEPS; step++) {
      await random.pick(STEP_KINDS)(walk);
      if (step % 6 === 0 || step === STEPS) {
        const { problems } = await storage.audit(NOON);
        expect(problems, `seed ${seed}, step ${step}`).toEqual([]);
        await expectWithinMonth(storage, accounts.at(-3)!.keyId, `seed ${seed}, step ${step}`);
        await expectWithinTokens(storage, accounts.slice(-2), `seed ${seed}, step ${step}`);
        await expectBought(walk, `seed ${seed}, step ${step}`);
      }
    }
  }
});

async function expectWithinMonth({ db }: Storage, keyId: string, where: string): Promise<void> {
  const month = await db.sql.one('SELECT MAX(spent_nanos) AS spent FROM key_months WHERE key_id = ?', keyId);
  expect(BigInt(month?.spent ?? 0), where).toBeLessThanOrEqual(MONTH_NANOS);
}

/** The first may use so many tokens in all, the second in a month. */
async function expectWithinTokens({ db }: Storage, limited: Walk['accounts'], where: string): Promise<void> {
  const [inAll, monthly] = limited.map(({ keyId }) => keyId);
  const total = await db.sql.one('SELECT SUM(tokens) AS tokens FROM key_months WHERE key_id = ?', inAll!);
  const month = await db.sql.one('SELECT MAX(tokens) AS tokens FROM key_months WHERE key_id = ?', monthly!);
  for (const row of [total, month]) expect(Number(row?.tokens ?? 0), where).toBeLessThanOrEqual(Number(TOKENS));
}

async function expectBought({ storage, bought }: Walk, where: string): Promise<void> {
  const rows = await storage.db.sql.all(
    'SELECT engine, SUM(bought_nanos) AS bought FROM margin_hours GROUP BY engine HAVING SUM(bought_nanos) > 0',
  );
  const sums = new Map([...bought].filter(([, sum]) => sum > 0n));
  expect(new Map(rows.map(({ engine, bought: sum }) => [String(engine), BigInt(sum ?? 0)])), where).toEqual(sums);
}

async function hold(walk: Walk): Promise<void> {
  const { random, storage } = walk;
  const account = random.pick(walk.accounts);
  const requestId = `req_${++walk.requests}`;
  const input = random.integer(0, 800);
  const served = random.fraction() < 0.4 ? random.pick(SERVED) : undefined;
  const priced = await pricedFor(walk, account.id, served);
  const order = {
    requestId,
    accountId: account.id,
    keyId: account.keyId,
    model: 'm',
    ...priced,
    tierPercent: served?.percent,
    inputTokensMax: input,
    outputTokensMax: random.integer(1, 3000),
    atMs: walk.nowMs,
  };
  try {
    const { outputTokensMax } = await storage.stores.ledger.hold(order);
    walk.open.push({
      requestId,
      input,
      output: outputTokensMax,
      buying: walk.buying,
      price: plainTierPrice(plainPrice(walk, account.id), served?.percent),
      served,
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(['insufficient_credit', 'key_limit_reached', 'account_limit_reached', 'account_blocked']).toContain(
      error.code,
    );
  }
}

function usageWithin({ input, output }: OpenHold, random: Random) {
  const inputTokens = random.integer(0, input);
  const outputTokens = random.integer(0, output);
  const cachedInputTokens = random.integer(0, inputTokens);
  const cacheWrite5mTokens = random.integer(0, inputTokens - cachedInputTokens);
  const cacheWrite1hTokens = random.integer(0, inputTokens - cachedInputTokens - cacheWrite5mTokens);
  const writes = random.fraction() < 0.5 ? { cacheWrite5mTokens, cacheWrite1hTokens } : {};
  const reasoningTokens = random.integer(0, outputTokens);
  return { inputTokens, outputTokens, cachedInputTokens, reasoningTokens, ...writes };
}

async function settle(walk: Walk): Promise<void> {
  const { random, open, storage } = walk;
  if (open.length === 0) return;
  const [one] = open.splice(random.integer(0, open.length - 1), 1);
  const usage = usageWithin(one!, random);
  const outcome = random.pick(['finished', 'client-left'] as const);
  const { requestId, buying } = one!;
  await storage.stores.ledger.settle({ requestId, usage, outcome, atMs: walk.nowMs, ...(buying && { buying }) });
  if (buying) walk.bought.set(buying.engine, (walk.bought.get(buying.engine) ?? 0n) + plainCost(usage, buying));
  const receipt = await storage.stores.ledger.receiptOf(requestId);
  expect(receipt?.price, requestId).toEqual(one!.price);
  expect(receipt?.served, requestId).toEqual(one!.served);
  walk.closed.push(one!.requestId);
}

/** In whole parts of a fraction, and rounded at the end. */
function plainCost(usage: Usage, { price, rate }: Buying): bigint {
  const tokens = [
    [usage.inputTokens - usage.cachedInputTokens, price.input],
    [usage.cachedInputTokens, price.cachedInput],
    [usage.outputTokens - usage.reasoningTokens, price.output],
    [usage.reasoningTokens, price.reasoning],
  ] as const;
  let parts = 0n;
  for (const [count, perMillion] of tokens) parts += BigInt(count) * perMillion * (rate?.rate ?? 10n ** 9n);
  const whole = 10n ** 15n;
  return parts / whole + (2n * (parts % whole) >= whole ? 1n : 0n);
}

async function settleAgain(walk: Walk): Promise<void> {
  const requestId = walk.random.pick(walk.closed);
  if (!requestId) return;
  const before = await walk.storage.stores.ledger.receiptOf(requestId);
  if (!before) return;
  const usage = { inputTokens: 7, outputTokens: 7, cachedInputTokens: 0, reasoningTokens: 0 };
  const again = await walk.storage.stores.ledger.settle({ requestId, usage, outcome: 'finished', atMs: walk.nowMs });
  expect(again).toEqual({
    usage: before.usage,
    cost: before.cost,
    coveredTokens: coveredTokensOf(before.paidBy),
  });
}

async function release(walk: Walk): Promise<void> {
  const { random, open } = walk;
  if (open.length === 0) return;
  const [one] = open.splice(random.integer(0, open.length - 1), 1);
  await walk.storage.stores.ledger.release({ requestId: one!.requestId, reason: 'engine-failed', atMs: walk.nowMs });
  walk.closed.push(one!.requestId);
}

/** A call after the end changes nothing, or is refused. */
async function lateOrDouble(walk: Walk): Promise<void> {
  const requestId = walk.random.pick(walk.closed);
  if (!requestId) return;
  await walk.storage.stores.ledger.release({ requestId, reason: 'engine-failed', atMs: walk.nowMs });
}

const about = (walk: Walk) => ({
  accountId: walk.random.pick(walk.accounts).id,
  reason: 'walk',
  actor: 'test',
  atMs: walk.nowMs,
});

async function grant(walk: Walk): Promise<void> {
  await walk.storage.stores.credits.grant({
    ...about(walk),
    amount: nanos(BigInt(walk.random.integer(1, 300)) * 1_000_000n),
  });
}

async function takeBack(walk: Walk): Promise<void> {
  if (walk.random.fraction() < 0.5) return;
  await walk.storage.stores.credits.takeBack({
    ...about(walk),
    amount: nanos(BigInt(walk.random.integer(1, 200)) * 1_000_000n),
  });
}

async function correct(walk: Walk): Promise<void> {
  const amount = nanos(BigInt(walk.random.integer(-100, 100)) * 1_000_000n);
  await walk.storage.stores.credits
    .correct({ ...about(walk), amount })
    .catch((error) => expect(error).toBeInstanceOf(RangeError));
}

async function grantPackage(walk: Walk): Promise<void> {
  const expiresAtMs = walk.nowMs + walk.random.integer(1, 40) * DAY;
  await walk.storage.stores.credits.grantPackage({
    ...about(walk),
    tokens: BigInt(walk.random.integer(1, 4000)),
    expiresAtMs,
  });
}

async function choosePlan(walk: Walk): Promise<void> {
  const { accountId, actor, atMs } = about(walk);
  await walk.storage.stores.plans.choose({
    accountId,
    actor,
    atMs,
    plan: walk.random.pick(['pro', 'ultra', 'crowns'] as const),
  });
}

async function cancelPlan(walk: Walk): Promise<void> {
  await walk.storage.stores.plans.cancel({ accountId: walk.random.pick(walk.accounts).id, atMs: walk.nowMs });
}

async function changePrice(walk: Walk): Promise<void> {
  const { random } = walk;
  const perToken = () => nanos(BigInt(random.integer(0, 200)) * 1000n);
  const writes = random.fraction() < 0.5 ? { cacheWrite5m: perToken(), cacheWrite1h: perToken() } : {};
  walk.price = { input: perToken(), cachedInput: perToken(), output: perToken(), reasoning: perToken(), ...writes };
  walk.version = await walk.storage.publish(walk.price);
}

/** Engines change their prices, one of them in another currency; sometimes none is known. */
async function changeBuying(walk: Walk): Promise<void> {
  const { random, storage, nowMs } = walk;
  if (random.fraction() < 0.2) {
    walk.buying = undefined;
    return;
  }
  const perMillion = () => BigInt(random.integer(0, 40_000)) * 123_457n;
  const price = { input: perMillion(), cachedInput: perMillion(), output: perMillion(), reasoning: perMillion() };
  const [engine, currency] = random.pick([['ours', 'CZK'] as const, ['theirs', 'EUR'] as const])!;
  walk.buying = await publishBuying(storage, { engine, currency, price, fromMs: nowMs });
}

/** The price as a server finds it, which knows what was said. */
async function pricedFor({ storage, version, price, nowMs }: Walk, accountId: string, served: ServedTier | undefined) {
  const words = await storage.stores.priceGroups.read();
  const prices = createGroupPrices(storage.stores.priceGroups, () => createPriceGroups(words, new Set()));
  const model = { id: 'm', price, priceVersion: version } as Model;
  const { price: own, priceVersion } = await prices.admittedBy(accountId, model, { atMs: nowMs, served });
  return { price: own, priceVersion };
}

const heldAt = <Said extends { readonly fromMs: number }>(said: readonly Said[], atMs: number): Said | undefined =>
  said
    .filter(({ fromMs }) => fromMs <= atMs)
    .reduce<Said | undefined>((a, b) => (a && a.fromMs > b.fromMs ? a : b), undefined);

function plainPrice({ price, groups, members, nowMs }: Walk, accountId: string): Price {
  const member = heldAt(
    members.filter((one) => one.accountId === accountId),
    nowMs,
  );
  const held = heldAt(
    groups.filter((one) => one.group === member?.group),
    nowMs,
  );
  if (!held) return price;
  const part = (amount: bigint) => {
    const hundredths = amount * BigInt(held.percent);
    return nanos(hundredths / 10_000n + (hundredths % 10_000n >= 5_000n ? 1n : 0n));
  };
  return {
    input: held.input === undefined ? part(price.input) : nanos(held.input),
    cachedInput: part(price.cachedInput),
    output: part(price.output),
    reasoning: part(price.reasoning),
    ...(price.cacheWrite5m !== undefined && { cacheWrite5m: part(price.cacheWrite5m) }),
    ...(price.cacheWrite1h !== undefined && { cacheWrite1h: part(price.cacheWrite1h) }),
  };
}

function plainTierPrice(price: Price, percent: number | undefined): Price {
  if (percent === undefined) return price;
  const part = (amount: bigint) => {
    const hundredths = amount * BigInt(percent);
    return nanos(hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n));
  };
  return Object.fromEntries(Object.entries(price).map(([type, amount]) => [type, part(amount)])) as Price;
}

const GROUPS = ['one', 'two'] as const;
const soon = ({ random, nowMs }: Walk): number => nowMs + random.pick([0, 0, DAY, 30 * DAY])!;

async function changeGroup(walk: Walk): Promise<void> {
  const { random, storage } = walk;
  const input = random.fraction() < 0.3 ? BigInt(random.integer(0, 200_000)) : undefined;
  const said: Group = {
    ...{ group: random.pick(GROUPS)!, percent: random.integer(0, 25_000), fromMs: soon(walk) },
    ...(input !== undefined && { input }),
  };
  const models = input === undefined ? {} : { m: { input: nanos(input) } };
  const { group, percent, fromMs } = said;
  await storage.db.transaction((sql) =>
    writeGroupVersion(sql, { group, name: group, percent, models, fromMs, actor: 'test' }),
  );
  walk.groups.push(said);
}

async function joinGroup(walk: Walk): Promise<void> {
  const { random, storage } = walk;
  const group = random.pick([...GROUPS, null]) ?? null;
  const said = { accountId: random.pick(walk.accounts)!.id, group, fromMs: soon(walk) };
  await storage.db.transaction((sql) => writeMembership(sql, { ...said, actor: 'test' }));
  walk.members.push(said);
}

/** Mostly minutes, sometimes weeks: over the end of periods, months and holds. */
async function passTime(walk: Walk): Promise<void> {
  walk.nowMs += walk.random.pick([60_000, DAY / 8, DAY / 2, 20 * DAY, 45 * DAY]);
}

async function sweepAll(walk: Walk): Promise<void> {
  const { maintenance } = walk.storage.stores;
  await maintenance.renewPlans(walk.nowMs);
  await maintenance.expirePots(walk.nowMs);
  await maintenance.payDebts(walk.nowMs);
}

/** The ledger takes the server for dead: what it has leased is free again, and what ran there cannot be charged. */
async function dropServer(walk: Walk): Promise<void> {
  if (walk.random.fraction() < 0.7) return;
  const servers = await walk.storage.db.sql.all('SELECT id FROM servers');
  for (const { id } of servers) await walk.storage.stores.leases.drop(String(id));
  const late = walk.open.splice(0);
  for (const { requestId, input, output } of late) {
    const usage = { inputTokens: input, outputTokens: output, cachedInputTokens: 0, reasoningTokens: 0 };
    const settled = walk.storage.stores.ledger.settle({ requestId, usage, outcome: 'finished', atMs: walk.nowMs });
    await settled.catch(() => {});
    walk.closed.push(requestId);
  }
}
