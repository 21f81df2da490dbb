/** Predicted outputs: passed on to engines that declare them, and what is rejected of them is held for. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import OpenAI from 'openai';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, expectRightLedger, HELLO, paid } from './client.fixture.ts';

const FILE = 'const a = 1;\nconst b = 2;\n'.repeat(4);
const prediction = { type: 'content' as const, content: FILE };

let service: TestService;
beforeAll(async () => {
  service = await startService({ engine: { supports: ['prediction'] } });
});
afterAll(() => service.stop());

const openai = () => new OpenAI({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
const CHAT = { model: 'svc-frost', messages: HELLO, max_tokens: 10 };

test('an engine that declares it gets it, and what it says of it is in the usage', async () => {
  const details = { accepted_prediction_tokens: 3, rejected_prediction_tokens: 40 };
  service.upstream.play(
    answerText('const a', {
      rawUsage: { prompt_tokens: 9, completion_tokens: 45, completion_tokens_details: details },
    }),
  );

  const chat = await openai().chat.completions.create({ ...CHAT, prediction });

  expect(asked(service)).toMatchObject({ prediction, max_tokens: 10 });
  // More than max_tokens, because the engine bills what the answer does not have.
  expect(chat.usage).toMatchObject({ completion_tokens: 45, completion_tokens_details: details });
  expect(chat.choices[0]!.finish_reason).toBe('stop');
  await expectRightLedger(service);
});

test('parts are passed on as well, and a text that is too long is refused', async () => {
  const parts = { type: 'content' as const, content: [{ type: 'text' as const, text: FILE }] };
  await openai().chat.completions.create({ ...CHAT, prediction: parts });
  expect(asked(service)).toMatchObject({ prediction: parts });

  const long = await service.post({ ...CHAT, prediction: { type: 'content', content: 'x'.repeat(262_145) } });
  const { error } = (await long.json()) as { error: { param: string; message: string } };

  expect(long.status).toBe(400);
  expect(error).toMatchObject({ param: 'prediction', message: expect.stringContaining('262144 characters') });
});

test('who cannot pay for a rejected prediction is refused, and nothing is held', async () => {
  // The input and ten tokens can be paid, the prediction on top of them cannot.
  await using poor = await startService({ creditNanos: 277n * 5_000n + 10n * 20_000n });

  const plain = await poor.post(CHAT);
  const predicted = await poor.post({ ...CHAT, prediction });

  expect([plain.status, predicted.status]).toEqual([200, 402]);
  expect(await paid(poor)).toMatchObject({ held: 0n });
});

test('another engine does not get it, and the answer is as without it', async () => {
  await using other = await startService();

  const answer = await other.post({ ...CHAT, prediction });

  expect(answer.status).toBe(200);
  expect(asked(other)).not.toHaveProperty('prediction');
});
