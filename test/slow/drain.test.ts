/**
 * F18: the order to stop. Running answers are finished or end with an error; the ledger is settled; the process ends by
 * itself.
 */
import { expect, test } from 'bun:test';
import { expectBrokenStream, expectRefusal, questionFor, seen } from '../support/asking.ts';
import { expectLedgerInOrder, requestRows } from '../support/ledger-order.ts';
import { rawAsk, sendQuestion } from '../support/raw-asking.ts';
import { RawClient } from '../support/raw-client.ts';
import {
  answerText,
  FLOOD_ENV,
  firstEvents,
  flood,
  hang,
  type Script,
  type ScriptedUpstream,
  startUpstream,
  waitFor,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import {
  accountIn,
  type Exit,
  type ProcessOptions,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

type Running = AsyncDisposable & {
  readonly service: ServiceProcess;
  readonly upstream: ScriptedUpstream;
  readonly key: string;
  readonly accountId: string;
  post(body: object, headers?: Record<string, string>): Promise<Response>;
};

async function startRunning(options: ProcessOptions = {}): Promise<Running> {
  const upstream = await startUpstream();
  const service = await startServiceProcess({ engineUrl: upstream.url, isLaunched: true, ...options });
  const { key, accountId } = await accountIn(service.dataDir);
  return {
    service,
    upstream,
    key,
    accountId,
    post: (body, headers = {}) =>
      fetch(`${service.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await upstream.stop();
    },
  };
}

const isStream = (body: unknown): boolean => (body as { stream?: boolean }).stream === true;
const begun = firstEvents(3, answerText('one two three'));

/** Less than the drain limit out of the box: a process that waits for that limit has not ended by itself. */
const EXIT_MS_MAX = 15_000;

async function exitOf(service: ServiceProcess): Promise<Exit> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`The process still runs after ${EXIT_MS_MAX} ms.`)),
    EXIT_MS_MAX,
  );
  try {
    return await Promise.race([service.exited, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function refusesConnections(port: number): Promise<boolean> {
  using client = new RawClient(port);
  client.send('GET /healthz HTTP/1.1\r\nhost: boreal\r\n\r\n');
  await Promise.race([client.over, client.hasText('HTTP/1.1 ')]);
  return client.bytesReceived === 0;
}

test('SIGTERM lets a running stream and a running JSON answer finish, and takes no new ones', async () => {
  await using running = await startRunning();
  const { service, upstream } = running;
  const gate = Promise.withResolvers<void>();
  const whole = answerText('one two three', { usage: { prompt_tokens: 5, completion_tokens: 3 } });
  upstream.play((request) =>
    isStream(request.body) ? [begun, waitFor(gate.promise), restOf(whole)] : [waitFor(gate.promise), whole],
  );
  using kept = new RawClient(service.port);
  kept.send('GET /healthz HTTP/1.1\r\nhost: boreal\r\n\r\n');
  await kept.hasText('"ok"');
  const json = running.post(questionFor('json'));
  const stream = await running.post(questionFor('stream'));
  await until(
    'both are with the upstream',
    () => upstream.requests.filter((one) => one.method === 'POST').length === 2,
  );

  service.signal('SIGTERM');
  await service.hasLogged('stopping');

  await until('new connections are refused', () => refusesConnections(service.port));
  kept.send('GET /readyz HTTP/1.1\r\nhost: boreal\r\n\r\n');
  await Promise.race([kept.over, kept.hasText('the server is stopping')]);
  // An idle connection is closed, or at least learns that the service is no longer ready.
  expect(kept.text.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
  gate.resolve();
  const answers = [await seen(stream, 'stream'), await seen(await json, 'json')];
  expect(answers.map((answer) => answer.text)).toEqual(['one two three', 'one two three']);
  expect(answers.map((answer) => answer.finishReason)).toEqual(['stop', 'stop']);
  expect(answers[0]!.isDone).toBe(true);
  expect(answers[1]!.headers.get('connection')).toBe('close');
  expect(await exitOf(service)).toEqual({ code: 0, signal: null });
  const rows = requestRows(service.dataDir);
  expect(rows.map((row) => [row.state, row.outcome, row.output_tokens])).toEqual([
    ['settled', 'finished', 3],
    ['settled', 'finished', 3],
  ]);
  await expectLedgerInOrder(service.dataDir);
});

/** The rest of an answer after its third event. */
const restOf =
  (script: Script): Script =>
  (request, n) => {
    const steps = [script]
      .flatMap((one) => (typeof one === 'function' ? [one(request, n)] : [one]))
      .flat(9) as Script[];
    const events = steps.map((step, at) => ({ step, at })).filter(({ step }) => 'isEvent' in step && step.isEvent);
    return steps.slice(events[3]!.at);
  };

test('an idle service ends at once, although it has connections to its upstream', async () => {
  await using running = await startRunning();
  expect((await running.post(questionFor('json'))).status).toBe(200);

  running.service.signal('SIGTERM');

  expect(await exitOf(running.service)).toEqual({ code: 0, signal: null });
});

test('a kept-alive connection closes with its next answer', async () => {
  await using running = await startRunning();
  const { service, upstream } = running;
  const gate = Promise.withResolvers<void>();
  upstream.play([waitFor(gate.promise), answerText('last')]);
  using kept = new RawClient(service.port);
  kept.send('GET /healthz HTTP/1.1\r\nhost: boreal\r\n\r\n');
  await kept.hasText('"ok"');
  expect(kept.text.toLowerCase()).not.toContain('connection: close');
  sendQuestion(kept, running, questionFor('json'));
  await upstream.nextRequest();

  service.signal('SIGTERM');
  await service.hasLogged('stopping');
  gate.resolve();

  await kept.over;
  expect(kept.text).toContain('"content":"last"');
  expect(kept.text.toLowerCase()).toContain('connection: close');
  expect(await exitOf(service)).toEqual({ code: 0, signal: null });
});

test('at the drain limit a stream gets an error frame and a JSON request a 502; nothing is charged', async () => {
  await using running = await startRunning({ env: { BOREAL_LIMITS_DRAIN_MS: '200' } });
  const { service, upstream } = running;
  upstream.play((request) => (isStream(request.body) ? [begun, hang()] : hang()));
  const json = running.post(questionFor('json'));
  const stream = await running.post(questionFor('stream'));
  await until(
    'both are with the upstream',
    () => upstream.requests.filter((one) => one.method === 'POST').length === 2,
  );

  service.signal('SIGTERM');

  const answer = await seen(stream, 'stream');
  expectBrokenStream(answer, 'shutting_down');
  expect(answer.text).toBe('one two');
  expectRefusal(await seen(await json, 'json'), { code: 'shutting_down' });
  expect(await exitOf(service)).toEqual({ code: 0, signal: null });
  expect(requestRows(service.dataDir).map((row) => row.state)).toEqual(['released', 'released']);
  await expectLedgerInOrder(service.dataDir);
  for (const request of upstream.requests) expect(await request.closed).toBe('peer');
});

test('a client that does not read cannot keep the service from stopping', async () => {
  await using running = await startRunning({ env: { ...FLOOD_ENV, BOREAL_LIMITS_DRAIN_MS: '200' } });
  const { service, upstream } = running;
  upstream.play(flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 10_000 }));
  using stalled = rawAsk({ port: service.port, key: running.key }, questionFor('stream'));
  await stalled.hasText('"content":"x');
  stalled.stall();
  const request = await upstream.nextRequest();
  await until(
    'the flood has stopped for want of a reader',
    isStill(() => request.sentEvents),
  );

  service.signal('SIGTERM');

  expect(await exitOf(service)).toEqual({ code: 0, signal: null });
  await expectLedgerInOrder(service.dataDir);
});

/** True once a reading has not changed for some turns. */
function isStill(read: () => number): () => boolean {
  let last = Number.NaN;
  let same = 0;
  return () => {
    const now = read();
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= 20;
  };
}

test('a second order, a while after the first, ends the process at once', async () => {
  await using running = await startRunning();
  running.upstream.play([begun, hang()]);
  const stream = await running.post(questionFor('stream'));
  const reading = stream.text().catch(() => 'cut');

  running.service.signal('SIGTERM');
  await running.service.hasLogged('stopping');
  const firstAtMs = performance.now();
  await until('an order is no longer the same order', () => performance.now() - firstAtMs > 1200);
  running.service.signal('SIGTERM');

  expect((await exitOf(running.service)).code).toBe(1);
  expect(await reading).not.toContain('[DONE]');
});

test('two orders in one moment are one: the answer is finished', async () => {
  await using running = await startRunning();
  const gate = Promise.withResolvers<void>();
  running.upstream.play([waitFor(gate.promise), answerText('whole')]);
  const json = running.post(questionFor('json'));
  await running.upstream.nextRequest();

  running.service.signal('SIGTERM');
  running.service.signal('SIGTERM');
  process.kill(running.service.pid, 'SIGTERM');
  await running.service.hasLogged('stopping');
  gate.resolve();

  expect((await seen(await json, 'json')).text).toBe('whole');
  expect(await exitOf(running.service)).toEqual({ code: 0, signal: null });
});

test('a kept answer is finished although its client has left', async () => {
  await using running = await startRunning();
  const { service, upstream } = running;
  const gate = Promise.withResolvers<void>();
  const whole = answerText('kept', { usage: { prompt_tokens: 5, completion_tokens: 1 } });
  upstream.play([waitFor(gate.promise), whole]);
  const abort = new AbortController();
  const left = fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.key}`, 'content-type': 'application/json', 'idempotency-key': 'once' },
    body: JSON.stringify(questionFor('json')),
    signal: abort.signal,
  }).catch(() => 'left');
  await upstream.nextRequest();
  abort.abort();
  await left;

  service.signal('SIGTERM');
  await service.hasLogged('stopping');
  gate.resolve();

  expect(await exitOf(service)).toEqual({ code: 0, signal: null });
  expect(requestRows(service.dataDir)).toMatchObject([{ state: 'settled', outcome: 'finished', output_tokens: 1 }]);
});
