/** The database of `npm run bench -- scale` counts as the real one does: two servers, the same traffic, on both. */
import { describe, expect, test } from 'bun:test';
import { ScaleDatabase } from '../../bench/support/scale-database.ts';
import { ScaleRun } from '../../bench/support/scale-traffic.ts';
import { VirtualTime } from '../../bench/support/virtual-time.ts';
import type { HoldRequest } from '../../src/core/ledger.ts';
import { nanos } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { type LeaseKeeper, openLeases } from '../../src/ledger/lease-keeper.ts';
import type { Leases } from '../../src/ledger/lease-ports.ts';
import type { Database, Sql, TransactionSql } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { NO_TIMERS } from '../support/leased-stores.ts';
import { NOON, PRICE, usageOf } from '../support/ledger-fixture.ts';
import { LEDGER_KEY } from '../support/ledger-key.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { seeded } from '../support/random.ts';

const SEED = Number(process.env.SEED ?? 7);
const STEPS = 120;
const BOUNDS = { inputTokensMax: 100, outputTokensMax: 50 };
const WORST = 100n * PRICE.input + 50n * PRICE.output;
/** The last one has so little that servers want it back from each other. */
const CREDITS = [WORST * 10_000n, WORST * 10_000n, WORST * 10_000n, WORST * 40n];
const accountId = (n: number) => `acc_${n}`;
const NO_LOG = { info() {}, warn() {}, error() {} };
const KINDS = ['extend', 'extendTogether', 'write', 'giveBack', 'sync', 'wanted'] as const;

type World = {
  /** Of two servers on one database. */
  readonly leases: readonly [Leases, Leases];
  /** Until the database has answered. */
  finish<T>(work: Promise<T>): Promise<T>;
  statements(): number;
  /** The ids of the servers and pots that have a lease. */
  leased(): Promise<readonly string[]>;
};

describe('the model of the database for many servers', () => {
  test(`counts calls, statements and leases as PostgreSQL does (seed ${SEED})`, async () => {
    await using postgres = await realWorld();
    const real = await runTraffic(postgres.world, postgres.priceVersion);
    const modelled = await runTraffic(modelledWorld(), postgres.priceVersion);

    expect(modelled).toEqual(real);
    const { calls, chats, statements, recalls } = real;
    console.log(`${chats} chats, ${statements} statements, ${JSON.stringify(Object.fromEntries(calls))}`);
    expect(calls.get('extendTogether')).toBeGreaterThan(20);
    expect(recalls).toBeGreaterThan(0);
  }, 120_000);
});

test('many servers with a seed do the same each time, and those that get every key for themselves ask less', async () => {
  const dayOf = async (isSticky: boolean) => {
    const machine = { cores: 4, roundTripMs: 1, flushMs: 1 };
    const run = new ScaleRun({ seed: SEED, servers: 5, accounts: 100, peakRate: 40, isSticky, machine });
    using _ = run.time.replaceIntervals();
    await run.start();
    await run.time.runUntil(20_000);
    const { events } = run.time;
    return { events, counts: run.counts, counted: run.database.counted, leased: run.database.leased };
  };

  const first = await dayOf(false);

  expect(await dayOf(false)).toEqual(first);
  expect(first.counts.chats).toBeGreaterThan(500);
  expect(first.counts.unknown).toBe(0);
  expect((await dayOf(true)).counted.get('extend')!.calls).toBeLessThan(first.counted.get('extend')!.calls);
});

async function realWorld() {
  const storage = await emptyPostgres();
  const counter = { statements: 0 };
  const databases = [openPostgres(storage.url, { ledgerKey: LEDGER_KEY }), storage.db] as const;
  const [stores, other] = [
    createStores(counted(databases[0], counter), DEFAULT_PLANS),
    createStores(counted(databases[1], counter), DEFAULT_PLANS),
  ];
  for (const [n, amount] of CREDITS.entries()) {
    const about = { accountId: accountId(n), actor: 't', atMs: NOON };
    await stores.accounts.create({ id: accountId(n), email: `${n}@example.com`, status: 'active', createdAtMs: NOON });
    await stores.credits.grant({ ...about, amount: nanos(amount), reason: 't' });
    const key = { id: `key_${n}`, accountId: accountId(n), name: 'k', hint: 'xxxx', createdAtMs: NOON };
    await stores.keys.add({
      key: { ...key, allowedModels: [], allowedRanges: [], limits: [] },
      fingerprint: `print-${n}`,
    });
  }
  const version = await stores.prices.publish(new Map([['m', PRICE]]), { actor: 't', atMs: NOON });
  counter.statements = 0;
  const world: World = {
    leases: [stores.leases, other.leases],
    finish: (work) => work,
    statements: () => counter.statements,
    leased: async () => {
      const rows = await storage.db.sql.all(
        'SELECT l.server_id, p.account_id FROM leases l JOIN pots p ON p.id = l.pot_id ORDER BY 1, 2',
      );
      return rows.map((row) => `${row.server_id} ${row.account_id}`);
    },
  };
  return {
    world,
    priceVersion: version.get('m')!,
    [Symbol.asyncDispose]: async () => {
      await databases[0].close();
      await storage.giveBack();
    },
  };
}

