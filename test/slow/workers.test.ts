/** Several serving processes on one port, as `boreal serve` starts them with `workers` above 1. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requestIdOf } from '../../src/core/request-id.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import { orderBecause, performAction, signedUpOperator } from '../support/busy-operator.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { accountWithKey, sharedBy } from '../support/postgres-storage.ts';
import { answerText, startUpstream, waitFor } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { ask, type Told } from '../support/witness.ts';

const LONG_MS = 600_000;

async function startWorkers(options: { readonly env?: Record<string, string>; readonly folder?: string } = {}) {
  const storage = await emptyPostgres();
  const upstream = await startUpstream();
  const service = await startServiceProcess({
    engineUrl: upstream.url,
    ...(options.folder && { folder: options.folder }),
    env: { ...sharedBy(storage), BOREAL_WORKERS: '2', BOREAL_EMBEDDED: '{"enabled":false}', ...options.env },
  });
  const { key } = await accountWithKey(storage);
  return {
    storage,
    upstream,
    service,
    key,
    target: { url: service.url, key },
    /** The processes that serve now, as the supervisor has started them. */
    workers: () => childrenOf(service.pid),
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await upstream.stop();
      await storage.giveBack();
    },
  };
}

/** The system's own list, which no log can get wrong. */
function childrenOf(pid: number): readonly number[] {
  const said = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)]).stdout.toString();
  return said
    .split('\n')
    .map((line) => Number(line.trim()))
    .filter((one) => one > 0);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Asks on a connection of its own, which the system gives to one worker or the other. */
const get = (service: ServiceProcess, path: string): Promise<Response> =>
  fetch(`${new URL(service.url).origin}${path}`, { headers: { connection: 'close' } });

