import { describe, expect, test } from 'bun:test';
import type { Token } from 'node-llama-cpp';
import { PromptReader, pieceEnd, Turns } from './prompt-reader.ts';

const NEVER = new AbortController().signal;
const ANNA = { account: 'anna', signal: NEVER };
const text = (content: string) => [{ text: content, isTemplate: false }];

/** One token for each character, and a note of every text that the tokenizer was given. */
function reader(limits: { contextTokens?: number; tokenBytesMax?: number } = {}) {
  const given: string[] = [];
  const tokenize = (piece: string): Token[] => {
    given.push(piece);
    return [...piece].map((char) => char.codePointAt(0) as Token);
  };
  const prompts = new PromptReader({ tokenize, contextTokens: 1e6, tokenBytesMax: 8, ...limits });
  return { prompts, given };
}

const textOf = (tokens: readonly Token[]): string => tokens.map((token) => String.fromCodePoint(token)).join('');

describe('a prompt', () => {
  test('that is short is read at once', async () => {
    const { prompts, given } = reader();
    let hasTurned = false;
    setImmediate(() => {
      hasTurned = true;
    });

    await prompts.read(text('Hello there'), ANNA);

    expect(given).toEqual(['Hello there']);
    expect(hasTurned).toBe(false);
  });

  test('that is long is read in pieces, with all of its characters, and words stay whole', async () => {
    const long = 'Prší a prší, 😀 už zase. '.repeat(2000);
    const { prompts, given } = reader();

    const tokens = await prompts.read(text(long), ANNA);

    expect(textOf(tokens)).toBe(long);
    expect(Math.max(...given.map((piece) => piece.length))).toBeLessThanOrEqual(2048);
    for (const piece of given.slice(1)) expect(piece).toMatch(/^ \S/);
  });

  test('without words is cut between characters', () => {
    const faces = `x${'😀'.repeat(2000)}`;

    expect(faces.slice(0, pieceEnd(faces, 0)).isWellFormed()).toBe(true);
    expect(faces.slice(pieceEnd(faces, 0)).isWellFormed()).toBe(true);
  });

  test('that cannot fit, whatever its tokens are, is refused before anything is read', async () => {
    const { prompts, given } = reader({ contextTokens: 100, tokenBytesMax: 8 });

    expect(prompts.read(text('x'.repeat(800)), ANNA)).rejects.toMatchObject({
      code: 'context_length_exceeded',
      message: expect.stringContaining("This model's maximum context length is 100 tokens."),
    });
    expect(given).toEqual([]);
    expect((await prompts.read(text('x'.repeat(99)), ANNA)).length).toBe(99);
  });

  test('is read no further than it can fit', async () => {
    const { prompts, given } = reader({ contextTokens: 5000, tokenBytesMax: Number.POSITIVE_INFINITY });

    await expect(prompts.read(text('x'.repeat(8_000_000)), ANNA)).rejects.toMatchObject({
      code: 'context_length_exceeded',
    });

    expect(given.join('').length).toBeLessThan(5000 + 2048);
  });

  test('that is long lets everything else go on between two pieces', async () => {
    const { prompts, given } = reader();
    let isOver = false;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);

    await prompts.read(text('x'.repeat(100_000)), ANNA);
    isOver = true;

    expect(turns).toBeGreaterThanOrEqual(given.length - 1);
  });

  test('is not read on for a caller who has left', async () => {
    const { prompts, given } = reader();
    const leaving = new AbortController();
    const reading = prompts.read(text('x'.repeat(100_000)), { account: 'anna', signal: leaving.signal });

    leaving.abort(new Error('left'));

    await expect(reading).rejects.toThrow('left');
    expect(given.length).toBe(1);
  });
});

test('accounts take turns: one with many long prompts does not keep another waiting', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const wait = (account: string) => turns.wait(account).then(() => order.push(account));

  await Promise.all([wait('anna'), wait('anna'), wait('anna'), wait('ben'), wait('anna')]);

  expect(order).toEqual(['anna', 'ben', 'anna', 'anna', 'anna']);
});
