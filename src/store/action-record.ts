/** What the log says of a deed: what it is about, what was wanted, and what was there before and after. */
import { ServiceError } from '../domain/errors.ts';
import { formatCzk } from '../domain/money.ts';
import type { AccountDeed, Deed, OperatorAction, State } from '../domain/operator.ts';
import { accountFromRow } from './account-store.ts';
import { readBalance } from './balance.ts';
import { isAboutOrder } from './bank-orders.ts';
import type { Sql } from './database.ts';
import { readPlanVersions } from './plan-versions.ts';
import { readPriceVersions } from './price-store.ts';
import { readSignUpMode } from './service-settings.ts';

export function objectOf(deed: Deed): string {
  if ('accountId' in deed) return deed.accountId;
  switch (deed.kind) {
    case 'price':
      return deed.model;
    case 'plan-tokens':
      return deed.plan;
    case 'sign-up':
      return 'service';
    case 'voucher':
      return deed.voucher.id;
    case 'revoke-voucher':
      return deed.voucherId;
    case 'invite':
      return deed.invitation.id;
    default:
      return deed.object;
  }
}

/** As it is written down: bigger numbers are texts there. What a secret could be found by is not written. */
export const wantedBy = (deed: Deed): State =>
  JSON.parse(
    JSON.stringify({ kind: deed.kind, ...detailsOf(deed) }, (_name, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ) as State;

function detailsOf(deed: Deed): object {
  switch (deed.kind) {
    case 'voucher': {
      const { gift, usesMax, note, expiresAtMs } = deed.voucher;
      return { gift, usesMax, note, expiresAtMs };
    }
    case 'invite': {
      const { role, email, expiresAtMs } = deed.invitation;
      return { role, email, expiresAtMs };
    }
    case 'make-key': {
      const { name, expiresAtMs, allowedModels, allowedRanges, limit } = deed.key;
      return { name, expiresAtMs, allowedModels, allowedRanges, limit };
    }
    default: {
      const { kind: _, accountId: __, result: ___, ...details } = { accountId: '', result: undefined, ...deed };
      return details;
    }
  }
}

/** Whether a deed is the one that was done before under its id. */
export function isSameDeed(earlier: OperatorAction, deed: Deed): boolean {
  // From when something holds may have been counted from the moment of the asking.
  const asked = (state: State) => JSON.stringify({ ...state, fromMs: 0 });
  const accountId = 'accountId' in deed ? deed.accountId : null;
  return earlier.accountId === accountId && asked(earlier.wanted) === asked(wantedBy(deed));
}

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
    case 'voucher':
    case 'revoke-voucher': {
      const row = await sql.one('SELECT * FROM vouchers WHERE id = ?', objectOf(deed));
      return row
        ? { voucher: row.id, hint: row.hint, uses: Number(row.uses), revoked: row.revoked_at_ms !== null }
        : {};
    }
    default:
      return {};
  }
}

async function accountState(sql: Sql, deed: AccountDeed, atMs: number): Promise<State> {
  const { accountId } = deed;
  const row = await sql.one('SELECT * FROM accounts WHERE id = ?', accountId);
  if (!row && deed.kind === 'open-account') return {};
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
    ...(await detailState(sql, deed)),
  };
}

async function detailState(sql: Sql, deed: AccountDeed): Promise<State> {
  if (isAboutOrder(deed)) {
    const order = await sql.one('SELECT status, invoice_number FROM orders WHERE id = ?', deed.orderId);
    return order ? { order: order.status, invoice: order.invoice_number } : {};
  }
  if (deed.kind !== 'make-key') return {};
  const key = await sql.one('SELECT id, hint FROM api_keys WHERE id = ?', deed.key.id);
  return { key: key?.id ?? null, ...(key && { hint: key.hint }) };
}
