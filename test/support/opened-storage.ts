/** New books of the kind that the test runs on, opened as a server opens them, and beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { BooksPlace } from '../../src/store/books-place.ts';
import type { Database } from '../../src/store/database.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { isUnheard, mayGoWellLater } from '../../src/store/postgres.ts';
import { createServingStores } from '../../src/store/serving-stores.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { startStoreThread } from '../../src/store/store-thread.ts';
import { createStores, type Stores } from '../../src/store/stores.ts';
import { currentDatabase } from './databases.ts';
import { NOON } from './ledger-fixture.ts';
import { emptyPostgresBooks } from './postgres-database.ts';

export type OpenedBooks = {
  readonly db: Database;
  readonly stores: Stores;
  readonly place: BooksPlace;
  close(): Promise<void>;
};

export const openNewBooks = (): Promise<OpenedBooks> =>
  currentDatabase() === 'PostgreSQL' ? sharedBooks() : ownBooks();

/** As a server that is alone has them: on a thread of their own. */
async function ownBooks(): Promise<OpenedBooks> {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-settings-'));
  const path = join(folder, 'boreal.db');
  const db = openSqlite(path, 'commit');
  await migrate(db, readMigrations(), NOON);
  const thread = await startStoreThread({ path, offers: DEFAULT_PLANS });
  const close = async () => {
    await thread.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, stores: thread.stores, place: { databaseUrl: '', dataDir: folder }, close };
}

/** As several servers have them. */
async function sharedBooks(): Promise<OpenedBooks> {
  const { db, url, giveBack } = await emptyPostgresBooks();
  const stores = createServingStores(createStores(db, DEFAULT_PLANS), { mayGoWellLater, isUnheard });
  return { db, stores, place: { databaseUrl: url, dataDir: '' }, close: giveBack };
}
