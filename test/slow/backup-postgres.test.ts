/** Backup and restore of a database in PostgreSQL, by its own programs. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMigratedPostgres, newPostgresDatabase } from '../support/postgres-database.ts';
import { runBoreal } from '../support/service-process.ts';

const SECRET = 'the same on every server of this test';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const envOf = (url: string) => ({
  BOREAL_DATABASE_URL: url,
  BOREAL_SECRET: SECRET,
  BOREAL_DATA_DIR: join(folder, 'data'),
});
const run = (words: string, env: ReturnType<typeof envOf>) => runBoreal(words.split(' '), env, folder);

test('a database in PostgreSQL is backed up, restored into an empty one and proved; never over another', async () => {
  await using source = await newMigratedPostgres();
  await using target = await newPostgresDatabase();
  const [from, to] = [envOf(source.url), envOf(target.url)];
  expect((await run('account create --email eva@example.com --credit 12.5 --plan pro', from)).code).toBe(0);

  const made = await run('backup --to kept --json', from);
  const over = await run('restore --from kept', from);
  const restored = await run('restore --from kept --json', to);
  const shown = await run('account show --account eva@example.com --json', to);

  expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({ database: { kind: 'postgresql' } });
  expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('The database is not empty') });
  expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({ audit: { ok: true, problems: [] } });
  expect(JSON.parse(shown.stdout)).toMatchObject({ creditCzk: '12.5', plan: { plan: 'pro' } });
  const password = new URL(source.url).password;
  for (const { stdout, stderr } of [made, over, restored]) expect(stdout + stderr).not.toContain(password);
});

test('an encrypted backup of PostgreSQL is restored with its identity, and refused with another', async () => {
  await using source = await newMigratedPostgres();
  await using target = await newPostgresDatabase();
  const made = JSON.parse((await run('backup-key --to identity.txt --json', envOf(source.url))).stdout);
  await run('backup-key --to other.txt', envOf(source.url));
  const from = { ...envOf(source.url), BOREAL_BACKUP_RECIPIENT: made.recipient as string };
  const to = envOf(target.url);
  expect((await run('account create --email eva@example.com --credit 12.5', from)).code).toBe(0);

  expect(await run('backup --to kept', from)).toMatchObject({ code: 0, stderr: '' });
  const refused = await run('restore --from kept --identity other.txt', to);
  const restored = await run('restore --from kept --identity identity.txt --json', to);

  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('the identity is not the one') });
  expect(JSON.parse(restored.stdout)).toMatchObject({ audit: { ok: true, problems: [] } });
  expect((await run('account show --account eva@example.com --json', to)).stdout).toContain('"creditCzk":"12.5"');
}, 120_000);

test('without the programs of PostgreSQL a backup says what to install, and leaves nothing behind', async () => {
  await using source = await newMigratedPostgres();
  const env = envOf(source.url);

  // The launcher itself is found by its path.
  const node = Bun.which('node')!;
  const bare = { ...env, PATH: folder };
  const child = Bun.spawn([node, join(import.meta.dir, '../../bin/boreal.mjs'), 'backup', '--to', 'kept'], {
    cwd: folder,
    env: bare,
    stderr: 'pipe',
  });
  const [said, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);

  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('pg_dump is not installed here: install') });
  expect(new Bun.Glob('kept*').scanSync({ cwd: folder, onlyFiles: false }).next().done).toBe(true);
});
