/** Customers: finding them, everything about one, and what an operator does to them. */

import { ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { nanos, parseCzk } from '../../core/money.ts';
import type { Accounts, Clock, LedgerReader, Plans, Usages } from '../../core/ports.ts';
import type { AccountKeys, AccountMinuteLimits, Alerts, CreditLimits, TokenLimits } from '../../core/settings-ports.ts';
import type { OrderBody } from '../../platform/action-log/contract.ts';
import type { AccountAction, CustomerCursor, OperatorStore } from '../../platform/action-log/operator.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import type { LimitAlerts } from '../../platform/notices/notice.ts';
import type { CustomerView } from '../../server/api/operator-api.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { keyToView } from '../keys/key-view.ts';
import type { MailDomains } from '../organisations/mail-domain.ts';
import { budgetToView, memberToRow } from '../organisations/member-view.ts';
import type { Members } from '../organisations/members.ts';
import { billingToView, topUpToView } from '../shop/billing-view.ts';
import type { Orders } from '../shop/payment-ports.ts';
import type { TopUps } from '../shop/top-up.ts';
import { requestToRow } from '../usage/usage-view.ts';
import type { Webhooks } from '../webhooks/rules.ts';
import { findCustomers } from './customer-search.ts';
import { actionToView, customerToRow, orderToRow, webhookToRow } from './operator-view.ts';

export type CustomerParts = {
  readonly operatorStore: OperatorStore;
  readonly stores: {
    readonly accounts: Accounts;
    readonly accountKeys: AccountKeys;
    readonly ledger: LedgerReader;
    readonly orders: Orders;
    readonly plans: Plans;
    readonly alerts: Alerts;
    readonly limitAlerts: LimitAlerts;
    readonly creditLimits: CreditLimits;
    readonly minuteLimits: Pick<AccountMinuteLimits, 'of'>;
    readonly tokenLimits: TokenLimits;
    readonly topUps: Pick<TopUps, 'of'>;
    readonly members: Pick<Members, 'budgets'>;
    readonly webhooks: Pick<Webhooks, 'list'>;
    readonly mailDomains: Pick<MailDomains, 'list'>;
    readonly usages: Usages;
  };
  readonly clock: Clock;
  /** A key was revoked: it is read anew at its next use. */
  readonly forget: (keyId: string) => void;
};

const PAGE = 50;
const LAST_REQUESTS = 20;
const LAST_ORDERS = 20;
const LAST_ACTIONS = 20;

export function customerRoutes(parts: CustomerParts): readonly Route[] {
  const { operatorStore, clock, forget } = parts;

  async function act(call: OperatorCall, { id, reason }: OrderBody, action: AccountAction) {
    const order = { id, reason, actor: actorOf(call.operator), atMs: clock.nowMs(), action };
    return { action: actionToView(await operatorStore.act(order)) };
  }
  const accountOf = ({ params }: OperatorCall) => ({ accountId: params.id ?? '' });

  return [
    operatorRoute('GET /api/operator/customers', async (_call, { query: { search = '', sort, after, ...filter } }) => {
      const { rows, next } = await findCustomers(operatorStore, {
        search,
        filter,
        sort: sort ?? 'newest',
        rowsMax: PAGE,
        nowMs: clock.nowMs(),
        after: after ? cursorFrom(after) : null,
      });
      return { customers: rows.map(customerToRow), next: next && cursorToText(next) };
    }),

    operatorRoute('GET /api/operator/customers/{id}', ({ params }, { query }) =>
      customerOf(parts, params.id ?? '', query.dayFromMs),
    ),

    operatorRoute('POST /api/operator/customers/{id}/credit', (call, { body }) =>
      act(call, body, { ...accountOf(call), kind: body.kind, amount: parseCzk(body.czk) }),
    ),

    operatorRoute('POST /api/operator/customers/{id}/package', (call, { body }) => {
      const { tokens, expiresAtMs } = body;
      if (expiresAtMs <= clock.nowMs()) {
        throw new ServiceError('invalid_request', 'A package must end in the future.', { param: 'expiresAtMs' });
      }
      return act(call, body, { ...accountOf(call), kind: 'package', tokens: BigInt(tokens), expiresAtMs });
    }),

    operatorRoute('POST /api/operator/customers/{id}/plan', (call, { body }) =>
      act(call, body, { ...accountOf(call), kind: 'plan', plan: body.plan }),
    ),

    operatorRoute('POST /api/operator/customers/{id}/status', (call, { body }) =>
      act(call, body, { ...accountOf(call), kind: body.status === 'suspended' ? 'suspend' : 'resume' }),
    ),

    operatorRoute('POST /api/operator/customers/{id}/minute-limits', (call, { body }) => {
      const { requestsPerMinute, tokensPerMinute } = body;
      return act(call, body, { ...accountOf(call), kind: 'minute-limits', requestsPerMinute, tokensPerMinute });
    }),

    operatorRoute('POST /api/operator/customers/{id}/sessions/end', (call, { body }) =>
      act(call, body, { ...accountOf(call), kind: 'end-sessions' }),
    ),

    operatorRoute('POST /api/operator/customers/{id}/keys/{keyId}/revoke', async (call, { body }) => {
      const keyId = call.params.keyId ?? '';
      const done = await act(call, body, { ...accountOf(call), kind: 'revoke-key', keyId });
      forget(keyId);
      return done;
    }),
  ];
}

async function customerOf(
  { stores, operatorStore, clock }: CustomerParts,
  accountId: string,
  dayFromMs: number,
): Promise<CustomerView> {
  const account = await stores.accounts.find(accountId);
  if (account?.id !== accountId) throw new ServiceError('not_found', 'There is no such account.');
  const nowMs = clock.nowMs();
  const [balance, plan, alertBelow, limitAlerts, creditLimit, tokenLimit, minuteLimits] = await Promise.all([
    stores.ledger.balanceOf(accountId, nowMs),
    stores.plans.current(accountId, nowMs),
    stores.alerts.of(accountId),
    stores.limitAlerts.of(accountId),
    stores.creditLimits.of(accountId, nowMs),
    stores.tokenLimits.of(accountId, nowMs),
    stores.minuteLimits.of(accountId),
  ]);
  const [owner, members, budgets, webhooks, domains, topUp, keys, orders, page, actions] = await Promise.all([
    operatorStore.owner(accountId),
    operatorStore.members(accountId),
    stores.members.budgets(accountId, nowMs),
    stores.webhooks.list(accountId),
    stores.mailDomains.list(accountId),
    stores.topUps.of(accountId, nowMs),
    stores.accountKeys.list(accountId, { nowMs, dayFromMs }),
    stores.orders.listAll({ accountId, rowsMax: LAST_ORDERS }),
    stores.usages.page({ accountId, filter: {}, before: null, rowsMax: LAST_REQUESTS }),
    operatorStore.actions({ accountId, rowsMax: LAST_ACTIONS }),
  ]);
  return {
    id: account.id,
    email: account.email,
    status: account.status,
    createdAtMs: account.createdAtMs,
    name: account.name ?? null,
    owner: owner ? withoutId(owner) : null,
    members: members.map((member) => {
      const budget = budgets.find(({ userId }) => userId === member.userId);
      return { ...memberToRow(member), budget: budget ? budgetToView(budget) : null };
    }),
    webhooks: webhooks.map(webhookToRow),
    domains: domains.map(({ domain, verifiedAtMs, provider }) => ({ domain, verifiedAtMs, provider })),
    billing: billingToView({ balance, plan, alertBelow, limitAlerts, creditLimit, tokenLimit, minuteLimits }),
    topUp: topUpToView({ ...topUp, limits: null }),
    keys: keys.map(keyToView),
    orders: orders.map(orderToRow),
    requests: page.rows.map(requestToRow),
    actions: actions.map(actionToView),
  };
}

function withoutId<T extends { readonly userId: string }>({ userId: _, ...owner }: T): Omit<T, 'userId'> {
  return owner;
}

const cursorToText = ({ createdAtMs, spentMonth, id, email }: CustomerCursor): string =>
  `${createdAtMs}.${spentMonth}.${id}.${email}`;

function cursorFrom(text: string): CustomerCursor {
  const match = /^(\d{1,16})\.(\d{1,19})\.([\w-]{1,100})\.(.{1,400})$/.exec(text);
  if (!match)
    throw new ServiceError('invalid_request', 'after must be the next of an earlier page.', { param: 'after' });
  return {
    createdAtMs: Number(match[1]),
    spentMonth: nanos(BigInt(match[2]!)),
    id: match[3]!,
    email: match[4]!,
  };
}
