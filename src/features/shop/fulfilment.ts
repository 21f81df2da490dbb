/** Gives what a paid order is for, and takes it when the payment goes back. The caller has locked the account. */

import type { Cause } from '../../core/ledger.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { anchorDayOf, changeTo, monthsIn, type PlanId, type PlanOffers, periodsEndMs } from '../../core/plan.ts';
import { grantCredit, grantPackage, move, takeCreditBack } from '../../ledger/credit-store.ts';
import { atLeastZero } from '../../ledger/lease.ts';
import { addPlanMonths } from '../../ledger/plan-months.ts';
import { beginNow, giveMonthsBack, monthsAhead, renewPlan, subscriptionRow } from '../../ledger/plan-store.ts';
import { offersAt } from '../../ledger/plan-versions.ts';
import { bigint, type Row, type Sql, text } from '../../platform/database/database.ts';
import { everyIn } from './order-row.ts';
import type { Order } from './payment-ports.ts';

const HELLER = 10_000_000n;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A renewal is charged at any time of its day and an hour later; until then the tokens of the last period pay. */
const RENEWAL_WAIT_MS = 26 * 60 * 60 * 1000;

export type Act = { readonly actor: string; readonly atMs: number };

/** `potId` is null where credit was given. */
export type Given = { readonly potId: string | null; readonly tokens: bigint | null };

type Giving = Act & {
  readonly order: Order;
  readonly invoiceNumber: string;
  /** The subscription that renews the plan, and whether this is a renewal. */
  readonly subscription: 'none' | 'first' | 'renewal';
  /** The plan that the subscription renews as; none where it is not, or not yet, the one that the account has. */
  readonly goesOnAs?: PlanId | undefined;
};

/** A customer who has paid gets something: what cannot be given as it was ordered is given as credit. */
export async function give(sql: Sql, giving: Giving, offers: PlanOffers): Promise<Given> {
  const { order, invoiceNumber, actor, atMs } = giving;
  const { accountId } = order;
  const cause: Cause = `order:${order.id}`;
  const about = { accountId, actor, atMs, reason: `order ${order.id}, invoice ${invoiceNumber}`, cause };
  if (order.kind === 'package') {
    const potId = await grantPackage(sql, { ...about, tokens: order.tokens, expiresAtMs: atMs + order.days * DAY_MS });
    return { potId, tokens: order.tokens };
  }
  if (order.kind === 'plan') {
    const { plan } = order;
    const months = monthsIn(order.every);
    const potId =
      giving.subscription === 'none'
        ? await addPlanMonths(sql, { ...about, plan, months }, offers)
        : await beginPaidPeriod(
            sql,
            { ...about, plan, months, isRenewal: giving.subscription === 'renewal', goesOnAs: giving.goesOnAs },
            offers,
          );
    if (potId !== undefined) return { potId, tokens: potId === null ? null : await grantedTokens(sql, potId, months) };
  }
  await grantCredit(sql, { ...about, amount: order.amount });
  return { potId: null, tokens: null };
}

/** Refunds are counted from what the first period was given, whatever the configuration says, in all its months. */
const grantedTokens = async (sql: Sql, potId: string, months: number): Promise<bigint> =>
  BigInt(months) * bigint((await sql.one('SELECT tokens FROM plan_periods WHERE pot_id = ?', potId))!, 'tokens');

type PaidPeriod = Act & {
  readonly accountId: string;
  readonly plan: PlanId;
  readonly months: number;
  readonly reason: string;
  readonly cause: Cause;
  readonly isRenewal: boolean;
  readonly goesOnAs: PlanId | undefined;
};

/** A period that the provider has charged for. It begins with its payment; the next one is the provider's to bring. */
async function beginPaidPeriod(sql: Sql, period: PaidPeriod, offers: PlanOffers): Promise<string | undefined> {
  const { accountId, plan, months, atMs, isRenewal, goesOnAs } = period;
  await renewPlan(sql, accountId, { offers, nowMs: atMs });
  const row = await subscriptionRow(sql, accountId);
  const known = await offersAt(sql, offers, atMs);
  const change = changeTo(plan, row && text(row, 'plan'), known);
  // Only the subscription that the account has makes its plan smaller. The last charge of one that was replaced does not.
  if (change === 'downgrade' && !(isRenewal && goesOnAs)) return undefined;
  // Months that are paid for are not taken away by another payment.
  if (change !== 'subscribe' && !isRenewal && (await monthsAhead(sql, accountId)) > 0) return undefined;
  // Tokens of a period end with it; those that an upgrade has left do not.
  if (isRenewal && (change === 'keep' || change === 'downgrade')) await endRunningPot(sql, accountId, atMs);
  const paidUntilMs = periodsEndMs({ startsAtMs: atMs, plan, anchorDay: anchorDayOf(atMs) }, months) + RENEWAL_WAIT_MS;
  const wasCancelled = isRenewal && row?.next_plan === null;
  return beginNow(
    sql,
    {
      ...period,
      ...(months === 1 ? { endsAtMs: paidUntilMs } : !wasCancelled && { paidUntilMs }),
      paidPeriods: months - 1,
      nextPlan: months > 1 ? plan : wasCancelled ? null : (goesOnAs ?? plan),
    },
    offers,
  );
}

