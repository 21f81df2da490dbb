/** A refusal is readable also by clients that send their whole body before they read. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { heldAnswer } from '../support/held-answer.ts';
import { pythonWith } from '../support/python-package.ts';
import { RawClient } from '../support/raw-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { isThorough } from '../support/thorough.ts';
import { CHAT } from './bad-input.fixture.ts';

/** Above the limit of a body, and below what is thrown away of one. */
const MEGABYTES = isThorough ? [9, 20, 40] : [9, 20];
const python = pythonWith('openai');
if (!python) console.warn('The official Python client is not here and cannot be fetched: its tests are left out.');
const CLIENTS = resolve(import.meta.dir, '../support/clients');

type Order = {
  readonly baseUrl: string;
  readonly key: string;
  readonly megabytes: number;
  /** What it is refused with. */
  readonly status: number;
};
type Sight = {
  readonly client: string;
  readonly megabytes: number;
  readonly saw: number | string;
  readonly attempts?: number;
};

let roomy: TestService;
let scarce: TestService;
beforeAll(async () => {
  roomy = await startService();
});
afterAll(() => roomy.stop());

/** Each refusal by who is refused. */
const orders = (): readonly Order[] =>
  [
    { status: 401, baseUrl: roomy.url, key: 'sk-boreal-stranger' },
    { status: 413, baseUrl: roomy.url, key: roomy.key },
    { status: 429, baseUrl: scarce.url, key: scarce.key },
  ].flatMap((refused) => MEGABYTES.map((megabytes) => ({ ...refused, megabytes })));

describe('401, 413 and 429 of a large body', () => {
  // For each test anew: within its minute, whatever the tests before it took.
  beforeEach(async () => {
    scarce = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1' } });
    expect((await scarce.post(CHAT)).status).toBe(200);
  });
  afterEach(() => scarce.stop());

  const everywhere = (...clients: readonly string[]): readonly Sight[] =>
    orders().flatMap(({ megabytes, status }) => clients.map((client) => ({ client, megabytes, saw: status })));

  test('are read by the official client and by fetch, on Node', async () => {
    const sights = await sightsOf(['node', join(CLIENTS, 'large-bodies.mjs'), JSON.stringify(orders())]);

    expect(sights).toEqual(everywhere('openai', 'fetch'));
  });

  test('are read by http.client and urllib, on Python', async () => {
    const sights = await sightsOf(['python3', join(CLIENTS, 'large_bodies.py'), JSON.stringify(orders())]);

    expect(sights).toEqual(everywhere('http.client', 'urllib'));
  });

  test.skipIf(!python)('are read by the official client on Python, at its first try', async () => {
    // It waits as long as a 429 says before it tries again, here up to a minute.
    const asked = orders().map((order) => ({ ...order, ...(order.status === 429 && { retriesMax: 0 }) }));

    const sights = await sightsOf(['python3', join(CLIENTS, 'large_bodies_openai.py'), JSON.stringify(asked)]);

    expect(sights).toEqual(everywhere('openai-python').map((sight) => ({ ...sight, attempts: 1 })));
  });

  test.each([
    ['that waits for leave to send', []],
    ['that sends at once', ['-H', 'expect:']],
    ['that asks to close', ['-H', 'expect:', '-H', 'connection: close']],
    ['that sends in chunks', ['-H', 'expect:', '-H', 'transfer-encoding: chunked']],
  ])('are read by a curl %s', async (_, options) => {
    const sights: Sight[] = [];
    for (const order of orders()) sights.push(await sightOfCurl(order, options));

    expect(sights).toEqual([...everywhere('curl')]);
  });
});

async function sightsOf(command: readonly string[]): Promise<readonly Sight[]> {
  const env = { ...process.env, ...python };
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'inherit', env });
  const printed = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sight);
}

