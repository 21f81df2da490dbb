/** The lease of one account in memory: what requests hold of pots, windows and limits, and what is free again. */
import { describe, expect, test } from 'bun:test';
import type { HoldRequest } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { AccountLease } from './account-lease.ts';
import { splitCharge } from './charging.ts';
import type { AccountFunds, LimitFunds, PotFunds } from './lease.ts';

/** A token of input costs 1, one of output 2. */
const PRICE = { input: nanos(1n), cachedInput: nanos(1n), output: nanos(2n), reasoning: nanos(2n) };
/** Holds 10 + 2 × 5 = 20 of the credit, 15 tokens and one request. */
const order = (requestId: string, rest: Partial<HoldRequest> = {}): HoldRequest => ({
  ...{ requestId, accountId: 'acc', keyId: 'key', model: 'm', priceVersion: 'm@1', price: PRICE },
  ...{ inputTokensMax: 10, outputTokensMax: 5, atMs: 0, ...rest },
});
const USAGE = { inputTokens: 4, cachedInputTokens: 0, outputTokens: 3, reasoningTokens: 0 };

const pot = (id: string, rest: Partial<PotFunds> = {}): PotFunds => ({
  ...{ id, kind: id === 'credit' ? 'credit' : 'plan', expiresAtMs: null, unleased: 0n, elsewhere: 0n },
  ...rest,
});
const limit = (id: string, rest: Partial<LimitFunds> = {}): LimitFunds => ({
  ...{ id, owner: 'key', ownerId: 'key', unit: 'CZK', window: 'total', resetsAtMs: null, unleased: 0n, elsewhere: 0n },
  ...rest,
});
const funds = (pots: readonly PotFunds[], rest: Partial<AccountFunds> = {}): AccountFunds => ({
  ...{ accountId: 'acc', state: 'active', renewsAtMs: null, pots, limits: [], ...rest },
});

/** A lease of 1000 of everything. */
function leaseOf(known: AccountFunds): AccountLease {
  const lease = new AccountLease('acc');
  lease.apply(known, ['key']);
  lease.raise(lease.ids.map((potId) => ({ potId, amount: 1000n })));
  return lease;
}
const withLimits = (...limits: readonly LimitFunds[]) => leaseOf(funds([pot('credit')], { limits }));
const hold = (lease: AccountLease, requestId: string, rest: Partial<HoldRequest> = {}) => {
  const held = lease.tryHold(order(requestId, rest));
  if (!held) throw new Error('It is not free.');
  return held;
};

describe('a limit', () => {
  test.each([
    ['CZK', 20n, 10n],
    ['tokens', 15n, 7n],
    ['requests', 1n, 1n],
  ] as const)('of %s is held by %i, and loses %i', (unit, held, charged) => {
    for (const model of [undefined, 'm']) {
      const lease = withLimits(limit('limit', { unit, ...(model && { model }) }));
      const free = () => lease.free().get('limit');
      expect(free()).toBe(1000n);

      const one = hold(lease, '1');
      expect(free()).toBe(1000n - held);
      const two = hold(lease, '2');
      expect(free()).toBe(1000n - 2n * held);
      lease.release(one);
      expect(free()).toBe(1000n - held);
      const ofLimits = lease.end(two, splitCharge(USAGE, PRICE, two));

      expect(ofLimits).toEqual([{ potId: 'limit', amount: charged }]);
      expect(free()).toBe(1000n - charged);
      lease.release(hold(lease, '3'));
      expect(free()).toBe(1000n - charged);
    }
  });

  test('of one model counts no other', () => {
    const lease = withLimits(limit('limit', { unit: 'requests', model: 'other' }));

    const held = hold(lease, '1');

    expect(lease.free().get('limit')).toBe(1000n);
    expect(lease.end(held, splitCharge(USAGE, PRICE, held))).toEqual([]);
  });

  test('that comes while requests run counts what they hold', () => {
    const lease = withLimits();
    hold(lease, '1');

    lease.apply(funds([pot('credit')], { limits: [limit('limit', { unit: 'requests' })] }), ['key']);

    expect(lease.free().get('limit')).toBe(-1n);
  });

  test('of the member whose key it is counts', () => {
    const limits = [limit('limit', { owner: 'member', ownerId: 'anna', unit: 'requests' })];
    const lease = leaseOf(funds([pot('credit')], { limits, memberOf: { key: 'anna' } }));
    lease.apply(funds([pot('credit')], { limits, memberOf: { key: 'anna', other: 'ben' } }), ['key', 'other']);

    hold(lease, '1');
    hold(lease, '2', { keyId: 'other' });

    expect(lease.free().get('limit')).toBe(999n);
  });

  test('that begins anew is asked about, in the moment in which it does', () => {
    const lease = withLimits(limit('limit', { resetsAtMs: 50 }), limit('for ever'));

    expect(lease.tryHold(order('1', { atMs: 49 }))).toBeDefined();
    expect(lease.tryHold(order('2', { atMs: 50 }))).toBeUndefined();
    expect(withLimits(limit('for ever')).isStale(order('3', { atMs: 1e15 }))).toBe(false);
  });

  test('of the account that begins anew is asked about also for a key that is not known', () => {
    const lease = withLimits(limit('limit', { owner: 'account', ownerId: 'acc', resetsAtMs: 50 }));

    expect(lease.isStale(order('1', { keyId: 'unknown', atMs: 49 }))).toBe(false);
    expect(lease.isStale(order('1', { keyId: 'unknown', atMs: 50 }))).toBe(true);
  });
});

