/** Lines of /v1/batches for each of its endpoints, through the official client: the answer of each, and what it costs. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { toFile } from 'openai';
import { answerText, json, type Script } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { expectRightLedger, HELLO, paid } from './client.fixture.ts';

const poet = {
  engine: 'main',
  maxOutputTokens: 500,
  price: { input: '3', cachedInput: '1', output: '7' },
  tiers: { batch: 50 },
};
const vectors = {
  kind: 'embedding',
  engine: 'main',
  model: 'nomic',
  contextTokens: 512,
  price: { input: '2' },
  tiers: { batch: 25 },
};

let service: TestService;
beforeAll(async () => {
  const env = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_MODELS: JSON.stringify({ poet, vectors }) };
  service = await startService({ env });
  service.upstream.play(answers);
});
afterAll(() => service.stop());

/** As engines do: vectors for inputs, and text for chats. */
const answers: Script = ({ body }) =>
  body && typeof body === 'object' && 'input' in body
    ? json({
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [0.5, 0.25] }],
        usage: { prompt_tokens: 9, total_tokens: 9 },
      })
    : answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } });

type Line = {
  readonly custom_id: string;
  readonly response: { readonly status_code: number; readonly request_id: string; readonly body: object };
};

/** Runs a batch of two lines with the same body. */
async function runBatch(endpoint: string, body: object) {
  const client = service.client();
  const text = [1, 2].map((n) => JSON.stringify({ custom_id: `${n}`, method: 'POST', url: endpoint, body })).join('\n');
  const file = await client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
  const order = { input_file_id: file.id, completion_window: '24h' } as const;
  // The types of the client do not know all of ours.
  const { id } = await client.batches.create({ ...order, endpoint: endpoint as '/v1/responses' });
  await until('it has ended', async () => (await client.batches.retrieve(id)).status === 'completed');
  const batch = await client.batches.retrieve(id);
  const output = await (await client.files.content((batch.output_file_id ?? batch.error_file_id)!)).text();
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  return { batch: batch as typeof batch & { readonly cost_czk: string }, lines };
}

async function receiptOf({ response }: Line): Promise<{ readonly id: string }> {
  const headers = { authorization: `Bearer ${service.key}` };
  const answer = await fetch(`${service.url}/receipts/${response.request_id}`, { headers });
  return (await answer.json()) as { readonly id: string };
}

// Half of 10 tokens at 3 and 5 at 7 CZK per million; a quarter of 9 at 2.
test.each([
  [
    '/v1/chat/completions',
    { model: 'poet', messages: HELLO, max_tokens: 50 },
    { object: 'chat.completion', model: 'poet', usage: { prompt_tokens: 10, completion_tokens: 5 } },
    '0.0000325',
  ],
  [
    '/v1/responses',
    { model: 'poet', input: 'Hello', max_output_tokens: 50 },
    { object: 'response', status: 'completed', usage: { input_tokens: 10, output_tokens: 5 } },
    '0.0000325',
  ],
  [
    '/v1/messages',
    { model: 'poet', messages: HELLO, max_tokens: 50 },
    { type: 'message', content: [{ type: 'text', text: 'pong' }], usage: { input_tokens: 10, output_tokens: 5 } },
    '0.0000325',
  ],
  [
    '/v1/embeddings',
    { model: 'vectors', input: 'Hello', encoding_format: 'float' },
    { object: 'list', data: [{ index: 0, embedding: [0.5, 0.25] }], usage: { prompt_tokens: 9 } },
    '0.0000045',
  ],
] as const)(
  '%s: each line has its answer, its price for batches and its receipt',
  async (endpoint, body, answer, cost) => {
    const before = await paid(service);

    const { batch, lines } = await runBatch(endpoint, body);
    const receipts = await Promise.all(lines.map(receiptOf));
    const after = await paid(service);

    expect(batch).toMatchObject({ endpoint, request_counts: { total: 2, completed: 2, failed: 0 } });
    expect(lines.map(({ custom_id }) => custom_id).toSorted()).toEqual(['1', '2']);
    for (const { response } of lines) expect(response).toMatchObject({ status_code: 200, body: answer });
    for (const receipt of receipts) expect(receipt).toMatchObject({ service_tier: 'batch', cost_czk: cost });
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(2);
    expect(Number(after.spent - before.spent)).toBe(Math.round(Number(cost) * 1e9) * 2);
    expect(Number(batch.cost_czk)).toBeCloseTo(Number(cost) * 2, 12);
    expect(after.held).toBe(0n);
    await expectRightLedger(service);
  },
);

test.each([
  ['/v1/chat/completions', { model: 'poet', messages: HELLO, temperature: 99 }, { error: { param: 'temperature' } }],
  ['/v1/responses', { model: 'poet', input: 'Hello', temperature: 99 }, { error: { param: 'temperature' } }],
  ['/v1/messages', { model: 'poet', messages: HELLO, max_tokens: 5, temperature: 99 }, { type: 'error' }],
  ['/v1/embeddings', { model: 'vectors', input: '' }, { error: { param: 'input' } }],
] as const)(
  '%s: a line that is refused has the error of its own form, and costs nothing',
  async (endpoint, body, error) => {
    const before = await paid(service);

    const { batch, lines } = await runBatch(endpoint, body);

    expect(batch.request_counts).toEqual({ total: 2, completed: 0, failed: 2 });
    for (const { response } of lines) expect(response).toMatchObject({ status_code: 400, body: error });
    expect(await paid(service)).toEqual(before);
  },
);
