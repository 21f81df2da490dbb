/** What the log says of an action: what it is about, what was wanted, and what was there before and after. */
import { ServiceError } from '../../core/errors.ts';
import { formatCzk } from '../../core/money.ts';
import { isAboutOrder } from '../../features/bank/bank-orders.ts';
import { accountFromRow } from '../../features/customers/account-store.ts';
import { domainDetails, domainState, isDomainChange } from '../../features/organisations/mail-domain-store.ts';
import {
  isMemberChange,
  detailsOf as memberDetails,
  memberState,
} from '../../features/organisations/member-actions.ts';
import { isWebhookChange, webhookDetails, webhookState } from '../../features/webhooks/transactions.ts';
import { readBalance } from '../../ledger/balance.ts';
import { wrongLeasesOf } from '../../ledger/lease-repair.ts';
import { limitsIn } from '../../ledger/minute-limit-store.ts';
import { stateToJson } from '../../platform/action-log/action-log.ts';
import type { AccountAction, LoggedAction, OperatorAction, State } from '../../platform/action-log/operator.ts';
import type { Sql } from '../../platform/database/database.ts';
import { ruleOf } from './service-actions.ts';

export const objectOf = (action: OperatorAction): string =>
  'accountId' in action ? action.accountId : ruleOf(action).object(action);

/** As it is written down. What a secret could be found by is not written. */
export const wantedBy = (action: OperatorAction): State =>
  JSON.parse(stateToJson({ kind: action.kind, ...detailsOf(action) })) as State;

function detailsOf(action: OperatorAction): object {
  if ('accountId' in action && isMemberChange(action)) {
    const { accountId: _, ...change } = action;
    return memberDetails(change);
  }
  if ('accountId' in action && isDomainChange(action)) return domainDetails(action);
  if ('accountId' in action && isWebhookChange(action)) return webhookDetails(action);
  if (action.kind === 'make-key') {
    const { name, expiresAtMs, allowedModels, allowedRanges, limit, tokenLimit } = action.key;
    const { requestsPerMinute, tokensPerMinute } = action.key;
    const limits = { limit, tokenLimit, requestsPerMinute, tokensPerMinute };
    return { name, expiresAtMs, allowedModels, allowedRanges, ...limits };
  }
  if (action.kind === 'make-token') {
    const { id, area, name, scopes, expiresAtMs } = action.token;
    return { token: id, area, name, scopes, expiresAtMs };
  }
  const details = 'accountId' in action ? undefined : ruleOf(action).details?.(action);
  if (details) return details;
  const { kind: _, accountId: __, result: ___, ...all } = { accountId: '', result: undefined, ...action };
  return all;
}

/** Whether an action is the one that was done before under its id. */
export function isSameAction(earlier: LoggedAction, action: OperatorAction): boolean {
  // From when something holds may have been counted from the moment of the asking.
  const asked = (state: State) => JSON.stringify({ ...state, fromMs: 0 });
  const accountId = 'accountId' in action ? action.accountId : null;
  return earlier.accountId === accountId && asked(earlier.wanted) === asked(wantedBy(action));
}

export async function stateOf(sql: Sql, action: OperatorAction, atMs: number): Promise<State> {
  if ('accountId' in action) return changesNothing(action) ? {} : accountState(sql, action, atMs);
  return (await ruleOf(action).state?.(sql, action)) ?? {};
}

const changesNothing = ({ kind }: AccountAction): boolean => kind === 'look' || kind === 'token-call';

async function accountState(sql: Sql, action: AccountAction, atMs: number): Promise<State> {
  const { accountId } = action;
  if (isMemberChange(action)) return memberState(sql, action, { accountId });
  if (isDomainChange(action)) return domainState(sql, action);
  if (isWebhookChange(action)) return webhookState(sql, action, accountId);
  const row = await sql.one('SELECT * FROM accounts WHERE id = ?', accountId);
  if (!row && action.kind === 'open-account') return {};
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
    ...(action.kind === 'minute-limits' && limitsIn(row, '')),
    ...(await detailState(sql, action)),
  };
}

async function detailState(sql: Sql, action: AccountAction): Promise<State> {
  if (action.kind === 'repair-leases') return wrongLeasesOf(sql, action.accountId);
  if (isAboutOrder(action)) {
    const order = await sql.one('SELECT status, invoice_number FROM orders WHERE id = ?', action.orderId);
    return order ? { order: order.status, invoice: order.invoice_number } : {};
  }
  if (action.kind !== 'make-key') return {};
  const key = await sql.one('SELECT id, hint FROM api_keys WHERE id = ?', action.key.id);
  return { key: key?.id ?? null, ...(key && { hint: key.hint }) };
}
