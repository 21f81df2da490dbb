import { describe, expect, test } from 'bun:test';
import { createIds, createOrderedIds, systemClock } from './clock.ts';

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

describe('an id in the order of time', () => {
  const at = (nowMs: number) => createOrderedIds({ nowMs: () => nowMs, monotonicMs: () => 0 });

  test('has its prefix, 8 characters of time and 26 of chance', () => {
    expect(at(Date.now()).next('req_')).toMatch(/^req_[0-9A-Za-z]{34}$/);
  });

  test.each([
    [0, 1],
    [61, 62],
    [Date.UTC(2026, 10, 15, 11), Date.UTC(2026, 10, 15, 11) + 1],
    [Date.UTC(2026, 0, 1), Date.UTC(2286, 0, 1)],
  ])('made at %d sorts before one made at %d', (earlierMs, laterMs) => {
    expect(at(earlierMs).next('req_') < at(laterMs).next('req_')).toBe(true);
  });

  test('is never the same twice within a millisecond', () => {
    const ids = at(1_800_000_000_000);

    const made = Array.from({ length: 10_000 }, () => ids.next('req_'));

    expect(new Set(made).size).toBe(made.length);
  });
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
