/** Notices about models that bring a loss. */
import { noticeKind } from '../../platform/notices/notice.ts';

/** Tokens of these types cost more at the engine than customers pay for them. */
type BelowCost = { readonly model: string; readonly engine: string; readonly tokens: readonly string[] };

export const MODEL_BELOW_COST = noticeKind<BelowCost>({
  type: 'model.below-cost',
  channels: ['operator', 'webhook'],
});
