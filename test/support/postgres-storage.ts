/** A customer in a database that several servers share, and how such servers are started. */
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { readAtRest } from './leased-stores.ts';
import { SHARED_SECRET } from './ledger-key.ts';
import { newAccountWithKey } from './new-account.ts';
import type { EmptyDatabase } from './postgres-database.ts';
import { PLENTY } from './service.ts';

/** The settings that servers on this database are started with. */
export const sharedBy = ({ url }: Pick<EmptyDatabase, 'url'>) => ({
  BOREAL_DATABASE_URL: url,
  BOREAL_SECRET: SHARED_SECRET,
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
});

/** An account with plenty of credit and a key that every server of the database knows. */
export async function accountWithKey({ db }: Pick<EmptyDatabase, 'db'>) {
  const stores = readAtRest(createStores(db, DEFAULT_PLANS));
  const account = await newAccountWithKey({ stores, serverSecret: SHARED_SECRET }, PLENTY);
  return { ...account, stores };
}
