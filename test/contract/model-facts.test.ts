/** What is known of a model, for the clients of each dialect and for aggregators that list providers. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import OpenAI from 'openai';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    env: {
      BOREAL_MODELS: JSON.stringify({
        seer: {
          ...{ engine: 'main', maxOutputTokens: 4000, contextTokens: 32_000, modalities: ['text', 'image', 'file'] },
          ...{ tools: true, quantization: 'fp8', imageTokens: 1600 },
          price: { input: '2', cachedInput: '0.5', output: '4', reasoning: '5' },
        },
        vectors: { engine: 'main', kind: 'embedding', contextTokens: 512, price: { input: '2' } },
      }),
    },
  });
});
afterAll(() => service.stop());

/** The fields that OpenRouter asks providers for, and their types. */
type Listed = {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly input_modalities: readonly string[];
  readonly output_modalities: readonly string[];
  readonly quantization?: string;
  readonly context_length?: number;
  readonly max_output_length?: number;
  readonly pricing: Readonly<Record<string, string>>;
  readonly supported_sampling_parameters?: readonly string[];
  readonly supported_features?: readonly string[];
};

async function listed(id: string): Promise<OpenAI.Model & Listed> {
  const client = new OpenAI({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });
  const { data } = await client.models.list();
  return data.find((model) => model.id === id) as OpenAI.Model & Listed;
}

test("a model says all that aggregators ask for, beside OpenAI's own fields", async () => {
  expect(await listed('seer')).toMatchObject({
    ...{ id: 'seer', object: 'model', owned_by: 'boreal', name: 'seer', created: expect.any(Number) },
    ...{ input_modalities: ['text', 'image', 'file'], output_modalities: ['text'], quantization: 'fp8' },
    ...{ context_length: 32_000, max_output_length: 4000 },
    pricing: {
      ...{ currency: 'CZK', prompt: '0.000002', completion: '0.000004', input_cache_read: '0.0000005' },
      ...{ input_cache_write: '0.000002', internal_reasoning: '0.000005', image: '0', request: '0' },
    },
    supported_sampling_parameters: expect.arrayContaining(['temperature', 'top_p', 'stop', 'seed', 'max_tokens']),
    supported_features: ['tools', 'json_mode', 'structured_outputs', 'logprobs'],
  });
});

test('a model of reasoning ignores temperature and says so', async () => {
  const { supported_sampling_parameters: sampling, supported_features: features } = await listed('svc-polaris');

  expect(sampling).not.toContain('temperature');
  expect(features).toEqual(['json_mode', 'structured_outputs', 'logprobs', 'reasoning']);
});

test('a model that makes vectors says what it makes, and nothing of answers', async () => {
  const vectors = await listed('vectors');

  expect(vectors).toMatchObject({ input_modalities: ['text'], output_modalities: ['embeddings'], context_length: 512 });
  expect(vectors).not.toHaveProperty('supported_features');
});

test('clients of Anthropic read what a model takes in the types of their own', async () => {
  const client = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), apiKey: service.key, maxRetries: 0 });

  const [seer, frost, polaris]: readonly ModelInfo[] = await Promise.all([
    client.models.retrieve('seer'),
    client.models.retrieve('svc-frost'),
    client.models.retrieve('svc-polaris'),
  ]);

  expect(seer).toMatchObject({ type: 'model', max_input_tokens: 32_000, max_tokens: 4000 });
  const able = ({ capabilities: can }: ModelInfo) =>
    [can?.image_input, can?.pdf_input, can?.thinking, can?.structured_outputs, can?.batch].map((one) => one?.supported);
  expect(able(seer!)).toEqual([true, true, false, true, true]);
  expect(able(frost!)).toEqual([false, false, false, true, true]);
  expect(able(polaris!)).toEqual([false, false, true, true, true]);
});
