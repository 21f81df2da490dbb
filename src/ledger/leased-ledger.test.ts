/** The ledger of one server, step by step: what it asks the database for, when, and what it does with each answer. */
import { describe, expect, test } from 'bun:test';
import { ACCOUNT, LeaseDatabase } from '../../test/model/lease-database.ts';
import { ServiceError } from '../core/errors.ts';
import type { HoldRequest, Receipt } from '../core/ledger.ts';
import { nanos } from '../core/money.ts';
import { AnsweredElsewhere } from './answered-elsewhere.ts';
import type { JournalBatch, LeaseGrant, LeaseRequest, LeaseReturn, Leases } from './lease-ports.ts';
import { LeasedLedger, type LedgerNeeds } from './leased-ledger.ts';

/** One nano-crown for each token of output. */
const PRICE = { input: nanos(0n), cachedInput: nanos(0n), output: nanos(1n), reasoning: nanos(1n) };
const order = (requestId: string, outputTokensMax: number, rest: Partial<HoldRequest> = {}): HoldRequest => ({
  ...{ requestId, accountId: ACCOUNT, keyId: 'key_1', model: 'm', priceVersion: 'm@1', price: PRICE },
  ...{ inputTokensMax: 0, outputTokensMax, atMs: 0, ...rest },
});
const usage = (outputTokens: number) => ({ inputTokens: 0, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 });
const settlement = (requestId: string, tokens: number) => ({
  ...{ requestId, usage: usage(tokens), outcome: 'finished' as const, atMs: 5 },
});
const outOfReach = () => new ServiceError('store_unavailable', 'The database is away.', { isPassing: true });

type Around = {
  readonly credit?: bigint;
  readonly reader?: object;
  readonly leases?: (calls: Leases, database: LeaseDatabase) => Partial<Leases>;
} & Pick<LedgerNeeds, 'checkWrite' | 'pause'>;

/** A server on a database in memory, with a clock that stands still. */
async function start({ credit = 1000n, reader, leases: changed, ...around }: Around = {}) {
  const database = new LeaseDatabase(credit);
  const demands: LeaseRequest[] = [];
  const returned: LeaseReturn[] = [];
  const batches: JournalBatch[] = [];
  const { calls } = database;
  const plain: Leases = {
    ...calls,
    extendTogether: async (requests) => {
      demands.push(...requests);
      return calls.extendTogether(requests);
    },
    write: async (batch) => {
      batches.push(batch);
      await calls.write(batch);
    },
    giveBack: async (one) => {
      returned.push(one);
      database.beginGiveBack(one)();
    },
    dropSilent: async () => false,
    dropAll: async () => {},
  };
  await plain.open('A');
  const time = { ms: 0 };
  const receipts = new Map<string, Receipt>();
  const ledger = new LeasedLedger(
    {
      ...around,
      leases: { ...plain, ...changed?.(plain, database) },
      reader: { receiptOf: async (id: string) => receipts.get(id), ...reader } as never,
      clock: { nowMs: () => time.ms, monotonicMs: () => time.ms },
      log: { info() {}, warn() {}, error() {} },
    },
    'A',
  );
  return { ledger, database, demands, returned, batches, time, receipts, plain };
}

const failureOf = async (work: unknown): Promise<ServiceError> => {
  const [outcome] = await Promise.allSettled([work]);
  if (outcome?.status !== 'rejected') throw new Error('It went well.');
  return outcome.reason;
};

