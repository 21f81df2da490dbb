/** What operators do. An action and its line in the log are one transaction: both are there, or neither. */
import { ServiceError } from '../../core/errors.ts';
import { readCustomers, readOwner } from '../../features/customers/customer-list.ts';
import { membersOf } from '../../features/organisations/member-rows.ts';
import { readEngineChanges, readEngineRevision } from '../../features/serving/engine-change-store.ts';
import { readOfferVersions } from '../../features/shop/offer-version-store.ts';
import type { SaleTerms } from '../../features/shop/order-store.ts';
import { readAnomalies } from '../../ledger/anomaly-list.ts';
import { readPlanVersions } from '../../ledger/plan-versions.ts';
import { readPriceVersions } from '../../ledger/price-store.ts';
import { readActions, readLastReload, writeAction } from '../../platform/action-log/action-log.ts';
import type { OperatorStore } from '../../platform/action-log/operator.ts';
import { type Database, type TransactionSql, text } from '../../platform/database/database.ts';
import { readSignUpMode } from '../../platform/database/service-settings.ts';
import { isSameAction, objectOf, stateOf, wantedBy } from './action-record.ts';
import { lockFor, perform } from './operator-actions.ts';

const ID_TAKEN = 'This id belongs to another action, on another account or of another amount: choose a new one.';

export function createOperatorStore(db: Database, terms: SaleTerms): OperatorStore {
  return {
    act: (order) =>
      db.transaction(async (sql) => {
        const { action, id, atMs } = order;
        await lockFor(sql, action);
        const [earlier] = await readActions(sql, { id });
        if (earlier && isSameAction(earlier, action)) return { ...earlier, isRepeated: true };
        if (earlier) throw new ServiceError('invalid_request', ID_TAKEN, { param: 'id' });
        const before = await stateOf(sql, action, atMs);
        const here = { sql, transaction: <T>(work: (sql: TransactionSql) => Promise<T>) => work(sql) };
        const within: Database = { ...db, ...here, serving: here, snapshot: (work) => work(sql) };
        await perform(within, order, terms);
        const after = 'result' in action ? { result: action.result } : await stateOf(sql, action, atMs);
        const line = { ...order, object: objectOf(action), wanted: wantedBy(action), before, after };
        return { ...(await writeAction(sql, line)), isRepeated: false };
      }),

    actions: (filter) => readActions(db.sql, filter),
    customers: (search) => readCustomers(db, search),
    owner: (accountId) => readOwner(db.sql, accountId),
    members: (accountId) => membersOf(db.sql, accountId),
    accountOfKey: async (keyId) => {
      const row = await db.sql.one('SELECT account_id FROM api_keys WHERE id = ?', keyId);
      return row && text(row, 'account_id');
    },
    announcements: async () => ({
      prices: await readPriceVersions(db.sql),
      offers: await readOfferVersions(db.sql),
      planVersions: await readPlanVersions(db.sql),
      signUp: await readSignUpMode(db.sql),
      lastReload: await readLastReload(db.sql),
      engineChanges: await readEngineChanges(db.sql),
      engineRevision: await readEngineRevision(db.sql),
    }),
    anomalies: () => readAnomalies(db.sql),
  };
}
