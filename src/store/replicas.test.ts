/** Several servers on one database: whatever they do at once, no account spends what it lacks, and nothing twice. */
import { describe, expect, test } from 'bun:test';
import { NOON, PRICE, usageOf } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../domain/money.ts';
import { audit } from './audit/audit.ts';
import { MOVEMENT, ORDER, twoReplicas, WORST } from './replicas.fixture.ts';
import type { Stores } from './stores.ts';

const inParallel = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.allSettled<T>(Array.from({ length: count }, (_, i) => work(i)));
const succeeded = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]) => [
  ...new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.code ?? one.reason)] : []))),
];

describe('two servers on one account', () => {
  test.each([1, 7, 40])('with credit for %i requests admit exactly these of 200 at once', async (k) => {
    await using replicas = await twoReplicas({ credit: WORST * BigInt(k) });
    const { both, one } = replicas;

    const outcomes = await inParallel(200, (i) => both[i % 2]!.stores.ledger.hold({ ...ORDER, requestId: `req_${i}` }));

    expect(succeeded(outcomes)).toBe(k);
    expect(codesOf(outcomes)).toEqual(['insufficient_credit']);
    const balance = await one.stores.ledger.balanceOf('acc_1', NOON);
    expect(balance).toMatchObject({ credit: nanos(WORST * BigInt(k)), held: nanos(WORST * BigInt(k)) });
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('never let a key over its limit, while requests begin and end at once', async () => {
    const limit = WORST * 5n;
    await using replicas = await twoReplicas({ credit: 10n ** 12n, keyLimit: limit });
    const { both, one } = replicas;

    await inParallel(120, async (i) => {
      const { ledger } = both[i % 2]!.stores;
      await ledger.hold({ ...ORDER, requestId: `req_${i}` });
      await both[(i + 1) % 2]!.stores.ledger.settle({
        requestId: `req_${i}`,
        usage: usageOf(100, 50),
        outcome: 'finished',
        atMs: NOON,
      });
    });

    const spent = (await one.stores.keys.list('acc_1'))[0]!.spent;
    expect(spent).toBeLessThanOrEqual(limit);
    expect(spent).toBeGreaterThan(limit - WORST);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('charge a request once, however often and wherever it is settled, released and expired at once', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 40n });
    const { both, one } = replicas;
    await inParallel(40, (i) => one.stores.ledger.hold({ ...ORDER, requestId: `req_${i}` }));

    await inParallel<unknown>(240, (i) => {
      const { ledger, maintenance } = both[i % 2]!.stores;
      const requestId = `req_${i % 40}`;
      if (i % 5 === 0) return ledger.release({ requestId, reason: 'engine-failed', atMs: NOON });
      if (i % 7 === 0) return maintenance.expireHolds(NOON + 120_000);
      return ledger.settle({ requestId, usage: usageOf(10, 5), outcome: 'finished', atMs: NOON });
    });

    const { credit, held, spent } = await one.stores.ledger.balanceOf('acc_1', NOON);
    expect(held).toBe(nanos(0n));
    expect(credit + spent).toBe(WORST * 40n);
    expect((await audit(one.db, NOON)).problems).toEqual([]);
  });

  test('move money at once with requests, renewals and sweeps, and the books are right', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 10n });
    const { both, one } = replicas;
    await one.stores.plans.choose({ accountId: 'acc_1', plan: 'pro', actor: 't', atMs: NOON });
    const later = NOON + 100 * 86_400_000;
    const steps: readonly ((stores: Stores, i: number) => Promise<unknown>)[] = [
      ({ ledger }, i) => ledger.hold({ ...ORDER, requestId: `req_${i}`, atMs: later, expiresAtMs: later }),
      ({ ledger }, i) => ledger.release({ requestId: `req_${i - 1}`, reason: 'engine-failed', atMs: later }),
      ({ credits }) => credits.grant({ ...MOVEMENT, amount: nanos(WORST), atMs: later }),
      ({ credits }) => credits.takeBack({ ...MOVEMENT, amount: nanos(WORST * 2n), atMs: later }),
      ({ credits }) => credits.correct({ ...MOVEMENT, amount: nanos(-WORST), atMs: later }),
      ({ credits }) => credits.grantPackage({ ...MOVEMENT, tokens: 5n, expiresAtMs: later + 1, atMs: later }),
      ({ plans }) => plans.choose({ accountId: 'acc_1', plan: 'ultra', actor: 't', atMs: later }),
      ({ maintenance }) => maintenance.renewPlans(later),
      ({ maintenance }) => maintenance.expirePots(later),
      ({ maintenance }) => maintenance.payDebts(later),
      ({ maintenance }) => maintenance.expireHolds(later),
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

  test('leave the running requests of each other alone, and sweep what has run out', async () => {
    await using replicas = await twoReplicas({ credit: WORST * 2n });
    const { one, other } = replicas;
    await one.stores.ledger.hold({ ...ORDER, requestId: 'req_running', expiresAtMs: NOON + 60_000 });
    await one.stores.ledger.hold({ ...ORDER, requestId: 'req_left', expiresAtMs: NOON + 10 });

    await other.stores.maintenance.expireHolds(NOON + 10);

    const rows = await other.db.sql.all('SELECT id, state FROM requests ORDER BY id');
    expect(rows.map(({ id, state }) => [id, state])).toEqual([
      ['req_left', 'expired'],
      ['req_running', 'open'],
    ]);
  });
});
