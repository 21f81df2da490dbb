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

/** Who sells, for documents. An empty text is a field that the operator has left out. */
export type Seller = {
  readonly name: string;
  readonly address: { readonly street: string; readonly postalCode: string; readonly city: string };
  /** IČO. */
  readonly companyId: string;
  /** DIČ. */
  readonly vatId: string;
  /** Where the company is registered: a court and a file number, or a trade office. */
  readonly register: string;
  readonly isVatPayer: boolean;
  /** In percent. */
  readonly vatRate: number;
  /** What numbers of documents begin with. */
  readonly series: { readonly invoice: string; readonly creditNote: string };
};

/** On one line. */
export const addressOf = ({ address: { street, postalCode, city } }: Pick<Seller, 'address'>): string =>
  [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');

export type BankAccount = { readonly iban: string; readonly name: string };

/** Everything that can be bought and how. Without a way to pay there is nothing. */
export type Shop = {
  readonly offers: readonly Offer[];
  readonly methods: readonly PayMethod[];
  readonly bank: BankAccount | null;
  readonly seller: Seller | null;
};
