/**
 * `npm run bench -- workers [--workers 1,2] [--accounts 4,64] [--seconds 4] [--rounds 3] [--against <another checkout>]`
 *
 * The whole service on SQLite, and on PostgreSQL with one and more workers, in one run on loopback: JSON requests a
 * second, and the processor time of each request. 64 connections ask as fast as they are answered, in the name of so many
 * accounts in turn. At the end it says which goals are met, for each number of accounts. Load generator, upstream and PostgreSQL run on the same processors: with few of them, more workers
 * cannot show all that they are worth, and the processor time is the better figure. PostgreSQL is one of our own, which
 * flushes as in production.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rssBytesOf } from '../test/support/process-memory.ts';
import { chatRequest } from './support/chat-bytes.ts';
import { type CpuTime, cpuBetween, cpuTimeOf } from './support/cpu-time.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { medianOf, printTable, show, spreadOf } from './support/figures.ts';
import { fullLoad } from './support/load.ts';
import { readArguments } from './support/options.ts';
import { Processes } from './support/subjects.ts';

const { values: options } = readArguments({
  options: {
    workers: { type: 'string', default: '1,2' },
    accounts: { type: 'string', default: '4,64' },
    against: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const ROOT = join(import.meta.dir, '..');
const LINES = 64;
/** Behind the names of services of the other checkout. */
const OTHER = ', other';
const ACCOUNTS = options.accounts.split(',').map(Number);

type Service = {
  readonly name: string;
  readonly port: number;
  readonly keys: readonly string[];
  /** The service's own processes, without PostgreSQL. */
  readonly pids: readonly number[];
  /** PostgreSQL's, where it has the database. */
  readonly databasePids: () => readonly number[];
};
type Row = Service & { readonly accounts: number };
type Sample = CpuTime & { readonly perSecond: number; readonly databaseCpu: number };
type Provision = (names: readonly string[]) => Promise<{ env: Record<string, string>; stop(): Promise<void> }>;

