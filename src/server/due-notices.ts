/** What time brings by itself, and limits that were reached: told by a timer. */
import { tellOfExpiringKeys } from '../features/keys/expiring-keys.ts';
import { tellOfRenewals } from '../features/shop/renewals.ts';
import { tellOfLimits } from '../ledger/limits/alerts.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stores } from './stores/stores.ts';

export async function tellWhatIsDue(
  { notices, clock }: Pick<Platform, 'notices' | 'clock'>,
  { renewals, expiringKeys, limitAlerts }: Pick<Stores, 'renewals' | 'expiringKeys' | 'limitAlerts'>,
  refused: readonly string[],
): Promise<void> {
  const nowMs = clock.nowMs();
  await tellOfRenewals(renewals, { notices, nowMs });
  await tellOfExpiringKeys(expiringKeys, { notices, nowMs });
  await tellOfLimits(limitAlerts, { notices, nowMs, refused });
}
