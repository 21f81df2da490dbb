/** What a request can be paid from, at the moment it is admitted. */
import { monthOf } from '../domain/calendar.ts';
import { ServiceError } from '../domain/errors.ts';
import type { HoldOrder } from '../domain/ledger.ts';
import { type Nanos, nanos } from '../domain/money.ts';
import type { Funds } from '../domain/payment.ts';
import type { PlanOffers } from '../domain/plan.ts';
import { bigint, type Row, type Sql, text } from './database.ts';
import { renewPlan } from './plan-store.ts';

/** Expired pots do not count, and a plan period that is due begins now: nobody pays credit because a timer was late. */
export async function fundsOf(sql: Sql, order: HoldOrder, offers: PlanOffers): Promise<Funds> {
  const key = await sql.one(
    `SELECT a.status, a.renews_at_ms, k.limit_nanos, k.limit_window, k.spent_nanos
     FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.id = ?`,
    order.keyId,
  );
  if (!key) throw new Error(`There is no key ${order.keyId}.`);
  if (text(key, 'status') === 'blocked') throw blocked();
  const renewsAtMs = key.renews_at_ms;
  if (renewsAtMs !== null && Number(renewsAtMs) <= order.atMs)
    await renewPlan(sql, order.accountId, { offers, nowMs: order.atMs });
  const pots = await sql.all(
    `SELECT id, kind, balance, held FROM pots
     WHERE account_id = ? AND (expires_at_ms IS NULL OR expires_at_ms > ?) ORDER BY expires_at_ms, id`,
    order.accountId,
    order.atMs,
  );
  const ofKind = (kind: string) => pots.filter((pot) => pot.kind === kind);
  const [credit] = ofKind('credit');
  if (!credit) throw new Error(`Account ${order.accountId} has no credit pot.`);
  const keyAllowance = await allowanceOf(sql, key, order);
  return {
    tokenPots: [...ofKind('plan'), ...ofKind('package')].map((pot) => ({ id: text(pot, 'id'), available: free(pot) })),
    creditPotId: text(credit, 'id'),
    credit: nanos(free(credit)),
    ...(keyAllowance !== undefined && { keyAllowance }),
  };
}

/** What the key's limit leaves, counting what its running requests hold. */
async function allowanceOf(sql: Sql, key: Row, order: HoldOrder): Promise<Nanos | undefined> {
  if (key.limit_nanos === null) return undefined;
  const open = await sql.one(
    "SELECT COALESCE(SUM(held_nanos), 0) AS held FROM requests WHERE key_id = ? AND state = 'open'",
    order.keyId,
  );
  const spent = text(key, 'limit_window') === 'total' ? bigint(key, 'spent_nanos') : await spentInMonth(sql, order);
  const left = bigint(key, 'limit_nanos') - spent - bigint(open!, 'held');
  return nanos(left > 0n ? left : 0n);
}

async function spentInMonth(sql: Sql, order: HoldOrder): Promise<bigint> {
  const row = await sql.one(
    'SELECT spent_nanos FROM key_months WHERE key_id = ? AND month = ?',
    order.keyId,
    monthOf(order.atMs),
  );
  return row ? bigint(row, 'spent_nanos') : 0n;
}

const free = (pot: Row): bigint => bigint(pot, 'balance') - bigint(pot, 'held');

const blocked = (): ServiceError =>
  new ServiceError(
    'account_blocked',
    'This account is blocked because a payment was taken back; please settle the debt.',
  );
