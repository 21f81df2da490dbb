import { invalidField, ServiceError } from '../../core/errors.ts';
import { actorOf } from '../../core/management-token.ts';
import { nanos, parseCzk } from '../../core/money.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { Alerts } from '../../ledger/alert-store.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { LimitAlerts } from '../../ledger/limits/alerts.ts';
import type { AccountLimits } from '../../ledger/limits/store.ts';
import type { Plans } from '../../ledger/plan-store.ts';
import type { Usages } from '../../ledger/usage-hours.ts';
import type { Action } from '../../platform/action-log/action.ts';
import type { ActionBody } from '../../platform/action-log/contract.ts';
import { implement } from '../../platform/api/implement.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AccountKeys, keyToView } from '../keys/index.ts';
import { budgetToView, type MailDomains, type Members, memberToView } from '../organisations/index.ts';
import { billingToView, type Orders, ownedOrderToView, type TopUps, topUpToView } from '../shop/index.ts';
import { requestToView } from '../usage/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { customers } from './contract.ts';
import { findCustomers } from './customer-search.ts';
import type { CustomerCursor, CustomerList } from './customers.ts';
import { customerToView, webhookToView } from './operator-view.ts';

type CustomerStores = {
  readonly customers: CustomerList;
  readonly accounts: Accounts;
  readonly accountKeys: AccountKeys;
  readonly ledger: LedgerReader;
  readonly orders: Orders;
  readonly plans: Plans;
  readonly alerts: Alerts;
  readonly limitAlerts: LimitAlerts;
  readonly limits: Pick<AccountLimits, 'list'>;
  readonly topUps: Pick<TopUps, 'of'>;
  readonly members: Pick<Members, 'budgets'>;
  readonly webhooks: Pick<Webhooks, 'list'>;
  readonly mailDomains: Pick<MailDomains, 'list'>;
  readonly usages: Usages;
};

const PAGE = 50;
const LAST_REQUESTS = 20;
const LAST_ORDERS = 20;
const LAST_ACTIONS = 20;

/** An operator does something to an account. */
type Touched = Pick<OperatorCall, 'operator'> & { readonly params: { readonly id: string }; readonly body: ActionBody };

/** `forget`: a key was revoked, and is read anew at its next use. */
export function customerRoutes(
  platform: Platform,
  { stores, forget }: { readonly stores: CustomerStores; readonly forget: (keyId: string) => void },
): readonly Route[] {
  const { clock, actionLog } = platform;

  async function act({ operator, params, body: { id, reason } }: Touched, action: Action) {
    const about = { id, reason, actor: actorOf(operator), atMs: clock.nowMs() };
    return { action: await actionLog.act({ ...about, action: { ...action, accountId: params.id } }) };
  }

  return implement(customers, {
    list: async ({ query: { search = '', sort = 'newest', after, ...filter } }) => {
      const from = after ? cursorFrom(after) : null;
      const wish = { search, filter, sort, rowsMax: PAGE, nowMs: clock.nowMs(), after: from };
      const { rows, next } = await findCustomers(stores.customers, wish);
      return { customers: rows.map(customerToView), next: next && cursorToText(next) };
    },

    look: ({ params, query }) => customerOf(platform, stores, { accountId: params.id, dayFromMs: query.dayFromMs }),

    credit: (call) => act(call, { kind: call.body.kind, amount: parseCzk(call.body.czk) }),

    package: (call) => {
      const { tokens, expiresAtMs } = call.body;
      if (expiresAtMs <= clock.nowMs()) {
        throw new ServiceError('invalid_request', 'A package must end in the future.', { param: 'expiresAtMs' });
      }
      return act(call, { kind: 'package', tokens: BigInt(tokens), expiresAtMs });
    },

    plan: (call) => act(call, { kind: 'plan', plan: call.body.plan }),

    status: (call) => act(call, { kind: call.body.status === 'suspended' ? 'suspend' : 'resume' }),

    limits: (call) => act(call, { kind: 'limit-account', limits: call.body.limits }),

    endSessions: (call) => act(call, { kind: 'end-sessions' }),

    revokeKey: async (call) => {
      const { keyId } = call.params;
      const done = await act(call, { kind: 'revoke-key', keyId });
      forget(keyId);
      return done;
    },
  });
}

type Looked = { readonly accountId: string; readonly dayFromMs: number };

async function customerOf({ clock, actionLog }: Platform, stores: CustomerStores, { accountId, dayFromMs }: Looked) {
  const account = await stores.accounts.find(accountId);
  if (account?.id !== accountId) throw new ServiceError('not_found', 'There is no such account.');
  const nowMs = clock.nowMs();
  const [balance, plan, alertBelow, limitAlerts, limits] = await Promise.all([
    stores.ledger.balanceOf(accountId, nowMs),
    stores.plans.current(accountId, nowMs),
    stores.alerts.of(accountId),
    stores.limitAlerts.of(accountId),
    stores.limits.list(accountId, nowMs),
  ]);
  const [owner, members, budgets, webhooks, domains, topUp, keys, orders, page, actions] = await Promise.all([
    stores.customers.owner(accountId),
    stores.customers.members(accountId),
    stores.members.budgets(accountId, nowMs),
    stores.webhooks.list(accountId),
    stores.mailDomains.list(accountId),
    stores.topUps.of(accountId, nowMs),
    stores.accountKeys.list(accountId, { nowMs, dayFromMs }),
    stores.orders.listAll({ accountId, rowsMax: LAST_ORDERS }),
    stores.usages.page({ accountId, filter: {}, before: null, rowsMax: LAST_REQUESTS }),
    actionLog.actions({ accountId, rowsMax: LAST_ACTIONS }),
  ]);
  return {
    ...account,
    name: account.name ?? null,
    owner: owner ?? null,
    members: members.map((member) => {
      const budget = budgets.find(({ userId }) => userId === member.userId);
      return { ...memberToView(member), budget: budget ? budgetToView(budget) : null };
    }),
    webhooks: webhooks.map(webhookToView),
    domains,
    billing: billingToView({ balance, plan, alertBelow, limitAlerts, limits }),
    topUp: topUpToView({ ...topUp, limits: null }),
    keys: keys.map(keyToView),
    orders: orders.map(ownedOrderToView),
    requests: page.rows.map(requestToView),
    actions,
  };
}

const cursorToText = ({ createdAtMs, spentMonth, id, email }: CustomerCursor): string =>
  `${createdAtMs}.${spentMonth}.${id}.${email}`;

function cursorFrom(text: string): CustomerCursor {
  const match = /^(\d{1,16})\.(\d{1,19})\.([\w-]{1,100})\.(.{1,400})$/.exec(text);
  if (!match) throw invalidField('after', 'must be the next of an earlier page');
  return {
    createdAtMs: Number(match[1]),
    spentMonth: nanos(BigInt(match[2]!)),
    id: match[3]!,
    email: match[4]!,
  };
}
