/** F8: an upstream that hangs is given up in time, and one that is merely slow is not. */
import { describe, expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import {
  ask,
  askAndPay,
  askForNothing,
  costOf,
  expectBrokenStream,
  expectRefusal,
  FORMS,
  type Form,
  questionFor,
} from '../support/asking.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { expectLedgerInOrder } from '../support/ledger-order.ts';
import { listen } from '../support/raw-http-server.ts';
import {
  answerText,
  body,
  chunk,
  everyMs,
  firstEvents,
  hang,
  head,
  heartbeats,
  inTurn,
  type Script,
  sse,
  sseHead,
  waitFor,
} from '../support/scripted-upstream.ts';
import { startService, until } from '../support/service.ts';

/** Long enough for a busy machine to send what it should, short enough to wait for. */
const SHORT_MS = 200;

type Case = {
  readonly deadline: 'firstByteMs' | 'idleMs' | 'totalMs';
  readonly forms: readonly Form[];
  readonly script: Script;
};
const jsonHead = head(200, { 'content-type': 'application/json', 'content-length': '5000' });
const begun = firstEvents(3, answerText('one two three'));
const BEFORE_THE_ANSWER: Record<string, Case> = {
  'before the head': { deadline: 'firstByteMs', forms: ['stream'], script: hang() },
  'before the head, as long as a JSON answer may take': { deadline: 'totalMs', forms: ['json'], script: hang() },
  'after the head': { deadline: 'idleMs', forms: FORMS, script: [sseHead(), hang()] },
  'after the head of a JSON answer': { deadline: 'idleMs', forms: ['json'], script: [jsonHead, hang()] },
  'in the middle of a JSON answer': {
    deadline: 'idleMs',
    forms: ['json'],
    script: [jsonHead, body('{"choices":'), hang()],
  },
  'after the role': { deadline: 'idleMs', forms: ['stream'], script: [firstEvents(1, answerText('one')), hang()] },
  'but for heartbeats': { deadline: 'idleMs', forms: FORMS, script: [sseHead(), heartbeats(10)] },
  'but for heartbeats, after the role': {
    deadline: 'idleMs',
    forms: ['stream'],
    script: [firstEvents(1, answerText('one')), heartbeats(10)],
  },
};

describe.each(FORMS)('as %s', (form) => {
  const cases = Object.entries(BEFORE_THE_ANSWER).filter(([, one]) => one.forms.includes(form));
  test.each(cases)(
    'an upstream that is silent %s is a 502 at its deadline, and costs nothing',
    async (_name, { deadline, script }) => {
      await using service = await startService({ engine: { [deadline]: SHORT_MS } });
      service.upstream.play(script);

      const answer = await askForNothing(service, form);

      expectRefusal(answer, { code: 'upstream_error' });
      expect(await service.upstream.requests[0]!.closed).toBe('peer');
      await expectLedgerInOrder(service.config.dataDir);
    },
  );

  test('a TLS handshake that stalls is a 502 at the connect deadline', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {}).resume()));
    const port = await listen(silent, 0);
    await using service = await startService({
      engineUrl: () => `https://127.0.0.1:${port}/v1`,
      engine: { connectMs: SHORT_MS },
    });

    expectRefusal(await askForNothing(service, form), { code: 'upstream_error' });

    expect(sockets).toHaveLength(1);
    await until('the socket is closed', () => sockets[0]!.destroyed || sockets[0]!.readableEnded);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('a network that stalls in the middle is noticed; others are served meanwhile', async () => {
    await using other = await startService();
    await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: other.upstream.port } });
    await using service = await startService({
      engineUrl: () => `http://127.0.0.1:${proxy.port}/v1`,
      engine: { idleMs: SHORT_MS, firstByteMs: SHORT_MS, totalMs: 4 * SHORT_MS },
    });
    other.upstream.play(answerText('pong'));
    await ask(service, form);

    proxy.faults.set({ down: { stall: true } });
    const stalled = askForNothing(service, form);
    expect((await ask(other, form)).text).toBe('pong');
    expectRefusal(await stalled, { code: 'upstream_error' });

    proxy.clear();
    expect((await ask(service, form)).text).toBe('pong');
  });

  test('after a hang the same service goes on', async () => {
    await using service = await startService({ engine: { firstByteMs: SHORT_MS, totalMs: SHORT_MS } });
    service.upstream.play(inTurn(hang(), answerText('pong')));

    expectRefusal(await askForNothing(service, form), { code: 'upstream_error' });

    expect((await ask(service, form)).text).toBe('pong');
  });
});

