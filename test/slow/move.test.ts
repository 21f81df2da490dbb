/** The database moves to the other kind and back: everything arrives, and what it came from serves no more. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import OpenAI from 'openai';
import { audit } from '../../src/ledger/audit/audit.ts';
import { continueNumbers } from '../../src/ledger/journal-rows.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { moveDatabase } from '../../src/platform/database/database-move.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { readMigrations } from '../../src/platform/database/migrate.ts';
import { movedTables } from '../../src/platform/database/moved-tables.ts';
import { furnishLedger } from '../support/furnished-ledger.ts';
import { LEDGER_KEY, SHARED_SECRET } from '../support/ledger-key.ts';
import { copyMigratedSqlite } from '../support/migrated-sqlite.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import {
  AS_LAUNCHED,
  accountBeside,
  type Environment,
  runBoreal,
  startServiceProcess,
} from '../support/service-process.ts';

/** Each step says that it begins; one that takes long says how far it is. */
const ONLY_PROGRESS = expect.stringMatching(
  /^(?:\d+ %: copy [^\n]*\n)+(?:\d+ %: bring back [^\n]*\n)+(?:\d+ %: compare [^\n]*\n)+(?:\d+ %: audit, [^\n]*\n)+$/,
);

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-move-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFolder = (): string => {
  made += 1;
  const path = join(folder, `data-${made}`);
  mkdirSync(path);
  return path;
};

const openIn = (dataDir: string, databaseUrl = ''): Database =>
  openDatabase({ databaseUrl, dataDir, ledgerKey: LEDGER_KEY });

let furnished: string | undefined;

/** A data folder with something of everything in it. */
async function furnishedFolder(): Promise<string> {
  furnished ??= await furnish();
  const dataDir = newFolder();
  cpSync(furnished, dataDir, { recursive: true });
  return dataDir;
}

async function furnish(): Promise<string> {
  const dataDir = newFolder();
  await copyMigratedSqlite(dataDir);
  const db = openIn(dataDir);
  await furnishLedger(db).finally(db.close);
  return dataDir;
}

type Beside = Partial<Pick<Parameters<typeof moveDatabase>[2], 'newToken' | 'prove' | 'onProgress'>>;

/** As the command does, without a process. */
const moveBetween = (from: Database, to: Database, beside: Beside = {}) =>
  moveDatabase(
    { db: from, name: 'here' },
    { db: to, name: 'there' },
    {
      migrations: readMigrations(),
      nowMs: 1,
      newToken: () => 'one',
      continueNumbers,
      prove: async () => {},
      onProgress: () => {},
      ...beside,
    },
  );

/** Every row of every table that moves, as texts. */
async function rowsOf(db: Database): Promise<Record<string, readonly string[]>> {
  const rows: Record<string, readonly string[]> = {};
  for (const { name, columns, key } of await movedTables(readMigrations())) {
    const names = Object.keys(columns);
    const found = await db.sql.all(`SELECT ${names.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`);
    rows[name] = found.map((row) =>
      JSON.stringify(
        names.map((column) => row[column] ?? null),
        asText,
      ),
    );
  }
  return rows;
}

const asText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

async function readClosing<T>(db: Database, read: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await read(db);
  } finally {
    await db.close();
  }
}

const boreal = (words: readonly string[], dataDir: string, env: Environment = {}) =>
  runBoreal(words, { BOREAL_DATA_DIR: dataDir, BOREAL_SECRET: SHARED_SECRET, ...env });

const at = ({ url }: { readonly url: string }): Environment => ({ BOREAL_DATABASE_URL: url });

