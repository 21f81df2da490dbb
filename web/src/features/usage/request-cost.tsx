import type { RequestRow } from '../../../../src/features/usage/contract.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { tokenTexts } from '../../texts/token-count.ts';

type Paid = { readonly czk: string; readonly coveredTokens: number };

/** The cost of a request: tokens where a plan or packages paid all of it, which has no price in CZK. */
export function usePaid(): (paid: Paid) => string {
  const texts = useTexts(tokenTexts);
  const format = useFormat();
  return ({ czk, coveredTokens }) =>
    coveredTokens === 0 || !isZeroCzk(czk)
      ? format.czk(czk)
      : texts.tokenCount(coveredTokens, format.short(coveredTokens));
}

export function RequestCost({ row }: { readonly row: RequestRow }) {
  return usePaid()({ czk: row.czk, coveredTokens: row.planTokens + row.packageTokens });
}
