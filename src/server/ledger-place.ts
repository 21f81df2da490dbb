import type { Config } from '../ops/config.ts';
import { ledgerKey, serverSecret } from '../ops/secrets.ts';
import type { DatabasePlace } from '../store/database-place.ts';

/** Where the ledger is, for who writes it: whatever is written is marked with the server's secret. */
export const ledgerPlace = ({ databaseUrl, dataDir, secret }: Config): DatabasePlace => ({
  databaseUrl,
  dataDir,
  ledgerKey: ledgerKey(serverSecret(secret, dataDir)),
});