test('everything arrives in PostgreSQL, in another one and in SQLite again, row by row, with seals and marks', async () => {
  const dataDir = await furnishedFolder();
  const before = await readClosing(openIn(dataDir), rowsOf);
  await using postgres = await newPostgresDatabase();
  await using other = await newPostgresDatabase();
  const back = newFolder();

  // The password stays out of the list of processes.
  const address = new URL(postgres.url);
  address.password = '';
  const PGPASSWORD = new URL(postgres.url).password;
  expect(PGPASSWORD).not.toBe('');
  const there = await boreal(['move', '--to', address.href, '--json'], dataDir, { PGPASSWORD });
  expect(there).toMatchObject({ code: 0, stderr: '' });
  const arrived = await readClosing(openIn(dataDir, postgres.url), rowsOf);
  const further = await boreal(['move', '--to', other.url, '--json'], newFolder(), at(postgres));
  expect(further).toMatchObject({ code: 0, stderr: '' });
  const here = await boreal(['move', '--to', `sqlite:${back}`, '--json'], newFolder(), at(other));
  expect(here).toMatchObject({ code: 0, stderr: '' });
  const returned = await readClosing(openIn(back), rowsOf);

  expect(before.ledger_entries!.length).toBeGreaterThan(5);
  expect(arrived).toEqual(before);
  expect(returned).toEqual(before);
  const report = JSON.parse(there.stdout) as { readonly rows: number; readonly tables: Record<string, number> };
  expect(report.tables).toEqual(Object.fromEntries(Object.entries(before).map(([name, rows]) => [name, rows.length])));
  expect(readFileSync(join(back, 'secret'), 'utf8').trim()).toBe(SHARED_SECRET);
  const verdict = await readClosing(openIn(back), (db) => audit(db, Date.now()));
  expect(verdict.problems).toEqual([]);
});

test('the schema there is whole: rows are versioned and guarded, and numbers go on behind the last', async () => {
  const dataDir = await furnishedFolder();
  await using postgres = await newPostgresDatabase();
  expect(await boreal(['move', '--to', postgres.url], dataDir)).toMatchObject({ code: 0 });
  const db = openIn(dataDir, postgres.url);
  try {
    const lastOf = async (table: string) => {
      const row = await db.sql.one(`SELECT COALESCE(MAX(seq), 0) AS seq FROM ${table}`);
      return Number(row!.seq);
    };
    const [versions, entries, requests] = [
      await lastOf('row_versions'),
      await lastOf('ledger_entries'),
      await lastOf('requests'),
    ];

    await db.sql.run("UPDATE accounts SET suspended_at_ms = 5 WHERE id = 'acc_anna'");
    await expect(db.sql.run("UPDATE ledger_entries SET reason = 'x'")).rejects.toThrow('never changed');
    await expect(db.sql.run("INSERT INTO debts VALUES ('d', 'acc_none', 1, 0, 'x', 'x', 1)")).rejects.toThrow(
      'foreign key',
    );

    expect(await lastOf('row_versions')).toBe(versions + 1);
    const next = await db.sql.one("SELECT nextval('ledger_entries_seq_seq') AS seq");
    expect(Number(next!.seq)).toBe(Math.max(entries, requests) + 1);
  } finally {
    await db.close();
  }
});

