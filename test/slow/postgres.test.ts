/** The real command and whole services on PostgreSQL, and a PostgreSQL that fails under load. */
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../../src/ledger/audit/audit.ts';
import { SHARED_SECRET } from '../support/ledger-key.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { asSuperuser, emptyPostgres, newPostgresDatabase } from '../support/postgres-database.ts';
import { answerText, chunk, hang, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, until } from '../support/service.ts';
import { runBoreal, startServiceProcess } from '../support/service-process.ts';

describe('the command line on PostgreSQL', () => {
  test('makes the database, keeps it, proves it, and never shows the password', async () => {
    await using database = await newPostgresDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'boreal-cli-'));
    const env = { BOREAL_DATABASE_URL: database.url, BOREAL_SECRET: SHARED_SECRET, BOREAL_DATA_DIR: dataDir };
    const run = (...words: string[]) => runBoreal([...words, '--json'], env);
    const who = ['--account', 'a@example.com'];

    const early = await run('audit');
    const steps = [
      await run('account', 'create', '--email', 'a@example.com', '--credit', '12.5', '--plan', 'pro'),
      await run('key', 'create', ...who, '--name', 'first'),
      await run('credit', 'grant', ...who, '--czk', '7.5', '--reason', 'test'),
      await run('account', 'show', ...who),
      await run('migrate'),
      await run('audit'),
    ];
    const doctor = await run('doctor');

    expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no database in PostgreSQL at') });
    expect(steps.map(({ code, stderr }) => ({ code, stderr }))).toEqual(steps.map(() => ({ code: 0, stderr: '' })));
    expect(JSON.parse(steps[3]!.stdout)).toMatchObject({ creditCzk: '20', keys: [{ name: 'first' }] });
    expect(JSON.parse(steps[4]!.stdout)).toEqual({ applied: [] });
    expect(JSON.parse(steps[5]!.stdout)).toMatchObject({ ok: true });
    expect(doctor.stdout).toContain('opens and has the right schema');
    const password = new URL(database.url).password;
    for (const { stdout, stderr } of [early, ...steps, doctor]) expect(stdout + stderr).not.toContain(password);
    rmSync(dataDir, { recursive: true });
  });

  test('refuses to serve where PostgreSQL does not wait for the disk', async () => {
    // The setting is that of the whole server, so it is not the one that other tests use.
    await using server = await startOwnPostgres();
    const dataDir = mkdtempSync(join(tmpdir(), 'boreal-cli-'));
    const env = { BOREAL_DATABASE_URL: server.url, BOREAL_SECRET: SHARED_SECRET, BOREAL_DATA_DIR: dataDir };
    {
      await using sql = new Bun.SQL(server.url, { max: 1 });
      await sql`ALTER SYSTEM SET fsync = off`;
      await sql`SELECT pg_reload_conf()`;
      await until('PostgreSQL has read its settings', async () => (await sql`SHOW fsync`)[0].fsync === 'off');
    }

    const refused = await runBoreal(['serve'], env);

    expect(refused.code).toBe(1);
    expect(refused.stderr).toBe(
      'boreal: PostgreSQL runs with fsync = off and would lose charges with the power: turn it on, for this user and database too.\n',
    );
    rmSync(dataDir, { recursive: true });
  });
});

test('connections that are killed under load charge no account twice, and the service goes on by itself', async () => {
  const storage = await emptyPostgres();
  const env = {
    BOREAL_DATABASE_URL: storage.url,
    BOREAL_SECRET: SHARED_SECRET,
    BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  };
  const service = await startService({ env });
  service.upstream.play(answerText('counted', { usage: { prompt_tokens: 9, completion_tokens: 1 } }));
  const name = new URL(storage.url).pathname.slice(1);
  let isOver = false;
  let kills = 0;
  const killing = asSuperuser(async (sql) => {
    while (!isOver) {
      const pids = await sql`SELECT pid FROM pg_stat_activity WHERE datname = ${name} ORDER BY random() LIMIT 3`;
      for (const { pid } of pids) await sql`SELECT pg_terminate_backend(${pid})`;
      kills += pids.length;
      // Not to wait for anything: how often it happens is part of the load.
      await Bun.sleep(100);
    }
  });

  const statuses: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 15; i++) {
        const answer = await service.post({ messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 });
        await answer.text();
        statuses.push(answer.status);
      }
    }),
  );
  isOver = true;
  await killing;
  const calm = await service.post({ messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 });

  expect(kills).toBeGreaterThan(5);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10);
  expect(calm.status).toBe(200);
  expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 502)).toEqual([]);
  const answered = statuses.filter((status) => status === 200).length + 1;
  const settled = await storage.db.sql.all("SELECT id FROM requests WHERE state = 'settled'");
  const charges = await storage.db.sql.all('SELECT DISTINCT seq FROM requests WHERE seq IS NOT NULL');
  expect(settled.length).toBeGreaterThanOrEqual(answered);
  expect(charges.length).toBe(settled.length);
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
  console.log(`${kills} connections killed, ${answered} answered, ${settled.length} charged`);
  await service.stop();
  await storage.giveBack();
});

test('a server that is killed in the midst of an answer costs nothing, and the other one goes on', async () => {
  const storage = await emptyPostgres();
  const env = { BOREAL_DATABASE_URL: storage.url, BOREAL_SECRET: SHARED_SECRET };
  const other = await startService({ env });
  other.upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'begun' })), hang()]);
  const known = (await storage.db.sql.all('SELECT id FROM servers')).map(({ id }) => id);
  const killed = await startServiceProcess({ engineUrl: other.upstream.url, env });
  const before = await other.stores.ledger.balanceOf(other.accountId, Date.now());
  const running = await fetch(`${killed.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], stream: true }),
  });

  process.kill(killed.pid, 'SIGKILL');
  const text = await running.text().catch(() => '');
  other.upstream.play(answerText('still here'));
  const answer = await other.post({ messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 });
  const held = (await other.stores.ledger.balanceOf(other.accountId, Date.now())).held;
  for (const { id } of await storage.db.sql.all('SELECT id FROM servers')) {
    if (!known.includes(id)) await storage.db.sql.run('UPDATE servers SET seen_at_ms = 0 WHERE id = ?', String(id));
  }

  expect(text).not.toContain('[DONE]');
  expect(answer.status).toBe(200);
  expect(held).toBeGreaterThan(0n);
  const after = await other.stores.ledger.balanceOf(other.accountId, Date.now());
  expect(after).toMatchObject({ held: 0n, credit: before.credit - after.spent });
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
  await killed[Symbol.asyncDispose]();
  await other.stop();
  await storage.giveBack();
});
