/** Messages by the embedded engine: a real answer, and a count that is what the answer is billed by. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ embedded: { slots: 1 } });
  await until('the engine is ready', async () => (await fetch(new URL('/readyz', service.url))).status === 200);
});
afterAll(() => service.stop());

const ORDER = {
  model: 'svc-glacier',
  system: 'You answer in one sentence.',
  messages: [{ role: 'user' as const, content: 'What is the capital of France?' }],
};

test('the engine counts what it then reads, to the token', async () => {
  const client = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: service.key });

  const counted = await client.messages.countTokens(ORDER);
  const message = await client.messages.create({ ...ORDER, max_tokens: 20 });
  const { input_tokens: read, cache_read_input_tokens: cached } = message.usage;

  expect(counted).toMatchObject({ counted_by: 'engine' } as object);
  expect(counted.input_tokens).toBe(read + (cached ?? 0));
  expect(message.content[0]).toMatchObject({ type: 'text', text: expect.stringContaining('Paris') });
});

test('what does not fit into the engine is counted by the bound', async () => {
  const client = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: service.key });

  const counted = await client.messages.countTokens({
    ...ORDER,
    messages: [{ role: 'user', content: 'word '.repeat(20_000) }],
  });

  expect(counted).toMatchObject({ counted_by: 'bound' } as object);
});

test('the stop sequence that ends an answer is named and left out, whole and streamed', async () => {
  const client = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: service.key });
  const order = { ...ORDER, max_tokens: 20, temperature: 0, stop_sequences: ['never written', 'Paris'] };

  const whole = await client.messages.create(order);
  const streamed = await client.messages.stream(order).finalMessage();

  for (const message of [whole, streamed]) {
    expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'Paris' });
    expect(JSON.stringify(message.content)).not.toContain('Paris');
  }
});
