/** Faults under several replicas, one after another, and how long each may take to heal. */
import { RedisClient } from 'bun';
import type { Random } from './random.ts';
import type { Load } from './replica-load.ts';
import type { Replica, ReplicaSet } from './replica-set.ts';
import { until } from './service.ts';

export const FAULTS = [
  'a replica is killed',
  'PostgreSQL restarts',
  'PostgreSQL crashes',
  'backends are killed',
  'Redis is killed and comes back empty',
  'Redis stalls',
  'PostgreSQL stalls',
  'PostgreSQL stalls for one replica',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** When it began, when the cause was gone, and when every replica had answered again; by the clock for deadlines. */
export type Suffered = {
  readonly name: FaultName;
  readonly victim: Replica | undefined;
  readonly fromMs: number;
  readonly healedMs: number;
  readonly recoveredMs: number;
};

type NemesisOrder = {
  readonly set: ReplicaSet;
  readonly load: Load;
  readonly random: Random;
  readonly postgresStallMs: number;
  readonly redisStallMs: number;
  /** The minute after a loss of Redis is waited for, or moved on. */
  readonly minute: 'real' | 'moved';
};

/** A replica that was refused by a database must find it again by itself; how soon is measured, not asserted. */
const RECOVERY_MS_MAX = 120_000;

export async function suffer(name: FaultName, order: NemesisOrder): Promise<Suffered> {
  const victim = hasVictim(name) ? order.random.pick(order.set.replicas) : undefined;
  const fromMs = performance.now();
  await causeAndHeal(name, { ...order, victim: victim ?? order.set.replicas[0]! });
  const healedMs = performance.now();
  for (const replica of order.set.replicas) {
    const asked = () => order.load.asked.filter((one) => one.replica === replica && one.fromMs > healedMs);
    await until(
      `${replica.name} answers again after: ${name}`,
      () => asked().some(({ told }) => told.isWhole),
      RECOVERY_MS_MAX,
    ).catch((thrown) => {
      console.log(whatCame(replica, asked()));
      throw thrown;
    });
  }
  return { name, victim, fromMs, healedMs, recoveredMs: performance.now() };
}

/** Facts that help to find out why a replica did not recover. */
function whatCame(replica: Replica, asked: Load['asked']): string {
  const answers = Object.entries(Object.groupBy(asked, ({ told }) => `${told.status} ${told.errorCode}`));
  const bad = replica.process.lines.filter(({ level }) => level !== 'debug' && level !== 'info');
  const refused = bad.filter(({ msg }) => msg === 'request failed');
  const causes = Object.entries(Object.groupBy(refused, ({ code, cause }) => `${code} ${JSON.stringify(cause)}`));
  return [
    `${replica.name} has answered: ${answers.map(([what, all]) => `${all!.length} ${what}`).join(', ')}`,
    ...causes.map(([why, all]) => `${all!.length} times, last at ${all!.at(-1)!.time}: ${why}`),
    ...bad
      .filter((line) => !refused.includes(line))
      .slice(-30)
      .map((line) => JSON.stringify(line)),
  ].join('\n');
}

const hasVictim = (name: FaultName): boolean =>
  name === 'a replica is killed' || name === 'PostgreSQL stalls for one replica';

type Order = NemesisOrder & { readonly victim: Replica };

function causeAndHeal(name: FaultName, order: Order): Promise<void> {
  const { set, random, victim } = order;
  switch (name) {
    case 'a replica is killed':
      return killAndReplace(order);
    case 'PostgreSQL restarts':
      return restartPostgres(set, 'fast', 0);
    case 'PostgreSQL crashes':
      return restartPostgres(set, 'immediate', random.integer(300, 1500));
    case 'backends are killed':
      return killBackends(set, random);
    case 'Redis is killed and comes back empty':
      return loseRedis(order);
    case 'Redis stalls':
      return stall(
        set.replicas.map(({ toRedis }) => toRedis),
        order.redisStallMs,
      );
    case 'PostgreSQL stalls':
      return stall(
        set.replicas.map(({ toPostgres }) => toPostgres),
        order.postgresStallMs,
      );
    case 'PostgreSQL stalls for one replica':
      return stall([victim.toPostgres], order.postgresStallMs);
  }
}

/** While one is dead, each of the others must answer a client. */
async function killAndReplace({ set, load, victim }: Order): Promise<void> {
  await victim.kill();
  const deadMs = performance.now();
  for (const other of set.replicas) {
    if (other === victim) continue;
    await until(
      `${other.name} answers while ${victim.name} is dead`,
      () => load.asked.some((one) => one.replica === other && one.fromMs > deadMs && one.told.isWhole),
      RECOVERY_MS_MAX,
    );
  }
  await victim.start();
}

async function restartPostgres(set: ReplicaSet, how: 'fast' | 'immediate', awayMs: number): Promise<void> {
  await set.postgres.stop(how);
  // How long it is away is what is tried, and nothing is waited for.
  await Bun.sleep(awayMs);
  await set.postgres.start();
}

/** Whatever they were doing is undone, unless it was done already and only the word of it is lost. */
export async function killBackends(set: ReplicaSet, random: Random): Promise<void> {
  for (let round = random.integer(3, 6); round > 0; round--) {
    await set.db.sql.all(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'boreal' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 3`,
    );
    await Bun.sleep(random.integer(20, 150));
  }
}

/** It forgets what it counted, so no request is admitted for a minute after it is back. */
async function loseRedis({ set, load, random, minute }: Order): Promise<void> {
  await set.redis.kill();
  await Bun.sleep(random.integer(200, 800));
  await set.redis.start();
  const backMs = performance.now();
  for (const replica of set.replicas) {
    await until(
      `${replica.name} refuses while it is unknown how many were admitted`,
      () => load.asked.some((one) => one.replica === replica && one.fromMs > backMs && one.told.status === 502),
      RECOVERY_MS_MAX,
    );
  }
  if (minute === 'moved') await letAMinutePass(set);
}

/** The beginning that Redis remembers is moved a minute back: for the limiter that is a minute that has passed. */
async function letAMinutePass(set: ReplicaSet): Promise<void> {
  const client = new RedisClient(set.redis.url);
  const memory = 'boreal:limits';
  await until(
    'Redis knows when it began',
    async () => (await client.send('HGET', [memory, 'since'])) !== null,
    RECOVERY_MS_MAX,
  );
  await client.send('HINCRBY', [memory, 'since', '-60000000']);
  client.close();
}

async function stall(proxies: readonly ReplicaSet['replicas'][number]['toRedis'][], forMs: number): Promise<void> {
  const stalled = { up: { stall: true }, down: { stall: true } };
  for (const proxy of proxies) proxy.faults.set(stalled);
  await Bun.sleep(forMs);
  for (const proxy of proxies) proxy.clear();
}
