/** What is for sale. The operator says how much of what for how many crowns; the id stays the same while that does. */
import type { Nanos } from './money.ts';
import type { PlanId } from './plan.ts';

export type Offer = { readonly id: string; readonly amount: Nanos } & Sold;

/** What the buyer gets. */
export type Sold =
  | { readonly kind: 'credit' }
  | { readonly kind: 'package'; readonly tokens: bigint; readonly days: number }
  | { readonly kind: 'plan'; readonly plan: PlanId };

export type PayMethod = 'stripe' | 'bank';

/** Who sells, for receipts and statements. */
export type Seller = {
  readonly name: string;
  readonly address: string;
  readonly companyId: string;
  readonly vatId: string;
};

export type BankAccount = { readonly iban: string; readonly name: string };

/** Everything that can be bought and how. Without a way to pay there is nothing. */
export type Shop = {
  readonly offers: readonly Offer[];
  readonly methods: readonly PayMethod[];
  readonly bank: BankAccount | null;
  readonly seller: Seller | null;
};
