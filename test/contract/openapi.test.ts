/** The published description is true: what the service really answers has the described form, and no field besides. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { schemaProblems } from '../support/json-schema-check.ts';
import { answerReasoning, answerText, answerToolCalls, jsonError } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const SOURCES = resolve(import.meta.dir, '../../src');

type Json = Readonly<Record<string, unknown>>;
const CHAT = { model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }] };

let service: TestService;
let description: Json;
beforeAll(async () => {
  service = await startService();
  description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as Json;
});
afterAll(() => service.stop());

/** The problems of an answer by its schema, where a field that the schema does not name is wrong, too. */
const problemsOf = (name: string, value: unknown) =>
  schemaProblems({ ...(closed(description) as Json), $ref: `#/components/schemas/${name}` }, value);

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)]);
  const isObject = 'properties' in value && (value as Json).type === 'object';
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, service.url), { ...init, headers: { authorization: `Bearer ${service.key}` } });

const postResponse = (body: object) =>
  fetch(`${service.url}/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('described as it is', () => {
  test('a completion, its receipt, and a stream', async () => {
    service.upstream.play(
      answerReasoning({ reasoning: 'Greet.', content: 'Hello there.', style: 'reasoning_content' }),
    );
    const completion = (await (await service.post({ ...CHAT, logprobs: true })).json()) as { id: string };
    const receipt = await (await ask(`/v1/receipts/${completion.id}`)).json();
    const stream = await (
      await service.post({ ...CHAT, stream: true, stream_options: { include_usage: true } })
    ).text();
    const chunks = stream
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => JSON.parse(event.slice(6)) as unknown);

    expect(problemsOf('ChatCompletion', completion)).toEqual([]);
    expect(problemsOf('Receipt', receipt)).toEqual([]);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.flatMap((chunk) => problemsOf('ChatChunk', chunk))).toEqual([]);
  });

  test('tool calls, whole and in pieces', async () => {
    const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }];
    service.upstream.play(answerToolCalls([{ name: 'weather', arguments: '{"town":"Brno"}' }]));
    const completion = await (await service.post({ ...CHAT, tools })).json();
    const stream = await (await service.post({ ...CHAT, tools, stream: true })).text();
    const chunks = stream
      .split('\n\n')
      .filter((event) => event.startsWith('data: {'))
      .map((event) => JSON.parse(event.slice(6)) as unknown);

    expect(stream).toContain('"tool_calls"');
    expect(problemsOf('ChatCompletion', completion)).toEqual([]);
    expect(chunks.flatMap((chunk) => problemsOf('ChatChunk', chunk))).toEqual([]);
  });

  test('responses, kept ones, their input and their end', async () => {
    service.upstream.play(
      answerReasoning({ reasoning: 'Greet.', content: 'Hello there.', style: 'reasoning_content' }),
    );
    const tools = [{ type: 'function', name: 'weather', parameters: { type: 'object' } }];
    const made = await (await postResponse({ input: 'Hello' })).json();
    const { id } = made as { id: string };
    service.upstream.play(answerToolCalls([{ name: 'weather', arguments: '{"town":"Brno"}' }]));
    const called = await (await postResponse({ input: 'Weather?', tools, metadata: { a: 'b' } })).json();
    const stream = await (await postResponse({ input: 'Weather?', tools, stream: true })).text();
    const events = [...stream.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as unknown);
    const read = await (await ask(`/v1/responses/${id}`)).json();
    const items = await (await ask(`/v1/responses/${id}/input_items`)).json();
    const deleted = await (await ask(`/v1/responses/${id}`, { method: 'DELETE' })).json();

    expect([made, called, read].flatMap((response) => problemsOf('Response', response))).toEqual([]);
    expect(problemsOf('ResponseItemList', items)).toEqual([]);
    expect(problemsOf('ResponseDeleted', deleted)).toEqual([]);
    expect(events.length).toBeGreaterThan(5);
    const form = { ...description, $ref: '#/components/schemas/ResponseEvent' };
    expect(events.flatMap((event) => schemaProblems(form, event))).toEqual([]);
  });

  test('conversations and their items, and a response in one', async () => {
    service.upstream.play(answerText('Hello there.'));
    const post = async (path: string, body: object) =>
      (
        await fetch(new URL(path, service.url), {
          method: 'POST',
          headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    const item = { role: 'user', content: 'Hello' };
    const made = (await post('/v1/conversations', { items: [item], metadata: { a: 'b' } })) as { id: string };
    const place = `/v1/conversations/${made.id}`;
    const added = (await post(`${place}/items`, { items: [item] })) as { first_id: string };
    const response = await post('/v1/responses', { conversation: made.id, input: 'And?' });
    const listed = await (await ask(`${place}/items`)).json();
    const one = await (await ask(`${place}/items/${added.first_id}`)).json();
    const changed = await post(place, { metadata: {} });
    const without = await (await ask(`${place}/items/${added.first_id}`, { method: 'DELETE' })).json();
    const deleted = await (await ask(place, { method: 'DELETE' })).json();

    expect([made, changed, without].flatMap((value) => problemsOf('Conversation', value))).toEqual([]);
    expect([added, listed].flatMap((value) => problemsOf('ResponseItemList', value))).toEqual([]);
    expect(problemsOf('ConversationItem', one)).toEqual([]);
    expect(problemsOf('Response', response)).toEqual([]);
    expect(response).toMatchObject({ conversation: { id: made.id } });
    expect(problemsOf('ConversationDeleted', deleted)).toEqual([]);
  });

  test('models, health and readiness', async () => {
    const [list, one, health, readiness] = await Promise.all(
      ['/v1/models', '/v1/models/svc-frost', '/healthz', '/readyz'].map(async (path) => (await ask(path)).json()),
    );

    expect(problemsOf('ModelList', list)).toEqual([]);
    expect(problemsOf('Model', one)).toEqual([]);
    expect(problemsOf('Health', health)).toEqual([]);
    expect(problemsOf('Readiness', readiness)).toEqual([]);
  });

  test('errors, with codes that belong to their status', async () => {
    const { responses } = (description.paths as Record<string, { post: { responses: Json } }>)['/v1/chat/completions']!
      .post;
    service.upstream.play(jsonError(500));
    const answers = await Promise.all([
      service.post({ ...CHAT, messages: [] }),
      service.post('no JSON'),
      service.post({ ...CHAT, model: 'none' }),
      service.post(CHAT, { headers: { authorization: 'Bearer wrong' } }),
      service.post(CHAT),
    ]);

    for (const answer of answers) {
      const body = await answer.json();
      const { content } = responses[answer.status] as { content: Record<string, { schema: Json }> };
      expect(problemsOf('Error', body)).toEqual([]);
      expect(schemaProblems({ ...description, ...content['application/json']!.schema }, body)).toEqual([]);
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 401, 502]));
  });
});

test('the pages for people are in the frame of the front, in both languages, also where that is off', async () => {
  await using alone = await startService({ env: { BOREAL_FRONT: JSON.stringify({ enabled: false }) } });
  const get = (path: string, of = service) => fetch(new URL(path, of.url)).then((answer) => answer.text());

  expect(await get('/en/reference/createChatCompletion')).toContain('href="/cs/reference/createChatCompletion"');
  expect(await get('/cs/reference')).toContain('<nav aria-label="Hlavní">');
  const bare = await get('/reference/showReceipt', alone);
  expect(bare).toContain('Show what an answer cost, and who paid');
  expect(bare).not.toContain('<nav aria-label="Main">');
  const style = bare.match(/href="(\/front\/[^"]+\.css)"/)![1]!;
  expect((await fetch(new URL(style, alone.url))).status).toBe(200);
  expect((await fetch(new URL('/en/pricing', alone.url))).status).toBe(404);
});

test('what is looked for is found without a script', async () => {
  const text = await (await fetch(new URL('/en/reference?q=receipt', service.url))).text();

  const found = text.slice(text.indexOf('<div id="result"'), text.indexOf('<nav aria-label="Contents"'));
  expect(found).toContain('<a href="/en/reference/showReceipt">');
  expect(found).not.toContain('createChatCompletion');
});

test('the pages name the address that customers use', async () => {
  const page = await fetch(new URL('/reference', service.url));
  const text = await page.text();

  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toStartWith("default-src 'none'; script-src 'self'");
  expect(text).toContain(`<code>http://localhost:${service.port}/v1</code>`);
});

