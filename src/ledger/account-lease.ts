/** The lease of a server on one account, and what its running requests hold of it. */
import type { HoldRequest, PotKind } from '../core/ledger.ts';
import { isCounted, type LimitUnit } from '../core/limit.ts';
import type { Nanos } from '../core/money.ts';
import { type Charge, type HoldPlan, type PotPart, planHold } from './charging.ts';
import {
  type AccountFunds,
  type AccountState,
  freeAtMost,
  freeNow,
  fundsOf,
  isRunning,
  isUsable,
  isWhole,
  type Leased,
  type LimitFunds,
  limitLeft,
  type PotFunds,
  shortOf,
  smaller,
  type WindowFunds,
} from './lease.ts';
import type { LimitLeft } from './limits/rules.ts';
import { type Rate, rateOf } from './pot-terms.ts';

type HeldPart = PotPart & {
  readonly kind: PotKind;
  readonly rate?: Rate | undefined;
  /** Its hours are counted. */
  readonly isWindowed?: boolean;
};

/** A running request: what it holds, and what it will be charged by. */
export type HeldRequest = {
  readonly request: HoldRequest;
  readonly outputTokensMax: number;
  readonly tokenParts: readonly HeldPart[];
  readonly creditPotId: string;
  readonly credit: Nanos;
};

type LeasedPot = Leased & { funds: PotFunds; windows: readonly LeasedWindow[] };

/** A window of a pot: what requests hold of the pot, they hold of it. */
class LeasedWindow implements Readonly<Leased> {
  leased = 0n;
  funds: WindowFunds;
  readonly #pot: Leased;

  constructor(pot: Leased, funds: WindowFunds) {
    this.#pot = pot;
    this.funds = funds;
  }

  get held(): bigint {
    return this.#pot.held;
  }
}

type HeldUnits = Record<LimitUnit, bigint>;
/** A key, a member or an account. Its holds are counted also where there is no limit: one may come while requests run. */
type Limited = { readonly id: string; readonly held: HeldByModel; limits: readonly LeasedLimit[] };
/** Whose it is never changes. Whether it is known if there are limits. */
type LeasedKey = Limited & { member: Limited | undefined; isKnown: boolean };

/** What running requests hold: of each model, and of all together. */
class HeldByModel {
  readonly #all: HeldUnits = { CZK: 0n, tokens: 0n, requests: 0n };
  readonly #ofModel = new Map<string, HeldUnits>();

  of({ unit, model }: Pick<LimitFunds, 'unit' | 'model'>): bigint {
    const held = model === undefined ? this.#all : this.#ofModel.get(model);
    return held?.[unit] ?? 0n;
  }

  add(model: string, amounts: HeldUnits, sign: 1n | -1n): void {
    const ofModel = this.#ofModel.get(model) ?? { CZK: 0n, tokens: 0n, requests: 0n };
    this.#ofModel.set(model, ofModel);
    for (const held of [this.#all, ofModel]) {
      held.CZK += sign * amounts.CZK;
      held.tokens += sign * amounts.tokens;
      held.requests += sign * amounts.requests;
    }
    if (ofModel.requests === 0n) this.#ofModel.delete(model);
  }
}

class LeasedLimit implements Readonly<Leased> {
  leased = 0n;
  funds: LimitFunds;
  /** False once the database names it no more. */
  isThere = true;
  readonly #owner: Limited;

  constructor(owner: Limited, funds: LimitFunds) {
    this.#owner = owner;
    this.funds = funds;
  }

  get held(): bigint {
    return this.#owner.held.of(this.funds);
  }
}

export type Decision =
  | { readonly kind: 'held'; readonly held: HeldRequest }
  | {
      readonly kind: 'refused';
      readonly plan: HoldPlan & { readonly ok: false };
      readonly heldCredit: bigint;
    }
  /** More could be leased than is. */
  | { readonly kind: 'short' };

/** The lease of a server on one account. */
export class AccountLease {
  state: AccountState = 'active';
  running = 0;
  /** True where the database may have leased more than is known here: only the end of the lease clears that. */
  isDoubtful = false;
  /** How often free parts were taken out of it: what was read before the last time knows nothing of that. */
  timesTaken = 0;
  #renewsAtMs: number | null = null;
  readonly #pots = new Map<string, LeasedPot>();
  readonly #keys = new Map<string, LeasedKey>();
  readonly #members = new Map<string, Limited>();
  readonly #limits = new Map<string, LeasedLimit>();
  readonly #windows = new Map<string, LeasedWindow>();
  readonly #account: Limited;
  /** Those that the database has named last, in the order in which they pay. */
  #inOrder: readonly LeasedPot[] = [];

