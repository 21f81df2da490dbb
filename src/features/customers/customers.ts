/** Customers as operators find them. */

import type { Anomaly } from '../../core/audit-result.ts';
import type { Account } from '../../core/ledger.ts';
import type { Nanos } from '../../core/money.ts';
import type { PlanId } from '../../core/plan.ts';
import type { Member } from '../organisations/index.ts';

/** A customer in a list. */
type Customer = Account & { readonly credit: Nanos; readonly plan: PlanId | null };

export type ListedCustomer = Customer & {
  /** Taken from credit in the running month, as of a minute ago. */
  readonly spentMonth: Nanos;
  /** When the account last got an answer, as of a minute ago. */
  readonly activeAtMs: number | null;
  /** The address of the member by whom a search has found it; null where it is its own, or its id. */
  readonly foundBy: string | null;
};

/** The last one of a page. The address is the one by which it was found. */
export type CustomerCursor = Pick<ListedCustomer, 'id' | 'email' | 'createdAtMs' | 'spentMonth'>;

export const cursorOf = ({ id, email, foundBy, createdAtMs, spentMonth }: ListedCustomer): CustomerCursor => ({
  id,
  email: foundBy ?? email,
  createdAtMs,
  spentMonth,
});

type CustomerFilter = {
  readonly status?: Account['status'] | undefined;
  readonly plan?: PlanId | 'none' | undefined;
  readonly credit?: 'some' | 'none' | undefined;
  /** Those who got an answer in the last 30 days, or none. */
  readonly active?: 'yes' | 'no' | undefined;
};

export type CustomerSearch = {
  /** The beginning of an e-mail address, the account's or a member's, or of an id, which then is the order. */
  readonly search: string;
  readonly filter: CustomerFilter;
  /** `spent`: only those who got an answer this month, by what they spent in it. */
  readonly sort: 'newest' | 'spent';
  readonly after: CustomerCursor | null;
  readonly rowsMax: number;
  readonly nowMs: number;
};

/** A page may be short, even empty, and still have a next one. */
export type CustomerPage = { readonly rows: readonly ListedCustomer[]; readonly next: CustomerCursor | null };

/** The terms that a person has accepted when signing up. */
export type AcceptedTerms = { readonly version: string; readonly atMs: number };

/** The person who owns an account. */
export type Owner = {
  readonly userId: string;
  readonly name: string;
  readonly role: 'customer' | 'operator';
  readonly hasTwoFactor: boolean;
  readonly isVerified: boolean;
  readonly sessions: number;
  readonly terms: AcceptedTerms | null;
};

export interface CustomerList {
  /** Looks at a bounded number of accounts. */
  list(search: CustomerSearch): Promise<CustomerPage>;
  owner(accountId: string): Promise<Owner | undefined>;
  /** The owner first. */
  members(accountId: string): Promise<readonly Member[]>;
  /** Whose key it is. */
  accountOfKey(keyId: string): Promise<string | undefined>;
  /** The newest ones, a bounded number. */
  anomalies(): Promise<readonly Anomaly[]>;
}
