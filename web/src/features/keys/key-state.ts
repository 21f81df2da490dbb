/** The state of a key at a moment. */
import type { KeyView } from '../../../../src/features/keys/contract.ts';
import { shareOf } from '../limits/limit-values.ts';

export type KeyState = 'active' | 'ending' | 'limit-reached' | 'paused' | 'expired' | 'revoked' | 'playground';

export const DAY_MS = 86_400_000;
const ENDING_MS = 7 * DAY_MS;

/** The worst that holds is what is said. */
export function keyState(key: KeyView, nowMs: number): KeyState {
  if (key.revokedAtMs !== null) return 'revoked';
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return 'expired';
  if (key.isPaused) return 'paused';
  if (key.limits.some(({ used, max }) => used !== null && shareOf(used, max) >= 1)) return 'limit-reached';
  if (key.kind === 'playground') return 'playground';
  if (key.expiresAtMs !== null && key.expiresAtMs - nowMs <= ENDING_MS) return 'ending';
  return 'active';
}

export const isGone = (key: KeyView, nowMs: number): boolean => ['revoked', 'expired'].includes(keyState(key, nowMs));

/** When the viewer's day began. */
export function dayStartMs(nowMs: number): number {
  return new Date(nowMs).setHours(0, 0, 0, 0);
}

/** The last moment of a day that was picked in a calendar (`2026-11-30`), in the viewer's zone. */
export function dayEndMs(day: string): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  // The first moment of the next day, less one: days around a change of the clocks are longer or shorter.
  const endMs = new Date(year, month - 1, date + 1).getTime() - 1;
  return Number.isNaN(endMs) ? undefined : endMs;
}
