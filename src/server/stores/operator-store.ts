/** Actions of operators. An action and its line in the log are one transaction: both are there, or neither. */
import { ServiceError } from '../../core/errors.ts';
import { accountState } from '../../features/customers/actions.ts';
import { readCustomers, readOwner } from '../../features/customers/customer-list.ts';
import { membersOf } from '../../features/organisations/member-rows.ts';
import { readEngineChanges, readEngineRevision } from '../../features/serving/engine-change-store.ts';
import { readOfferVersions } from '../../features/shop/offer-version-store.ts';
import type { SaleTerms } from '../../features/shop/sale-terms.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import { readAnomalies } from '../../ledger/anomaly-list.ts';
import { readBuyingVersions, readRates } from '../../ledger/buying-store.ts';
import { readPlanVersions } from '../../ledger/plan-versions.ts';
import { readPriceVersions } from '../../ledger/price-store.ts';
import { readActions, readLastReload } from '../../platform/action-log/action-log.ts';
import { createActs } from '../../platform/action-log/action-rules.ts';
import { type Database, type Sql, text } from '../../platform/database/database.ts';
import { readSignUpMode } from '../../platform/database/service-settings.ts';
import { actionRules } from './actions.ts';
import type { Announcements, OperatorStore } from './operator-port.ts';

export function createOperatorStore(db: Database, terms: SaleTerms): OperatorStore {
  const acts = createActs(db, actionRules(terms), { lockAccount, accountState });
  return {
    act: acts.act,
    actTogether: (orders, seen) =>
      acts.together(orders, async (sql) => {
        if (!Bun.deepEquals(decidedBy(seen), decidedBy(await readAnnouncements(sql)))) {
          throw new ServiceError('changed_meanwhile', CHANGED_MEANWHILE);
        }
      }),
    actions: (filter) => readActions(db.sql, filter),
    customers: (search) => readCustomers(db, search),
    owner: (accountId) => readOwner(db.sql, accountId),
    members: (accountId) => membersOf(db.sql, accountId),
    accountOfKey: async (keyId) => {
      const row = await db.sql.one('SELECT account_id FROM api_keys WHERE id = ?', keyId);
      return row && text(row, 'account_id');
    },
    announcements: () => readAnnouncements(db.sql),
    anomalies: () => readAnomalies(db.sql),
  };
}

const CHANGED_MEANWHILE = 'Prices, offers or engines were changed meanwhile, and nothing was written: look again.';

const decidedBy = ({ prices, offers, planVersions, signUp, engineChanges, engineRevision }: Announcements) => ({
  prices,
  offers,
  planVersions,
  signUp,
  engineChanges,
  engineRevision,
});

const readAnnouncements = async (sql: Sql): Promise<Announcements> => ({
  prices: await readPriceVersions(sql),
  offers: await readOfferVersions(sql),
  planVersions: await readPlanVersions(sql),
  signUp: await readSignUpMode(sql),
  lastReload: await readLastReload(sql),
  engineChanges: await readEngineChanges(sql),
  engineRevision: await readEngineRevision(sql),
  buyingVersions: await readBuyingVersions(sql),
  rates: await readRates(sql),
});
