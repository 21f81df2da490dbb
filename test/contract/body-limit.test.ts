import { describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { RawClient } from '../support/raw-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { CHAT, expectErrorBody } from './bad-input.fixture.ts';

const TOO_LARGE = {
  status: 413,
  type: 'request_too_large',
  code: 'request_too_large',
  param: null,
  message: /larger than \d+ bytes/,
} as const;

const startWithLimit = (bytes: number) => startService({ env: { BOREAL_LIMITS_BODY_BYTES_MAX: String(bytes) } });

/** A chat request of exactly this many bytes. */
function chatOf(bytes: number): string {
  const bare = JSON.stringify({ ...CHAT, unknown: '' });
  return JSON.stringify({ ...CHAT, unknown: 'ž'.repeat(10) + 'x'.repeat(bytes - bare.length - 20) });
}

type Framing = 'content-length' | 'chunked';

const headOf = (service: TestService, framing: Framing, bytes: number) =>
  [
    'POST /v1/chat/completions HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${service.key}`,
    'content-type: application/json',
    framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${bytes}`,
    '\r\n',
  ].join('\r\n');

const asChunk = (bytes: Uint8Array) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

async function answerTo(
  service: TestService,
  framing: Framing,
  body: string,
): Promise<{ status: number; text: string }> {
  using client = new RawClient(service.port);
  const bytes = Buffer.from(body);
  client.send(headOf(service, framing, bytes.length));
  if (framing === 'content-length') client.send(bytes);
  else {
    for (let at = 0; at < bytes.length; at += 700) client.send(asChunk(bytes.subarray(at, at + 700)));
    client.send('0\r\n\r\n');
  }
  await Promise.race([client.hasText('}'), client.over]);
  return { status: Number(client.text.slice(9, 12)), text: client.text.split('\r\n\r\n')[1] ?? '' };
}

describe.each(['content-length', 'chunked'] as const)('with %s', (framing) => {
  test.each([600, 5000])('a body of %d bytes passes a limit of as many, one byte more does not', async (limit) => {
    await using service = await startWithLimit(limit);
    expect(Buffer.byteLength(chatOf(limit))).toBe(limit);

    const most = await answerTo(service, framing, chatOf(limit));
    const more = await answerTo(service, framing, chatOf(limit + 1));

    expect(most.status).toBe(200);
    expectErrorBody(more.text, { ...TOO_LARGE, message: new RegExp(`larger than ${limit} bytes`) }, more.status);
    expect(service.upstream.requests).toHaveLength(1);
  });

  test('the limit out of the box is 8 MiB', async () => {
    await using service = await startService();
    const limit = 8 * 1024 * 1024;

    const most = await answerTo(service, framing, chatOf(limit));
    const more = await answerTo(service, framing, chatOf(limit + 1));

    expect([most.status, more.status]).toEqual([200, 413]);
  });

  test('200 MB are refused without being kept: the connection is closed, and memory stays flat', async () => {
    await using service = await startService();
    const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

    const offer = await offerMegabytes(service, framing, 200);

    expect(offer.received).toStartWith('HTTP/1.1 413 ');
    expect(offer.isOver).toBe(true);
    expect(offer.grownBytes).toBeLessThan(100 * 1024 * 1024);
    expect(service.upstream.requests).toHaveLength(0);
    expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);
  });
});

/** Writes megabyte after megabyte, as fast as they are taken, until the other side has had enough. */
async function offerMegabytes(service: TestService, framing: Framing, megabytes: number) {
  const size = 1024 * 1024;
  const piece = framing === 'chunked' ? asChunk(Buffer.alloc(size, 'a')) : Buffer.alloc(size, 'a');
  const socket = connect({ host: '127.0.0.1', port: service.port, allowHalfOpen: true });
  const over = Promise.withResolvers<void>();
  let received = '';
  let isOver = false;
  socket.on('data', (data) => {
    received += data;
  });
  for (const event of ['end', 'error', 'close']) {
    socket.on(event, () => {
      isOver = true;
      over.resolve();
    });
  }
  const atFirst = process.memoryUsage.rss();
  let grownBytes = 0;
  socket.write(headOf(service, framing, megabytes * size));
  for (let sent = 0; sent < megabytes && !isOver; sent++) {
    await Promise.race([written(socket, piece), over.promise]);
    grownBytes = Math.max(grownBytes, process.memoryUsage.rss() - atFirst);
  }
  await over.promise;
  socket.destroy();
  return { received, isOver, grownBytes };
}

const written = (socket: Socket, data: Uint8Array): Promise<void> =>
  new Promise((resolve) => socket.write(data, () => resolve()));
