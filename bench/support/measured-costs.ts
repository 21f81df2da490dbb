/** What each call of a server costs a PostgreSQL on this machine: the processor time of its processes around the call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nanos } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { JournalRow, LeaseRequest, Leases } from '../../src/ledger/lease-ports.ts';
import { createOrderedIds, systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { startOwnPostgres } from '../../test/support/own-postgres.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { printTable, show } from './figures.ts';
import { COSTS, type Kind } from './scale-costs.ts';

const ACCOUNTS = 20_000;
const SERVERS = 100;
const FEW = { size: 1, rounds: 400 };
const MANY = { size: 32, rounds: 40 };
const WARM_UP_ROUNDS = 40;
const KINDS: readonly Kind[] = ['extend', 'write', 'sync', 'wanted', 'giveBack'];
const PRICE = { input: nanos(25_000n), cachedInput: nanos(6_000n), output: nanos(100_000n), reasoning: nanos(90_000n) };
const COST = nanos(60_000_000n);
const USAGE = { inputTokens: 900, cachedInputTokens: 0, outputTokens: 400, reasoningTokens: 0 };

const ids = createOrderedIds(systemClock);
const accountId = (n: number) => `acc_${String(n).padStart(26, '0')}`;
const keyId = (n: number) => `key_${String(n).padStart(26, '0')}`;

export async function measureCosts(): Promise<void> {
  await using postgres = await startOwnPostgres();
  const pid = Number(readFileSync(join(postgres.dataFolder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const db = openPostgres(postgres.url);
  await migrate(db, readMigrations(), Date.now());
  await fill(db);
  const { leases, prices } = createStores(db, DEFAULT_PLANS);
  await prices.publish(new Map([['m', PRICE]]), { actor: 'bench', atMs: 1 });
  for (let n = 0; n < SERVERS; n += 1) await leases.open(`srv_${n}`);
  await roundsOf(leases, pid, { ...FEW, rounds: WARM_UP_ROUNDS });
  const few = await roundsOf(leases, pid, FEW);
  const many = await roundsOf(leases, pid, MANY);
  await db.close();
  const rows = KINDS.map((kind) => {
    const eachUs = Math.max(0, (many[kind] - few[kind]) / (MANY.size - FEW.size));
    const known = COSTS[kind];
    return [kind, show(few[kind] - eachUs * FEW.size), show(eachUs, 1), show(known.fixedUs), show(known.eachUs, 1)];
  });
  printTable(['call', 'fixed, µs', 'each account or row, µs', 'of the model: fixed', 'each'], rows);
}

/** As the program would have written them, in three statements. */
async function fill({ sql }: Database): Promise<void> {
  const id = (prefix: string) => `'${prefix}' || lpad(n::text, 26, '0')`;
  const from = `FROM generate_series(0, ${ACCOUNTS - 1}) AS n`;
  await sql.run(
    `INSERT INTO accounts (id, email, status, created_at_ms) SELECT ${id('acc_')}, n || '@example.com', 'active', 1 ${from}`,
  );
  await sql.run(
    `INSERT INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, allowed_models, allowed_ranges)
     SELECT ${id('key_')}, ${id('acc_')}, lpad(n::text, 64, '0'), 'bench', 'xxxx', 1, '[]', '[]' ${from}`,
  );
  await sql.run(
    `INSERT INTO pots (id, account_id, kind, label, balance, held, spent, created_at_ms)
     SELECT 'credit-' || ${id('acc_')}, ${id('acc_')}, 'credit', 'credit', 10000000000000, 0, 0, 1 ${from}`,
  );
  await sql.run('ANALYZE');
}

type Rounds = { readonly size: number; readonly rounds: number };

/** Microseconds a call of each kind, each round with other accounts. */
async function roundsOf(leases: Leases, pid: number, { size, rounds }: Rounds): Promise<Record<Kind, number>> {
  const spent: Record<Kind, number> = { extend: 0, write: 0, sync: 0, wanted: 0, giveBack: 0 };
  const measure = async (kind: Kind, call: () => Promise<unknown>) => {
    const beforeUs = processorUs(pid);
    await call();
    spent[kind] += processorUs(pid) - beforeUs;
  };
  for (let round = 0; round < rounds; round += 1) {
    const serverId = `srv_${round % SERVERS}`;
    const at = Array.from({ length: size }, (_, n) => (round * size * 7 + n * 13) % ACCOUNTS);
    const requests = at.map((n) => requestOf(serverId, n));
    const accountIds = at.map(accountId);
    const query = { serverId, atMs: Date.now(), accountIds, keyIds: at.map(keyId) };
    await measure('extend', () => leases.extendTogether(requests));
    await measure('write', () => leases.write({ serverId, rows: requests.map(rowOf) }));
    await measure('sync', () => leases.sync(query));
    await measure('wanted', () => leases.wanted(serverId));
    await measure('giveBack', () => leases.giveBack({ serverId, parts: [], accountIds, answered: [] }));
  }
  for (const kind of KINDS) spent[kind] /= rounds;
  return spent;
}

function requestOf(serverId: string, n: number): LeaseRequest {
  const about = { accountId: accountId(n), keyId: keyId(n), model: 'm', priceVersion: 'm@1', price: PRICE };
  const atMs = Date.now();
  const bounds = { inputTokensMax: 4000, outputTokensMax: 1000, atMs };
  const requests = [{ ...about, ...bounds, requestId: ids.next('req_') }];
  return {
    ...{ serverId, accountId: accountId(n), keyIds: [keyId(n)], atMs },
    ...{ requests, free: new Map(), growth: 0, recalled: [] },
  };
}

function rowOf({ requests, atMs, accountId }: LeaseRequest): JournalRow {
  const [request] = requests;
  const charge = { tokenParts: [], cost: COST, tokens: 1300n, usage: USAGE, ofLimits: [] };
  const held = { request: request!, outputTokensMax: 1000, tokenParts: [], credit: nanos(200_000_000n) };
  const creditPotId = `credit-${accountId}`;
  return { held: { ...held, creditPotId }, outcome: 'finished', endedAtMs: atMs, firstEventAtMs: atMs, charge };
}

/** Of the server and of all that it has started. */
function processorUs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + cpuTimeOf(one).main, 0);
}
