import { describe, expect, test } from 'bun:test';
import { attachedTokensGuess, attachedTokensMax } from './attached-tokens.ts';
import type { Attachment, ChatRequest } from './chat.ts';
import { estimateInputTokens, inputTokensMax } from './token-bound.ts';

const BOUNDS = { imageTokens: 16_384, fileTokens: 50_000 };
const source = { mediaType: 'image/png', base64: new Uint8Array(4000) };
const picture = (width: number, height: number): Attachment => ({
  type: 'image',
  source,
  at: '',
  size: { width, height },
});
const chat = (parts: readonly Attachment[], sendsParts: ChatRequest['sendsParts'] = BOUNDS): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'user', content: 'Hi', parts }],
  stream: false,
  includeUsage: false,
  ...(sendsParts && { sendsParts }),
});

describe('the tokens of a picture', () => {
  /** Tokens that models in use make of one, by the rules that their makers publish. */
  const RULES: readonly [string, (width: number, height: number) => number][] = [
    ['squares of 28 pixels', (w, h) => Math.ceil(w / 28) * Math.ceil(h / 28) + 2],
    ['squares of 16 pixels with an end of each row', (w, h) => (Math.ceil(w / 16) + 1) * Math.ceil(h / 16)],
    ['tiles of 512 pixels', (w, h) => 85 + 170 * Math.ceil(w / 512) * Math.ceil(h / 512)],
    ['an area', (w, h) => Math.ceil((w * h) / 750)],
    ['five grids of 24 squares, whatever its size', () => 5 * 576],
  ];

  test.each(RULES)('are never above the bound: %s', (_, tokensOf) => {
    for (const [width, height] of [
      [1, 1],
      [1, 4000],
      [64, 64],
      [512, 512],
      [1024, 768],
      [1600, 1600],
    ] as const) {
      expect(attachedTokensMax(chat([picture(width, height)]))).toBeGreaterThanOrEqual(
        Math.min(BOUNDS.imageTokens, tokensOf(width, height)),
      );
    }
  });

  test('are at most those of the model, and those where the size is not known', () => {
    expect(attachedTokensMax(chat([picture(30_000, 30_000)]))).toBe(16_384);
    expect(attachedTokensMax(chat([{ type: 'image', source, at: '' }]))).toBe(16_384);
    expect(attachedTokensMax(chat([{ type: 'image', source: { url: 'https://a.b/c' }, at: '' }]))).toBe(16_384);
  });

  test('do not grow with its bytes', () => {
    const heavy = { ...picture(100, 100), source: { ...source, base64: new Uint8Array(10_000_000) } };

    expect(attachedTokensMax(chat([heavy]))).toBe(attachedTokensMax(chat([picture(100, 100)])));
  });

  test('are added for each, and to those of the text', () => {
    const one = attachedTokensMax(chat([picture(100, 100)]));

    expect(attachedTokensMax(chat([picture(100, 100), picture(100, 100)]))).toBe(2 * one);
    expect(inputTokensMax(chat([picture(100, 100)])) - inputTokensMax(chat([]))).toBe(one);
    expect(estimateInputTokens(chat([picture(100, 75)])) - estimateInputTokens(chat([]))).toBe(10);
  });

  test('are none for a model that reads text only', () => {
    const { sendsParts: _, ...plain } = chat([picture(100, 100)]);

    expect([attachedTokensMax(plain), attachedTokensGuess(plain)]).toEqual([0, 0]);
  });
});

test('a document is bounded by its model, and a guess never goes above a bound', () => {
  const file: Attachment = { type: 'file', source, at: '' };
  const linked: Attachment = { type: 'file', source: { url: 'https://a.b/c' }, at: '' };

  expect(attachedTokensMax(chat([file, linked]))).toBe(100_000);
  for (const parts of [
    [file],
    [linked],
    [picture(1, 1)],
    [picture(5000, 5000)],
    [{ ...picture(1, 1), size: undefined! }],
  ]) {
    expect(attachedTokensGuess(chat(parts))).toBeLessThanOrEqual(attachedTokensMax(chat(parts)));
    expect(estimateInputTokens(chat(parts))).toBeLessThanOrEqual(inputTokensMax(chat(parts)));
  }
});
