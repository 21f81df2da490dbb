import { describe, expect, test } from 'bun:test';
import type { EngineEvent } from '../../../core/chat.ts';
import { toChunks } from './frames.ts';

const usage = (outputTokens: number): EngineEvent => ({
  type: 'usage',
  usage: { inputTokens: 5, cachedInputTokens: 0, outputTokens, reasoningTokens: 0 },
});
const END: EngineEvent = { type: 'end', finishReason: 'stop' };

async function chunksOf(events: readonly EngineEvent[]) {
  async function* play() {
    yield* events;
  }
  const chunks: string[] = [];
  for await (const chunk of toChunks(play())) chunks.push(chunk);
  expect(chunks.pop()).toBe('data: [DONE]\n\n');
  return chunks.map((chunk) => JSON.parse(chunk.slice('data: '.length)));
}

describe('the chunks of an answer', () => {
  test('carry the count with the piece it belongs to', async () => {
    const chunks = await chunksOf([{ type: 'text', text: 'a' }, usage(1), { type: 'text', text: 'b' }, usage(2), END]);

    expect(chunks.map((chunk) => [chunk.choices[0].delta.content, chunk.usage?.completion_tokens])).toEqual([
      ['a', 1],
      ['b', 2],
      [undefined, 2],
    ]);
  });

  test('tell the times once, with the first piece that has a count', async () => {
    const times = { loadMs: 0, waitMs: 2.5, promptMs: 7 };
    const first = { ...usage(1), times } as EngineEvent;

    const early = await chunksOf([{ type: 'text', text: 'a' }, first, { type: 'text', text: 'b' }, usage(2), END]);
    const late = await chunksOf([first, usage(2), { type: 'text', text: 'b' }, usage(3), END]);
    const never = await chunksOf([first, END]);

    const told = { load_ms: 0, wait_ms: 2.5, prompt_ms: 7 };
    expect(early.map((chunk) => chunk.boreal_times)).toEqual([told, undefined, undefined]);
    expect(late.map((chunk) => chunk.boreal_times)).toEqual([told, undefined]);
    expect(never.map((chunk) => chunk.boreal_times)).toEqual([told]);
  });

  test('count tokens whose text is never shown', async () => {
    const chunks = await chunksOf([{ type: 'text', text: 'a' }, usage(1), usage(2), usage(3), END]);

    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }], usage: { completion_tokens: 3 } });
  });

  test('keep pieces apart that come without a count between them', async () => {
    const chunks = await chunksOf([
      { type: 'tool-call-start', index: 0, id: '', name: 'f' },
      { type: 'tool-call-arguments', index: 0, text: '{}' },
      usage(4),
      END,
    ]);

    expect(chunks.map((chunk) => chunk.choices[0].delta)).toEqual([
      { tool_calls: [{ index: 0, function: { name: 'f', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
      {},
    ]);
  });
});
