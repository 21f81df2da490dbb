/**
 * A server leases a slice of what an account has, and admits requests from that slice without asking the database.
 *
 *   in the database: balance = leased by servers + unleased
 *   in a server:     leased  = held by running requests + free
 *
 * A charge takes from the lease what it takes from the balance; the rest of a hold is free again. Limits are leased like
 * pots: of the credit and of the tokens of a key, a member and an account. What the database says of an account is as old as the last extension or the last look at it, so only
 * what is known right after an extension may cap or refuse a request.
 */
import type { HoldOrder, PotKind } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { type Allowances, type Funds, type HoldPlan, type PotPart, planHold } from './charging.ts';

/**
 * What the database knows of a pot: the part that is not leased, and the part that other servers have. `unleased` is below
 * zero where a refund awaits some of what is leased.
 */
export type PotFunds = {
  readonly id: string;
  readonly kind: PotKind;
  readonly expiresAtMs: number | null;
  readonly unleased: bigint;
  readonly elsewhere: bigint;
};

/** What a server has leased of a pot or limit, and what its running requests hold of that. */
export type Leased = { leased: bigint; held: bigint };

/** What may be held of what is leased, without what was lowered under it. */
export const freeNow = ({ leased, held }: Readonly<Leased>, { unleased }: Pick<PotFunds, 'unleased'>): bigint =>
  atLeastZero(leased - held + (unleased < 0n ? unleased : 0n));

/** What may be held when all is leased that can be. */
export const freeAtMost = ({ leased, held }: Readonly<Leased>, { unleased }: Pick<PotFunds, 'unleased'>): bigint =>
  atLeastZero(leased - held + unleased);

/** A limit: `unleased` is below zero where it was lowered under what is leased. */
export type LimitFunds = {
  /** A limit of credit is leased under the id of its key, member or account, one of tokens under `tokenLimitId`. */
  readonly id: string;
  /** The month in which the limit counts; null where it counts in all. */
  readonly month: string | null;
  readonly unleased: bigint;
  readonly elsewhere: bigint;
};

/** Limits of a member are leased under it, like those of a key under the id of the key. */
export const memberLimitId = (accountId: string, userId: string): string => `${accountId}/${userId}`;

/** Of a key, a member, or an account. */
export const tokenLimitId = (ownerId: string): string => `${ownerId}/tokens`;

export type AccountState = 'active' | 'blocked' | 'suspended' | 'closed';

export type AccountFunds = {
  readonly accountId: string;
  readonly state: AccountState;
  /** When the next plan period is due. */
  readonly renewsAtMs: number | null;
  /** Until then something is being taken from the account: no more is leased than is needed. */
  readonly recalledUntilMs?: number | undefined;
  /** In the order in which they pay; the credit is the last one. */
  readonly pots: readonly PotFunds[];
  /** Of the account, and of the keys that were asked for and their members. */
  readonly limits: readonly LimitFunds[];
  /** By the id of a key, `memberLimitId` of the member whose it is. */
  readonly memberOf?: Readonly<Record<string, string>>;
};

/** What a server wants to hold for an account, and what it has free there. */
export type LeaseDemand = {
  readonly orders: readonly HoldOrder[];
  /** By pot or limit. Below zero for a limit that came after running requests. */
  readonly free: ReadonlyMap<string, bigint>;
  /** How many times what the orders hold is leased on top, where the account has plenty. */
  readonly growth: number;
};

type LeasePlan = {
  readonly raises: readonly PotPart[];
  /** Pots and limits that fall short while other servers have leases on them. */
  readonly wanted: readonly string[];
};

/** What is leased beyond the need leaves at least this share of the rest to others. */
const LEFT_TO_OTHERS = 4n;

type Share = { readonly id: string; readonly free: bigint; readonly unleased: bigint; used: bigint };

