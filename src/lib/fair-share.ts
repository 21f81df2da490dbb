/**
 * How many of some slots one account may hold. While there are slots, an account that holds none gets one; an account
 * that holds some gets another only while it holds few beside those that are free. So one account gets seven of eight at
 * most, two get seven of fifteen each, and one that comes later finds a free slot.
 */
const FREE_TIMES_MAX = 7;
/** Among so few slots none is kept free: it would be too large a part of them. */
const KEPT_FREE_FROM = 4;

type SlotCounts = {
  /** Held by the account that asks. */
  readonly held: number;
  readonly free: number;
  readonly total: number;
};

export function mayHoldMore({ held, free, total }: SlotCounts): boolean {
  if (free <= 0) return false;
  if (held === 0 || total < KEPT_FREE_FROM) return true;
  return held < Math.min(FREE_TIMES_MAX, total - 1) * free;
}

/** How many slots each account holds, and for how long slots are held on average. */
export class Holders {
  readonly #held = new Map<string, number>();
  #averageMs: number | undefined;

  heldBy(account: string): number {
    return this.#held.get(account) ?? 0;
  }

  hasOthersThan(account: string): boolean {
    return this.#held.size > (this.#held.has(account) ? 1 : 0);
  }

  take(account: string): void {
    this.#held.set(account, this.heldBy(account) + 1);
  }

  release(account: string, heldMs: number): void {
    const held = this.heldBy(account) - 1;
    if (held > 0) this.#held.set(account, held);
    else this.#held.delete(account);
    this.#averageMs = this.#averageMs === undefined ? heldMs : this.#averageMs + (heldMs - this.#averageMs) / 8;
  }

  /** After how long an account may expect a slot when so many of its requests wait already. */
  waitMs(account: string, waiting: number): number {
    const rounds = (waiting + 1) / Math.max(1, this.heldBy(account));
    return Math.min(WAIT_MS_MAX, Math.max(WAIT_MS_MIN, Math.ceil((this.#averageMs ?? 0) * rounds)));
  }
}

const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 60_000;
