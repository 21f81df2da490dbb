/** Opens the storage of the configuration. What takes money from accounts recalls their leases first. */
import type { Config } from '../ops/config.ts';
import { withRecalls } from '../service/recalls.ts';
import { openPostgresStorage } from '../store/postgres-storage.ts';
import { type OpenStorage, openSqliteStorage, type StorageParts } from '../store/sqlite-storage.ts';
import { ledgerPlace } from './ledger-place.ts';

export async function openStorage(config: Config, parts: StorageParts): Promise<OpenStorage> {
  const open = config.databaseUrl ? openPostgresStorage : openSqliteStorage;
  const storage = await open(ledgerPlace(config), parts);
  return { ...storage, stores: withRecalls(storage.stores, parts.clock) };
}
