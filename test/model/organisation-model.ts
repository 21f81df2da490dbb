/**
 * An organisation as plain sums, for the walk to compare with: who belongs to it, what its keys have used in each month,
 * what running requests hold, and what its card was charged. It knows no leases, no pots and no SQL.
 */
import { monthOf } from '../../src/core/calendar.ts';
import type { Usage } from '../../src/core/chat.ts';
import { NANOS_PER_CZK, type Price } from '../../src/core/money.ts';
import type { GivenRole, MemberRole } from '../../src/core/roles.ts';

export type Limit = { readonly credit: bigint | null; readonly tokens: bigint | null };
export const NO_LIMIT: Limit = { credit: null, tokens: null };

type ModelKey = {
  readonly id: string;
  readonly secret: string;
  /** Null for a key of the organisation. */
  readonly userId: string | null;
  /** In a month. */
  readonly limit: Limit;
  isEnded: boolean;
};
type Hold = {
  readonly key: ModelKey;
  readonly input: bigint;
  readonly output: bigint;
  readonly credit: bigint;
  readonly tokens: bigint;
  readonly fromPackages: bigint;
};
type Charged = { readonly key: ModelKey; readonly month: string; readonly credit: bigint; readonly tokens: bigint };
type CardOrder = {
  readonly createdAtMs: number;
  readonly amount: bigint;
  nextTurnMs: number;
  /** The bank's answer; the same charge is not asked for twice. */
  bank: Bank | null;
  paidAtMs: number | null;
  hasFailed: boolean;
};
type Bank = 'approve' | 'decline';
/** A sweep of a server: it may be killed before or after the bank has answered. */
export type Sweep = { readonly nowMs: number; readonly bank: Bank; readonly dies: 'before' | 'after' | null };
type Rule = {
  readonly isOn: boolean;
  readonly below: bigint;
  readonly amount: bigint;
  readonly monthMax: bigint;
};
type Asked = { readonly input: bigint; readonly output: bigint };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first and the second decline; after the third there is no other try. */
const RETRY_MS = [HOUR_MS, 24 * HOUR_MS, Number.POSITIVE_INFINITY];

export class OrganisationModel {
  owner: string;
  readonly members = new Map<string, { role: GivenRole; budget: Limit }>();
  /** Budgets of those who have left: they come back with them. */
  readonly #left = new Map<string, Limit>();
  readonly keys: ModelKey[] = [];
  readonly holds = new Map<string, Hold>();
  readonly charges: Charged[] = [];
  limit: Limit = NO_LIMIT;
  credit: bigint;
  packages = 0n;
  hasCard = false;
  rule: Rule | null = null;
  readonly orders: CardOrder[] = [];
  #failures = 0;
  #nextTryMs = 0;
  readonly #price: Price;

  constructor(owner: string, credit: bigint, price: Price) {
    this.owner = owner;
    this.credit = credit;
    this.#price = price;
  }

  roleOf(userId: string): MemberRole | undefined {
    return userId === this.owner ? 'owner' : this.members.get(userId)?.role;
  }

