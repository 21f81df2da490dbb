/** Customers in lists of operators. */

export type AccountStatus = 'active' | 'blocked' | 'suspended' | 'closed';

export type CustomerRow = {
  readonly id: string;
  readonly email: string;
  readonly status: AccountStatus;
  readonly createdAtMs: number;
  readonly creditCzk: string;
  readonly plan: 'pro' | 'ultra' | null;
  /** Taken from credit in the running month. At most a minute old, as the next. */
  readonly spentMonthCzk: string;
  /** When the account last got an answer; null where it never did. */
  readonly activeAtMs: number | null;
  /** The address of the member by whom a search has found it; null where it is its own, or its id. */
  readonly foundBy: string | null;
};

export type CustomersView = {
  readonly customers: readonly CustomerRow[];
  /** Give it as `after` to read on; null at the end. A page may be short, even empty, and still have a next one. */
  readonly next: string | null;
};