/** A call that waits until the test lets it go. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

describe('a request', () => {
  test('is admitted at once from what is free, and the database hears of it when it has ended', async () => {
    const { ledger, demands, batches, database } = await start();

    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));
    const second = ledger.hold(order('2', 7));

    expect(second).not.toBeInstanceOf(Promise);
    expect(demands).toHaveLength(1);
    expect(ledger.openHolds()).toEqual({ count: 1, held: nanos(7n) });
    expect(batches).toHaveLength(1);
    expect([database.balance, database.held]).toEqual([997n, 7n]);
    expect(ledger.accounts.get(ACCOUNT)!.unwritten).toBe(0);
  });

  test('that comes while the database is asked for another one waits behind it', async () => {
    const asked = gate();
    const isSlow = { is: false };
    const { ledger } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          if (isSlow.is) await asked.promise;
          return extendTogether(requests);
        },
      }),
    });
    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));
    isSlow.is = true;

    const large = ledger.hold(order('2', 20));
    const small = ledger.hold(order('3', 5));

    expect(small).toBeInstanceOf(Promise);
    asked.open();
    expect(await Promise.all([large, small])).toMatchObject([{ outputTokensMax: 20 }, { outputTokensMax: 5 }]);
  });

  test('may be repeated where the database cannot be written, however much is free', async () => {
    let isAway = false;
    const { ledger } = await start({
      checkWrite: async () => {
        if (isAway) throw outOfReach();
      },
      leases: ({ write }) => ({
        write: async (batch) => {
          if (isAway) throw outOfReach();
          return write(batch);
        },
      }),
    });
    await ledger.hold(order('1', 10));
    await ledger.hold(order('2', 10));
    await ledger.settle(settlement('1', 1));
    isAway = true;
    const ending = ledger.settle(settlement('2', 1));
    await settled();

    const { code } = await failureOf(ledger.hold(order('3', 5)));

    expect(code).toBe('store_unavailable');
    isAway = false;
    expect(await ending).toMatchObject({ cost: 1n });
    expect(await ledger.hold(order('4', 5))).toMatchObject({ outputTokensMax: 5 });
  });

  test('knows that its lease can be lost, unless no other server could take it', async () => {
    const { ledger } = await start();

    const among = await ledger.hold(order('1', 1));
    ledger.isAlone = true;
    const alone = await ledger.hold(order('2', 1));

    expect(among.lease).toBe(ledger.life);
    expect(Object.keys(alone)).toEqual(['outputTokensMax']);
  });

  test('of an account that is blocked is refused for that', async () => {
    const { ledger } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) =>
          (await extendTogether(requests)).map((grant) => ({
            ...grant!,
            funds: { ...grant!.funds, state: 'blocked' as const },
          })),
      }),
    });

    expect(await failureOf(ledger.hold(order('1', 1)))).toMatchObject({ code: 'account_blocked' });
  });

  test('that costs more than there is gets less output, or is refused for want of credit', async () => {
    const { ledger } = await start({ credit: 10n });

    expect(await ledger.hold(order('1', 30))).toMatchObject({ outputTokensMax: 10 });
    expect(await failureOf(ledger.hold(order('2', 1)))).toMatchObject({ code: 'insufficient_credit' });
  });

  test.each([
    [10_000, 'fulfilled'],
    [10_001, 'rejected'],
  ] as const)('that has waited %i ms for those before it is %s', async (ms, status) => {
    const asked = gate();
    const { ledger, time } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          await asked.promise;
          return extendTogether(requests);
        },
      }),
    });
    const first = ledger.hold(order('1', 1));
    const second = ledger.hold(order('2', 1));

    time.ms = ms;
    asked.open();
    const [, outcome] = await Promise.allSettled([first, second]);

    expect(outcome!.status).toBe(status);
    expect(ledger.openHolds().count).toBe(status === 'fulfilled' ? 2 : 1);
  });

  test('that is let go leaves no row, and another may have its money', async () => {
    const { ledger, batches } = await start({ credit: 10n });
    await ledger.hold(order('1', 10));
    await settled();

    ledger.letGo('another');
    ledger.letGo('1');
    ledger.letGo('1');

    expect(ledger.hold(order('2', 10))).toEqual({ outputTokensMax: 10, lease: ledger.life });
    expect(batches).toEqual([]);
  });
});

describe('the end of a request', () => {
  test('is written with all that the settlement says, and nothing else', async () => {
    const { ledger, batches } = await start();
    const structured = { schema: 'x' } as never;
    const record = { scope: 's' } as never;
    const price = { input: 0n, cachedInput: 0n, output: 2_000_000n, reasoning: 0n };
    const buying = { engine: 'e', version: 'e@1', price };
    for (const id of ['1', '2', '3', '4']) await ledger.hold(order(id, 1));

    await ledger.settle(settlement('1', 1));
    const more = { firstEventAtMs: 4, buying, anomaly: 'odd', structured, record };
    await ledger.settle({ ...settlement('2', 1), ...more });
    await ledger.release({ requestId: '3', reason: 'engine-failed', atMs: 6 });
    await ledger.release({ requestId: '4', reason: 'engine-failed', atMs: 6, anomaly: 'odd', structured });
    await ledger.drained();

    const rows = batches.flatMap((batch) => batch.rows).map(({ held: _, ...row }) => row);
    const parts = { tokenParts: [], cost: 1n, tokens: 1n, usage: usage(1), ofLimits: [] } as never;
    const bought = { engine: 'e', version: 'e@1', rate: null, nanos: 2n };
    expect<unknown[]>(rows).toEqual([
      { outcome: 'finished', endedAtMs: 5, firstEventAtMs: null, charge: parts },
      {
        ...{ outcome: 'finished', endedAtMs: 5, firstEventAtMs: 4, anomaly: 'odd', structured, record },
        charge: { ...(parts as object), bought },
      },
      { outcome: 'engine-failed', endedAtMs: 6, firstEventAtMs: null },
      { outcome: 'engine-failed', endedAtMs: 6, firstEventAtMs: null, anomaly: 'odd', structured },
    ]);
  });

  test('says how many tokens a plan paid for', async () => {
    const plan = { id: 'plan', kind: 'plan', expiresAtMs: null, unleased: 0n, elsewhere: 0n } as const;
    const { ledger } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) =>
          (await extendTogether(requests)).map((grant): LeaseGrant => {
            const funds = { ...grant!.funds, pots: [plan, ...grant!.funds.pots] };
            return { ...grant!, funds, raises: [...grant!.raises, { potId: 'plan', amount: 4n }] };
          }),
      }),
    });
    await ledger.hold(order('1', 10));

    expect(await ledger.settle(settlement('1', 6))).toMatchObject({ coveredTokens: 4n, cost: 2n });
  });

  test('that comes twice answers again, and charged once', async () => {
    const { ledger, receipts, database } = await start();
    await ledger.hold(order('1', 10));
    const receipt = { usage: usage(3), cost: nanos(3n), paidBy: [{ kind: 'plan', label: 'p', amount: 2n }] };
    receipts.set('1', receipt as never);

    const both = await Promise.all([ledger.settle(settlement('1', 3)), ledger.settle(settlement('1', 9))]);

    expect(both).toEqual([
      { usage: usage(3), cost: nanos(3n), coveredTokens: 0n },
      { usage: usage(3), cost: nanos(3n), coveredTokens: 2n },
    ]);
    expect(database.balance).toBe(997n);
  });

  test('of a request that holds nothing is refused, and leaves no row', async () => {
    const { ledger, batches } = await start();

    expect(await failureOf(ledger.settle(settlement('1', 1)))).toMatchObject({ code: 'internal' });
    await ledger.release({ requestId: '1', reason: 'engine-failed', atMs: 6 });

    expect(batches).toEqual([]);
  });

  test('without a charge gives all of it to the next one at once', async () => {
    const { ledger } = await start({ credit: 10n });
    await ledger.hold(order('1', 10));
    await settled();

    void ledger.release({ requestId: '1', reason: 'left-early', atMs: 6 });

    expect(ledger.accounts.get(ACCOUNT)!.unwritten).toBe(1);
    expect(ledger.hold(order('2', 10))).toMatchObject({ outputTokensMax: 10 });
    await ledger.drained();
    await settled();
    expect(ledger.accounts.get(ACCOUNT)!.unwritten).toBe(0);
  });

  test('that another server has told before leaves the money free, and its release frees nothing twice', async () => {
    let isTaken = true;
    const { ledger } = await start({
      credit: 10n,
      leases: ({ write }) => ({
        write: async (batch) => {
          if (isTaken && batch.rows.some(({ charge }) => charge)) throw new AnsweredElsewhere();
          return write(batch);
        },
      }),
    });
    await ledger.hold(order('1', 10));

    expect(await failureOf(ledger.settle(settlement('1', 3)))).toBeInstanceOf(AnsweredElsewhere);
    await ledger.release({ requestId: '1', reason: 'answered-elsewhere', atMs: 6 });
    isTaken = false;

    const { lease } = ledger.accounts.get(ACCOUNT)!;
    expect([lease.isDoubtful, lease.running, [...lease.free().values()]]).toEqual([false, 0, [10n]]);
  });

  test('that could not be written counts as spent until the lease has gone back', async () => {
    let isRefused = true;
    const { ledger, returned } = await start({
      credit: 10n,
      leases: ({ write }) => ({
        write: async (batch) => {
          if (isRefused) throw new Error('No.');
          return write(batch);
        },
      }),
    });
    await ledger.hold(order('1', 10));
    expect(await failureOf(ledger.settle(settlement('1', 3)))).toMatchObject({ message: 'No.' });
    isRefused = false;

    expect(ledger.accounts.get(ACCOUNT)!.lease.isDoubtful).toBe(true);
    expect(ledger.openHolds().count).toBe(0);
    expect(await ledger.hold(order('2', 10))).toMatchObject({ outputTokensMax: 10 });
    expect(returned.map(({ accountIds }) => accountIds)).toEqual([[ACCOUNT]]);
  });
});

describe('an extension', () => {
  test('is larger where one follows the other within a second, up to a bound', async () => {
    const { ledger, demands, time } = await start({ credit: 10n ** 9n });
    const spend = async (n: number) => {
      await ledger.hold(order(`${n}`, 10 ** 6));
      ledger.letGo(`${n}`);
      ledger.accounts.get(ACCOUNT)!.lease.takeFree(() => true);
    };

    for (let n = 0; n < 8; n += 1) {
      time.ms += n === 4 ? 1000 : 999;
      await spend(n);
    }

    expect(demands.map(({ growth }) => growth)).toEqual([0, 1, 3, 7, 7, 15, 31, 32]);
  });

  test('is asked for the time of the latest of those that wait', async () => {
    const asked = gate();
    const { ledger, demands } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          await asked.promise;
          return extendTogether(requests);
        },
      }),
    });

    const all = [7, 9, 8].map((atMs) => ledger.hold(order(`${atMs}`, 1, { atMs })));
    asked.open();
    await Promise.all(all);

    expect(demands.map(({ atMs, requests }) => [atMs, requests.length])).toEqual([
      [7, 1],
      [9, 2],
    ]);
  });

  test('that was answered after something of the lease was taken is asked for again', async () => {
    let isTaken = false;
    const { ledger, demands } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          const grants = await extendTogether(requests);
          if (isTaken) ledger.accounts.get(ACCOUNT)!.lease.takeFree(() => true);
          isTaken = false;
          return grants;
        },
      }),
    });
    await ledger.hold(order('1', 10));
    await ledger.settle(settlement('1', 3));
    isTaken = true;

    expect(await ledger.hold(order('2', 20))).toMatchObject({ outputTokensMax: 20 });
    expect(demands).toHaveLength(3);
  });

  test('without an answer leaves a doubt, which is cleared as soon as nothing runs', async () => {
    let isAway = false;
    const { ledger, returned, database } = await start({
      credit: 100n,
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          const grants = await extendTogether(requests);
          if (isAway) throw outOfReach();
          return grants;
        },
      }),
    });
    await ledger.hold(order('1', 10));
    isAway = true;
    expect(await failureOf(ledger.hold(order('2', 50)))).toMatchObject({ code: 'store_unavailable' });
    isAway = false;

    const inDoubt = await failureOf(ledger.hold(order('3', 60, { outputTokensMin: 60 })));
    expect(inDoubt.message).toContain('does not know yet');
    expect(returned).toEqual([]);
    await ledger.settle(settlement('1', 10));
    expect(await ledger.hold(order('4', 90))).toMatchObject({ outputTokensMax: 90 });
    expect(returned.map(({ accountIds }) => accountIds)).toEqual([[ACCOUNT]]);
    expect(database.held).toBe(90n);
    expect(ledger.accounts.get(ACCOUNT)!.lease.isDoubtful).toBe(false);
  });

  test('for a server that was taken for dead meanwhile is worth nothing', async () => {
    const asked = gate();
    const { ledger } = await start({
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          await asked.promise;
          return extendTogether(requests);
        },
      }),
    });
    const first = ledger.hold(order('1', 10));
    const second = ledger.hold(order('2', 10));
    await settled();

    ledger.beginAnew('B');
    asked.open();

    expect((await failureOf(first)).message).toContain('begins anew');
    expect((await failureOf(second)).message).toContain('begins anew');
    expect(ledger.openHolds()).toEqual({ count: 0, held: nanos(0n) });
  });
});

test('what is free in the lease of a server is not held by any request', async () => {
  const pots = [{ id: 'pot_1', kind: 'credit', label: 'credit', amount: 1000n, held: 30n, spent: 0n }];
  const balance = { accountId: ACCOUNT, pots, held: nanos(30n) };
  const { ledger } = await start({ reader: { balanceOf: async () => balance } });
  const heldOf = async () => {
    const { held } = await ledger.balanceOf(ACCOUNT, 0);
    return held;
  };
  expect(await heldOf()).toBe(nanos(30n));
  await ledger.hold(order('1', 30));
  ledger.letGo('1');
  await ledger.hold(order('2', 10));

  expect(await heldOf()).toBe(nanos(10n));
});

test('a database that says that there is more and never leases it is a mistake, which ends', async () => {
  let asked = 0;
  const { ledger } = await start({
    leases: ({ sync }) => ({
      extendTogether: async () => {
        asked += 1;
        const { funds } = await sync({ serverId: 'A', atMs: 0, accountIds: [ACCOUNT], keyIds: [] });
        return [{ funds: funds[0]!, raises: [], recalled: [], isRecalling: false }];
      },
    }),
  });

  expect(await failureOf(ledger.hold(order('1', 1)))).toMatchObject({ message: expect.stringContaining('cannot be') });
  expect(asked).toBe(300);
});

describe('another server that has leased what is wanted', () => {
  /** It never answers. Each look at the database takes so long. */
  const silentOther = async (lookMs: number) => {
    const pauses: number[] = [];
    const around = await start({
      credit: 10n,
      pause: async (ms) => {
        pauses.push(ms);
        around.time.ms += ms;
      },
      leases: ({ extendTogether }) => ({
        extendTogether: async (requests) => {
          around.time.ms += lookMs;
          return extendTogether(requests);
        },
      }),
    });
    await around.plain.open('B');
    const other = { ...order('b', 8), serverId: 'B', keyIds: [], recalled: [], growth: 0 };
    await around.plain.extend({ ...other, requests: [order('b', 8)], free: new Map() });
    return { ...around, pauses };
  };

  test.each([
    [1, 143],
    [0, 150],
    [299, 10],
    [1000, 10],
  ])('is looked at every 20 ms for three seconds, or ten times: a look of %i ms, %i times', async (lookMs, looks) => {
    const { ledger, demands, pauses } = await silentOther(lookMs);

    const refusal = await failureOf(ledger.hold(order('1', 9, { outputTokensMin: 9 })));

    expect(refusal).toMatchObject({ code: 'store_unavailable' });
    expect(refusal.message).toContain('one of its servers did not answer');
    expect(new Set(pauses)).toEqual(new Set([20]));
    expect(pauses).toHaveLength(looks);
    expect(demands).toHaveLength(looks + 1);
  });

  test('is not waited for by a request that gets what it needs', async () => {
    const { ledger, pauses, demands } = await silentOther(1);

    expect(await ledger.hold(order('1', 2))).toMatchObject({ outputTokensMax: 2 });

    expect([pauses, demands.length]).toEqual([[], 1]);
  });

  test('keeps none waiting for whom there is enough', async () => {
    const { ledger, pauses } = await silentOther(1);
    // The two behind the first are asked for together.
    const first = ledger.hold(order('0', 1));
    const large = failureOf(ledger.hold(order('1', 9, { outputTokensMin: 9 })));
    let looks = -1;
    const small = Promise.resolve(ledger.hold(order('2', 1))).then(() => {
      looks = pauses.length;
    });
    await Promise.all([first, large, small]);

    expect(looks).toBeLessThan(10);
    expect(pauses.length).toBeGreaterThan(100);
  });

  test('gives it, and the request goes on with the next look', async () => {
    const { ledger, plain, database, pauses, demands } = await silentOther(1);
    const held = ledger.hold(order('1', 9));
    await settled();
    const [wanted] = await plain.wanted('B');
    const back = { serverId: 'B', parts: [{ potId: wanted!.id, amount: 8n }], accountIds: [], answered: [wanted!] };
    await plain.giveBack(back);

    expect(await held).toMatchObject({ outputTokensMax: 9 });
    await settled();
    expect(pauses).toHaveLength(demands.length - 1);
    expect(database.held).toBe(9n);
  });
});
