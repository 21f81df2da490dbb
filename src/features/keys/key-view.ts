import type { KeyRecord } from '../../core/api-key.ts';
import { formatCzk } from '../../core/money.ts';
import { limitToView } from '../../platform/api/limit-to-view.ts';
import type { KeyView } from './contract.ts';

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
  limits: key.limits.map(limitToView),
  spentTodayCzk: formatCzk(key.spentToday),
  spentMonthCzk: formatCzk(key.spentMonth),
  spentCzk: formatCzk(key.spent),
  tokensToday: Number(key.tokensToday),
  tokensMonth: Number(key.tokensMonth),
  tokens: Number(key.tokens),
});
