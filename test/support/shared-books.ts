/** A customer in books that several servers share, and how such servers are started. */
import { nanos } from '../../src/domain/money.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createIds, systemClock } from '../../src/ops/clock.ts';
import { keyFingerprint } from '../../src/ops/secrets.ts';
import { createKey } from '../../src/service/keys.ts';
import { createStores } from '../../src/store/stores.ts';
import type { EmptyBooks } from './postgres-database.ts';
import { PLENTY } from './service.ts';

const SECRET = 'the same on every server of this test';

/** What servers on these books are started with. */
export const sharedBy = ({ url }: Pick<EmptyBooks, 'url'>) => ({
  BOREAL_DATABASE_URL: url,
  BOREAL_SECRET: SECRET,
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
});

/** An account with plenty of credit and a key that every server of the books knows. */
export async function accountWithKey({ db }: Pick<EmptyBooks, 'db'>) {
  const stores = createStores(db, DEFAULT_PLANS);
  const ids = createIds();
  const accountId = ids.next('acc_');
  const atMs = Date.now();
  await stores.accounts.create({
    id: accountId,
    email: `${accountId.toLowerCase()}@example.com`,
    status: 'active',
    createdAtMs: atMs,
  });
  await stores.treasury.grant({ accountId, amount: nanos(PLENTY), reason: 'test', actor: 'test', atMs });
  const parts = { keys: stores.keys, clock: systemClock, ids, prefix: 'sk-boreal-' };
  const random = crypto.getRandomValues(new Uint8Array(32));
  const { secret } = await createKey(
    { accountId, name: 'test' },
    { ...parts, fingerprint: keyFingerprint(SECRET), random },
  );
  return { accountId, key: secret, stores };
}
