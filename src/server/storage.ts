/** Opens the storage of the configuration. What takes money from accounts recalls their leases first. */

import type { Database } from '../platform/database/database.ts';
import type { Platform } from '../platform/platform.ts';
import type { Config } from './configuration/config.ts';
import { ledgerPlace } from './ledger-place.ts';
import { openPostgresStorage, storageOn } from './stores/postgres-storage.ts';
import { withRecalls } from './stores/recalls.ts';
import { type OpenStorage, openSqliteStorage } from './stores/sqlite-storage.ts';

export type StorageOptions = {
  /** The most connections to PostgreSQL; as in production, unless said. */
  readonly connectionsMax?: number | undefined;
  /** A shared database that is open already, in place of the one of the configuration. */
  readonly database?: Database | undefined;
};

export async function openStorage(
  config: Config,
  platform: Pick<Platform, 'clock' | 'log'>,
  { connectionsMax, database }: StorageOptions = {},
): Promise<OpenStorage> {
  const terms = { offers: config.plans, seller: config.shop.seller };
  const open = config.databaseUrl ? openPostgresStorage : openSqliteStorage;
  const storage = database
    ? storageOn(database, platform, { ...terms, announce: () => {} })
    : await open(platform, { ...ledgerPlace(config), connectionsMax }, terms);
  return { ...storage, stores: withRecalls(storage.stores, platform.clock) };
}
