/** The export of an account: everything that is kept of it, for its owner. */
import type { PotBalance } from '../../core/ledger.ts';
import type { LimitUse } from '../../core/limit.ts';
import type { Nanos, Price } from '../../core/money.ts';
import type { Period } from '../../core/plan.ts';
import type { MailDomain } from '../organisations/index.ts';
import type { Buyer, Order, TopUpState, VatCheck, Withdrawal } from '../shop/index.ts';
import type { StatementEntry } from '../usage/index.ts';
import type { Webhook } from '../webhooks/index.ts';
import type { AcceptedTerms } from './customers.ts';

export type ExportAbout = {
  /** Also those that have ended. */
  readonly pots: readonly PotBalance[];
  readonly periods: readonly Period[];
  readonly debts: readonly {
    readonly atMs: number;
    readonly amount: Nanos;
    readonly repaid: Nanos;
    readonly reason: string;
  }[];
  /** Those of the whole account. */
  readonly limits: readonly LimitUse[];
  readonly buyer: Buyer | null;
  /** The terms that the owner has accepted when signing up. */
  readonly terms: AcceptedTerms | null;
  /** The answer of VIES about the VAT id. */
  readonly vatCheck: VatCheck | null;
  /** Orders that were withdrawn from, oldest first. */
  readonly withdrawals: readonly Withdrawal[];
  readonly topUp: TopUpState;
  readonly mailDomains: readonly MailDomain[];
  readonly webhooks: readonly Webhook[];
  /** Oldest first. */
  readonly orders: readonly Order[];
  /** Every version that a request may name. */
  readonly prices: readonly {
    readonly id: string;
    readonly model: string;
    readonly fromMs: number;
    readonly price: Price;
  }[];
};

/** An entry of the ledger that is no charge. Charges are with their requests. */
export type ExportEntry = Omit<StatementEntry, 'label' | 'planName' | 'order'> & {
  readonly seq: number;
  readonly potId: string;
};

/** Everything of an account, for its owner to take away. */
export interface Exports {
  about(accountId: string, nowMs: number): Promise<ExportAbout>;
  /** Entries that are no charges, oldest first, after the given one; a bounded number at a time. */
  movements(accountId: string, after: Pick<ExportEntry, 'atMs' | 'seq'> | null): Promise<readonly ExportEntry[]>;
}
