import { describe, expect, test } from 'bun:test';
import { randomText, seeded } from '../../test/support/random.ts';
import type { ChatRequest, EngineEvent, Usage } from '../domain/chat.ts';
import { estimateInputTokens } from '../domain/token-bound.ts';
import { UsageCount } from './usage-count.ts';

const REQUEST: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Tell me something.' }],
  stream: true,
  includeUsage: false,
};
const ESTIMATE = estimateInputTokens(REQUEST);
const BOUNDS = { inputTokensMax: 1000, outputTokensMax: 100 };

const text = (written: string): EngineEvent => ({ type: 'text', text: written });
const usage = (inputTokens: number, outputTokens: number, cachedInputTokens = 0, reasoningTokens = 0): Usage => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
  reasoningTokens,
});
const reported = (...counts: Parameters<typeof usage>): EngineEvent => ({ type: 'usage', usage: usage(...counts) });

function count(events: readonly EngineEvent[], bounds = BOUNDS): UsageCount {
  const counted = new UsageCount(REQUEST, bounds);
  for (const event of events) counted.see(event);
  return counted;
}

describe('what the engine reports', () => {
  test('is what is charged', () => {
    expect(count([text('abc'), reported(50, 7, 20, 3)]).total()).toEqual(usage(50, 7, 20, 3));
  });

  test('counts by its last word, and is never added up', () => {
    expect(count([reported(50, 1), text('a'), reported(50, 2), text('b'), reported(50, 3)]).total()).toEqual(
      usage(50, 3),
    );
  });

  test('counts also when it is an explicit zero', () => {
    expect(count([text('much text'), reported(0, 0)]).total()).toEqual(usage(0, 0));
  });

  test.each([
    ['at both bounds', 1000, 100, true],
    ['one above the input', 1001, 100, false],
    ['one above the output', 1000, 101, false],
  ])('is plausible up to its bounds: %s', (_where, input, output, isPlausible) => {
    expect(count([reported(input, output)]).anomaly === undefined).toBe(isPlausible);
  });

  test('is not charged where it cannot be true: our own count is', () => {
    expect(count([text('a'), text('b'), reported(50, 1_000_000)]).total()).toEqual(usage(ESTIMATE, 2));
  });

  test('is judged by its last word: a later plausible one counts again', () => {
    const counted = count([reported(9999, 9999), reported(50, 5)]);

    expect(counted.anomaly).toBeUndefined();
    expect(counted.total()).toEqual(usage(50, 5));
  });
});

describe('our own count, where the engine reports nothing', () => {
  test('is not implausible', () => {
    expect(count([text('a')]).anomaly).toBeUndefined();
  });

  test('of nothing is the input alone', () => {
    expect(count([]).total()).toEqual(usage(ESTIMATE, 0));
  });

  test('has a token for each piece', () => {
    expect(count(['a', 'b', 'c'].map(text)).total()).toEqual(usage(ESTIMATE, 3));
  });

  test('has a token for every four bytes, where an answer comes in one piece', () => {
    expect(count([text('a'.repeat(40))]).total()).toEqual(usage(ESTIMATE, 10));
    expect(count([text('a'.repeat(41))]).total()).toEqual(usage(ESTIMATE, 11));
    expect(count([text('🌲'.repeat(10))]).total()).toEqual(usage(ESTIMATE, 10));
  });

  test('counts reasoning and arguments, but no names and no ends', () => {
    const counted = count([
      { type: 'reasoning', text: 'r' },
      { type: 'reasoning', text: 'r' },
      { type: 'tool-call-start', index: 0, id: 'call_a', name: 'a_long_name_of_a_function' },
      { type: 'tool-call-arguments', index: 0, text: '{}' },
      { type: 'end', finishReason: 'stop' },
    ]);

    expect(counted.total()).toEqual(usage(ESTIMATE, 3, 0, 2));
  });

  test('is never more than was allowed', () => {
    const tight = { inputTokensMax: 2, outputTokensMax: 3 };

    expect(count([text('a'.repeat(1000))], tight).total()).toEqual(usage(2, 3));
    const thinking = Array.from({ length: 9 }, (): EngineEvent => ({ type: 'reasoning', text: 'r' }));
    expect(count(thinking, tight).total()).toEqual(usage(2, 3, 0, 3));
  });
});

test('whatever an engine sends, the total is within its bounds', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = seeded(seed);
    const bounds = { inputTokensMax: random.integer(0, 60), outputTokensMax: random.integer(0, 60) };
    const events = Array.from({ length: random.integer(0, 12) }, (): EngineEvent => {
      const kind = random.integer(0, 3);
      if (kind === 0) return reported(random.integer(0, 90), random.integer(0, 90));
      const type = kind === 1 ? 'reasoning' : 'text';
      return { type, text: randomText(random, 40) };
    });

    const total = count(events, bounds).total();

    expect(total.inputTokens, `seed ${seed}`).toBeLessThanOrEqual(bounds.inputTokensMax);
    expect(total.outputTokens, `seed ${seed}`).toBeLessThanOrEqual(bounds.outputTokensMax);
    expect(total.cachedInputTokens, `seed ${seed}`).toBeLessThanOrEqual(total.inputTokens);
    expect(total.reasoningTokens, `seed ${seed}`).toBeLessThanOrEqual(total.outputTokens);
  }
});
