/**
 * `npm run bench -- workers [--workers 1,2] [--seconds 4] [--rounds 3]`
 *
 * The whole service on SQLite, and on PostgreSQL with one and more workers, in one run on loopback: JSON requests a
 * second, and the processor time of each request. 64 connections ask as fast as they are answered, each with a key and
 * an account of its own, because requests of one account follow each other in the ledger. Load generator, upstream and
 * PostgreSQL run on the same processors: with few of them, more workers cannot show all that they are worth, and the
 * processor time is the better figure. PostgreSQL is one of our own, which flushes as in production.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { emptyPostgres } from '../test/support/postgres-database.ts';
import { accountWithKey, sharedBy } from '../test/support/postgres-storage.ts';
import { accountIn, rssBytesOf } from '../test/support/service-process.ts';
import { chatRequest } from './support/chat-bytes.ts';
import { cpuTimeOf } from './support/cpu-time.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { medianOf, printTable, show, spreadOf } from './support/figures.ts';
import { fullLoad } from './support/load.ts';
import { Processes } from './support/subjects.ts';

const { values: options } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const LINES = 64;

type Row = {
  readonly name: string;
  readonly port: number;
  readonly keys: readonly string[];
  /** The service's own processes, without PostgreSQL. */
  readonly pids: readonly number[];
  /** PostgreSQL's, where it has the database. */
  readonly databasePids: () => readonly number[];
};
type Sample = { readonly perSecond: number; readonly cpu: number; readonly databaseCpu: number };
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
  const rows: Row[] = [];
  const data = join(folder, 'sqlite');
  const sqlite = await processes.service('SQLite', { folder: data, upstreamPort });
  const keys = await manyKeys(() => accountIn(data));
  rows.push({ ...sqlite, keys, pids: [sqlite.pid], databasePids: () => [] });
  for (const workers of options.workers.split(',')) {
    const storage = await emptyPostgres();
    const name = `PostgreSQL, workers ${workers}`;
    const env = { ...sharedBy(storage), BOREAL_WORKERS: workers };
    const service = await processes.service(name, { folder: join(folder, workers), upstreamPort, env });
    const [row] = await storage.db.sql.all('SELECT pg_backend_pid() AS pid');
    const postmaster = parentOf(Number(row!.pid));
    rows.push({
      ...service,
      keys: await manyKeys(() => accountWithKey(storage)),
      pids: [service.pid, ...service.workers],
      databasePids: () => childrenOf(postmaster),
    });
  }
  return rows;
}

async function manyKeys(make: () => Promise<{ readonly key: string }>): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let n = 0; n < LINES; n++) keys.push((await make()).key);
  return keys;
}

async function measure(rows: readonly Row[]): Promise<void> {
  const samples = new Map<Row, Sample[]>(rows.map((row) => [row, []]));
  for (const row of rows) await load(row);
  for (let round = 0; round < ROUNDS; round++) for (const row of rows) samples.get(row)!.push(await load(row));
  console.log(`JSON, ${LINES} connections, ${cpus().length} processors for everything\n`);
  printTable(
    ['database and workers', 'requests/s', '± %', 'CPU µs a request: service', 'PostgreSQL', 'memory MB, by process'],
    [...samples].map(([{ name, pids }, own]) => [
      name,
      show(medianOf(own.map(({ perSecond }) => perSecond))),
      show(spreadOf(own.map(({ perSecond }) => perSecond))),
      show(medianOf(own.map(({ cpu }) => cpu))),
      show(medianOf(own.map(({ databaseCpu }) => databaseCpu))),
      pids.map((pid) => show(rssBytesOf(pid) / 1e6)).join(' + '),
    ]),
  );
}

async function load({ port, keys, pids, databasePids }: Row): Promise<Sample> {
  const before = [cpuOf(pids), cpuOf(databasePids())] as const;
  const request = (line: number) => chatRequest('json', { key: keys[line]! });
  const { answers, seconds } = await fullLoad({ port, request }, { lines: LINES, seconds: SECONDS });
  return {
    perSecond: answers / seconds,
    cpu: (cpuOf(pids) - before[0]) / answers,
    databaseCpu: (cpuOf(databasePids()) - before[1]) / answers,
  };
}

function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const { main, store, others } = cpuTimeOf(pid);
    return sum + main + store + others;
  }, 0);
}

function childrenOf(pid: number): readonly number[] {
  const said = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return said === '' ? [] : said.split(' ').map(Number);
}

function parentOf(pid: number): number {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return Number(lines.find((line) => line.startsWith('PPid:'))!.slice('PPid:'.length));
}
