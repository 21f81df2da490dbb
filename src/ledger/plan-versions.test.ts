/** Versions of plans, straight on the store: what may be published and withdrawn, and which one a period has. */
import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../core/money.ts';
import type { PlanPatch } from '../core/price-versions.ts';
import { LEAD_MS } from '../core/version.ts';
import { readPlanVersions, withdrawPlanVersion, writePlanVersion } from './plan-versions.ts';

const OFFERS = { pro: { tokens: 30n }, ultra: { tokens: 60n } };

async function open() {
  const storage = await openStorage({ offers: OFFERS });
  const failure = (done: Promise<unknown>) =>
    done.then(
      () => null,
      ({ code }: { code: string }) => code,
    );
  return {
    storage,
    publish: (plan: string, terms: PlanPatch, { fromMs = NOON, after }: { fromMs?: number; after?: number } = {}) =>
      failure(
        storage.db.transaction((sql) => writePlanVersion(sql, { plan, terms, fromMs, actor: 'test', after }, OFFERS)),
      ),
    withdraw: (version: number, atMs: number) =>
      failure(storage.db.transaction((sql) => withdrawPlanVersion(sql, { plan: 'pro', version, atMs }))),
    versions: () => readPlanVersions(storage.db.sql),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

test('a new plan has an allowance; a version of one that is there may leave it out, and comes after the last', async () => {
  await using plans = await open();
  const weights = { m: { input: 1500, cachedInput: 1, output: 4000, reasoning: 4000, cacheWrite5m: 1250 } };
  const other = { m: { input: 1000, cachedInput: 100, output: 1000, reasoning: 1000, cacheWrite1h: 2000 } };

  expect(await plans.publish('new', { order: 3 })).toBe('invalid_request');
  expect(await plans.publish('new', { tokens: 5n, weights })).toBeNull();
  expect(await plans.publish('crowns', { credit: nanos(1_500_000_000n) })).toBeNull();
  expect(await plans.publish('pro', { order: 3, weights: other })).toBeNull();
  expect(await plans.publish('pro', { tokens: 7n }, { after: 0 })).toBe('changed_meanwhile');
  expect(await plans.publish('pro', { tokens: 7n }, { after: 1 })).toBeNull();

  const about = { fromMs: NOON, actor: 'test', withdrawnAtMs: null };
  expect(await plans.versions()).toEqual([
    { plan: 'crowns', version: 1, terms: { credit: nanos(1_500_000_000n) }, ...about },
    { plan: 'new', version: 1, terms: { tokens: 5n, weights }, ...about },
    { plan: 'pro', version: 1, terms: { order: 3, weights: other }, ...about },
    { plan: 'pro', version: 2, terms: { tokens: 7n }, ...about },
  ]);
});

test('a version is withdrawn until shortly before it begins, and once', async () => {
  await using plans = await open();
  await plans.publish('pro', { tokens: 7n }, { fromMs: NOON + LEAD_MS });

  expect(await plans.withdraw(2, NOON - 1)).toBe('not_found');
  expect(await plans.withdraw(1, NOON)).toBe('invalid_request');
  expect(await plans.withdraw(1, NOON - 1)).toBeNull();
  expect(await plans.withdraw(1, NOON - 1)).toBe('changed_meanwhile');
  expect(await plans.versions()).toMatchObject([{ withdrawnAtMs: NOON - 1 }]);
});

test('a period has the last version of its plan that has begun and was not withdrawn', async () => {
  await using plans = await open();
  const { storage } = plans;
  await plans.publish('ultra', { tokens: 100n });
  await plans.publish('pro', { tokens: 1n }, { fromMs: NOON - 2 });
  await plans.publish('pro', { tokens: 2n }, { fromMs: NOON + 5 });
  await plans.publish('pro', { tokens: 3n }, { fromMs: NOON + 5 });
  await plans.publish('pro', { tokens: 4n }, { fromMs: NOON + 5 });
  await plans.withdraw(4, NOON - LEAD_MS);
  const versionAt = async (atMs: number) => {
    const { id } = await storage.account();
    await storage.stores.plans.choose({ accountId: id, plan: 'pro', actor: 'test', atMs });
    const row = await storage.db.sql.one('SELECT plan_version, tokens FROM plan_periods WHERE account_id = ?', id);
    return [Number(row!.plan_version), Number(row!.tokens)];
  };

  expect(await versionAt(NOON - 3)).toEqual([0, 30]);
  expect(await versionAt(NOON - 2)).toEqual([1, 1]);
  expect(await versionAt(NOON + 4)).toEqual([1, 1]);
  expect(await versionAt(NOON + 5)).toEqual([3, 3]);
});

test('a period keeps the name that its plan had; of before names were kept it is that of the preset', async () => {
  await using plans = await open();
  const { storage } = plans;
  const name = { en: 'Big', cs: 'Velký' };
  await plans.publish('ultra', { name });
  const { id } = await storage.account();
  await storage.stores.plans.choose({ accountId: id, plan: 'ultra', actor: 'test', atMs: NOON });
  const nameNow = async () => (await storage.stores.plans.current(id, NOON))?.name;

  await plans.publish('ultra', { name: { en: 'Bigger', cs: 'Větší' } });
  expect(await nameNow()).toEqual(name);
  await storage.db.sql.run('UPDATE plan_periods SET plan_name = NULL');
  expect(await nameNow()).toEqual({ en: 'Ultra', cs: 'Ultra' });
});
