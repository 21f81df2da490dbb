/** The keeper of leases, turn by turn: what rests goes back, what was read counts, and until when a server may admit. */
import { describe, expect, spyOn, test } from 'bun:test';
import { ACCOUNT, LeaseDatabase } from '../../test/model/lease-database.ts';
import { NO_TIMERS } from '../../test/support/leased-stores.ts';
import type { HoldRequest } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import type { AccountFunds } from './lease.ts';
import { type LeaseTimes, openLeases } from './lease-keeper.ts';
import type { LeaseReturn, Leases } from './lease-ports.ts';

const PRICE = { input: nanos(0n), cachedInput: nanos(0n), output: nanos(1n), reasoning: nanos(1n) };
const order = (requestId: string, outputTokensMax: number, rest: Partial<HoldRequest> = {}): HoldRequest => ({
  ...{ requestId, accountId: ACCOUNT, keyId: 'key_1', model: 'm', priceVersion: 'm@1', price: PRICE },
  ...{ inputTokensMax: 0, outputTokensMax, atMs: 0, ...rest },
});
const settlement = (requestId: string, outputTokens: number) => ({
  ...{ requestId, outcome: 'finished' as const, atMs: 5 },
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 },
});

type Around = {
  readonly times?: LeaseTimes | undefined;
  readonly serverId?: string;
  readonly leases?: (calls: Leases) => Partial<Leases>;
};

/** A server on a database in memory, whose turns the test takes. */
async function start({ times = NO_TIMERS, leases: changed, ...around }: Around = {}) {
  const database = new LeaseDatabase(100n);
  const returned: LeaseReturn[] = [];
  const dropped: string[] = [];
  const logged: string[] = [];
  const plain: Leases = {
    ...database.calls,
    giveBack: async (one) => {
      returned.push(one);
      database.beginGiveBack(one)();
    },
    dropSilent: async (serverId) => dropped.push(serverId) > 0,
    dropAll: async () => {},
  };
  const time = { ms: 0 };
  let ids = 0;
  const keeper = await openLeases({
    ...around,
    leases: { ...plain, ...changed?.(plain) },
    reader: {} as never,
    clock: { nowMs: () => time.ms, monotonicMs: () => time.ms },
    ids: { next: (prefix) => `${prefix}${++ids}` },
    log: { info() {}, warn() {}, error: (_, message) => void logged.push(message) },
    times,
  });
  return { ...keeper, database, returned, dropped, logged, time, plain };
}

const wholeOnes = (returned: readonly LeaseReturn[]) => returned.flatMap(({ accountIds }) => accountIds);
const failureOf = async (work: unknown) => {
  const [outcome] = await Promise.allSettled([work]);
  return outcome?.status === 'rejected' ? outcome.reason : undefined;
};
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

