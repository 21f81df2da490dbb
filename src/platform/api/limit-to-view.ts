/** Limits as they are answered, without the contract: what only answers need not load what reads. */
import type { LimitRule, LimitUse } from '../../core/limit.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import type { LimitView } from './limits.ts';

export const limitToView = (limit: LimitUse): LimitView => ({
  ...ruleToView(limit),
  used: limit.window === 'minute' ? null : amountIn(limit, limit.used),
  resetsAtMs: limit.resetsAtMs,
  setBy: limit.setBy,
});

/** A limit without what was used of it, for logs and exports. */
export const ruleToView = (limit: LimitRule) => ({
  max: amountIn(limit, limit.max),
  unit: limit.unit,
  window: limit.window,
  ...(limit.model !== undefined && { model: limit.model }),
});

/** An amount as it is written in the unit of a limit. */
export const amountIn = ({ unit }: Pick<LimitRule, 'unit'>, amount: bigint): string =>
  unit === 'CZK' ? formatCzk(nanos(amount)) : `${amount}`;
