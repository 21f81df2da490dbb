/** /v1/batches through the official client: each line is answered and charged once, and what is wrong is said. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { toFile } from 'openai';
import { answerText, jsonError, waitFor } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { expectRightLedger, HELLO, paid, rejection } from './client.fixture.ts';

/** Tests look often how a batch does. */
const PATIENT = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
let service: TestService;
beforeAll(async () => {
  service = await startService({ env: PATIENT });
});
afterAll(() => service.stop());
afterEach(() => service.upstream.restart());

type Line = Readonly<Record<string, unknown>>;
type Endpoint = '/v1/chat/completions' | '/v1/responses' | '/v1/embeddings';

const chatLine = (n: number, body: Line = {}, line: Line = {}): Line => ({
  custom_id: `line-${n}`,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'svc-frost', messages: HELLO, max_tokens: 50, ...body },
  ...line,
});

async function make(lines: readonly (Line | string)[], extra: Line = {}, client = service.client()) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const file = await client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
  const endpoint = (extra.endpoint ?? '/v1/chat/completions') as Endpoint;
  const order = { input_file_id: file.id, endpoint, completion_window: '24h' as const, ...extra };
  return client.batches.create(order);
}

const ENDED = ['completed', 'failed', 'expired', 'cancelled'];

async function untilEnded(id: string, client = service.client()) {
  let batch = await client.batches.retrieve(id);
  await until('the batch has ended', async () => {
    batch = await client.batches.retrieve(id);
    return ENDED.includes(batch.status);
  });
  return batch;
}

