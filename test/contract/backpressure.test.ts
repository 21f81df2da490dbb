/** F13, in one process: a slow reader loses nothing, a stalled one is ended, and neither disturbs other clients. */
import { expect, test } from 'bun:test';
import { ask, costOf, questionFor } from '../support/asking.ts';
import { expectLedgerInOrder, settledRows } from '../support/ledger-order.ts';
import { isDone, rawAsk, unchunked } from '../support/raw-asking.ts';
import { type AnswerOptions, answerText, FLOOD_ENV, flood, inTurn } from '../support/scripted-upstream.ts';
import { startService, until } from '../support/service.ts';

const MB = 1024 * 1024;
const USED: AnswerOptions = { usage: { prompt_tokens: 5, completion_tokens: 900 } };

test('a slow reader gets every byte and the closing mark', async () => {
  await using service = await startService({ env: FLOOD_ENV });
  const totalBytes = 24 * MB;
  service.upstream.play(flood({ totalBytes, eventBytes: 2000 }, USED));
  using client = rawAsk(service, questionFor('stream'));

  for (let turn = 1; turn <= 10; turn++) {
    await client.hasBytes(turn * MB);
    client.stall();
    // Long enough for what is under way to run into the full socket.
    expect((await fetch(new URL('/healthz', service.url))).status).toBe(200);
    client.resume();
  }
  await isDone(client);

  const body = unchunked(client.text);
  const events = body.split('\n\n').filter((event) => event !== '');
  const contents = events.slice(0, -3).map((event) => JSON.parse(event.slice(6)).choices[0].delta.content as string);
  const expected = Math.floor(totalBytes / 2000);
  expect(contents.filter((content) => content.length > 0)).toHaveLength(expected);
  expect(events.at(-1)).toBe('data: [DONE]');
  await expectLedgerInOrder(service.config.dataDir);
});

test('a reader that has stopped is ended at the write-stall deadline; the upstream is stopped and what was made is charged', async () => {
  await using service = await startService({ env: { ...FLOOD_ENV, BOREAL_LIMITS_WRITE_STALL_MS: '200' } });
  service.upstream.play(flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 2000 }));
  using client = rawAsk(service, questionFor('stream'));
  await client.hasText('"content":"x');
  client.stall();
  const request = await service.upstream.nextRequest();

  expect(await request.closed).toBe('peer');

  const [row] = await settledRows(service.config.dataDir, 1);
  expect(row).toMatchObject({ state: 'settled', outcome: 'client-left', input_tokens: 8, output_tokens: 1000 });
  expect(row?.cost_nanos).toBe(Number(costOf(8, 1000)));
  client.resume();
  await client.over;
  expect(client.text).not.toContain('[DONE]');
  await expectLedgerInOrder(service.config.dataDir);
});

test('a reader that is slow, but reads, outlives the write-stall deadline', async () => {
  const writeStallMs = 3000;
  await using service = await startService({
    env: { ...FLOOD_ENV, BOREAL_LIMITS_WRITE_STALL_MS: String(writeStallMs) },
  });
  service.upstream.play(flood({ totalBytes: 24 * MB, eventBytes: 2000 }, USED));
  using client = rawAsk(service, questionFor('stream'));
  const startedMs = performance.now();

  for (let turn = 1; turn <= 12; turn++) {
    await client.hasBytes(turn * MB);
    client.stall();
    const restFromMs = performance.now();
    await until('it has rested', () => performance.now() - restFromMs > 300);
    client.resume();
  }
  await isDone(client);

  expect(performance.now() - startedMs).toBeGreaterThan(writeStallMs);
  expect(await settledRows(service.config.dataDir, 1)).toMatchObject([{ outcome: 'finished', output_tokens: 900 }]);
});

test('a stream that waits for its engine is not ended by the write-stall deadline', async () => {
  await using service = await startService({
    env: { BOREAL_LIMITS_WRITE_STALL_MS: '50', BOREAL_LIMITS_PING_MS: '20' },
  });
  service.upstream.play(answerText('a b c d', { everyMs: 120 }));

  expect(await ask(service, 'stream')).toMatchObject({ text: 'a b c d', isDone: true });
});

test('while 20 do not read, others are served', async () => {
  await using service = await startService({ env: { ...FLOOD_ENV, BOREAL_LIMITS_WRITE_STALL_MS: '60000' } });
  service.upstream.play((_request, n) =>
    n < 20 ? flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 2000 }) : inTurn(answerText('served')),
  );
  const stalled = Array.from({ length: 20 }, () => {
    const client = rawAsk(service, questionFor('stream'));
    client.stall();
    return client;
  });
  await until('all have begun', () => service.upstream.requests.length === 20);

  for (let n = 0; n < 20; n++) expect((await ask(service, n % 2 === 0 ? 'json' : 'stream')).text).toBe('served');

  for (const client of stalled) client.reset();
  const rows = await settledRows(service.config.dataDir, 40);
  expect(rows.filter((row) => row.outcome === 'client-left')).toHaveLength(20);
  await until('the upstream is left alone', () => service.upstream.requests.every((one) => one.ending !== undefined));
  await expectLedgerInOrder(service.config.dataDir);
});