/** The same database, which counts statements; a transaction has one more at its begin and at its end. */
function counted(db: Database, counter: { statements: number }): Database {
  const count = <S extends Sql>(sql: S): S => {
    const counting =
      <A extends readonly unknown[], T>(ask: (...all: A) => T) =>
      (...all: A): T => {
        counter.statements += 1;
        return ask(...all);
      };
    return { ...sql, all: counting(sql.all), one: counting(sql.one), run: counting(sql.run) };
  };
  const part = ({
    sql,
    transaction,
  }: Pick<Database, 'sql' | 'transaction'>): Pick<Database, 'sql' | 'transaction'> => ({
    sql: count(sql),
    transaction: (work) => {
      counter.statements += 2;
      return transaction((inside: TransactionSql) => work(count(inside)));
    },
  });
  return { ...db, ...part(db), serving: part(db.serving) };
}

function modelledWorld(): World {
  const time = new VirtualTime();
  const database = new ScaleDatabase(time, { cores: 2, roundTripMs: 1, flushMs: 1 });
  for (const [n, amount] of CREDITS.entries()) database.addAccount(accountId(n), amount);
  return {
    leases: [database, database],
    finish: async (work) => {
      let isOver = false;
      const over = () => {
        isOver = true;
      };
      work.then(over, over);
      while (!isOver) await time.runUntil(time.nowMs + 10);
      return work;
    },
    statements: () => [...database.counted.values()].reduce((sum, one) => sum + one.statements, 0),
    leased: async () => database.leased,
  };
}

async function runTraffic({ leases, finish, statements, leased }: World, priceVersion: string) {
  const random = seeded(SEED);
  const time = { ms: 0 };
  const calls = new Map<string, number>();
  const recalls = { count: 0 };
  const keepers: LeaseKeeper[] = [];
  const open = (n: 0 | 1) =>
    openLeases({
      ...{ serverId: `srv_${n}`, leases: counting(leases[n], calls), reader: {} as never, log: NO_LOG },
      clock: { nowMs: () => NOON + time.ms, monotonicMs: () => time.ms },
      ids: { next: (prefix) => prefix },
      times: { ...NO_TIMERS, idleMs: 900, recallMs: NO_TIMERS.syncMs },
      pause: async (ms) => {
        time.ms += ms;
        recalls.count += 1;
        await keepers[1 - n]!.answerRecall();
      },
    });
  for (const n of [0, 1] as const) keepers.push(await finish(open(n)));
  const running: { readonly requestId: string; readonly keeper: LeaseKeeper }[] = [];
  const seen: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const keeper = keepers[random.integer(0, 1)]!;
    const what = random.fraction();
    time.ms += random.integer(0, 400);
    if (what < 0.5) {
      const requestId = `req_${step}`;
      const outcome = await finish(settledHold(keeper, { requestId, n: random.integer(0, 3), priceVersion }));
      if (outcome === 'held') running.push({ requestId, keeper });
      seen.push(outcome);
    } else if (what < 0.8 && running.length > 0) {
      const [one] = running.splice(random.integer(0, running.length - 1), 1);
      const usage = usageOf(random.integer(1, 100), random.integer(1, 50));
      await finish(one!.keeper.ledger.settle({ requestId: one!.requestId, usage, outcome: 'finished', atMs: NOON }));
    } else await finish(keeper.sync());
    seen.push((await leased()).join(', '));
  }
  return { calls, seen, statements: statements(), chats: seen.length - STEPS, recalls: recalls.count };
}

type Asked = { readonly requestId: string; readonly n: number; readonly priceVersion: string };

/** The poor account is asked for much at once, so that what one server has is not enough. */
async function settledHold({ ledger }: LeaseKeeper, { requestId, n, priceVersion }: Asked): Promise<string> {
  const isPoor = n === CREDITS.length - 1;
  const about = { accountId: accountId(n), keyId: `key_${n}`, model: 'm', priceVersion, price: PRICE, atMs: NOON };
  const bounds = isPoor ? { inputTokensMax: 1500, outputTokensMax: 50, outputTokensMin: 50 } : BOUNDS;
  const request: HoldRequest = { ...about, ...bounds, requestId };
  try {
    await ledger.hold(request);
    return 'held';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** The same leases, with the number of calls of each kind. */
function counting(leases: Leases, calls: Map<string, number>): Leases {
  const all = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      (...words: unknown[]) => {
        calls.set(kind, (calls.get(kind) ?? 0) + 1);
        return (leases[kind] as (...all: unknown[]) => unknown).call(leases, ...words);
      },
    ]),
  );
  const { open, written, drop, dropSilent, dropAll } = leases;
  const others = { open, written, drop, dropSilent, dropAll };
  const bound = Object.fromEntries(
    Object.entries(others).map(([name, call]) => [name, (call as () => unknown).bind(leases)]),
  );
  return { ...bound, ...all } as unknown as Leases;
}
