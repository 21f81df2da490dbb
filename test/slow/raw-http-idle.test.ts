/**
 * No connection is silent for ever, and no answer is cut for being silent. The runtime counts in steps of four seconds
 * and gives a first request some ten, so everything here waits side by side and the longest wait is that one.
 */
import { expect, test } from 'bun:test';
import { listen } from '../../src/gateway/edge/server.ts';
import { CHAT } from '../contract/bad-input.fixture.ts';
import { RawClient } from '../support/raw-client.ts';
import { startService } from '../support/service.ts';

const GET = 'GET /whole HTTP/1.1\r\nhost: localhost\r\n\r\n';
const STREAM = 'GET /stream HTTP/1.1\r\nhost: localhost\r\n\r\n';
const HALF = 'GET /whole HTTP/1.1\r\nhost: loc';

test('silent connections are closed, silent answers are not', async () => {
  const isLate = Promise.withResolvers<void>();
  const { url, drain } = listen(appThatWaitsFor(isLate.promise), {
    host: '127.0.0.1',
    port: 0,
    trustProxy: false,
    limits: { drainMs: 1000 },
    keepAliveSeconds: 8,
  });
  const port = Number(new URL(url).port);
  const connect = async (first: string, until?: string): Promise<RawClient> => {
    const client = new RawClient(port);
    if (first) client.send(first);
    if (until) await client.hasText(until);
    return client;
  };

  using silent = await connect('');
  using half = await connect(HALF);
  using dripping = await connect(HALF);
  using rested = await connect(GET, 'whole');
  using halfOfSecond = await connect(GET, 'whole');
  using drippingSecond = await connect(GET, 'whole');
  using slowWhole = await connect(GET.replace('whole', 'late-whole'));
  using slowStream = await connect(STREAM, 'begun');
  using second = await connect(GET, 'whole');
  second.send(STREAM);
  await second.hasText('begun');
  halfOfSecond.send(HALF);
  drippingSecond.send(HALF);
  const drip = setInterval(() => {
    for (const client of [dripping, drippingSecond]) client.send('a');
  }, 500);

  const closed = await Promise.all(
    [silent, half, dripping, rested, halfOfSecond, drippingSecond].map((client) => client.over),
  );
  clearInterval(drip);
  isLate.resolve();
  await Promise.all([slowWhole.hasText('late'), slowStream.hasText('ended'), second.hasText('ended')]);
  const closedAfter = await Promise.all([slowWhole, slowStream, second].map((client) => client.over));
  await drain(() => true);

  expect(closed).toEqual(Array(6).fill('fin'));
  expect(closedAfter).toEqual(Array(3).fill('fin'));
  expect([silent.text, half.text]).toEqual(['', '']);
});

/** Answers at once, or begins a stream, or waits; what waits is over only when the test says so. */
function appThatWaitsFor(isLate: Promise<void>): Parameters<typeof listen>[0] {
  const bytes = (text: string) => new TextEncoder().encode(text);
  return async (request, connection) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/whole' || pathname === '/late-whole') {
      if (pathname === '/late-whole') await isLate;
      connection?.rest();
      return new Response(pathname.slice(1));
    }
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(bytes('begun'));
        await isLate;
        controller.enqueue(bytes('ended'));
        connection?.rest();
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

test('a connection serves stream after stream, and each says that it has ended', async () => {
  await using service = await startService();
  using client = new RawClient(service.port);
  const body = JSON.stringify({ ...CHAT, stream: true });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;

  for (let n = 1; n <= 3; n++) {
    client.send(head + body);
    await countOf(client, '\r\n0\r\n\r\n', n);
  }

  expect(client.text.match(/HTTP\/1\.1 200 /g)).toHaveLength(3);
});

async function countOf(client: RawClient, text: string, count: number): Promise<void> {
  while (client.text.split(text).length - 1 < count) await client.hasBytes(client.bytesReceived + 1);
}
