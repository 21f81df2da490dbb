import type { Member, MemberBudget } from '../domain/members.ts';
import { formatCzk } from '../domain/money.ts';
import type { BudgetView, MemberRow } from './member-api.ts';

export const memberToRow = ({ email, name, role, joinedAtMs, hasTwoFactor }: Member): MemberRow => ({
  email,
  name,
  role,
  joinedAtMs,
  hasTwoFactor,
});

export const budgetToView = ({ monthCredit, monthTokens, spent, used }: MemberBudget): BudgetView => ({
  monthCzk: monthCredit === null ? null : formatCzk(monthCredit),
  monthTokens: monthTokens === null ? null : Number(monthTokens),
  spentCzk: formatCzk(spent),
  usedTokens: Number(used),
});
