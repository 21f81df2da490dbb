/** POST /v1/responses/compact through the official client: a long conversation becomes an item that goes on in its place. */
import { describe, expect, test } from 'bun:test';
import type { ResponseCompactionItem, ResponseInput, ResponseInputItem } from 'openai/resources/responses/responses';
import { test as onBoth } from '../support/databases.ts';
import { schemaProblems } from '../support/json-schema-check.ts';
import { lendServices } from '../support/lent-services.ts';
import { answerReasoning, answerText, inTurn, jsonError } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, expectRightLedger, PRICED_USAGE, paid, rejection } from './client.fixture.ts';

const lendService = lendServices();
const model = 'svc-glacier';

const HISTORY: ResponseInput = [
  { role: 'user', content: 'What is the weather in Brno?' },
  { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Brno"}' },
  { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
  { role: 'assistant', content: 'It rains in Brno.' },
  { role: 'user', content: 'And in Prague?' },
];

type SentMessage = { readonly role: string; readonly content: string };
const sentMessages = (service: TestService, n = -1) => asked(service, n).messages as readonly SentMessage[];

const post = (service: TestService, body: object, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/responses/compact`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const compactionIn = (output: readonly { readonly type: string }[]) =>
  output.find(({ type }) => type === 'compaction') as ResponseCompactionItem;

onBoth('a conversation becomes its user messages and a sealed summary, paid as any request', async () => {
  await using service = await startService();
  service.upstream.play(answerText('They talked about rain.', { usage: PRICED_USAGE }));

  const compacted = await service.client().responses.compact({ model, instructions: 'Be terse.', input: HISTORY });

  expect(compacted.id).toMatch(/^resp_[0-9A-Za-z]{34}$/);
  expect(compacted.object).toBe('response.compaction');
  expect(compacted.created_at).toBeNumber();
  const item = compactionIn(compacted.output);
  expect(compacted.output as object[]).toEqual([
    {
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_text', text: 'What is the weather in Brno?' }],
    },
    {
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      status: 'completed',
      role: 'user',
      content: [{ type: 'input_text', text: 'And in Prague?' }],
    },
    { id: item.id, type: 'compaction', encrypted_content: item.encrypted_content },
  ]);
  expect(item.id).toMatch(/^cmp_/);
  expect(Buffer.from(item.encrypted_content, 'base64').toString()).not.toContain('rain');
  expect(compacted.usage as object).toMatchObject({ input_tokens: 200, output_tokens: 7, cost_czk: '0.00495' });

  const messages = sentMessages(service);
  expect(messages.slice(0, -1)).toMatchObject([
    { role: 'system', content: 'Be terse.' },
    { role: 'user', content: 'What is the weather in Brno?' },
    { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
    { role: 'tool', content: 'rain' },
    { role: 'assistant', content: 'It rains in Brno.' },
    { role: 'user', content: 'And in Prague?' },
  ] as object[]);
  expect(messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('Summarise') });

  const receipt = await fetch(`${service.url}/receipts/${compacted.id}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect(await receipt.json()).toMatchObject({ outcome: 'finished', cost_czk: '0.00495' });
  expect(await paid(service)).toEqual({ spent: 4_950_000n, held: 0n });
  await expectRightLedger(service);
});

describe('what was compacted', () => {
  test('goes on in the place of the conversation: the model reads the summary', async () => {
    await using service = await lendService();
    service.upstream.play(inTurn(answerText('They talked about rain.'), answerText('Sun in Prague.')));
    const client = service.client();
    const { output } = await client.responses.compact({ model, input: HISTORY });

    const next = await client.responses.create({
      model,
      input: [...(output as ResponseInputItem[]), { role: 'user', content: 'Go on.' }],
    });

    expect(next.output_text).toBe('Sun in Prague.');
    expect(sentMessages(service).map(({ role }) => role)).toEqual(['user', 'user', 'user', 'user']);
    expect(sentMessages(service)[2]!.content).toContain('They talked about rain.');
    expect(sentMessages(service)[3]!.content).toBe('Go on.');
  });

  test('is kept sealed, listed sealed, and read again through previous_response_id', async () => {
    await using service = await lendService();
    service.upstream.play(inTurn(answerText('They talked about rain.'), answerText('One.'), answerText('Two.')));
    const client = service.client();
    const item = compactionIn((await client.responses.compact({ model, input: HISTORY })).output);
    const first = await client.responses.create({ model, input: [item, { role: 'user', content: 'Go on.' }] });

    const items = await client.responses.inputItems.list(first.id, { order: 'asc' });
    await client.responses.create({ model, previous_response_id: first.id, input: 'And?' });

    expect(items.data[0] as object).toEqual({ ...item });
    expect(sentMessages(service).map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'user']);
    expect(sentMessages(service)[0]!.content).toContain('They talked about rain.');
  });

  test('can be compacted again, from a kept response too', async () => {
    await using service = await lendService();
    service.upstream.play(inTurn(answerText('First summary.'), answerText('One.'), answerText('Second summary.')));
    const client = service.client();
    const { output } = await client.responses.compact({ model, input: HISTORY });
    const kept = await client.responses.create({ model, input: output as ResponseInputItem[] });

    const again = await client.responses.compact({ model, previous_response_id: kept.id });

    expect(sentMessages(service)[2]!.content).toContain('First summary.');
    expect(again.output.map(({ type }) => type)).toEqual(['message', 'message', 'compaction']);
  });

  test('is read where no responses are kept', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_STORED_RESPONSE_MS: '0' } });
    service.upstream.play(inTurn(answerText('They talked about rain.'), answerText('Yes.')));
    const client = service.client();
    const { output } = await client.responses.compact({ model, input: HISTORY });

    const next = await client.responses.create({ model, input: output as ResponseInputItem[] });

    expect(next.output_text).toBe('Yes.');
  });

  test('counts as the text that it stands for', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('rain '.repeat(2000)));
    const client = service.client();
    const { output } = await client.responses.compact({ model, input: HISTORY });
    service.upstream.play(jsonError(404));

    const { input_tokens } = await client.responses.inputTokens.count({ model, input: output as ResponseInputItem[] });

    expect(input_tokens).toBeGreaterThan(2000);
  });

  test('cannot be read by another account, nor when a character of it was changed', async () => {
    await using service = await startService();
    await using other = await startService();
    service.upstream.play(answerText('Secret.'));
    other.upstream.play(answerText('No.'));
    const item = compactionIn((await service.client().responses.compact({ model, input: HISTORY })).output);
    const [first] = item.encrypted_content;
    const changed = { ...item, encrypted_content: (first === 'A' ? 'B' : 'A') + item.encrypted_content.slice(1) };

    const foreign = await rejection(other.client().responses.create({ model, input: [item] }));
    const forged = await rejection(service.client().responses.create({ model, input: [changed] }));

    for (const refused of [foreign, forged]) {
      expect([refused.status, refused.param]).toEqual([400, 'input']);
      expect(refused.message).toContain('encrypted_content');
    }
    expect(other.upstream.requests).toHaveLength(0);
  });
});

