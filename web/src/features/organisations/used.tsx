/** The use of a member's keys this month, of how much. */
import type { BudgetView } from '../../../../src/features/organisations/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { budgetTexts } from './budget-texts.ts';

export function Used({ budget: { monthCzk, monthTokens, spentCzk, usedTokens } }: { readonly budget: BudgetView }) {
  const texts = useTexts(budgetTexts);
  const format = useFormat();
  const credit = format.czk(spentCzk);
  const tokens = texts.tokens(usedTokens, format.count(usedTokens));
  return (
    <span className="two-lines">
      <span>{monthCzk === null ? credit : texts.of(credit, format.czk(monthCzk))}</span>
      <span className="muted small">
        {monthTokens === null
          ? tokens
          : texts.of(format.count(usedTokens), texts.tokens(monthTokens, format.count(monthTokens)))}
      </span>
    </span>
  );
}
