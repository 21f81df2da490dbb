/** Paying for requests, and reading what was paid. */
import type { Balance, Hold, HoldRequest, KeyFunds, Receipt, Release, Settled, Settlement } from '../core/ledger.ts';
import type { Nanos } from '../core/money.ts';

/** Paying for requests. See `core/ledger.ts` for the rules. */
export interface Ledger extends LedgerReader {
  /**
   * Reserves the worst case, lowering the output to what the funds cover. Answers at once where enough is leased.
   * Throws or rejects with `insufficient_credit`, `key_limit_reached`, `member_limit_reached`, `account_limit_reached` or `account_blocked`.
   */
  hold(wanted: HoldRequest): Hold | Promise<Hold>;
  /** Charges once and returns when it is durable. A second call changes nothing and returns what the first one did. */
  settle(settlement: Settlement): Promise<Settled>;
  /** Frees a hold without a charge, at once. Its row is written later. */
  release(release: Release): Promise<void>;
  /** Frees a hold with which nothing was begun: it leaves no row. */
  letGo(requestId: string): void;
  /** How many requests of this server hold something now, and how much credit. */
  openHolds(): { readonly count: number; readonly held: Nanos };
}

/** Reads of requests and accounts. */
export interface LedgerReader {
  /** The cost of a settled request, and who paid. */
  receiptOf(requestId: string): Promise<Receipt | undefined>;
  /** Up to when requests were moved out of the ledger; nothing where none were. */
  archivedUntilMs(): Promise<number | undefined>;
  balanceOf(accountId: string, nowMs: number): Promise<Balance>;
  /** The funds that a hold of this key would be decided by. A plan period that is due begins with it. */
  fundsOf(keyId: string, nowMs: number): Promise<KeyFunds>;
}
