import { describe, expect, test } from 'bun:test';
import { randomText, seeded } from '../../../test/support/random.ts';
import type { ChatRequest, EngineEvent, Piece, Usage } from '../../core/chat.ts';
import { estimateInputTokens } from '../../core/token-bound.ts';
import { UsageCount } from './usage-count.ts';

const REQUEST: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Tell me something.' }],
  stream: true,
  includeUsage: false,
};
const ESTIMATE = estimateInputTokens(REQUEST);
const BOUNDS = { inputTokensMax: 1000, outputTokensMax: 100, toleranceTokens: 5 };

const text = (written: string): Piece => ({ type: 'text', text: written });
const usage = (inputTokens: number, outputTokens: number, cachedInputTokens = 0, reasoningTokens = 0): Usage => ({
  inputTokens,
  cachedInputTokens,
  outputTokens,
  reasoningTokens,
});
const reported = (...counts: Parameters<typeof usage>): EngineEvent => ({ type: 'usage', usage: usage(...counts) });
const odd = (part: Partial<Usage>): EngineEvent => ({ type: 'odd-usage', usage: part, claim: 'odd' });
const words = (count: number): Piece[] => Array.from({ length: count }, () => text(' word'));

function count(events: readonly EngineEvent[], bounds = BOUNDS): UsageCount {
  const counted = new UsageCount(REQUEST, bounds);
  for (const event of events) counted.see(event);
  return counted;
}

describe('what the engine reports', () => {
  test('is what is charged', () => {
    const counted = count([text('abc'), reported(50, 7, 20, 3)]);

    expect(counted.whole()).toEqual(usage(50, 7, 20, 3));
    expect(counted.cut()).toEqual(usage(50, 7, 20, 3));
  });

  test('holds also for the reasoning that has come before it', () => {
    const thought: EngineEvent = { type: 'reasoning', text: 'r' };

    expect(count([thought, thought, reported(50, 7, 0, 3)]).whole()).toEqual(usage(50, 7, 0, 3));
    expect(count([thought, reported(50, 7, 0, 3), thought]).whole()).toEqual(usage(50, 8, 0, 4));
  });

  test('counts by its last word, and is never added up', () => {
    expect(count([reported(50, 1), text('a'), reported(50, 2), text('b'), reported(50, 3)]).whole()).toEqual(
      usage(50, 3),
    );
  });

  test('counts also when it is an explicit zero, as the last word of an engine that has finished', () => {
    expect(count([text('much text'), reported(0, 0)]).whole()).toEqual(usage(0, 0));
  });

  test('does not count as zero while the engine runs, once something has come', () => {
    const stuck = [text('a'), reported(50, 0), text('b'), reported(50, 0)];

    expect(count(stuck).cut()).toEqual(usage(50, 2));
    expect(count([...stuck, reported(50, 4), text('c'), reported(50, 0)]).cut()).toEqual(usage(50, 5));
  });

  test('is no more than a beginning for the pieces that come after it', () => {
    const stale = [reported(50, 0), ...words(90)];

    expect(count(stale).whole()).toEqual(usage(50, 90));
    expect(count([text('a b'), reported(50, 2), text('c d e')]).cut()).toEqual(usage(50, 5));
  });

  test.each([
    ['at both bounds', 1000, 100, true],
    ['one above the input', 1001, 100, false],
    ['one above the output', 1000, 101, false],
  ])('is possible up to its bounds: %s', (_where, input, output, isPossible) => {
    expect(count([reported(input, output)]).claim === undefined).toBe(isPossible);
  });

  test('is charged as far as it can be true, and by our own count for the rest', () => {
    expect(count([text('a'), text('b'), reported(50, 1_000_000)]).whole()).toEqual(usage(50, 2));
    expect(count([text('a'), text('b'), reported(5000, 7)]).whole()).toEqual(usage(ESTIMATE, 7));
    expect(count([text('a'), odd({ inputTokens: 50, cachedInputTokens: 9 })]).whole()).toEqual(usage(50, 1, 9));
    expect(count([text('a'), odd({ outputTokens: 7 })]).whole()).toEqual(usage(ESTIMATE, 7));
    expect(count([text('a'), odd({})]).whole()).toEqual(usage(ESTIMATE, 1));
  });

  test('is remembered where it cannot be true, whatever comes later', () => {
    const counted = count([reported(9999, 9999), odd({}), reported(50, 5)]);

    expect(counted.claim).toBe(JSON.stringify(usage(9999, 9999)));
    expect(counted.whole()).toEqual(usage(50, 5));
    expect(count([odd({}), reported(50, 5)]).claim).toBe('odd');
  });
});

