/** The arithmetic of leases: what is held fits into what is leased, whatever is asked for in which order. */
import { describe, expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import type { HoldRequest } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { AccountLease } from './account-lease.ts';
import { splitCharge } from './charging.ts';
import { type AccountFunds, type LimitFunds, limitLeft, type PotFunds, planLease } from './lease.ts';

const PRICE = { input: nanos(10n), cachedInput: nanos(2n), output: nanos(30n), reasoning: nanos(30n) };
const order = (n: number, rest: Partial<HoldRequest> = {}): HoldRequest => ({
  requestId: `req_${n}`,
  accountId: 'acc',
  keyId: 'key',
  model: 'm',
  priceVersion: 'm@1',
  price: PRICE,
  inputTokensMax: 10,
  outputTokensMax: 10,
  atMs: 0,
  ...rest,
});
/** The most that such a request can cost. */
const WORST = 400n;

const pot = (id: string, kind: 'plan' | 'package' | 'credit', unleased: bigint, elsewhere = 0n) => ({
  ...{ id, kind, unleased, elsewhere },
  expiresAtMs: kind === 'credit' ? null : 1000,
});
const funds = (pots: AccountFunds['pots'], limits: AccountFunds['limits'] = []): AccountFunds => ({
  ...{ accountId: 'acc', state: 'active' as const, renewsAtMs: null, pots, limits },
});
/** `key`: of credit; `key/tokens` and `acc/tokens`: of tokens. */
const limitFunds = (id: string, unleased: bigint): LimitFunds => {
  const owner = id.startsWith('key') ? 'key' : 'account';
  const about = {
    owner,
    ownerId: owner === 'key' ? 'key' : 'acc',
    unit: id.endsWith('tokens') ? 'tokens' : 'CZK',
  } as const;
  return { id, ...about, window: 'total', resetsAtMs: null, unleased, elsewhere: 0n };
};
const NOTHING_FREE: ReadonlyMap<string, bigint> = new Map();

describe('an extension', () => {
  test('leases what is needed, and no more where extensions are rare', () => {
    const plan = planLease(
      { requests: [order(1)], free: NOTHING_FREE, growth: 0 },
      funds([pot('c', 'credit', 10_000n)]),
    );

    expect(plan).toEqual({ raises: [{ potId: 'c', amount: WORST }], wanted: [] });
  });

  test('counts what is free in the lease already', () => {
    const free = new Map([['c', 150n]]);
    const plan = planLease({ requests: [order(1)], free, growth: 0 }, funds([pot('c', 'credit', 10_000n)]));

    expect(plan.raises).toEqual([{ potId: 'c', amount: WORST - 150n }]);
  });

  test('leaves most of the rest to others, however frequent extensions are', () => {
    const plan = planLease(
      { requests: [order(1)], free: NOTHING_FREE, growth: 32 },
      funds([pot('c', 'credit', 4400n)]),
    );

    expect(plan.raises).toEqual([{ potId: 'c', amount: WORST + 1000n }]);
  });

  test('takes all that is left where that is too little, and asks servers that have some', () => {
    const plan = planLease(
      { requests: [order(1)], free: NOTHING_FREE, growth: 0 },
      funds([pot('c', 'credit', 200n, 900n)]),
    );

    expect(plan).toEqual({ raises: [{ potId: 'c', amount: 190n }], wanted: ['c'] });
  });

  test('leases nothing for an order that cannot be admitted', () => {
    const plan = planLease({ requests: [order(1)], free: NOTHING_FREE, growth: 0 }, funds([pot('c', 'credit', 120n)]));

    expect(plan.raises).toEqual([]);
  });

  test('takes tokens in the order of pots, and credit only for what they do not cover', () => {
    const pots = [pot('p', 'plan', 5n), pot('k', 'package', 8n), pot('c', 'credit', 10_000n)];
    const plan = planLease({ requests: [order(1)], free: NOTHING_FREE, growth: 0 }, funds(pots));

    expect(plan.raises).toEqual([
      { potId: 'p', amount: 5n },
      { potId: 'k', amount: 8n },
      { potId: 'c', amount: 7n * 30n },
    ]);
  });

  test('stays within the limit of the key', () => {
    const limit = limitFunds('key', 250n);
    const plan = planLease(
      { requests: [order(1), order(2)], free: NOTHING_FREE, growth: 9 },
      funds([pot('c', 'credit', 10_000n)], [limit]),
    );

    const raised = new Map(plan.raises.map(({ potId, amount }) => [potId, amount]));
    expect(raised.get('key')).toBe(250n - ((250n - 100n) % 30n));
  });
});

describe('an extension where there are limits and windows', () => {
  const PLENTY = 10_000n;
  const planFor = (known: AccountFunds, free = NOTHING_FREE, growth = 0) =>
    planLease({ requests: [order(1)], free, growth }, known);
  const ofRequests = (rest: Partial<LimitFunds>): LimitFunds => ({
    ...limitFunds('key', 5n),
    unit: 'requests',
    ...rest,
  });

  test('leases one request of each limit that counts it, and nothing of the others', () => {
    const limits = [
      ofRequests({ id: 'all' }),
      ofRequests({ id: 'model', model: 'm' }),
      ofRequests({ id: 'other model', model: 'other', unleased: 0n }),
      ofRequests({ id: 'other key', ownerId: 'another', unleased: 0n }),
      ofRequests({ id: 'member', owner: 'member', ownerId: 'anna' }),
      { ...limitFunds('acc/tokens', 100n) },
    ];
    const known = { ...funds([pot('c', 'credit', PLENTY)], limits), memberOf: { key: 'anna' } };

    expect(new Map(planFor(known).raises.map(({ potId, amount }) => [potId, amount]))).toEqual(
      new Map([
        ['c', WORST],
        ['all', 1n],
        ['model', 1n],
        ['member', 1n],
        ['acc/tokens', 20n],
      ]),
    );
  });

  test('asks other servers for a limit only where it is in the way', () => {
    const wanted = (limit: LimitFunds) => planFor(funds([pot('c', 'credit', PLENTY)], [limit])).wanted;

    expect(wanted(ofRequests({ unleased: 0n, elsewhere: 1n }))).toEqual(['key']);
    expect(wanted(ofRequests({ unleased: 0n, elsewhere: 0n }))).toEqual([]);
    expect(wanted(ofRequests({ unleased: 1n, elsewhere: 1n }))).toEqual([]);
  });

  test('asks other servers for a pot, and for the windows of a pot, as far as they have some', () => {
    const window = (id: string, unleased: bigint, elsewhere: bigint) => ({ id, resetsAtMs: 9, unleased, elsewhere });
    const plan = (elsewhere: bigint, windows: PotFunds['windows']) =>
      planFor(funds([{ ...pot('p', 'plan', 5n, elsewhere), windows: windows! }, pot('c', 'credit', 0n, 1n)])).wanted;

    expect(planFor(funds([pot('c', 'credit', 0n, 1n)])).wanted).toEqual(['c']);
    expect(plan(0n, [window('w', 2n, 1n), window('v', 9n, 0n)])).toEqual(['w', 'c']);
    expect(plan(1n, [window('w', 5n, 0n)])).toEqual(['p', 'c']);
    expect(plan(0n, [window('w', 5n, 0n)])).toEqual(['c']);
  });

  test('asks other servers for a pot only where more of it would pay for more', () => {
    const inCrowns = { ...pot('p', 'plan', 0n, 10n), terms: { unit: 'CZK' as const } };
    const known = funds([inCrowns, pot('c', 'credit', 0n, 1n)]);
    const requests = [order(1, { inputTokensMax: 0 })];

    expect(planLease({ requests, free: NOTHING_FREE, growth: 0 }, known).wanted).toEqual(['c']);
    expect(planFor(funds([pot('p', 'plan', 0n, 0n), pot('c', 'credit', 0n, 1n)])).wanted).toEqual(['c']);
  });

  test('asks for no credit where a plan pays for all, and a limit alone is in the way', () => {
    const known = funds([pot('p', 'plan', 20n), pot('c', 'credit', 0n, 9n)], [limitFunds('key/tokens', 15n)]);

    expect(planFor(known)).toMatchObject({ wanted: [] });
  });

  test('leases of a plan no more than each of its windows leaves, and as much of each', () => {
    const windows = [
      { id: 'day', resetsAtMs: 9, unleased: 3n, elsewhere: 0n },
      { id: 'week', resetsAtMs: 9, unleased: 4n, elsewhere: 0n },
    ];
    const known = funds([{ ...pot('p', 'plan', 50n), windows }, pot('c', 'credit', PLENTY)]);

    expect(planFor(known).raises.slice(0, 3)).toEqual(['p', 'day', 'week'].map((potId) => ({ potId, amount: 3n })));
  });

  test('leases nothing where what is free is just enough, however frequent extensions are', () => {
    expect(planFor(funds([pot('c', 'credit', PLENTY)]), new Map([['c', WORST]]), 9).raises).toEqual([]);
    expect(planFor(funds([pot('c', 'credit', PLENTY)]), new Map([['c', WORST - 1n]]), 0).raises).toEqual([
      { potId: 'c', amount: 1n },
    ]);
  });

  test('leaves pots alone that have ended, or do not pay for the model', () => {
    const terms = { models: ['other'] } as unknown as PotFunds['terms'];
    const pots = [
      { ...pot('ended', 'plan', 50n), expiresAtMs: 5 },
      { ...pot('other', 'plan', 50n), terms: terms! },
      pot('c', 'credit', PLENTY),
    ];
    const requests = [order(1, { atMs: 5 })];

    const { raises } = planLease({ requests, free: NOTHING_FREE, growth: 0 }, funds(pots));

    expect(raises).toEqual([{ potId: 'c', amount: WORST }]);
  });

  test('is refused by the name of the limit, and of its model', () => {
    const about = { id: 'key', owner: 'key', unit: 'requests', window: 'total', left: 4n } as const;

    expect(limitLeft(ofRequests({}), 4n)).toStrictEqual(about);
    expect(limitLeft(ofRequests({ model: 'm' }), 4n)).toStrictEqual({ ...about, model: 'm' });
  });
});

describe('a lease in memory', () => {
  function leaseWith(leased: bigint, unleased = 0n): AccountLease {
    const lease = new AccountLease('acc');
    lease.apply(funds([pot('c', 'credit', unleased)]), ['key']);
    lease.raise([{ potId: 'c', amount: leased }]);
    return lease;
  }

  test('admits at once what is free, and asks for more where it is not', () => {
    const lease = leaseWith(WORST, 1000n);

    expect(lease.tryHold(order(1))).toMatchObject({ outputTokensMax: 10, credit: WORST });
    expect(lease.tryHold(order(2))).toBeUndefined();
  });

  test('does not know a key, a new plan period or a new month: the database is asked', () => {
    const lease = leaseWith(10_000n);
    expect(lease.tryHold(order(1, { keyId: 'another' }))).toBeUndefined();
    lease.apply({ ...funds([pot('c', 'credit', 0n)]), renewsAtMs: 50 }, ['key']);
    expect(lease.tryHold(order(2, { atMs: 49 }))).toBeDefined();
    expect(lease.tryHold(order(3, { atMs: 50 }))).toBeUndefined();
  });

  test('lets no later pot pay while an earlier one could be leased', () => {
    const lease = new AccountLease('acc');
    lease.apply(funds([pot('p', 'plan', 100n), pot('c', 'credit', 0n)]), ['key']);
    lease.raise([
      { potId: 'p', amount: 5n },
      { potId: 'c', amount: 10_000n },
    ]);

    expect(lease.tryHold(order(1))).toBeUndefined();
  });

  test('counts what was lowered under it as gone', () => {
    expect(leaseWith(WORST, -1n).tryHold(order(1))).toBeUndefined();
    expect(leaseWith(WORST, -1n).decide(order(1))).toMatchObject({ kind: 'held', held: { outputTokensMax: 9 } });
  });

  test('admits at once where a plan pays for all, however much more of it there is', () => {
    const lease = new AccountLease('acc');
    lease.apply(funds([pot('p', 'plan', 100n), pot('c', 'credit', 100n)]), ['key']);
    lease.raise([{ potId: 'p', amount: 20n }]);

    expect(lease.tryHold(order(1))).toMatchObject({ credit: 0n, tokenParts: [{ potId: 'p', amount: 20n }] });
  });

  test('caps right after an extension, and refuses with all that there is', () => {
    const lease = leaseWith(190n);

    expect(lease.decide(order(1))).toMatchObject({ kind: 'held', held: { outputTokensMax: 3 } });
    expect(lease.decide(order(2))).toMatchObject({ kind: 'refused', plan: { available: 0n }, heldCredit: 190n });
    expect(leaseWith(0n, 1000n).decide(order(3))).toEqual({ kind: 'short' });
  });

  test('of an account that is not active admits nothing', () => {
    const lease = leaseWith(10_000n);
    lease.apply({ ...funds([pot('c', 'credit', 0n)]), state: 'suspended' }, ['key']);

    expect(lease.tryHold(order(1))).toBeUndefined();
  });
});

test('whatever is held, charged, released and given back: nothing is below zero, and sums stay', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const storage = new Map([
      ['p', { unleased: BigInt(random.integer(0, 400)), leased: 0n, spent: 0n }],
      ['c', { unleased: BigInt(random.integer(0, 9000)), leased: 0n, spent: 0n }],
      ['key', { unleased: BigInt(random.integer(0, 9000)), leased: 0n, spent: 0n }],
      ['key/tokens', { unleased: BigInt(random.integer(0, 900)), leased: 0n, spent: 0n }],
      ['acc/tokens', { unleased: BigInt(random.integer(0, 900)), leased: 0n, spent: 0n }],
    ]);
    const limited = ['key', 'key/tokens', 'acc/tokens'].filter(() => random.fraction() < 0.5);
    const totals = new Map([...storage].map(([id, { unleased }]) => [id, unleased]));
    const lease = new AccountLease('acc');
    const held: Extract<ReturnType<AccountLease['decide']>, { kind: 'held' }>['held'][] = [];
    const read = () =>
      funds(
        [pot('p', 'plan', storage.get('p')!.unleased), pot('c', 'credit', storage.get('c')!.unleased)],
        limited.map((id) => limitFunds(id, storage.get(id)!.unleased)),
      );
    for (let step = 1; step <= 80; step++) {
      const where = `seed ${seed}, step ${step}`;
      const what = random.fraction();
      if (what < 0.5) {
        const wanted = order(step, { inputTokensMax: random.integer(0, 40), outputTokensMax: random.integer(1, 40) });
        const { raises } = planLease({ requests: [wanted], free: lease.free(), growth: random.integer(0, 8) }, read());
        for (const { potId, amount } of raises) {
          storage.get(potId)!.unleased -= amount;
          storage.get(potId)!.leased += amount;
        }
        lease.apply(read(), ['key']);
        lease.raise(raises);
        const decision = lease.decide(wanted);
        expect(decision.kind, where).not.toBe('short');
        if (decision.kind === 'held') held.push(decision.held);
      } else if (what < 0.9 && held.length > 0) {
        const [one] = held.splice(random.integer(0, held.length - 1), 1);
        const usage = {
          inputTokens: random.integer(0, one!.request.inputTokensMax),
          outputTokens: random.integer(0, one!.outputTokensMax),
          ...{ cachedInputTokens: 0, reasoningTokens: 0 },
        };
        const charge = splitCharge(usage, PRICE, one!);
        const ofLimits = lease.end(one!, charge);
        expect(new Map(ofLimits.map(({ potId, amount }) => [potId, amount])), where).toEqual(
          new Map(
            [
              ['key', charge.cost] as const,
              ['key/tokens', charge.tokens] as const,
              ['acc/tokens', charge.tokens] as const,
            ].filter(([id, amount]) => limited.includes(id) && amount > 0n),
          ),
        );
        for (const { potId, amount } of [...charge.tokenParts, { potId: 'c', amount: charge.cost }, ...ofLimits]) {
          storage.get(potId)!.leased -= amount;
          storage.get(potId)!.spent += amount;
        }
      } else if (what >= 0.9) {
        for (const { potId, amount } of lease.takeFree(() => true)) {
          storage.get(potId)!.leased -= amount;
          storage.get(potId)!.unleased += amount;
        }
      }
      const free = lease.free();
      for (const [id, { unleased, leased, spent }] of storage) {
        if (id.startsWith('key') && !limited.includes(id)) continue;
        if (id === 'acc/tokens' && !limited.includes(id)) continue;
        expect(unleased >= 0n && leased >= 0n && (free.get(id) ?? 0n) >= 0n, where).toBe(true);
        expect(unleased + leased + spent, where).toBe(totals.get(id)!);
      }
    }
  }
});
