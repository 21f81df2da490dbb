/** The life of the real process: crashes, a second one, commands beside it, and a start without engines. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nanos } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { ledgerKey, serverSecret } from '../../src/platform/secrets.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { ask, costOf, questionFor } from '../support/asking.ts';
import { keepLeases, NO_TIMERS } from '../support/leased-stores.ts';
import { expectLedgerInOrder, requestRows } from '../support/ledger-order.ts';
import {
  answerText,
  chunk,
  hang,
  type ScriptedUpstream,
  sse,
  sseHead,
  startUpstream,
} from '../support/scripted-upstream.ts';
import { PLENTY, until } from '../support/service.ts';
import {
  accountIn,
  balanceIn,
  type ProcessOptions,
  runBoreal,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

/** As an operator starts it: its source by its launcher, which takes three times as long as a snapshot of it. */
const startInstalled = (options: ProcessOptions = {}): Promise<ServiceProcess> =>
  startServiceProcess({ ...options, isAsInstalled: true });

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-life-'));
  folders.push(folder);
  return folder;
}

/** For what is done beside a running server. */
let upstream: ScriptedUpstream;
let running: ServiceProcess;
beforeAll(async () => {
  upstream = await startUpstream();
  running = await startServiceProcess({ engineUrl: upstream.url });
});
afterAll(async () => {
  await running[Symbol.asyncDispose]();
  await upstream.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const postTo = (service: ServiceProcess, key: string) => (body: unknown) =>
  fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('killed in the middle of a stream, the service starts again by itself; nothing is held and nothing was charged', async () => {
  await using upstream = await startUpstream();
  upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'begun' })), hang()]);
  const folder = newFolder();
  const first = await startInstalled({ engineUrl: upstream.url, folder });
  const { key, accountId } = await accountIn(first.dataDir);
  const stream = await postTo(first, key)(questionFor('stream'));
  const reading = stream.text().catch(() => 'cut');
  await until('something is leased', async () => (await balanceIn(first.dataDir, accountId)).held > 0n);

  process.kill(first.pid, 'SIGKILL');
  const exit = await first.exited;

  expect(await reading).not.toContain('[DONE]');
  expect(exit).toEqual({ code: null, signal: 'SIGKILL' });
  await using second = await startInstalled({ engineUrl: upstream.url, folder });
  expect(await balanceIn(second.dataDir, accountId)).toMatchObject({
    credit: nanos(PLENTY),
    held: nanos(0n),
    spent: nanos(0n),
  });
  expect(requestRows(second.dataDir)).toEqual([]);
  upstream.play(answerText('back', { usage: { prompt_tokens: 5, completion_tokens: 1 } }));
  const answer = await ask({ post: postTo(second, key) }, 'json');
  expect(answer.text).toBe('back');
  expect((await balanceIn(second.dataDir, accountId)).spent).toBe(nanos(costOf(5, 1)));
  await expectLedgerInOrder(second.dataDir);
});

/** Leaves holds in the database as a server that died would, and starts a server on them. */
async function afterCrashWith(holds: number) {
  const folder = newFolder();
  const env = { BOREAL_DATA_DIR: join(folder, 'data') };
  expect((await runBoreal(['migrate'], env)).code).toBe(0);
  const { accountId, keyId } = await accountIn(env.BOREAL_DATA_DIR);
  const database = openSqlite(
    join(env.BOREAL_DATA_DIR, 'boreal.db'),
    'caller',
    ledgerKey(serverSecret('', env.BOREAL_DATA_DIR)),
  );
  const stores = createStores(database, DEFAULT_PLANS);
  const { ledger } = await keepLeases(stores, NO_TIMERS);
  const price = { input: nanos(1n), cachedInput: nanos(1n), output: nanos(1n), reasoning: nanos(1n) };
  const atMs = Date.now();
  const versions = await stores.prices.publish(new Map([['svc-frost', price]]), { actor: 'test', atMs });
  const priceVersion = versions.get('svc-frost')!;
  for (let n = 0; n < holds; n++) {
    const order = { requestId: `req_${n}`, accountId, keyId, model: 'svc-frost', price, priceVersion };
    await ledger.hold({ ...order, inputTokensMax: 1, outputTokensMax: 1, atMs });
  }
  await database.close();
  await using service = await startServiceProcess({ folder });
  return (await balanceIn(service.dataDir, accountId)).held;
}

test('after a crash with more than 1,000 running requests nothing is held', async () => {
  expect(await afterCrashWith(1001)).toBe(nanos(0n));
});

test('a second server on the same data folder is refused, and reads who has it', async () => {
  const second = await runBoreal(['serve'], running.env);

  expect(second.code).toBe(1);
  expect(second.stdout).toBe('');
  expect(second.stderr).toStartWith('boreal: ');
  expect(second.stderr).toContain(`process ${running.pid} at ${running.url}`);
  expect((await fetch(new URL('/healthz', running.url))).status).toBe(200);
});

test('the folder is free again after the first has stopped', async () => {
  const folder = newFolder();
  const first = await startServiceProcess({ folder });
  first.signal('SIGTERM');
  expect((await first.exited).code).toBe(0);

  await using second = await startServiceProcess({ folder });

  expect((await fetch(new URL('/healthz', second.url))).status).toBe(200);
});

