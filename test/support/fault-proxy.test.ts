import { expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { chunksOf, HARD_TEXT, post, STREAM, textOf } from './chat-client.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { RawClient } from './raw-client.ts';
import { listen } from './raw-http-server.ts';
import { answerText, echo, flood, hang, startUpstream } from './scripted-upstream.ts';

/** Sends back whatever it gets, and ends when the client does. */
async function startEcho() {
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  const port = await listen(server, 0);
  const proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port } });
  return {
    proxy,
    sockets,
    async [Symbol.asyncDispose]() {
      await proxy.stop();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const urlOf = (proxy: FaultProxy) => ({ url: `http://127.0.0.1:${proxy.port}/v1` });

test('without faults a proxy changes nothing, and counts', async () => {
  await using upstream = await startUpstream();
  await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: upstream.port } });
  upstream.play(echo());

  expect(textOf(await chunksOf(await post(urlOf(proxy), STREAM)))).toBe(HARD_TEXT);

  const [request] = upstream.requests;
  expect(proxy.counters).toMatchObject({ connections: 1, refused: 0, open: 1, buffered: 0 });
  expect(proxy.counters.up).toBe(Buffer.byteLength(`${request?.rawHead}\r\n\r\n${request?.rawBody}`));
  expect(proxy.counters.down).toBeGreaterThan(Buffer.byteLength(HARD_TEXT));
});

test('a half-close passes through, and the other half keeps working', async () => {
  await using system = await startEcho();
  using client = new RawClient(system.proxy.port);

  client.send('last words');
  client.halfClose();

  expect(await client.over).toBe('fin');
  expect(client.text).toBe('last words');
});

test.each(['up', 'down'] as const)('bytes stalled on the way %s come after the fault is cleared', async (direction) => {
  await using system = await startEcho();
  using client = new RawClient(system.proxy.port);
  client.send('before,');
  await client.hasText('before,');

  system.proxy.faults.set({ [direction]: { stall: true } });
  client.send('after');
  await system.proxy.received(direction, 'before,after'.length);
  expect(system.proxy.counters).toMatchObject({ [direction]: 'before,'.length, buffered: 'after'.length });
  expect(client.text).toBe('before,');
  system.proxy.clear();
  await client.hasText('after');

  expect(client.text).toBe('before,after');
  expect(system.proxy.faults.current).toEqual({ up: {}, down: {} });
});

test('delayed bytes keep their order, and come at once when the delay is lifted', async () => {
  await using system = await startEcho();
  using client = new RawClient(system.proxy.port);

  system.proxy.faults.set({ up: { delayMs: 2 }, down: { delayMs: 3 } });
  for (const word of ['one,', 'two,', 'three,']) {
    client.send(word);
    await system.proxy.received('up', word.length);
  }
  await client.hasText('three,');
  system.proxy.faults.set({ down: { delayMs: 1_000_000 } });
  client.send('four');
  await system.proxy.received('down', 'one,two,three,four'.length);
  system.proxy.clear();
  await client.hasText('four');

  expect(client.text).toBe('one,two,three,four');
});

test.each(['up', 'down'] as const)('a connection is cut with a FIN after some bytes %s', async (direction) => {
  await using system = await startEcho();
  using client = new RawClient(system.proxy.port);
  client.send('0123');
  await client.hasText('0123');

  system.proxy.faults.set({ [direction]: { cutAfterBytes: 3 } });
  client.send('456789');

  expect(await client.over).toBe('fin');
  expect(system.proxy.counters[direction]).toBe(7);
  expect('0123456').toStartWith(client.text);
  if (direction === 'down') expect(client.text).toBe('0123456');
});

test('a connection is reset after some bytes, and both sides notice', async () => {
  await using system = await startEcho();
  using client = new RawClient(system.proxy.port);
  client.send('0');
  await client.hasText('0');
  const serverNoticed = new Promise((resolve) => system.sockets[0]?.once('close', resolve));

  system.proxy.faults.set({ down: { resetAfterBytes: 3 } });
  client.send('123456789');

  expect(await client.over).toBe('rst');
  expect(system.proxy.counters.down).toBe(4);
  await serverNoticed;
});

test('a cut after no bytes happens before the first one', async () => {
  await using system = await startEcho();
  system.proxy.faults.set({ up: { cutAfterBytes: 0 } });
  using client = new RawClient(system.proxy.port);

  client.send('hello');

  expect(await client.over).toBe('fin');
  expect(system.proxy.counters.up).toBe(0);
});

