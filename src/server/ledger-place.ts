import type { Config } from '../ops/config.ts';
import { ledgerKey, serverSecret } from '../ops/secrets.ts';
import type { DatabasePlace } from '../store/database-place.ts';
import { openPostgresStorage } from '../store/postgres-storage.ts';
import { type OpenStorage, openSqliteStorage, type StorageParts } from '../store/sqlite-storage.ts';

/** Where the ledger is, for who writes it: whatever is written is marked with the server's secret. */
export const ledgerPlace = ({ databaseUrl, dataDir, secret }: Config): DatabasePlace => ({
  databaseUrl,
  dataDir,
  ledgerKey: ledgerKey(serverSecret(secret, dataDir)),
});

export const openStorage = (config: Config, parts: Pick<StorageParts, 'clock' | 'log'>): Promise<OpenStorage> => {
  const open = config.databaseUrl ? openPostgresStorage : openSqliteStorage;
  return open(ledgerPlace(config), { offers: config.plans, seller: config.shop.seller, ...parts });
};
