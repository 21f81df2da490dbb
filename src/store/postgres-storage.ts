/**
 * Storage that several servers share: PostgreSQL. A hold that is open may belong to any of them, so none is expired at a
 * start; those of a server that died are swept by the others when their time is over.
 */
import { queueByAccount } from './account-queues.ts';
import type { DatabasePlace } from './database-place.ts';
import { writeNote } from './instance-lock.ts';
import { isUnheard, mayGoWellLater, openPostgres } from './postgres.ts';
import { requireSafePostgres } from './postgres-safety.ts';
import { createServingStores } from './serving-stores.ts';
import { bringUpToDate, type OpenStorage, type StorageParts } from './sqlite-storage.ts';
import { createStores } from './stores.ts';
import { createWriteCheck } from './write-check.ts';

export async function openPostgresStorage(
  place: DatabasePlace,
  { offers, clock, log }: StorageParts,
): Promise<OpenStorage> {
  const shared = openPostgres(place.databaseUrl);
  try {
    await requireSafePostgres(shared);
    await bringUpToDate(shared, { clock, log });
  } catch (error) {
    await shared.close();
    throw error;
  }
  const writes = createWriteCheck((bytes) => stores.maintenance.tryWrite(bytes), clock);
  const failures = { mayGoWellLater, isUnheard, onWriteFailed: writes.failed };
  const inside = createStores(shared, offers);
  const stores = createServingStores({ ...inside, ledger: queueByAccount(inside.ledger) }, failures);
  return {
    stores,
    shared,
    checkWrite: writes.check,
    announce: (instance) => writeNote(place.dataDir, instance),
    close: shared.close,
  };
}
