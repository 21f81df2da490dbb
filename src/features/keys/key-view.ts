import type { z } from 'zod';
import type { KeyChange, KeyRecord, TokenLimit } from '../../core/api-key.ts';
import { formatCzk, parseCzk } from '../../core/money.ts';
import type { TokenLimitView } from '../../platform/api/schemas.ts';
import { defined } from '../../platform/http/defined.ts';
import type { KeyView, keys } from './contract.ts';

/** A key as the pages show it. */
export const keyToView = (key: KeyRecord): KeyView => ({
  id: key.id,
  kind: key.kind,
  name: key.name,
  hint: key.hint,
  member: key.userId === undefined ? null : { id: key.userId, email: key.memberEmail ?? null },
  createdAtMs: key.createdAtMs,
  expiresAtMs: key.expiresAtMs ?? null,
  revokedAtMs: key.revokedAtMs ?? null,
  isPaused: key.isPaused ?? false,
  lastUsedAtMs: key.lastUsedAtMs ?? null,
  allowedModels: key.allowedModels,
  allowedRanges: key.allowedRanges,
  limit: key.limit
    ? {
        czk: formatCzk(key.limit.amount),
        window: key.limit.window,
        spentCzk: formatCzk(key.limit.window === 'month' ? key.spentMonth : key.spent),
      }
    : null,
  tokenLimit: key.tokenLimit
    ? tokenLimitToView({ ...key.tokenLimit, used: key.tokenLimit.window === 'month' ? key.tokensMonth : key.tokens })
    : null,
  requestsPerMinute: key.requestsPerMinute ?? null,
  tokensPerMinute: key.tokensPerMinute ?? null,
  spentTodayCzk: formatCzk(key.spentToday),
  spentMonthCzk: formatCzk(key.spentMonth),
  spentCzk: formatCzk(key.spent),
  tokensToday: Number(key.tokensToday),
  tokensMonth: Number(key.tokensMonth),
  tokens: Number(key.tokens),
});

export const tokenLimitToView = ({ tokens, window, used }: TokenLimit & { readonly used: bigint }): TokenLimitView => ({
  tokens: Number(tokens),
  window,
  used: Number(used),
});

type WrittenLimit = { readonly czk: string; readonly window: 'total' | 'month' };

/** A limit as people write it. Null means none, and undefined that nothing was said. */
export function limitFromWire<Written extends WrittenLimit | null | undefined>(written: Written) {
  type Read = NonNullable<KeyChange['limit']> | Extract<Written, null | undefined>;
  return (written ? { amount: parseCzk(written.czk), window: written.window } : written) as Read;
}

/** Rules of a key as they were sent; only those of which something was said. */
export function keyChangeFrom({ limit, ...rules }: z.output<typeof keys.change.body>): KeyChange {
  return { ...defined(rules), ...(limit !== undefined && { limit: limitFromWire(limit) }) };
}
