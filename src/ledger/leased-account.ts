/** An account as a serving process knows it: its lease, and the requests that wait until the lease is extended. */

import type { Hold, HoldRequest } from '../core/ledger.ts';
import { AccountLease } from './account-lease.ts';

export type Waiting = {
  readonly request: HoldRequest;
  readonly sinceMs: number;
  resolve(hold: Hold): void;
  reject(thrown: unknown): void;
};

/** Other servers that were asked for their leases: whether an answer is missing, and is waited for. */
export type Asked = { readonly isRecalling: boolean; readonly mayWait: boolean };

export type LeasedAccount = {
  readonly id: string;
  lease: AccountLease;
  waiting: Waiting[];
  /** True while the database is being asked about its leases: holds queue up until it has answered. */
  isBusy: boolean;
  /** Until parts of its lease are back in the database: what is read before knows them as leased. */
  freeing: Promise<void> | undefined;
  /** True while its leases are going back. */
  isEnding: boolean;
  /** True where the database has refused to take back its leases, and did not say that it was out of reach. */
  wasRefused: boolean;
  /** Ended requests that are not durable yet. */
  unwritten: number;
  /** When a request was last admitted or has ended; one that was refused keeps no lease. */
  usedMs: number;
  extendedMs: number;
  growth: number;
};

const NEVER = Number.NEGATIVE_INFINITY;

const newLeasedAccount = (id: string): LeasedAccount => ({
  id,
  lease: new AccountLease(id),
  waiting: [],
  isBusy: false,
  isEnding: false,
  freeing: undefined,
  wasRefused: false,
  unwritten: 0,
  usedMs: NEVER,
  extendedMs: NEVER,
  growth: 0,
});

/** Says whether nothing is held of a lease in doubt, so that its end clears it. */
export const canClear = ({ lease, unwritten }: LeasedAccount): boolean =>
  lease.isDoubtful && lease.running === 0 && unwritten === 0;

/** The accounts that a server serves at the moment, by their ids. */
export class LeasedAccounts extends Map<string, LeasedAccount> {
  /** Called when there is an account again after there was none. */
  onFirst: () => void = () => {};

  /** Adds one that is not known yet. */
  of(id: string): LeasedAccount {
    const known = this.get(id);
    if (known) return known;
    const account = newLeasedAccount(id);
    this.set(id, account);
    if (this.size === 1) this.onFirst();
    return account;
  }

  /** The leased part of an account that is not held, by pot and limit. */
  freeOf(id: string): ReadonlyMap<string, bigint> {
    return this.get(id)?.lease.free() ?? new Map();
  }
}
