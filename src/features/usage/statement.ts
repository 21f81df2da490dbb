/** A month of an account: opening plus the movements of the credit minus what was charged is closing, exactly. */
import type { PotKind } from '../../core/ledger.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import type { InBoth } from '../../core/plan.ts';
import type { UsageSum } from '../../core/usage.ts';

export type StatementEntry = {
  readonly atMs: number;
  readonly kind: 'grant' | 'correction' | 'refund' | 'debt' | 'expiry';
  readonly pot: PotKind;
  /** Of a plan that gives crowns. */
  readonly unit?: 'CZK';
  readonly label: string;
  /** Of the pot of a plan: as it was called when its period began. */
  readonly planName: InBoth | null;
  readonly reason: string;
  /** What is given was bought with it. */
  readonly order: { readonly id: string; readonly invoice: string } | null;
  /** Nano-crowns where the pot is credit or the unit CZK, tokens otherwise; signed. */
  readonly amount: bigint;
};

/** The ledger's data of a span of time. */
type StatementData = {
  readonly opening: Nanos;
  /** Everything but charges, oldest first. */
  readonly movements: readonly StatementEntry[];
  /** The requests that were charged, by model. */
  readonly usage: readonly (UsageSum & { readonly model: string })[];
  /** The price groups that the account was in, in their order, by name. */
  readonly priceGroups: readonly string[];
};

export type Statement = StatementData & { readonly charged: Nanos; readonly closing: Nanos };

export function closeStatement(data: StatementData): Statement {
  const moved = sum(data.movements.filter(({ pot }) => pot === 'credit').map(({ amount }) => amount));
  const charged = sum(data.usage.map(({ cost }) => cost));
  return { ...data, charged: nanos(charged), closing: nanos(data.opening + moved - charged) };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

export interface Statements {
  /** The ledger's data of a calendar month, all at one moment. `fromMs` is when the month begins. */
  read(month: { readonly accountId: string; readonly fromMs: number; readonly toMs: number }): Promise<StatementData>;
}
