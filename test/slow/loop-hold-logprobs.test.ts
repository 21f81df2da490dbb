/**
 * As many logprobs as a model with a long output gives: 32,000 tokens and 20 others for each, 37 MB of JSON. Measured as
 * in `loop-hold.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chatWith } from '../support/large-bodies.ts';
import { answerLogprobs, type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';

const TOKENS = 32_000;
const CHAT = chatWith('"Hi"', ',"logprobs":true,"top_logprobs":20,"model":"long"');
const RESPONSE = JSON.stringify({ input: 'Hi', top_logprobs: 20, model: 'long' });
const streamed = (body: string) => `${body.slice(0, -1)},"stream":true}`;

let service: ProbedService;
beforeAll(async () => {
  const model = { engine: 'main', maxOutputTokens: TOKENS, price: { input: '1', output: '1' } };
  service = await startProbedService({ BOREAL_MODELS: JSON.stringify({ long: model }) });
  service.upstream.play(answerLogprobs(TOKENS));
});
afterAll(() => service[Symbol.asyncDispose]());

async function ask(path: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const response = await service.post(path, body, headers);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(30_000_000);
}

const SHAPES = [
  ['a chat', '/chat/completions', CHAT],
  ['a streamed chat', '/chat/completions', streamed(CHAT)],
  ['a response', '/responses', RESPONSE],
  ['a streamed response', '/responses', streamed(RESPONSE)],
] as const;

test.each([SHAPES[0], SHAPES[2]])(
  '%s with the logprobs of 32,000 tokens does not hold the loop',
  async (_, path, body) => {
    expect(await service.longestTurnMs(() => ask(path, body))).toBeLessThan(TURN_MS_MAX);
  },
);

test.each(SHAPES)('%s with as many, for an Idempotency-Key, does not hold the loop', async (name, path, body) => {
  const askWithKey = (n: number) => ask(path, body, { 'idempotency-key': `${name}-${n}`.replaceAll(' ', '-') });
  const asked = () => service.upstream.requests.filter(({ method }) => method === 'POST').length;

  expect(await service.longestTurnMs(askWithKey), 'kept').toBeLessThan(TURN_MS_MAX);
  const before = asked();
  expect(await service.longestTurnMs(() => askWithKey(0)), 'given again').toBeLessThan(TURN_MS_MAX);
  expect(asked()).toBe(before);
});
