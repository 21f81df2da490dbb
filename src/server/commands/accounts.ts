/** `account create`, `account list`, `account show`. */

import type { ApiKey } from '../../core/api-key.ts';
import type { PotBalance } from '../../core/ledger.ts';
import type { LimitUse } from '../../core/limit.ts';
import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import { customers } from '../../features/customers/contract.ts';
import type { CustomerList } from '../../features/customers/customers.ts';
import type { Keys } from '../../features/keys/keys.ts';
import type { MailDomain, MailDomains } from '../../features/organisations/mail-domain.ts';
import type { MemberBudget, Members } from '../../features/organisations/members.ts';
import type { TopUpState, TopUps } from '../../features/shop/top-up.ts';
import type { Webhook, WebhookDelivery, Webhooks } from '../../features/webhooks/rules.ts';
import type { AccountLine, Accounts } from '../../ledger/accounts.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { AccountLimits } from '../../ledger/limits/store.ts';
import type { PlanStatus, Plans } from '../../ledger/plan-store.ts';
import { limitToView } from '../../platform/api/limit-to-view.ts';
import type { LimitView } from '../../platform/api/limits.ts';
import { type AccountNeeds, accountOf, EMAIL } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { amountOf, knownPlan, type PlanNeeds } from '../../platform/commands/amounts.ts';
import { type Command, required, UsageError } from '../../platform/commands/command.ts';
import { limitLine, limitWords } from '../../platform/commands/limit-words.ts';

type Needs = ActNeeds &
  AccountNeeds &
  PlanNeeds & {
    readonly stores: {
      readonly accounts: Pick<Accounts, 'list'>;
      readonly keys: Pick<Keys, 'list'>;
      readonly ledger: Pick<LedgerReader, 'balanceOf'>;
      readonly plans: Pick<Plans, 'current'>;
      readonly limits: Pick<AccountLimits, 'list'>;
      readonly topUps: Pick<TopUps, 'of'>;
      readonly members: Pick<Members, 'budgets'>;
      readonly webhooks: Pick<Webhooks, 'list'>;
      readonly mailDomains: Pick<MailDomains, 'list'>;
      readonly customers: Pick<CustomerList, 'members'>;
    };
  };

export const accountCreate: Command<Needs> = {
  usage: 'account create --email E [--credit CZK] [--plan ID] [--json]',
  about: 'Creates an account, with credit or a plan if given.',
  options: ['email', 'credit', 'plan'],
  run: async (options, storage) => {
    const { stores, platform } = storage;
    const email = required(options, 'email').toLowerCase();
    if (!EMAIL.test(email)) throw new UsageError(`"${email}" is not an e-mail address.`);
    const credit = amountOf(options, 'credit', { zeroIsNone: true });
    const plan = await knownPlan(options, storage);
    if (await stores.accounts.find(email)) throw new UsageError(`There is already an account for ${email}.`);
    const accountId = platform.ids.next('acc_');
    await act(storage, { kind: 'open-account', accountId, email }, { reason: 'opened by the operator' });
    if (credit) await act(storage, { kind: 'grant', accountId, amount: credit }, { reason: 'opening credit' });
    if (plan) await act(storage, { kind: 'plan', accountId, plan }, { reason: 'opening plan' });
    const creditCzk = formatCzk(credit ?? nanos(0n));
    return {
      json: { id: accountId, email, creditCzk, plan: plan ?? null },
      text: `Account ${accountId} for ${email} with ${creditCzk} CZK of credit${plan ? ` and the plan ${plan}` : ''}.`,
    };
  },
};

export const accountList: Command<Needs> = {
  usage: 'account list [--json]',
  about: 'Lists all accounts with their balance.',
  options: [],
  run: async (_, { stores }) => {
    const found: AccountLine[] = [];
    for (
      let page = await stores.accounts.list('');
      page.length > 0;
      page = await stores.accounts.list(found.at(-1)!.id)
    ) {
      found.push(...page);
    }
    found.sort((one, other) => one.createdAtMs - other.createdAtMs);
    const accounts = found.map(({ id, email, status, createdAtMs, credit, plan }) => ({
      id,
      email,
      status,
      createdAt: new Date(createdAtMs).toISOString(),
      creditCzk: formatCzk(credit),
      plan,
    }));
    const lines = accounts.map(
      ({ id, email, status, creditCzk, plan }) =>
        `${email} (${id}), ${status}: ${creditCzk} CZK${plan ? `, plan ${plan}` : ''}`,
    );
    return { json: { accounts }, text: lines.join('\n') || 'There is no account yet.' };
  },
};

