import { ServiceError } from '../../domain/errors.ts';
import type { HoldOrder } from '../../domain/ledger.ts';
import { formatCzk, nanos } from '../../domain/money.ts';
import type { HoldPlan } from '../../domain/payment.ts';
import { bigint, type Sql } from '../database.ts';

/** A 402 that explains itself: what is needed, what is there, what running requests hold, and what would fit. */
export async function refusalOf(sql: Sql, order: HoldOrder, plan: HoldPlan & { ok: false }): Promise<ServiceError> {
  const needed = formatCzk(plan.needed);
  const available = formatCzk(plan.available);
  if (plan.limit === 'key') {
    return new ServiceError(
      'key_limit_reached',
      `The credit limit of this API key is reached: the request needs ${needed} CZK, the key may still spend ${available} CZK. Raise the limit in the settings area or use another key.`,
    );
  }
  const row = await sql.one("SELECT held FROM pots WHERE account_id = ? AND kind = 'credit'", order.accountId);
  const held = row ? bigint(row, 'held') : 0n;
  const running = held > 0n ? `, ${formatCzk(nanos(held))} CZK are held by running requests` : '';
  const fits =
    plan.inputTokensThatFit > 0n
      ? ` Its input may be up to ${order.inputTokensMax} tokens; ${plan.inputTokensThatFit} would fit.`
      : '';
  return new ServiceError(
    'insufficient_credit',
    `Your credit is exhausted: this request needs at least ${needed} CZK, ${available} CZK are available${running}. Please top up.${fits}`,
  );
}