async function linesOf(fileId: string | null | undefined, client = service.client()) {
  if (!fileId) return [];
  const text = await (await client.files.content(fileId)).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('every line is answered under its name, charged once, and shown in a receipt', async () => {
  service.upstream.play(answerText('pong', { usage: { prompt_tokens: 9, completion_tokens: 3 } }));
  const before = await paid(service);

  const made = await make([chatLine(1), chatLine(2), chatLine(3)], { metadata: { job: 'nightly' } });
  const batch = await untilEnded(made.id);
  const output = await linesOf(batch.output_file_id);
  const file = await service.client().files.retrieve(batch.output_file_id!);
  const after = await paid(service);

  expect(made).toMatchObject({ object: 'batch', endpoint: '/v1/chat/completions', metadata: { job: 'nightly' } });
  expect(batch).toMatchObject({ status: 'completed', request_counts: { total: 3, completed: 3, failed: 0 } });
  expect(batch.error_file_id).toBeNull();
  expect(output.map(({ custom_id }) => custom_id).toSorted()).toEqual(['line-1', 'line-2', 'line-3']);
  for (const line of output) {
    expect(line).toMatchObject({ error: null, response: { status_code: 200 } });
    expect(line.response.body).toMatchObject({ object: 'chat.completion', model: 'svc-frost' });
    expect(line.response.body.choices[0].message.content).toBe('pong');
    const receipt = await fetch(`${service.url}/receipts/${line.response.request_id}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(receipt.status).toBe(200);
  }
  const content = await (await service.client().files.content(file.id)).text();
  expect(file).toMatchObject({ purpose: 'batch_output', bytes: Buffer.byteLength(content) });
  expect(after.held).toBe(0n);
  const cost = after.spent - before.spent;
  expect(cost).toBeGreaterThan(0n);
  expect(Number((batch as unknown as { cost_czk: string }).cost_czk)).toBe(Number(cost) / 1e9);
  expect(service.upstream.requests.length).toBe(3);
  // Programs ask for them apart from other requests.
  await service.client().chat.completions.create({ model: 'svc-frost', messages: HELLO });
  const day = { widthMs: 86_400_000, fromMs: 0, toMs: 86_400_000 * 100_000 };
  const parts = await service.stores.usages.buckets({ accountId: service.accountId, ...day, by: ['batch'] });
  const lines = parts.filter(({ isBatch }) => isBatch);
  expect(lines.reduce((sum, { requests }) => sum + requests, 0)).toBe(3);
  expect(lines.reduce((sum, { usage }) => sum + usage.inputTokens, 0)).toBe(27);
  expect(parts.filter(({ isBatch }) => !isBatch).reduce((sum, { requests }) => sum + requests, 0)).toBe(1);
  await expectRightLedger(service);
});

test('a line costs the per cent that its model has for batches, whatever tier it names', async () => {
  const poet = { engine: 'main', maxOutputTokens: 500, price: { input: '3', output: '7' }, tiers: { batch: 50 } };
  await using own = await startService({ env: { ...PATIENT, BOREAL_MODELS: JSON.stringify({ poet }) } });
  own.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
  const client = own.client();

  const { id } = await make([chatLine(1, { model: 'poet', service_tier: 'priority' })], {}, client);
  const [line] = await linesOf((await untilEnded(id, client)).output_file_id, client);

  expect(line.response.body.usage.cost_czk).toBe('0.0000325');
  // OpenAI's answers have no word for it.
  expect(line.response.body).not.toHaveProperty('service_tier');
  await expectRightLedger(own);
});

test('a line that its model refuses is in the error file, and the others are answered', async () => {
  const made = await make([chatLine(1), chatLine(2, { temperature: 99 })]);
  const batch = await untilEnded(made.id);
  const [failed] = await linesOf(batch.error_file_id);
  const file = await service.client().files.retrieve(batch.error_file_id!);

  expect(batch).toMatchObject({ status: 'completed', request_counts: { total: 2, completed: 1, failed: 1 } });
  expect(failed).toMatchObject({ custom_id: 'line-2', error: null, response: { status_code: 400 } });
  expect(failed.response.body.error).toMatchObject({ type: 'invalid_request_error', param: 'temperature' });
  expect(file.bytes).toBe(Buffer.byteLength(await (await service.client().files.content(file.id)).text()));
});

test.each([
  ['a line that is no JSON', [chatLine(1), '{"custom_id":'], 'invalid_json_line', 2],
  ['a name that is there twice', [chatLine(1), chatLine(1)], 'duplicate_custom_id', 2],
  ['an unknown model', [chatLine(1, { model: 'gpt-none' })], 'model_not_found', 1],
  ['another endpoint', [chatLine(1, {}, { url: '/v1/embeddings' })], 'mismatched_endpoint', 1],
  ['another method', [chatLine(1, {}, { method: 'GET' })], 'invalid_method', 1],
  ['no name', [chatLine(1, {}, { custom_id: '' })], 'invalid_custom_id', 1],
  ['a stream', [chatLine(1, { stream: true })], 'invalid_body', 1],
] as const)('%s fails the whole batch before anything is asked', async (_, lines, code, line) => {
  const made = await make(lines);
  const batch = await untilEnded(made.id);

  expect(batch).toMatchObject({ status: 'failed', output_file_id: null, error_file_id: null });
  expect(batch.errors?.data).toMatchObject([{ code, line }]);
  expect(service.upstream.requests).toEqual([]);
});

test('a response in the background fails the whole batch', async () => {
  const url = '/v1/responses';
  const body = { model: 'svc-frost', input: 'Hello', background: true };

  const batch = await untilEnded((await make([{ custom_id: 'a', method: 'POST', url, body }], { endpoint: url })).id);

  expect(batch.errors?.data).toMatchObject([{ code: 'invalid_body', line: 1, param: 'body.background' }]);
});

test('too many lines fail the batch', async () => {
  await using small = await startService({ env: { ...PATIENT, BOREAL_LIMITS_BATCH_LINES_MAX: '2' } });
  const client = small.client();

  const made = await make([chatLine(1), chatLine(2), chatLine(3)], {}, client);
  const batch = await untilEnded(made.id, client);

  expect(batch.status).toBe('failed');
  expect(batch.errors?.data).toMatchObject([{ code: 'too_many_lines', line: null }]);
});

test.each([
  [{ input_file_id: 'file-none' }, 404, 'input_file_id'],
  [{ endpoint: '/v1/models' }, 400, 'endpoint'],
  [{ completion_window: '1h' }, 400, 'completion_window'],
  [{ metadata: { a: 1 } }, 400, 'metadata'],
  [{ budget_czk: '-1' }, 400, 'budget_czk'],
] as const)('a batch with %j is refused', async (extra, status, param) => {
  expect(await rejection(make([chatLine(1)], extra))).toMatchObject({ status, param });
});

test('a batch that is cancelled stops its engine within a moment, and what was done stays', async () => {
  const gate = Promise.withResolvers<void>();
  service.upstream.play((_, n) => (n === 0 ? answerText('first') : [waitFor(gate.promise), answerText('late')]));
  const before = await paid(service);
  const made = await make(Array.from({ length: 30 }, (_, n) => chatLine(n)));
  await until('one is done and others run', async () => {
    const { request_counts } = await service.client().batches.retrieve(made.id);
    return request_counts!.completed === 1 && service.upstream.requests.length > 2;
  });

  await service.client().batches.cancel(made.id);
  const batch = await untilEnded(made.id);
  gate.resolve();
  const output = await linesOf(batch.output_file_id);
  const errors = await linesOf(batch.error_file_id);

  expect(batch).toMatchObject({ status: 'cancelled', request_counts: { total: 30, completed: 1, failed: 29 } });
  expect(output.length).toBe(1);
  expect(errors.length).toBe(29);
  expect(errors[0]).toMatchObject({ response: null, error: { code: 'batch_cancelled' } });
  expect((await paid(service)).spent).toBeGreaterThan(before.spent);
  expect((await paid(service)).held).toBe(0n);
  expect((await rejection(service.client().batches.cancel(made.id))).status).toBe(400);
  await expectRightLedger(service);
});

test('an engine that fails is asked again, and the line is charged once', async () => {
  service.upstream.play((_, n) => (n === 0 ? jsonError(500) : answerText('pong')));

  const batch = await untilEnded((await make([chatLine(1)])).id);

  expect(batch).toMatchObject({ status: 'completed', request_counts: { completed: 1, failed: 0 } });
  await expectRightLedger(service);
});

test('a batch begins no line when its budget is used up', async () => {
  await using one = await startService({ env: { ...PATIENT, BOREAL_LIMITS_BATCH_LINES_AT_ONCE: '1' } });
  one.upstream.play(answerText('pong', { usage: { prompt_tokens: 9, completion_tokens: 3 } }));
  const client = one.client();

  const made = await make([chatLine(1), chatLine(2), chatLine(3)], { budget_czk: '0.000000001' }, client);
  const batch = await untilEnded(made.id, client);
  const errors = await linesOf(batch.error_file_id, client);

  expect(batch).toMatchObject({ status: 'cancelled', request_counts: { completed: 1, failed: 2 } });
  expect(errors[0].error.message).toContain('batch_budget_reached');
});

test('the key of a batch ends: the rest fails and says so', async () => {
  const { id, secret } = await service.newKey();
  const gate = Promise.withResolvers<void>();
  service.upstream.play([waitFor(gate.promise), answerText('pong')]);
  const made = await make(
    Array.from({ length: 12 }, (_, n) => chatLine(n)),
    {},
    service.client({ apiKey: secret }),
  );
  await until('some run', () => service.upstream.requests.length === 8);

  await service.stores.keys.revoke(id, Date.now());
  gate.resolve();
  const batch = await untilEnded(made.id);
  const errors = await linesOf(batch.error_file_id);

  expect(batch.request_counts).toMatchObject({ total: 12, completed: 8, failed: 4 });
  expect(errors[0].response).toMatchObject({ status_code: 401, body: { error: { code: 'invalid_api_key' } } });
});

test('batches are listed newest first, and of another account nothing is seen', async () => {
  const client = service.client();
  const [first, second] = [await make([chatLine(1)]), await make([chatLine(1)])];
  const { secret } = await service.newKey({ accountId: await service.newAccount() });
  const stranger = service.client({ apiKey: secret });

  const listed: string[] = [];
  for await (const { id } of client.batches.list({ limit: 1 })) listed.push(id);

  expect(listed.slice(0, 2)).toEqual([second.id, first.id]);
  expect((await stranger.batches.list()).data).toEqual([]);
  expect((await rejection(stranger.batches.retrieve(first.id))).status).toBe(404);
  expect((await rejection(stranger.batches.cancel(first.id))).status).toBe(404);
});
