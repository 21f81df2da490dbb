import { describe, expect, test } from 'bun:test';
import { readTimes, readTimings, readUsage, timesToWire } from './upstream-usage.ts';

const usage = (inputTokens: number, outputTokens: number, cachedInputTokens = 0, reasoningTokens = 0) => ({
  kind: 'usage' as const,
  usage: { inputTokens, cachedInputTokens, outputTokens, reasoningTokens },
});

describe('usage', () => {
  test('has cached tokens inside the input and reasoning inside the output', () => {
    const reading = readUsage({
      prompt_tokens: 10,
      completion_tokens: 20,
      total_tokens: 30,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 15 },
    });

    expect(reading).toEqual(usage(10, 20, 4, 15));
  });

  test.each([
    ['absent', { prompt_tokens: 1, completion_tokens: 2 }],
    ['null', { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: null, completion_tokens_details: null }],
    ['empty', { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: {}, completion_tokens_details: {} }],
    ['nothing inside', { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: { cached_tokens: null } }],
    ['not an object', { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: 7 }],
  ])('without details (%s) has no cached and no reasoning tokens', (_how, raw) => {
    expect(readUsage(raw)).toEqual(usage(1, 2));
  });

  test('of an explicit zero is a count, not a missing one', () => {
    expect(readUsage({ prompt_tokens: 0, completion_tokens: 0 })).toEqual(usage(0, 0));
  });

  test('never has more cached tokens than input, or more reasoning than output', () => {
    const raw = {
      prompt_tokens: 5,
      completion_tokens: 6,
      prompt_tokens_details: { cached_tokens: 6 },
      completion_tokens_details: { reasoning_tokens: 7 },
    };

    expect(readUsage(raw)).toEqual(usage(5, 6, 5, 6));
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a total alone', { total_tokens: 3 }],
  ])('that is %s says nothing', (_what, raw) => {
    expect(readUsage(raw)).toEqual({ kind: 'none' });
  });

  const INPUT = { inputTokens: 1, cachedInputTokens: 0 };
  const OUTPUT = { outputTokens: 2, reasoningTokens: 0 };

  test.each<[string, unknown, object]>([
    ['a number', 7, {}],
    ['a string', '7', {}],
    ['an array', [1, 2], {}],
    ['negative input', { prompt_tokens: -1, completion_tokens: 2 }, OUTPUT],
    ['negative output', { prompt_tokens: 1, completion_tokens: -2 }, INPUT],
    ['a fraction', { prompt_tokens: 1.5, completion_tokens: 2 }, OUTPUT],
    ['a number as text', { prompt_tokens: '1', completion_tokens: 2 }, OUTPUT],
    ['infinity', { prompt_tokens: Number.POSITIVE_INFINITY, completion_tokens: 2 }, OUTPUT],
    ['not a number', { prompt_tokens: Number.NaN, completion_tokens: 2 }, OUTPUT],
    ['no output', { prompt_tokens: 1 }, INPUT],
    ['no input', { completion_tokens: 2 }, OUTPUT],
    ['null counts', { prompt_tokens: null, completion_tokens: null }, {}],
    [
      'negative cached',
      { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: { cached_tokens: -1 } },
      { ...INPUT, ...OUTPUT },
    ],
    [
      'broken reasoning',
      { prompt_tokens: 1, completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 'x' } },
      { ...INPUT, ...OUTPUT },
    ],
    ['one above the largest', { prompt_tokens: 2 ** 31 + 1, completion_tokens: 2 }, OUTPUT],
  ])('with %s is odd, and keeps what can be true', (_what, raw, kept) => {
    expect(readUsage(raw)).toEqual({ kind: 'odd', usage: kept });
  });

  test('of the largest count is valid', () => {
    expect(readUsage({ prompt_tokens: 2 ** 31, completion_tokens: 2 ** 31 })).toEqual(usage(2 ** 31, 2 ** 31));
  });
});

describe('timings', () => {
  test('add the prompt that was evaluated and the prompt from the cache', () => {
    expect(readTimings({ prompt_n: 7, cache_n: 3, predicted_n: 5 })).toEqual(usage(10, 5, 3));
  });

  test('without a cache count only what was evaluated', () => {
    expect(readTimings({ prompt_n: 7, predicted_n: 0 })).toEqual(usage(7, 0));
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 5],
    ['an empty object', {}],
    ['without an output', { prompt_n: 1 }],
  ])('that are %s say nothing', (_what, raw) => {
    expect(readTimings(raw)).toEqual({ kind: 'none' });
  });

  test.each<[string, unknown, object]>([
    ['negative', { prompt_n: -1, predicted_n: 1 }, { outputTokens: 1, reasoningTokens: 0 }],
    ['text', { prompt_n: 1, predicted_n: 'x' }, { inputTokens: 1, cachedInputTokens: 0 }],
  ])('that are %s are odd, and keep what can be true', (_what, raw, kept) => {
    expect(readTimings(raw)).toEqual({ kind: 'odd', usage: kept });
  });
});

describe('the times of an engine', () => {
  test('are read as they were written', () => {
    const times = { loadMs: 0, waitMs: 12.5, promptMs: 3 };

    expect(readTimes(timesToWire(times))).toEqual(times);
  });

  test.each([
    ['no object', 5],
    ['nothing', {}],
    ['one too few', { load_ms: 1, wait_ms: 1 }],
    ['negative', { load_ms: 1, wait_ms: -1, prompt_ms: 1 }],
    ['text', { load_ms: 1, wait_ms: '1', prompt_ms: 1 }],
    ['longer than a day', { load_ms: 1, wait_ms: 1, prompt_ms: 86_400_001 }],
  ])('that are %s are not taken', (_what, raw) => {
    expect(readTimes(raw)).toBeUndefined();
  });
});