describe('our own count, where the engine reports nothing', () => {
  test('is not odd', () => {
    expect(count([text('a')]).claim).toBeUndefined();
  });

  test('of nothing is the input alone', () => {
    expect(count([]).whole()).toEqual(usage(ESTIMATE, 0));
  });

  test('has a token for each piece', () => {
    expect(count(['a', 'b', 'c'].map(text)).whole()).toEqual(usage(ESTIMATE, 3));
  });

  test('has a token for each word of a piece', () => {
    expect(count([text('an answer in\none piece')]).whole()).toEqual(usage(ESTIMATE, 5));
  });

  test('counts reasoning and arguments, but no names and no ends', () => {
    const counted = count([
      { type: 'reasoning', text: 'r' },
      { type: 'reasoning', text: 'r' },
      { type: 'tool-call-start', index: 0, id: 'call_a', name: 'a_long_name_of_a_function' },
      { type: 'tool-call-arguments', index: 0, text: '{}' },
      { type: 'end', finishReason: 'stop' },
    ]);

    expect(counted.whole()).toEqual(usage(ESTIMATE, 3, 0, 2));
  });

  test('is never more than was allowed', () => {
    const tight = { inputTokensMax: 2, outputTokensMax: 3, toleranceTokens: 0 };

    expect(count([text('a '.repeat(1000))], tight).whole()).toEqual(usage(2, 3));
    const thinking = Array.from({ length: 9 }, (): EngineEvent => ({ type: 'reasoning', text: 'r' }));
    expect(count(thinking, tight).whole()).toEqual(usage(2, 3, 0, 3));
  });
});

describe('the limit of an answer', () => {
  test('is passed when our own count is above it by more than the tolerance', () => {
    expect(count(words(105)).excess).toBe(0);
    expect(count(words(106)).excess).toBe(1);
  });

  test('is passed by what comes after a running report', () => {
    expect(count([reported(50, 100), ...words(5)]).excess).toBe(0);
    expect(count([reported(50, 100), ...words(6)]).excess).toBe(1);
  });

  test('is passed at once by the engine’s own word, and charged by ours', () => {
    const counted = count([text('a'), reported(50, 40), text('b'), reported(50, 101)]);

    expect(counted.withinLimit(text(' more'))).toBeUndefined();
    expect(counted.cut()).toEqual(usage(50, 41));
  });

  test('cuts the piece that passes it between two words', () => {
    const last = text('one two three four');
    const counted = count([...words(103), last]);

    expect(counted.withinLimit(last)).toEqual(text('one two '));
    expect(counted.cut().outputTokens).toBe(100);
  });

  test('leaves a piece what it is', () => {
    const thought: Piece = { type: 'reasoning', text: 'one two three four' };

    expect(count([...words(103), thought]).withinLimit(thought)).toEqual({ type: 'reasoning', text: 'one two ' });
  });

  test('leaves pieces alone that keep to it', () => {
    const last = text('one two');

    expect(count([...words(103), last]).withinLimit(last)).toBe(last);
  });
});

test('whatever an engine sends, what is charged is within the bounds', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = seeded(seed);
    const bounds = {
      inputTokensMax: random.integer(0, 60),
      outputTokensMax: random.integer(0, 60),
      toleranceTokens: 3,
    };
    const events = Array.from({ length: random.integer(0, 12) }, (): EngineEvent => {
      const kind = random.integer(0, 4);
      if (kind === 0) return reported(random.integer(0, 90), random.integer(0, 90));
      if (kind === 1) return odd(random.fraction() < 0.5 ? { outputTokens: random.integer(0, 90) } : {});
      const type = kind === 2 ? 'reasoning' : 'text';
      return { type, text: randomText(random, 40) };
    });

    for (const charged of [count(events, bounds).whole(), count(events, bounds).cut()]) {
      expect(charged.inputTokens, `seed ${seed}`).toBeLessThanOrEqual(bounds.inputTokensMax);
      expect(charged.outputTokens, `seed ${seed}`).toBeLessThanOrEqual(bounds.outputTokensMax);
      expect(charged.outputTokens, `seed ${seed}`).toBeGreaterThanOrEqual(0);
      expect(charged.cachedInputTokens, `seed ${seed}`).toBeLessThanOrEqual(charged.inputTokens);
      expect(charged.reasoningTokens, `seed ${seed}`).toBeLessThanOrEqual(charged.outputTokens);
    }
  }
});
