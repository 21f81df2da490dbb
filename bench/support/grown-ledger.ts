/** Storage that already hold many requests, ready for more. */

import type { HoldRequest } from '../../src/core/ledger.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createOrderedIds, systemClock } from '../../src/platform/clock.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { openSqlite, type Sqlite } from '../../src/platform/database/sqlite.ts';
import { createWalFlusher, type Flusher } from '../../src/platform/database/wal-flusher.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { keepLeases, NO_TIMERS } from '../../test/support/leased-stores.ts';
import { NOON, PRICE } from '../../test/support/ledger-fixture.ts';
import {
  ACTIVE_ACCOUNTS,
  accountId,
  activeAccount,
  END_MS,
  keyId,
  MODELS,
  type Past,
  writePast,
} from './ledger-in-bulk.ts';

export type GrownLedger = Past & {
  readonly database: Sqlite;
  readonly stores: Stores;
  readonly flusher: Flusher;
  readonly ledger: Ledger;
  /** The next request, of one of the active accounts in turn. */
  nextOrder(): HoldRequest;
  /** One of the active accounts. */
  accountOf(n: number): string;
  close(): Promise<void>;
};

/** New requests come a second apart, so an hour ends now and then and another begins. */
const STEP_MS = 1000;

export async function growLedger(path: string, past: Past): Promise<GrownLedger> {
  const database = openSqlite(path, 'caller');
  await migrate(database, readMigrations(), NOON);
  const stores = createStores(database, DEFAULT_PLANS);
  await stores.prices.publish(new Map(MODELS.map((model) => [model, PRICE])), { actor: 'bench', atMs: NOON });
  await writePast(database, past);
  // Opening the log needs it to exist: any committed write creates it.
  await database.sql.run('UPDATE schema_migrations SET version = version');
  const flusher = createWalFlusher(database.path);
  const ids = createOrderedIds(systemClock);
  let next = 0;
  return {
    ...past,
    database,
    stores,
    flusher,
    ledger: (await keepLeases(stores, NO_TIMERS)).ledger,
    accountOf: (n) => accountId(activeAccount(n, past.accounts)),
    nextOrder: () => {
      const n = next++;
      const turn = Math.floor(n / ACTIVE_ACCOUNTS);
      const account = activeAccount(n, past.accounts);
      const model = MODELS[Math.floor(turn / 2) % MODELS.length]!;
      const atMs = END_MS + n * STEP_MS;
      return {
        requestId: ids.next('req_'),
        accountId: accountId(account),
        keyId: keyId(account, turn),
        model,
        priceVersion: `${model}@1`,
        price: PRICE,
        inputTokensMax: 1000,
        outputTokensMax: 256,
        atMs,
      };
    },
    close: async () => {
      flusher.close();
      await database.close();
    },
  };
}
