/** Backup under load, kill, restore: nothing that was acknowledged before the backup is missing, and nothing is wrong. */
import { Database } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import {
  AS_LAUNCHED,
  accountIn,
  type Environment,
  runBoreal,
  startServiceProcess,
} from '../support/service-process.ts';
import { ask, type Told } from '../support/witness.ts';

const CLIENTS = 8;
const ANSWER = answerText('one two three', { usage: { prompt_tokens: 10, completion_tokens: 5 } });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const boreal = (words: string, env: Environment, cwd = folder) => runBoreal(words.split(' '), env, cwd);
const restoredEnv = () => ({ BOREAL_DATA_DIR: join(folder, 'restored', 'data'), BOREAL_PORT: '1' });

test('a backup under load, then a kill: a restored ledger passes the audit and has all that was acknowledged before', async () => {
  await using upstream = await startUpstream();
  upstream.play(ANSWER);
  const unlimited = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
  const service = await startServiceProcess({ engineUrl: upstream.url, folder, env: unlimited });
  const { key } = await accountIn(service.dataDir);
  const told: Told[] = [];
  const someTold = Promise.withResolvers<void>();
  let isOver = false;
  const client = async (_: unknown, at: number) => {
    for (let n = 0; !isOver; n++) {
      const question = { nonce: `client ${at} question ${n}`, form: n % 2 === 0 ? 'json' : 'stream' } as const;
      const one = await ask({ url: service.url, key }, question);
      if (one.isWhole) told.push(one);
      if (told.length === 50) someTold.resolve();
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await someTold.promise;

  const before = [...told];
  const made = await boreal('backup --to kept --json', service.env);
  const during = told.length - before.length;
  process.kill(service.pid, 'SIGKILL');
  isOver = true;
  await Promise.all([...clients, service.exited]);
  const restored = await boreal('restore --from kept --json', restoredEnv());

  expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' });
  expect({ code: restored.code, stderr: restored.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(restored.stdout)).toMatchObject({ audit: { ok: true, problems: [] }, movedAside: null });
  const booked = bookedRequests(join(folder, 'restored', 'data'));
  for (const one of before) expectCharged(one, booked);
  console.log(`${before.length} answers before the backup, ${during} while it ran, ${booked.size} requests restored`);
  expect(during).toBeGreaterThan(0);

  await using next = await startServiceProcess({ engineUrl: upstream.url, folder: join(folder, 'restored') });
  const again = await ask({ url: next.url, key }, { nonce: 'after the restore', form: 'json' });
  expectCharged(again, bookedRequests(next.dataDir));
  await expectCleanLedger(next.dataDir);
});

describe('a backup of a server at rest', () => {
  /** Made once: each test has a copy of its own. */
  let original: string;
  beforeAll(async () => {
    original = mkdtempSync(join(tmpdir(), 'boreal-backup-original-'));
    writeFileSync(join(original, 'boreal.config.json'), '{"catalogue":"B"}');
    await makeBackup(original, envIn(original));
  });
  afterAll(() => rmSync(original, { recursive: true, force: true }));

  const envIn = (path: string): Environment => ({ BOREAL_DATA_DIR: join(path, 'data'), BOREAL_PORT: '1' });

  async function makeBackup(path: string, env: Environment): Promise<void> {
    expect((await boreal('account create --email eva@example.com --credit 12.5', env, path)).code).toBe(0);
    expect(await boreal('backup --to kept', env, path)).toMatchObject({ code: 0, stderr: '' });
  }

  /** With who may read each file, and when it was written. */
  const copyOf = (path: string) => expect(Bun.spawnSync(['cp', '-a', `${path}/.`, folder]).exitCode).toBe(0);

  function withBackup(): Environment {
    copyOf(original);
    return envIn(folder);
  }

  test('holds the database, the secret and the configuration, and no other user may read it', async () => {
    const env = withBackup();

    const names = readdirSync(join(folder, 'kept')).sort();
    expect(names).toEqual(['boreal.config.json', 'boreal.db', 'environment.json', 'manifest.json', 'secret']);
    expect(readFileSync(join(folder, 'kept', 'secret'), 'utf8')).toBe(
      readFileSync(join(env.BOREAL_DATA_DIR!, 'secret'), 'utf8'),
    );
    for (const name of names) expect(statSync(join(folder, 'kept', name)).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'kept')).mode & 0o077).toBe(0);
  });

  test('goes into a folder that exists under a name of its own, and never over another one', async () => {
    const env = withBackup();

    const again = await boreal('backup --to kept --json', env);

    const { path } = JSON.parse(again.stdout) as { path: string };
    expect(path).toMatch(/\/kept\/boreal-\d{8}T\d{6}Z$/);
    expect(existsSync(join(path, 'manifest.json'))).toBe(true);
  });

  test.each(['boreal.db', 'secret', 'boreal.config.json'])(
    'with one flipped byte in %s is refused, and nothing is written',
    async (name) => {
      withBackup();
      const file = join(folder, 'kept', name);
      const bytes = readFileSync(file);
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      writeFileSync(file, bytes);

      const ran = await boreal('restore --from kept', restoredEnv());

      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain(`${name} is not what was written: its checksum differs`);
      expect(existsSync(join(folder, 'restored', 'data', 'boreal.db'))).toBe(false);
    },
  );

  test('is not restored over data, unless forced: then the old data is moved aside', async () => {
    const env = withBackup();
    expect((await boreal('account create --email later@example.com', env)).code).toBe(0);

    const refused = await boreal('restore --from kept', env);
    const forced = await boreal('restore --from kept --force --json', env);

    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('has data already (boreal.db, secret');
    expect(forced.code).toBe(0);
    const { movedAside } = JSON.parse(forced.stdout) as { movedAside: string };
    expect(readdirSync(movedAside)).toContain('boreal.db');
    expect((await boreal('account show --account later@example.com', env)).code).toBe(2);
    expect((await boreal('account show --account eva@example.com', env)).stdout).toContain('12.5');
    const { BOREAL_DATA_DIR } = env;
    await expectCleanLedger(BOREAL_DATA_DIR!);
  });

  describe('that is encrypted', () => {
    /** Restores the backup `kept`; whatever is said, and what is in the data folder then. */
    async function restoring(identity: string) {
      const ran = await boreal(`restore --from kept --identity ${identity}`, restoredEnv());
      const dataDir = restoredEnv().BOREAL_DATA_DIR;
      return { code: ran.code, said: ran.stderr, left: existsSync(dataDir) ? readdirSync(dataDir) : [] };
    }

    let encrypted: string;
    let recipient: string;
    beforeAll(async () => {
      encrypted = mkdtempSync(join(tmpdir(), 'boreal-backup-encrypted-'));
      const made = await boreal('backup-key --to identity.txt --json', {}, encrypted);
      recipient = (JSON.parse(made.stdout) as { recipient: string }).recipient;
      await makeBackup(encrypted, { ...envIn(encrypted), BOREAL_BACKUP_RECIPIENT: recipient });
    });
    afterAll(() => rmSync(encrypted, { recursive: true, force: true }));

    function withEncrypted(): Environment {
      copyOf(encrypted);
      return { ...envIn(folder), BOREAL_BACKUP_RECIPIENT: recipient };
    }

    /** As one who can write into the folder does: the manifest agrees with the changed file. */
    function tamper(name: string, change: (bytes: Buffer) => Uint8Array): void {
      const path = join(folder, 'kept', name);
      const bytes = change(readFileSync(path));
      writeFileSync(path, bytes);
      const manifestPath = join(folder, 'kept', 'manifest.json');
      const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { files: Record<string, unknown>[] };
      const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
      const files = manifest.files.map((file) => (file.name === name ? { name, bytes: bytes.length, sha256 } : file));
      writeFileSync(manifestPath, JSON.stringify({ ...manifest, files }));
    }

    test('holds nothing that can be read, leaves nothing beside it, and is restored with its identity', async () => {
      const env = withEncrypted();

      const names = readdirSync(join(folder, 'kept')).sort();
      expect(names).toEqual(['boreal.db.age', 'environment.json.age', 'manifest.json', 'secret.age']);
      const secret = readFileSync(join(env.BOREAL_DATA_DIR!, 'secret'), 'utf8').trim();
      for (const name of names) {
        const text = readFileSync(join(folder, 'kept', name), 'latin1');
        for (const known of ['eva@example.com', 'SQLite format', secret]) expect(text).not.toContain(known);
        expect(statSync(join(folder, 'kept', name)).mode & 0o077).toBe(0);
      }
      expect(readdirSync(env.BOREAL_DATA_DIR!).filter((name) => name.startsWith('backup-'))).toEqual([]);
      expect((await boreal('doctor', env)).stdout).toContain(`backups: encrypted for ${env.BOREAL_BACKUP_RECIPIENT}`);

      expect(await restoring('identity.txt')).toMatchObject({ code: 0, said: '' });
      const shown = await boreal('account show --account eva@example.com', restoredEnv());
      expect(shown.stdout).toContain('12.5');
    }, 60_000);

    test('that was killed leaves nothing to read for long: the next one and the next start remove it', async () => {
      const env = withEncrypted();
      using db = new Database(join(env.BOREAL_DATA_DIR!, 'boreal.db'));
      // Large enough to be killed in the middle.
      db.run('CREATE TABLE filling AS SELECT randomblob(8000000) AS bytes');
      db.close();
      const staged = () => readdirSync(env.BOREAL_DATA_DIR!).filter((name) => name.startsWith('backup-staging'));
      const killOne = async (name: string) => {
        const words = [...AS_LAUNCHED, 'backup', '--to', join(folder, name)];
        const child = Bun.spawn(words, { env: { ...process.env, ...env }, stderr: 'ignore' });
        await until('it encrypts', () => hasDraftOf(name));
        process.kill(Number(draftOf(name)!.split('-').at(-1)), 'SIGKILL');
        await child.exited;
        expect(staged()).not.toEqual([]);
      };
      const draftOf = (name: string) => readdirSync(folder).find((entry) => entry.startsWith(`${name}.partial-`));
      const hasDraftOf = (name: string): boolean => {
        const draft = draftOf(name);
        return draft !== undefined && existsSync(join(folder, draft, 'boreal.db.age'));
      };

      await killOne('first');
      expect(await boreal('backup --to second', env)).toMatchObject({ code: 0 });
      expect(staged()).toEqual([]);
      await killOne('third');
      await using service = await startServiceProcess({ folder });

      expect(readdirSync(service.dataDir).filter((name) => name.startsWith('backup'))).toEqual([]);
    });

    test('is not restored without its identity, with another one, or where it was changed; and nothing is left', async () => {
      withEncrypted();
      await boreal('backup-key --to other.txt', {});
      const none = await boreal('restore --from kept', restoredEnv());
      const other = await restoring('other.txt');
      tamper('secret.age', (bytes) => bytes.subarray(0, -1));
      const cut = await restoring('identity.txt');
      tamper('boreal.db.age', (bytes) => {
        bytes[bytes.length >> 1]! ^= 1;
        return bytes;
      });
      const flipped = await restoring('identity.txt');
      writeFileSync(join(folder, 'kept', 'boreal.db.age'), 'x');
      const short = await restoring('identity.txt');

      expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('name the file of its identity')]);
      expect(other).toEqual({ code: 1, said: expect.stringContaining('the identity is not the one'), left: [] });
      expect(cut).toEqual({ code: 1, said: expect.stringContaining('is damaged or was cut off'), left: [] });
      expect(flipped).toEqual({ code: 1, said: expect.stringContaining('is damaged or was cut off'), left: [] });
      expect(short).toEqual({ code: 1, said: expect.stringContaining('has 1 bytes instead of'), left: [] });
    }, 60_000);

    test('is cut off at the border of a piece, and found to be', async () => {
      withEncrypted();
      // The header, a nonce of 16 bytes, then pieces of 64 KiB with 16 bytes of authentication each.
      tamper('boreal.db.age', (bytes) => {
        const body = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1 + 16;
        return bytes.subarray(0, body + 2 * (65_536 + 16));
      });

      expect(await restoring('identity.txt')).toEqual({
        code: 1,
        said: expect.stringContaining('is damaged or was cut off'),
        left: [],
      });
    }, 60_000);

    // The program is a package of Debian; where it is not installed this is left out, and said.
    test.skipIf(Bun.which('age') === null)(
      'is opened by hand with the program age',
      async () => {
        const env = withEncrypted();

        const words = ['age', '--decrypt', '--identity', 'identity.txt', 'kept/secret.age'];
        const opened = Bun.spawnSync(words, { cwd: folder });

        expect(opened.stdout.toString()).toBe(readFileSync(join(env.BOREAL_DATA_DIR!, 'secret'), 'utf8'));
      },
      60_000,
    );
  });

  test('is not restored under a running server, nor with another secret', async () => {
    withBackup();
    await using service = await startServiceProcess({ folder });

    const beside = await boreal('restore --from kept --force', service.env);
    const other = await boreal('restore --from kept', { ...restoredEnv(), BOREAL_SECRET: 'x'.repeat(40) });

    expect({ code: beside.code, said: beside.stderr }).toEqual({
      code: 1,
      said: expect.stringContaining('is in use by'),
    });
    expect({ code: other.code, said: other.stderr }).toEqual({
      code: 2,
      said: expect.stringContaining('is not the one of the backup'),
    });
  });
});
