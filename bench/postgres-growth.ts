/**
 * `npm run bench -- postgres-growth [--requests 20000] [--accounts 500] [--lanes 32] [--seconds 8]`
 *
 * The share of PostgreSQL in a request: bytes of tables and indexes, bytes of its log, and how many holds and charges there
 * are in a second, for one account and for many, through two pools as of two servers. It starts a PostgreSQL of its own,
 * which flushes as in production. Ids and rows are those of the product; the requests are spread over 30 days.
 */

import { join } from 'node:path';
import { nanos, type Price } from '../src/core/money.ts';
import { DEFAULT_PLANS } from '../src/core/plan.ts';
import type { Ledger } from '../src/ledger/ledger.ts';
import { createIds, createOrderedIds, systemClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/database.ts';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';
import { openPostgres } from '../src/platform/database/postgres.ts';
import { createStores, type Stores } from '../src/server/stores/stores.ts';
import { keepLeases } from '../test/support/leased-stores.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({
  options: {
    requests: { type: 'string', default: '20000' },
    accounts: { type: 'string', default: '500' },
    lanes: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '8' },
  },
});
const REQUESTS = Number(options.requests);
const ACCOUNTS = Number(options.accounts);
const LANES = Number(options.lanes);
const SECONDS = Number(options.seconds);
const MONTH_MS = 30 * 86_400_000;
const MODEL = 'svc-glacier';
const PRICE: Price = {
  input: nanos(25_000n),
  cachedInput: nanos(6_000n),
  output: nanos(100_000n),
  reasoning: nanos(90_000n),
};
const USAGE = { inputTokens: 900, cachedInputTokens: 300, outputTokens: 400, reasoningTokens: 0 };
const TABLES = ['requests', 'ledger_entries', 'usage_hours', 'key_months', 'accounts', 'api_keys', 'pots'];

type Owner = { readonly accountId: string; readonly keyId: string };
type Servers = readonly [Stores, Stores];
type Provision = (names: readonly string[]) => Promise<{ env: Record<string, string>; stop(): Promise<void> }>;

const ids = createIds();
const orderedIds = createOrderedIds(systemClock);

/** Plain JavaScript without types, because it has to run before the runtime of the tests is there. */
const { provision } = (await import(join(import.meta.dir, '../scripts/provision/provision.mjs'))) as {
  provision: Provision;
};
const postgres = await provision(['postgres']);
try {
  await measure(postgres.env.BOREAL_TEST_POSTGRES_URL ?? process.env.BOREAL_TEST_POSTGRES_URL!);
} finally {
  await postgres.stop();
}

async function measure(url: string): Promise<void> {
  const pools = [openPostgres(url), openPostgres(url)] as const;
  const [db] = pools;
  await migrate(db, readMigrations(), Date.now());
  const servers: Servers = [createStores(pools[0], DEFAULT_PLANS), createStores(pools[1], DEFAULT_PLANS)];
  const keepers = await Promise.all(servers.map((stores) => keepLeases(stores)));
  const ledgers = keepers.map(({ ledger }) => ledger);
  const priceVersion = (
    await servers[0].prices.publish(new Map([[MODEL, PRICE]]), { actor: 'bench', atMs: Date.now() })
  ).get(MODEL)!;
  const owners: Owner[] = [];
  for (let i = 0; i < ACCOUNTS; i++) owners.push(await newOwner(servers[0]));
  const ask = (n: number, owner: Owner, atMs: number) =>
    holdAndSettle(ledgers[n % 2]!, { ...owner, priceVersion, atMs });

  const logBefore = await logBytes(db);
  const startMs = Date.now() - MONTH_MS;
  await inLanes(REQUESTS, (n) => ask(n, owners[n % ACCOUNTS]!, startMs + Math.floor((n / REQUESTS) * MONTH_MS)));
  const logged = (await logBytes(db)) - logBefore;
  await report(db, logged);
  for (const count of [1, 10, 50, ACCOUNTS]) {
    const done = await askFor(SECONDS, (n) => ask(n, owners[n % count]!, Date.now()));
    console.log(`${count} accounts: ${Math.round(done / SECONDS)} holds and charges a second, ${LANES} at once`);
  }
  for (const keeper of keepers) await keeper.close();
  for (const pool of pools) await pool.close();
}

async function newOwner({ accounts, credits, keys }: Stores): Promise<Owner> {
  const accountId = ids.next('acc_');
  const keyId = ids.next('key_');
  const atMs = Date.now() - MONTH_MS;
  await accounts.create({ id: accountId, email: `${accountId}@example.com`, status: 'active', createdAtMs: atMs });
  await credits.grant({ accountId, amount: nanos(10n ** 15n), reason: 'bench', actor: 'bench', atMs });
  const key = { id: keyId, accountId, name: 'production', hint: 'abcd', createdAtMs: atMs };
  const fingerprint = Bun.SHA256.hash(keyId, 'hex');
  await keys.add({ key: { ...key, allowedModels: [], allowedRanges: [], limits: [] }, fingerprint });
  return { accountId, keyId };
}

type Ask = Owner & { readonly priceVersion: string; readonly atMs: number };

async function holdAndSettle(ledger: Ledger, { atMs, ...order }: Ask): Promise<void> {
  const requestId = orderedIds.next('req_');
  const bounds = { inputTokensMax: 4000, outputTokensMax: 1000, atMs };
  await ledger.hold({ ...order, ...bounds, requestId, model: MODEL, price: PRICE });
  await ledger.settle({ requestId, usage: USAGE, outcome: 'finished', firstEventAtMs: atMs + 300, atMs: atMs + 4000 });
}

async function inLanes(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function askFor(seconds: number, work: (n: number) => Promise<void>): Promise<number> {
  const untilMs = performance.now() + seconds * 1000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < untilMs) await work(done++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return done;
}

async function logBytes(db: Database): Promise<number> {
  const [row] = await db.sql.all("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes");
  return Number(row!.bytes);
}

async function report(db: Database, logged: number): Promise<void> {
  console.log(
    `${REQUESTS} requests of ${ACCOUNTS} accounts over 30 days; its log: ${Math.round(logged / REQUESTS)} bytes a request`,
  );
  console.log('| table | rows | bytes a row: table | indexes | together |');
  for (const table of TABLES) {
    await db.sql.run(`VACUUM ANALYZE ${table}`);
    const [row] = await db.sql.all(
      `SELECT count(*)::float8 AS rows, pg_table_size('${table}')::float8 AS heap, pg_indexes_size('${table}')::float8 AS indexes FROM ${table}`,
    );
    const { rows, heap, indexes } = row as { rows: number; heap: number; indexes: number };
    const each = (bytes: number) => Math.round(bytes / rows);
    console.log(`| ${table} | ${rows} | ${each(heap)} | ${each(indexes)} | ${each(heap + indexes)} |`);
  }
}