describe('a window of a plan', () => {
  const windows = [{ id: 'window', resetsAtMs: 50, unleased: 0n, elsewhere: 0n }];
  const known = funds([pot('plan', { windows }), pot('credit')]);

  test('is held by what is held of the pot, and loses what the pot loses', () => {
    const lease = new AccountLease('acc');
    lease.apply(known, ['key']);
    expect(lease.free().get('window')).toBe(0n);
    lease.raise([
      { potId: 'plan', amount: 1000n },
      { potId: 'window', amount: 1000n },
    ]);

    const held = hold(lease, '1');
    expect([lease.free().get('plan'), lease.free().get('window')]).toEqual([985n, 985n]);
    expect(held.tokenParts).toMatchObject([{ potId: 'plan', isWindowed: true }]);
    const ofLimits = lease.end(held, splitCharge(USAGE, PRICE, held));

    expect(ofLimits).toEqual([{ potId: 'window', amount: 7n }]);
    expect([lease.free().get('plan'), lease.free().get('window')]).toEqual([993n, 993n]);
  });

  test('bounds what the pot pays', () => {
    const lease = leaseOf(known);
    lease.takeFree((id) => id === 'window');
    lease.raise([{ potId: 'window', amount: 6n }]);

    expect(hold(lease, '1').tokenParts).toMatchObject([{ potId: 'plan', amount: 6n }]);
  });

  test('that opens anew is asked about', () => {
    const lease = leaseOf(known);

    expect([lease.isStale(order('1', { atMs: 49 })), lease.isStale(order('1', { atMs: 50 }))]).toEqual([false, true]);
  });

  test('that a pot has not is not counted', () => {
    expect(Object.keys(hold(leaseOf(funds([pot('plan'), pot('credit')])), '1').tokenParts[0]!)).not.toContain(
      'isWindowed',
    );
  });
});

describe('what is free of a lease', () => {
  test('is given away as far as it is wanted, to the last part, and counted once', () => {
    const lease = withLimits(limit('limit'));
    hold(lease, '1');

    expect(lease.takeFree((id) => id === 'credit')).toEqual([{ potId: 'credit', amount: 980n }]);
    expect(lease.takeFree((id) => id === 'credit')).toEqual([]);
    expect(lease.timesTaken).toBe(1);
    lease.raise([{ potId: 'credit', amount: 1n }]);
    expect(lease.takeFree(() => true)).toEqual([
      { potId: 'credit', amount: 1n },
      { potId: 'limit', amount: 980n },
    ]);
    expect(lease.timesTaken).toBe(2);
    expect([...lease.free().values()]).toEqual([0n, 0n]);
  });

  test('pays for nothing any more where its pot has ended or was lowered, or its limit was lowered or is gone', () => {
    const windows = [{ id: 'window', resetsAtMs: 90, unleased: 0n, elsewhere: 0n }];
    const pots = [
      pot('ended', { expiresAtMs: 50, windows }),
      pot('lowered', { unleased: -1n }),
      pot('runs', { expiresAtMs: 51, unleased: 1n }),
      pot('credit'),
    ];
    const limits = [limit('gone'), limit('lowered limit', { unleased: -1n }), limit('stays')];
    const lease = leaseOf(funds(pots, { limits }));
    lease.apply(funds(pots, { limits: limits.slice(1) }), ['key']);

    expect([...lease.ended(50)].toSorted()).toEqual(['ended', 'gone', 'lowered', 'lowered limit', 'window']);
  });

  test('is all of it again after a charge that the database has refused', () => {
    const lease = withLimits(limit('limit'));
    const held = hold(lease, '1');
    const charge = splitCharge(USAGE, PRICE, held);
    const ofLimits = lease.end(held, charge);

    lease.undo(held, { ...charge, ofLimits });

    expect([...lease.free().values()]).toEqual([1000n, 1000n]);
  });
});

test('a request that could have more than is leased waits for more, also where some is', () => {
  const lease = new AccountLease('acc');
  lease.apply(funds([pot('credit', { unleased: 1000n })]), ['key']);
  lease.raise([{ potId: 'credit', amount: 14n }]);

  expect(lease.decide(order('1'))).toEqual({ kind: 'short' });
  lease.apply(funds([pot('credit')]), ['key']);
  expect(lease.tryHold(order('1'))).toBeUndefined();
  expect(lease.decide(order('1'))).toMatchObject({ kind: 'held', held: { outputTokensMax: 2 } });
});

test('a refusal says what requests hold, here and at other servers', () => {
  const lease = leaseOf(funds([pot('credit', { elsewhere: 300n })]));
  const price = { ...PRICE, input: nanos(100n) };
  hold(lease, '1', { price: { ...PRICE, input: nanos(98n) } });

  expect(lease.decide(order('2', { price }))).toMatchObject({ kind: 'refused', heldCredit: 990n + 300n });
});

test('how much runs and holds credit is counted, and nothing before the database was asked', () => {
  const lease = new AccountLease('acc');
  expect([lease.running, lease.heldCredit]).toEqual([0, 0n]);
  lease.apply(funds([pot('credit')]), ['key']);
  lease.raise([{ potId: 'credit', amount: 100n }]);

  const one = hold(lease, '1');
  const two = hold(lease, '2');
  expect([lease.running, lease.heldCredit]).toEqual([2, 40n]);
  lease.release(one);
  lease.end(two, splitCharge(USAGE, PRICE, two));

  expect([lease.running, lease.heldCredit]).toEqual([0, 0n]);
});
