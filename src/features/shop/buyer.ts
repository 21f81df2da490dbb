import type { Buyer } from './buyer-contract.ts';

export interface Buyers {
  of(accountId: string): Promise<Buyer | undefined>;
  /** `undefined` forgets them. Documents that are written keep what they have. */
  set(change: { readonly accountId: string; readonly buyer: Buyer | undefined; readonly atMs: number }): Promise<void>;
}
