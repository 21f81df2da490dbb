import { describe, expect, test } from 'bun:test';
import { createIds, systemClock } from './clock.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an id', () => {
  const ids = createIds();

  test.each(['chatcmpl-', 'req_', ''])('has the prefix "%s" and 26 characters of the alphabet', (prefix) => {
    for (let i = 0; i < 500; i++) {
      const id = ids.next(prefix);

      expect(id.startsWith(prefix)).toBe(true);
      expect(id.slice(prefix.length)).toMatch(/^[0-9A-Za-z]{26}$/);
    }
  });

  test('is never the same twice, from one maker or from two', () => {
    const other = createIds();

    const made = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? ids : other).next('x'));

    expect(new Set(made).size).toBe(made.length);
  });

  test('favours no character, at any of its places', () => {
    const made = 20_000;
    const everywhere = new Map<string, number>();
    const first = new Map<string, number>();
    for (let i = 0; i < made; i++) {
      const id = ids.next('');
      first.set(id[0]!, (first.get(id[0]!) ?? 0) + 1);
      for (const letter of id) everywhere.set(letter, (everywhere.get(letter) ?? 0) + 1);
    }

    // With 61 degrees of freedom the value exceeds 150 in less than one of a hundred million runs; taking bytes modulo 62, which
    // favours eight characters by a quarter, would give several thousand.
    expect(chiSquare(everywhere, made * 26)).toBeLessThan(150);
    expect(chiSquare(first, made)).toBeLessThan(150);
  });

  function chiSquare(counts: ReadonlyMap<string, number>, total: number): number {
    const expected = total / ALPHABET.length;
    return [...ALPHABET].reduce((sum, letter) => sum + ((counts.get(letter) ?? 0) - expected) ** 2 / expected, 0);
  }
});

describe('the clock', () => {
  test('of the wall is in milliseconds since 1970', () => {
    expect(Math.abs(systemClock.nowMs() - Date.now())).toBeLessThan(1000);
  });

  test('for deadlines never goes back', () => {
    let last = systemClock.monotonicMs();
    for (let i = 0; i < 10_000; i++) {
      const now = systemClock.monotonicMs();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });
});
