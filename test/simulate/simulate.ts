/** One run: servers, customers and engines of a seed, faults for a while, then calm, and what has to be true. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LimitRule } from '../../src/core/limit.ts';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import { nanos } from '../../src/core/money.ts';
import { createKey } from '../../src/features/keys/authenticate.ts';
import { createIds, systemClock } from '../../src/platform/clock.ts';
import { databasePathOf } from '../../src/platform/database/database-place.ts';
import { keyFingerprint } from '../../src/platform/secrets.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { LEDGER_KEY, SHARED_SECRET } from '../support/ledger-key.ts';
import { copyMigratedSqlite } from '../support/migrated-sqlite.ts';
import type { Random } from '../support/random.ts';
import { testConfig } from '../support/test-config.ts';
import { planBursts } from './bursts.ts';
import { Business } from './business.ts';
import { Clients, type Customer } from './clients.ts';
import { Engine, TOTAL_MS } from './engines.ts';
import { type Fault, maySilence, planFaults, strike } from './faults.ts';
import { brokenAtRest, brokenNow, isAtRest, type Rest } from './invariants.ts';
import { LoneDatabase } from './lone-database.ts';
import { SimulatedNetwork } from './network.ts';
import { PostOffice } from './post-office.ts';
import { replaceGlobals } from './replace-globals.ts';
import { type Place, Server } from './servers.ts';
import { SharedDatabase } from './shared-database.ts';
import { World } from './world.ts';

export type Run = {
  readonly seed: number;
  /** How long faults come; what follows is calm. */
  readonly faultsMs?: number | undefined;
  /** A world of hours, in which something happens now and then. */
  readonly isLong?: boolean | undefined;
  /** Other faults than those of the seed. */
  readonly faults?: readonly Fault[] | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
};

export type Outcome = {
  readonly seed: number;
  readonly virtualMs: number;
  readonly steps: number;
  readonly servers: number;
  readonly requests: number;
  readonly whole: number;
  readonly faults: readonly Fault[];
  readonly broken: readonly string[];
  readonly trace: string;
};

const FAULTS_MS = 90_000;
/** Everything is over so long after the last fault: longer than a dead server is waited for and an engine may be silent. */
const CALM_MS = 100_000;
/** So many of the worlds have one server with a disk of its own. */
const ALONE_SHARE = 0.3;
/** Some are quiet: it all takes longer, with as many requests and faults, so that leases, claims and circuits rest between. */
const QUIET_SHARE = 0.05;
const QUIET_PACE = 10;
const LOOKS = 100;
/** So many customers have a plan from before. */
const PLAN_SHARE = 0.2;
/** So many keys may ask only now and then. */
const SLOW_SHARE = 0.15;
/** So many customers ask for long answers, drawn by themselves. */
const GREEDY_SHARE = 0.15;
const DAY_MS = 86_400_000;
/** In some, clients go on when the faults have ended: a while later nothing may be refused for what is over. */
const HEALING_SHARE = 0.1;
const HEAL_MS = 34_000;
const PROOF_MS = 8000;
const CALM_LOOK_MS = 5000;
const LIMITS: readonly LimitRule[] = [
  { unit: 'requests', window: 'hour', max: 12n },
  { unit: 'tokens', window: 'day', max: 2500n },
  { unit: 'CZK', window: 'month', max: 4_000_000n },
];
const ENGINES = ['near', 'far'];

let schema: Promise<Uint8Array> | undefined;

export async function simulate({
  seed,
  faultsMs: busyMs = FAULTS_MS,
  isLong = false,
  faults: given,
  onLine,
}: Run): Promise<Outcome> {
  schema ??= readSchema();
  const world = new World(seed, onLine);
  const network = new SimulatedNetwork(world);
  const chance = world.chance('setup');
  const isAlone = chance.fraction() < ALONE_SHARE;
  const pace = !isLong && chance.fraction() < QUIET_SHARE ? QUIET_PACE : 1;
  const faultsMs = busyMs * pace;
  const database = new (isAlone ? LoneDatabase : SharedDatabase)(world, await schema, LEDGER_KEY);
  using _ = replaceGlobals(world, network);
  const engines = ENGINES.map((name) => new Engine(world, name));
  for (const engine of engines) network.engines.set(engine.name, engine);
  const mail = new PostOffice(world);
  const place: Place = { world, network, database, mail, config: configOf() };
  const servers = Array.from(
    { length: isAlone ? 1 : chance.pick([2, 2, 3, 3, 4, 5]) },
    (_, n) => new Server(`server-${n + 1}`, place),
  );
  const customers = await openCustomers(place, chance);
  for (const server of servers) await world.until(server.start());
  const bursts = isLong ? planBursts(world.chance('bursts'), faultsMs) : [{ fromMs: 0, untilMs: faultsMs }];
  const clients = new Clients({ world, network, servers, pace, bursts });
  for (const customer of customers) for (let n = chance.integer(1, 3); n > 0; n -= 1) clients.start(customer);
  const faults = given ?? planFaults(world.chance('faults'), bursts, isAlone);
  const beganMs = world.nowMs;
  strike({ world, servers, engines, database, mail }, faults);
  const business = new Business({ world, servers, customers, pace, bursts });
  if (chance.fraction() < 0.7) business.start();
  const rest = { world, servers, database, clients, business, customers };
  const broken = await untilCalm(rest, { faultsMs, isHealing: chance.fraction() < HEALING_SHARE });
  for (const [server, { name, takenForDeadMs }] of servers.entries()) {
    for (const atMs of takenForDeadMs) {
      const isExcused = maySilence(faults, { server, servers: servers.length, atMs: atMs - beganMs });
      if (!isExcused) broken.push(`${name} was taken for dead at ${atMs} ms without a reason`);
    }
  }
  broken.push(...(await brokenAtRest(rest)));
  database.close();
  return {
    ...{ seed, virtualMs: world.nowMs, steps: world.steps, faults, broken, trace: world.traceHash },
    servers: servers.length,
    requests: clients.told.length,
    whole: clients.told.filter(({ isWhole }) => isWhole).length,
  };
}

