/** Opens the storage of the configuration. What takes money from accounts recalls their leases first. */

import type { Config } from './configuration/config.ts';
import { ledgerPlace } from './ledger-place.ts';
import { openPostgresStorage } from './stores/postgres-storage.ts';
import { withRecalls } from './stores/recalls.ts';
import { type OpenStorage, openSqliteStorage, type StorageParts } from './stores/sqlite-storage.ts';

export async function openStorage(config: Config, parts: StorageParts): Promise<OpenStorage> {
  const open = config.databaseUrl ? openPostgresStorage : openSqliteStorage;
  const storage = await open(ledgerPlace(config), parts);
  return { ...storage, stores: withRecalls(storage.stores, parts.clock) };
}