describe('a lease', () => {
  test.each([
    [899, []],
    [900, [ACCOUNT]],
  ])('goes back when it was not used for 900 ms: after %i ms', async (ms, back) => {
    const { ledger, sync, returned, time } = await start({ times: { ...NO_TIMERS, idleMs: 900 } });
    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));

    time.ms = ms;
    await sync();

    expect(wholeOnes(returned)).toEqual(back);
    expect(ledger.accounts.size).toBe(1 - back.length);
  });

  test('stays while something runs, and what is free of it goes back', async () => {
    const { ledger, sync, returned, time, database } = await start();
    await ledger.hold(order('1', 10));
    await ledger.hold(order('2', 5));
    await ledger.settle(settlement('2', 1));

    time.ms = 900;
    await sync(900);

    expect(returned.map(({ parts, accountIds }) => [parts, accountIds])).toEqual([
      [[{ potId: 'pot_1', amount: 9n }], []],
    ]);
    expect(database.held).toBe(10n);
    await sync(900);
    expect(returned).toHaveLength(1);
  });

  test('keeps what is free of it while its account is used, unless it may spend no more', async () => {
    const { ledger, sync, returned, time } = await start();
    await ledger.hold(order('1', 10));
    await ledger.hold(order('2', 5));
    await ledger.settle(settlement('2', 1));
    time.ms = 899;
    await sync(900);
    expect(returned).toEqual([]);

    ledger.accounts.get(ACCOUNT)!.lease.state = 'suspended';
    await sync(900);

    expect(returned).toHaveLength(1);
  });

  test('stays while the end of a request is not durable', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { ledger, sync, returned } = await start({
      leases: ({ write }) => ({
        write: async (batch) => {
          await promise;
          return write(batch);
        },
      }),
    });
    await ledger.hold(order('1', 10));
    const ended = ledger.settle(settlement('1', 10));

    await sync(0);
    expect(wholeOnes(returned)).toEqual([]);

    resolve();
    await ended;
    await sync(0);
    expect(wholeOnes(returned)).toEqual([ACCOUNT]);
  });

  test('in doubt goes back as soon as nothing runs, however lately it was used', async () => {
    const { ledger, sync, returned } = await start();
    await ledger.hold(order('1', 10));
    ledger.accounts.get(ACCOUNT)!.lease.isDoubtful = true;

    await sync(900);
    expect(wholeOnes(returned)).toEqual([]);
    await ledger.release({ requestId: '1', reason: 'left-early', atMs: 1 });
    await ledger.drained();
    await settled();
    await sync(900);

    expect(wholeOnes(returned)).toEqual([ACCOUNT]);
  });

  test('stays while the database is asked for more of it', async () => {
    let asked: Promise<void> | undefined;
    const { ledger, sync, returned } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          await asked;
          return extendTogether(requests);
        },
      }),
    });
    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));
    const { promise, resolve } = Promise.withResolvers<void>();
    asked = promise;
    const held = ledger.hold(order('2', 20));

    await sync(-1);

    expect(wholeOnes(returned)).toEqual([]);
    resolve();
    expect(await held).toMatchObject({ outputTokensMax: 20 });
  });

  test('that is going back serves those who come meanwhile when it is back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { ledger, sync } = await start({
      leases: ({ giveBack }) => ({
        giveBack: async (one) => {
          await promise;
          return giveBack(one);
        },
      }),
    });
    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));
    const resting = sync(0);
    await settled();

    const held = ledger.hold(order('2', 7));
    expect(held).toBeInstanceOf(Promise);
    resolve();

    expect(await held).toMatchObject({ outputTokensMax: 7 });
    await resting;
    expect(ledger.accounts.size).toBe(1);
  });

  test('that the database does not take back refuses those who wait, and is tried again at the next turn', async () => {
    let isRefused = true;
    const { ledger, sync, logged } = await start({
      leases: ({ giveBack }) => ({
        giveBack: async (one) => {
          await Promise.resolve();
          if (isRefused) throw new Error('No.');
          return giveBack(one);
        },
      }),
    });
    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));
    const resting = sync(0);
    await Promise.resolve();
    const waiting = ledger.hold(order('2', 7));
    expect(await failureOf(waiting)).toMatchObject({ message: 'No.' });
    await resting;
    expect(logged).toHaveLength(1);
    await sync(0);
    expect(logged).toHaveLength(1);

    isRefused = false;
    await sync(0);

    expect(ledger.accounts.size).toBe(0);
  });
});

