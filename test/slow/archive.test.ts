/** `boreal archive` as an operator runs it: beside a server, killed at any moment, and read again afterwards. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { DATABASES, type DatabaseName } from '../support/databases.ts';
import { askMore, sealAll, writeFullLedger } from '../support/full-ledger.ts';
import { LEDGER_KEY, SHARED_SECRET } from '../support/ledger-key.ts';
import { copyMigratedSqlite } from '../support/migrated-sqlite.ts';
import { newMigratedPostgres } from '../support/postgres-database.ts';
import { seeded } from '../support/random.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';
import { runBoreal } from '../support/service-process.ts';
import { times } from '../support/thorough.ts';

const BOREAL = resolve(import.meta.dir, '../../bin/boreal.mjs');
const REQUESTS = 90;
const KILLS = times(3, 6);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-archiving-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Written = AsyncDisposable & { readonly env: Readonly<Record<string, string>>; readonly charges: number };

async function written(database: DatabaseName): Promise<Written> {
  const shared = database === 'PostgreSQL' ? await newMigratedPostgres() : undefined;
  if (!shared) await copyMigratedSqlite(folder);
  const db = shared
    ? openPostgres(shared.url, { ledgerKey: LEDGER_KEY })
    : openSqlite(join(folder, 'boreal.db'), 'commit', LEDGER_KEY);
  const charges = await fill(db);
  await db.close();
  const env = { BOREAL_DATA_DIR: folder, BOREAL_SECRET: SHARED_SECRET };
  return {
    env: shared ? { ...env, BOREAL_DATABASE_URL: shared.url } : env,
    charges,
    [Symbol.asyncDispose]: async () => void (await shared?.[Symbol.asyncDispose]()),
  };
}

async function fill(db: Database): Promise<number> {
  const stores = await writeFullLedger(db, 30);
  for (let from = 31; from <= REQUESTS; from += 20) {
    await askMore(stores, { from, to: from + 19 });
    await sealAll(db);
  }
  const row = await db.sql.one('SELECT COUNT(*) AS n FROM requests WHERE seq IS NOT NULL');
  return Number(row?.n);
}

/** Starts the command and kills it after a while. */
async function killedAfter(ms: number, words: readonly string[], env: Written['env']): Promise<void> {
  const child = spawn('node', [BOREAL, ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((done) => child.on('exit', done));
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), ms);
  await ended;
  clearTimeout(timer);
}

describe.each(DATABASES.map((name) => [name] as const))('boreal archive on %s', (database) => {
  test('killed at any moment loses nothing and has nothing twice', async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
    const random = seeded(seed);
    await using storage = await written(database);
    const words = ['archive', '--before', '2026-11-16', '--json'];
    const before = JSON.parse(
      (await runBoreal(['receipt', '--id', 'req_000007', '--json'], storage.env)).stdout,
    ) as object;

    for (let n = 0; n < KILLS; n += 1) await killedAfter(random.integer(100, 1500), words, storage.env);
    const { code, stderr } = await runBoreal(words, storage.env);

    expect({ code, stderr }, `SEED=${seed}`).toEqual({ code: 0, stderr: '' });
    const archive = join(folder, 'archive');
    const files = readdirSync(archive).filter((name) => name.endsWith('.gz'));
    const lines = files.flatMap((name) =>
      gunzipSync(readFileSync(join(archive, name)))
        .toString()
        .trim()
        .split('\n'),
    );
    expect(new Set(lines).size, `SEED=${seed}`).toBe(storage.charges);
    expect(lines.length, `SEED=${seed}`).toBe(storage.charges);
    const audited = await runBoreal(['audit', '--archive', archive, '--json'], storage.env);
    expect(JSON.parse(audited.stdout), `SEED=${seed}`).toMatchObject({ ok: true, problems: [], notLookedAt: [] });
    const after = JSON.parse(
      (await runBoreal(['receipt', '--id', 'req_000007', '--json'], storage.env)).stdout,
    ) as object;
    expect(after).toEqual(before);
  });
});

test('the receipt of an archived answer is not found over HTTP, which says where it is', async () => {
  const dataDir = join(folder, 'data');
  await using service = await startService({ dataDir });
  service.upstream.play(answerText('Hello there'));
  const { id } = (await (await service.post({ messages: [{ role: 'user', content: 'Hi' }] })).json()) as { id: string };
  const receipt = () => fetch(`${service.url}/receipts/${id}`, { headers: { authorization: `Bearer ${service.key}` } });
  expect((await receipt()).status).toBe(200);
  await service.stores.seals.seal(Date.now());
  const env = { BOREAL_DATA_DIR: dataDir };
  const date = new Date(Date.now()).toISOString();
  const { code, stdout, stderr } = await runBoreal(['archive', '--before', date, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ requests: 1, charges: 1 });

  const gone = await receipt();

  expect(gone.status).toBe(404);
  expect(await gone.text()).toMatch(/Requests up to \d{4}-\d\d-\d\d are in the archive of the operator/);
  const shown = await runBoreal(['receipt', '--id', id, '--json'], env);
  expect(JSON.parse(shown.stdout)).toMatchObject({ id, object: 'receipt' });
});
