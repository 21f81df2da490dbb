import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { usePaid } from './request-cost.tsx';

/** The cost of an answer that has just ended: who paid is on its receipt, read only where the credit paid nothing. */
export function AnswerCost({ completionId, czk }: { readonly completionId: string | undefined; readonly czk: string }) {
  const format = useFormat();
  const paid = usePaid();
  const isCovered = completionId !== undefined && isZeroCzk(czk);
  const { data } = useApi(isCovered ? 'GET /api/requests/{id}' : null, { params: { id: completionId ?? '' } });
  const coveredTokens = data ? data.planTokens + data.packageTokens : 0;
  return coveredTokens > 0 ? paid({ czk, coveredTokens }) : format.exactCzk(czk);
}