describe('what others want back', () => {
  test('is not taken out of a lease whose end the database has refused', async () => {
    let isRefused = false;
    const { ledger, sync, answerRecall } = await start({
      leases: ({ giveBack }) => ({
        giveBack: async (one) => {
          if (isRefused) throw new Error('No.');
          return giveBack(one);
        },
        wanted: async () => [{ id: 'pot_1', times: 1n }],
      }),
    });
    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));
    isRefused = true;
    await sync(0);
    isRefused = false;

    await answerRecall();

    expect(ledger.accounts.freeOf(ACCOUNT).get('pot_1')).toBe(7n);
  });

  test('goes back with the next look, as far as it is free, and the question is answered', async () => {
    const { ledger, answerRecall, database, plain, returned } = await start();
    await plain.open('B');
    await ledger.hold(order('1', 50));
    await ledger.settle(settlement('1', 10));
    await ledger.hold(order('2', 15));
    await answerRecall();
    expect(returned).toEqual([]);
    const other = { serverId: 'B', accountId: ACCOUNT, keyIds: [], recalled: [], growth: 0, atMs: 0 };
    await plain.extend({ ...other, requests: [order('b', 80)], free: new Map() });

    await answerRecall();

    expect(returned.map(({ parts }) => parts)).toEqual([[{ potId: 'pot_1', amount: 25n }]]);
    expect(database.leases.get(ledger.serverId)).toEqual({ amount: 15n, wanted: 0n });
    await answerRecall();
    expect(returned).toHaveLength(1);
  });

  test('and is not known here is answered with nothing', async () => {
    const { ledger, answerRecall, returned } = await start({
      leases: () => ({ wanted: async () => [{ id: 'unknown', times: 3n }] }),
    });
    await answerRecall();
    expect(returned).toEqual([]);
    await ledger.hold(order('1', 5));

    await answerRecall();

    expect(returned).toMatchObject([{ parts: [], answered: [{ id: 'unknown', times: 3n }] }]);
  });

  test('is looked for every 50 ms while something is leased, and by no timer while nothing is', async () => {
    const turns = new Map<object, { readonly ms: number; readonly turn: () => void }>();
    const timers = spyOn(globalThis, 'setInterval').mockImplementation(((turn: () => void, ms: number) => {
      const timer = { unref: () => timer };
      turns.set(timer, { ms, turn });
      return timer;
    }) as never);
    const cleared = spyOn(globalThis, 'clearInterval').mockImplementation(((timer: object) =>
      turns.delete(timer)) as never);
    const paces = () => [...turns.values()].map(({ ms }) => ms);
    try {
      const { ledger, sync } = await start({ times: { idleMs: 900, syncMs: 1000, livingMs: 3000 } });
      expect(paces()).toEqual([3000]);

      await ledger.hold(order('1', 5));
      expect(paces()).toEqual([3000, 50, 1000, 1000]);

      await ledger.release({ requestId: '1', reason: 'left-early', atMs: 1 });
      await ledger.drained();
      await sync(0);
      for (const { turn } of turns.values()) turn();
      await settled();
      expect(paces()).toEqual([3000]);
    } finally {
      timers.mockRestore();
      cleared.mockRestore();
    }
  });
});

describe('a server', () => {
  test('has the id that it was given, or a new one', async () => {
    expect((await start({ serverId: 'mine' })).ledger.serverId).toBe('mine');
    expect((await start()).ledger.serverId).toBe('srv_1');
  });

  test('admits for twenty seconds after it was heard of, and answers for thirty', async () => {
    const { ledger, sync, time } = await start();
    time.ms = 1000;
    await sync();

    time.ms = 21_000;
    expect(await ledger.hold(order('1', 5))).toMatchObject({ outputTokensMax: 5 });
    time.ms = 21_001;
    expect(() => ledger.hold(order('2', 5))).toThrow('cannot reach its database');
    time.ms = 31_000;
    expect(ledger.life.check()).toBeUndefined();
    time.ms = 31_001;
    expect(ledger.life.check()).toBeInstanceOf(Promise);
    expect(ledger.isAlone).toBe(false);
  });

  test('that has the database to itself admits however long nothing was heard of it', async () => {
    const { ledger, time } = await start({
      leases: ({ sync }) => ({ sync: async (query) => ({ ...(await sync(query)), silentMsMax: null }) }),
    });
    time.ms = 1e9;

    expect(Object.keys(await ledger.hold(order('1', 5)))).toEqual(['outputTokensMax']);
  });

  test('drops others that are silent, and one that cannot be dropped keeps it from nothing', async () => {
    const { sync, dropped, ledger, time } = await start({
      leases: (calls) => ({
        sync: async (query) => ({ ...(await calls.sync(query)), silentServers: ['B', 'C'] }),
        dropSilent: async (serverId) => {
          if (serverId === 'B') throw new Error('Not that one.');
          return calls.dropSilent(serverId);
        },
      }),
    });
    time.ms = 5000;

    expect(await failureOf(sync())).toMatchObject({ message: 'Not that one.' });

    expect(dropped).toEqual(['C', 'C']);
    time.ms = 25_000;
    expect(ledger.life.refusalAt(25_000)).toBeUndefined();
  });

  test('that was taken for dead begins anew under another id, and holds nothing', async () => {
    const { ledger, sync, database, logged } = await start();
    await ledger.hold(order('1', 5));
    database.servers.delete('srv_1');
    database.leases.delete('srv_1');
    database.held = 0n;

    await sync();

    expect([ledger.serverId, ledger.openHolds().count, logged.length]).toEqual(['srv_2', 0, 1]);
    expect(await ledger.hold(order('2', 5))).toMatchObject({ outputTokensMax: 5 });
  });
});

