/** What operators do. A deed and its line in the log are one transaction: both are there, or neither. */
import { ServiceError } from '../domain/errors.ts';
import type { OperatorDesk } from '../domain/operator.ts';
import type { PlanOffers } from '../domain/plan.ts';
import { readActions, readLastReload, writeAction } from './action-log.ts';
import { readAnomalies } from './anomaly-list.ts';
import { readCustomers, readOwner } from './customer-list.ts';
import { type Database, text } from './database.ts';
import { isSameDeed, objectOf, stateOf, wantedBy } from './deed-record.ts';
import { lockFor, perform } from './deeds.ts';
import { readPlanVersions } from './plan-versions.ts';
import { readPriceVersions } from './price-store.ts';
import { readSignUpMode } from './service-settings.ts';

const ID_TAKEN = 'This id belongs to another action, on another account or of another amount: choose a new one.';

export function createOperatorStore(db: Database, offers: PlanOffers): OperatorDesk {
  return {
    act: (order) =>
      db.transaction(async (sql) => {
        const { deed, id, atMs } = order;
        await lockFor(sql, deed);
        const [earlier] = await readActions(sql, { id });
        if (earlier && isSameDeed(earlier, deed)) return earlier;
        if (earlier) throw new ServiceError('invalid_request', ID_TAKEN, { param: 'id' });
        const before = await stateOf(sql, deed, atMs);
        const within: Database = { ...db, sql, transaction: (work) => work(sql), snapshot: (work) => work(sql) };
        await perform(within, order, offers);
        const after = 'result' in deed ? { result: deed.result } : await stateOf(sql, deed, atMs);
        return writeAction(sql, { ...order, object: objectOf(deed), wanted: wantedBy(deed), before, after });
      }),

    actions: (filter) => readActions(db.sql, filter),
    customers: (search) => readCustomers(db, search),
    owner: (accountId) => readOwner(db.sql, accountId),
    accountOfKey: async (keyId) => {
      const row = await db.sql.one('SELECT account_id FROM api_keys WHERE id = ?', keyId);
      return row && text(row, 'account_id');
    },
    announcements: async () => ({
      prices: await readPriceVersions(db.sql),
      signUp: await readSignUpMode(db.sql),
      lastReload: await readLastReload(db.sql),
    }),
    planVersions: () => readPlanVersions(db.sql),
    anomalies: () => readAnomalies(db.sql),
  };
}
