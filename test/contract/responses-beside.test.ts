/** The official client's calls of /v1/responses beside a response: a count before it, and its end. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { answerText, json, jsonError, type ScriptRequest } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { paid, rejection } from './client.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.play(answerText('Hello there.')));

describe('tokens of the input', () => {
  test('are counted by the engine where it can tell, earlier responses included, and cost nothing', async () => {
    const client = service.client();
    const first = await client.responses.create({ model: 'svc-glacier', input: 'Hello' });
    const before = await paid(service);
    service.upstream.play(({ path, body }: ScriptRequest) =>
      path === '/tokenize' ? json({ count: (body as { messages: unknown[] }).messages.length * 10 }) : jsonError(404),
    );

    const alone = await client.responses.inputTokens.count({ model: 'svc-glacier', input: 'And?' });
    const following = await client.responses.inputTokens.count({
      ...{ model: 'svc-glacier', input: 'And?', instructions: 'Be brief.' },
      previous_response_id: first.id,
    });

    expect(alone as object).toEqual({ object: 'response.input_tokens', input_tokens: 10, counted_by: 'engine' });
    expect(following.input_tokens).toBe(40);
    expect(await paid(service)).toEqual(before);
  });

  test('are refused for what a response would be refused for', async () => {
    const { responses } = service.client();
    const count = (order: object) => rejection(responses.inputTokens.count({ model: 'svc-glacier', ...order }));

    expect(await count({})).toMatchObject({ status: 400, param: 'input' });
    expect(await count({ input: 'Hi', tools: [{ type: 'shell' }] })).toMatchObject({ param: 'tools[0].type' });
    expect(await count({ input: 'Hi', previous_response_id: 'resp_unknown' })).toMatchObject({
      code: 'previous_response_not_found',
    });
  });
});

test('a response is not cancelled: it is whole, and one that is not there is not found', async () => {
  const client = service.client();
  const { id } = await client.responses.create({ model: 'svc-glacier', input: 'Hello' });

  expect(await rejection(client.responses.cancel(id))).toMatchObject({
    status: 400,
    message: expect.stringContaining('close its connection'),
  });
  expect(await rejection(client.responses.cancel('resp_unknown'))).toMatchObject({ status: 404 });
});
