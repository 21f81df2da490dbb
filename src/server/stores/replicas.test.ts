/** Several servers on one database: whatever they do at once, no account spends what it lacks, and nothing twice. */
import { describe, expect, test } from 'bun:test';
import type { LeasedStores } from '../../../test/support/leased-stores.ts';
import { NOON, PRICE, usageOf } from '../../../test/support/ledger-fixture.ts';
import { until } from '../../../test/support/service.ts';
import { nanos } from '../../core/money.ts';
import { audit } from '../../ledger/audit/audit.ts';
import { MOVEMENT, ORDER, type Replica, twoReplicas, WORST } from './replicas.fixture.ts';

const inParallel = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.allSettled<T>(Array.from({ length: count }, (_, i) => work(i)));
const succeeded = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) => [
  ...new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.code ?? one.reason)] : []))),
];

const holdAt = async ({ stores }: Replica, requestId: string) => stores.ledger.hold({ ...ORDER, requestId });

describe('two servers on one account', () => {
  test.each([1, 7, 40])('with credit for %i requests admit exactly these of 200 at once', async (k) => {
    await using replicas = await twoReplicas({ credit: WORST * BigInt(k) });
    const { both, one } = replicas;

    const outcomes = await inParallel(200, (i) => holdAt(both[i % 2]!, `req_${i}`));

    expect(succeeded(outcomes)).toBe(k);
    expect(codesOf(outcomes)).toEqual(['insufficient_credit']);
    const balance = await one.stores.ledger.balanceOf('acc_1', NOON);
    expect(balance).toMatchObject({ credit: nanos(WORST * BigInt(k)), held: nanos(WORST * BigInt(k)) });
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test.each([
    ['credit', { unit: 'CZK', window: 'month', max: WORST * 7n }],
    ['credit of a day', { unit: 'CZK', window: 'day', max: WORST * 7n }],
    ['tokens', { unit: 'tokens', window: 'month', max: BigInt(ORDER.inputTokensMax + ORDER.outputTokensMax) * 7n }],
  ] as const)('with a budget of %s of a member for 7 requests admit exactly these of 200', async (_unit, budget) => {
    await using replicas = await twoReplicas({ credit: 10n ** 12n });
    const { both, one } = replicas;
    const { sql } = one.db;
    for (const userId of ['anna', 'dan']) {
      await sql.run(
        `INSERT INTO auth_users (id, email, name, role, email_verified, created_at_ms, updated_at_ms)
         VALUES (?, ?, 'D', 'customer', 1, 1, 1)`,
        userId,
        userId,
      );
    }
    await sql.run("UPDATE accounts SET user_id = 'anna' WHERE id = 'acc_1'");
    await sql.run("INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES ('acc_1', 'dan', 'viewer', 1)");
    for (const id of ['key_d0', 'key_d1']) {
      const key = { id, accountId: 'acc_1', userId: 'dan', name: id, hint: 'xxxx', createdAtMs: NOON };
      await one.stores.keys.add({ key: { ...key, allowedModels: [], allowedRanges: [], limits: [] }, fingerprint: id });
    }
    const action = { kind: 'limit-member', accountId: 'acc_1', userId: 'dan', limits: [budget] } as const;
    await one.stores.actionLog.act({ id: 'act_1', actor: 'anna', reason: 'test', atMs: NOON, action });

    const outcomes = await inParallel(200, async (i) => {
      const requestId = `req_${i}`;
      return both[i % 2]!.stores.ledger.hold({ ...ORDER, keyId: `key_d${Math.floor(i / 2) % 2}`, requestId });
    });

    expect(succeeded(outcomes)).toBe(7);
    expect(codesOf(outcomes)).toEqual(['member_limit_reached']);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test.each([1, 7, 40])('with a monthly limit of the account for %i requests admit exactly these of 200', async (k) => {
    await using replicas = await twoReplicas({ credit: 10n ** 12n, accountLimit: WORST * BigInt(k) });
    const { both, one } = replicas;

    const outcomes = await inParallel(200, (i) => holdAt(both[i % 2]!, `req_${i}`));

    expect(succeeded(outcomes)).toBe(k);
    expect(codesOf(outcomes)).toEqual(['account_limit_reached']);
    expect(await one.stores.limits.list('acc_1', NOON)).toMatchObject([{ used: 0n, held: WORST * BigInt(k) }]);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('never let an account over its monthly limit, while requests begin and end at once', async () => {
    const limit = WORST * 5n;
    await using replicas = await twoReplicas({ credit: 10n ** 12n, accountLimit: limit });
    const { both, one } = replicas;

    await inParallel(120, async (i) => {
      const { ledger } = both[i % 2]!.stores;
      const requestId = `req_${i}`;
      await ledger.hold({ ...ORDER, requestId });
      await ledger.settle({ requestId, usage: usageOf(100, 50), outcome: 'finished', atMs: NOON });
    });

    const [{ used: spent } = { used: 0n }] = await one.stores.limits.list('acc_1', NOON);
    expect(spent).toBeLessThanOrEqual(limit);
    expect(spent).toBeGreaterThan(limit - WORST);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('never let a key over its limit, while requests begin and end at once', async () => {
    const limit = WORST * 5n;
    await using replicas = await twoReplicas({ credit: 10n ** 12n, keyLimit: limit });
    const { both, one } = replicas;

    await inParallel(120, async (i) => {
      const { ledger } = both[i % 2]!.stores;
      const requestId = `req_${i}`;
      await ledger.hold({ ...ORDER, requestId });
      await ledger.settle({ requestId, usage: usageOf(100, 50), outcome: 'finished', atMs: NOON });
    });

    const spent = (await one.stores.keys.list('acc_1'))[0]!.spent;
    expect(spent).toBeLessThanOrEqual(limit);
    expect(spent).toBeGreaterThan(limit - WORST);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test.each(['keyTokens', 'accountTokens'] as const)(
    'never use more tokens than a limit (%s) allows, while requests begin and end at once, and leave none of it unused',
    async (limited) => {
      const limit = 150n * 5n + 20n;
      await using replicas = await twoReplicas({ credit: 10n ** 12n, [limited]: limit });
      const { both, one } = replicas;

      const outcomes = await inParallel(120, async (i) => {
        const { ledger } = both[i % 2]!.stores;
        const requestId = `req_${i}`;
        const { outputTokensMax } = await ledger.hold({ ...ORDER, requestId });
        const usage = usageOf(100, outputTokensMax);
        await ledger.settle({ requestId, usage, outcome: 'finished', atMs: NOON });
      });

      const used = await one.db.sql.one('SELECT SUM(tokens) AS tokens FROM key_months');
      expect(Number(used?.tokens)).toBeLessThanOrEqual(Number(limit));
      expect(Number(used?.tokens)).toBeGreaterThanOrEqual(Number(limit) - 100);
      const code = limited === 'keyTokens' ? 'key_limit_reached' : 'account_limit_reached';
      expect(codesOf(outcomes)).toEqual([code]);
      expect((await audit(one.db, NOON)).problems).toEqual([]);
    },
  );

  test('charge a request once, however often it is settled and released at once, and its server dropped', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 40n });
    const { one, other } = replicas;
    await inParallel(40, (i) => holdAt(one, `req_${i}`));
    const { serverId } = (await one.keeper()).ledger;

    await inParallel<unknown>(240, async (i) => {
      const { ledger } = one.stores;
      const requestId = `req_${i % 40}`;
      if (i === 120) return other.stores.leases.drop(serverId);
      if (i % 5 === 0) return ledger.release({ requestId, reason: 'engine-failed', atMs: NOON });
      return ledger.settle({ requestId, usage: usageOf(10, 5), outcome: 'finished', atMs: NOON });
    });

    const { credit, held, spent } = await one.stores.ledger.balanceOf('acc_1', NOON);
    expect(held).toBe(nanos(0n));
    expect(credit + spent).toBe(WORST * 40n);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('move money at once with requests, renewals and sweeps, and the ledger is right', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 10n });
    const { both, one } = replicas;
    await one.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 't', atMs: NOON });
    const later = NOON + 100 * 86_400_000;
    const steps: readonly ((stores: LeasedStores, i: number) => Promise<unknown>)[] = [
      ({ ledger }, i) => ledger.hold({ ...ORDER, requestId: `req_${i}`, atMs: later }) as Promise<unknown>,
      ({ ledger }, i) => ledger.release({ requestId: `req_${i - 1}`, reason: 'engine-failed', atMs: later }),
      ({ credits }) => credits.grant({ ...MOVEMENT, amount: nanos(WORST), atMs: later }),
      ({ credits }) => credits.takeBack({ ...MOVEMENT, amount: nanos(WORST * 2n), atMs: later }),
      ({ credits }) => credits.correct({ ...MOVEMENT, amount: nanos(-WORST), atMs: later }),
      ({ credits }) => credits.grantPackage({ ...MOVEMENT, tokens: 5n, expiresAtMs: later + 1, atMs: later }),
      ({ plans }) => plans.choose({ accountId: 'acc_1', plan: 'ultra', actor: 't', atMs: later }),
      ({ maintenance }) => maintenance.renewPlans(later),
      ({ maintenance }) => maintenance.expirePots(later),
      ({ maintenance }) => maintenance.payDebts(later),
    ];

    const outcomes = await inParallel(220, (i) => steps[i % steps.length]!(both[(i >> 1) % 2]!.stores, i));

    const allowed = /insufficient_credit|account_blocked|RangeError|There is no request/;
    expect(codesOf(outcomes).filter((code) => !allowed.test(code))).toEqual([]);
    expect(succeeded(outcomes)).toBeGreaterThan(150);
    expect((await audit(one.db, later)).problems).toEqual([]);
  });

  test('that start at once with new prices agree on their versions', async () => {
    await using replicas = await twoReplicas({ credit: 0n });
    const dearer = new Map([
      ['m', { ...PRICE, output: nanos(7n) }],
      ['n', PRICE],
    ]);

    const outcomes = await inParallel(20, (i) =>
      replicas.both[i % 2]!.stores.prices.publish(dearer, { actor: 't', atMs: NOON }),
    );

    expect(outcomes.map((one) => one.status === 'fulfilled' && [...one.value])).toEqual(
      Array(20).fill([
        ['m', 'm@2'],
        ['n', 'n@1'],
      ]),
    );
  });

  test('leave each other alone while both are heard of; what a silent one has leased goes back, and it cannot charge', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 2n });
    const { one, other } = replicas;
    await holdAt(one, 'req_1');
    await holdAt(other, 'req_2');
    const { serverId } = (await one.keeper()).ledger;

    await (await other.keeper()).sync();
    expect((await one.stores.ledger.balanceOf('acc_1', NOON)).held).toBe(nanos(WORST * 2n));
    // On a slow machine it may be heard of again before the other one looks.
    await until('a silent one is dropped', async () => {
      await one.db.sql.run('UPDATE servers SET seen_at_ms = seen_at_ms - 30001 WHERE id = ?', serverId);
      await (await other.keeper()).sync();
      return (await one.stores.ledger.balanceOf('acc_1', NOON)).held === WORST;
    });

    const usage = usageOf(10, 5);
    const late = one.stores.ledger.settle({ requestId: 'req_1', usage, outcome: 'finished', atMs: NOON });
    await expect(late).rejects.toBeInstanceOf(Error);
    await other.stores.ledger.settle({ requestId: 'req_2', usage, outcome: 'finished', atMs: NOON });
    await (await one.keeper()).sync();
    await holdAt(one, 'req_3');
    const rows = await other.db.sql.all('SELECT id FROM requests ORDER BY id');
    expect(rows.map(({ id }) => id)).toEqual(['req_2']);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('pass the last credit to each other as often as it is free', async () => {
    await using replicas = await twoReplicas({ credit: WORST });
    const { both, one } = replicas;

    for (let n = 0; n < 8; n += 1) {
      const requestId = `req_${n}`;
      await holdAt(both[n % 2]!, requestId);
      await both[n % 2]!.stores.ledger.release({ requestId, reason: 'engine-failed', atMs: NOON });
    }

    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('have what another gives back at the very moment in which it is wanted', async () => {
    await using replicas = await twoReplicas({ credit: WORST });
    const { one, other } = replicas;
    await holdAt(one, 'req_1');
    await one.stores.ledger.release({ requestId: 'req_1', reason: 'engine-failed', atMs: NOON });
    const isWaiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let held: Promise<unknown> | undefined;

    await one.db.transaction(async (sql) => {
      await sql.run('DELETE FROM leases WHERE amount = ?', WORST);
      await sql.run('UPDATE pots SET held = held - ?', WORST);
      held = holdAt(other, 'req_2');
      await until('it asks for the lease', async () => (await one.db.sql.one(isWaiting)) !== undefined);
    });

    await expect(held).resolves.toBeDefined();
  });

  test('give back to each other what they do not use', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 3n });
    const { one, other } = replicas;
    for (const requestId of ['req_1', 'req_2', 'req_3']) await holdAt(one, requestId);
    for (const requestId of ['req_2', 'req_3']) {
      await one.stores.ledger.release({ requestId, reason: 'engine-failed', atMs: NOON });
    }

    await holdAt(other, 'req_4');
    await holdAt(other, 'req_5');

    await expect(holdAt(other, 'req_6')).rejects.toMatchObject({ code: 'insufficient_credit' });
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });
});
