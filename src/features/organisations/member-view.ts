import { formatCzk } from '../../core/money.ts';
import { limitToView } from '../../platform/api/limit-to-view.ts';
import type { BudgetView, MemberRow, UseView } from './contract.ts';
import type { Member, MemberBudget, MonthUse } from './members.ts';

export const memberToView = ({ email, name, role, joinedAtMs, hasTwoFactor }: Member): MemberRow => ({
  email,
  name,
  role,
  joinedAtMs,
  hasTwoFactor,
});

export const monthUseToView = ({ spent, used }: MonthUse): UseView => ({
  spentCzk: formatCzk(spent),
  usedTokens: Number(used),
});

export const budgetToView = ({ limits, ...use }: MemberBudget): BudgetView => ({
  limits: limits.map(limitToView),
  ...monthUseToView(use),
});