test('a port that is in use is an error in one sentence, and nothing is left running', async () => {
  const second = await runBoreal(['serve'], {
    ...running.env,
    BOREAL_DATA_DIR: join(newFolder(), 'data'),
    BOREAL_PORT: String(running.port),
  });

  expect(second.code).toBe(1);
  expect(second.stderr).toBe(
    `boreal: Port ${running.port} of 127.0.0.1 is in use by process ${running.pid} (bun): stop it, or set BOREAL_PORT to another one.\n`,
  );
});

test('commands work beside the running server and take effect there', async () => {
  const boreal = async (...words: string[]) => {
    const ran = await runBoreal([...words, '--json'], running.env);
    expect(ran.stderr).toBe('');
    return JSON.parse(ran.stdout) as Record<string, string>;
  };
  const statusWith = async (key: string) => (await postTo(running, key)(questionFor('json'))).status;

  const account = await boreal('account', 'create', '--email', 'eva@example.com');
  const key = await boreal('key', 'create', '--account', 'eva@example.com');
  expect(await statusWith(key.secret!)).toBe(402);
  await boreal('credit', 'grant', '--account', account.id!, '--czk', '10');
  expect(await statusWith(key.secret!)).toBe(200);
  await boreal('key', 'revoke', '--key', key.id!);

  await until('the key is refused', async () => (await statusWith(key.secret!)) === 401);
  const heldCzk = async () => (await boreal('account', 'show', '--account', account.id!)).heldCzk;
  await until('the lease has gone back', async () => (await heldCzk()) === '0');
  await expectLedgerInOrder(running.dataDir);
});

test('an order to stop that comes while it starts is followed as soon as it has started', async () => {
  const folder = newFolder();
  const env = {
    PATH: process.env.PATH ?? '',
    BOREAL_PORT: '0',
    BOREAL_DATA_DIR: join(folder, 'data'),
    BOREAL_EMBEDDED: '{"enabled":false}',
  };
  const program = resolve(import.meta.dir, '../../bin/boreal.mjs');
  const child = spawn('node', [program, 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // The first thing that it says, before it listens.
    if (output === '') child.kill('SIGTERM');
    output += text;
  });

  const code = await new Promise((done) => child.on('exit', done));

  expect(output).toContain('there is no operator yet');
  expect(code).toBe(0);
  expect(output).toContain('"msg":"stopped"');
});

test('npm start without any engine: it starts, says what is missing, and refuses politely', async () => {
  const folder = newFolder();
  const root = resolve(import.meta.dir, '../..');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    BOREAL_PORT: '0',
    BOREAL_DATA_DIR: join(folder, 'data'),
    BOREAL_EMBEDDED: '{"enabled":false}',
  };
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const exited = new Promise((done) => child.on('exit', (code) => done(code)));
  await until('it listens', () => output.includes('Boreal is listening'));
  const { pid, address } = JSON.parse(readFileSync(join(folder, 'data', 'server.json'), 'utf8')) as {
    pid: number;
    address: string;
  };
  const { key, accountId } = await accountIn(join(folder, 'data'));

  expect(output).toContain('no engine is connected to svc-frost, svc-glacier, svc-polaris');
  expect((await fetch(new URL('/healthz', address))).status).toBe(200);
  const ready = await fetch(new URL('/readyz', address));
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'not ready', problems: ['no engine is configured'] });
  const refused = await postTo({ url: address } as ServiceProcess, key)(questionFor('stream'));
  expect(refused.status).toBe(502);
  expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('no_engine');
  expect((await balanceIn(join(folder, 'data'), accountId)).held).toBe(nanos(0n));

  process.kill(pid, 'SIGTERM');
  expect(await exited).toBe(0);
});

test('an engine that comes back is ready again without a restart', async () => {
  const first = await startUpstream();
  const { port } = first;
  await first.stop();
  await using service = await startServiceProcess({ engineUrl: `http://127.0.0.1:${port}/v1` });
  const ready = () => fetch(new URL('/readyz', service.url)).then((answer) => answer.status);
  expect(await ready()).toBe(503);

  await using _again = await startUpstream({ port });

  await until('it is ready', async () => (await ready()) === 200);
});

test('no key, secret or prompt is in what the process prints', async () => {
  await using upstream = await startUpstream();
  await using service = await startServiceProcess({ engineUrl: upstream.url, env: { BOREAL_LOG_LEVEL: 'debug' } });
  const { key } = await accountIn(service.dataDir);
  const prompt = 'PROMPT-CANARY-51d0';
  const extra = { messages: [{ role: 'user', content: prompt }] };
  for (const script of [answerText('fine'), hang(), [sseHead(), sse('broken {')]]) {
    upstream.play(script);
    if (script !== undefined && !Array.isArray(script) && 'type' in script) {
      await fetch(`${service.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(questionFor('json', extra)),
        signal: AbortSignal.timeout(50),
      }).catch(() => {});
    } else await ask({ post: postTo(service, key) }, 'stream', extra);
  }
  await postTo(service, `${key}x`)(questionFor('json', extra));
  service.signal('SIGTERM');
  await service.exited;

  const printed = JSON.stringify(service.lines) + service.stderr();
  const secret = readFileSync(join(service.dataDir, 'secret'), 'utf8').trim();
  for (const word of [key, prompt, 'upstream-secret', secret]) expect(printed).not.toContain(word);
});
