import type { DatabasePlace } from '../platform/database/database-place.ts';
import { ledgerKey, serverSecret } from '../platform/secrets.ts';
import type { Config } from './configuration/config.ts';

/** Where the ledger is, for who writes it: whatever is written is marked with the server's secret. */
export const ledgerPlace = ({ databaseUrl, dataDir, secret }: Config): DatabasePlace => ({
  databaseUrl,
  dataDir,
  ledgerKey: ledgerKey(serverSecret(secret, dataDir)),
});