const AFTER_THE_FIRST_EVENT: Record<string, { readonly deadline: 'idleMs'; readonly script: Script }> = {
  'is silent between events': { deadline: 'idleMs', script: [begun, hang()] },
  'sends only heartbeats': { deadline: 'idleMs', script: [begun, heartbeats(10)] },
  'sends half an event and stops': { deadline: 'idleMs', script: [begun, body('data: {"choices":'), hang()] },
  'sends an event that grows and never ends': {
    deadline: 'idleMs',
    script: [
      begun,
      body('data: {"choices":"'),
      everyMs(10),
      body(function* () {
        while (true) yield 'x';
      }),
    ],
  },
};

test.each(Object.entries(AFTER_THE_FIRST_EVENT))(
  'a stream that %s ends with an error frame at its deadline',
  async (_name, { deadline, script }) => {
    await using service = await startService({ engine: { [deadline]: SHORT_MS } });
    service.upstream.play(script);

    const answer = await askForNothing(service, 'stream');

    expectBrokenStream(answer, 'upstream_incomplete');
    expect(answer.text).not.toBe('');
    expect(await service.upstream.requests[0]!.closed).toBe('peer');
    await expectLedgerInOrder(service.config.dataDir);
  },
);

test('a slow stream whose events come in time may take longer than any of them', async () => {
  const idleMs = 4000;
  await using service = await startService({ engine: { idleMs, firstByteMs: idleMs } });
  service.upstream.play(answerText('a b c d e f g h', { everyMs: 600 }));

  const startedMs = performance.now();
  const { answer, paid } = await askAndPay(service, 'stream');

  expect(answer).toMatchObject({ text: 'a b c d e f g h', isDone: true });
  expect(performance.now() - startedMs).toBeGreaterThan(idleMs);
  expect(paid).toBe(costOf(9, 1));
});

test('the idle deadline is about the upstream: a client that reads slowly is not its fault', async () => {
  await using service = await startService({ engine: { idleMs: SHORT_MS } });
  const isRead = Promise.withResolvers<void>();
  service.upstream.play([
    begun,
    waitFor(isRead.promise),
    (request) => [
      sse({ ...chunk(request, {}), choices: [{ index: 0, delta: { content: '!' }, finish_reason: 'stop' }] }),
    ],
  ]);

  const response = await service.post(questionFor('stream'));
  isRead.resolve();
  const reader = response.body!.getReader();
  const startedMs = performance.now();
  await until('more than the idle deadline has passed', () => performance.now() - startedMs > 2 * SHORT_MS);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += new TextDecoder().decode(part.value);

  expect(text).toEndWith('data: [DONE]\n\n');
});

describe('our own heartbeat', () => {
  const PING = { BOREAL_LIMITS_PING_MS: '20' };

  test('is a comment of one line, between events, while the upstream is silent', async () => {
    await using service = await startService({ env: PING });
    const isPinged = Promise.withResolvers<void>();
    service.upstream.play((request) => [
      firstEvents(3, answerText('one two three')),
      waitFor(isPinged.promise),
      sse({ ...chunk(request, {}), choices: [{ index: 0, delta: { content: ' three' }, finish_reason: 'stop' }] }),
    ]);

    const response = await service.post(questionFor('stream'));
    let text = '';
    for await (const part of response.body!) {
      text += new TextDecoder().decode(part);
      if (text.split(': ping').length > 3) isPinged.resolve();
    }

    expect(text.match(/^: ping$/gm)!.length).toBeGreaterThanOrEqual(3);
    // Each ping is one line right after the blank line that ends an event, or after another ping.
    expect(text).toMatch(/"content":" two"[^\n]*\n\n(?:: ping\n){3,}data: \{/);
    expect(text).not.toContain(': ping\n\n');
    expect(text.replaceAll(': ping\n', '')).toMatch(/^(?:data: [^\n]+\n\n)+$/);
    expect(text).toEndWith('data: [DONE]\n\n');
  });

  test('does not disturb the official client', async () => {
    await using service = await startService({ env: PING });
    service.upstream.play(answerText('slow but sure', { everyMs: 80 }));

    const stream = await service.client().chat.completions.create({
      model: 'svc-frost',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
    });
    let text = '';
    for await (const part of stream) text += part.choices[0]?.delta.content ?? '';

    expect(text).toBe('slow but sure');
  });

  test('is not sent while events come', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_PING_MS: '5000' } });
    service.upstream.play(answerText('a b c d', { everyMs: 10 }));

    expect((await ask(service, 'stream')).body).not.toContain('ping');
  });

  test('does not keep a dead upstream alive: the idle deadline still fires', async () => {
    await using service = await startService({ env: PING, engine: { idleMs: SHORT_MS } });
    service.upstream.play([begun, heartbeats(10)]);

    const answer = await askForNothing(service, 'stream');

    expect(answer.body).toContain(': ping\n');
    expectBrokenStream(answer, 'upstream_incomplete');
  });
});
