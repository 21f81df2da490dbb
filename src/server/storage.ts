/** Opens the storage of the configuration. What takes money from accounts recalls their leases first. */

import type { Platform } from '../platform/platform.ts';
import type { Config } from './configuration/config.ts';
import { ledgerPlace } from './ledger-place.ts';
import { openPostgresStorage } from './stores/postgres-storage.ts';
import { withRecalls } from './stores/recalls.ts';
import { type OpenStorage, openSqliteStorage } from './stores/sqlite-storage.ts';

export async function openStorage(
  config: Config,
  platform: Pick<Platform, 'clock' | 'log'>,
  connectionsMax?: number,
): Promise<OpenStorage> {
  const open = config.databaseUrl ? openPostgresStorage : openSqliteStorage;
  const place = { ...ledgerPlace(config), connectionsMax };
  const storage = await open(platform, place, { offers: config.plans, seller: config.shop.seller });
  return { ...storage, stores: withRecalls(storage.stores, platform.clock) };
}
