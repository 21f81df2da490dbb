/** What each action does to the database. */
import { ServiceError } from '../../core/errors.ts';
import type { Cause } from '../../core/ledger.ts';
import { nanos } from '../../core/money.ts';
import { isAboutOrder, settleBankOrder } from '../../features/bank/bank-orders.ts';
import { insertAccount } from '../../features/customers/account-store.ts';
import { insertKey } from '../../features/keys/key-row.ts';
import { changeDomains, isDomainChange } from '../../features/organisations/mail-domain-store.ts';
import { changeMembers, isMemberChange } from '../../features/organisations/member-actions.ts';
import { membersOf } from '../../features/organisations/member-rows.ts';
import type { SaleTerms } from '../../features/shop/order-store.ts';
import { refundCredit } from '../../features/shop/refunded-credit.ts';
import { insertToken, revokeToken } from '../../features/tokens/management-token-store.ts';
import { changeWebhooks, isWebhookChange } from '../../features/webhooks/transactions.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { createCreditStore } from '../../ledger/credit-store.ts';
import { repairLeases } from '../../ledger/lease-repair.ts';
import { setMinuteLimits } from '../../ledger/minute-limit-store.ts';
import { createPlanStore } from '../../ledger/plan-store.ts';
import { undoSweep } from '../../ledger/swept-early.ts';
import type { AccountAction, ActionOrder, OperatorAction } from '../../platform/action-log/operator.ts';
import { nextEventNumber } from '../../platform/database/counter.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import { lockSettings } from '../../platform/database/service-settings.ts';
import { ruleOf } from './service-actions.ts';

/** Who changes the same thing waits here, so that two with one id cannot both find nothing. */
export async function lockFor(sql: Sql, action: OperatorAction): Promise<void> {
  // In the order in which the messages of providers take both, or the two would wait for each other.
  if (isAboutOrder(action) || action.kind === 'refund') await nextEventNumber(sql);
  await ('accountId' in action ? lockAccount(sql, action.accountId) : lockSettings(sql));
}

/** `db` is within the transaction of the action: what the stores do there is part of it. */
export async function perform(db: Database, order: ActionOrder, terms: SaleTerms): Promise<void> {
  const { action } = order;
  if ('accountId' in action) return refusable(() => performOn(db, order, { action, terms }));
  await ruleOf(action).perform?.(db.sql, action, order);
}

type OnAccount = { readonly action: AccountAction; readonly terms: SaleTerms };

async function performOn(db: Database, order: ActionOrder, { action, terms }: OnAccount): Promise<void> {
  const { actor, reason, atMs } = order;
  const { accountId } = action;
  if (isMemberChange(action)) return changeMembers(db.sql, action, { accountId, atMs });
  if (isDomainChange(action)) return changeDomains(db.sql, action, { accountId, atMs });
  if (isWebhookChange(action)) return changeWebhooks(db.sql, action, { accountId, atMs });
  const cause: Cause = `action:${order.id}`;
  const about = { accountId, actor, reason, atMs, cause };
  const credits = createCreditStore(db);
  const plans = createPlanStore(db, terms.offers);
  switch (action.kind) {
    case 'grant':
      return credits.grant({ ...about, amount: action.amount });
    case 'correct':
      return credits.correct({ ...about, amount: action.amount });
    case 'refund':
      return refundCredit(db, { ...about, amount: nanos(action.amount) }, { id: order.id, ...terms });
    case 'package':
      return credits.grantPackage({ ...about, tokens: action.tokens, expiresAtMs: action.expiresAtMs });
    case 'plan':
      if (action.plan) return void (await plans.choose({ accountId, plan: action.plan, actor, atMs, cause }));
      if (await plans.cancel({ accountId, atMs })) return;
      throw new ServiceError('invalid_request', 'This account has no plan.', { param: 'plan' });
    case 'suspend':
      return void (await db.sql.run(
        'UPDATE accounts SET suspended_at_ms = COALESCE(suspended_at_ms, ?) WHERE id = ?',
        atMs,
        accountId,
      ));
    case 'resume':
      return void (await db.sql.run('UPDATE accounts SET suspended_at_ms = NULL WHERE id = ?', accountId));
    case 'minute-limits':
      return setMinuteLimits(db.sql, { ...action, whose: '' });
    case 'undo-sweep':
      return undoSweep(db.sql, about);
    case 'repair-leases':
      return repairLeases(db.sql, accountId);
    case 'end-sessions':
      return endSessions(db.sql, accountId);
    case 'revoke-key':
      return revokeKey(db.sql, { accountId, keyId: action.keyId, atMs });
    case 'confirm-order':
    case 'cancel-order':
      return settleBankOrder(db.sql, action, { actor, atMs, ...terms });
    case 'open-account':
      return insertAccount(db.sql, { id: accountId, email: action.email, status: 'active', createdAtMs: atMs });
    case 'make-key':
      return insertKey(db.sql, action);
    case 'make-token':
      return insertToken(db.sql, action, actor);
    case 'revoke-token':
      return revokeToken(db.sql, action.tokenId, atMs);
    case 'look':
    case 'token-call':
      return requireAccount(db.sql, accountId);
  }
}

async function requireAccount(sql: Sql, accountId: string): Promise<void> {
  const found = await sql.one('SELECT id FROM accounts WHERE id = ?', accountId);
  if (!found) throw new ServiceError('not_found', 'There is no such account.');
}

/** Of all members: an operator who acts on an account does not know whose session it is about. */
async function endSessions(sql: Sql, accountId: string): Promise<void> {
  for (const { userId } of await membersOf(sql, accountId)) {
    await sql.run('DELETE FROM auth_sessions WHERE user_id = ?', userId);
    // Trusted devices and links for a new password: each would open a session again.
    await sql.run('DELETE FROM auth_verifications WHERE value = ?', userId);
  }
}

type KeyEnd = { readonly accountId: string; readonly keyId: string; readonly atMs: number };

async function revokeKey(sql: Sql, { accountId, keyId, atMs }: KeyEnd): Promise<void> {
  const changed = await sql.run(
    'UPDATE api_keys SET revoked_at_ms = COALESCE(revoked_at_ms, ?) WHERE id = ? AND account_id = ?',
    atMs,
    keyId,
    accountId,
  );
  if (changed === 0) throw new ServiceError('not_found', 'This account has no such key.');
}

/** What the ledger refuses is the operator's to read. */
async function refusable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ServiceError('invalid_request', thrown.message, { param: 'czk' });
    throw thrown;
  }
}
