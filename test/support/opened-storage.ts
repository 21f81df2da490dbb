/** A new database of the kind that the test runs on, opened as a server opens it, and beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Seller } from '../../src/core/offer.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { DatabasePlace } from '../../src/platform/database/database-place.ts';
import { mayGoWellLater } from '../../src/platform/database/postgres.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { createServingStores } from '../../src/server/stores/serving-stores.ts';
import { startStoreThread } from '../../src/server/stores/store-thread.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { currentDatabase } from './databases.ts';
import { launchKept } from './kept-store-threads.ts';
import { type LeasedStores, leasedStores } from './leased-stores.ts';
import { LEDGER_KEY } from './ledger-key.ts';
import { copyMigratedSqlite } from './migrated-sqlite.ts';
import { emptyPostgres } from './postgres-database.ts';

type OpenedStorage = {
  readonly db: Database;
  readonly stores: LeasedStores;
  readonly place: DatabasePlace;
  close(): Promise<void>;
};

export const openNewStorage = (seller: Seller | null = null): Promise<OpenedStorage> =>
  currentDatabase() === 'PostgreSQL' ? postgresStorage(seller) : sqliteStorage(seller);

/** As a server that is alone has them: on a thread of their own. */
async function sqliteStorage(seller: Seller | null): Promise<OpenedStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-settings-'));
  await copyMigratedSqlite(folder);
  const path = join(folder, 'boreal.db');
  const db = openSqlite(path, 'commit', LEDGER_KEY);
  const settings = { path, offers: DEFAULT_PLANS, seller, ledgerKey: LEDGER_KEY };
  const thread = await startStoreThread(settings, {}, launchKept);
  const close = async () => {
    await thread.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    db,
    stores: leasedStores(thread.stores),
    place: { databaseUrl: '', dataDir: folder, ledgerKey: LEDGER_KEY },
    close,
  };
}

/** As several servers have them. */
async function postgresStorage(seller: Seller | null): Promise<OpenedStorage> {
  const { db, url, giveBack } = await emptyPostgres();
  const stores = createServingStores(createStores(db, DEFAULT_PLANS, seller), { mayGoWellLater });
  const place = { databaseUrl: url, dataDir: '', ledgerKey: LEDGER_KEY };
  return { db, stores: leasedStores(stores), place, close: giveBack };
}
