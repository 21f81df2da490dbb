/** Subscriptions that a provider renews. */
import type { PaidSubscription } from '../domain/payment-ports.ts';
import type { PlanId } from '../domain/plan.ts';
import { type Row, type Sql, text } from './database.ts';

const AT_ONCE = 100;

export type SubscriptionBeginning = { readonly id: string; readonly order: Row; readonly atMs: number };

/** An account has one: whatever it paid before is replaced, and the provider is told to end it. */
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

const stopRenewing = (sql: Sql, accountId: string): Promise<number> =>
  sql.run('UPDATE subscriptions SET next_plan = NULL WHERE account_id = ? AND paid_periods = 0', accountId);

export async function subscriptionOf(sql: Sql, accountId: string): Promise<PaidSubscription | undefined> {
  const row = await sql.one(
    "SELECT * FROM paid_subscriptions WHERE account_id = ? AND status IN ('active', 'cancelled')",
    accountId,
  );
  if (!row) return undefined;
  const status = text(row, 'status') as PaidSubscription['status'];
  return { id: text(row, 'id'), plan: text(row, 'plan') as PlanId, status };
}

export async function subscriptionsToEnd(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.all("SELECT id FROM paid_subscriptions WHERE status = 'replaced' LIMIT ?", AT_ONCE);
  return rows.map((row) => text(row, 'id'));
}

export type Renewal = {
  readonly first: Row;
  readonly invoice: string;
  readonly subscription: string;
  readonly atMs: number;
};

/** The order of another period, made when it is paid; one for each invoice. Returns its id. */
export async function renewalOrder(sql: Sql, { first, invoice, subscription, atMs }: Renewal): Promise<string> {
  const id = `ord_${invoice}`;
  await sql.run(
    `INSERT INTO orders (id, account_id, kind, offer, method, amount_nanos, currency, plan, status, language, vat_id,
       created_at_ms, expires_at_ms, provider_invoice, provider_subscription)
     VALUES (?, ?, 'plan', ?, 'stripe', ?, 'CZK', ?, 'open', ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
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
  );
  return id;
}
