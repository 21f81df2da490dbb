/** Asks servers for what they have leased of an account and do not use, before something is taken from it. */

import { type Database, text } from '../platform/database/database.ts';
import { lockAccount } from './account-lock.ts';
import type { LeaseRecalls } from './lease-ports.ts';

export const createRecallStore = (db: Database): LeaseRecalls => ({
  recall: (recall) => recallLeases(db, recall),
  isRecalling: (accountId) => isRecalling(db, accountId),
});

type Recall = Parameters<LeaseRecalls['recall']>[0];

/** Pot by pot, so that no batch of a server waits for more than one row. Returns whether a server was asked. */
async function recallLeases(db: Database, { accountId, untilMs }: Recall): Promise<boolean> {
  await db.transaction((sql) => sql.run('UPDATE accounts SET recalled_until_ms = ? WHERE id = ?', untilMs, accountId));
  const pots = await db.sql.all('SELECT id FROM pots WHERE account_id = ? AND held > 0', accountId);
  let asked = 0;
  for (const pot of pots) {
    asked += await db.transaction(async (sql) => {
      await lockAccount(sql, accountId);
      return sql.run('UPDATE leases SET wanted = wanted + 1 WHERE pot_id = ? AND amount > 0', text(pot, 'id'));
    });
  }
  return asked > 0;
}

async function isRecalling(db: Database, accountId: string): Promise<boolean> {
  const unanswered = await db.sql.one(
    'SELECT 1 AS found FROM leases l JOIN pots p ON p.id = l.pot_id WHERE p.account_id = ? AND l.wanted > 0 LIMIT 1',
    accountId,
  );
  return unanswered !== undefined;
}
