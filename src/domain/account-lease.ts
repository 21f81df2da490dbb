/** What a server has leased of one account, and what its running requests hold of that. */
import { monthOf } from './calendar.ts';
import {
  type AccountFunds,
  type AccountState,
  atLeastZero,
  fundsOf,
  isUsable,
  isWhole,
  type LimitFunds,
  type PotFunds,
  shortOf,
} from './lease.ts';
import type { HoldOrder, PotKind } from './ledger.ts';
import type { Nanos } from './money.ts';
import { type Charge, type HoldPlan, type PotPart, planHold } from './payment.ts';

/** What a running request holds, and what it will be charged by. */
export type HeldRequest = {
  readonly order: HoldOrder;
  readonly outputTokensMax: number;
  readonly tokenParts: readonly (PotPart & { readonly kind: PotKind })[];
  readonly creditPotId: string;
  readonly credit: Nanos;
};

type Leased = { leased: bigint; held: bigint };
type LeasedPot = Leased & { funds: PotFunds };
/** Whether it is known if there is a limit. */
type LeasedKey = Leased & { limit: LimitFunds | undefined; isKnown: boolean };

export type Decision =
  | { readonly kind: 'held'; readonly held: HeldRequest }
  | { readonly kind: 'refused'; readonly plan: HoldPlan & { readonly ok: false }; readonly heldCredit: bigint }
  /** More could be leased than is. */
  | { readonly kind: 'short' };

/** What a server has leased of one account. */
export class AccountLease {
  state: AccountState = 'active';
  running = 0;
  /** Whether the database may have leased more than is known here: only the end of the lease clears that. */
  isDoubtful = false;
  #renewsAtMs: number | null = null;
  readonly #pots = new Map<string, LeasedPot>();
  readonly #keys = new Map<string, LeasedKey>();
  /** Those that the database has named last, in the order in which they pay. */
  #inOrder: readonly LeasedPot[] = [];

