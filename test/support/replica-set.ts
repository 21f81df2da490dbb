/** Several real `boreal serve` on a PostgreSQL and a Redis of their own, each behind a network of its own. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { ledgerKey } from '../../src/platform/secrets.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { readAtRest } from './leased-stores.ts';
import { newAccountWithKey } from './new-account.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { type OwnRedis, startOwnRedis } from './own-redis.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

export const SET_SECRET = 'CANARY-server-secret-of-all-replicas-5d11';
export const UPSTREAM_KEY = 'CANARY-upstream-key-77ab';
const PRELOAD = join(import.meta.dir, 'shifted-clock.ts');

export type Replica = {
  readonly name: string;
  readonly clockShiftMs: number;
  /** The way to each, which can be made worse for this replica alone. */
  readonly toPostgres: FaultProxy;
  readonly toRedis: FaultProxy;
  /** The one that runs, or ran last. */
  process: ServiceProcess;
  /** All that ever ran, in order. */
  readonly lives: ServiceProcess[];
  isDown: boolean;
  /** As when its machine dies. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

export type Customer = { readonly id: string; readonly key: string; readonly keyId: string };

export type ReplicaSet = AsyncDisposable & {
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis;
  readonly replicas: readonly Replica[];
  /** Straight to PostgreSQL, past every fault of the networks. */
  readonly db: Database;
  readonly stores: Stores;
  newCustomer(creditNanos: bigint): Promise<Customer>;
  /** One more, with a clock of its own; it ends with the others. */
  newReplica(clockShiftMs: number): Promise<Replica>;
};

type ReplicaSetOrder = {
  /** One replica for each: by how much its clock is wrong. */
  readonly clockShiftsMs: readonly number[];
  readonly engineUrl: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly limiter: 'Redis' | 'PostgreSQL';
};

export async function startReplicaSet(order: ReplicaSetOrder): Promise<ReplicaSet> {
  await using closing = new AsyncDisposableStack();
  const postgres = closing.use(await startOwnPostgres());
  const redis = closing.use(await startOwnRedis());
  const folder = mkdtempSync(join(tmpdir(), 'boreal-replicas-'));
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));

  let names = 0;
  async function newReplica(clockShiftMs: number, stack: AsyncDisposableStack): Promise<Replica> {
    const replica = await openReplica({ ...order, clockShiftMs, postgres, redis, folder, name: `r${names++}` });
    stack.use(replica.toPostgres);
    stack.use(replica.toRedis);
    stack.defer(() => replica.process[Symbol.asyncDispose]());
    return replica;
  }
  // The first one alone, because it makes the schema.
  const [first = 0, ...others] = order.clockShiftsMs;
  const replicas = [await newReplica(first, closing)];
  replicas.push(...(await Promise.all(others.map((clockShiftMs) => newReplica(clockShiftMs, closing)))));
  const db = openPostgres(postgres.url, { ledgerKey: ledgerKey(SET_SECRET) });
  closing.defer(() => db.close());
  const stores = readAtRest(createStores(db, DEFAULT_PLANS));
  const whole = closing.move();
  return {
    postgres,
    redis,
    replicas,
    db,
    stores,
    newCustomer: (creditNanos) => newCustomer(stores, creditNanos),
    newReplica: (clockShiftMs) => newReplica(clockShiftMs, whole),
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  };
}

type ReplicaOrder = Omit<ReplicaSetOrder, 'clockShiftsMs'> & {
  readonly clockShiftMs: number;
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis;
  readonly folder: string;
  readonly name: string;
};

async function openReplica({ postgres, redis, ...order }: ReplicaOrder): Promise<Replica> {
  const through = (port: number) => startFaultProxy({ to: { hostname: '127.0.0.1', port } });
  const toPostgres = await through(postgres.port);
  const toRedis = await through(Number(new URL(redis.url).port));
  const databaseUrl = new URL(postgres.url);
  databaseUrl.port = String(toPostgres.port);
  const folder = join(order.folder, order.name);
  mkdirSync(folder);
  const start = () =>
    startServiceProcess({
      engineUrl: order.engineUrl,
      engine: { apiKey: UPSTREAM_KEY },
      folder,
      env: {
        BOREAL_DATABASE_URL: databaseUrl.href,
        ...(order.limiter === 'Redis' && { BOREAL_REDIS_URL: `redis://127.0.0.1:${toRedis.port}` }),
        BOREAL_SECRET: SET_SECRET,
        BOREAL_ACCESS_LOG: 'true',
        BOREAL_LOG_LEVEL: 'debug',
        BUN_OPTIONS: `--preload=${PRELOAD}`,
        TEST_CLOCK_SHIFT_MS: String(order.clockShiftMs),
        ...order.env,
      },
    });
  const process = await start();
  const replica: Replica = {
    name: order.name,
    clockShiftMs: order.clockShiftMs,
    toPostgres,
    toRedis,
    process,
    lives: [process],
    isDown: false,
    kill: async () => {
      replica.isDown = true;
      globalThis.process.kill(replica.process.pid, 'SIGKILL');
      await replica.process.exited;
    },
    start: async () => {
      replica.process = await start();
      replica.lives.push(replica.process);
      replica.isDown = false;
    },
  };
  return replica;
}

async function newCustomer(stores: Stores, creditNanos: bigint): Promise<Customer> {
  const { accountId, ...key } = await newAccountWithKey({ stores, serverSecret: SET_SECRET }, creditNanos);
  return { id: accountId, ...key };
}