export const accountShow: Command<Needs> = {
  usage: 'account show --account ID|EMAIL [--json]',
  about: 'Shows one account: balance by pot, what is held, its members, keys and their spend.',
  options: ['account'],
  does: [customers.look.name],
  run: async (options, storage) => {
    const { stores, platform } = storage;
    const account = await accountOf(options, storage);
    const nowMs = platform.clock.nowMs();
    const balance = await stores.ledger.balanceOf(account.id, nowMs);
    const plan = await stores.plans.current(account.id, nowMs);
    const limits = await stores.limits.list(account.id, nowMs);
    const topUp = await stores.topUps.of(account.id, nowMs);
    const keys = (await stores.keys.list(account.id)).map((key) => keyToView(key, limitsIn(limits, key.id)));
    const budgets = await stores.members.budgets(account.id, nowMs);
    const members = (await stores.customers.members(account.id)).map(({ userId, email, role }) => ({
      email,
      role,
      ...budgetToView(budgets.find((one) => one.userId === userId)),
    }));
    const webhooks = (await stores.webhooks.list(account.id)).map(webhookToView);
    const domains = (await stores.mailDomains.list(account.id)).map(domainToView);
    const json = {
      id: account.id,
      email: account.email,
      status: account.status,
      creditCzk: formatCzk(balance.credit),
      heldCzk: formatCzk(balance.held),
      spendCzk: formatCzk(balance.spent),
      debtCzk: formatCzk(balance.debt),
      plan: plan ? { plan: plan.plan, nextPlan: plan.nextPlan, endsAt: new Date(plan.endsAtMs).toISOString() } : null,
      limits: limitsIn(limits, account.id),
      pots: balance.pots.map(potToView),
      topUp: topUpToView(topUp),
      members,
      webhooks,
      domains,
      keys,
    };
    const lines = [
      `${account.email} (${account.id}), ${account.status}`,
      ...(plan ? [planLine(plan)] : []),
      ...balance.pots.map(potLine),
      `spent ${json.spendCzk} CZK of credit${balance.debt > 0n ? `, owes ${json.debtCzk} CZK` : ''}`,
      ...json.limits.map(limitLine),
      ...topUpLines(topUp),
      ...members.map(memberLine),
      ...webhooks.map(webhookLine),
      ...domains.map(domainLine),
      ...keys.map(keyLine),
    ];
    return { json, text: lines.join('\n') };
  },
};

const limitsIn = (limits: readonly LimitUse[], ownerId: string): readonly LimitView[] =>
  limits.filter((limit) => limit.ownerId === ownerId).map(limitToView);

const budgetToView = (budget: MemberBudget | undefined) => ({
  limits: (budget?.limits ?? []).map(limitToView),
  monthSpendCzk: formatCzk(budget?.spent ?? nanos(0n)),
  monthUsedTokens: Number(budget?.used ?? 0n),
});

type MemberJson = ReturnType<typeof budgetToView> & { readonly email: string; readonly role: string };

const memberLine = ({ email, role, limits }: MemberJson): string =>
  [`${role} ${email}`, ...limits.map(limitLine)].join(', ');

type DeliveredWebhook = Webhook & { readonly deliveries: readonly WebhookDelivery[] };

const webhookToView = ({ id, url, events, disabledAtMs, deliveries }: DeliveredWebhook) => ({
  id,
  url,
  events,
  disabledAt: disabledAtMs === null ? null : new Date(disabledAtMs).toISOString(),
  lastFailure: deliveries.find(({ problem }) => problem !== null)?.problem ?? null,
});

const webhookLine = ({ url, disabledAt, lastFailure }: ReturnType<typeof webhookToView>): string =>
  `webhook ${url}${disabledAt ? `, disabled since ${disabledAt}` : ''}${lastFailure ? `, last failure: ${lastFailure}` : ''}`;

