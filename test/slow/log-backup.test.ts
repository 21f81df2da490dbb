/** A server that ships its log is killed at any moment, and its disk is lost: what was shipped comes back, and is right. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../support/random.ts';
import { bookedRequests, expectCharged } from '../support/reckoning.ts';
import { answerText, delay, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import {
  accountIn,
  type Environment,
  runBoreal,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { times } from '../support/thorough.ts';
import { ask, type Told } from '../support/witness.ts';

const CLIENTS = 8;
/** Some hundred answers a second are enough to be in the midst of some, whenever the server is killed. */
const ANSWER = [delay(25), answerText('one two three', { usage: { prompt_tokens: 10, completion_tokens: 5 } })];
const SEED = Number(process.env.SEED ?? 1);

let folder: string;
let to: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-log-backup-'));
  to = join(folder, 'to');
  mkdirSync(to);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const boreal = (words: string, env: Environment) => runBoreal(words.split(' '), env, folder);

const shippingEnv = (): Environment => ({
  BOREAL_BACKUP_TO: to,
  BOREAL_BACKUP_EVERY_SECONDS: '1',
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
});

/** The newest generation that is whole. */
const newestGeneration = (): string | undefined =>
  readdirSync(to)
    .filter((name) => /^boreal-\w+$/.test(name) && existsSync(join(to, name, 'manifest.json')))
    .sort()
    .at(-1);

/** When each segment of the newest generation was read, from its line. */
function segmentTimes(): readonly number[] {
  const log = join(to, `${newestGeneration()}.log`);
  const names = readdirSync(log).filter((name) => /^\d+$/.test(name));
  const lineOf = (name: string) => readFileSync(join(log, name), 'latin1').split('\n')[0]!;
  return names.sort().map((name) => Date.parse((JSON.parse(lineOf(name)) as { at: string }).at));
}

const hasSegments = (count: number): boolean => newestGeneration() !== undefined && segmentTimes().length >= count;

type Witness = { readonly told: Told; readonly atMs: number };

/** Clients that go on asking until the service dies. */
function keepAsking(service: ServiceProcess, key: string, round: number) {
  const seen: Witness[] = [];
  let isOver = false;
  const client = async (_: unknown, at: number) => {
    for (let n = 0; !isOver; n++) {
      const question = {
        nonce: `round ${round} client ${at} question ${n}`,
        form: n % 2 === 0 ? 'json' : 'stream',
      } as const;
      const told = await ask({ url: service.url, key }, question);
      if (told.isWhole) seen.push({ told, atMs: Date.now() });
    }
  };
  const ended = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    seen,
    end: () => {
      isOver = true;
      return ended;
    },
  };
}

async function restoredInto(name: string, words = ''): Promise<string> {
  const dataDir = join(folder, name);
  const ran = await boreal(`restore --from to --json${words}`, { BOREAL_DATA_DIR: dataDir, BOREAL_PORT: '1' });
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(ran.stdout)).toMatchObject({ audit: { ok: true, problems: [] } });
  return dataDir;
}

test('killed at any moment: what was answered before the last segment but one is in the restored ledger, which is right', async () => {
  const random = seeded(SEED);
  await using upstream = await startUpstream();
  upstream.play(ANSWER);
  const made = JSON.parse((await boreal('backup-key --to identity.txt --json', {})).stdout) as { recipient: string };
  let key: string | undefined;
  let before: readonly Witness[] = [];
  for (let round = 1; round <= times(2, 30); round++) {
    const env = { ...shippingEnv(), ...(round % 2 === 0 && { BOREAL_BACKUP_RECIPIENT: made.recipient }) };
    const generation = newestGeneration();
    const service = await startServiceProcess({ engineUrl: upstream.url, folder, env });
    key ??= (await accountIn(service.dataDir)).key;
    const asking = keepAsking(service, key, round);
    await until('a new generation has segments', () => newestGeneration() !== generation && hasSegments(3));
    const wanted = segmentTimes().length + random.integer(0, 3);
    await until('there are more', () => segmentTimes().length >= wanted);
    await Bun.sleep(random.integer(0, 1000)); // A moment by chance, and not a wait for anything.
    const killedMs = Date.now();
    process.kill(service.pid, 'SIGKILL');
    await Promise.all([service.exited, asking.end()]);

    const shippedMs = segmentTimes().at(-2)!;
    before = [...before, ...asking.seen.filter(({ atMs }) => atMs < shippedMs)];
    const dataDir = await restoredInto(`restored-${round}`, round % 2 === 0 ? ' --identity identity.txt' : '');
    const booked = bookedRequests(dataDir);
    for (const { told } of before) expectCharged(told, booked);
    const lost = asking.seen.filter(({ told }) => !booked.has(told.requestId!));
    const kept = asking.seen.length - lost.length;
    const lostMs = Math.max(0, ...lost.map(({ atMs }) => killedMs - atMs));
    console.log(`seed ${SEED}, round ${round}: ${asking.seen.length} answers, ${kept} of them restored;`);
    console.log(`the oldest lost answer had ended ${lostMs} ms before the kill, at a segment a second`);
    expect(kept).toBeGreaterThan(0);
  }
});

