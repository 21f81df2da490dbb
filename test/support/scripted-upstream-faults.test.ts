import { expect, test } from 'bun:test';
import { chunksOf, eventsOf, post, STREAM } from './chat-client.ts';
import { RawClient } from './raw-client.ts';
import {
  answerText,
  body,
  bytes,
  chunkedBytes,
  delay,
  end,
  firstEvents,
  flood,
  framing,
  hang,
  head,
  heartbeats,
  hugeEvent,
  inTurn,
  json,
  keepAlive,
  reset,
  type Script,
  sse,
  sseHead,
  startUpstream,
  waitFor,
} from './scripted-upstream.ts';

test('a gate decides when the next step happens', async () => {
  await using upstream = await startUpstream();
  const gate = Promise.withResolvers<void>();
  upstream.play([sseHead(), sse({ first: true }), waitFor(gate.promise), delay(1), sse('[DONE]')]);

  const response = await post(upstream);
  const request = await upstream.nextRequest();
  expect(request.ending).toBeUndefined();
  expect(request.sentEvents).toBe(1);
  gate.resolve();

  expect(await eventsOf(response)).toEqual(['{"first":true}', '[DONE]']);
  expect(await request.ended).toBe('done');
});

const LEAVING: Record<string, Script> = {
  'before the head': hang(),
  'after the head': [sseHead(), hang()],
  'between events': [firstEvents(2, answerText('a b c')), hang()],
  'during heartbeats': [sseHead(), heartbeats(1)],
  'during a delay': delay(1_000_000),
  'during endless headers': bytes(function* () {
    yield 'HTTP/1.1 200 OK\r\n';
    while (true) yield `x-padding: ${'x'.repeat(1000)}\r\n`;
  }),
  'during an endless flood': flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 1000 }),
};

test.each(Object.entries(LEAVING))('a client that leaves %s is noticed', async (_name, script) => {
  await using upstream = await startUpstream();
  const abort = new AbortController();
  upstream.play(script);

  const answer = post(upstream, STREAM, { signal: abort.signal }).then((response) => response.text());
  const request = await upstream.nextRequest();
  abort.abort();

  await expect(answer).rejects.toThrow();
  expect(await request.ended).toBe('client-left');
  expect(await request.closed).toBe('peer');
  expect(request.sentUsage).toBeUndefined();
});

test('an answer can break off with a reset or a FIN after any event', async () => {
  await using upstream = await startUpstream();
  const gotIt = Promise.withResolvers<void>();
  upstream.play(
    inTurn(
      [firstEvents(2, answerText('a b')), waitFor(gotIt.promise), reset()],
      [firstEvents(2, answerText('a b')), end()],
    ),
  );
  using first = new RawClient(upstream.port);
  using second = new RawClient(upstream.port);

  first.post(STREAM);
  await first.hasText('"content":"a"');
  gotIt.resolve();
  expect(await first.over).toBe('rst');
  second.post(STREAM);
  expect(await second.over).toBe('fin');

  expect(second.text).toContain('"content":"a"');
  expect(second.text).not.toContain('\r\n0\r\n');
  expect(upstream.requests.map((request) => request.ending)).toEqual(['done', 'done']);
  expect(await upstream.requests[1]?.closed).toBe('server');
});

test('a stream may end cleanly in the middle, and fetch sees a complete body', async () => {
  await using upstream = await startUpstream();
  upstream.play(firstEvents(2, answerText('a b c')));

  expect(await eventsOf(await post(upstream, STREAM))).toHaveLength(2);
});

test('any bytes can be sent: a short body, a broken chunk, a second answer without a request', async () => {
  await using upstream = await startUpstream();
  const second = bytes('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nstray');
  upstream.play(
    inTurn(
      [head(200, { 'content-length': '100' }), body('short'), end()],
      [head(200, { 'transfer-encoding': 'chunked' }), chunkedBytes('ok'), bytes('zz\r\n'), end()],
      [json({ mine: true }), second, keepAlive()],
    ),
  );

  await expect(post(upstream).then((response) => response.text())).rejects.toThrow();
  await expect(post(upstream).then((response) => response.text())).rejects.toThrow();
  using client = new RawClient(upstream.port);
  client.post({});
  await client.hasText('stray');
  upstream.play(json({ again: true }));
  client.post({});
  await client.hasText('{"again":true}');
});

test('a client that does not read stops the flood, and gets every byte when it reads again', async () => {
  await using upstream = await startUpstream();
  const totalBytes = 64 * 1024 * 1024;
  upstream.play([
    framing('close-delimited'),
    flood({ totalBytes, eventBytes: 1000 }, { done: false, finishReason: null }),
  ]);
  using slow = new RawClient(upstream.port);
  using fast = new RawClient(upstream.port);

  slow.stall();
  slow.post(STREAM);
  const stalled = await upstream.nextRequest();
  fast.post(STREAM);
  await fast.over;
  expect(fast.bytesReceived).toBeGreaterThan(totalBytes);
  // Were the slow client's bytes kept in memory, its flood would have been over before the later one.
  expect(stalled.ending).toBeUndefined();
  slow.resume();

  expect(await stalled.ended).toBe('done');
  await slow.over;
  expect(slow.bytesReceived).toBe(fast.bytesReceived);
});

test('a client that stalls and then leaves ends the flood', async () => {
  await using upstream = await startUpstream();
  upstream.play(flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 100_000 }));
  using client = new RawClient(upstream.port);

  client.stall();
  client.post(STREAM);
  const request = await upstream.nextRequest();
  client.reset();

  expect(await request.ended).toBe('client-left');
});

test.each([
  { totalBytes: 10_001, eventBytes: 250 },
  { totalBytes: 1_000_000, eventBytes: 300_000 },
])('a flood of %o is made of valid events of exactly that size', async (size) => {
  await using upstream = await startUpstream();
  upstream.play(inTurn([framing('content-length'), flood(size)], hugeEvent(size.totalBytes)));

  const events = await eventsOf(await post(upstream, STREAM));
  const [role, huge, ...rest] = await chunksOf(await post(upstream, STREAM));

  const content = events.slice(1, -3);
  expect(content).toHaveLength(Math.floor(size.totalBytes / size.eventBytes));
  expect(content.reduce((sum, data) => sum + `data: ${data}\n\n`.length, 0)).toBe(size.totalBytes);
  for (const data of content) expect(JSON.parse(data).choices[0].delta.content).toMatch(/^x+$/);
  expect(role?.choices[0]?.delta.role).toBe('assistant');
  expect(`data: ${JSON.stringify(huge)}\n\n`).toHaveLength(size.totalBytes);
  expect(rest.at(-1)?.usage).toBeDefined();
});

test('stopping ends hanging requests and refuses new ones; the port can be taken again', async () => {
  const upstream = await startUpstream();
  upstream.play(hang());
  const hanging = post(upstream);
  const request = await upstream.nextRequest();

  await upstream.stop();

  expect(await request.ended).toBe('stopped');
  await expect(hanging).rejects.toThrow();
  await expect(post(upstream)).rejects.toThrow();
  await using again = await startUpstream({ port: upstream.port });
  expect((await post(again)).status).toBe(200);
});

test('a script that throws fails the test, not the process', async () => {
  const upstream = await startUpstream();
  upstream.play(() => {
    throw new Error('a mistake');
  });

  await expect(post(upstream)).rejects.toThrow();
  await expect(upstream.stop()).rejects.toThrow('a mistake');
});
