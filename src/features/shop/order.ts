/**
 * The states of an order. Providers tell us facts late, twice and in any order, so nothing depends on when a fact is
 * learned: facts are merged into what is known, each can only grow, and the status and what is to be taken back are
 * read from the whole. Merging is commutative, associative and idempotent; the tests try every order.
 *
 *   open ──paid──> paid ──refunded──> partly-refunded, refunded
 *     │              └──dispute──> disputed ──won──> paid again, with what was taken given back
 *     └─ended─> expired                    └──lost──> lost
 *
 * A payment that comes after the end still counts: a customer who has paid gets what was paid for. A refund that is reported
 * before its payment takes back at once what the payment gives.
 */
import { type Nanos, nanos } from '../../core/money.ts';

export const ORDER_STATUSES = ['open', 'expired', 'paid', 'partly-refunded', 'refunded', 'disputed', 'lost'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

type DisputeState = 'none' | 'open' | 'won' | 'lost';

/** The facts that are known of an order. */
export type OrderFacts = {
  readonly isPaid: boolean;
  /** It cannot be paid any more, as far as is known: the session has expired or the payment has failed. */
  readonly hasEnded: boolean;
  /** In all. */
  readonly refunded: Nanos;
  readonly dispute: DisputeState;
  readonly disputed: Nanos;
};

export type OrderFact =
  | { readonly kind: 'paid' }
  /** `failed`: a payment was tried, and the money did not come. */
  | { readonly kind: 'ended' | 'failed' }
  | { readonly kind: 'refunded'; readonly total: Nanos }
  | { readonly kind: 'dispute'; readonly state: Exclude<DisputeState, 'none'>; readonly amount: Nanos };

/** How far a dispute has come. Of two ends, which only a mistake could bring, the one that costs us counts. */
const DISPUTE_RANK: Readonly<Record<DisputeState, number>> = { none: 0, open: 1, won: 2, lost: 3 };

export function learn(known: OrderFacts, fact: OrderFact): OrderFacts {
  switch (fact.kind) {
    case 'paid':
      return { ...known, isPaid: true };
    case 'ended':
    case 'failed':
      return { ...known, hasEnded: true };
    case 'refunded':
      return { ...known, refunded: larger(known.refunded, fact.total) };
    case 'dispute':
      return {
        ...known,
        dispute: DISPUTE_RANK[fact.state] > DISPUTE_RANK[known.dispute] ? fact.state : known.dispute,
        disputed: larger(known.disputed, fact.amount),
      };
  }
}

export function statusOf(known: OrderFacts, amount: Nanos): OrderStatus {
  if (!known.isPaid) return known.hasEnded ? 'expired' : 'open';
  if (known.dispute === 'open') return 'disputed';
  if (known.dispute === 'lost') return 'lost';
  if (known.refunded >= amount) return 'refunded';
  return known.refunded > 0n ? 'partly-refunded' : 'paid';
}

/** How much of what was given is to be back with us. Nothing was given before the payment. */
export function dueBack(known: OrderFacts, amount: Nanos): Nanos {
  if (!known.isPaid) return nanos(0n);
  const isDisputed = known.dispute === 'open' || known.dispute === 'lost';
  const due = known.refunded + (isDisputed ? known.disputed : 0n);
  return nanos(due < amount ? due : amount);
}

/** How much of what was paid has gone back for good: a dispute that is open has not. */
export function returnedOf(known: OrderFacts, amount: Nanos): Nanos {
  return dueBack(known.dispute === 'open' ? { ...known, dispute: 'none' } : known, amount);
}

const larger = (a: Nanos, b: Nanos): Nanos => (a > b ? a : b);

/** A payment as a provider reports it. */
export type Payment = { readonly amount: Nanos; readonly currency: string };

export function paymentProblem(asked: Nanos, paid: Payment): 'amount' | 'currency' | undefined {
  if (paid.currency.toUpperCase() !== 'CZK') return 'currency';
  return paid.amount === asked ? undefined : 'amount';
}
