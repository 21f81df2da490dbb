/** Bodies on their way are kept in memory: an account may have only so many of them, and does not take the others' room. */
import { expect, test } from 'bun:test';
import { newAccountIn } from '../support/new-account.ts';
import { RawClient } from '../support/raw-client.ts';
import { PLENTY, startService, type TestService, until } from '../support/service.ts';
import { CHAT } from './bad-input.fixture.ts';

const MB = 1024 * 1024;
const LARGE = JSON.stringify({ ...CHAT, filling: 'x'.repeat(7 * MB) });

/** Announces 8 MiB and sends a little of it. */
function stall(service: TestService, framing = `content-length: ${8 * MB}`): RawClient {
  const client = new RawClient(service.port);
  client.send(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.key}\r\n` +
      `content-type: application/json\r\n${framing}\r\n\r\n`,
  );
  return client;
}

const statusesOf = (clients: readonly RawClient[]) => clients.map(({ text }) => text.slice(9, 12));

test('of 60 stalled bodies of 8 MiB one account holds eight; the rest get a time to come again', async () => {
  await using service = await startService();
  const other = await service.newKey({ accountId: await newAccountIn(service.stores, PLENTY) });
  const clients = Array.from({ length: 60 }, () => stall(service));
  await until('the rest are refused', () => clients.filter(({ text }) => text.endsWith('}}')).length === 52);

  const refused = clients.filter(({ text }) => text !== '');
  const own = await service.post(CHAT);
  const theirs = await service.post(LARGE, { headers: { authorization: `Bearer ${other.secret}` } });
  const tooMuch = await service.post(LARGE);

  expect(new Set(statusesOf(refused))).toEqual(new Set(['429']));
  for (const { text } of refused) {
    const seconds = Number(/\r\nretry-after: (\d+)\r\n/i.exec(text)?.[1]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(text).toContain('Too many large request bodies');
  }
  expect([own.status, theirs.status, tooMuch.status]).toEqual([200, 200, 429]);

  for (const client of clients) client[Symbol.dispose]();
  await until('the room is free again', async () => (await service.post(LARGE)).status === 200);
});

test('bodies in chunks are counted as they come', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_ACCOUNT_BODIES_BYTES_MAX: String(8 * MB) } });
  const piece = `${(4 * MB).toString(16)}\r\n${'x'.repeat(4 * MB)}\r\n`;
  const clients = [1, 2, 3].map(() => stall(service, 'transfer-encoding: chunked'));

  for (const client of clients) client.send(piece);
  await until('one is refused', () => clients.some(({ text }) => text.endsWith('}}')));

  expect(statusesOf(clients).filter((status) => status !== '')).toEqual(['429']);
  for (const client of clients) client[Symbol.dispose]();
});
