/** Answers of models say to programs that a machine has written them. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import OpenAI from 'openai';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: OpenAI;
beforeAll(async () => {
  service = await startService();
  client = new OpenAI({ apiKey: service.key, baseURL: `${new URL(service.url).origin}/v1`, maxRetries: 0 });
});
afterAll(() => service.stop());

const CHAT = { model: 'svc-frost', messages: [{ role: 'user' as const, content: 'Hello' }] };
const MARK = 'mode=ai-originated';

describe('the mark of a machine', () => {
  test('is on an answer and on a stream, where browsers can read it', async () => {
    const whole = await client.chat.completions.create(CHAT).withResponse();
    const stream = await client.chat.completions.create({ ...CHAT, stream: true }).withResponse();
    for await (const _ of stream.data);

    expect(whole.response.headers.get('ai-disclosure')).toBe(MARK);
    expect(whole.response.headers.get('access-control-expose-headers')).toContain('ai-disclosure');
    expect(stream.response.headers.get('ai-disclosure')).toBe(MARK);
  });

  test('is on answers of Responses, also when one is read again', async () => {
    const made = await client.responses.create({ model: 'svc-frost', input: 'Hello' }).withResponse();
    const again = await client.responses.retrieve(made.data.id).withResponse();

    expect([made, again].map(({ response }) => response.headers.get('ai-disclosure'))).toEqual([MARK, MARK]);
  });

  test('is not on what no model has written', async () => {
    const models = await client.models.list().withResponse();
    const refused = await service.post({});

    expect([models.response.headers.get('ai-disclosure'), refused.status]).toEqual([null, 400]);
    expect(refused.headers.get('ai-disclosure')).toBeNull();
  });
});