describe('what is read of an account', () => {
  const read = async (accountChanges: Partial<AccountFunds>, around: { whileReading?: () => void } = {}) => {
    const started = await start({
      leases: ({ sync }) => ({
        sync: async (query) => {
          const news = await sync(query);
          around.whileReading?.();
          return { ...news, funds: news.funds.map((funds) => ({ ...funds, ...accountChanges })) };
        },
      }),
    });
    await started.ledger.hold(order('1', 5));
    await settled();
    return { ...started, account: started.ledger.accounts.get(ACCOUNT)! };
  };

  test('counts from then on', async () => {
    const { account, sync, time } = await read({ state: 'suspended' });
    time.ms = 1;

    await sync(10);

    expect(account.lease.state).toBe('suspended');
  });

  test('says nothing where the account was asked about at the same moment or later', async () => {
    const { account, sync } = await read({ state: 'suspended' });

    await sync(10);

    expect(account.lease.state).toBe('active');
  });

  test('says nothing while the database is asked about the account', async () => {
    const around: { whileReading?: () => void } = {};
    const { account, sync, time } = await read({ state: 'suspended' }, around);
    time.ms = 1;
    around.whileReading = () => {
      account.isBusy = true;
    };

    await sync(10);

    expect(account.lease.state).toBe('active');
  });

  test('says nothing where the account is served no more', async () => {
    const around: { whileReading?: () => void } = {};
    const { sync, time, ledger } = await read({}, around);
    time.ms = 1;
    around.whileReading = () => void ledger.accounts.clear();

    await sync(10);

    expect(ledger.accounts.size).toBe(0);
  });

  test('is of those alone that are not being asked about', async () => {
    const asked: (readonly string[])[] = [];
    const { ledger, sync } = await start({
      leases: (calls) => ({
        sync: (query) => {
          asked.push(query.accountIds);
          return calls.sync(query);
        },
      }),
    });
    await ledger.hold(order('1', 5));
    await settled();
    await sync(10);
    ledger.accounts.get(ACCOUNT)!.isBusy = true;

    await sync(10);

    expect(asked).toEqual([[], [ACCOUNT], []]);
  });
});

test('a failure is said once, and again after it went well', async () => {
  const turns: (() => void)[] = [];
  const timers = spyOn(globalThis, 'setInterval').mockImplementation(((turn: () => void) => {
    turns.push(turn);
    return { unref: () => ({}) };
  }) as never);
  let isAway = false;
  try {
    const { logged } = await start({
      times: { idleMs: 900, syncMs: 1000 },
      leases: ({ sync }) => ({
        sync: (query) => (isAway ? Promise.reject(new Error('Away.')) : sync(query)),
      }),
    });
    const read = async (away: boolean) => {
      isAway = away;
      turns[0]!();
      await settled();
      return logged.length;
    };

    expect([await read(true), await read(true), await read(false), await read(true)]).toEqual([1, 1, 1, 2]);
  } finally {
    timers.mockRestore();
  }
});
