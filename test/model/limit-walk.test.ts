/**
 * Random walks over limits of every unit, window, owner and model, with requests on two servers, while time goes on through
 * midnights, ends of months and both changes of the clock. A request is admitted exactly when every limit has room for it.
 */
import { expect } from 'bun:test';
import { ServiceError } from '../../src/core/errors.ts';
import {
  LIMIT_OWNERS,
  LIMIT_UNITS,
  LIMIT_WINDOWS,
  type LimitOwner,
  type LimitRule,
  type LimitUnit,
  type LimitWindow,
} from '../../src/core/limit.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { LeaseKeeper } from '../../src/ledger/lease-keeper.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { keepLeases, neverSilent, RECALLS_ONLY } from '../support/leased-stores.ts';
import { openStorage, PRICE, type Storage, usageOf } from '../support/ledger-fixture.ts';
import { type Random, seeded } from '../support/random.ts';
import { times } from '../support/thorough.ts';

const SEEDS = { SQLite: times(20, 200), PostgreSQL: times(3, 30) };
const STEPS = 40;
const MODELS = ['m', 'n'] as const;
const ONE: Readonly<Record<LimitUnit, bigint>> = { CZK: 100n * 25_000n + 50n * 100_000n, tokens: 150n, requests: 1n };
/** The hours before the clock goes forward, before it goes back, and before a month ends on a Tuesday. */
const BEGINNINGS = [Date.UTC(2027, 2, 27, 22), Date.UTC(2027, 9, 30, 21), Date.UTC(2027, 7, 31, 20)];
const MINUTE = 60_000;
const PAUSES = [0, 1, 20 * MINUTE, 60 * MINUTE, 60 * MINUTE, 5 * 60 * MINUTE, 25 * 60 * MINUTE];
const CODES = { account: 'account_limit_reached', member: 'member_limit_reached', key: 'key_limit_reached' };
/** A member with two of the three keys. */
const MEMBER = 'dan';

type Request = { readonly id: string; readonly keyId: string; readonly model: string; readonly server: LeaseKeeper };
type Counted = Pick<Request, 'keyId' | 'model'> & { readonly atMs: number };
type Owned = LimitRule & { readonly owner: LimitOwner; readonly keyIds: readonly string[] };

type Walk = {
  readonly random: Random;
  readonly accountId: string;
  readonly keyIds: readonly string[];
  readonly limits: readonly Owned[];
  readonly running: Request[];
  readonly ended: Counted[];
  readonly servers: readonly LeaseKeeper[];
  nowMs: number;
  requests: number;
};

test('a request is admitted exactly when every limit has room, on two servers', async () => {
  for (let seed = 1; seed <= SEEDS[currentDatabase()]; seed++) {
    await using storage = await openStorage();
    const walk = await begin(storage, seeded(seed));
    try {
      for (let step = 0; step < STEPS; step++) await oneStep(walk);
      while (walk.running.length > 0) await end(walk);
      for (const server of walk.servers) await server.close();
      await expectCounted(storage, walk);
      expect((await storage.audit(walk.nowMs)).problems).toEqual([]);
    } catch (thrown) {
      throw new Error(`seed ${seed}`, { cause: thrown });
    }
  }
}, 600_000);

async function begin(storage: Storage, random: Random): Promise<Walk> {
  const { db, stores } = storage;
  await stores.prices.publish(new Map(MODELS.map((model) => [model, PRICE])), { actor: 'test', atMs: 0 });
  const { id: accountId, keyId } = await storage.account({ credit: 10n ** 15n });
  const ofDan = await addMember(storage, accountId);
  const keyIds = [keyId, ...ofDan];
  const limits = { account: someLimits(random, 3), member: someLimits(random, 3), key: someLimits(random, 3) };
  await stores.limits.set(accountId, limits.account);
  await stores.actionLog.act({
    ...{ id: 'act_1', actor: 'anna@example.com', reason: 'test', atMs: 1 },
    action: { kind: 'limit-member', accountId, userId: MEMBER, limits: limits.member },
  });
  const limitedKey = random.pick(keyIds);
  await stores.accountKeys.change({ accountId, keyId: limitedKey }, { limits: limits.key });
  const ofOwner = { account: keyIds, member: ofDan, key: [limitedKey] };
  const ledger = neverSilent(createStores(db, DEFAULT_PLANS));
  return {
    ...{ random, accountId, keyIds, running: [], ended: [], requests: 0, nowMs: random.pick(BEGINNINGS) },
    limits: LIMIT_OWNERS.flatMap((owner) =>
      limits[owner].map((limit) => ({ ...limit, owner, keyIds: ofOwner[owner] })),
    ),
    servers: [await keepLeases(ledger, RECALLS_ONLY), await keepLeases(ledger, RECALLS_ONLY)],
  };
}