/** How much more to lease so that the orders get, one after the other, what the account can give each of them. */
export function planLease({ orders, free, growth }: LeaseDemand, funds: AccountFunds): LeasePlan {
  const shareOf = ({ id, unleased }: PotFunds | LimitFunds): Share => ({
    id,
    free: free.get(id) ?? 0n,
    unleased,
    used: 0n,
  });
  const pots = funds.pots.map((pot) => ({ ...pot, share: shareOf(pot) }));
  const limits = new Map(funds.limits.map((limit) => [limit.id, { ...limit, share: shareOf(limit) }]));
  const wanted = new Set<string>();
  for (const order of orders) {
    const usable = pots.filter((pot) => isUsable(pot, order.atMs));
    const owners = { key: order.keyId, member: funds.memberOf?.[order.keyId], account: order.accountId };
    const credits = mapOwners(owners, (id) => limits.get(id));
    const tokenLimits = mapOwners(owners, (id) => limits.get(tokenLimitId(id)));
    const left = {
      credit: mapOwners(credits, ({ share }) => leftOf(share)),
      tokens: mapOwners(tokenLimits, ({ share }) => leftOf(share)),
    };
    const plan = planHold(
      order,
      fundsOf(usable, (pot) => leftOf(pot.share), left),
    );
    for (const pot of shortOf(usable, { order, plan, leftIn: (one) => leftOf(one.share) })) {
      if (pot.elsewhere > 0n) wanted.add(pot.id);
    }
    for (const limit of [...Object.values(credits), ...Object.values(tokenLimits)]) {
      if (limit && limit.elsewhere > 0n && !isWhole(plan, order)) wanted.add(limit.id);
    }
    if (!plan.ok) continue;
    for (const { potId, amount } of plan.tokenParts) usable.find(({ id }) => id === potId)!.share.used += amount;
    usable.at(-1)!.share.used += plan.credit;
    for (const limit of Object.values(credits)) if (limit) limit.share.used += plan.credit;
    const tokens = BigInt(order.inputTokensMax + plan.outputTokensMax);
    for (const limit of Object.values(tokenLimits)) if (limit) limit.share.used += tokens;
  }
  const shares = [...pots, ...limits.values()].map(({ share }) => share);
  return { raises: shares.flatMap((share) => raiseOf(share, growth)), wanted: [...wanted] };
}

type Owners<T> = { readonly key: T | undefined; readonly member: T | undefined; readonly account: T | undefined };

/** The same of each whose limits there are. */
export function mapOwners<A, B>({ key, member, account }: Owners<A>, map: (one: A) => B | undefined): Owners<B> {
  return {
    key: key === undefined ? undefined : map(key),
    member: member === undefined ? undefined : map(member),
    account: account === undefined ? undefined : map(account),
  };
}

const leftOf = ({ free, unleased, used }: Share): bigint => atLeastZero(free + unleased - used);

function raiseOf({ id, free, unleased, used }: Share, growth: number): PotPart[] {
  const needed = used - free;
  if (used === 0n || needed <= 0n) return [];
  const more = (unleased - needed) / LEFT_TO_OTHERS;
  // By what the requests hold, not by what was short: a lease that has only just become short is short by one charge.
  const extra = used * BigInt(growth);
  return [{ potId: id, amount: needed + (extra < more ? extra : atLeastZero(more)) }];
}

export const isUsable = ({ expiresAtMs }: { readonly expiresAtMs: number | null }, atMs: number): boolean =>
  expiresAtMs === null || expiresAtMs > atMs;

export const isWhole = (plan: HoldPlan, order: HoldOrder): boolean =>
  plan.ok && plan.outputTokensMax === order.outputTokensMax;

type Pot = { readonly id: string; readonly kind: PotKind };

/** What limits have left; undefined where there is none. */
export type LimitsLeft = {
  readonly credit: Allowances;
  readonly tokens: Allowances;
};

/** Funds for `planHold`: the last pot is the credit. */
export function fundsOf<P extends Pot>(pots: readonly P[], available: (pot: P) => bigint, left: LimitsLeft): Funds {
  const credit = pots.at(-1)!;
  return {
    tokenPots: pots.slice(0, -1).map((pot) => ({ id: pot.id, available: available(pot) })),
    creditPotId: credit.id,
    credit: nanos(available(credit)),
    creditAllowances: left.credit,
    tokenAllowances: left.tokens,
  };
}

type Falling<P> = { readonly order: HoldOrder; readonly plan: HoldPlan; readonly leftIn: (pot: P) => bigint };

/** The pots that do not cover what comes to them, so that a later one pays, or none. */
export function shortOf<P extends Pot>(pots: readonly P[], { order, plan, leftIn }: Falling<P>): readonly P[] {
  const short: P[] = [];
  let tokens = BigInt(order.inputTokensMax) + BigInt(order.outputTokensMax);
  for (const pot of pots.slice(0, -1)) {
    tokens -= leftIn(pot);
    if (tokens <= 0n) return short;
    short.push(pot);
  }
  return isWhole(plan, order) ? short : [...short, pots.at(-1)!];
}

export const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