test('bytes go out one by one', async () => {
  await using system = await startEcho();
  system.proxy.faults.set({ down: { pieceBytes: 1 } });
  using client = new RawClient(system.proxy.port);

  client.send(HARD_TEXT);
  await client.hasText(HARD_TEXT);

  expect(client.text).toBe(HARD_TEXT);
  expect(client.pieces.length).toBeGreaterThan(Buffer.byteLength(HARD_TEXT) / 2);
});

test('one byte is corrupted and no other', async () => {
  await using system = await startEcho();
  system.proxy.faults.set({ up: { corruptAtByte: 2, pieceBytes: 2 } });
  using client = new RawClient(system.proxy.port);

  client.send('abcdef');
  await client.hasBytes(6);

  const expected = Buffer.from('abcdef');
  expected[2] = expected[2]! ^ 0xff;
  expect(Buffer.concat([...client.pieces])).toEqual(expected);
});

test('new connections are refused, open ones go on, until the fault is cleared', async () => {
  await using system = await startEcho();
  using old = new RawClient(system.proxy.port);
  old.send('a');
  await old.hasText('a');

  system.proxy.faults.set({ refuse: true });
  using refused = new RawClient(system.proxy.port);
  refused.send('x');
  expect(await refused.over).not.toBe('fin');
  old.send('b');
  await old.hasText('ab');
  system.proxy.clear();
  using fresh = new RawClient(system.proxy.port);
  fresh.send('c');
  await fresh.hasText('c');

  expect(system.proxy.counters).toMatchObject({ connections: 3, refused: 1 });
});

test('all connections are cut or reset at once', async () => {
  await using system = await startEcho();
  using first = new RawClient(system.proxy.port);
  first.send('a');
  await first.hasText('a');
  system.proxy.cutAll();
  expect(await first.over).toBe('fin');

  using second = new RawClient(system.proxy.port);
  second.send('b');
  await second.hasText('b');
  system.proxy.resetAll();

  expect(await second.over).toBe('rst');
});

test('a proxy whose target is gone resets its clients', async () => {
  const upstream = await startUpstream();
  await upstream.stop();
  await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: upstream.port } });
  using client = new RawClient(proxy.port);

  client.send('hello');

  expect(await client.over).toBe('rst');
});

test('a client that leaves through the proxy is noticed by the upstream', async () => {
  await using upstream = await startUpstream();
  await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: upstream.port } });
  upstream.play(hang());
  using client = new RawClient(proxy.port);

  client.post({});
  const request = await upstream.nextRequest();
  client.reset();

  expect(await request.ended).toBe('client-left');
});

test('a stalled reader stalls the sender, and then gets every byte', async () => {
  await using upstream = await startUpstream();
  await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: upstream.port } });
  const totalBytes = 64 * 1024 * 1024;
  upstream.play(flood({ totalBytes, eventBytes: 10_000 }));
  proxy.faults.set({ down: { stall: true } });

  const answer = post(urlOf(proxy), { stream: true });
  const request = await upstream.nextRequest();
  await proxy.received('down', 256 * 1024);
  expect(proxy.counters.buffered).toBeLessThan(1024 * 1024);
  expect(request.ending).toBeUndefined();
  proxy.clear();
  const received = (await (await answer).arrayBuffer()).byteLength;

  expect(received).toBeGreaterThan(totalBytes);
  expect(await request.ended).toBe('done');
});

test('a slow server stalls the sender too', async () => {
  await using system = await startEcho();
  using client = new RawClient(system.proxy.port);
  const sent = Buffer.alloc(32 * 1024 * 1024, 'y');
  system.proxy.faults.set({ up: { stall: true } });

  client.send(sent);
  await system.proxy.received('up', 256 * 1024);
  expect(system.proxy.counters.buffered).toBeLessThan(1024 * 1024);
  system.proxy.clear();
  await client.hasBytes(sent.length);

  expect(client.bytesReceived).toBe(sent.length);
});

test('a stream that breaks at any byte never throws outside the request', async () => {
  await using upstream = await startUpstream();
  await using proxy = await startFaultProxy({ to: { hostname: '127.0.0.1', port: upstream.port } });
  upstream.play(answerText('a b c d'));

  for (let at = 0; at < 600; at += 37) {
    proxy.faults.set({ down: at % 2 ? { cutAfterBytes: at } : { resetAfterBytes: at } });
    await expect(post(urlOf(proxy), STREAM).then((response) => response.text())).rejects.toThrow();
  }
  proxy.clear();

  expect(textOf(await chunksOf(await post(urlOf(proxy), STREAM)))).toBe('a b c d');
});