test('the public address of the operator is on the page', async () => {
  await using elsewhere = await startService({ env: { BOREAL_PUBLIC_URL: 'https://chat.example.com' } });
  const text = await (await fetch(new URL('/reference', elsewhere.url))).text();

  expect(text).toContain('<code>https://chat.example.com/v1</code>');
});

test('every path that a key opens is described, with its method, and each described one is there', async () => {
  const files = [
    'server/api.ts',
    'gateway/responses/responses-routes.ts',
    'gateway/responses/conversation-routes.ts',
    'gateway/batches/file-routes.ts',
    'gateway/batches/batch-routes.ts',
    'gateway/batches/message-batch-routes.ts',
  ];
  const sources = files.map((file) => resolve(SOURCES, file));
  const routes = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/method: '(\w+)',\s+path: '(\/v1\/[^']+)'/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
  );
  const paths = description.paths as Readonly<Record<string, Json>>;
  const described = Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'delete'].filter((method) => item[method]).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const isOpen = (route: string) => /^GET \/(healthz|readyz|openapi\.json)$/.test(route);

  expect(routes.length).toBeGreaterThan(12);
  expect(routes.toSorted()).toEqual(described.filter((route) => !isOpen(route)).toSorted());
});

test('every operation is a page of its own, and another is not found', async () => {
  const ask = (path: string) => fetch(new URL(path, service.url));
  const start = await (await ask('/reference')).text();
  const parts = new Set([...start.matchAll(/href="(\/en\/reference\/\w+)/g)].map(([, path]) => path!));

  expect(parts.size).toBeGreaterThan(40);
  for (const path of parts) expect((await ask(path)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await ask('/reference/nothing')).status).toBe(404);
});

test('the page for people has every operation, too', async () => {
  const page = await (await fetch(new URL('/reference', service.url))).text();

  for (const path of Object.keys(description.paths as object)) expect(page).toContain(path);
});
