/** Refusals that a repeat cannot cure say so, and a history that is too long says it in the words that agents look for. */
import { describe, expect, test } from 'bun:test';
import { lendServices } from '../support/lent-services.ts';
import { startService, type TestService } from '../support/service.ts';

const lendService = lendServices();

const user = { role: 'user', content: 'Hello' };
const BODIES = {
  '/chat/completions': { model: 'svc-glacier', messages: [user] },
  '/responses': { model: 'svc-glacier', input: 'Hello' },
  '/messages': { model: 'svc-glacier', max_tokens: 10, messages: [user] },
  '/embeddings': { model: 'svc-glacier', input: 'Hello' },
} as const;
type Path = keyof typeof BODIES;
const PATHS = Object.keys(BODIES) as Path[];

const ask = (service: TestService, path: string, { body = {}, key = service.key, method = 'POST' } = {}) =>
  fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });

describe.each(PATHS)('%s says that a repeat is of no use', (path) => {
  test.each<[string, number, Parameters<typeof ask>[2]]>([
    ['with a wrong key', 401, { key: 'sk-boreal-wrong', body: BODIES[path] }],
    ['with a body that is not right', 400, { body: { ...BODIES[path], model: 7 } }],
    ['with another method', 405, { method: 'GET' }],
  ])('%s', async (_, status, how) => {
    await using service = await lendService();

    const answer = await ask(service, path, how);

    expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([status, 'false']);
  });

  test('on a path that does not exist', async () => {
    await using service = await lendService();

    const answer = await ask(service, `${path}/nowhere/at-all`);

    expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([404, 'false']);
  });
});

test.each(PATHS.slice(0, 3))('%s does not say so of a limit that passes', async (path) => {
  await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1' } });
  await ask(service, path, { body: BODIES[path] });

  const answer = await ask(service, path, { body: BODIES[path] });

  expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([429, null]);
});

describe('too many messages are a history that is too long', () => {
  const SENTENCE = (max: number, count: number) =>
    `This model's maximum context length is ${max} messages. However, your request has ${count} messages. Please reduce the length of the messages.`;

  test.each<[Path, object, object]>([
    [
      '/chat/completions',
      { messages: Array(301).fill(user) },
      { error: { code: 'context_length_exceeded', param: 'messages', message: SENTENCE(300, 301) } },
    ],
    [
      '/responses',
      { input: Array(4097).fill(user) },
      { error: { code: 'context_length_exceeded', param: 'input', message: SENTENCE(4096, 4097) } },
    ],
    [
      '/messages',
      { messages: Array(4097).fill(user) },
      { error: { type: 'invalid_request_error', message: 'prompt is too long: 4097 messages > 4096 maximum' } },
    ],
  ])('%s', async (path, fields, refusal) => {
    await using service = await lendService();

    const answer = await ask(service, path, { body: { ...BODIES[path], ...fields } });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(refusal);
  });
});
