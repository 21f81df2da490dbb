/** `credit grant | correct | refund`, `package grant`, `plan set | cancel`: every one with its reason in the ledger. */

import { formatCzk, nanos, readCzk } from '../../core/money.ts';
import type { PlanChange, PlanId } from '../../core/plan.ts';
import { customers } from '../../features/customers/contract.ts';
import { shop } from '../../features/shop/contract.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { State } from '../../platform/action-log/action.ts';
import { type AccountNeeds, accountOf } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { dateOf, knownPlan, type PlanNeeds, requiredAmount, requiredTokens } from '../../platform/commands/amounts.ts';
import { type Command, type Options, optional, required, UsageError } from '../../platform/commands/command.ts';

type Needs = ActNeeds & AccountNeeds & { readonly stores: { readonly ledger: Pick<LedgerReader, 'balanceOf'> } };

export const creditGrant: Command<Needs> = {
  usage: 'credit grant --account ID|EMAIL --czk CZK [--reason TEXT] [--id ID] [--json]',
  about: 'Adds credit to an account. A repeat with the same --id is booked once.',
  options: ['account', 'czk', 'reason', 'id'],
  does: [customers.credit.name],
  run: async (options, storage) => {
    const account = await accountOf(options, storage);
    const amount = requiredAmount(options, 'czk');
    const reason = optional(options, 'reason') ?? 'granted by the operator';
    const id = grantIdOf(options);
    const { isRepeated } = await act(storage, { kind: 'grant', accountId: account.id, amount }, { reason, id });
    const creditCzk = await creditOf(storage, account.id);
    const grantedCzk = formatCzk(amount);
    const text = isRepeated
      ? `The grant ${id} was booked before and is not booked again; the credit of ${account.email} is ${creditCzk} CZK.`
      : `${grantedCzk} CZK granted to ${account.email}; the credit is now ${creditCzk} CZK.`;
    const repeated = id !== undefined && { grantId: id, repeated: isRepeated };
    return { json: { id: account.id, email: account.email, grantedCzk, creditCzk, ...repeated }, text };
  },
};

export const creditCorrect: Command<Needs> = {
  usage: 'credit correct --account ID|EMAIL --czk=-CZK|CZK --reason TEXT [--json]',
  about: 'Corrects the credit of an account up or down, with a reason.',
  options: ['account', 'czk', 'reason'],
  does: [customers.credit.name],
  run: async (options, storage) => {
    const account = await accountOf(options, storage);
    const amount = requiredAmount(options, 'czk', { isSigned: true });
    await act(storage, { kind: 'correct', accountId: account.id, amount }, { reason: required(options, 'reason') });
    const creditCzk = await creditOf(storage, account.id);
    return {
      json: { id: account.id, email: account.email, correctedCzk: formatCzk(amount), creditCzk },
      text: `The credit of ${account.email} was corrected by ${formatCzk(amount)} CZK and is now ${creditCzk} CZK.`,
    };
  },
};

export const creditRefund: Command<Needs> = {
  usage: 'credit refund --account ID|EMAIL --czk CZK --reason TEXT [--json]',
  about: 'Records that credit was paid back to the customer.',
  options: ['account', 'czk', 'reason'],
  does: [customers.credit.name],
  run: async (options, storage) => {
    const account = await accountOf(options, storage);
    const amount = requiredAmount(options, 'czk');
    const done = await act(
      storage,
      { kind: 'refund', accountId: account.id, amount },
      { reason: required(options, 'reason') },
    );
    const debt = nanos(debtIn(done.after) - debtIn(done.before));
    const creditCzk = await creditOf(storage, account.id);
    const owes =
      debt > 0n ? ` ${formatCzk(debt)} CZK were already spent: they are a debt now and the account is blocked.` : '';
    return {
      json: {
        id: account.id,
        email: account.email,
        refundedCzk: formatCzk(amount),
        debtCzk: formatCzk(debt),
        creditCzk,
      },
      text: `${formatCzk(amount)} CZK taken back from ${account.email}; the credit is now ${creditCzk} CZK.${owes}`,
    };
  },
};

export const packageGrant: Command<Needs> = {
  usage: 'package grant --account ID|EMAIL --tokens N --expires DATE [--reason TEXT] [--json]',
  about: 'Adds a token package to an account.',
  options: ['account', 'tokens', 'expires', 'reason'],
  does: [customers.package.name],
  run: async (options, storage) => {
    const account = await accountOf(options, storage);
    const tokens = requiredTokens(options, 'tokens');
    const expiresAtMs = dateOf(options, 'expires', storage.platform.clock.nowMs());
    if (expiresAtMs === undefined) throw new UsageError('--expires is missing.');
    const reason = optional(options, 'reason') ?? 'granted by the operator';
    await act(storage, { kind: 'package', accountId: account.id, tokens, expiresAtMs }, { reason });
    const expiresAt = new Date(expiresAtMs).toISOString();
    return {
      json: { id: account.id, email: account.email, tokens: Number(tokens), expiresAt },
      text: `A package of ${tokens} tokens for ${account.email}, until ${expiresAt}.`,
    };
  },
};

export const planSet: Command<Needs & PlanNeeds> = {
  usage: 'plan set --account ID|EMAIL --plan ID [--json]',
  about: 'Puts an account on a plan. The period begins now.',
  options: ['account', 'plan'],
  does: [customers.plan.name],
  run: async (options, storage) => {
    const account = await accountOf(options, storage);
    const plan = await knownPlan(options, storage);
    if (!plan) throw new UsageError('--plan is missing.');
    const done = await act(storage, { kind: 'plan', accountId: account.id, plan }, { reason: 'set by the operator' });
    const change = changeIn(plan, done);
    const when = change === 'downgrade' ? 'with the next period' : 'now';
    return {
      json: { id: account.id, email: account.email, plan, change },
      text: `${account.email}: plan ${plan} ${when} (${change}).`,
    };
  },
};

export const planCancel: Command<Needs> = {
  usage: 'plan cancel --account ID|EMAIL [--json]',
  about: 'Ends the plan of an account with its current period.',
  options: ['account'],
  does: [customers.plan.name, shop.cancelPlan.name],
  run: async (options, storage) => {
    const account = await accountOf(options, storage);
    await act(storage, { kind: 'plan', accountId: account.id, plan: null }, { reason: 'cancelled by the operator' });
    return {
      json: { id: account.id, email: account.email, cancelled: true },
      text: `The plan of ${account.email} ends with its running period.`,
    };
  },
};

async function creditOf({ stores, platform: { clock } }: Needs, accountId: string): Promise<string> {
  return formatCzk((await stores.ledger.balanceOf(accountId, clock.nowMs())).credit);
}

const debtIn = (state: State): bigint => readCzk(String(state.debtCzk));

/** The sentence about the wish, by the plan before and after. */
function changeIn(plan: PlanId, { before, after }: { readonly before: State; readonly after: State }): PlanChange {
  if (before.plan === null) return 'subscribe';
  if (before.plan === plan) return 'keep';
  return after.plan === plan ? 'upgrade' : 'downgrade';
}

function grantIdOf(options: Options): string | undefined {
  const id = optional(options, 'id');
  if (id === undefined || /^[\x21-\x7e]{1,200}$/.test(id)) return id;
  throw new UsageError('--id must be 1 to 200 visible ASCII characters without spaces, such as invoice-2026-0017.');
}
