/**
 * How much work each account may cause: so much at once, and so much a second in the long run. Work is paid
 * when it is known what it was, so an account may go below nothing once, and then waits.
 */
type Allowance = { readonly atOnce: number; readonly perSecond: number };

/** Accounts that have all of theirs again are forgotten when there are so many. */
const ACCOUNTS_MAX = 1000;

export class WorkAllowance {
  readonly #allowance: Allowance;
  readonly #nowMs: () => number;
  /** The work that an account has used of it, and when that was counted. */
  readonly #used = new Map<string, { readonly work: number; readonly atMs: number }>();

  constructor(allowance: Allowance, nowMs: () => number) {
    this.#allowance = allowance;
    this.#nowMs = nowMs;
  }

  /** After how long the account may ask again; 0 where it may now. */
  waitMs(account: string): number {
    const over = this.#usedBy(account) - this.#allowance.atOnce;
    return over < 0 ? 0 : Math.max(1, Math.ceil((over / this.#allowance.perSecond) * 1000));
  }

  spend(account: string, work: number): void {
    this.#used.set(account, { work: this.#usedBy(account) + work, atMs: this.#nowMs() });
    if (this.#used.size > ACCOUNTS_MAX) for (const one of this.#used.keys()) this.#forgetUnused(one);
  }

  #usedBy(account: string): number {
    const used = this.#used.get(account);
    if (!used) return 0;
    return Math.max(0, used.work - ((this.#nowMs() - used.atMs) / 1000) * this.#allowance.perSecond);
  }

  #forgetUnused(account: string): void {
    if (this.#usedBy(account) === 0) this.#used.delete(account);
  }
}
