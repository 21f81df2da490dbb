/**
 * A consumer's right to withdraw from an order within 14 days: who has it, until when, and how much goes back. Use began at
 * once because the buyer wanted it, so what was used is paid, and the rest goes back.
 */
import { localDateOf, midnightMs } from '../../core/calendar.ts';
import { fromHellers, type Nanos, nanos, toHellers } from '../../core/money.ts';
import type { OrderStatus } from './order.ts';

const WITHDRAWAL_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days beyond which no order can be withdrawn from: the longest row of weekends and holidays is shorter than the rest. */
export const WITHDRAWAL_MS_MAX = 30 * DAY_MS;

export const WITHDRAWAL_REFUSALS = ['unpaid', 'company', 'renewal', 'disputed', 'returned', 'over'] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

export type WithdrawalFacts = {
  readonly status: OrderStatus;
  readonly paidAtMs: number | null;
  readonly isConsumer: boolean;
  /** Another period of a plan: the right is that of the first. */
  readonly isRenewal: boolean;
};

export function withdrawalRefusal(order: WithdrawalFacts, nowMs: number): WithdrawalRefusal | undefined {
  if (order.paidAtMs === null) return 'unpaid';
  if (!order.isConsumer) return 'company';
  if (order.isRenewal) return 'renewal';
  if (order.status === 'disputed' || order.status === 'lost') return 'disputed';
  if (order.status === 'refunded') return 'returned';
  return nowMs >= withdrawalEndsMs(order.paidAtMs) ? 'over' : undefined;
}

/**
 * The first moment after the right. Counted from the payment, which is never earlier than the contract; it lasts to the end of
 * the last day in Prague, or of the next working day (Regulation 1182/71, Article 3).
 */
export function withdrawalEndsMs(paidAtMs: number): number {
  const { year, month, day } = localDateOf(paidAtMs);
  let last = new Date(Date.UTC(year, month - 1, day + WITHDRAWAL_DAYS));
  while (!isWorkingDay(last)) last = new Date(last.getTime() + DAY_MS);
  const after = new Date(last.getTime() + DAY_MS);
  return midnightMs({ year: after.getUTCFullYear(), month: after.getUTCMonth() + 1, day: after.getUTCDate() });
}

/** The Czech public holidays that have a date. */
const HOLIDAYS = ['1-1', '5-1', '5-8', '7-5', '7-6', '9-28', '10-28', '11-17', '12-24', '12-25', '12-26'];

function isWorkingDay(date: Date): boolean {
  if (date.getUTCDay() === 0 || date.getUTCDay() === 6) return false;
  if (HOLIDAYS.includes(`${date.getUTCMonth() + 1}-${date.getUTCDate()}`)) return false;
  const fromEaster = (date.getTime() - easterSundayMs(date.getUTCFullYear())) / DAY_MS;
  return fromEaster !== -2 && fromEaster !== 1;
}

/** By the method of Meeus, Jones and Butcher. */
function easterSundayMs(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * e + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}

/** The unused rest of what an order gave. Months that have not begun are there as a whole. */
export type Unused =
  | { readonly kind: 'credit'; readonly free: bigint }
  | { readonly kind: 'tokens'; readonly free: bigint; readonly granted: bigint }
  | { readonly kind: 'months'; readonly left: number; readonly of: number };

type Paid = {
  readonly amount: Nanos;
  /** The part that has gone back before. */
  readonly taken: Nanos;
};

/** Whole hellers, rounded down: never more than what is left is worth, nor than what was paid. */
export function refundOf({ amount, taken }: Paid, unused: Unused): Nanos {
  const worth = worthOf(amount, unused);
  const left = amount - taken;
  return fromHellers(toHellers(nanos(worth < left ? worth : left)));
}

function worthOf(amount: Nanos, unused: Unused): bigint {
  switch (unused.kind) {
    case 'credit':
      return unused.free;
    case 'tokens':
      return (amount * unused.free) / unused.granted;
    case 'months':
      return (amount * BigInt(unused.left)) / BigInt(unused.of);
  }
}
