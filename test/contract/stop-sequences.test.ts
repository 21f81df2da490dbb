/** Which stop sequence has ended a message, where the engine says so, and never a guess. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { chunk, json, type Script, type ScriptRequest, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const ORDER = {
  model: 'svc-glacier',
  max_tokens: 100,
  stop_sequences: ['###', 'END'],
  messages: [{ role: 'user' as const, content: 'Count to three.' }],
};
const USAGE = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

const clientOf = () => new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: service.key });

/** An answer that ends for the reasons given, whole or streamed as asked. */
const endingWith =
  (finish: object): Script =>
  (request: ScriptRequest) => {
    const isStream = (request.body as { stream: boolean }).stream;
    if (!isStream) {
      const message = { role: 'assistant', content: 'one two ' };
      return json({ choices: [{ index: 0, message, finish_reason: 'stop', ...finish }], usage: USAGE });
    }
    const end = { index: 0, delta: {}, finish_reason: 'stop', ...finish };
    return [
      sseHead(),
      sse(chunk(request, { content: 'one two ' })),
      sse({ choices: [end], usage: USAGE }),
      sse('[DONE]'),
    ];
  };

describe.each([
  ['as vLLM says it', { stop_reason: 'END' }],
  ['as SGLang says it', { matched_stop: 'END' }],
])('a stop sequence that has ended a message, %s,', (_, finish) => {
  test('is named, whole and streamed', async () => {
    service.upstream.play(endingWith(finish));

    const whole = await clientOf().messages.create(ORDER);
    const streamed = await clientOf().messages.stream(ORDER).finalMessage();

    for (const message of [whole, streamed]) {
      expect(message).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END' });
      expect(message.content).toMatchObject([{ type: 'text', text: 'one two ' }]);
    }
  });

  test('is named again to a repeat with the same Idempotency-Key', async () => {
    service.upstream.play(endingWith(finish));
    const headers = { 'idempotency-key': Object.keys(finish).join() };

    const first = await clientOf().messages.create(ORDER, { headers });
    service.upstream.play(endingWith({}));
    const again = await clientOf().messages.create(ORDER, { headers });

    expect(again).toEqual(first);
    expect(again).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END' });
  });
});

test.each([
  [{}, 'end_turn'],
  [{ stop_reason: null }, 'end_turn'],
  [{ stop_reason: 151_645 }, 'end_turn'],
  [{ stop_reason: 'not one of those sent' }, 'end_turn'],
  [{ stop_reason: { text: 'END' } }, 'end_turn'],
  [{ stop_reason: 'END', finish_reason: 'length' }, 'max_tokens'],
])('an engine that ends with %j has named none', async (finish, reason) => {
  service.upstream.play(endingWith(finish));

  const whole = await clientOf().messages.create(ORDER);
  const streamed = await clientOf().messages.stream(ORDER).finalMessage();

  for (const message of [whole, streamed]) expect(message).toMatchObject({ stop_reason: reason, stop_sequence: null });
});

test('chat completions end as before: their form has no place for it', async () => {
  service.upstream.play(endingWith({ stop_reason: 'END' }));

  const answer = await service.post({ model: 'svc-glacier', stop: ['END'], messages: ORDER.messages });
  const { choices } = (await answer.json()) as { choices: object[] };

  expect(Object.keys(choices[0]!)).toEqual(['index', 'message', 'logprobs', 'finish_reason']);
  expect(choices[0]).toMatchObject({ finish_reason: 'stop' });
});
