import type { Nanos } from '../../core/money.ts';
import type { PlanOffers } from '../../core/plan.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Buyer } from './buyer-contract.ts';
import type { Order } from './payment-ports.ts';

/** Writes a sale down, in its transaction; `invoices` ties it. */
type SaleDocuments = {
  /** Returns the number of the invoice. */
  issueInvoice(sql: Sql, order: Order, sale: Sale): Promise<string>;
  /** The buyer on the invoice of an order; null where none is named or there is no invoice. */
  buyerOn(sql: Sql, orderId: string): Promise<Buyer | null>;
  issueCreditNote(sql: Sql, order: Pick<Order, 'id'>, sale: Sale & { readonly returned: Nanos }): Promise<unknown>;
};
type Sale = { readonly atMs: number };

/** The terms of a paid order: what plans have, and how it is written down. */
export type SaleTerms = {
  readonly offers: PlanOffers;
  readonly documents: SaleDocuments;
};