/** Returns the ids of the member's keys. */
async function addMember({ db, stores }: Storage, accountId: string): Promise<readonly string[]> {
  for (const userId of ['anna', MEMBER]) {
    await db.sql.run(
      `INSERT INTO auth_users (id, email, name, role, email_verified, created_at_ms, updated_at_ms)
       VALUES (?, ?, 'D', 'customer', 1, 1, 1)`,
      userId,
      `${userId}@example.com`,
    );
  }
  await db.sql.run("UPDATE accounts SET user_id = 'anna' WHERE id = ?", accountId);
  await db.sql.run(
    "INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES (?, ?, 'developer', 1)",
    accountId,
    MEMBER,
  );
  const ids = ['key_dan1', 'key_dan2'];
  for (const id of ids) {
    const key = { id, accountId, userId: MEMBER, name: id, hint: 'xxxx', createdAtMs: 0 };
    await stores.keys.add({ key: { ...key, allowedModels: [], allowedRanges: [], limits: [] }, fingerprint: id });
  }
  return ids;
}

function someLimits(random: Random, most: number): readonly LimitRule[] {
  const limits = new Map<string, LimitRule>();
  for (let left = random.integer(1, most); left > 0; left--) {
    const unit = random.pick(LIMIT_UNITS);
    const window = random.pick(LIMIT_WINDOWS.filter((one) => one !== 'minute'));
    const model = random.pick([undefined, ...MODELS]);
    const max = ONE[unit] * BigInt(random.integer(1, 6));
    limits.set(`${unit} ${window} ${model}`, { unit, window, max, ...(model && { model }) });
  }
  return [...limits.values()];
}

async function oneStep(walk: Walk): Promise<void> {
  const { random } = walk;
  if (random.fraction() < 0.6) await begins(walk);
  else if (walk.running.length > 0) await end(walk);
  walk.nowMs += random.pick(PAUSES);
}

async function begins(walk: Walk): Promise<void> {
  const { random, accountId, nowMs } = walk;
  const [keyId, model, server] = [random.pick(walk.keyIds), random.pick(MODELS), random.pick(walk.servers)];
  const id = `req_${++walk.requests}`;
  const full = walk.limits.filter((limit) => isOver(limit, keyId, model) && roomOf(limit, walk) < ONE[limit.unit]);
  const price = { priceVersion: `${model}@1`, price: PRICE };
  const sizes = { inputTokensMax: 100, outputTokensMax: 50 };
  const wanted = { requestId: id, accountId, keyId, model, ...price, ...sizes, atMs: nowMs };
  const answer = await Promise.resolve()
    .then(() => server.ledger.hold(wanted))
    .catch((thrown: unknown) => thrown);
  if (answer instanceof Error) {
    expect(answer).toBeInstanceOf(ServiceError);
    expect(full.map(({ owner }) => CODES[owner])).toContain((answer as ServiceError).code as never);
    return;
  }
  expect([full, answer]).toMatchObject([[], { outputTokensMax: 50 }]);
  walk.running.push({ id, keyId, model, server });
}

/** Charged in full, or let go of; then what is free goes back, so that the other server finds it. */
async function end(walk: Walk): Promise<void> {
  const { random, running, nowMs } = walk;
  const [{ id, keyId, model, server }] = running.splice(random.integer(0, running.length - 1), 1) as [Request];
  if (random.fraction() < 0.2) await server.ledger.release({ requestId: id, reason: 'engine-failed', atMs: nowMs });
  else {
    await server.ledger.settle({ requestId: id, usage: usageOf(100, 50), outcome: 'finished', atMs: nowMs });
    walk.ended.push({ keyId, model, atMs: nowMs });
  }
  await server.ledger.drained();
  await server.sync(0);
}

const isOver = ({ keyIds, model }: Owned, keyId: string, asked: string): boolean =>
  keyIds.includes(keyId) && (model === undefined || model === asked);

const usedOf = (limit: Owned, { ended, nowMs }: Walk): bigint =>
  ONE[limit.unit] *
  BigInt(
    ended.filter(
      ({ keyId, model, atMs }) =>
        isOver(limit, keyId, model) && nameOf(limit.window, atMs) === nameOf(limit.window, nowMs),
    ).length,
  );

const roomOf = (limit: Owned, walk: Walk): bigint =>
  limit.max -
  usedOf(limit, walk) -
  ONE[limit.unit] * BigInt(walk.running.filter(({ keyId, model }) => isOver(limit, keyId, model)).length);

const PRAGUE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Prague', dateStyle: 'short' });

/** A window has another name than the one before it. */
function nameOf(window: LimitWindow, atMs: number): string {
  const date = PRAGUE.format(atMs);
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  const names: Partial<Record<LimitWindow, string>> = {
    hour: new Date(atMs).toISOString().slice(0, 13),
    day: date,
    // The first of January 1970 was a Thursday.
    week: `${Math.floor((day + 3) / 7)}`,
    month: date.slice(0, 7),
  };
  return names[window] ?? 'all';
}

async function expectCounted({ stores }: Storage, walk: Walk): Promise<void> {
  const shown = await stores.limits.list(walk.accountId, walk.nowMs);
  const written = ({ owner, unit, window, model = '' }: Pick<Owned, 'owner' | 'unit' | 'window' | 'model'>) =>
    [owner, unit, window, model].join(' ');
  const found = Object.fromEntries(shown.map((one) => [written(one), one.used]));
  expect(found).toEqual(Object.fromEntries(walk.limits.map((one) => [written(one), usedOf(one, walk)])));
}
