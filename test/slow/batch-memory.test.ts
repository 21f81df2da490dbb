/** A long batch is sent, read, answered and downloaded piece by piece: the server does not grow with its lines. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import OpenAI, { toFile } from 'openai';
import { answerText, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { times } from '../support/thorough.ts';

const LINES = times(6_000, 50_000);
/** The heap takes its usual size in batches of so many; only what is above that comes of the length of a batch. */
const WARM_LINES = Math.floor(LINES / 3);
/** Each line is long enough for all of them to be seen, were they kept: 24 MB, or 200. */
const PADDING = 'x'.repeat(4_000);
const GROWTH_MAX = 96 * 1024 * 1024;

let upstream: ScriptedUpstream;
let service: ServiceProcess;
beforeAll(async () => {
  upstream = await startUpstream({ requestsMax: 10 });
  upstream.play(answerText('pong'));
  const env = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_LIMITS_FILE_BYTES_MAX: '500000000' };
  service = await startServiceProcess({ engineUrl: upstream.url, env });
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await upstream.stop();
});

const linesOf = (count: number): string =>
  Array.from({ length: count }, (_, n) => {
    const messages = [{ role: 'user', content: `${n} ${PADDING}` }];
    const body = { model: 'svc-frost', messages, max_tokens: 5 };
    return JSON.stringify({ custom_id: `line-${n}`, method: 'POST', url: '/v1/chat/completions', body });
  }).join('\n');

test(`${LINES} lines do not grow the memory of the server`, async () => {
  const { key } = await accountIn(service.dataDir);
  const client = new OpenAI({ baseURL: service.url, apiKey: key, maxRetries: 5 });
  async function runBatch(count: number): Promise<number> {
    const file = await toFile(Buffer.from(linesOf(count)), 'in.jsonl');
    const sent = await client.files.create({ file, purpose: 'batch' });
    const order = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
    const { id } = await client.batches.create({ input_file_id: sent.id, ...order });
    let most = 0;
    await until(
      'it has ended',
      async () => {
        most = Math.max(most, service.rssBytes());
        return (await client.batches.retrieve(id)).status === 'completed';
      },
      3_000_000,
    );
    const { output_file_id: output } = await client.batches.retrieve(id);
    const text = await (await client.files.content(output!)).text();
    expect(text.trimEnd().split('\n').length).toBe(count);
    return Math.max(most, service.rssBytes());
  }

  const warm = Math.max(await runBatch(WARM_LINES), await runBatch(WARM_LINES));
  const most = await runBatch(LINES);

  const grown = most - warm;
  console.log(`${LINES} lines: ${Math.round(warm / 1e6)} MB with ${WARM_LINES}, ${Math.round(most / 1e6)} MB at most`);
  expect(grown).toBeLessThan(GROWTH_MAX);
}, 3_600_000);
