import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { until } from '../../../test/support/service.ts';
import { createSendFile } from './file-stream.ts';

const PIECE = 'x'.repeat(64 * 1024);

/** Pieces without end, and how many were taken. */
function endless(fail?: number) {
  const state = { made: 0, hasEnded: false };
  async function* pieces() {
    try {
      while (true) {
        if (state.made === fail) throw new Error('The database is gone.');
        state.made += 1;
        yield PIECE;
      }
    } finally {
      state.hasEnded = true;
    }
  }
  return { state, pieces: pieces() };
}

function serving(pieces: AsyncGenerator<string, void>, writeStallMs = 60_000) {
  let ends = 0;
  const failures: unknown[] = [];
  const log = { info() {}, warn() {}, error: ({ cause }: { cause?: unknown }) => void failures.push(cause) };
  const sendFile = createSendFile({ serviceName: 'own', log }, writeStallMs);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    development: false,
    error: () => new Response(null, { status: 502 }),
    fetch: () => sendFile({ onStreamEnd: () => void ends++ }, { name: 'all.txt', type: 'text/plain', pieces }),
  });
  return { server, url: server.url.href, failures, ends: () => ends, [Symbol.dispose]: () => void server.stop(true) };
}

describe('a file that is made while it is read', () => {
  test('comes whole, and its end is reported once', async () => {
    async function* pieces() {
      yield 'one,';
      yield 'two';
    }
    using here = serving(pieces());

    const text = await (await fetch(here.url)).text();

    expect([text, here.ends()]).toEqual(['one,two', 1]);
  });

  test('is made no faster than it is read', async () => {
    const { state, pieces } = endless();
    using here = serving(pieces);
    const socket = connect(here.server.port!, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('readable', resolve));

    // The client takes nothing off the socket: what the system keeps for it fills up, and the making stops.
    let before = -1;
    await until('the making stops', async () => {
      const stands = before === state.made;
      before = state.made;
      await Bun.sleep(50);
      return stands && before === state.made;
    });

    expect(state.made).toBeLessThan(200);
    socket.destroy();
    await until('the making has ended', () => state.hasEnded);
  });

  test('is made no further when its reader leaves', async () => {
    const { state, pieces } = endless();
    using here = serving(pieces);
    const leaving = new AbortController();
    const response = await fetch(here.url, { signal: leaving.signal });
    await response.body!.getReader().read();

    leaving.abort();

    await until('the making has ended', () => state.hasEnded);
    expect(here.ends()).toBe(1);
  });

  test('is given up when its reader does not read for too long', async () => {
    const { state, pieces } = endless();
    using here = serving(pieces, 30);
    const socket = connect(here.server.port!, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');

    await until('the making has ended', () => state.hasEnded);

    expect(here.ends()).toBe(1);
    socket.destroy();
  });

  test('breaks off where its making fails, so that no client takes a part for the whole', async () => {
    const { pieces } = endless(3);
    using here = serving(pieces);

    const read = fetch(here.url).then((response) => response.text());

    await expect(read).rejects.toThrow();
    expect(here.ends()).toBe(1);
    expect(here.failures).toEqual([new Error('The database is gone.')]);
  });
});