const domainToView = ({ domain, verifiedAtMs, provider }: MailDomain) => ({
  domain,
  verifiedAt: verifiedAtMs === null ? null : new Date(verifiedAtMs).toISOString(),
  provider: provider && { issuer: provider.issuer, enabled: provider.isEnabled, required: provider.isRequired },
});

function domainLine({ domain, verifiedAt, provider }: ReturnType<typeof domainToView>): string {
  const state = `${provider?.enabled ? '' : ', disabled'}${provider?.required ? ', required' : ''}`;
  const signIn = provider ? `, sign-in at ${provider.issuer}${state}` : '';
  return `mail domain ${domain}${verifiedAt ? '' : ', not verified'}${signIn}`;
}

/** Null where the account has no rule. */
const topUpToView = ({ rule, card, monthUsed, failure }: TopUpState) =>
  rule && {
    on: rule.isOn,
    belowCzk: formatCzk(rule.below),
    amountCzk: formatCzk(rule.amount),
    monthMaxCzk: formatCzk(rule.monthMax),
    monthUsedCzk: formatCzk(monthUsed),
    card: card && `${card.brand} ${card.last4}`,
    failure: failure?.why ?? null,
    paused: failure !== null && failure.pausedAtMs !== null,
  };

function topUpLines(state: TopUpState): readonly string[] {
  const topUp = topUpToView(state);
  if (!topUp) return [];
  const how = topUp.on ? (topUp.paused ? 'paused' : 'on') : 'off';
  const failure = topUp.failure ? `, last failure: ${topUp.failure}` : '';
  const month = `${topUp.monthUsedCzk} of ${topUp.monthMaxCzk} CZK this month`;
  return [`automatic top-up ${how}: ${topUp.amountCzk} CZK below ${topUp.belowCzk} CZK, ${month}${failure}`];
}

const keyToView = (key: ApiKey & { readonly spent: Nanos }, limits: readonly LimitView[]) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  spendCzk: formatCzk(key.spent),
  limits,
  expiresAt: key.expiresAtMs === undefined ? null : new Date(key.expiresAtMs).toISOString(),
  revoked: key.revokedAtMs !== undefined,
});

function keyLine(key: ReturnType<typeof keyToView>): string {
  const limits = key.limits.map((limit) => `, at most ${limitWords(limit)}`).join('');
  const ends = key.expiresAt ? `, expires ${key.expiresAt}` : '';
  return `key ${key.id} "${key.name}" …${key.hint}${key.revoked ? ' (revoked)' : ''}: spent ${key.spendCzk} CZK${limits}${ends}`;
}

function planLine({ plan, nextPlan, endsAtMs }: PlanStatus): string {
  const next = nextPlan === plan ? 'then again' : nextPlan ? `then ${nextPlan}` : 'then none: it was cancelled';
  return `plan ${plan} until ${new Date(endsAtMs).toISOString()}, ${next}`;
}

function potToView(pot: PotBalance): object {
  const expiresAt = pot.expiresAtMs === undefined ? null : new Date(pot.expiresAtMs).toISOString();
  if (pot.kind === 'credit') {
    return { kind: pot.kind, creditCzk: formatCzk(nanos(pot.amount)), heldCzk: formatCzk(nanos(pot.held)) };
  }
  if (pot.unit === 'CZK') {
    const amounts = { czk: formatCzk(nanos(pot.amount)), heldCzk: formatCzk(nanos(pot.held)) };
    return { kind: pot.kind, name: pot.label, ...amounts, expiresAt };
  }
  return { kind: pot.kind, name: pot.label, tokens: Number(pot.amount), heldTokens: Number(pot.held), expiresAt };
}

function potLine(pot: PotBalance): string {
  if (pot.kind === 'credit') {
    return `credit ${formatCzk(nanos(pot.amount))} CZK, of which ${formatCzk(nanos(pot.held))} CZK are held by running requests`;
  }
  const until = new Date(pot.expiresAtMs ?? 0).toISOString();
  const written = (amount: bigint) => (pot.unit === 'CZK' ? `${formatCzk(nanos(amount))} CZK` : `${amount} tokens`);
  return `${pot.kind} ${pot.label}: ${written(pot.amount)} until ${until}, of which ${written(pot.held)} are held by running requests`;
}
