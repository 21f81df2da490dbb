import { expect, test } from 'bun:test';
import { lendServices } from './lent-services.ts';
import { jsonError } from './scripted-upstream.ts';

const CHAT = { messages: [{ role: 'user', content: 'Hello' }] };

test('a service that is given back is lent again, with another account and as new', async () => {
  const lendService = lendServices();
  const first = await lendService();
  expect((await first.post(CHAT)).status).toBe(200);
  await first.stop();

  await using second = await lendService({ creditNanos: 0n });

  expect(second.port).toBe(first.port);
  expect(second.accountId).not.toBe(first.accountId);
  expect({ asked: second.upstream.requests, log: second.log }).toEqual({ asked: [], log: [] });
  expect((await second.post(CHAT)).status).toBe(402);
  expect(await second.stores.ledger.balanceOf(second.accountId, Date.now())).toMatchObject({ spent: 0n });
});

test('one in use, one of the other catalogue and one whose engine has failed are not lent', async () => {
  const lendService = lendServices();
  await using inUse = await lendService();
  await using beside = await lendService();
  await using other = await lendService({ catalogue: 'B' });
  expect(new Set([inUse.port, beside.port, other.port]).size).toBe(3);

  const failed = await lendService();
  failed.upstream.play(jsonError(500));
  expect((await failed.post(CHAT)).status).toBe(502);
  await failed.stop();

  await using next = await lendService();
  expect(next.port).not.toBe(failed.port);
});
