/** Actions of people. An action and its line in the log are one transaction: both are there, or neither. */
import { ServiceError } from '../../core/errors.ts';
import { accountState } from '../../features/customers/actions.ts';
import type { SaleTerms } from '../../features/shop/sale-terms.ts';
import { lockAccount } from '../../ledger/account-lock.ts';
import type { ActionLog, ActionRequest, DoneAction } from '../../platform/action-log/action.ts';
import { readActions } from '../../platform/action-log/action-log.ts';
import { createActs } from '../../platform/action-log/action-rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { actionRules } from './actions.ts';
import { type Announcements, readAnnouncements } from './announcements.ts';

export interface ActionLogStore extends ActionLog {
  /** All of them or none, and none where something else was announced since `seen`. */
  actTogether(requests: readonly ActionRequest[], seen: Announcements): Promise<readonly DoneAction[]>;
}

export function createActionLogStore(db: Database, terms: SaleTerms): ActionLogStore {
  const acts = createActs(db, actionRules(terms), { lockAccount, accountState });
  return {
    act: acts.act,
    actTogether: (requests, seen) =>
      acts.together(requests, async (sql) => {
        if (!Bun.deepEquals(decidedBy(seen), decidedBy(await readAnnouncements(sql)))) {
          throw new ServiceError('changed_meanwhile', CHANGED_MEANWHILE);
        }
      }),
    actions: (filter) => readActions(db.sql, filter),
  };
}

const CHANGED_MEANWHILE = 'Prices, offers or engines were changed meanwhile, and nothing was written: look again.';

/** Everything that was decided: reading the configuration again is no decision, and customers are put into groups apart. */
const decidedBy = ({ lastReload, memberRevision, ...decided }: Announcements) => decided;