type Course = { readonly faultsMs: number; readonly isHealing: boolean };

/** Runs through the faults and the calm behind them, and looks at the ledger all the time. */
async function untilCalm(rest: Rest, { faultsMs, isHealing }: Course): Promise<string[]> {
  const { world, database, clients, business } = rest;
  const lookMs = faultsMs / LOOKS;
  for (let leftMs = faultsMs; leftMs > 0; leftMs -= lookMs) {
    await world.run(lookMs);
    const broken = await brokenNow(database);
    if (broken.length > 0) return broken;
  }
  if (isHealing) {
    await world.run(HEAL_MS);
    clients.beginsToCountMs = world.nowMs;
    await world.run(PROOF_MS);
  }
  clients.isOver = true;
  business.isOver = true;
  for (let leftMs = CALM_MS; leftMs > 0; leftMs -= CALM_LOOK_MS) {
    await world.run(CALM_LOOK_MS);
    if (await isAtRest(rest)) break;
  }
  return await brokenNow(database);
}

/** Poor ones and rich ones; some have a limit, and some a plan that is renewed meanwhile. */
async function openCustomers({ world, database, config }: Place, chance: Random): Promise<readonly Customer[]> {
  const stores = createStores(database.inside, config.plans);
  const ids = createIds();
  const platform = {
    clock: systemClock,
    ids,
    keyPrefix: 'sk-boreal-',
    fingerprint: keyFingerprint(SHARED_SECRET),
    random: () => crypto.getRandomValues(new Uint8Array(32)),
  };
  const greed = world.chance('greed');
  const customers: Customer[] = [];
  for (let n = chance.integer(1, 4); n > 0; n -= 1) {
    const accountId = ids.next('acc_');
    const atMs = Date.now();
    await stores.accounts.create({ id: accountId, email: `${n}@example.com`, status: 'active', createdAtMs: atMs });
    const hasPlan = chance.fraction() < PLAN_SHARE;
    const renewsAtMs = hasPlan ? await startPlan(stores, accountId) : undefined;
    const isGreedy = greed.fraction() < GREEDY_SHARE;
    const digits = chance.integer(7, 11);
    const amount = nanos(10n ** BigInt(isGreedy ? 8 : digits));
    const chosen = chance.pick([undefined, ...LIMITS]);
    const limit = isGreedy ? undefined : chosen;
    if (limit) await stores.limits.set(accountId, [limit]);
    await stores.credits.grant({ accountId, amount, reason: 'simulation', actor: 'simulation', atMs });
    const perMinute = chance.fraction() < SLOW_SHARE ? chance.integer(3, 20) : DEFAULT_LIMITS.requestsPerMinute;
    const limits: readonly LimitRule[] = [{ unit: 'requests', window: 'minute', max: BigInt(perMinute) }];
    const { key, secret } = await createKey(platform, stores.keys, { accountId, name: 'simulation', limits });
    const customer = { accountId, keyId: key.id, key: secret, credit: amount, limit, perMinute, renewsAtMs };
    customers.push({ ...customer, isGreedy });
  }
  return customers;
}

/** It began so long ago that it is renewed now. Returns when. */
async function startPlan({ plans }: Pick<Stores, 'plans'>, accountId: string): Promise<number> {
  const atMs = Date.now() - 31 * DAY_MS;
  await plans.choose({ accountId, plan: 'pro', actor: 'simulation', atMs });
  return (await plans.current(accountId, atMs))!.endsAtMs;
}

let dataDir: string | undefined;

/** One folder for all runs of this process: nothing that counts is in it. */
function folder(): string {
  if (dataDir === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'boreal-simulate-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    dataDir = made;
  }
  return dataDir;
}

const configOf = () =>
  testConfig({
    BOREAL_PORT: '8787',
    BOREAL_DATA_DIR: folder(),
    BOREAL_SECRET: SHARED_SECRET,
    BOREAL_CATALOGUE: 'A',
    BOREAL_EMBEDDED: JSON.stringify({ enabled: false }),
    // Without a mail server of its own it writes no e-mails to customers, whose invoices a thread would draw.
    BOREAL_NOTICES: JSON.stringify({ email: 'operator@example.com' }),
    BOREAL_FRONT: JSON.stringify({ enabled: false }),
    BOREAL_ENGINES: JSON.stringify(Object.fromEntries(ENGINES.map((name) => [name, engineOf(name)]))),
    BOREAL_MODELS: JSON.stringify({
      'svc-frost': { engine: 'near' },
      'svc-glacier': { engine: ['near', 'far'] },
      'svc-polaris': { engine: 'far' },
    }),
  });

const engineOf = (name: string) => ({
  kind: 'openai',
  baseUrl: `http://${name}:1/v1`,
  apiKey: 'secret',
  model: 'm',
  runningUsage: 'none',
  // Shorter than in production, so that the calm need not be long.
  ...{ connectMs: 2000, firstByteMs: 8000, idleMs: 5000, totalMs: TOTAL_MS },
});

async function readSchema(): Promise<Uint8Array> {
  const place = mkdtempSync(join(tmpdir(), 'boreal-simulate-'));
  await copyMigratedSqlite(place);
  const bytes = readFileSync(databasePathOf({ dataDir: place }));
  rmSync(place, { recursive: true });
  return bytes;
}