  constructor(accountId: string) {
    this.#account = newLimited(accountId);
  }

  /** Takes over what the database says. What has no limit is not named there, so the caller says which keys it asked for. */
  apply(funds: AccountFunds, keyIds: Iterable<string>): void {
    this.state = funds.state;
    this.#renewsAtMs = funds.renewsAtMs;
    this.#inOrder = funds.pots.map((pot) => this.#potOf(pot));
    const limits = Map.groupBy(funds.limits, ({ ownerId }) => ownerId);
    const know = (limited: Limited) => this.#applyLimits(limited, limits.get(limited.id) ?? []);
    know(this.#account);
    for (const id of keyIds) {
      const key = this.#keyOf(id);
      const memberId = funds.memberOf?.[id];
      if (memberId !== undefined) key.member ??= this.#memberOf(memberId);
      know(key);
      if (key.member) know(key.member);
      key.isKnown = true;
    }
  }

  /** A limit that is not named refuses nothing; what was leased of it goes back. */
  #applyLimits(limited: Limited, named: readonly LimitFunds[]): void {
    for (const limit of limited.limits) limit.isThere = false;
    limited.limits = named.map((funds) => {
      const limit = this.#limits.get(funds.id) ?? new LeasedLimit(limited, funds);
      limit.funds = funds;
      limit.isThere = true;
      this.#limits.set(funds.id, limit);
      return limit;
    });
  }

  /** Remembers a key before the database is asked about it: it may lease something and not be heard. */
  noteKey(id: string): void {
    this.#keyOf(id);
  }

  /** The database has leased more to this server. */
  raise(parts: readonly PotPart[]): void {
    for (const { potId, amount } of parts) {
      const one = this.#pots.get(potId) ?? this.#limits.get(potId) ?? this.#windows.get(potId);
      if (one) one.leased += amount;
    }
  }

