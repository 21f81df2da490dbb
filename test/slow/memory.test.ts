/** F10 and F13 by the memory of the real process: whatever an upstream sends and a client does not read is not kept. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { expectBrokenStream, expectRefusal, type Form, questionFor, type Seen, seen } from '../support/asking.ts';
import { expectLedgerInOrder, settledRows } from '../support/ledger-order.ts';
import { isDone, rawAsk } from '../support/raw-asking.ts';
import type { RawClient } from '../support/raw-client.ts';
import {
  answerText,
  body,
  bytes,
  chunk,
  FLOOD_ENV,
  firstEvents,
  flood,
  hang,
  head,
  hugeEvent,
  type Script,
  type ScriptedUpstream,
  sse,
  sseHead,
  startUpstream,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, cpuMsOf, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const MB = 1024 * 1024;

let upstream: ScriptedUpstream;
let service: ServiceProcess & { readonly key: string };
async function start(): Promise<void> {
  upstream = await startUpstream();
  const started = await startServiceProcess({
    engineUrl: upstream.url,
    env: { ...FLOOD_ENV, BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' },
  });
  service = { ...started, ...(await accountIn(started.dataDir)) };
  upstream.play(answerText('warm'));
  for (let n = 0; n < 50; n++) await ask(n % 2 === 0 ? 'json' : 'stream');
}

async function stop(): Promise<void> {
  await service[Symbol.asyncDispose]();
  await upstream.stop();
}

async function ask(form: Form): Promise<Seen> {
  const response = await fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(questionFor(form)),
  });
  return seen(response, form);
}

/** Watches memory while something happens; resolves with its largest growth. */
async function growthDuring(happening: () => Promise<void>): Promise<number> {
  const before = service.rssBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, service.rssBytes());
  }, 10);
  await happening();
  clearInterval(watch);
  return Math.max(peak, service.rssBytes()) - before;
}

/** Memory swings while garbage is collected: what counts is what it comes back to while all of this is still open. */
const settlesBelow = (before: number, megabytes: number): Promise<void> =>
  until(`memory has grown by less than ${megabytes} MB`, () => service.rssBytes() - before < megabytes * MB);

async function stalledReaders(count: number): Promise<readonly RawClient[]> {
  const stalled = Array.from({ length: count }, () => {
    const client = rawAsk(service, questionFor('stream'));
    client.stall();
    return client;
  });
  await until('all have begun', () => upstream.requests.filter((one) => one.ending === undefined).length >= count);
  return stalled;
}

/** Resolves when every flood has been held back: nothing more is read from the upstream for some time. */
async function upstreamStandsStill(): Promise<void> {
  let busyMs = cpuMsOf(service.pid);
  let sinceMs = performance.now();
  await until('the floods have stopped', () => {
    const now = cpuMsOf(service.pid);
    if (now - busyMs > 30) {
      busyMs = now;
      sinceMs = performance.now();
    }
    return performance.now() - sinceMs > 500;
  });
}

describe('a server that has only warmed up', () => {
  beforeEach(start);
  afterEach(stop);

  test('50 readers that have stopped, each of a flood of 200 MB: less than 64 MB more, and others are served', async () => {
    let isFlooding = true;
    upstream.play((request) =>
      isFlooding && (request.body as { stream?: boolean }).stream
        ? flood({ totalBytes: 200 * MB, eventBytes: 2000 })
        : answerText('served'),
    );
    const before = service.rssBytes();

    const stalled = await stalledReaders(50);
    for (let n = 0; n < 20; n++) expect((await ask('json')).text).toBe('served');
    await upstreamStandsStill();

    await settlesBelow(before, 64);
    expect(upstream.requests.filter((one) => one.ending === undefined)).toHaveLength(50);
    isFlooding = false;
    expect((await ask('stream')).text).toBe('served');
    for (const client of stalled) client.reset();
    await until('every flood is stopped', () => upstream.requests.every((one) => one.ending !== undefined));
    await settledRows(service.dataDir, 50 + 50 + 21);
    await expectLedgerInOrder(service.dataDir);
  });

  test('200 that never read: bounded memory, and each has its one outcome', async () => {
    upstream.play(flood({ totalBytes: 200 * MB, eventBytes: 2000 }));
    const before = service.rssBytes();

    const stalled = await stalledReaders(200);
    await upstreamStandsStill();

    await settlesBelow(before, 256);
    expect(upstream.requests.filter((one) => one.ending === undefined)).toHaveLength(200);
    for (const client of stalled) client[Symbol.dispose]();
    const rows = await settledRows(service.dataDir, 250);
    expect(rows.filter((row) => row.outcome === 'client-left')).toHaveLength(200);
    await expectLedgerInOrder(service.dataDir);
  });

  test('after 2,000 that left, memory is back where it was and no connection is open', async () => {
    upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'begun' })), hang()]);
    const leave = async (count: number) => {
      for (let batch = 0; batch < count / 50; batch++) {
        const clients = Array.from({ length: 50 }, () => rawAsk(service, questionFor('stream')));
        await Promise.all(clients.map((client) => client.hasText('begun')));
        for (const client of clients) client.reset();
      }
      await until('every upstream connection is closed', () =>
        upstream.requests.every((one) => one.ending !== undefined),
      );
    };
    await leave(500);
    const before = service.rssBytes();

    await leave(1500);

    expect(service.rssBytes() - before).toBeLessThan(48 * MB);
    await settledRows(service.dataDir, 2050);
    upstream.play(flood({ totalBytes: MB, eventBytes: 2000 }));
    using client = rawAsk(service, questionFor('stream'));
    await isDone(client);
    await expectLedgerInOrder(service.dataDir);
  });
});

