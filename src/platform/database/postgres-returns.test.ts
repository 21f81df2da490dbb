/** Leases that go back twice at once on PostgreSQL, where both wait for the same pot. */
import { expect, test } from 'bun:test';
import { NOON, usageOf } from '../../../test/support/ledger-fixture.ts';
import { until } from '../../../test/support/service.ts';
import type { Settlement } from '../../core/ledger.ts';
import { audit } from '../../ledger/audit/audit.ts';
import { ORDER, twoReplicas, WORST } from '../../server/stores/replicas.fixture.ts';
import type { Database } from './database.ts';

const NOTHING_BACK = { parts: [], accountIds: [], limitIds: [], answered: [] };
const WHOLE = { ...NOTHING_BACK, accountIds: ['acc_1'] };

const potOf = ({ sql }: Database) => sql.one('SELECT id, held FROM pots');

test('a lease that goes back in three ways at once goes back once', async () => {
  await using replicas = await twoReplicas({ credit: WORST * 10n });
  const { one, other, both } = replicas;
  for (const [n, { stores }] of both.entries()) await stores.ledger.hold({ ...ORDER, requestId: `req_${n}` });
  const { serverId } = (await one.keeper()).ledger;
  const parts = [{ potId: String((await potOf(one.db))!.id), amount: WORST }];

  await whileLocked(other.db, [
    () => one.stores.leases.giveBack({ ...WHOLE, serverId }),
    () => one.stores.leases.giveBack({ ...NOTHING_BACK, serverId, parts }),
    () => one.stores.leases.giveBack({ ...WHOLE, serverId }),
  ]);

  expect((await potOf(one.db))!.held).toBe(WORST as never);
  expect((await audit(one.db, NOON)).problems).toEqual([]);
});

const ANSWER = { id: 'chatcmpl-1', createdAtMs: NOON, model: 'm', events: [], usage: usageOf(10, 5) };
const KEPT = { scope: 's', fingerprint: 'f', expiresAtMs: NOON * 2, answer: { ...ANSWER, finishReason: 'stop' } };

test.each([
  ['one statement', {}],
  ['several', { record: KEPT }],
])('a lease that has gone back pays for no charge of %s that waited for the pot behind it', async (_, kept) => {
  await using replicas = await twoReplicas({ credit: WORST * 10n });
  const { one, other } = replicas;
  await one.stores.ledger.hold({ ...ORDER, requestId: 'req_1' });
  await other.stores.ledger.hold({ ...ORDER, requestId: 'req_2' });
  const { serverId } = (await one.keeper()).ledger;
  const settlement = { requestId: 'req_1', usage: usageOf(10, 5), outcome: 'finished' as const, atMs: NOON };
  let charged: PromiseSettledResult<unknown> | undefined;

  await whileLocked(other.db, [
    () => one.stores.leases.giveBack({ ...WHOLE, serverId }),
    async () => {
      [charged] = await Promise.allSettled([
        one.stores.ledger.settle({ ...settlement, ...(kept as Partial<Settlement>) }),
      ]);
    },
  ]);

  expect(charged?.status).toBe('rejected');
  expect(await one.db.sql.all('SELECT id FROM requests')).toEqual([]);
  expect((await audit(one.db, NOON)).problems).toEqual([]);
});

/** Runs all of them, each as soon as the one before it waits, while another transaction has all pots. */
async function whileLocked(db: Database, works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const waiting = async () => {
    const row = await db.sql.one(
      "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return Number(row!.n);
  };
  const begun: Promise<unknown>[] = [];
  await db.transaction(async (sql) => {
    await sql.all('SELECT id FROM pots FOR UPDATE');
    for (const work of works) {
      begun.push(work());
      await until('it waits for the pot', async () => (await waiting()) >= begun.length);
    }
  });
  await Promise.all(begun);
}
