/** The balance, plan, limits and alerts of an account, as the pages show them. */

import type { Balance, PotBalance, PotWindow } from '../../core/ledger.ts';
import type { LimitUse } from '../../core/limit.ts';
import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import type { AmountRange } from '../../core/offer.ts';
import type { PlanStatus } from '../../ledger/plan-store.ts';
import { limitToView } from '../../platform/api/limit-to-view.ts';
import type { BillingView, PlanView, PotView, TopUpView } from './contract.ts';
import type { TopUpState } from './top-up.ts';

type Billing = {
  readonly balance: Balance;
  readonly plan: PlanStatus | undefined;
  readonly alertBelow: Nanos | null;
  readonly limitAlerts: boolean;
  /** Those of keys and members may be among them. */
  readonly limits: readonly LimitUse[];
};

export function billingToView({ balance, plan, alertBelow, limitAlerts, limits }: Billing): BillingView {
  const planPot = balance.pots.find(({ id }) => id === plan?.potId);
  const others = balance.pots.filter((pot) => pot.kind !== 'credit' && pot !== planPot && pot.amount > 0n);
  return {
    creditCzk: formatCzk(balance.credit),
    heldCzk: formatCzk(balance.held),
    freeCzk: formatCzk(nanos(balance.credit - balance.held)),
    debtCzk: formatCzk(balance.debt),
    spentCzk: formatCzk(balance.spent),
    plan: plan && planPot ? planToView(plan, planPot) : null,
    packages: others.map(potToView),
    alertBelowCzk: alertBelow === null ? null : formatCzk(alertBelow),
    limitAlerts,
    limits: limits.filter(({ owner }) => owner === 'account').map(limitToView),
  };
}

export const topUpToView = (state: TopUpState & { readonly limits: AmountRange | null }): TopUpView => ({
  limits: state.limits && { minCzk: formatCzk(state.limits.min), maxCzk: formatCzk(state.limits.max) },
  card: state.card,
  rule: state.rule && {
    isOn: state.rule.isOn,
    belowCzk: formatCzk(state.rule.below),
    amountCzk: formatCzk(state.rule.amount),
    monthMaxCzk: formatCzk(state.rule.monthMax),
  },
  monthUsedCzk: formatCzk(state.monthUsed),
  inFlight: state.inFlight,
  failure: state.failure,
});

const planToView = (
  { plan, name, order, nextPlan, startsAtMs, endsAtMs, periodsPaid, isRenewing }: PlanStatus,
  pot: PotBalance,
): PlanView => ({
  id: plan,
  name,
  order,
  monthsPaid: periodsPaid,
  isRenewing,
  startsAtMs,
  endsAtMs,
  nextPlan,
  ...tokensOf(pot),
  ...(pot.windows && { windows: pot.windows.map((window) => windowToView(window, pot)) }),
});

function windowToView({ window, max, used, resetsAtMs }: PotWindow, { unit }: PotBalance) {
  const about = { window, resetsAtMs };
  if (unit !== 'CZK') return { ...about, tokens: Number(max), tokensUsed: Number(used), crowns: null };
  const crowns = { allCzk: formatCzk(nanos(max)), usedCzk: formatCzk(nanos(used)) };
  return { ...about, tokens: 0, tokensUsed: 0, crowns };
}

const potToView = (pot: PotBalance): PotView => ({
  id: pot.id,
  label: pot.label,
  ...tokensOf(pot),
  expiresAtMs: pot.expiresAtMs ?? 0,
});

/** The pot of a plan or a package is filled once, and until it ends loses something only to requests. */
function tokensOf({ amount, held, spent, unit }: PotBalance) {
  if (unit !== 'CZK') {
    return { tokens: Number(amount + spent), tokensLeft: Number(amount), tokensHeld: Number(held), crowns: null };
  }
  const [allCzk, leftCzk, heldCzk] = [amount + spent, amount, held].map((one) => formatCzk(nanos(one)));
  const crowns = { allCzk: allCzk!, leftCzk: leftCzk!, heldCzk: heldCzk! };
  return { tokens: 0, tokensLeft: 0, tokensHeld: 0, crowns };
}