/** The sums of all series of a metric. */
async function metric(service: ServiceProcess, name: string): Promise<number> {
  const lines = (await (await get(service, '/metrics')).text()).split('\n');
  const values = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test(
  'what a worker holds that is killed is free at once, and what the others hold stays',
  async () => {
    await using all = await startWorkers();
    const { storage, service, target, upstream, workers } = all;
    const gate = Promise.withResolvers<void>();
    upstream.play([waitFor(gate.promise), answerText('to the end')]);
    const running: Promise<Told>[] = [];
    const askMore = async () => {
      running.push(ask(target, { nonce: `question ${running.length}`, form: 'json' }));
      await upstream.nextRequest();
    };
    const count = async (text: string) => BigInt((await storage.db.sql.one(text))!.n!);
    const heldNanos = () => count('SELECT SUM(held) AS n FROM pots');
    // The system gives a connection to one worker or the other.
    while ((await count('SELECT COUNT(DISTINCT server_id) AS n FROM leases')) < 2n) await askMore();
    const before = await heldNanos();

    process.kill(workers()[0]!, 'SIGKILL');
    await service.hasLogged('gave back what a worker had leased that is gone');
    const kept = await heldNanos();
    gate.resolve();
    const told = await Promise.all(running);

    expect(before).toBeGreaterThan(0n);
    expect(kept).toBeLessThan(before);
    const whole = told.filter(({ isWhole }) => isWhole);
    expect(whole.length).toBeLessThan(running.length);
    await until('nothing is held', async () => (await heldNanos()) === 0n);
    const settled = await storage.db.sql.one("SELECT COUNT(*) AS n FROM requests WHERE state = 'settled'");
    expect(Number(settled?.n)).toBe(whole.length);
    expect((await audit(storage.db, Date.now())).problems).toEqual([]);
  },
  LONG_MS,
);

test('both workers answer on one port, any of them tells the figures of both, and all drain at a stop', async () => {
  await using all = await startWorkers({ env: { BOREAL_ACCESS_LOG: 'true' } });
  const { service, target, upstream } = all;
  const answeredBy = () =>
    new Set(
      service.lines.filter(({ msg, route }) => msg === 'request' && route === '/healthz').map((line) => line.worker),
    );

  await until('both have answered', async () => (await get(service, '/healthz')).ok && answeredBy().size === 2);
  const told = await Promise.all(
    Array.from({ length: 12 }, (_, n) => ask(target, { nonce: `question ${n}`, form: n % 2 ? 'stream' : 'json' })),
  );
  await until('all are counted', async () => (await metric(service, 'boreal_chats_total')) === 12);
  for (let n = 0; n < 8; n++) expect(await metric(service, 'boreal_chats_total')).toBe(12);
  await until('both are counted', async () => (await metric(service, 'boreal_workers')) === 2);
  expect(told.map(({ isWhole }) => isWhole)).toEqual(Array(12).fill(true));
  expect(service.lines.filter(({ msg }) => msg.startsWith('there is no operator yet')).length).toBe(1);

  const gate = Promise.withResolvers<void>();
  upstream.play([waitFor(gate.promise), answerText('to the end')]);
  const running = Array.from({ length: 6 }, (_, n) => ask(target, { nonce: `last ${n}`, form: 'json' }));
  for (let n = 0; n < 6; n++) await upstream.nextRequest();
  service.signal('SIGTERM');
  await service.hasLogged('stopping');
  await until('the port is closed', () =>
    get(service, '/healthz').then(
      () => false,
      () => true,
    ),
  );
  gate.resolve();

  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(service.stderr()).toBe('');
});

test('a killed worker breaks its own answers only, is started again, and no figure goes back', async () => {
  await using all = await startWorkers();
  const { service, target, storage, workers } = all;
  const [victim, ...others] = workers();
  const told: (Told & { readonly isLater: boolean })[] = [];
  let hasEnded = false;
  let isOver = false;
  const askOn = async (client: number): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const isLater = hasEnded;
      told.push({ ...(await ask(target, { nonce: `${client}/${n}`, form: n % 2 ? 'stream' : 'json' })), isLater });
    }
  };
  const clients = Array.from({ length: 4 }, (_, client) => askOn(client));
  await until('there is load', () => told.length > 40);
  const countedBefore = await metric(service, 'boreal_chats_total');

  process.kill(victim!, 'SIGKILL');
  await service.hasLogged('a worker has ended and will be started again');
  hasEnded = true;
  const soFar = told.length;
  await until('the others go on', () => told.length > soFar + 40);
  expect(await metric(service, 'boreal_chats_total')).toBeGreaterThanOrEqual(countedBefore);
  await until('there are two workers again', async () => (await metric(service, 'boreal_workers')) === 2);
  isOver = true;
  await Promise.all(clients);

  expect(await metric(service, 'boreal_chats_total')).toBeGreaterThan(countedBefore);
  expect(workers()).toEqual(expect.arrayContaining(others));
  expect(workers()).not.toContain(victim!);
  // Until it has ended it may still be given connections, which break too.
  const broken = told.filter(({ isWhole }) => !isWhole);
  expect(broken.filter(({ isLater }) => isLater)).toEqual([]);
  expect(broken.map(({ errorCode }) => errorCode).filter((code) => code !== undefined)).toEqual([]);
  const rows = await storage.db.sql.all('SELECT id, state FROM requests');
  const states = new Map(rows.map((row) => [row.id, row.state]));
  const whole = told.filter(({ isWhole }) => isWhole).map(({ completionId }) => requestIdOf(completionId!));
  expect(whole.filter((id) => states.get(id!) !== 'settled')).toEqual([]);
  // What the dead worker had begun has no row, unless it was released meanwhile.
  expect(rows.filter((row) => row.state !== 'settled').length).toBeLessThanOrEqual(broken.length);
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
});

test('a hangup reaches all workers, and workers do not outlive a supervisor that was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-workers-'));
  try {
    await using all = await startWorkers({ folder });
    const { service, workers } = all;
    writeFileSync(
      join(folder, 'boreal.config.json'),
      '{"models":{"mine":{"engine":"main","price":{"input":"1","output":"1"},"maxOutputTokens":9}}}',
    );

    service.signal('SIGHUP');
    const reloaded = () => service.lines.filter(({ msg }) => msg === 'configuration reloaded');
    await until('both have reloaded', () => reloaded().length === 2);
    const pids = workers();
    process.kill(service.pid, 'SIGKILL');
    await service.exited;
    await until('the workers have ended', () => !pids.some(isAlive));

    expect(
      reloaded()
        .map(({ worker }) => worker)
        .sort(),
    ).toEqual([1, 2]);
    expect(reloaded().every(({ models }) => (models as string[]).includes('mine'))).toBe(true);
    expect(pids.length).toBe(2);
    expect(service.lines.filter(({ msg, worker }) => msg === 'stopped' && worker !== undefined).length).toBe(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a worker that is starting does not outlive a supervisor that is killed meanwhile', async () => {
  await using all = await startWorkers();
  const { storage, service, workers } = all;
  let pids: readonly number[] = [];

  await storage.db.transaction(async (sql) => {
    // The successor reads this table while it starts: here it waits, with its supervisor's orders behind it.
    await sql.run('LOCK TABLE schema_migrations IN ACCESS EXCLUSIVE MODE');
    process.kill(workers()[0]!, 'SIGKILL');
    await until('its successor waits', async () => (await sql.all(WAITING_LOCKS)).length > 0);
    pids = workers();
    process.kill(service.pid, 'SIGKILL');
    await until('the supervisor has ended', () => !isAlive(service.pid));
  });

  expect(pids.length).toBe(2);
  await until('the workers have ended', () => !pids.some(isAlive));
});

