import { describe, expect, test } from 'bun:test';
import { TokenText } from './token-text.ts';

/** A vocabulary of single bytes: every character beyond ASCII is spread over several tokens. */
const bytes = (tokens: readonly number[]): string => new TextDecoder().decode(new Uint8Array(tokens));

describe('text made of tokens', () => {
  test('is never shown in the middle of a character', () => {
    const source = 'Ahoj, světe! 🌲 你好';
    const text = new TokenText(bytes);

    const pieces = [...new TextEncoder().encode(source)].map((token) => text.push(token));

    expect(pieces.join('') + text.end()).toBe(source);
    for (const piece of pieces) expect(piece).not.toContain('\uFFFD');
  });

  test('that never becomes whole is shown as it is, once', () => {
    const text = new TokenText(bytes);

    expect(text.push(0xf0)).toBe('');
    expect(text.end()).toBe('\uFFFD');
    expect(text.end()).toBe('');
  });

  test('knows the tokens before it', () => {
    const text = new TokenText((tokens, before) => `${before.length > 0 ? ' ' : ''}${tokens.join('')}`);

    expect(text.push(1) + text.push(2) + text.push(3)).toBe('1 2 3');
  });
});
