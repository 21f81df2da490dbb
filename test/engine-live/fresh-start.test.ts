/** A service as a newcomer starts it: nothing is configured, the built-in model answers. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { BUILT_IN_MODEL } from '../../src/core/built-in-model.ts';
import { BUILT_IN_MODEL_PATH } from '../../src/engines/llama/built-in-model.ts';
import { loadModelForTest } from '../support/load-model.ts';
import { memoryBytesOf } from '../support/process-memory.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const MEMORY_MB_MAX = 400;

let service: ServiceProcess;
let client: OpenAI;
let engineId: number;
beforeAll(async () => {
  service = await startServiceProcess({ env: { BOREAL_EMBEDDED: '{}' } });
  const { key } = await accountIn(service.dataDir);
  client = new OpenAI({ baseURL: service.url, apiKey: key, maxRetries: 0 });
  engineId = Number((await service.hasLogged('embedded engine is ready')).pid);
});
afterAll(() => service[Symbol.asyncDispose]());

const user = (content: string) => [{ role: 'user' as const, content }];
const memoryMb = () => memoryBytesOf([service.pid, engineId]) / 1_000_000;

test('32 streams at once are all answered, and server and engine stay below 400 MB before and after', async () => {
  const before = memoryMb();
  const answers = await Promise.all(
    Array.from({ length: 32 }, async (_, i) => {
      const messages = user(`What is ${i} + ${i}?`);
      const stream = await client.chat.completions.create({ model: 'svc-frost', messages, stream: true });
      let text = '';
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
      return text;
    }),
  );

  expect(answers.filter((text, i) => text.includes(String(2 * i))).length).toBeGreaterThanOrEqual(30);
  expect(before).toBeLessThan(MEMORY_MB_MAX);
  expect(memoryMb()).toBeLessThan(MEMORY_MB_MAX);
});

test('nothing was converted or copied for it', () => {
  expect(existsSync(join(service.dataDir, 'models'))).toBe(false);
});

test('/v1/models says which model answers, and how many tokens fit into a request', async () => {
  const { data } = await client.models.list();

  for (const model of data as unknown as { context_length: number; note: string }[])
    expect(model).toMatchObject({ context_length: BUILT_IN_MODEL.contextTokens, note: BUILT_IN_MODEL.note });
});

test('prompt_tokens are the tokens of the chat as the model reads it', async () => {
  await using loaded = await loadModelForTest(BUILT_IN_MODEL_PATH);
  const read = (text: string) => loaded.model.tokenize(text, true).length;
  const ask = async (model: string) => {
    const messages = [{ role: 'system' as const, content: 'Buď stručný.' }, ...user('Kolik je 2 + 2?')];
    return (await client.chat.completions.create({ model, messages })).usage?.prompt_tokens;
  };
  const prompt =
    '<|im_start|>system\nBuď stručný.<|im_end|>\n<|im_start|>user\nKolik je 2 + 2?<|im_end|>\n<|im_start|>assistant\n';

  expect(await ask('svc-glacier')).toBe(read(prompt));
  expect(await ask('svc-polaris')).toBe(read(`${prompt}<think>\n`));
});

test('the temperature of the client is used as it was sent, and without one the answer is the likely one', async () => {
  /** The different answers to the same question with six seeds. */
  const answersTo = async (ask: string, sampling: object) => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, seed) =>
        client.chat.completions.create({ model: 'svc-frost', messages: user(ask), seed, max_tokens: 40, ...sampling }),
      ),
    );
    return new Set(answers.map(({ choices }) => choices[0]?.message.content));
  };
  const likely = new Set(['The capital of France is Paris.']);

  expect(await answersTo('What is the capital of France?', {})).toEqual(likely);
  expect(await answersTo('What is the capital of France?', { temperature: 0 })).toEqual(likely);
  expect((await answersTo('Tell me a joke.', { temperature: 2, top_p: 1 })).size).toBeGreaterThan(2);
});
