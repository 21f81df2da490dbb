/** As many numbers as an engine may answer with, 30 MB of JSON. Measured as in `loop-hold.test.ts`. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';
import { json, type ScriptRequest } from '../support/scripted-upstream.ts';

const INPUTS = 950;
const DIMENSIONS = 1536;

const NUMBERS = Array.from({ length: INPUTS }, (_, n) =>
  Array.from({ length: DIMENSIONS }, (_, i) => Math.sin(n * DIMENSIONS + i + 0.1)),
);
const base64 = (numbers: readonly number[]) => Buffer.from(new Float32Array(numbers).buffer).toString('base64');

let service: ProbedService;
beforeAll(async () => {
  const model = { kind: 'embedding', engine: 'main', contextTokens: 512, price: { input: '1' } };
  service = await startProbedService({ BOREAL_MODELS: JSON.stringify({ vectors: model }) });
  const usage = { prompt_tokens: INPUTS, total_tokens: INPUTS };
  const answerOf = (embeddings: readonly unknown[]) =>
    json({ object: 'list', data: embeddings.map((embedding, index) => ({ index, embedding })), usage });
  const floats = answerOf(NUMBERS);
  const texts = answerOf(NUMBERS.map(base64));
  service.upstream.play((request: ScriptRequest) =>
    (request.body as { encoding_format?: string }).encoding_format === 'base64' ? texts : floats,
  );
});
afterAll(() => service[Symbol.asyncDispose]());

test.each(['float', 'base64'])('embeddings of a thousand texts as %s do not hold the loop', async (encoding_format) => {
  const input = Array.from({ length: INPUTS }, (_, n) => `text ${n}`);
  const body = JSON.stringify({ model: 'vectors', input, encoding_format });
  const ask = async (headers: Readonly<Record<string, string>>) => {
    const response = await service.post('/embeddings', body, headers);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(7_000_000);
  };
  const askWithKey = (n: number) => ask({ 'idempotency-key': `${encoding_format}-${n}` });

  expect(await service.longestTurnMs(() => ask({}))).toBeLessThan(TURN_MS_MAX);
  expect(await service.longestTurnMs(askWithKey), 'kept').toBeLessThan(TURN_MS_MAX);
  expect(await service.longestTurnMs(() => askWithKey(0)), 'given again').toBeLessThan(TURN_MS_MAX);
});