/** Plain JavaScript without types, because it has to run before the runtime of the tests is there. */
const { provision } = (await import(join(import.meta.dir, '../scripts/provision/provision.mjs'))) as {
  provision: Provision;
};
const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
const servers = await provision(['postgres']);
Object.assign(process.env, servers.env);
try {
  await using processes = new Processes();
  await measure(await startAll(processes));
} finally {
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function startAll(processes: Processes): Promise<readonly Row[]> {
  const upstreamPort = startUpstream();
  const services = await startFrom(ROOT, '', { processes, upstreamPort });
  if (options.against) {
    services.push(...(await startFrom(resolve(options.against), OTHER, { processes, upstreamPort })));
  }
  return ACCOUNTS.flatMap((accounts) => services.map((service) => ({ ...service, accounts })));
}

type Starting = { readonly processes: Processes; readonly upstreamPort: number };

/** Schema and accounts are made by the checkout that serves. */
async function startFrom(root: string, suffix: string, { processes, upstreamPort }: Starting): Promise<Service[]> {
  const { emptyPostgres } = await toolsOf<typeof import('../test/support/postgres-database.ts')>(
    root,
    'postgres-database',
  );
  const { accountWithKey, sharedBy } = await toolsOf<typeof import('../test/support/postgres-storage.ts')>(
    root,
    'postgres-storage',
  );
  const { accountIn } = await toolsOf<typeof import('../test/support/service-process.ts')>(root, 'service-process');
  const data = join(folder, `sqlite${suffix}`);
  const sqlite = await processes.service(`SQLite${suffix}`, { root, folder: data, upstreamPort });
  const services: Service[] = [
    { ...sqlite, keys: await manyKeys(() => accountIn(data)), pids: [sqlite.pid], databasePids: () => [] },
  ];
  for (const workers of options.workers.split(',')) {
    const storage = await emptyPostgres();
    const name = `PostgreSQL, workers ${workers}${suffix}`;
    const env = { ...sharedBy(storage), BOREAL_WORKERS: workers };
    const service = await processes.service(name, { root, folder: join(folder, workers + suffix), upstreamPort, env });
    const [row] = await storage.db.sql.all('SELECT pg_backend_pid() AS pid');
    const postmaster = parentOf(Number(row!.pid));
    services.push({
      ...service,
      keys: await manyKeys(() => accountWithKey(storage)),
      pids: [service.pid, ...service.workers],
      databasePids: () => childrenOf(postmaster),
    });
  }
  return services;
}

function toolsOf<T>(root: string, name: string): Promise<T> {
  return import(join(root, `test/support/${name}.ts`));
}

async function manyKeys(make: () => Promise<{ readonly key: string }>): Promise<readonly string[]> {
  const keys: string[] = [];
  while (keys.length < Math.max(...ACCOUNTS)) keys.push((await make()).key);
  return keys;
}

async function measure(rows: readonly Row[]): Promise<void> {
  const samples = new Map<Row, Sample[]>(rows.map((row) => [row, []]));
  for (const row of rows) await load(row);
  for (let round = 0; round < ROUNDS; round++) for (const row of rows) samples.get(row)!.push(await load(row));
  console.log(
    `JSON, ${LINES} connections, ${cpus().length} processors for everything, load ${loadavg()[0]!.toFixed(1)}\n`,
  );
  printTable(
    [
      'database and workers',
      'accounts',
      'requests/s',
      '± %',
      'CPU µs a request: main',
      'store',
      'others',
      'PostgreSQL',
      'MB',
    ],
    [...samples].map(([{ name, accounts, pids }, own]) => {
      const median = (of: (sample: Sample) => number) => show(medianOf(own.map(of)));
      return [
        name,
        show(accounts),
        median(({ perSecond }) => perSecond),
        show(spreadOf(own.map(({ perSecond }) => perSecond))),
        median(({ main }) => main),
        median(({ store }) => store),
        median(({ others }) => others),
        median(({ databaseCpu }) => databaseCpu),
        pids.map((pid) => show(rssBytesOf(pid) / 1e6)).join(' + '),
      ];
    }),
  );
  printGoals(samples);
}

/** Compared by medians. The first of the PostgreSQL services is compared with SQLite; another checkout has no goals. */
function printGoals(samples: ReadonlyMap<Row, readonly Sample[]>): void {
  const median = (row: Row, of: (sample: Sample) => number) => medianOf(samples.get(row)!.map(of));
  const rows = ACCOUNTS.flatMap((accounts) => {
    const own = [...samples.keys()].filter((row) => row.accounts === accounts && !row.name.endsWith(OTHER));
    const [sqlite, postgres] = own as [Row, Row];
    const share = median(postgres, ({ perSecond }) => perSecond) / median(sqlite, ({ perSecond }) => perSecond);
    const serving = median(postgres, ({ main }) => main) / median(sqlite, ({ main }) => main);
    const store = median(sqlite, (sample) => sample.store);
    const database = median(postgres, ({ databaseCpu }) => databaseCpu);
    return [
      goal("ledger's thread, µs a request", accounts, { value: store, digits: 0, atMost: accounts < 1000 ? 25 : 50 }),
      goal('PostgreSQL, µs a request', accounts, { value: database, digits: 0, atMost: 100 }),
      goal('PostgreSQL of SQLite, requests/s', accounts, { value: share, digits: 2, atLeast: 0.9 }),
      goal('serving thread, PostgreSQL of SQLite', accounts, { value: serving, digits: 2, atMost: 1.3 }),
    ];
  });
  console.log();
  printTable(['goal', 'accounts', 'wanted', 'measured', ''], rows);
}

type Wanted = { readonly value: number; readonly digits: number; readonly atMost?: number; readonly atLeast?: number };

function goal(name: string, accounts: number, { value, digits, atMost, atLeast }: Wanted): string[] {
  const isMet = atMost === undefined ? value >= atLeast! : value <= atMost;
  const wanted = atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`;
  return [name, show(accounts), wanted, show(value, digits), isMet ? 'met' : 'missed'];
}

async function load({ port, keys, accounts, pids, databasePids }: Row): Promise<Sample> {
  const requests = keys.slice(0, accounts).map((key) => chatRequest('json', { key }));
  const before = [cpuOf(pids), cpuByProcess(databasePids())] as const;
  let next = 0;
  const request = () => requests[next++ % requests.length]!;
  const { answers, seconds } = await fullLoad({ port, request }, { lines: LINES, seconds: SECONDS });
  const own = cpuBetween(before[0], cpuOf(pids));
  const ofDatabase = [...cpuByProcess(databasePids())].map(([pid, us]) => us - (before[1].get(pid) ?? 0));
  return {
    perSecond: answers / seconds,
    main: own.main / answers,
    store: own.store / answers,
    others: own.others / answers,
    databaseCpu: ofDatabase.reduce((sum, us) => sum + us, 0) / answers,
  };
}

/** The sum over all these processes. */
function cpuOf(pids: readonly number[]): CpuTime {
  const sum = { main: 0, store: 0, others: 0 };
  for (const pid of pids) {
    const { main, store, others } = cpuTimeOf(pid);
    sum.main += main;
    sum.store += store;
    sum.others += others;
  }
  return sum;
}

/** PostgreSQL starts and ends processes as it likes: one that has ended takes its time along. */
function cpuByProcess(pids: readonly number[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const pid of pids) {
    try {
      times.set(pid, cpuTimeOf(pid).main);
    } catch {
      // It has ended since its parent was asked.
    }
  }
  return times;
}

function childrenOf(pid: number): readonly number[] {
  const said = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return said === '' ? [] : said.split(' ').map(Number);
}

function parentOf(pid: number): number {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return Number(lines.find((line) => line.startsWith('PPid:'))!.slice('PPid:'.length));
}
