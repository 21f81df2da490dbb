/** What each deed does to the books, and what the log says of before and after. */
import { ServiceError } from '../domain/errors.ts';
import { formatCzk, nanos } from '../domain/money.ts';
import type { AccountDeed, Deed, DeedOrder, State } from '../domain/operator.ts';
import type { PlanOffers } from '../domain/plan.ts';
import { lockAccount } from './account-lock.ts';
import { accountFromRow } from './account-store.ts';
import { readBalance } from './balance.ts';
import { type Database, type Sql, text } from './database.ts';
import { createPlanStore } from './plan-store.ts';
import { readPlanVersions, writePlanVersion } from './plan-versions.ts';
import { readPriceVersions, writePriceVersion } from './price-store.ts';
import { lockSettings, readSignUpMode, writeSignUpMode } from './service-settings.ts';
import { createTreasuryStore } from './treasury-store.ts';

export const objectOf = (deed: Deed): string => {
  if ('accountId' in deed) return deed.accountId;
  if (deed.kind === 'price') return deed.model;
  if (deed.kind === 'plan-tokens') return deed.plan;
  return deed.kind === 'sign-up' ? 'service' : deed.object;
};

/** Whoever changes the same thing waits here, so that two with one id cannot both find nothing. */
export const lockFor = (sql: Sql, deed: Deed): Promise<void> =>
  'accountId' in deed ? lockAccount(sql, deed.accountId) : lockSettings(sql);

export async function stateOf(sql: Sql, deed: Deed, atMs: number): Promise<State> {
  if ('accountId' in deed) return deed.kind === 'look' ? {} : accountState(sql, deed, atMs);
  switch (deed.kind) {
    case 'price': {
      const last = (await readPriceVersions(sql)).findLast(({ model }) => model === deed.model);
      return last ? { version: last.id, fromMs: last.fromMs } : {};
    }
    case 'plan-tokens': {
      const last = (await readPlanVersions(sql)).findLast(({ plan }) => plan === deed.plan);
      return last ? { version: last.version, tokens: String(last.tokens), fromMs: last.fromMs } : {};
    }
    case 'sign-up':
      return { mode: await readSignUpMode(sql) };
    default:
      return {};
  }
}

async function accountState(sql: Sql, { accountId }: AccountDeed, atMs: number): Promise<State> {
  const row = await sql.one('SELECT * FROM accounts WHERE id = ?', accountId);
  if (!row) throw new ServiceError('not_found', 'There is no such account.');
  const balance = await readBalance(sql, accountId, atMs);
  const subscription = await sql.one('SELECT plan, next_plan FROM subscriptions WHERE account_id = ?', accountId);
  const tokens = balance.pots.reduce((sum, pot) => (pot.kind === 'credit' ? sum : sum + pot.amount), 0n);
  return {
    status: accountFromRow(row).status,
    creditCzk: formatCzk(balance.credit),
    debtCzk: formatCzk(balance.debt),
    tokens: String(tokens),
    plan: subscription?.plan ?? null,
    nextPlan: subscription?.next_plan ?? null,
  };
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
    default:
      return void atMs;
  }
}

type OnAccount = { readonly deed: AccountDeed; readonly offers: PlanOffers };

async function performOn(db: Database, order: DeedOrder, { deed, offers }: OnAccount): Promise<void> {
  const { actor, reason, atMs } = order;
  const { accountId } = deed;
  const about = { accountId, actor, reason, atMs };
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
      if (deed.plan) return void (await plans.choose({ accountId, plan: deed.plan, actor, atMs }));
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
    case 'end-sessions':
      return endSessions(db.sql, accountId);
    case 'revoke-key':
      return revokeKey(db.sql, { accountId, keyId: deed.keyId, atMs });
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
  if (row) await sql.run('DELETE FROM auth_sessions WHERE user_id = ?', text(row, 'user_id'));
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
