/** Refusals of the runtime itself, behind nginx with the settings that we ship: as the standard wants it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { HOST, lines, rawRequests } from '../contract/raw-http.fixture.ts';
import { type OwnNginx, startNginx } from '../support/own-nginx.ts';
import { RawClient } from '../support/raw-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
let other: TestService;
let nginx: OwnNginx;
beforeAll(async () => {
  service = await startService();
  other = await startService();
  nginx = await startNginx([service.port, other.port]);
});
afterAll(async () => {
  await nginx[Symbol.asyncDispose]();
  await Promise.all([service.stop(), other.stop()]);
});

const { chat, chatFrom, withCoding, withChunks, chatWithoutKey } = {
  ...rawRequests(() => service),
  chatWithoutKey: (chunks: string) =>
    lines('POST /v1/chat/completions HTTP/1.1', HOST, 'Content-Type: application/json', 'Transfer-Encoding: chunked') +
    chunks,
};

/** Sends bytes to nginx; resolves with the statuses that came. */
async function statusesOf(bytes: string): Promise<readonly number[]> {
  using client = new RawClient(Number(new URL(nginx.origin).port));
  client.send(Buffer.from(bytes, 'latin1'));
  const answered = until('an answer has come', () => /\r\n\r\n[\s\S]*[}\n]$/.test(client.text));
  await Promise.race([client.over, answered]);
  return [...client.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

describe('behind nginx', () => {
  test.each([
    ['an unknown method', () => lines('FROB / HTTP/1.1', HOST), [501]],
    ['a method in small letters', () => lines('get /healthz HTTP/1.1', HOST), [400]],
    ['a method of another protocol', () => lines('PROPFIND / HTTP/1.1', HOST), [501]],
    ['a target of 20 KB', () => lines(`GET /${'a'.repeat(20_000)} HTTP/1.1`, HOST), [414]],
    ['another transfer coding', () => withCoding('Transfer-Encoding: gzip'), [501]],
    ['an empty line before the request', () => `\r\n${lines('GET /healthz HTTP/1.1', HOST)}`, [200]],
    ['HTTP/1.2', () => lines('GET /healthz HTTP/1.2', HOST), [200]],
    ['a bad chunk', () => withChunks('5\r\nhello\r\nzz\r\n'), [400]],
    ['a bad chunk without a key', () => chatWithoutKey('5\r\nhello\r\nzz\r\n'), [400]],
  ])('%s is answered once, as the standard wants it', async (_, bytes, statuses) => {
    expect(await statusesOf(bytes())).toEqual(statuses);
  });

  test('after unknown methods both servers still answer', async () => {
    for (let n = 0; n < 10; n++) await statusesOf(lines('FROB / HTTP/1.1', HOST));

    for (let n = 0; n < 10; n++) expect((await fetch(`${nginx.origin}/healthz`)).status).toBe(200);
  });
});

test.each([
  ['a chat', () => chat()],
  ['a chat of HTTP/1.0', () => chatFrom('POST /v1/chat/completions HTTP/1.0')],
])('%s goes through', async (_, bytes) => {
  // It does not know the key.
  await nginx.spare(other.port);

  expect((await statusesOf(bytes()))[0]).toBe(200);
});