const WAITING_LOCKS = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'schema_migrations'::regclass`;

test('several workers on SQLite are refused in one sentence, before anything is started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-workers-'));

  const ran = await runBoreal(['serve'], { BOREAL_WORKERS: '2', BOREAL_DATA_DIR: join(folder, 'data') }, folder);

  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toContain('workers above 1 needs databaseUrl (PostgreSQL): SQLite is written by one process.');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('a worker that cannot start ends the whole with its message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-workers-'));
  const storage = await emptyPostgres();
  await storage.db.sql.run("INSERT INTO schema_migrations (version, name, applied_at_ms) VALUES (9999, 'newer', 0)");
  const env = { ...sharedBy(storage), BOREAL_WORKERS: '2', BOREAL_PORT: '0', BOREAL_DATA_DIR: join(folder, 'data') };

  const ran = await runBoreal(['serve'], { ...env, BOREAL_EMBEDDED: '{"enabled":false}' }, folder);

  expect(ran.code).toBe(1);
  expect(ran.stderr).toStartWith('boreal: The database has schema 9999, this program knows ');
  expect(ran.stdout).not.toContain('listening');
  await storage.db.sql.run('DELETE FROM schema_migrations WHERE version = 9999');
  await storage.giveBack();
  rmSync(folder, { recursive: true });
});

test('a port in use is refused before a worker is started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-workers-'));
  const storage = await emptyPostgres();
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', reusePort: true, fetch: () => new Response() });
  const env = { ...sharedBy(storage), BOREAL_WORKERS: '2', BOREAL_DATA_DIR: join(folder, 'data') };

  const ran = await runBoreal(['serve'], { ...env, BOREAL_PORT: String(other.port) }, folder);

  expect({ code: ran.code, stdout: ran.stdout, stderr: ran.stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `boreal: Port ${other.port} of 127.0.0.1 is in use by process ${process.pid} (bun): stop it, or set BOREAL_PORT to another one.\n`,
  });
  await other.stop(true);
  await storage.giveBack();
  rmSync(folder, { recursive: true });
});

describe('what an operator does at two workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-workers-'));
  let all: Awaited<ReturnType<typeof startWorkers>>;
  let operator: Awaited<ReturnType<typeof signedUpOperator>>;
  beforeAll(async () => {
    all = await startWorkers({ folder });
    const { service } = all;
    await service.hasLogged('there is no operator yet');
    const log = service.lines.map(({ msg, ...line }) => ({ ...line, message: msg }));
    operator = await signedUpOperator({ port: service.port, log });
  });
  afterAll(async () => {
    await all[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('an engine that an operator drains is drained at all workers, also at one that starts later', async () => {
    const { service, target, workers } = all;
    const steered = (msg: string) => service.lines.filter((line) => line.msg === msg).map(({ worker }) => worker);

    await performAction(operator, 'engines/main/drain', { ...orderBecause('maintenance'), state: 'drained' });
    await until('both have drained it', () => steered('an engine is drained').length === 2);
    const refused = await Promise.all(
      Array.from({ length: 6 }, (_, n) => ask(target, { nonce: `refused ${n}`, form: 'json' })),
    );
    process.kill(workers()[0]!, 'SIGKILL');
    await until('its successor drains it too', () => steered('an engine is drained').length === 3);
    await until('there are two workers again', async () => (await metric(service, 'boreal_workers')) === 2);
    await performAction(operator, 'engines/main/drain', { ...orderBecause('done'), state: 'in-use' });
    await until('both use it again', () => steered('an engine is used again').length === 2);

    expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(502));
    expect(steered('an engine is used again').toSorted()).toEqual([1, 2]);
    expect(await ask(target, { nonce: 'at last', form: 'json' })).toMatchObject({ isWhole: true });
  });

  test('a reload in the operator’s area reaches the worker that did not answer, too', async () => {
    const { service } = all;
    writeFileSync(join(folder, 'boreal.config.json'), '{"models":{"svc-frost":{"maxOutputTokens":9}}}');

    const { json } = await operator.post('/api/operator/reload', orderBecause('shorter answers'));

    expect(json).toMatchObject({ ok: true });
    const haveReloaded = () => service.lines.filter(({ msg }) => msg === 'configuration reloaded');
    const numbers = () => new Set(haveReloaded().map(({ worker }) => worker));
    await until('both have reloaded', () => numbers().size === 2);
  });
});
