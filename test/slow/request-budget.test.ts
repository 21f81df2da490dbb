/**
 * The budget of one request on the serving thread, counted inside the real server (`test/support/count-probe.ts`) and not
 * timed: a request that does more than this has become slower for all.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Called, Counts } from '../support/count-probe.ts';
import {
  answerText,
  chunk,
  finish,
  hang,
  type ScriptedUpstream,
  sse,
  sseHead,
  startUpstream,
  waitFor,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const REQUESTS = 100;
/** Each takes a collection of garbage and two looks through the heap, a tenth of a second. */
const COUNTED = 20;
const STREAMS = 150;
const CHAT_BYTES = 60_000;
const STREAM_BYTES_MAX = 15_000;
const WORDS = Array.from({ length: 40 }, (_, n) => `word${n} `);

const folder = mkdtempSync(join(tmpdir(), 'boreal-counts-'));
const probe = join(folder, 'probe.sock');
let upstream: ScriptedUpstream;
let service: ServiceProcess & { readonly key: string };
beforeAll(async () => {
  upstream = await startUpstream({ requestsMax: 10 });
  const env = {
    BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000',
    BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/count-probe.ts')}`,
    TEST_COUNT_PROBE: probe,
  };
  const started = await startServiceProcess({ engineUrl: upstream.url, env });
  service = { ...started, ...(await accountIn(started.dataDir)) };
  upstream.play(answerText('Hi'));
  for (let n = 0; n < 20; n++) await ask();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await upstream.stop();
  rmSync(folder, { recursive: true });
});

const bodyOf = (more: object): string => JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], ...more });

async function begun(more = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const body = bodyOf(more);
  const response = await fetch(`${service.url}/chat/completions`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  return response;
}

/** An answer as a plain socket reads it, piece by piece. */
async function readsOf(more: object, onFirst: () => void): Promise<readonly string[]> {
  const { hostname, port } = new URL(service.url);
  const body = bodyOf(more);
  const headers = [`authorization: Bearer ${service.key}`, 'content-type: application/json', 'connection: close'];
  const head = [
    'POST /v1/chat/completions HTTP/1.1',
    `host: ${hostname}`,
    ...headers,
    `content-length: ${body.length}`,
  ];
  const reads: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const data = (_: unknown, bytes: Uint8Array) => {
    reads.push(new TextDecoder().decode(bytes));
    onFirst();
  };
  const socket = await Bun.connect({ hostname, port: Number(port), socket: { data, close: () => resolve() } });
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await closed;
  return reads;
}

const ask = async (more = {}): Promise<void> => void (await (await begun(more)).arrayBuffer());

const asked = (path: string): Promise<Response> => fetch(`http://probe/${path}`, { unix: probe });

const heapBytes = async (): Promise<number> => Number(await (await asked('heap')).text());

const counted = async (): Promise<Counts> => (await (await asked('end')).json()) as Counts;

const messagesUntilNow = async (): Promise<number> => ((await (await asked('called')).json()) as Called).messages;

/**
 * How often each was done for one request. What the server does by itself can only add, so the least of many counts. Of what
 * the heap has counted, a collection of garbage may have taken some away: there it is the lower quarter's end.
 */
async function countsOf(more = {}): Promise<Counts> {
  const seen: Counts[] = [];
  for (let n = 0; n < COUNTED; n++) {
    await asked('begin');
    await ask(more);
    seen.push(await counted());
  }
  const least = (name: keyof Counts) => Math.min(...seen.map((counts) => counts[name]));
  const few = (name: keyof Counts) => seen.map((counts) => counts[name]).sort((a, b) => a - b)[COUNTED / 4]!;
  return {
    timers: least('timers'),
    abortControllers: least('abortControllers'),
    parses: least('parses'),
    stringifies: least('stringifies'),
    messages: least('messages'),
    copies: least('copies'),
    addresses: least('addresses'),
    promises: few('promises'),
    asyncCalls: few('asyncCalls'),
  };
}

test('a JSON answer costs no timer, one chain of promises, and one reading and writing of JSON in each direction', async () => {
  upstream.play(answerText('Hi'));

  const counts = await countsOf();

  expect(counts).toMatchObject({ timers: 0, abortControllers: 0, parses: 2, addresses: 0 });
  // The third writing is the row of the journal, which goes to the ledger's thread as a text with one object around it, or as
  // objects where it goes with something else.
  expect(counts.stringifies).toBeLessThanOrEqual(3);
  expect(counts.copies).toBeLessThanOrEqual(1);
  // One chain from the handler to the engine and back, a third of it the settlement. 31 and 22, and some where an
  // answer's head and body come apart.
  expect(counts.promises).toBeLessThanOrEqual(38);
  expect(counts.asyncCalls).toBeLessThanOrEqual(25);
});

test('a streamed event costs one reading and one writing of JSON, and no timer', async () => {
  upstream.play(answerText(WORDS.join(''), { chunks: WORDS }));

  const counts = await countsOf({ stream: true });

  // Besides the words, a stream has a role, a reason and a usage, and its question is read and written once.
  expect(counts).toMatchObject({ timers: 0, abortControllers: 0, parses: WORDS.length + 4 });
  expect(counts.stringifies).toBeLessThanOrEqual(WORDS.length + 5);
  // What has come together passes together: 55 and 31 for all 43 events, and some where they come apart.
  expect(counts.promises).toBeLessThanOrEqual(70);
  expect(counts.asyncCalls).toBeLessThanOrEqual(38);
});

test('the head of a stream leaves in one write with what has come by then, and the end with its mark', async () => {
  const usage = { prompt_tokens: 9, completion_tokens: 1 };
  const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage };

  for (let n = 0; n < REQUESTS; n++) {
    const begun = Promise.withResolvers<void>();
    const held = [waitFor(begun.promise), sse(last), sse('[DONE]'), finish()];
    upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'Hi' })), ...held]);

    // Two writes may come as one, but not each time.
    const reads = await readsOf({ stream: true }, begun.resolve);

    expect(reads).toHaveLength(2);
    expect(reads[0]).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*"content":"Hi"/);
    expect(reads[1]).toMatch(/"finish_reason":"stop"[\s\S]*\n\ndata: \[DONE\]\n\n\r\n0\r\n\r\n$/);
  }
});

