/** The total deadline is ours: it ends an answer, and it is held against neither the engine nor the ledger. */
import { describe, expect, test } from 'bun:test';
import { DEFAULT_ENGINE_MS } from '../../src/core/limits.ts';
import { ask, askAndPay, askForNothing, costOf, expectBrokenStream, FORMS, questionFor } from '../support/asking.ts';
import { expectLedgerInOrder, settledRows } from '../support/ledger-order.ts';
import { isDone, rawAsk } from '../support/raw-asking.ts';
import {
  answerText,
  body,
  chunk,
  everyMs,
  FLOOD_ENV,
  firstEvents,
  flood,
  hang,
  type Script,
  sse,
  sseHead,
} from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';

const MB = 1024 * 1024;
const TOTAL_MS = 300;
const USED = (output: number) => ({ usage: { prompt_tokens: 12, completion_tokens: output } });

/** An engine that goes on for as long as it is let, and says with each word how many there were. */
const endless: Script = (request) => [
  sseHead(),
  everyMs(10),
  body(function* () {
    for (let n = 1; ; n++) yield `data: ${JSON.stringify(chunk(request, { content: ' word' }, USED(n)))}\n\n`;
  }),
];

const wordsIn = (text: string): number => text.split(' word').length - 1;

describe.each(FORMS)('as %s', (form) => {
  test('an answer that takes longer than it may ends with "length", and what was produced is charged', async () => {
    await using service = await startService({ engine: { totalMs: TOTAL_MS } });
    service.upstream.play(endless);

    const { answer, paid } = await askAndPay(service, form);

    expect(answer).toMatchObject({ status: 200, finishReason: 'length', error: undefined, isDone: form === 'stream' });
    expect(answer.usage?.completion_tokens).toBeGreaterThan(0);
    expect(answer.usage?.completion_tokens).toBe(wordsIn(answer.text));
    expect(paid).toBe(costOf(12, wordsIn(answer.text)));
    expect(await service.upstream.requests[0]!.closed).toBe('peer');
    expect(service.log.filter(({ level }) => level === 'error')).toEqual([]);
    await expectLedgerInOrder(service.config.dataDir);
  });
});

test('what the reader kept back of a text is given before the end', async () => {
  await using service = await startService({ engine: { totalMs: TOTAL_MS } });
  // The beginning of a tag that never comes: it could be reasoning, so it is kept until that is known.
  service.upstream.play((request) => [
    sseHead(),
    sse(chunk(request, { reasoning_content: 'hm' })),
    sse(chunk(request, { content: '<thi' })),
    everyMs(10),
    body(function* () {
      while (true) yield `data: ${JSON.stringify(chunk(request, {}))}\n\n`;
    }),
  ]);

  const { answer } = await askAndPay(service, 'stream');

  expect(answer).toMatchObject({ text: '<thi', finishReason: 'length', isDone: true });
});

test('an engine that is silent is still at fault, and costs nothing', async () => {
  await using service = await startService({ engine: { idleMs: 100, totalMs: 10_000 } });
  service.upstream.play([firstEvents(3, answerText('one two three')), hang()]);

  expectBrokenStream(await askForNothing(service, 'stream'), 'upstream_incomplete');
});

test('the time that a client does not read is not the time of the engine', async () => {
  const totalMs = 4000;
  await using service = await startService({ engine: { totalMs }, env: FLOOD_ENV });
  service.upstream.play(flood({ totalBytes: 12 * MB, eventBytes: 60_000 }, USED(900)));
  using client = rawAsk(service, questionFor('stream'));

  const startedMs = performance.now();
  for (let turn = 1; turn <= 6; turn++) {
    await client.hasBytes(turn * MB);
    client.stall();
    const restFromMs = performance.now();
    await until('it has rested', () => performance.now() - restFromMs > 800);
    client.resume();
  }
  await isDone(client);

  expect(performance.now() - startedMs).toBeGreaterThan(totalMs);
  expect(await settledRows(service.config.dataDir, 1)).toMatchObject([{ outcome: 'finished', output_tokens: 900 }]);
});

