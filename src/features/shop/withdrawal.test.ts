import { describe, expect, test } from 'bun:test';
import { seeded } from '../../../test/support/random.ts';
import { localDateOf } from '../../core/calendar.ts';
import { nanos } from '../../core/money.ts';
import {
  refundOf,
  WITHDRAWAL_MS_MAX,
  type WithdrawalFacts,
  withdrawalEndsMs,
  withdrawalRefusal,
} from './withdrawal.ts';

const CZK = 1_000_000_000n;
const PAID = Date.parse('2026-11-02T11:00:00Z');
const FACTS: WithdrawalFacts = { status: 'paid', paidAtMs: PAID, isConsumer: true, isRenewal: false };
const DAY_MS = 86_400_000;
const endOf = (paid: string) => new Date(withdrawalEndsMs(Date.parse(paid))).toISOString();

describe('the right to withdraw', () => {
  test.each([
    ['to the end of the fourteenth day in Prague', '2026-11-04T11:00:00Z', '2026-11-18T23:00:00.000Z'],
    ['in summer time', '2026-06-01T10:00:00Z', '2026-06-15T22:00:00.000Z'],
    ['over a weekend to the end of Monday', '2026-10-31T11:00:00Z', '2026-11-16T23:00:00.000Z'],
    ['over a public holiday', '2026-11-03T11:00:00Z', '2026-11-18T23:00:00.000Z'],
    ['over Christmas and the weekend after it', '2026-12-10T11:00:00Z', '2026-12-28T23:00:00.000Z'],
    ['over Good Friday to Easter Tuesday', '2027-03-12T11:00:00Z', '2027-03-30T22:00:00.000Z'],
    ['of a payment after midnight in Prague', '2026-11-04T23:30:00Z', '2026-11-19T23:00:00.000Z'],
  ])('lasts %s', (_, paid, end) => expect(endOf(paid)).toBe(end));

  test('lasts over Easter in every year of four centuries', () => {
    for (let year = 2000; year < 2400; year += 1) {
      const sundayMs = easterMs(year);
      const lastDay = (fromSunday: number) => {
        const { month, day } = localDateOf(withdrawalEndsMs(sundayMs + (fromSunday - 14) * DAY_MS) - 1);
        return (Date.UTC(year, month - 1, day, 10) - sundayMs) / DAY_MS;
      };

      expect([-3, -2, 2].map(lastDay), `${year}`).toEqual([-3, 2, 2]);
    }
  });

  test('lasts at least 14 days, and never as long as any search for its orders', () => {
    for (let paidMs = PAID; paidMs < PAID + 1500 * DAY_MS; paidMs += DAY_MS) {
      const lastsMs = withdrawalEndsMs(paidMs) - paidMs;
      expect(lastsMs).toBeGreaterThan(14 * DAY_MS);
      expect(lastsMs).toBeLessThan(WITHDRAWAL_MS_MAX);
    }
    expect(WITHDRAWAL_MS_MAX).toBeLessThanOrEqual(31 * DAY_MS);
  });

  test('ends at that moment, and not before', () => {
    const end = withdrawalEndsMs(PAID);

    expect([withdrawalRefusal(FACTS, end - 1), withdrawalRefusal(FACTS, end)]).toEqual([undefined, 'over']);
  });

  test.each([
    ['unpaid', { paidAtMs: null, status: 'open' }],
    ['company', { isConsumer: false }],
    ['renewal', { isRenewal: true }],
    ['disputed', { status: 'disputed' }],
    ['disputed', { status: 'lost' }],
    ['returned', { status: 'refunded' }],
  ] as const)('is refused: %s', (why, facts) => {
    expect(withdrawalRefusal({ ...FACTS, ...facts }, PAID)).toBe(why);
  });

  test('is there for an order of which a part went back', () => {
    expect(withdrawalRefusal({ ...FACTS, status: 'partly-refunded' }, PAID)).toBeUndefined();
  });
});

describe('what goes back', () => {
  const paid = { amount: nanos(100n * CZK), taken: nanos(0n) };

  test('is the credit that is left, in whole hellers, and never more than was paid', () => {
    expect(refundOf(paid, { kind: 'credit', free: 30_009_999_999n })).toBe(nanos(30_000_000_000n));
    expect(refundOf(paid, { kind: 'credit', free: 500n * CZK })).toBe(nanos(100n * CZK));
    expect(refundOf({ ...paid, taken: nanos(80n * CZK) }, { kind: 'credit', free: 500n * CZK })).toBe(nanos(20n * CZK));
  });

  test('is the share of tokens that are left', () => {
    expect(refundOf(paid, { kind: 'tokens', free: 250_000n, granted: 1_000_000n })).toBe(nanos(25n * CZK));
    expect(refundOf(paid, { kind: 'tokens', free: 0n, granted: 1_000_000n })).toBe(nanos(0n));
  });

  test('is all of a month that has not begun', () => {
    expect(refundOf(paid, { kind: 'months', left: 1, of: 1 })).toBe(nanos(100n * CZK));
    expect(refundOf(paid, { kind: 'months', left: 9, of: 12 })).toBe(nanos(75n * CZK));
  });

  test('of tokens takes no more than are free, whatever was refunded before', () => {
    for (let seed = 1; seed <= 2000; seed += 1) {
      const random = seeded(seed);
      const granted = BigInt(random.integer(1, 3_000_000));
      const amount = nanos(BigInt(random.integer(1500, 200_000)) * 10_000_000n);
      const taken = nanos(BigInt(random.integer(0, Number(amount / 10_000_000n))) * 10_000_000n);
      const tokensFor = (back: bigint) => (granted * back) / amount;
      const free = BigInt(random.integer(0, Number(granted - tokensFor(taken))));

      const refund = refundOf({ amount, taken }, { kind: 'tokens', free, granted });

      expect(refund + taken <= amount, `seed ${seed}`).toBe(true);
      expect(tokensFor(taken + refund) - tokensFor(taken) <= free, `seed ${seed}`).toBe(true);
    }
  });
});

/** Easter Sunday, before noon, by Oudin's method, which is another than the one that is tested. */
function easterMs(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const leap = Math.floor(century / 4);
  let moon = (century - leap - Math.floor((century - Math.floor((century - 17) / 25)) / 3) + 19 * golden + 15) % 30;
  const isLate = Math.floor(moon / 28);
  moon -= isLate * (1 - isLate * Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + leap) % 7;
  return Date.UTC(year, 2, moon - weekday + 28, 10);
}
