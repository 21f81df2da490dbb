/**
 * A disk that takes no more: the process may not write a file beyond a size, so that appending to the database's log fails
 * in the middle of a write, as it does when the disk is full. What must be written is refused, the rest goes on.
 */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookedRequests, expectCharged, expectCleanLedger } from '../support/reckoning.ts';
import {
  answerText,
  chunk,
  type ScriptedUpstream,
  sse,
  sseHead,
  startUpstream,
  waitFor,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { ask, type Told } from '../support/witness.ts';

/** Room for the schema, and for some requests. */
const BLOCKS_MAX = 6144;
const AT_ONCE = 8;
/** A chat whose charge cannot be written waits for half a minute; how many do depends on the last free bytes. */
const LONG_MS = 600_000;
const ENV = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
const WORDS = answerText('one two three', { usage: USAGE });
const END = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// macOS cannot lift the limit of a process that runs, so only Linux can show that the service recovers.
describe.skipIf(process.platform === 'darwin')('a full disk', () => {
  // Side by side: each waits half a minute for a charge that cannot be written.
  test.concurrent(
    'refuses what must be written, politely, and serves again by itself when there is room',
    async () => {
      await using upstream = await startUpstream();
      const { service, key, folder } = await startOnSmallDisk(upstream);
      const { running, finish } = await openStreams(upstream, { url: service.url, key });
      const told = await fill({ url: service.url, key });

      await expectRefusals(service, key);
      finish();
      await expectRefusals(service, key);
      // A page may still fit where a request does not; then the next probe finds the disk full.
      await until('it is not ready', async () => (await fetch(new URL('/readyz', service.url))).status === 503);
      makeRoom(service.pid);
      const ended = await Promise.all(running);
      await until('it serves again', async () => (await ask({ url: service.url, key }, question('again'))).isWhole);

      // Their charges had to wait for room, and their ends with them.
      for (const one of ended) expect(one).toMatchObject({ isWhole: true });
      expect(service.stderr()).toBe('');
      service.signal('SIGTERM');
      expect(await service.exited).toEqual({ code: 0, signal: null });
      await expectAllKept({ upstream, folder, key, told: [...told, ...ended] });
    },
    LONG_MS,
  );

  test.concurrent(
    'does not keep the server from stopping, nor from starting again where there is room',
    async () => {
      await using upstream = await startUpstream();
      const { service, key, folder } = await startOnSmallDisk(upstream);
      const told = await fill({ url: service.url, key });

      service.signal('SIGTERM');

      expect(await service.exited).toEqual({ code: 0, signal: null });
      await expectAllKept({ upstream, folder, key, told });
    },
    LONG_MS,
  );
});

async function startOnSmallDisk(upstream: ScriptedUpstream) {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-full-'));
  folders.push(folder);
  upstream.play(WORDS);
  const service = await startServiceProcess({
    engineUrl: upstream.url,
    folder,
    env: ENV,
    fileBlocksMax: BLOCKS_MAX,
  });
  const { key } = await accountIn(service.dataDir);
  return { service, key, folder };
}

const question = (nonce: string, form: 'json' | 'stream' = 'json') => ({ nonce, form, maxTokens: 100 });

/** Streams that have begun, and whose last words wait. */
async function openStreams(upstream: ScriptedUpstream, target: { readonly url: string; readonly key: string }) {
  const gate = Promise.withResolvers<void>();
  upstream.play((request) => [
    sseHead(),
    sse(chunk(request, { content: 'one' })),
    waitFor(gate.promise),
    sse(chunk(request, {}, END)),
    sse('[DONE]'),
  ]);
  const begun: Promise<void>[] = [];
  const running = [1, 2, 3].map((n) => {
    const first = Promise.withResolvers<void>();
    begun.push(first.promise);
    return ask(target, question(`stream ${n}`, 'stream'), () => first.resolve());
  });
  await Promise.all(begun);
  upstream.play(WORDS);
  return { running, finish: () => gate.resolve() };
}

/** Asks until the database takes not even the smallest thing any more, and returns the answers until then. */
async function fill(target: { readonly url: string; readonly key: string }): Promise<readonly Told[]> {
  const told: Told[] = [];
  const askAtOnce = async (count: number) => {
    const forms = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? 'json' : 'stream') as 'json' | 'stream');
    const answers = forms.map((form, n) => ask(target, question(`fill ${told.length + n}`, form)));
    told.push(...(await Promise.all(answers)));
    if (told.length > 5000) throw new Error('The disk does not fill.');
  };
  const areRefused = (count: number) => told.slice(-count).filter(({ status }) => status === 502).length;
  do await askAtOnce(AT_ONCE);
  while (areRefused(AT_ONCE) < AT_ONCE);
  // What many could not write together, one may still have room for.
  do await askAtOnce(1);
  while (areRefused(5) < 5);
  expect(told.filter((one) => one.isWhole).length).toBeGreaterThan(AT_ONCE);
  for (const one of told) {
    if (!one.isWhole) expect(one).toMatchObject({ errorCode: 'store_unavailable' });
  }
  return told;
}

/** Twice, to see that the first refusal broke nothing: what needs the disk is refused, what does not is served. */
async function expectRefusals({ url, pid }: ServiceProcess, key: string): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const refused = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'svc-frost', messages: [{ role: 'user', content: 'hi' }] }),
    });
    expect(refused.status).toBe(502);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ error: { type: 'upstream_error', code: 'store_unavailable' } });
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);
    const models = await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` } });
    expect(models.status).toBe(200);
  }
  // Still the same process: signal 0 only asks whether it is there.
  expect(() => process.kill(pid, 0)).not.toThrow();
}

/** Lifts the limit of a running process, as when the operator makes room on the disk. */
function makeRoom(pid: number): void {
  const { exitCode, stderr } = Bun.spawnSync(['prlimit', '--pid', String(pid), '--fsize=unlimited']);
  expect({ exitCode, stderr: stderr.toString() }).toEqual({ exitCode: 0, stderr: '' });
}

type Kept = {
  readonly upstream: ScriptedUpstream;
  readonly folder: string;
  readonly key: string;
  readonly told: readonly Told[];
};

/** Without the limit it starts and serves, and every answer that was seen whole is charged as it said. */
async function expectAllKept({ upstream, folder, key, told }: Kept): Promise<void> {
  await using service = await startServiceProcess({ engineUrl: upstream.url, folder, env: ENV });
  await expectCleanLedger(service.dataDir);
  const last = await ask({ url: service.url, key }, question('after the restart'));
  const booked = bookedRequests(service.dataDir);
  for (const one of [...told.filter(({ isWhole }) => isWhole), last]) expectCharged(one, booked);
  const refused = told.filter(({ isWhole }) => !isWhole);
  for (const { requestId } of refused) expect(booked.get(requestId!)?.state ?? 'released').toBe('released');
}