test('the engine is asked before any other thread is', async () => {
  let least = Number.POSITIVE_INFINITY;
  const look = async () => {
    least = Math.min(least, await messagesUntilNow());
  };
  upstream.play(() => [waitFor(look()), answerText('Hi')]);

  // What is written behind an earlier answer may fall into some of them.
  for (let n = 0; n < REQUESTS && least > 0; n++) {
    await hasRested();
    await asked('forget');
    await ask();
  }

  expect(least).toBe(0);
});

/** Until nothing has been written between two looks. */
async function hasRested(): Promise<void> {
  let before = -1;
  await until('nothing is written', async () => {
    const messages = await messagesUntilNow();
    const isSame = messages === before;
    before = messages;
    return isSame;
  });
}

test('an open stream keeps little, and nothing of the chat that it answers', async () => {
  upstream.play((request) => [sseHead(), sse(chunk(request, { content: 'begun' })), hang()]);
  const chat = { stream: true, max_tokens: 10, messages: [{ role: 'user', content: 'x'.repeat(CHAT_BYTES) }] };
  const open = (count: number) => Promise.all(Array.from({ length: count }, () => begun(chat)));
  const first = await open(5);

  // Garbage of earlier tests may go between two looks.
  let before = Number.POSITIVE_INFINITY;
  for (let looks = 0; looks < 5; looks += 1) before = Math.min(before, await heapBytes());
  const streams = await open(STREAMS);

  // What was only needed to ask is garbage a moment later. A stream keeps about 11 KB.
  await until('little is kept', async () => (await heapBytes()) - before < STREAMS * STREAM_BYTES_MAX);
  // A stream that nothing refers to any more would have been left before.
  for (const { body } of [...first, ...streams]) await body?.cancel();
});