describe('the request', () => {
  test('leaves out what a summary has no use for, as agents send it', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('A summary.'));
    const tools = [{ type: 'function', name: 'weather', parameters: { type: 'object' } }, { type: 'web_search' }];

    const answer = await post(service, { model, input: HISTORY, tools, tool_choice: 'required', stream: true });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(asked(service)).not.toHaveProperty('tools');
  });

  test('may be large, and has the order to summarise all the same', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('A summary.'));
    const content = 'word '.repeat(16_000);

    const { output } = await service.client().responses.compact({ model, input: [{ role: 'user', content }] });

    expect(output[0] as object).toMatchObject({ content: [{ text: content }] });
    expect(sentMessages(service).map((message) => message.content.slice(0, 9))).toEqual(['word word', 'Summarise']);
  });

  test('is refused in the names of responses, and no engine is asked', async () => {
    await using service = await lendService();
    const wrong = [
      [{}, 'input'],
      [{ input: [] }, 'input'],
      [{ input: [{ type: 'compaction' }] }, 'input[0].encrypted_content'],
      [{ input: 'x', model: 'none' }, 'model'],
      [{ previous_response_id: 'resp_none' }, 'previous_response_id'],
      [{ input: Array.from({ length: 17 }, () => ({ type: 'compaction', encrypted_content: 'x' })) }, 'input'],
    ] as const;
    for (const [body, param] of wrong) {
      const answer = await post(service, { model, ...body });
      const { error } = (await answer.json()) as { error: { param: string } };
      expect([answer.status, error.param]).toEqual([400, param]);
    }
    expect(service.upstream.requests).toHaveLength(0);
  });

  test('is billed once for one Idempotency-Key', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('A summary.'));
    const ask = () => post(service, { model, input: HISTORY }, { 'idempotency-key': 'c1' });

    const [first, second] = [await ask(), await ask()];

    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(((await second.json()) as { id: string }).id).toBe(((await first.json()) as { id: string }).id);
    expect(service.upstream.requests).toHaveLength(1);
  });
});

describe('the answer', () => {
  test('keeps to the description', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('A summary.'));
    const description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as object;

    const whole = await (await post(service, { model, input: HISTORY })).json();

    const schema = { ...description, $ref: '#/components/schemas/ResponseCompaction' };
    expect(schemaProblems(schema, whole)).toEqual([]);
  });

  test('of a model that only thought has what it thought, and one that said nothing is a failure', async () => {
    await using service = await lendService();
    const thought = answerReasoning({ reasoning: 'It rained.', content: '', style: 'reasoning_content' });
    service.upstream.play(inTurn(thought, answerText('Yes.'), answerText('')));
    const client = service.client({ maxRetries: 0 });
    const { output } = await client.responses.compact({ model, input: HISTORY });
    await client.responses.create({ model, input: output as ResponseInputItem[] });

    const silent = await rejection(client.responses.compact({ model, input: HISTORY }));

    expect(sentMessages(service, 1)[2]!.content).toContain('It rained.');
    expect(silent.status).toBe(502);
  });
});
