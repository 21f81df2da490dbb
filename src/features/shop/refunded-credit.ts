/**
 * Credit that an operator has paid back. Where it was bought by bank transfer it goes back to those orders, newest first,
 * so that each gets its credit note; what was paid by card is refunded at the provider, which reports it. The rest was
 * never bought, so no invoice has to be corrected.
 */

import { fromHellers, type Nanos, nanos, toHellers } from '../../core/money.ts';
import { createCreditStore } from '../../ledger/credit-store.ts';
import { bigint, type Database, text } from '../../platform/database/database.ts';
import { applyInTurn } from './payment-event-store.ts';
import type { SaleTerms } from './sale-terms.ts';

type Refund = {
  readonly accountId: string;
  readonly amount: Nanos;
  readonly actor: string;
  readonly reason: string;
  readonly atMs: number;
};

/** `id` is that of the action: the same order may be refunded by several. */
export async function refundCredit(
  db: Database,
  refund: Refund,
  { id, ...terms }: SaleTerms & { readonly id: string },
): Promise<void> {
  const { accountId, actor, atMs } = refund;
  const orders = await db.sql.all(
    `SELECT id, amount_nanos, refunded_nanos FROM orders
     WHERE account_id = ? AND method = 'bank' AND kind = 'credit' AND paid_at_ms IS NOT NULL
       AND refunded_nanos < amount_nanos
     ORDER BY paid_at_ms DESC, id`,
    accountId,
  );
  let left: bigint = refund.amount;
  for (const row of orders) {
    const refunded = bigint(row, 'refunded_nanos');
    const part = wholeHellers(smaller(left, bigint(row, 'amount_nanos') - refunded));
    if (part === 0n) break;
    const orderId = text(row, 'id');
    const about = { by: 'refunded-order', orderId, total: nanos(refunded + part) } as const;
    await applyInTurn(
      db.sql,
      { id: `refund-${orderId}-${id}`, kind: 'refund by hand', about },
      { actor, atMs, ...terms },
    );
    left -= part;
  }
  if (left > 0n) await createCreditStore(db).takeBack({ ...refund, amount: nanos(left) });
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** A document has no smaller part. */
const wholeHellers = (amount: bigint): bigint => fromHellers(toHellers(nanos(amount)));
