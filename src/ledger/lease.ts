/**
 * A server leases a slice of what an account has, and admits requests from that slice without asking the database.
 *
 *   in the database: balance = leased by servers + unleased
 *   in a server:     leased  = held by running requests + free
 *
 * A charge takes from the lease what it takes from the balance; the rest of a hold is free again. Limits of credit, of
 * tokens and of requests are leased like pots. What the database says of an account is as old as the last extension or the last look at it,
 * so only what is known right after an extension may cap or refuse a request.
 */
import type { HoldRequest, PotKind } from '../core/ledger.ts';
import { isCounted, type LimitUse } from '../core/limit.ts';
import { nanos } from '../core/money.ts';
import { coverBy, type Funds, type HoldPlan, type PotPart, planHold } from './charging.ts';
import type { LimitLeft } from './limits/rules.ts';
import { type PotTerms, paysFor, rateOf } from './pot-terms.ts';

/**
 * A pot as the database knows it: the part that is not leased, and the part that other servers have. `unleased` is below
 * zero where a refund awaits some of what is leased.
 */
export type PotFunds = {
  readonly id: string;
  readonly kind: PotKind;
  readonly expiresAtMs: number | null;
  readonly terms?: PotTerms | null;
  readonly windows?: readonly WindowFunds[];
  readonly unleased: bigint;
  readonly elsewhere: bigint;
};

/** A window within the period of a plan, which is leased under its id. */
export type WindowFunds = {
  readonly id: string;
  readonly resetsAtMs: number;
  readonly unleased: bigint;
  readonly elsewhere: bigint;
};

/** A lease on a pot or limit, and what running requests hold of it. */
export type Leased = { leased: bigint; held: bigint };

/** The part of a lease that may be held now, without what was lowered under it. */
export const freeNow = ({ leased, held }: Readonly<Leased>, { unleased }: Pick<PotFunds, 'unleased'>): bigint =>
  atLeastZero(leased - held + (unleased < 0n ? unleased : 0n));

/** The part that may be held when all is leased that can be. */
export const freeAtMost = ({ leased, held }: Readonly<Leased>, { unleased }: Pick<PotFunds, 'unleased'>): bigint =>
  atLeastZero(leased - held + unleased);

/** A limit, which is leased under its id. `unleased` is below zero where it was lowered under what is leased. */
export type LimitFunds = Omit<LimitUse, 'max' | 'used' | 'held' | 'setBy'> & {
  readonly unleased: bigint;
  readonly elsewhere: bigint;
};

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
  /** Limits of the account, and of the keys that were asked for and their members. */
  readonly limits: readonly LimitFunds[];
  /** The member whose key it is, by the id of the key. */
  readonly memberOf?: Readonly<Record<string, string>>;
};

/** The wish of a server to hold something for an account, and what it has free there. */
export type LeaseDemand = {
  readonly requests: readonly HoldRequest[];
  /** Amounts by pot or limit. Below zero for a limit that came after running requests. */
  readonly free: ReadonlyMap<string, bigint>;
  /** How many times what the requests hold is leased on top, where the account has plenty. */
  readonly growth: number;
};

type LeasePlan = {
  readonly raises: readonly PotPart[];
  /** Pots and limits that fall short while other servers have leases on them. */
  readonly wanted: readonly string[];
};

/** A lease beyond the need leaves at least this share of the rest to others. */
const LEFT_TO_OTHERS = 4n;

type Share = { readonly id: string; readonly free: bigint; readonly unleased: bigint; used: bigint };

/** How much more to lease so that the requests get, one after the other, what the account can give each of them. */
export function planLease({ requests, free, growth }: LeaseDemand, funds: AccountFunds): LeasePlan {
  const shareOf = ({ id, unleased }: PotFunds | LimitFunds | WindowFunds): Share => ({
    id,
    free: free.get(id) ?? 0n,
    unleased,
    used: 0n,
  });
  const pots = funds.pots.map((pot) => ({
    ...pot,
    share: shareOf(pot),
    inWindows: (pot.windows ?? NONE).map(shareOf),
  }));
  const limits = funds.limits.map((limit) => ({ ...limit, share: shareOf(limit) }));
  const wanted = new Set<string>();
  for (const request of requests) {
    const usable = pots.filter((pot) => isUsable(pot, request));
    const owners = [request.keyId, funds.memberOf?.[request.keyId], request.accountId];
    const counting = limits.filter((limit) => owners.includes(limit.ownerId) && isCounted(limit, request.model));
    const left = counting.map((limit) => limitLeft(limit, leftOf(limit.share)));
    const plan = planHold(request, fundsOf(usable, { request, available: leftInPot, limits: left }));
    for (const pot of shortOf(usable, { request, plan, leftIn: leftInPot, moreIn: elsewhereOf })) {
      for (const one of [pot, ...(pot.windows ?? NONE)]) if (one.elsewhere > 0n) wanted.add(one.id);
    }
    for (const limit of counting) if (limit.elsewhere > 0n && !isWhole(plan, request)) wanted.add(limit.id);
    if (!plan.ok) continue;
    for (const { potId, amount } of plan.tokenParts) {
      const { share, inWindows } = usable.find(({ id }) => id === potId)!;
      for (const one of [share, ...inWindows]) one.used += amount;
    }
    usable.at(-1)!.share.used += plan.credit;
    const used = { CZK: plan.credit, tokens: BigInt(request.inputTokensMax + plan.outputTokensMax), requests: 1n };
    for (const { unit, share } of counting) share.used += used[unit];
  }
  const shares = [
    ...pots.flatMap(({ share, inWindows }) => [share, ...inWindows]),
    ...limits.map(({ share }) => share),
  ];
  return { raises: shares.flatMap((share) => raiseOf(share, growth)), wanted: [...wanted] };
}

