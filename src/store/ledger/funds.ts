/** What a request can be paid from, at the moment it is admitted. */
import type { KeyLimit } from '../../domain/api-key.ts';
import { ServiceError } from '../../domain/errors.ts';
import { type HoldOrder, leftOf } from '../../domain/ledger.ts';
import { type Nanos, nanos } from '../../domain/money.ts';
import type { Funds } from '../../domain/payment.ts';
import type { PlanOffers } from '../../domain/plan.ts';
import { bigint, type Row, type Sql, text } from '../database.ts';
import { lockAccount, readLocked } from './account-lock.ts';
import { takenByKey } from './key-funds.ts';
import { renewPlan } from './plan-store.ts';

/**
 * Locks the account and finds what it has. Expired pots do not count, and a plan period that is due begins now: nobody
 * pays credit because a timer was late.
 */
export async function lockFunds(sql: Sql, order: HoldOrder, offers: PlanOffers): Promise<Funds> {
  let pots = await readLocked(
    sql,
    () => lockAccount(sql, order.accountId),
    () => potsOf(sql, order),
  );
  if (isRenewalDue(pots[0]!, order)) {
    await renewPlan(sql, order.accountId, { offers, nowMs: order.atMs });
    pots = await potsOf(sql, order);
  }
  const ofKind = (kind: string) => pots.filter((pot) => pot.kind === kind);
  const [credit] = ofKind('credit');
  if (!credit) throw new Error(`Account ${order.accountId} has no credit pot.`);
  const keyAllowance = await allowanceOf(sql, credit, order);
  return {
    tokenPots: [...ofKind('plan'), ...ofKind('package')].map((pot) => ({ id: text(pot, 'id'), available: free(pot) })),
    creditPotId: text(credit, 'id'),
    credit: nanos(free(credit)),
    ...(keyAllowance !== undefined && { keyAllowance }),
  };
}

/**
 * Everything that a hold is decided by, in one statement: the usable pots, each with the account and the key beside it.
 * Whoever may run beside us must lock the pots here, and nothing else: settlements take the pots before the rest.
 */
async function potsOf(sql: Sql, order: HoldOrder): Promise<readonly Row[]> {
  const pots = await sql.all(
    `SELECT p.id, p.kind, p.balance, p.held, a.status, a.suspended_at_ms, a.renews_at_ms, k.limit_nanos, k.limit_window
     FROM api_keys k JOIN accounts a ON a.id = k.account_id JOIN pots p ON p.account_id = a.id
     WHERE k.id = ? AND (p.expires_at_ms IS NULL OR p.expires_at_ms > ?) ORDER BY p.expires_at_ms, p.id`,
    order.keyId,
    order.atMs,
  );
  if (pots.length === 0) throw new Error(`There is no key ${order.keyId}, or its account has no pots.`);
  if (pots[0]!.suspended_at_ms !== null) throw suspended();
  if (pots[0]!.status === 'blocked') throw blocked();
  if (pots[0]!.status === 'closed') throw new ServiceError('account_blocked', 'This account is closed.');
  return pots;
}

const isRenewalDue = ({ renews_at_ms: dueMs }: Row, { atMs }: HoldOrder): boolean =>
  dueMs !== null && Number(dueMs) <= atMs;

/** What the key's limit leaves, counting what its running requests hold. */
async function allowanceOf(sql: Sql, key: Row, about: HoldOrder): Promise<Nanos | undefined> {
  if (key.limit_nanos === null) return undefined;
  const amount = nanos(bigint(key, 'limit_nanos'));
  const window = text(key, 'limit_window') as KeyLimit['window'];
  return leftOf({ amount, ...(await takenByKey(sql, window, about)) });
}

const free = (pot: Row): bigint => bigint(pot, 'balance') - bigint(pot, 'held');

const blocked = (): ServiceError =>
  new ServiceError(
    'account_blocked',
    'This account is blocked because a payment was taken back; please settle the debt.',
  );

const suspended = (): ServiceError =>
  new ServiceError('account_blocked', 'The operator of this service has suspended this account; please contact them.');