test('a move that is broken off at any table goes on there, and ends with the same rows', async () => {
  const dataDir = await furnishedFolder();
  await using postgres = await newPostgresDatabase();
  const tables = await movedTables(readMigrations());
  const before = await readClosing(openIn(dataDir), rowsOf);
  const from = openIn(dataDir);
  const to = openIn(dataDir, postgres.url);
  const moveUntil = (isEnd: (step: string, table?: string) => boolean) =>
    moveBetween(from, to, {
      newToken: () => 'the only one',
      prove: async () => {
        if (isEnd('prove')) throw new Error('broken off');
      },
      onProgress: ({ step, part }) => {
        if (isEnd(step, part)) throw new Error('broken off');
      },
    });
  try {
    // At the second report of a table: its first page is written, and the next is not.
    for (const { name } of tables.filter((table) => before[table.name]!.length > 0)) {
      let seen = 0;
      const isEnd = (step: string, table?: string) => {
        if (step === 'copy' && table === name) seen += 1;
        return seen === 2;
      };
      await expect(moveUntil(isEnd)).rejects.toThrow('broken off');
    }
    for (const wanted of ['rebuild', 'compare', 'prove']) {
      await expect(moveUntil((step) => step === wanted)).rejects.toThrow('broken off');
    }

    await moveUntil(() => false);
    // As where the old side was marked, and the process ended before the new one was.
    await to.sql.run(
      "INSERT INTO moves (id, direction, token, place, begun_at_ms) VALUES (1, 'here', 'the only one', 'here', 1)",
    );
    await moveUntil(() => false);

    expect(await rowsOf(to)).toEqual(before);
    expect(await to.sql.all('SELECT * FROM moves')).toEqual([]);
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
});

test('a process that is killed while it writes is run again, and ends with the same rows', async () => {
  const dataDir = await furnishedFolder();
  const before = await readClosing(openIn(dataDir), rowsOf);
  await using postgres = await newPostgresDatabase();
  await using guard = new SQL(postgres.url, { max: 1 });
  const env = { BOREAL_DATA_DIR: dataDir, BOREAL_SECRET: SHARED_SECRET, PATH: process.env.PATH };
  for (const table of ['members', 'requests', 'version_marks']) {
    const child = Bun.spawn([...AS_LAUNCHED, 'move', '--to', postgres.url], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const isThere = async () => (await guard`SELECT to_regclass(${table}) IS NOT NULL AS found`)[0].found === true;
    await until('there is a table', isThere);
    await guard.begin(async (held) => {
      await held.unsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await until('the move waits for it', async () => {
        const [waiting] =
          await held`SELECT count(*) AS n FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass`;
        return Number(waiting.n) > 0 || child.exitCode !== null;
      });
      child.kill('SIGKILL');
      await child.exited;
    });
    expect(child.signalCode).toBe('SIGKILL');
  }

  const ended = await boreal(['move', '--to', postgres.url], dataDir);

  expect(ended).toMatchObject({ code: 0, stderr: ONLY_PROGRESS });
  expect(await readClosing(openIn(dataDir, postgres.url), rowsOf)).toEqual(before);
});

test('a service goes on in PostgreSQL and back in SQLite with its keys and receipts, and what it came from refuses to serve', async () => {
  await using upstream = await startUpstream();
  upstream.play(answerText('pong'));
  await using postgres = await newPostgresDatabase();
  const root = newFolder();
  const env = { BOREAL_SECRET: SHARED_SECRET };
  const ask = async (url: string, apiKey: string) => {
    const client = new OpenAI({ baseURL: url, apiKey, maxRetries: 0 });
    const messages = [{ role: 'user', content: 'ping' }] as const;
    const { id } = await client.chat.completions.create({
      model: 'svc-glacier',
      messages: [...messages],
      max_tokens: 9,
    });
    return id;
  };

  const old = await startServiceProcess({ folder: root, engineUrl: upstream.url, env });
  const account = await accountBeside(old);
  const first = await ask(old.url, account.key);
  const whileRunning = await boreal(['move', '--to', postgres.url], old.dataDir);
  old.signal('SIGTERM');
  await old.exited;
  const moved = await boreal(['move', '--to', postgres.url], old.dataDir);
  const next = { ...env, ...at(postgres) };
  const server = await startServiceProcess({ folder: root, engineUrl: upstream.url, env: next });
  const second = await ask(server.url, account.key);
  server.signal('SIGTERM');
  await server.exited;
  const home = newFolder();
  const homeData = join(home, 'data');
  mkdirSync(homeData);
  const returned = await boreal(['move', '--to', `sqlite:${homeData}`], old.dataDir, at(postgres));
  await using last = await startServiceProcess({ folder: home, engineUrl: upstream.url, env });
  const third = await ask(last.url, account.key);

  expect(whileRunning).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') });
  expect(moved).toMatchObject({ code: 0, stderr: ONLY_PROGRESS });
  expect(returned).toMatchObject({ code: 0, stderr: ONLY_PROGRESS });
  const costs = [];
  for (const id of [first, second, third]) {
    const found = await boreal(['receipt', '--id', id, '--json'], homeData);
    expect(found).toMatchObject({ code: 0 });
    costs.push(Number((JSON.parse(found.stdout) as { cost_czk: string }).cost_czk));
  }
  const shown = await boreal(['account', 'show', '--account', account.accountId, '--json'], homeData);
  const { spendCzk } = JSON.parse(shown.stdout) as { spendCzk: string };
  expect(Number(spendCzk)).toBeCloseTo(costs[0]! + costs[1]! + costs[2]!, 9);
  expect(await boreal(['audit', '--full'], homeData)).toMatchObject({ code: 0 });
  const { host, pathname, password } = new URL(postgres.url);
  const refused = await boreal(['serve'], old.dataDir);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`moved to PostgreSQL at ${host}${pathname}`);
  if (password) expect(refused.stderr).not.toContain(password);
  for (const words of [['account', 'list'], ['audit'], ['move', '--to', `sqlite:${newFolder()}`]]) {
    const said = await boreal(words, old.dataDir);
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('was moved to PostgreSQL') });
  }
  const left = await boreal(['account', 'list'], newFolder(), at(postgres));
  expect(left).toMatchObject({ code: 1, stderr: expect.stringContaining(`was moved to ${homeData}`) });
});