const endlessHeaders: Script = bytes(function* () {
  yield 'HTTP/1.1 200 OK\r\n';
  while (true) yield `x-padding: ${'x'.repeat(1000)}\r\n`;
});
const endlessBody = (start: string): Script =>
  body(function* () {
    yield start;
    const filler = 'x'.repeat(64 * 1024);
    for (let sent = 0; sent < 1024 * MB; sent += filler.length) yield filler;
  });
const jsonOf1Gb: Script = [
  head(200, { 'content-type': 'application/json' }),
  endlessBody('{"choices":[{"message":{"content":"'),
];
const announced1Gb: Script = [
  head(200, { 'content-type': 'application/json', 'content-length': String(1024 * MB) }),
  endlessBody('{"choices":[{"message":{"content":"'),
];

describe('a server that has met others', () => {
  beforeAll(start);
  afterAll(stop);

  test('an event of 1 MB passes', async () => {
    upstream.play(hugeEvent(MB));

    const answer = await ask('stream');

    expect(answer.isDone).toBe(true);
    expect(answer.text.length).toBeGreaterThan(MB - 300);
    expect(answer.text).toMatch(/^x+$/);
  });

  test.each<[string, Form, Script, number, { status: number; code: string }?]>([
    ['an event of 10 MB', 'stream', hugeEvent(10 * MB), 64],
    ['an event without end', 'stream', [sseHead(), endlessBody('data: {"choices":"')], 64],
    ['comments without end in one line', 'stream', [sseHead(), endlessBody(': ')], 64],
    ['a JSON body of 1 GB', 'json', jsonOf1Gb, 128],
    ['a JSON body that announces 1 GB', 'json', announced1Gb, 128],
    ['a JSON body of 1 GB for a stream', 'stream', jsonOf1Gb, 128],
    ['headers without end', 'json', endlessHeaders, 32],
    ['headers without end for a stream', 'stream', endlessHeaders, 32],
    ['a refusal of 1 GB', 'json', [head(500), endlessBody('')], 32],
    [
      'a refusal of 1 GB of content',
      'json',
      [head(400), endlessBody('')],
      32,
      { status: 400, code: 'rejected_by_model' },
    ],
    [
      'interim answers without end',
      'json',
      bytes(function* () {
        while (true) yield 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n';
      }),
      32,
    ],
  ])(
    '%s (%s) is refused, the upstream is stopped, and memory stays bounded',
    async (_name, form, script, mb, refusal = { status: 502, code: 'upstream_error' }) => {
      upstream.play(script);

      let answer: Seen | undefined;
      const growth = await growthDuring(async () => {
        answer = await ask(form);
      });

      expectRefusal(answer!, refusal);
      expect(await upstream.requests.at(-1)!.closed).toBe('peer');
      expect(growth).toBeLessThan(mb * MB);
      await expectLedgerInOrder(service.dataDir);
    },
    600_000,
  );

  test('an event of 10 MB in the middle of a stream breaks the stream', async () => {
    upstream.play([firstEvents(2, answerText('one two')), endlessBody('data: {"choices":"')]);

    const answer = await ask('stream');

    expectBrokenStream(answer, 'upstream_incomplete');
    expect(answer.text).toBe('one');
  });
});
