/** The use of a member's keys this month, and the limits of the member. */
import type { BudgetView } from '../../../../src/features/organisations/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { tokenTexts } from '../../texts/token-count.ts';
import { LimitList } from '../limits/limit-list.tsx';

type UsedProps = { readonly budget: BudgetView; readonly name: string };

export function Used({ budget: { limits, spentCzk, usedTokens }, name }: UsedProps) {
  const { tokenCount } = useTexts(tokenTexts);
  const format = useFormat();
  return (
    <>
      <span className="two-lines">
        <span>{format.czk(spentCzk)}</span>
        <span className="muted small">{tokenCount(usedTokens, format.count(usedTokens))}</span>
      </span>
      <LimitList limits={limits} name={name} />
    </>
  );
}