export const limitLeft = ({ id, owner, unit, window, model }: LimitFunds, left: bigint): LimitLeft => ({
  id,
  owner,
  unit,
  window,
  left,
  ...(model !== undefined && { model }),
});

const NONE: readonly WindowFunds[] = [];

type SharedPot = { readonly share: Share; readonly inWindows: readonly Share[] };

/** No more than each of its windows leaves. */
const leftInPot = ({ share, inWindows }: SharedPot): bigint =>
  inWindows.reduce((least, window) => smaller(least, leftOf(window)), leftOf(share));

/** The most that other servers could give back of a pot, or of a window that is in its way. */
const elsewhereOf = ({ elsewhere, windows = NONE }: PotFunds): bigint =>
  windows.reduce((most, window) => (window.elsewhere > most ? window.elsewhere : most), elsewhere);

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const leftOf = ({ free, unleased, used }: Share): bigint => atLeastZero(free + unleased - used);

function raiseOf({ id, free, unleased, used }: Share, growth: number): PotPart[] {
  const needed = used - free;
  if (used === 0n || needed <= 0n) return [];
  const more = (unleased - needed) / LEFT_TO_OTHERS;
  // By what the requests hold, not by what was short: a lease that has only just become short is short by one charge.
  const extra = used * BigInt(growth);
  return [{ potId: id, amount: needed + (extra < more ? extra : atLeastZero(more)) }];
}

/** A pot that has not ended, and pays for the model. */
export const isUsable = (pot: Pick<PotFunds, 'expiresAtMs' | 'terms'>, { atMs, model }: HoldRequest): boolean =>
  isRunning(pot, atMs) && paysFor(pot.terms, model);

export const isRunning = ({ expiresAtMs }: Pick<PotFunds, 'expiresAtMs'>, atMs: number): boolean =>
  expiresAtMs === null || expiresAtMs > atMs;

export const isWhole = (plan: HoldPlan, request: HoldRequest): boolean =>
  plan.ok && plan.outputTokensMax === request.outputTokensMax;

type Pot = Pick<PotFunds, 'id' | 'kind' | 'terms'>;

type FundsFor<P> = {
  readonly request: HoldRequest;
  readonly available: (pot: P) => bigint;
  readonly limits: readonly LimitLeft[];
};

/** Funds for `planHold`: the last pot is the credit. */
export function fundsOf<P extends Pot>(pots: readonly P[], { request, available, limits }: FundsFor<P>): Funds {
  const credit = pots.at(-1)!;
  return {
    tokenPots: pots.slice(0, -1).map((pot) => ({
      id: pot.id,
      available: available(pot),
      rate: rateOf(pot.terms, request),
    })),
    creditPotId: credit.id,
    credit: nanos(available(credit)),
    limits,
  };
}

type Falling<P> = {
  readonly request: HoldRequest;
  readonly plan: HoldPlan;
  readonly leftIn: (pot: P) => bigint;
  /** As much may come to what is left in the pot. */
  readonly moreIn: (pot: P) => bigint;
};

/** The pots that do not cover what comes to them and could cover more of it, so that a later one pays, or none. */
export function shortOf<P extends Pot>(pots: readonly P[], falling: Falling<P>): readonly P[] {
  const { request, plan, leftIn, moreIn } = falling;
  const short: P[] = [];
  let left = { input: BigInt(request.inputTokensMax), output: BigInt(request.outputTokensMax) };
  for (const pot of pots.slice(0, -1)) {
    const rate = rateOf(pot.terms, request);
    const available = leftIn(pot);
    const more = moreIn(pot);
    const covered = coverBy({ available, rate }, left);
    if (more > 0n && isLess(coverBy({ available: available + more, rate }, left).left, covered.left)) short.push(pot);
    left = covered.left;
    if (left.input + left.output === 0n) return short;
  }
  const credit = pots.at(-1)!;
  return isWhole(plan, request) || moreIn(credit) <= 0n ? short : [...short, credit];
}

type LeftTokens = { readonly input: bigint; readonly output: bigint };

const isLess = (one: LeftTokens, other: LeftTokens): boolean => one.input + one.output < other.input + other.output;

export const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
