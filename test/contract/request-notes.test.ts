/** What callers say of a request for themselves, in every dialect, and what engines get of it: nothing but `user`. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  service.upstream.play(answerText('Hi.', { usage: { prompt_tokens: 5, completion_tokens: 2 } }));
});
afterAll(() => service.stop());

const MESSAGES = [{ role: 'user' as const, content: 'Hello' }];

async function receiptOf(id: string | null | undefined) {
  const response = await fetch(`${service.url}/receipts/${id}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const { user, metadata } = (await response.json()) as { user: string | null; metadata: Record<string, string> };
  return { user, metadata };
}

test('a receipt has the user and the metadata of its request, in every dialect', async () => {
  const openai = new OpenAI({ apiKey: service.key, baseURL: service.url });
  const anthropic = new Anthropic({ apiKey: service.key, baseURL: service.url.replace('/v1', '') });
  const metadata = { project: 'aurora' };
  const asked = { model: 'svc-frost', metadata, user: 'u1', safety_identifier: 's1' };

  const chat = await openai.chat.completions.create({ ...asked, messages: MESSAGES });
  const response = await openai.responses.create({ ...asked, input: 'Hello' });
  const message = await anthropic.messages.create({
    ...{ model: 'svc-frost', max_tokens: 100, messages: MESSAGES, metadata: { user_id: 'u2', ...metadata } },
  });
  const plain = await openai.chat.completions.create({ model: 'svc-frost', messages: MESSAGES });

  expect(await receiptOf(chat.id)).toEqual({ user: 's1', metadata });
  expect(await receiptOf(response.id)).toEqual({ user: 's1', metadata });
  expect(await receiptOf(message.id)).toEqual({ user: 'u2', metadata });
  expect(await receiptOf(plain.id)).toEqual({ user: null, metadata: {} });
  const sent = service.upstream.requests.map(({ body }) => body as Record<string, unknown>);
  expect(sent.map(({ user }) => user)).toEqual(['u1', 'u1', undefined, undefined]);
  expect(sent.filter((body) => 'metadata' in body || 'safety_identifier' in body)).toEqual([]);
});

test('what is no short text in the metadata of a chat is not kept, and nothing is refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'v']));
  const metadata = { long: 'x'.repeat(513), ['n'.repeat(65)]: 'v', nested: { a: 1 }, number: 3, ...many };
  const response = await service.post({ model: 'svc-frost', messages: MESSAGES, metadata });

  const kept = await receiptOf(response.headers.get('x-request-id'));
  expect(response.status).toBe(200);
  expect(kept).toEqual({ user: null, metadata: Object.fromEntries(Object.entries(many).slice(0, 16)) });
});

test('a user that is too long is refused by its field', async () => {
  for (const field of ['user', 'safety_identifier']) {
    const response = await service.post({ model: 'svc-frost', messages: MESSAGES, [field]: 'x'.repeat(513) });
    const { error } = (await response.json()) as { error: { param: string } };
    expect([response.status, error.param]).toEqual([400, field]);
  }
});