/**
 * Reads a little now and then: never silent for long, and yet never done. However slow the machine, a server has more to
 * send by then.
 */
const REST_MS = 300;

async function readSlowly(service: TestService): Promise<void> {
  using client = rawAsk(service, questionFor('stream'));
  let isOver = false;
  void client.over.then(() => {
    isOver = true;
  });
  for (let bytes = MB / 2; !isOver; bytes += MB / 2) {
    await Promise.race([client.hasBytes(bytes), client.over]);
    client.stall();
    const restFromMs = performance.now();
    await until('it has rested', () => performance.now() - restFromMs > REST_MS);
    client.resume();
  }
}

test('a client that reads too slowly in all counts as gone, and pays for what was made', async () => {
  await using service = await startService({ env: { ...FLOOD_ENV, BOREAL_LIMITS_SLOW_READ_MS: '500' } });
  service.upstream.play(flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 60_000 }));

  await readSlowly(service);

  expect(await service.upstream.requests[0]!.closed).toBe('peer');
  const [row] = await settledRows(service.config.dataDir, 1);
  expect(row).toMatchObject({ state: 'settled', outcome: 'client-left', input_tokens: 8 });
  expect(row?.output_tokens).toBeGreaterThan(0);
  await expectLedgerInOrder(service.config.dataDir);
});

describe('eight streams', () => {
  const AT_ONCE = 8;
  /** With a limit an engine has a circuit, which opens after five failures in a row. */
  const ENGINE = { concurrencyMax: 100, failuresMax: 5, openMs: 60_000, totalMs: TOTAL_MS };

  async function expectOpenToOthers(service: TestService): Promise<void> {
    service.upstream.play(answerText('served'));
    for (let n = 0; n < 20; n++) expect((await ask(service, 'stream')).text).toBe('served');
    const metrics = await (await fetch(new URL('/metrics', service.url))).text();
    expect(metrics).toContain('boreal_engine_circuit{engine="main"} 0\n');
    expect(metrics).not.toContain('boreal_engine_failures_total{');
  }

  test('that our deadline ends do not close an engine to an honest customer', async () => {
    await using service = await startService({ engine: ENGINE });
    service.upstream.play(endless);

    const ended = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(service, 'stream')));

    expect(ended.map(({ finishReason }) => finishReason)).toEqual(Array(AT_ONCE).fill('length'));
    await expectOpenToOthers(service);
  });

  test('that are not read do not close an engine to an honest customer', async () => {
    await using service = await startService({
      engine: { ...ENGINE, totalMs: 120_000 },
      env: { ...FLOOD_ENV, BOREAL_LIMITS_SLOW_READ_MS: '300', BOREAL_LIMITS_WRITE_STALL_MS: '10000' },
    });
    service.upstream.play(flood({ totalBytes: Number.POSITIVE_INFINITY, eventBytes: 60_000 }));

    const readers = Array.from({ length: AT_ONCE }, () => {
      const client = rawAsk(service, questionFor('stream'));
      client.stall();
      return client;
    });
    const rows = await settledRows(service.config.dataDir, AT_ONCE);

    expect(rows.map(({ outcome }) => outcome)).toEqual(Array(AT_ONCE).fill('client-left'));
    for (const { cost_nanos } of rows) expect(cost_nanos).toBeGreaterThan(0);
    await expectOpenToOthers(service);
    for (const reader of readers) reader.reset();
  });
});

test('by default the longest published answer can come from a slow engine', async () => {
  await using service = await startService();
  const longest = 32_000;

  const { totalMs, firstByteMs } = service.config.engines.main!;

  expect(totalMs).toBe(DEFAULT_ENGINE_MS.total);
  expect(totalMs - firstByteMs).toBeGreaterThanOrEqual((longest / 15) * 1000);
});
