/** Storage that one server has to itself: SQLite in its data folder, on a thread of its own. */
import type { Seller } from '../../core/offer.ts';
import type { PlanOffers } from '../../core/plan.ts';
import type { Database } from '../../platform/database/database.ts';
import { type DatabasePlace, databasePathOf, openDatabase } from '../../platform/database/database-place.ts';
import { type Instance, lockDataDir } from '../../platform/database/instance-lock.ts';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { giveUpMove } from '../../platform/database/moves.ts';
import { requireWholeSchema } from '../../platform/database/schema-check.ts';
import { createWriteCheck } from '../../platform/database/write-check.ts';
import { type LogBackup, startLogBackup } from '../../platform/log-backup/log-backup.ts';
import type { ShipWorkerData } from '../../platform/log-backup/ship-worker.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoreSettings } from './store-protocol.ts';
import { type LaunchStore, type StoreThread, startStoreThread } from './store-thread.ts';
import type { Stores } from './stores.ts';

/** Storage as a server uses it, and what it lets go of when it stops. */
export type OpenStorage = {
  readonly stores: Stores;
  /** The database that other servers may use at the same time, where it is one. */
  readonly shared?: Database;
  /** Writes down where this server can be reached, for a second server that finds the lock. */
  announce(instance: Instance): void;
  /** Where the configuration names a folder for it. */
  readonly logBackup?: LogBackup | undefined;
  /** Rejects while the database cannot be written. */
  checkWrite(): Promise<void>;
  close(): Promise<void>;
};

/** The terms of the configuration that stores decide by. */
export type StoreTerms = {
  readonly offers: PlanOffers;
  /** Null where the configuration declares that there is none; without it, operators say it on pages. */
  readonly seller?: Seller | null | undefined;
};

export type LogBackupWish = Omit<ShipWorkerData, 'databasePath' | 'schema'>;

const shipSettings = (place: DatabasePlace, wish: LogBackupWish): ShipWorkerData => ({
  ...wish,
  databasePath: databasePathOf(place),
  schema: readMigrations().at(-1)!.version,
});

export async function openSqliteStorage(
  platform: Pick<Platform, 'clock' | 'log'>,
  place: DatabasePlace & { readonly logBackup?: LogBackupWish | undefined },
  terms: StoreTerms,
  launch?: LaunchStore,
): Promise<OpenStorage> {
  const lock = lockDataDir(place.dataDir);
  try {
    const database = openDatabase(place);
    await bringUpToDate(platform, database).finally(database.close);
    const shipsLog = place.logBackup !== undefined;
    const settings = { path: databasePathOf(place), ...terms, ledgerKey: place.ledgerKey, shipsLog };
    const { readLog, ...storage } = await storageOnThread(platform, settings, launch);
    const logBackup =
      place.logBackup && startLogBackup({ ...platform, settings: shipSettings(place, place.logBackup), readLog });
    return {
      ...storage,
      logBackup,
      announce: lock.announce,
      close: async () => {
        await logBackup?.close();
        await storage.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Storage in a file that has its schema, and that no other server uses. */
export async function storageOnThread(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  settings: StoreSettings,
  launch?: LaunchStore,
): Promise<OpenStorage & Pick<StoreThread, 'readLog'>> {
  const writes = createWriteCheck((bytes) => store.stores.maintenance.tryWrite(bytes), clock);
  const listeners = {
    onFailure: (cause: unknown) => log.error({ cause }, 'the store has failed and is opened again'),
    onWriteFailed: writes.failed,
  };
  const store = await startStoreThread(settings, listeners, launch);
  // No other server is here, so a lease was left by a server that died.
  await store.stores.leases.dropAll().catch(async (error) => {
    await store.close();
    throw error;
  });
  const { stores, readLog, close } = store;
  return { stores, readLog, announce: () => {}, checkWrite: writes.check, close };
}

export async function bringUpToDate(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  database: Database,
): Promise<void> {
  const notMovedTo = await giveUpMove(database);
  if (notMovedTo !== undefined)
    log.warn({ to: notMovedTo }, 'a move that has not ended is given up: this database serves');
  const migrations = readMigrations();
  const applied = await migrate(database, migrations, clock.nowMs());
  await requireWholeSchema(database, migrations);
  if (applied.length > 0) log.info({ applied }, 'database schema brought up to date');
}
