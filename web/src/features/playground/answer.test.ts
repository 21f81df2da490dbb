import { describe, expect, test } from 'bun:test';
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { ApiError } from '../../api.ts';
import { estimateOf, NO_ANSWER, prettyArguments, withEvent } from './answer.ts';

const delta = (about: unknown, finish: string | null = null) =>
  JSON.stringify({ id: 'chatcmpl-1', choices: [{ index: 0, delta: about, finish_reason: finish }] });
const afterAll = (events: readonly string[]) => events.reduce(withEvent, NO_ANSWER);

describe('an answer', () => {
  test('grows from its chunks, counts its pieces and ends with exact usage', () => {
    const answer = afterAll([
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'Hm. ' }),
      delta({ content: 'Hel' }),
      delta({ content: 'lo' }),
      delta({}, 'stop'),
      JSON.stringify({ id: 'x', choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, cost_czk: '0.0001' } }),
      '[DONE]',
    ]);

    expect(answer).toEqual({
      completionId: 'chatcmpl-1',
      content: 'Hello',
      reasoning: 'Hm. ',
      toolCalls: [],
      pieces: { output: 2, reasoning: 1 },
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: 4, czk: '0.0001' },
    });
  });

  test('gathers several tool calls from their pieces', () => {
    const piece = (index: number, about: object) => delta({ tool_calls: [{ index, ...about }] });
    const answer = afterAll([
      piece(0, { id: 'a', type: 'function', function: { name: 'one', arguments: '' } }),
      piece(0, { function: { arguments: '{"x":' } }),
      piece(0, { function: { arguments: '1}' } }),
      piece(1, { id: 'b', type: 'function', function: { name: 'two', arguments: '{}' } }),
    ]);

    expect(answer.toolCalls).toEqual([
      { id: 'a', name: 'one', arguments: '{"x":1}' },
      { id: 'b', name: 'two', arguments: '{}' },
    ]);
  });

  test('an error in the stream is thrown with its code', () => {
    const event = '{"error":{"message":"The engine broke off.","type":"upstream_error","code":"upstream_incomplete"}}';

    expect(() => withEvent(NO_ANSWER, event)).toThrow(
      expect.objectContaining({ name: 'ApiError', code: 'upstream_incomplete', message: 'The engine broke off.' }),
    );
    expect(() => withEvent(NO_ANSWER, event)).toThrow(ApiError);
  });

  test('is estimated by the length of the input and the pieces of the output', () => {
    const price = { input: '4', cachedInput: '1', output: '20', reasoning: '30' };
    const answer = { ...NO_ANSWER, pieces: { output: 10, reasoning: 2 } };

    const estimate = estimateOf(answer, { messages: [{ content: '1234' }] }, { price } as ModelView);

    // [[{"content":"1234"}],[]] has 25 bytes.
    expect(estimate).toEqual({ tokens: 7 + 12, czk: '0.000288' });
  });

  test('is estimated by the number of its pictures, whatever their bytes', () => {
    const price = { input: '4', cachedInput: '1', output: '20', reasoning: '30' };
    const asking = (bytes: string) => {
      const url = `data:image/png;base64,${bytes}`;
      const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }];
      return estimateOf(NO_ANSWER, { messages }, { price } as ModelView);
    };

    expect(asking('A'.repeat(90_000))).toEqual(asking('A'));
    expect(asking('A').tokens).toBeGreaterThan(1000);
  });
});

test('arguments are laid out where they are JSON', () => {
  expect(prettyArguments('{"city":"Praha"}')).toBe('{\n  "city": "Praha"\n}');
  expect(prettyArguments('{"city":')).toBe('{"city":');
});