async function endRunningPot(sql: Sql, accountId: string, atMs: number): Promise<void> {
  await sql.run(
    `UPDATE pots SET expires_at_ms = ? WHERE expires_at_ms > ? AND id IN
       (SELECT pot_id FROM plan_periods WHERE account_id = ? AND starts_at_ms <= ? AND ends_at_ms > ?)`,
    atMs,
    atMs,
    accountId,
    atMs,
    atMs,
  );
}

/**
 * Takes back the part of an order whose payment went back. Of tokens, those that are still there; what was used of them
 * is owed at the price of the order.
 */
export async function takeBack(sql: Sql, row: Row, { amount, actor, atMs, why }: Act & Returned): Promise<void> {
  const accountId = text(row, 'account_id');
  const about = { accountId, actor, atMs, reason: `${why} of order ${text(row, 'id')}` };
  const potId = row.pot_id as string | null;
  const owed = potId === null ? amount : await takeTokens(sql, { row, potId, amount, about });
  if (owed > 0n) await takeCreditBack(sql, { ...about, amount: owed });
}

type Returned = { readonly amount: Nanos; readonly why: 'refund' | 'dispute' };

type TokensBack = {
  readonly row: Row;
  readonly potId: string;
  readonly amount: Nanos;
  readonly about: Act & { readonly accountId: string; readonly reason: string };
};

/**
 * Returns what the tokens that are gone had cost. Counted from the whole of what has gone back by now, so that many small
 * steps come to the same as one: each for itself would be less than a token. Those that running requests hold are neither
 * there nor gone: they are awaited.
 */
async function takeTokens(sql: Sql, { row, potId, amount, about }: TokensBack): Promise<Nanos> {
  const { balance, held, awaited } = await tokensIn(sql, potId);
  const free = atLeastZero(balance - held - awaited);
  const tokens = bigint(row, 'tokens');
  const price = bigint(row, 'amount_nanos');
  const before = bigint(row, 'taken_nanos');
  const tokensFor = (nanosBack: bigint) => (tokens * nanosBack) / price;
  const priceOf = (count: bigint) => (price * count) / tokens;
  const from = tokensFor(before) + (await takeMonths(sql, { row, amount, about }));
  const to = tokensFor(before + amount);
  const needed = atLeastZero(to - from);
  const taken = smaller(free, needed);
  if (taken > 0n) await move(sql, potId, { ...about, amount: -taken, kind: 'refund' });
  const coming = smaller(needed - taken, atLeastZero(balance - awaited - free));
  await sql.run('UPDATE pots SET awaited = awaited + ? WHERE id = ?', coming, potId);
  return nanos(atLeastZero(priceOf(to) - priceOf(from + taken + coming)));
}

/** Of a year, whole months that have not begun go first. Returns the tokens that they would have had. */
async function takeMonths(sql: Sql, { row, amount, about }: Omit<TokensBack, 'potId'>): Promise<bigint> {
  const months = monthsIn(everyIn(row));
  if (months === 1) return 0n;
  const worth = bigint(row, 'amount_nanos') / BigInt(months);
  // What goes back is whole hellers, rounded down.
  const most = (amount + HELLER - 1n) / worth;
  const back = Number(smaller(most, BigInt(await monthsAhead(sql, about.accountId))));
  if (back > 0) await giveMonthsBack(sql, about.accountId, back);
  return (bigint(row, 'tokens') / BigInt(months)) * BigInt(back);
}

/**
 * Takes what has come back of awaited tokens. Once no request holds any of the pot, those that have not come back were used,
 * and are owed at the price of the order. Returns how many were decided about.
 */
export async function settleAwaited(sql: Sql, potId: string, { actor, atMs }: Act): Promise<bigint> {
  const { balance, held, awaited } = await tokensIn(sql, potId);
  const taken = smaller(balance - held, awaited);
  const used = held > 0n ? 0n : awaited - taken;
  if (taken + used === 0n) return 0n;
  const row = (await sql.one('SELECT * FROM orders WHERE pot_id = ?', potId))!;
  const why = row.dispute === 'open' || row.dispute === 'lost' ? 'dispute' : 'refund';
  const about = { accountId: text(row, 'account_id'), actor, atMs, reason: `${why} of order ${text(row, 'id')}` };
  await sql.run('UPDATE pots SET awaited = awaited - ? WHERE id = ?', taken + used, potId);
  if (taken > 0n) await move(sql, potId, { ...about, amount: -taken, kind: 'refund' });
  const owed = nanos((bigint(row, 'amount_nanos') * used) / bigint(row, 'tokens'));
  if (owed > 0n) await takeCreditBack(sql, { ...about, amount: owed });
  return taken + used;
}

async function tokensIn(sql: Sql, potId: string) {
  const pot = (await sql.one('SELECT balance, held, awaited FROM pots WHERE id = ?', potId))!;
  return { balance: bigint(pot, 'balance'), held: bigint(pot, 'held'), awaited: bigint(pot, 'awaited') };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** A dispute that we won: its worth comes back as credit, which also pays the debt that it had made. */
export const giveBack = (
  sql: Sql,
  row: Row,
  { amount, actor, atMs }: Act & { readonly amount: Nanos },
): Promise<void> =>
  grantCredit(sql, {
    accountId: text(row, 'account_id'),
    actor,
    atMs,
    amount,
    reason: `dispute of order ${text(row, 'id')} won`,
    cause: `dispute:${text(row, 'id')}`,
  });
