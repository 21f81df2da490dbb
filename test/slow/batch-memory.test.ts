/** A long batch is sent, read, answered and downloaded piece by piece: the server does not grow with its lines. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { answerText, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { isThorough, times } from '../support/thorough.ts';

const LINES = times(3_000, 50_000);
/** Memory takes its usual size in batches of so many; only what is above that comes of the length of a batch. */
const WARM_LINES = Math.floor(LINES / 3);
/** Each line is long enough for all of them to be seen, were they kept: 24 MB, or 200. */
const PADDING = 'x'.repeat(isThorough ? 4_000 : 8_000);
/** A quarter of the lines that the short run adds. */
const HEAP_GROWTH_MAX = 4 * 1024 * 1024;
/** Pages that the system has given say little of a short run: garbage alone moves them by more than all lines have. */
const RSS_GROWTH_MAX = 96 * 1024 * 1024;
const LOOKS = 5;

const folder = mkdtempSync(join(tmpdir(), 'boreal-batch-memory-'));
const probe = join(folder, 'probe.sock');
let upstream: ScriptedUpstream;
let service: ServiceProcess;
beforeAll(async () => {
  upstream = await startUpstream({ requestsMax: 10 });
  upstream.play(answerText('pong'));
  const env = {
    BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
    BOREAL_LIMITS_FILE_BYTES_MAX: '500000000',
    BUN_OPTIONS: `--preload=${join(import.meta.dir, '../support/count-probe.ts')}`,
    TEST_COUNT_PROBE: probe,
  };
  service = await startServiceProcess({ engineUrl: upstream.url, env });
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await upstream.stop();
  rmSync(folder, { recursive: true });
});

/** Of the serving thread, without its garbage. */
const heapBytes = async (): Promise<number> => Number(await (await fetch('http://probe/heap', { unix: probe })).text());

const linesOf = (count: number): string =>
  Array.from({ length: count }, (_, n) => {
    const messages = [{ role: 'user', content: `${n} ${PADDING}` }];
    const body = { model: 'svc-frost', messages, max_tokens: 5 };
    return JSON.stringify({ custom_id: `line-${n}`, method: 'POST', url: '/v1/chat/completions', body });
  }).join('\n');

test(`${LINES} lines do not grow the memory of the server`, async () => {
  const { key } = await accountIn(service.dataDir);
  const client = new OpenAI({ baseURL: service.url, apiKey: key, maxRetries: 5 });
  async function runBatch(count: number): Promise<{ readonly heap: number; readonly rss: number }> {
    const file = await toFile(Buffer.from(linesOf(count)), 'in.jsonl');
    const sent = await client.files.create({ file, purpose: 'batch' });
    const order = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
    const { id } = await client.batches.create({ input_file_id: sent.id, ...order });
    const looks: number[] = [];
    let rss = 0;
    await until(
      'it has ended',
      async () => {
        const { status, request_counts: counts } = await client.batches.retrieve(id);
        const isDue = (counts?.completed ?? 0) >= (count * (looks.length + 1)) / (LOOKS + 1);
        if (isDue && looks.length < LOOKS) looks.push(await heapBytes());
        rss = Math.max(rss, service.rssBytes());
        return status === 'completed';
      },
      3_000_000,
    );
    const { output_file_id: output } = await client.batches.retrieve(id);
    const text = await (await client.files.content(output!)).text();
    expect(text.trimEnd().split('\n').length).toBe(count);
    looks.push(await heapBytes());
    return { heap: Math.max(...looks), rss: Math.max(rss, service.rssBytes()) };
  }

  const warm = [await runBatch(WARM_LINES), await runBatch(WARM_LINES)];
  const most = await runBatch(LINES);

  const usual = { heap: Math.max(...warm.map(({ heap }) => heap)), rss: Math.max(...warm.map(({ rss }) => rss)) };
  const toldOf = (what: 'heap' | 'rss') =>
    `${what} ${(usual[what] / 1e6).toFixed(1)} MB with ${WARM_LINES}, ${(most[what] / 1e6).toFixed(1)} MB at most`;
  console.log(`${LINES} lines: ${toldOf('heap')}; ${toldOf('rss')}`);
  expect(most.heap - usual.heap).toBeLessThan(HEAP_GROWTH_MAX);
  if (isThorough) expect(most.rss - usual.rss).toBeLessThan(RSS_GROWTH_MAX);
}, 3_600_000);