async function sightOfCurl({ baseUrl, key, megabytes }: Order, options: readonly string[]): Promise<Sight> {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-large-'));
  const file = join(folder, 'body.json');
  writeFileSync(file, JSON.stringify({ ...CHAT, user: 'a'.repeat(megabytes * 1_000_000) }));
  const headers = ['-H', `authorization: Bearer ${key}`, '-H', 'content-type: application/json', ...options];
  const told = ['-s', '-o', join(folder, 'answer'), '-w', '%{http_code} %{exitcode} %{errormsg}'];
  const child = Bun.spawn(['curl', ...told, ...headers, '--data-binary', `@${file}`, `${baseUrl}/chat/completions`]);
  const [status, exitCode, ...message] = (await new Response(child.stdout).text()).split(' ');
  rmSync(folder, { recursive: true });
  return { client: 'curl', megabytes, saw: exitCode === '0' ? Number(status) : message.join(' ') };
}

describe.skipIf(!python)('the official client on Python that gets 429 while it sends a large body', () => {
  test.each([
    [7, 200],
    [isThorough ? 40 : 9, 413],
  ])('tries again by itself and is answered: %d MB, %d', async (megabytes, status) => {
    await using service = await startService({ env: { BOREAL_LIMITS_RUNNING_PER_KEY: '1' } });
    const gate = Promise.withResolvers<void>();
    service.upstream.play(heldAnswer(gate.promise));
    const running = await service.post({ ...CHAT, stream: true });
    const order = JSON.stringify({ baseUrl: service.url, key: service.key, megabytes });

    const child = Bun.spawn(['python3', join(CLIENTS, 'large_body_again_openai.py'), order], {
      stdout: 'pipe',
      stderr: 'inherit',
      env: { ...process.env, ...python },
    });
    let printed = '';
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      printed += text;
      // The first refusal was read: now there is room.
      gate.resolve();
    }
    await running.text();

    expect(await child.exited).toBe(0);
    expect(printed).toMatch(new RegExp(`^(429\\n)+${status}\\n$`));
  });
});

describe('a sender of a refused body', () => {
  const announced = (service: TestService, key = 'sk-boreal-stranger') =>
    `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n` +
    `content-type: application/json\r\ncontent-length: ${service.config.limits.bodyBytesMax}\r\n\r\n`;

  /** One byte every few milliseconds, for as long as the connection takes them. */
  async function drip(client: RawClient): Promise<'fin' | 'rst' | 'closed'> {
    const timer = setInterval(() => client.send('a'), 5);
    try {
      return await client.over;
    } finally {
      clearInterval(timer);
    }
  }

  // Side by side: each waits for seconds until its connection is closed.
  test.concurrent('that drips is answered when its time is over and cut off soon after, though it never stops', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_DISCARD_MS: '200' } });
    using client = new RawClient(service.port);

    client.send(announced(service));
    const over = await drip(client);

    expect(over).toBe('fin');
    expect(client.text).toStartWith('HTTP/1.1 401 ');
    expect(client.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test.concurrent('that is too slow for its request reads that it was', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_BODY_MS: '200' } });
    using client = new RawClient(service.port);

    client.send(announced(service, service.key));
    const over = await drip(client);

    expect(over).toBe('fin');
    expect(client.text).toContain('body_too_slow');
  });

  test('that sends more than is thrown away is answered then', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_DISCARD_BYTES_MAX: '1000000' } });
    using client = new RawClient(service.port);

    client.send(announced(service));
    client.send(Buffer.alloc(2_000_000, 'a'));
    await client.hasText('invalid_api_key');

    expect(client.text).toStartWith('HTTP/1.1 401 ');
  });

  test.each([
    ['stranger', () => 'sk-boreal-stranger'],
    ['customer', () => roomy.key],
  ])('that breaks its chunks gets one answer: a %s', async (_, key) => {
    using client = new RawClient(roomy.port);
    const head = announced(roomy, key()).replace(/content-length: \d+/, 'transfer-encoding: chunked');

    client.send(`${head}5\r\nhello\r\nzz\r\nrest`);
    await client.over;

    expect(client.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('that has sent all of it goes on with the same connection', async () => {
    using client = new RawClient(roomy.port);

    client.send(announced(roomy));
    client.send(Buffer.alloc(roomy.config.limits.bodyBytesMax, 'a'));
    await client.hasText('invalid_api_key');
    client.send('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await client.hasText('HTTP/1.1 200 ');

    expect(client.text.match(/HTTP\/1\.1 /g)).toHaveLength(2);
  });
});
