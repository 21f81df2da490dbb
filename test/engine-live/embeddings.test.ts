/** Embeddings by the embedded engine: the real process, and a real file that can make them. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { BUILT_IN_MODEL_PATH } from '../../src/engines/llama/built-in-model.ts';
import { startService, type TestService, until } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    embedded: { slots: 2, contextTokens: 256 },
    // The shipped model writes; its hidden states are vectors all the same, and no file of a hub is needed.
    env: {
      BOREAL_MODELS: JSON.stringify({
        vectors: { kind: 'embedding', file: BUILT_IN_MODEL_PATH, price: { input: '3' } },
      }),
    },
  });
  await until('the engine is ready', async () => (await fetch(new URL('/readyz', service.url))).status === 200);
});
afterAll(() => service.stop());

const embed = async (input: string | string[] | number[] | number[][]) =>
  (await service.client().embeddings.create({ model: 'vectors', input, encoding_format: 'float' })) as unknown as {
    data: { embedding: number[] }[];
    usage: { prompt_tokens: number; cost_czk: string };
  };

const cosine = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

test('texts become vectors of length 1, the same text the same one, and another text another', async () => {
  const { data, usage } = await embed(['The cat sleeps.', 'The cat sleeps.', 'Tax law of 1998']);
  const [first, again, other] = data.map(({ embedding }) => embedding);

  expect(first!.length).toBeGreaterThan(100);
  expect(cosine(first!, first!)).toBeCloseTo(1, 5);
  expect(cosine(first!, again!)).toBeCloseTo(1, 5);
  expect(cosine(first!, other!)).toBeLessThan(0.999);
  expect(usage.prompt_tokens).toBeGreaterThan(6);
  expect(Number(usage.cost_czk)).toBeCloseTo(usage.prompt_tokens * 3e-6, 12);
});

test('base64 is the same vector, and so are the token ids of a text beside each other', async () => {
  const { data } = await embed('Hello there');
  const encoded = await service.client().embeddings.create({ model: 'vectors', input: 'Hello there' });
  const tokens = await embed([
    [5, 6, 7],
    [5, 6, 7],
  ]);

  expect(cosine(encoded.data[0]!.embedding, data[0]!.embedding)).toBeCloseTo(1, 5);
  expect(tokens.data[0]!.embedding).toEqual(tokens.data[1]!.embedding);
});

test('a token that the model does not have, a text that is too long and other dimensions are a 400', async () => {
  const statusOf = (order: object) =>
    service
      .client()
      .embeddings.create({ model: 'vectors', input: 'x', ...order } as never)
      .then(
        () => 200,
        (error: { status: number; code: string | null }) => [error.status, error.code],
      );

  expect(await statusOf({ input: [2_000_000] })).toEqual([400, 'rejected_by_model']);
  expect(await statusOf({ input: 'word '.repeat(2000) })).toEqual([400, 'context_length_exceeded']);
  expect(await statusOf({ dimensions: 7 })).toEqual([400, 'rejected_by_model']);
});

test('chats and embeddings run beside each other, and each model refuses what is the other one’s', async () => {
  const client = service.client();
  const messages = [{ role: 'user' as const, content: 'What is the capital of France?' }];
  const [answer, vectors] = await Promise.all([
    client.chat.completions.create({ model: 'svc-glacier', messages, max_tokens: 10 }),
    embed(['one', 'two']),
  ]);
  const refused = await client.chat.completions.create({ model: 'vectors', messages }).then(
    () => undefined,
    (error: { status: number }) => error.status,
  );

  expect(answer.usage!.completion_tokens).toBeGreaterThan(0);
  expect(vectors.data).toHaveLength(2);
  expect(refused).toBe(400);
});