  /** Holds at once what is free; undefined where the database must be asked. */
  tryHold(request: HoldRequest): HeldRequest | undefined {
    const key = this.#keys.get(request.keyId);
    if (!key?.isKnown || this.state !== 'active' || this.isStale(request)) return undefined;
    const pots = this.#usable(request);
    if (pots.length === 0) return undefined;
    const plan = planHold(
      request,
      fundsOf(pots, { request, available: (pot) => pot.free, limits: this.#left(key, request, freeNow) }),
    );
    if (!plan.ok || !isWhole(plan, request)) return undefined;
    const short = shortOf(pots, { request, plan, leftIn: (pot) => pot.free, moreIn: (pot) => pot.atMost - pot.free });
    if (short.length > 0) return undefined;
    return this.#hold(request, plan);
  }

  /** Says whether what is known is not of the request's time: a plan period, or the window of a limit, has begun since. */
  isStale({ atMs, keyId }: HoldRequest): boolean {
    if (this.#renewsAtMs !== null && this.#renewsAtMs <= atMs) return true;
    if (this.#inOrder.some(({ windows }) => windows.some(({ funds }) => funds.resetsAtMs <= atMs))) return true;
    const key = this.#keys.get(keyId);
    const isOver = ({ funds }: LeasedLimit) => funds.resetsAtMs !== null && funds.resetsAtMs <= atMs;
    return (key ? this.#over(key) : [this.#account]).some(({ limits }) => limits.some(isOver));
  }

  /** Right after an extension: holds what there is, if need be with less output, or says why not. */
  decide(request: HoldRequest): Decision {
    const key = this.#keyOf(request.keyId);
    const pots = this.#usable(request);
    const plan = planHold(
      request,
      fundsOf(pots, { request, available: (pot) => pot.free, limits: this.#left(key, request, freeNow) }),
    );
    const most = planHold(
      request,
      fundsOf(pots, { request, available: (pot) => pot.atMost, limits: this.#left(key, request, freeAtMost) }),
    );
    if (outputOf(most) > outputOf(plan)) return { kind: 'short' };
    if (plan.ok) return { kind: 'held', held: this.#hold(request, plan) };
    if (most.ok) return { kind: 'short' };
    const credit = this.#inOrder.at(-1)!;
    const heldCredit = credit.held + credit.funds.elsewhere;
    return { kind: 'refused', plan: most, heldCredit };
  }

  /** Nothing is charged: all of the hold is free again. */
  release(held: HeldRequest): void {
    const { tokenParts, creditPotId, credit } = held;
    this.running -= 1;
    for (const { potId, amount } of tokenParts) this.#pot(potId).held -= amount;
    this.#pot(creditPotId).held -= credit;
    this.#holdOfLimits(held, -1n);
  }

  /** A charge takes what it costs out of the lease; the rest of the hold is free again. Returns what leases on limits lose. */
  end(held: HeldRequest, { tokenParts, cost, tokens }: Charge): readonly PotPart[] {
    this.release(held);
    for (const { potId, amount } of tokenParts) this.#pot(potId).leased -= amount;
    this.#pot(held.creditPotId).leased -= cost;
    const { keyId, model } = held.request;
    const charged: HeldUnits = { CZK: cost, tokens, requests: 1n };
    const ofLimits: PotPart[] = [];
    for (const { potId, amount } of tokenParts) {
      for (const window of this.#pots.get(potId)!.windows) take(window, amount, ofLimits);
    }
    for (const { limits } of this.#over(this.#keyOf(keyId))) {
      for (const limit of limits) if (isCounted(limit.funds, model)) take(limit, charged[limit.funds.unit], ofLimits);
    }
    return ofLimits;
  }

  /** A charge that the database refused is free again. */
  undo({ creditPotId }: HeldRequest, { tokenParts, cost, ofLimits }: Charge & { ofLimits: readonly PotPart[] }): void {
    this.raise([...tokenParts, { potId: creditPotId, amount: cost }, ...ofLimits]);
  }

  /** The leased part that is not held, by pot and limit. */
  free(): Map<string, bigint> {
    const all = [...this.#pots, ...this.#limits, ...this.#windows];
    return new Map(all.map(([id, { leased, held }]) => [id, leased - held]));
  }

  /** Takes out of the lease what is free of these, or of all; what is taken must be given back to the database. */
  takeFree(wanted: (id: string) => boolean): PotPart[] {
    const parts: PotPart[] = [];
    for (const [id, one] of [...this.#pots, ...this.#limits, ...this.#windows]) {
      const amount = one.leased - one.held;
      if (amount <= 0n || !wanted(id)) continue;
      one.leased -= amount;
      parts.push({ potId: id, amount });
    }
    if (parts.length > 0) this.timesTaken += 1;
    return parts;
  }

  /**
   * Pots that have ended by now, limits that are gone, and pots and limits that were lowered under what is leased: what is
   * free of them pays for nothing any more.
   */
  ended(nowMs: number): ReadonlySet<string> {
    const isLowered = ({ unleased }: Pick<PotFunds, 'unleased'>) => unleased < 0n;
    const pots = [...this.#pots.values()].filter(({ funds }) => !isRunning(funds, nowMs) || isLowered(funds));
    const limits = [...this.#limits].filter(([, { funds, isThere }]) => !isThere || isLowered(funds));
    const windows = pots.flatMap((pot) => pot.windows);
    return new Set([...[...pots, ...windows].map(({ funds }) => funds.id), ...limits.map(([id]) => id)]);
  }

  /** Its pots and limits. */
  get ids(): readonly string[] {
    return [...this.#pots.keys(), ...this.#limits.keys(), ...this.#windows.keys()];
  }

  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Credit that running requests hold. */
  get heldCredit(): bigint {
    return this.#inOrder.at(-1)?.held ?? 0n;
  }

  #usable(request: HoldRequest) {
    return this.#inOrder
      .filter(({ funds }) => isUsable(funds, request))
      .map((pot) => ({ ...pot.funds, free: leastOf(pot, freeNow), atMost: leastOf(pot, freeAtMost) }));
  }

  #hold(request: HoldRequest, plan: HoldPlan & { readonly ok: true }): HeldRequest {
    this.running += 1;
    const creditPotId = this.#inOrder.at(-1)!.funds.id;
    const tokenParts = plan.tokenParts.map((part) => {
      const { kind, terms, windows } = this.#pots.get(part.potId)!.funds;
      return { ...part, kind, rate: rateOf(terms, request), ...(windows && { isWindowed: true }) };
    });
    for (const { potId, amount } of tokenParts) this.#pot(potId).held += amount;
    this.#pot(creditPotId).held += plan.credit;
    const held = { request, outputTokensMax: plan.outputTokensMax, tokenParts, creditPotId, credit: plan.credit };
    this.#holdOfLimits(held, 1n);
    return held;
  }

  #holdOfLimits(held: HeldRequest, sign: 1n | -1n): void {
    const { keyId, model } = held.request;
    const amounts: HeldUnits = { CZK: held.credit, tokens: tokensOf(held), requests: 1n };
    for (const limited of this.#over(this.#keyOf(keyId))) limited.held.add(model, amounts, sign);
  }

  #potOf(funds: PotFunds): LeasedPot {
    const pot: LeasedPot = this.#pots.get(funds.id) ?? { leased: 0n, held: 0n, funds, windows: [] };
    pot.funds = funds;
    if (funds.windows) pot.windows = funds.windows.map((window) => this.#windowOf(pot, window));
    this.#pots.set(funds.id, pot);
    return pot;
  }

  #windowOf(pot: Leased, funds: WindowFunds): LeasedWindow {
    const window = this.#windows.get(funds.id) ?? new LeasedWindow(pot, funds);
    window.funds = funds;
    this.#windows.set(funds.id, window);
    return window;
  }

  #keyOf(id: string): LeasedKey {
    const known = this.#keys.get(id);
    if (known) return known;
    const key: LeasedKey = { ...newLimited(id), member: undefined, isKnown: false };
    this.#keys.set(id, key);
    return key;
  }

  #memberOf(id: string): Limited {
    const member = this.#members.get(id) ?? newLimited(id);
    this.#members.set(id, member);
    return member;
  }

  /** All whose limits a request with the key counts in. */
  #over(key: LeasedKey): readonly Limited[] {
    return key.member ? [key, key.member, this.#account] : [key, this.#account];
  }

  #left(
    key: LeasedKey,
    { model }: HoldRequest,
    leftOf: (limit: Readonly<Leased>, funds: LimitFunds) => bigint,
  ): readonly LimitLeft[] {
    return this.#over(key).flatMap(({ limits }) =>
      limits
        .filter(({ funds }) => isCounted(funds, model))
        .map((limit) => limitLeft(limit.funds, leftOf(limit, limit.funds))),
    );
  }

  #pot(id: string): Leased {
    return this.#pots.get(id)!;
  }
}

const newLimited = (id: string): Limited => ({ id, held: new HeldByModel(), limits: [] });

type FreeOf = (one: Readonly<Leased>, funds: Pick<PotFunds, 'unleased'>) => bigint;

/** No more of a pot than each of its windows leaves. */
const leastOf = (pot: LeasedPot, freeOf: FreeOf): bigint =>
  pot.windows.reduce((least, window) => smaller(least, freeOf(window, window.funds)), freeOf(pot, pot.funds));

/** The most tokens that a request can use. */
const tokensOf = ({ request, outputTokensMax }: HeldRequest): bigint =>
  BigInt(request.inputTokensMax + outputTokensMax);

/** Takes a charge out of a lease on a limit, which may have come since. Adds to `parts` what it has taken. */
function take(limit: LeasedLimit | LeasedWindow, charged: bigint, parts: PotPart[]): void {
  const amount = limit.leased < charged ? limit.leased : charged;
  if (amount <= 0n) return;
  limit.leased -= amount;
  parts.push({ potId: limit.funds.id, amount });
}

const outputOf = (plan: HoldPlan): number => (plan.ok ? plan.outputTokensMax : 0);