test('a stopped server has shipped everything; a missing segment is named, a torn last one left out; doctor knows how old it is', async () => {
  await using upstream = await startUpstream();
  upstream.play(ANSWER);
  const env = shippingEnv();
  const service = await startServiceProcess({ engineUrl: upstream.url, folder, env });
  const { key } = await accountIn(service.dataDir);
  const answers: Told[] = [];
  await until('there are segments', async () => {
    answers.push(await ask({ url: service.url, key }, { nonce: `${answers.length}`, form: 'json' }));
    return hasSegments(4);
  });
  const doctor = await boreal('doctor', { ...service.env, BOREAL_PORT: String(service.port) });
  const metrics = await (await fetch(`${service.url.replace('/v1', '')}/metrics`)).text();
  service.signal('SIGTERM');
  await service.exited;

  expect(doctor.stdout).toMatch(/ok +backups: the last increment is of \d{4}-.*Z, in /);
  expect(metrics).toMatch(/boreal_backup_age_seconds [0-9]\n/);
  const booked = bookedRequests(await restoredInto('restored'));
  for (const one of answers) expectCharged(one, booked);

  const log = join(to, `${newestGeneration()}.log`);
  const names = readdirSync(log).sort();
  cpSync(join(log, names.at(-2)!), join(folder, 'kept'));
  rmSync(join(log, names.at(-2)!));
  const missing = await boreal('restore --from to', { BOREAL_DATA_DIR: join(folder, 'none') });
  cpSync(join(folder, 'kept'), join(log, names.at(-2)!));
  const last = readFileSync(join(log, names.at(-1)!));
  writeFileSync(join(log, names.at(-1)!), last.subarray(0, -1));
  const torn = await boreal('restore --from to', { BOREAL_DATA_DIR: join(folder, 'torn') });
  const early = await boreal('restore --from to --at 2001-01-01T00:00:00Z', { BOREAL_DATA_DIR: join(folder, 'early') });

  expect(missing.stderr).toContain(`The segment ${names.at(-2)} of ${log} is missing: "--at `);
  expect(missing.code).toBe(1);
  expect(existsSync(join(folder, 'none', 'boreal.db'))).toBe(false);
  expect(torn).toMatchObject({ code: 0, stdout: expect.stringContaining('was cut off: it was left out') });
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('has nothing as old as that') });
});

test('a folder that is not there is named by the log and by doctor, and the service serves', async () => {
  await using upstream = await startUpstream();
  upstream.play(ANSWER);
  rmSync(to, { recursive: true });
  await using service = await startServiceProcess({ engineUrl: upstream.url, folder, env: shippingEnv() });
  const { key } = await accountIn(service.dataDir);

  const line = await service.hasLogged('the log is not backed up');
  const told = await ask({ url: service.url, key }, { nonce: 'one', form: 'json' });
  const doctor = await boreal('doctor', service.env);
  mkdirSync(to);
  await service.hasLogged('the log is backed up again');

  expect(line.level).toBe('error');
  expect(told.isWhole).toBe(true);
  expect(doctor.stdout).toContain(`FAIL backups: the folder ${to} is not there`);
  expect(hasSegments(0)).toBe(true);
});
