import type { Buyer } from './buyer-contract.ts';

/** A company says so by one of its numbers. A buyer who says nothing is taken for a consumer. */
export const isConsumer = (buyer: Buyer | null | undefined): boolean => !buyer?.companyId && !buyer?.vatId;

export interface Buyers {
  of(accountId: string): Promise<Buyer | undefined>;
  /** `undefined` forgets them. Documents that are written keep what they have. */
  set(change: { readonly accountId: string; readonly buyer: Buyer | undefined; readonly atMs: number }): Promise<void>;
}
