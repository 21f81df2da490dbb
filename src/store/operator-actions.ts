/** What each deed does to the books. */
import { ServiceError } from '../domain/errors.ts';
import type { Cause } from '../domain/ledger.ts';
import { nanos } from '../domain/money.ts';
import type { AccountDeed, Deed, DeedOrder } from '../domain/operator.ts';
import type { PlanOffers } from '../domain/plan.ts';
import { lockAccount } from './account-lock.ts';
import { insertAccount } from './account-store.ts';
import { isAboutOrder, settleBankOrder } from './bank-orders.ts';
import { nextEventNumber } from './counter.ts';
import { type Database, type Sql, text } from './database.ts';
import { insertInvitation } from './invitation-store.ts';
import { insertKey } from './key-row.ts';
import { createPlanStore } from './plan-store.ts';
import { writePlanVersion } from './plan-versions.ts';
import { writePriceVersion } from './price-store.ts';
import { lockSettings, writeSignUpMode } from './service-settings.ts';
import { undoSweep } from './swept-early.ts';
import { createTreasuryStore } from './treasury-store.ts';
import { addVoucher, revokeVoucher } from './voucher-store.ts';

/** Whoever changes the same thing waits here, so that two with one id cannot both find nothing. */
export async function lockFor(sql: Sql, deed: Deed): Promise<void> {
  // In the order in which the messages of providers take both, or the two would wait for each other.
  if (isAboutOrder(deed)) await nextEventNumber(sql);
  await ('accountId' in deed ? lockAccount(sql, deed.accountId) : lockSettings(sql));
}

/** `db` is within the transaction of the deed: what the stores do there is part of it. */
export async function perform(db: Database, order: DeedOrder, offers: PlanOffers): Promise<void> {
  const { deed, actor, atMs } = order;
  if ('accountId' in deed) return refusable(() => performOn(db, order, { deed, offers }));
  switch (deed.kind) {
    case 'price':
      return void (await writePriceVersion(db.sql, { ...deed, actor }));
    case 'plan-tokens':
      return writePlanVersion(db.sql, { ...deed, actor });
    case 'sign-up':
      return writeSignUpMode(db.sql, deed.mode);
    case 'voucher':
      return addVoucher(db.sql, deed.voucher, deed.fingerprint);
    case 'revoke-voucher':
      if (await revokeVoucher(db.sql, deed.voucherId, atMs)) return;
      throw new ServiceError('not_found', 'There is no such voucher.');
    case 'invite':
      return insertInvitation(db.sql, deed.invitation);
    default:
      return;
  }
}

type OnAccount = { readonly deed: AccountDeed; readonly offers: PlanOffers };

async function performOn(db: Database, order: DeedOrder, { deed, offers }: OnAccount): Promise<void> {
  const { actor, reason, atMs } = order;
  const { accountId } = deed;
  const cause: Cause = `action:${order.id}`;
  const about = { accountId, actor, reason, atMs, cause };
  const treasury = createTreasuryStore(db);
  const plans = createPlanStore(db, offers);
  switch (deed.kind) {
    case 'grant':
      return treasury.grant({ ...about, amount: deed.amount });
    case 'correct':
      return treasury.correct({ ...about, amount: deed.amount });
    case 'refund':
      return void (await treasury.takeBack({ ...about, amount: nanos(deed.amount) }));
    case 'package':
      return treasury.grantPackage({ ...about, tokens: deed.tokens, expiresAtMs: deed.expiresAtMs });
    case 'plan':
      if (deed.plan) return void (await plans.choose({ accountId, plan: deed.plan, actor, atMs, cause }));
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
    case 'undo-sweep':
      return undoSweep(db.sql, about);
    case 'end-sessions':
      return endSessions(db.sql, accountId);
    case 'revoke-key':
      return revokeKey(db.sql, { accountId, keyId: deed.keyId, atMs });
    case 'confirm-order':
    case 'cancel-order':
      return settleBankOrder(db.sql, deed, { actor, atMs, offers });
    case 'open-account':
      return insertAccount(db.sql, { id: accountId, email: deed.email, status: 'active', createdAtMs: atMs });
    case 'make-key':
      return insertKey(db.sql, deed);
    case 'look':
      return requireAccount(db.sql, accountId);
  }
}

async function requireAccount(sql: Sql, accountId: string): Promise<void> {
  const found = await sql.one('SELECT id FROM accounts WHERE id = ?', accountId);
  if (!found) throw new ServiceError('not_found', 'There is no such account.');
}

async function endSessions(sql: Sql, accountId: string): Promise<void> {
  const row = await sql.one('SELECT user_id FROM accounts WHERE id = ? AND user_id IS NOT NULL', accountId);
  if (!row) return;
  const userId = text(row, 'user_id');
  await sql.run('DELETE FROM auth_sessions WHERE user_id = ?', userId);
  // Trusted devices and links for a new password: each would open a session again.
  await sql.run('DELETE FROM auth_verifications WHERE value = ?', userId);
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

/** What the books refuse is the operator's to read. */
async function refusable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ServiceError('invalid_request', thrown.message, { param: 'czk' });
    throw thrown;
  }
}