  join(userId: string, role: GivenRole): void {
    this.members.set(userId, { role, budget: this.#left.get(userId) ?? NO_LIMIT });
    this.#left.delete(userId);
  }

  remove(userId: string): void {
    const member = this.members.get(userId);
    if (member) this.#left.set(userId, member.budget);
    this.members.delete(userId);
    for (const key of this.keys) if (key.userId === userId) key.isEnded = true;
  }

  /** The card goes: the owner before had agreed to charges. */
  handOver(userId: string): void {
    this.members.delete(userId);
    this.members.set(this.owner, { role: 'admin', budget: NO_LIMIT });
    this.owner = userId;
    this.removeCard();
  }

  /** The use of requests with these keys in the month. */
  used(isOver: (key: ModelKey) => boolean, month: string): { credit: bigint; tokens: bigint } {
    return sumOf(this.charges.filter((one) => one.month === month && isOver(one.key)));
  }

  usedBy = (userId: string, nowMs: number) => this.used((key) => key.userId === userId, monthOf(nowMs));

  /** The most output that everything allows, or the code of the refusal. */
  hold(requestId: string, key: ModelKey, { asked, nowMs }: { asked: Asked; nowMs: number }): bigint | string {
    const free = this.credit - sumOf([...this.holds.values()]).credit;
    const packages = this.packages - [...this.holds.values()].reduce((sum, one) => sum + one.fromPackages, 0n);
    const limits = this.#limitsOver(key, nowMs);
    const costOf = (output: bigint) => this.#worstCost(asked.input, output, packages);
    if (costOf(1n) > free) return 'insufficient_credit';
    const credit = lowest(limits.map(({ code, credit: left }) => ({ code, left })));
    if (credit && costOf(1n) > credit.left) return credit.code;
    const tokens = lowest(limits.map(({ code, tokens: left }) => ({ code, left })));
    if (tokens && asked.input + 1n > tokens.left) return tokens.code;
    const fits = (output: bigint) =>
      costOf(output) <= free &&
      (!credit || costOf(output) <= credit.left) &&
      (!tokens || asked.input + output <= tokens.left);
    const output = largest(asked.output, fits);
    const used = asked.input + output;
    const fromPackages = used < packages ? used : packages;
    this.holds.set(requestId, { key, input: asked.input, output, credit: costOf(output), tokens: used, fromPackages });
    return output;
  }

  /** Packages pay for what is processed first. */
  settle(requestId: string, usage: Usage, nowMs: number): void {
    const { key, credit: held, fromPackages } = this.holds.get(requestId)!;
    this.holds.delete(requestId);
    const { input, cachedInput, reasoning, output } = this.#price;
    const inTurn = [
      [usage.inputTokens - usage.cachedInputTokens, input],
      [usage.cachedInputTokens, cachedInput],
      [usage.reasoningTokens, reasoning],
      [usage.outputTokens - usage.reasoningTokens, output],
    ] as const;
    let [left, cost] = [fromPackages, 0n];
    for (const [count, price] of inTurn) {
      const covered = left < BigInt(count) ? left : BigInt(count);
      left -= covered;
      cost += (BigInt(count) - covered) * price;
    }
    const credit = cost < held ? cost : held;
    const tokens = BigInt(usage.inputTokens + usage.outputTokens);
    this.packages -= fromPackages - left;
    this.credit -= credit;
    this.charges.push({ key, month: monthOf(nowMs), credit, tokens });
  }

  saveCard(): void {
    this.hasCard = true;
    this.#forgive();
  }

  setRule(rule: Rule): void {
    this.rule = rule;
    this.#forgive();
  }

  removeCard(): void {
    this.hasCard = false;
    if (this.rule) this.rule = { ...this.rule, isOn: false };
    this.#forgive();
  }

  get inFlight(): CardOrder | undefined {
    return this.orders.find(({ paidAtMs, hasFailed }) => paidAtMs === null && !hasFailed);
  }

  /** The orders of the month: made, paid or in flight. */
  toppedUp(nowMs: number): bigint {
    const isOf = (ms: number | null) => ms !== null && monthOf(ms) === monthOf(nowMs);
    return this.orders
      .filter((one) => !one.hasFailed && (isOf(one.createdAtMs) || isOf(one.paidAtMs) || one === this.inFlight))
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** For half an hour the charge is asked for; after an hour it is looked for. */
  sweep({ nowMs, bank, dies }: Sweep): void {
    if (this.hasCard && this.rule && this.#isDue(this.rule, nowMs)) {
      const state = { nextTurnMs: nowMs, bank: null, paidAtMs: null, hasFailed: false };
      this.orders.push({ createdAtMs: nowMs, amount: this.rule.amount, ...state });
    }
    const order = this.inFlight;
    if (!order || order.nextTurnMs > nowMs) return;
    order.nextTurnMs = nowMs + 2 * MINUTE_MS;
    const ageMs = nowMs - order.createdAtMs;
    if (ageMs < HOUR_MS) {
      if (ageMs >= HOUR_MS / 2 || dies === 'before') return;
      order.bank ??= bank;
    }
    if (dies !== 'after') this.#end(order, nowMs);
  }

  #end(order: CardOrder, nowMs: number): void {
    if (order.bank === 'approve') {
      order.paidAtMs = nowMs;
      this.credit += order.amount;
      this.#forgive();
      return;
    }
    order.hasFailed = true;
    if (order.bank === 'decline') this.#nextTryMs = nowMs + RETRY_MS[this.#failures++]!;
  }

  #isDue({ isOn, below, amount, monthMax }: Rule, nowMs: number): boolean {
    const isLow = isOn && this.credit < below && !this.inFlight && this.#nextTryMs <= nowMs;
    return isLow && this.toppedUp(nowMs) + amount <= monthMax;
  }

  #forgive(): void {
    this.#failures = 0;
    this.#nextTryMs = 0;
  }

  #limitsOver(key: ModelKey, nowMs: number) {
    const ofAll = { code: 'account_limit_reached', limit: this.limit, isOver: () => true };
    const ofKey = { code: 'key_limit_reached', limit: key.limit, isOver: (one: ModelKey) => one === key };
    const budget = key.userId === null ? undefined : this.members.get(key.userId)?.budget;
    const isOfMember = (one: ModelKey) => one.userId === key.userId;
    const ofMember = { code: 'member_limit_reached', limit: budget ?? NO_LIMIT, isOver: isOfMember };
    return [ofKey, ofMember, ofAll].map(({ code, limit, isOver }) => {
      const used = this.used(isOver, monthOf(nowMs));
      const held = sumOf([...this.holds.values()].filter((one) => isOver(one.key)));
      const left = (most: bigint | null, taken: bigint) => (most === null ? null : most < taken ? 0n : most - taken);
      return {
        code,
        credit: left(limit.credit, used.credit + held.credit),
        tokens: left(limit.tokens, used.tokens + held.tokens),
      };
    });
  }

  #worstCost(input: bigint, output: bigint, packages: bigint): bigint {
    const { input: fresh, cachedInput, output: said, reasoning } = this.#price;
    const inputPaid = input > packages ? input - packages : 0n;
    const covered = packages - (input - inputPaid);
    const outputPaid = output > covered ? output - covered : 0n;
    return inputPaid * most(fresh, cachedInput) + outputPaid * most(said, reasoning);
  }
}

export const czk = (amount: number): bigint => BigInt(amount) * NANOS_PER_CZK;

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const sumOf = (parts: readonly { readonly credit: bigint; readonly tokens: bigint }[]) =>
  parts.reduce((sum, one) => ({ credit: sum.credit + one.credit, tokens: sum.tokens + one.tokens }), {
    credit: 0n,
    tokens: 0n,
  });

/** The lowest limit, of equal ones the first. */
function lowest(limits: readonly { readonly code: string; readonly left: bigint | null }[]) {
  let low: { readonly code: string; readonly left: bigint } | undefined;
  for (const { code, left } of limits) if (left !== null && (!low || left < low.left)) low = { code, left };
  return low;
}

/** The largest number up to `max` that fits, where 1 fits and a larger one never fits better. */
function largest(max: bigint, fits: (n: bigint) => boolean): bigint {
  let [low, high] = [1n, max];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
