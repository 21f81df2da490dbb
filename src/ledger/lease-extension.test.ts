/** Leases as servers ask for them, straight on the store: together or alone, less while something is taken, and silence. */
import { expect } from 'bun:test';
import { currentDatabase, test } from '../../test/support/databases.ts';
import { NOON, openStorage, PRICE } from '../../test/support/ledger-fixture.ts';
import { createStores } from '../server/stores/stores.ts';
import type { LeaseRequest } from './lease-ports.ts';
import { hasRunningServers } from './lease-store.ts';

const OFFERS = { pro: { tokens: 30n }, ultra: { tokens: 60n } };
const SILENT_MS = 31_000;

/** Two accounts with credit, and two servers. */
async function open() {
  const storage = await openStorage({ offers: OFFERS });
  const stores = createStores(storage.db, OFFERS);
  const accounts = [
    await storage.account({ credit: 10n ** 12n }),
    await storage.account({ credit: 10n ** 12n }),
  ] as const;
  for (const server of ['A', 'B']) await stores.leases.open(server);
  const asks = (account: { id: string; keyId: string }, changes: Partial<LeaseRequest> = {}): LeaseRequest => {
    const atMs = changes.atMs ?? NOON;
    const about = { accountId: account.id, keyId: account.keyId, model: 'm', priceVersion: 'm@1', price: PRICE };
    const request = { ...about, requestId: 'req_1', inputTokensMax: 5, outputTokensMax: 5, atMs };
    return {
      ...{ serverId: 'A', accountId: account.id, keyIds: [account.keyId], atMs },
      ...{ requests: [request], free: new Map(), growth: 0, recalled: [], ...changes },
    };
  };
  return { storage, stores, accounts, asks, [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose]() };
}

const WORST = 5n * PRICE.input + 5n * PRICE.output;

test('many accounts are asked for at once; where a period of a plan is due, alone', async () => {
  await using opened = await open();
  const { stores, asks, accounts } = opened;
  const [one, other] = accounts;
  await stores.plans.choose({ accountId: other.id, plan: 'pro', actor: 'test', atMs: NOON });
  const { endsAtMs } = (await stores.plans.current(other.id, NOON))!;
  const raisesAt = async (atMs: number) =>
    (await stores.leases.extendTogether([asks(one, { atMs }), asks(other, { atMs })])).map((grant) =>
      grant?.raises.map(({ amount }) => amount),
    );

  expect(await raisesAt(endsAtMs - 1)).toEqual([[WORST], [10n]]);
  expect(await raisesAt(endsAtMs)).toEqual([[WORST], undefined]);
  const { funds } = await stores.leases.extend(asks(other, { atMs: endsAtMs }));
  expect(funds.pots.map(({ kind, expiresAtMs }) => [kind, (expiresAtMs ?? 0) > endsAtMs])).toEqual([
    ['plan', true],
    ['credit', false],
  ]);
});

test('no more is leased than is needed while something is taken from the account, and others are asked for it', async () => {
  await using opened = await open();
  const { storage, stores, asks, accounts } = opened;
  const [account, other] = accounts;
  const leased = async (atMs: number) => {
    const { raises } = await stores.leases.extend(asks(account, { growth: 8, atMs }));
    return raises.map(({ amount }) => amount);
  };

  expect(await leased(NOON)).toEqual([9n * WORST]);
  expect(await stores.leases.wanted('A')).toEqual([]);
  expect(await stores.recalls.recall({ accountId: account.id, untilMs: NOON + 10 })).toBe(true);
  expect(await stores.recalls.recall({ accountId: other.id, untilMs: NOON + 10 })).toBe(false);

  expect(await leased(NOON + 9)).toEqual([WORST]);
  expect(await leased(NOON + 10)).toEqual([9n * WORST]);
  const pot = (await storage.db.sql.one('SELECT id FROM pots WHERE account_id = ?', account.id))!.id as string;
  expect([await stores.leases.wanted('A'), await stores.leases.wanted('B')]).toEqual([[{ id: pot, times: 1n }], []]);
  expect(await stores.recalls.isRecalling(account.id)).toBe(true);
});

test('others are asked for what is not to be had, until they have answered; who has nothing is not asked', async () => {
  await using opened = await open();
  const { storage, stores, asks } = opened;
  const account = await storage.account({ credit: 3n * WORST });
  await stores.leases.open('C');
  const extend = async (serverId: string, recalled: readonly string[] = []) => {
    const { funds, raises, isRecalling } = await stores.leases.extend(asks(account, { serverId, recalled }));
    const [{ unleased, elsewhere }] = funds.pots as [(typeof funds.pots)[number]];
    return [raises.length, unleased / WORST, elsewhere / WORST, isRecalling];
  };
  const potId = (await storage.db.sql.one('SELECT id FROM pots WHERE account_id = ?', account.id))!.id as string;

  expect([await extend('A'), await extend('A'), await extend('B')]).toEqual([
    [1, 2n, 0n, false],
    [1, 1n, 0n, false],
    [1, 0n, 2n, false],
  ]);
  expect(await extend('B')).toEqual([0, 0n, 2n, true]);
  expect(await extend('B', [potId])).toEqual([0, 0n, 2n, true]);
  const [parts, answered] = [[{ potId, amount: 2n * WORST }], [{ id: potId, times: 1n }]];
  await stores.leases.giveBack({ serverId: 'A', parts, answered, accountIds: [] });
  expect(await extend('B', [potId])).toEqual([1, 1n, 0n, false]);
  expect(await extend('C')).toEqual([1, 0n, 2n, false]);
  expect(await extend('B')).toEqual([0, 0n, 1n, true]);
  expect([await stores.leases.wanted('A'), await stores.leases.wanted('C')]).toEqual([[], answered]);
  await stores.recalls.recall({ accountId: account.id, untilMs: NOON });
  expect([await stores.leases.wanted('A'), (await stores.leases.wanted('C'))[0]?.times]).toEqual([[], 2n]);
});

test('others hear which server said nothing for long, and may drop it; one alone hears of none', async () => {
  await using opened = await open();
  const { storage, stores } = opened;
  const isAlone = currentDatabase() === 'SQLite';
  const query = { serverId: 'A', atMs: NOON, accountIds: [], keyIds: [] };
  await stores.leases.open('C');
  await storage.db.sql.run("UPDATE servers SET seen_at_ms = seen_at_ms - ? WHERE id <> 'C'", SILENT_MS);

  expect(await hasRunningServers(storage.db)).toBe(!isAlone);
  expect(await stores.leases.sync(query)).toMatchObject({
    ...{ isKnown: true, silentMsMax: isAlone ? null : 30_000, silentServers: isAlone ? [] : ['B'] },
  });
  if (isAlone) return;
  expect([await stores.leases.dropSilent('C'), await stores.leases.dropSilent('B')]).toEqual([false, true]);
  // It has just said that it lives.
  expect(await stores.leases.dropSilent('A')).toBe(false);
  expect(await stores.leases.sync({ ...query, serverId: 'B' })).toMatchObject({ isKnown: false, silentServers: [] });
  await storage.db.sql.run('UPDATE servers SET seen_at_ms = seen_at_ms - ?', SILENT_MS);
  expect(await hasRunningServers(storage.db)).toBe(false);
});
