import type { Buyer } from './buyer-contract.ts';
import type { VatCheck } from './vat-check.ts';

/** A company says so by one of its numbers. A buyer who says nothing is taken for a consumer. */
export const isConsumer = (buyer: Buyer | null | undefined): boolean => !buyer?.companyId && !buyer?.vatId;

export interface Buyers {
  of(accountId: string): Promise<Buyer | undefined>;
  /** `undefined` forgets them, with what VIES has said. Documents that are written keep what they have. */
  set(change: { readonly accountId: string; readonly buyer: Buyer | undefined; readonly atMs: number }): Promise<void>;
  /** The last answer of VIES about the VAT id that the buyer has now. */
  checkOf(accountId: string): Promise<VatCheck | null>;
  /** Kept only while the buyer has this VAT id. */
  keepCheck(accountId: string, check: VatCheck): Promise<void>;
}
