/** Reads what the database says about requests and accounts; `lease-store.ts` and `journal-store.ts` write it. */

import type { PlanOffers } from '../core/plan.ts';
import type { Database } from '../platform/database/database.ts';
import { archivedUntilMs } from './audit/archive-store.ts';
import { readBalance } from './balance.ts';
import { readKeyFunds } from './key-funds.ts';
import type { LedgerReader } from './ledger.ts';
import { readReceipt } from './receipt.ts';

export const createLedgerReader = (db: Database, offers: PlanOffers): LedgerReader => ({
  receiptOf: (requestId) => readReceipt(db.sql, requestId),
  archivedUntilMs: () => archivedUntilMs(db.sql),
  balanceOf: (accountId, nowMs) => readBalance(db.sql, accountId, nowMs),
  fundsOf: (keyId, nowMs) => db.transaction((sql) => readKeyFunds(sql, { keyId, offers, nowMs })),
});
