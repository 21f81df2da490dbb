/**
 * Storage that several servers share: PostgreSQL. A lease may belong to any of them, so none ends at a start; those of a
 * server that died are given back by the others when it has been silent for too long.
 */
import type { Database } from '../../platform/database/database.ts';
import type { DatabasePlace } from '../../platform/database/database-place.ts';
import { writeNote } from '../../platform/database/instance-lock.ts';
import { mayGoWellLater, openPostgres, type PostgresSettings } from '../../platform/database/postgres.ts';
import { requireSafePostgres } from '../../platform/database/postgres-safety.ts';
import { createWriteCheck } from '../../platform/database/write-check.ts';
import type { Platform } from '../../platform/platform.ts';
import { createServingStores } from './serving-stores.ts';
import { bringUpToDate, type OpenStorage, type StoreTerms } from './sqlite-storage.ts';
import { createStores } from './stores.ts';

export async function openPostgresStorage(
  platform: Pick<Platform, 'clock' | 'log'>,
  place: DatabasePlace & Pick<PostgresSettings, 'connectionsMax'>,
  { offers, seller }: StoreTerms,
): Promise<OpenStorage> {
  const shared = openPostgres(place.databaseUrl, place);
  try {
    await requireSafePostgres(shared);
    await bringUpToDate(platform, shared);
  } catch (error) {
    await shared.close();
    throw error;
  }
  return storageOn(shared, platform, { offers, seller, announce: (instance) => writeNote(place.dataDir, instance) });
}

type Sharing = StoreTerms & Pick<OpenStorage, 'announce'>;

/** Storage on a database that is open, with its schema, and that other servers may use at the same time. */
export function storageOn(
  shared: Database,
  platform: Pick<Platform, 'clock'>,
  { offers, seller, announce }: Sharing,
): OpenStorage {
  const writes = createWriteCheck((bytes) => stores.maintenance.tryWrite(bytes), platform.clock);
  const failures = { mayGoWellLater, onWriteFailed: writes.failed };
  const stores = createServingStores(createStores(shared, offers, seller), failures);
  return {
    stores,
    shared,
    checkWrite: writes.check,
    announce,
    close: shared.close,
  };
}
