/** Accounts, as they are kept. */
import type { Account } from '../core/ledger.ts';
import type { Nanos } from '../core/money.ts';
import type { PlanId } from '../core/plan.ts';

export interface Accounts {
  create(account: Account): Promise<void>;
  find(idOrEmail: string): Promise<Account | undefined>;
  /** Accounts by id, after the given one; a bounded number at a time. */
  list(afterId: string): Promise<readonly AccountLine[]>;
}

/** An account in a list of all. */
export type AccountLine = Account & { readonly credit: Nanos; readonly plan: PlanId | null };
