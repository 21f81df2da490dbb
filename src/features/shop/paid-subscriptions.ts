/** Subscriptions that a provider renews. */

import type { PlanId } from '../../core/plan.ts';
import { type Row, type Sql, text } from '../../platform/database/database.ts';
import { isWaiting } from './order-row.ts';
import type { PaidSubscription, SubscriptionChange } from './payment-ports.ts';

const AT_ONCE = 100;

type SubscriptionBeginning = { readonly id: string; readonly order: Row; readonly atMs: number };

/** An account has one: whatever it paid before is replaced, and the provider is asked to end it. */
export async function beginSubscription(sql: Sql, { id, order, atMs }: SubscriptionBeginning): Promise<void> {
  const accountId = text(order, 'account_id');
  await replaceSubscriptions(sql, accountId, id);
  await sql.run(
    `INSERT INTO paid_subscriptions (id, account_id, order_id, plan, status, created_at_ms)
     VALUES (?, ?, ?, ?, 'active', ?) ON CONFLICT (id) DO NOTHING`,
    id,
    accountId,
    text(order, 'id'),
    text(order, 'plan'),
    atMs,
  );
}

/** The provider is to end all but one; all where the account is closed. */
export async function replaceSubscriptions(sql: Sql, accountId: string, exceptId = ''): Promise<void> {
  await sql.run(
    `UPDATE paid_subscriptions SET status = 'replaced' WHERE account_id = ? AND id <> ? AND status IN ('active', 'cancelled')`,
    accountId,
    exceptId,
  );
}

/** The plan of the account then ends with its running period. False where we know no such subscription. */
export async function endSubscription(sql: Sql, id: string): Promise<boolean> {
  const row = await sql.one('SELECT * FROM paid_subscriptions WHERE id = ?', id);
  if (!row) return false;
  await sql.run("UPDATE paid_subscriptions SET status = 'ended' WHERE id = ?", id);
  // One that was replaced does not end what has replaced it.
  if (['active', 'cancelled'].includes(text(row, 'status'))) await stopRenewing(sql, text(row, 'account_id'));
  return true;
}

export async function cancelSubscription(sql: Sql, id: string): Promise<void> {
  const row = await sql.one('SELECT * FROM paid_subscriptions WHERE id = ?', id);
  if (!row) return;
  await sql.run("UPDATE paid_subscriptions SET status = 'cancelled' WHERE id = ? AND status = 'active'", id);
  await stopRenewing(sql, text(row, 'account_id'));
}

/** A change that it takes the place of was never paid, and will not be. */
export async function changeSubscription(sql: Sql, change: SubscriptionChange): Promise<void> {
  const { subscriptionId, orderId, atMs } = change;
  const order = (await sql.one('SELECT * FROM orders WHERE id = ?', orderId))!;
  const accountId = text(order, 'account_id');
  await sql.run(
    `UPDATE orders SET status = 'expired', ended_at_ms = ? WHERE account_id = ? AND provider_subscription = ? AND id <> ?
       AND status = 'open' AND provider_session IS NULL`,
    atMs,
    accountId,
    subscriptionId,
    orderId,
  );
  await sql.run('UPDATE orders SET provider_subscription = ? WHERE id = ?', subscriptionId, orderId);
  const changed = await sql.run(
    "UPDATE paid_subscriptions SET plan = ?, order_id = ? WHERE id = ? AND account_id = ? AND status = 'active'",
    text(order, 'plan'),
    orderId,
    subscriptionId,
    accountId,
  );
  if (changed === 0) return;
  await sql.run(
    'UPDATE subscriptions SET next_plan = ? WHERE account_id = ? AND paid_periods = 0 AND next_plan IS NOT NULL',
    text(order, 'plan'),
    accountId,
  );
}

/** The plan that a subscription renews as, if it is the one that the account has. */
export async function renewsAs(sql: Sql, id: string): Promise<PlanId | undefined> {
  const row = await sql.one(
    "SELECT plan FROM paid_subscriptions WHERE id = ? AND status IN ('active', 'cancelled')",
    id,
  );
  return row && text(row, 'plan');
}

/** Months that are paid for stay. */
const stopRenewing = (sql: Sql, accountId: string): Promise<number> =>
  sql.run(
    `UPDATE subscriptions SET paid_until_ms = NULL, next_plan = CASE WHEN paid_periods > 0 THEN next_plan ELSE NULL END
     WHERE account_id = ? AND paid_periods IS NOT NULL`,
    accountId,
  );

export async function subscriptionOf(sql: Sql, accountId: string): Promise<PaidSubscription | undefined> {
  const row = await sql.one(
    "SELECT * FROM paid_subscriptions WHERE account_id = ? AND status IN ('active', 'cancelled')",
    accountId,
  );
  if (!row) return undefined;
  const status = text(row, 'status') as PaidSubscription['status'];
  return { id: text(row, 'id'), plan: text(row, 'plan'), status };
}

export async function subscriptionsToEnd(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.all("SELECT id FROM paid_subscriptions WHERE status = 'replaced' LIMIT ?", AT_ONCE);
  return rows.map((row) => text(row, 'id'));
}

type Renewal = {
  readonly first: Row;
  readonly invoice: string;
  readonly subscription: string;
  readonly atMs: number;
};

/**
 * The order of another period; one for each invoice. Returns its id. Where the plan was changed, the order of that change
 * is the first that is renewed; otherwise one is made when it is paid.
 */
export async function renewalOrder(sql: Sql, { first, invoice, subscription, atMs }: Renewal): Promise<string> {
  const known = await sql.one('SELECT id FROM orders WHERE provider_invoice = ?', invoice);
  if (known) return text(known, 'id');
  if (isWaiting(first)) {
    await sql.run(
      'UPDATE orders SET provider_invoice = ?, provider_subscription = ? WHERE id = ?',
      invoice,
      subscription,
      text(first, 'id'),
    );
    return text(first, 'id');
  }
  const id = `ord_${invoice}`;
  await sql.run(
    `INSERT INTO orders (id, account_id, kind, offer, method, amount_nanos, currency, plan, status, language, vat_id,
       created_at_ms, expires_at_ms, provider_invoice, provider_subscription, plan_name, every)
     VALUES (?, ?, 'plan', ?, 'stripe', ?, 'CZK', ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    id,
    first.account_id!,
    first.offer!,
    first.amount_nanos!,
    first.plan!,
    first.language!,
    first.vat_id ?? null,
    atMs,
    atMs,
    invoice,
    subscription,
    first.plan_name ?? null,
    first.every ?? null,
  );
  return id;
}
