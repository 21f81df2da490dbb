/**
 * No request to /v1/responses holds the loop that serves all for longer than 20 ms, whether it is kept, refers to
 * what is kept, or is too long for that. Measured as in `loop-hold.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { answerLogprobs, type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';
import { answerText } from '../support/scripted-upstream.ts';

let service: ProbedService;
let longestTurnMs: ProbedService['longestTurnMs'];
beforeAll(async () => {
  service = await startProbedService();
  ({ longestTurnMs } = service);
  service.upstream.play(answerText('Hi'));
  for (let n = 0; n < 5; n++) await post({ input: 'x'.repeat(300_000) });
});
afterAll(() => service[Symbol.asyncDispose]());

async function post(body: object | string): Promise<{ readonly id: string; readonly store: boolean }> {
  const response = await service.post('/responses', typeof body === 'string' ? body : JSON.stringify(body));
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string; store: boolean };
}

const WORDS = (characters: number) => 'word '.repeat(characters / 5);
const ITEMS = Array.from({ length: 3500 }, (_, i) => ({
  type: 'message',
  role: i % 2 === 0 ? 'user' : 'assistant',
  content: [{ type: i % 2 === 0 ? 'input_text' : 'output_text', text: `${i} ${WORDS(300)}` }],
}));

test.each([
  ['is too long to be kept', { input: WORDS(8_000_000) }, false],
  ['is as long as one that is kept may be', { input: WORDS(2_000_000) }, true],
  ['has thousands of items', { input: ITEMS }, true],
  ['wants nothing kept', { input: WORDS(8_000_000), store: false }, false],
])('a response that %s does not hold the loop', async (_, body, isKept) => {
  const written = JSON.stringify(body);

  const turnMs = await longestTurnMs(async () => expect((await post(written)).store).toBe(isKept));

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

test.each([
  ['/responses/compact', 'is long', { input: WORDS(8_000_000) }],
  ['/responses/compact', 'has thousands of items', { input: ITEMS }],
  ['/completions', 'is long', { prompt: WORDS(8_000_000) }],
  ['/completions', 'has a long suffix', { prompt: 'x', suffix: WORDS(8_000_000) }],
])('a request to %s that %s does not hold the loop', async (path, _, body) => {
  const written = JSON.stringify(body);

  const turnMs = await longestTurnMs(async () => {
    const response = await service.post(path, written);
    expect(response.status).toBe(200);
    await response.text();
  });

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

test('a response that goes on from a long one does not hold the loop', async () => {
  const { id } = await post({ input: WORDS(2_000_000) });

  const turnMs = await longestTurnMs(() => post({ previous_response_id: id, input: 'And?' }));

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

async function newConversation(items: readonly object[]): Promise<string> {
  const made = (await (await service.post('/conversations', '{}')).json()) as { id: string };
  for (let at = 0; at < items.length; at += 20) {
    const body = JSON.stringify({ items: items.slice(at, at + 20) });
    expect((await service.post(`/conversations/${made.id}/items`, body)).status).toBe(200);
  }
  return made.id;
}

test.each([
  ['is long', [{ role: 'user', content: WORDS(1_900_000) }], {}],
  ['has thousands of items', ITEMS, { stream: true }],
])('a response in a conversation that %s does not hold the loop', async (_, items, more) => {
  const conversation = await newConversation(items);

  const turnMs = await longestTurnMs(async () => {
    const response = await service.post('/responses', JSON.stringify({ conversation, input: 'And?', ...more }));
    expect(await response.text()).toContain(`"conversation":{"id":"${conversation}"}`);
  });

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

test('a conversation with long items does not hold the loop when it is made', async () => {
  const body = JSON.stringify({ items: [{ role: 'user', content: WORDS(2_000_000) }] });

  const turnMs = await longestTurnMs(async () => expect((await service.post('/conversations', body)).status).toBe(200));

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

test.each([
  ['as JSON', {}],
  ['as a stream', { stream: true }],
])('an answer with many logprobs does not hold the loop, %s', async (_, more) => {
  service.upstream.play(answerLogprobs(8000));
  const body = JSON.stringify({ input: 'Hi', top_logprobs: 20, ...more });

  const turnMs = await longestTurnMs(async () => {
    const response = await service.post('/responses', body);
    expect((await response.text()).length).toBeGreaterThan(1_000_000);
  });

  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});