test('a server that starts where a move was broken off gives it up, and the half of it is refused', async () => {
  await using upstream = await startUpstream();
  await using postgres = await newPostgresDatabase();
  const root = newFolder();
  const dataDir = join(root, 'data');
  mkdirSync(dataDir);
  await copyMigratedSqlite(dataDir);
  const env = { BOREAL_SECRET: SHARED_SECRET };
  const from = openIn(dataDir);
  const to = openIn(dataDir, postgres.url);
  const onProgress = () => {
    throw new Error('broken off');
  };
  await moveBetween(from, to, { onProgress }).catch(() => {});
  await Promise.all([from.close(), to.close()]);

  const command = await boreal(['account', 'list'], dataDir);
  const unfinished = await boreal(['serve'], newFolder(), at(postgres));
  const server = await startServiceProcess({ folder: root, engineUrl: upstream.url, env });
  server.signal('SIGTERM');
  await server.exited;
  const again = await boreal(['move', '--to', postgres.url], dataDir);

  expect(command).toMatchObject({ code: 1, stderr: expect.stringContaining('is being moved to there') });
  expect(unfinished).toMatchObject({ code: 1, stderr: expect.stringContaining('from here has not ended') });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('given up by serving here again') });
});

test('what cannot be moved is refused in a sentence, and nothing is changed', async () => {
  const dataDir = newFolder();
  await copyMigratedSqlite(dataDir);
  const taken = await furnishedFolder();
  const older = newFolder();
  await copyMigratedSqlite(older);
  const newest = 'SELECT MAX(version) FROM schema_migrations';
  await readClosing(openIn(older), (db) => db.sql.run(`DELETE FROM schema_migrations WHERE version = (${newest})`));
  const foreign = newFolder();
  writeFileSync(join(foreign, 'secret'), `${'x'.repeat(40)}\n`);
  const empty = newFolder();

  const cases = [
    [dataDir, `sqlite:${taken}`, 1, 'is not empty: move into an empty database'],
    [dataDir, `sqlite:${foreign}`, 1, 'is the secret of another service'],
    [dataDir, `sqlite:${dataDir}`, 2, 'names the database that is in use now'],
    [dataDir, 'postgre://host/boreal', 2, '--to must be postgres://'],
    [dataDir, 'postgres://host', 2, '--to must be postgres://'],
    [dataDir, './folder', 2, 'or sqlite:FOLDER'],
    [dataDir, 'postgres://u:hidden@127.0.0.1:1/boreal', 1, 'PostgreSQL at 127.0.0.1:1/boreal cannot be reached'],
    [older, `sqlite:${empty}`, 1, 'run "boreal migrate"'],
    [newFolder(), `sqlite:${empty}`, 2, 'There is no database in'],
  ] as const;
  for (const [from, to, code, sentence] of cases) {
    const ran = await boreal(['move', '--to', to], from);
    expect({ to, code: ran.code }).toEqual({ to, code });
    expect(ran.stderr).toContain(sentence);
    expect(ran.stderr).not.toContain('hidden');
    expect(ran.stderr).not.toContain('    at ');
  }
  expect(existsSync(join(empty, 'secret'))).toBe(false);
  expect(await boreal(['account', 'list'], dataDir)).toMatchObject({ code: 0 });
});
