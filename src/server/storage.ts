/** Opens the storage of the configuration. What takes money from accounts recalls their leases first. */

import { resolve } from 'node:path';
import type { Seller } from '../core/offer.ts';
import type { Platform } from '../platform/platform.ts';
import { filesBeside } from './commands/backup.ts';
import type { Config } from './configuration/config.ts';
import { ledgerPlace } from './ledger-place.ts';
import { openPostgresStorage } from './stores/postgres-storage.ts';
import { withRecalls } from './stores/recalls.ts';
import { type LogBackupWish, type OpenStorage, openSqliteStorage, type StoreTerms } from './stores/sqlite-storage.ts';

export type StorageOptions = {
  /** The most connections to PostgreSQL; as in production, unless said. */
  readonly connectionsMax?: number | undefined;
  /** Opens another storage than that of the configuration. */
  readonly openStorage?:
    | ((platform: Pick<Platform, 'clock' | 'log'>, terms: StoreTerms) => Promise<OpenStorage>)
    | undefined;
};

/** Undefined where the configuration says nothing of the seller. */
export const declaredSeller = ({ declared, shop }: Config): Seller | null | undefined =>
  declared.settings.has('payments.seller') ? shop.seller : undefined;

const DAY_MS = 86_400_000;

function logBackupOf(config: Config): LogBackupWish | undefined {
  const { backupTo: folder, backupRecipient: recipient, backupEverySeconds, backupKeepDays } = config;
  if (folder === '') return undefined;
  return {
    folder: resolve(folder),
    recipient,
    everyMs: backupEverySeconds * 1000,
    keepMs: backupKeepDays * DAY_MS,
    filesBeside: filesBeside(config, process.env),
  };
}

export async function openStorage(
  config: Config,
  platform: Pick<Platform, 'clock' | 'log'>,
  { connectionsMax, openStorage: openOther }: StorageOptions = {},
): Promise<OpenStorage> {
  const terms = { offers: config.plans, seller: declaredSeller(config) };
  const open = config.databaseUrl ? openPostgresStorage : openSqliteStorage;
  const storage = openOther
    ? await openOther(platform, terms)
    : await open(platform, { ...ledgerPlace(config), connectionsMax, logBackup: logBackupOf(config) }, terms);
  return { ...storage, stores: withRecalls(storage.stores, platform.clock) };
}