  /** Takes over what the database says. Keys without a limit are not named there, so the caller says which it asked for. */
  apply(funds: AccountFunds, keyIds: Iterable<string>): void {
    this.state = funds.state;
    this.#renewsAtMs = funds.renewsAtMs;
    this.#inOrder = funds.pots.map((pot) => this.#potOf(pot));
    const limits = new Map(funds.keys.map((key) => [key.id, key]));
    for (const id of keyIds) Object.assign(this.#keyOf(id), { limit: limits.get(id), isKnown: true });
  }

  /** Remembers a key before the database is asked about it: it may lease something and not be heard. */
  noteKey(id: string): void {
    this.#keyOf(id);
  }

  /** The database has leased more to this server. */
  raise(parts: readonly PotPart[]): void {
    for (const { potId, amount } of parts) this.#at(potId).leased += amount;
  }

  /** Holds at once what is free; undefined where the database must be asked. */
  tryHold(order: HoldOrder): HeldRequest | undefined {
    const key = this.#keys.get(order.keyId);
    if (!key?.isKnown || this.state !== 'active' || this.isStale(order)) return undefined;
    const pots = this.#usable(order.atMs);
    if (pots.length === 0) return undefined;
    const plan = planHold(
      order,
      fundsOf(pots, (pot) => pot.free, keyLeft(key)),
    );
    if (!plan.ok || !isWhole(plan, order)) return undefined;
    const short = shortOf(pots, { order, plan, leftIn: (pot) => pot.free });
    if (short.some(({ unleased }) => unleased > 0n)) return undefined;
    return this.#hold(order, plan);
  }

  /** Whether what is known is not of the order's time: a plan period or a month has begun since. */
  isStale({ atMs, keyId }: HoldOrder): boolean {
    if (this.#renewsAtMs !== null && this.#renewsAtMs <= atMs) return true;
    const month = this.#keys.get(keyId)?.limit?.month;
    return month != null && month !== monthOf(atMs);
  }

  /** Right after an extension: holds what there is, if need be with less output, or says why not. */
  decide(order: HoldOrder): Decision {
    const key = this.#keyOf(order.keyId);
    const pots = this.#usable(order.atMs);
    const plan = planHold(
      order,
      fundsOf(pots, (pot) => pot.free, keyLeft(key)),
    );
    const limit = key.limit && key.leased - key.held + key.limit.unleased;
    const most = planHold(
      order,
      fundsOf(pots, (pot) => pot.free + pot.unleased, limit),
    );
    if (outputOf(most) > outputOf(plan)) return { kind: 'short' };
    if (plan.ok) return { kind: 'held', held: this.#hold(order, plan) };
    if (most.ok) return { kind: 'short' };
    const credit = this.#inOrder.at(-1)!;
    return { kind: 'refused', plan: most, heldCredit: credit.held + credit.funds.elsewhere };
  }

  /** A charge takes what it costs out of the lease; the rest of the hold is free again. Returns what the key's lease loses. */
  end({ order, tokenParts, creditPotId, credit }: HeldRequest, { tokenParts: paid, cost }: Charge): bigint {
    this.running -= 1;
    for (const { potId, amount } of tokenParts) this.#at(potId).held -= amount;
    this.#at(creditPotId).held -= credit;
    for (const { potId, amount } of paid) this.#at(potId).leased -= amount;
    this.#at(creditPotId).leased -= cost;
    const key = this.#keyOf(order.keyId);
    key.held -= credit;
    const ofKey = key.leased < cost ? key.leased : cost;
    key.leased -= ofKey;
    return ofKey;
  }

  /** A charge that the database refused is free again. */
  undo({ order, creditPotId }: HeldRequest, { tokenParts, cost, ofKeyLease }: Charge & { ofKeyLease: bigint }): void {
    const ofKey = { potId: order.keyId, amount: ofKeyLease };
    this.raise([...tokenParts, { potId: creditPotId, amount: cost }, ofKey]);
  }

  /** By pot and key, what is leased and not held. */
  free(): Map<string, bigint> {
    const all = [...this.#pots, ...this.#keys];
    return new Map(all.map(([id, { leased, held }]) => [id, leased - held]));
  }

  /** Takes out of the lease what is free of these, or of all; what is taken must be given back to the database. */
  takeFree(wanted: (id: string) => boolean): PotPart[] {
    const parts: PotPart[] = [];
    for (const [id, one] of [...this.#pots, ...this.#keys]) {
      const amount = one.leased - one.held;
      if (amount <= 0n || !wanted(id)) continue;
      one.leased -= amount;
      parts.push({ potId: id, amount });
    }
    return parts;
  }

  /** Pots that have ended by now, and keys whose limit was lowered: what is free of them pays for nothing any more. */
  ended(nowMs: number): ReadonlySet<string> {
    const pots = [...this.#pots.values()].filter(({ funds }) => !isUsable(funds, nowMs));
    const keys = [...this.#keys].filter(([, { limit }]) => limit !== undefined && limit.unleased < 0n);
    return new Set([...pots.map(({ funds }) => funds.id), ...keys.map(([id]) => id)]);
  }

  /** Its pots and keys. */
  get ids(): readonly string[] {
    return [...this.#pots.keys(), ...this.#keys.keys()];
  }

  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** Credit that running requests hold. */
  get heldCredit(): bigint {
    return this.#inOrder.at(-1)?.held ?? 0n;
  }

  #usable(atMs: number) {
    return this.#inOrder
      .filter(({ funds }) => isUsable(funds, atMs))
      .map(({ funds, leased, held }) => ({
        id: funds.id,
        kind: funds.kind,
        unleased: funds.unleased,
        free: leased - held,
      }));
  }

  #hold(order: HoldOrder, plan: HoldPlan & { readonly ok: true }): HeldRequest {
    this.running += 1;
    const creditPotId = this.#inOrder.at(-1)!.funds.id;
    const tokenParts = plan.tokenParts.map((part) => ({ ...part, kind: this.#pots.get(part.potId)!.funds.kind }));
    for (const { potId, amount } of tokenParts) this.#at(potId).held += amount;
    this.#at(creditPotId).held += plan.credit;
    this.#keyOf(order.keyId).held += plan.credit;
    return { order, outputTokensMax: plan.outputTokensMax, tokenParts, creditPotId, credit: plan.credit };
  }

  #potOf(funds: PotFunds): LeasedPot {
    const pot = this.#pots.get(funds.id) ?? { leased: 0n, held: 0n, funds };
    pot.funds = funds;
    this.#pots.set(funds.id, pot);
    return pot;
  }

  #keyOf(id: string): LeasedKey {
    const key = this.#keys.get(id) ?? { leased: 0n, held: 0n, limit: undefined, isKnown: false };
    this.#keys.set(id, key);
    return key;
  }

  #at(id: string): Leased {
    return this.#pots.get(id) ?? this.#keyOf(id);
  }
}

/** What the key may hold of what is leased; undefined without a limit. */
const keyLeft = ({ limit, leased, held }: LeasedKey): bigint | undefined =>
  limit && atLeastZero(leased - held + (limit.unleased < 0n ? limit.unleased : 0n));

const outputOf = (plan: HoldPlan): number => (plan.ok ? plan.outputTokensMax : 0);
