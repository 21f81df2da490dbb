import { describe, expect, test } from 'bun:test';
import { type Nanos, nanos } from '../../core/money.ts';
import {
  dueBack,
  learn,
  ORDER_STATUSES,
  type OrderFact,
  type OrderFacts,
  type OrderStatus,
  paymentProblem,
  returnedOf,
  statusOf,
} from './order.ts';

const AMOUNT = nanos(100n);
const PAID: OrderFact = { kind: 'paid' };
const ENDED: OrderFact = { kind: 'ended' };
const FAILED: OrderFact = { kind: 'failed' };
const HALF: OrderFact = { kind: 'refunded', total: nanos(50n) };
const WHOLE: OrderFact = { kind: 'refunded', total: AMOUNT };
const dispute = (state: 'open' | 'won' | 'lost'): OrderFact => ({ kind: 'dispute', state, amount: AMOUNT });
const FACTS = [PAID, ENDED, HALF, WHOLE, dispute('open'), dispute('won'), dispute('lost')];

const NOTHING_KNOWN: OrderFacts = {
  isPaid: false,
  hasEnded: false,
  refunded: nanos(0n),
  dispute: 'none',
  disputed: nanos(0n),
};

const after = (...facts: readonly OrderFact[]): OrderFacts => facts.reduce(learn, NOTHING_KNOWN);

describe('an order', () => {
  test.each([
    ['nothing', [], 'open', 0n],
    ['a payment', [PAID], 'paid', 0n],
    ['its end', [ENDED], 'expired', 0n],
    ['a payment after its end', [ENDED, PAID], 'paid', 0n],
    ['a payment that failed', [FAILED], 'expired', 0n],
    ['a payment after one that failed', [FAILED, PAID], 'paid', 0n],
    ['a refund without a payment', [WHOLE], 'open', 0n],
    ['a refund of a part', [PAID, HALF], 'partly-refunded', 50n],
    ['a refund of the least part', [PAID, { kind: 'refunded', total: nanos(1n) }], 'partly-refunded', 1n],
    ['a refund of all', [PAID, WHOLE], 'refunded', 100n],
    ['a dispute', [PAID, dispute('open')], 'disputed', 100n],
    ['a dispute that we won', [PAID, dispute('open'), dispute('won')], 'paid', 0n],
    ['a dispute that we lost', [PAID, dispute('open'), dispute('lost')], 'lost', 100n],
    ['a dispute without a payment', [dispute('open')], 'open', 0n],
    ['a refund and a dispute', [PAID, HALF, dispute('open')], 'disputed', 100n],
    ['a refund and a dispute that we won', [PAID, HALF, dispute('won')], 'partly-refunded', 50n],
  ] as readonly [string, readonly OrderFact[], OrderStatus, bigint][])('after %s', (_, facts, status, back) => {
    const known = after(...facts);

    expect([statusOf(known, AMOUNT), dueBack(known, AMOUNT)]).toEqual([status, nanos(back)]);
  });

  test.each([
    ['a refund', [PAID, HALF], 50n],
    ['a dispute that is open', [PAID, dispute('open')], 0n],
    ['a refund and a dispute that is open', [PAID, HALF, dispute('open')], 50n],
    ['a dispute that we won', [PAID, dispute('won')], 0n],
    ['a dispute that we lost', [PAID, dispute('lost')], 100n],
  ] as readonly [string, readonly OrderFact[], bigint][])('after %s, what is gone for good', (_, facts, gone) => {
    expect(returnedOf(after(...facts), AMOUNT)).toBe(nanos(gone));
  });

  test('is the same in whatever order and however often the facts arrive', () => {
    for (const facts of subsets(FACTS)) {
      const [first, ...others] = permutations(facts).map((order) => after(...order));

      for (const known of others) expect(known).toEqual(first!);
      expect(after(...facts, ...facts)).toEqual(first!);
    }
  });

  test('reaches every status, and never takes back more than was paid', () => {
    const reached = new Set<OrderStatus>();

    for (const facts of subsets(FACTS)) {
      const known = after(...facts);
      reached.add(statusOf(known, AMOUNT));
      const back: Nanos = dueBack(known, AMOUNT);
      expect(back >= 0n && back <= AMOUNT && (known.isPaid || back === 0n)).toBe(true);
    }

    expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
  });
});

describe('a payment', () => {
  test.each([
    [100n, 'czk', undefined],
    [100n, 'CZK', undefined],
    [99n, 'czk', 'amount'],
    [101n, 'czk', 'amount'],
    [0n, 'czk', 'amount'],
    [100n, 'eur', 'currency'],
    [100n, '', 'currency'],
  ] as const)('of %s %s', (amount, currency, problem) => {
    expect(paymentProblem(AMOUNT, { amount: nanos(amount), currency })).toBe(problem);
  });
});

function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const [first, ...others] = items;
  if (first === undefined) return [[]];
  return subsets(others).flatMap((set) => [set, [first, ...set]]);
}

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
