/**
 * As many logprobs as a model with a long output gives: 32,000 tokens and 20 others for each, 37 MB of JSON. Measured as
 * in `loop-hold.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chatWith } from '../support/large-bodies.ts';
import { answerLogprobs, type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';

const TOKENS = 32_000;
const TRIES = 3;

let service: ProbedService;
beforeAll(async () => {
  const model = { engine: 'main', maxOutputTokens: TOKENS, price: { input: '1', output: '1' } };
  service = await startProbedService({ BOREAL_MODELS: JSON.stringify({ long: model }) });
  service.upstream.play(answerLogprobs(TOKENS));
});
afterAll(() => service[Symbol.asyncDispose]());

const CHAT = chatWith('"Hi"', ',"logprobs":true,"top_logprobs":20,"model":"long"');
const RESPONSE = JSON.stringify({ input: 'Hi', top_logprobs: 20, model: 'long' });

test.each([
  ['a chat', '/chat/completions', CHAT],
  ['a response', '/responses', RESPONSE],
])('%s with the logprobs of 32,000 tokens does not hold the loop', async (_, path, body) => {
  const turnMs = await service.longestTurnMs(async () => {
    const response = await service.post(path, body);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(30_000_000);
  }, TRIES);

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});
