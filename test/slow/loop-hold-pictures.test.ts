/**
 * A request with pictures of 20 MB holds the loop that serves all no longer than any other: its bytes are looked at on a
 * thread, and go from there to the engine without a copy.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';
import { dataUrl, pngOf } from '../support/pictures.ts';
import { answerText } from '../support/scripted-upstream.ts';

const MODELS = {
  seer: {
    ...{ engine: 'main', maxOutputTokens: 100, tools: true, modalities: ['text', 'image'] },
    price: { input: '1', output: '1' },
  },
  reader: { engine: 'main', maxOutputTokens: 100, tools: true, price: { input: '1', output: '1' } },
};

let service: ProbedService;
beforeAll(async () => {
  service = await startProbedService({ BOREAL_MODELS: JSON.stringify(MODELS) });
  service.upstream.play(answerText('Hi'));
  for (let n = 0; n < 5; n++) await post('/chat/completions', chat([picture(300_000)]));
});
afterAll(() => service[Symbol.asyncDispose]());

async function post(path: string, body: object | string): Promise<number> {
  const response = await service.post(path, typeof body === 'string' ? body : JSON.stringify(body));
  await response.arrayBuffer();
  return response.status;
}

const picture = (bytes: number) => dataUrl(pngOf(1000, 1000, bytes));
const part = (url: string) => ({ type: 'image_url', image_url: { url } });
const chat = (urls: readonly string[]) => ({
  ...{ model: 'seer', messages: [{ role: 'user', content: [{ type: 'text', text: 'Look' }, ...urls.map(part)] }] },
});

/** Two pictures, and 20 MiB in all but for some bytes. */
const LARGE = [picture(7_850_000), picture(7_850_000)];
const result = (model: string) => ({
  model,
  messages: [
    { role: 'user', content: 'word '.repeat(1_000_000) },
    { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: [part(picture(7_850_000))] },
  ],
});

test.each<[string, string, object]>([
  ['a chat', '/chat/completions', chat(LARGE)],
  ['a hundred pictures', '/chat/completions', chat(Array.from({ length: 100 }, () => picture(155_000)))],
  ['the result of a tool', '/chat/completions', result('seer')],
  ['the result of a tool, for a model that reads text only', '/chat/completions', result('reader')],
  [
    'responses',
    '/responses',
    {
      model: 'seer',
      input: [{ role: 'user', content: LARGE.map((url) => ({ type: 'input_image', image_url: url })) }],
    },
  ],
])('%s of 20 MB does not hold the loop', async (_, path, body) => {
  const text = JSON.stringify(body);

  const turnMs = await service.longestTurnMs(async () => expect(await post(path, text)).toBe(200));

  console.log(`${(text.length / 2 ** 20).toFixed(1)} MiB: the longest turn took ${turnMs.toFixed(1)} ms`);
  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});

test('a picture that is kept, and seen again by the next response, does not hold the loop', async () => {
  const content = [{ type: 'input_image', image_url: picture(1_500_000) }];
  const first = JSON.stringify({ model: 'seer', input: [{ role: 'user', content }] });
  const ask = async (body: string) =>
    (await (await service.post('/responses', body)).json()) as { id: string; store: boolean };

  const turnMs = await service.longestTurnMs(async () => {
    const { id, store } = await ask(first);
    expect(store).toBe(true);
    await ask(JSON.stringify({ model: 'seer', input: 'And now?', previous_response_id: id, store: false }));
    expect(JSON.stringify(service.upstream.requests.at(-1)!.body)).toContain('"And now?"');
  });

  console.log(`Kept and seen again: the longest turn took ${turnMs.toFixed(1)} ms`);
  expect(turnMs).toBeLessThan(TURN_MS_MAX);
});
