import { describe, expect, test } from 'bun:test';
import { LEAD_MS, startOf, versionAt, withStates } from './version.ts';

const version = (number: number, fromMs: number) => ({ version: number, fromMs });
const NOW = 1000;

describe('the version that holds', () => {
  const [first, second, third] = [version(1, 0), version(2, 500), version(3, 500)];

  test('is the last to begin', () => {
    expect(versionAt([second, first], 499)).toBe(first);
    expect(versionAt([second, first], 500)).toBe(second);
    expect(versionAt([first, version(2, 0), second], 500)).toBe(second);
    expect(versionAt([version(9, 0), version(1, 5)], 5)).toEqual(version(1, 5));
    expect(versionAt([first, second], -1)).toBeUndefined();
  });

  test('is the newer of two that begin together, in whatever order they come', () => {
    expect(versionAt([second, third], 500)).toBe(third);
    expect(versionAt([third, second], 500)).toBe(third);
  });

  test('is now, those that will hold are planned, and others are past', () => {
    const [old, current, replaced, next] = [version(1, 0), version(2, NOW), version(3, 2000), version(4, 2000)];

    for (const versions of [
      [old, next, current, replaced],
      [replaced, current, next, old],
    ])
      expect(withStates(versions, NOW)).toEqual([
        [next, 'planned'],
        [replaced, 'past'],
        [current, 'now'],
        [old, 'past'],
      ]);
    expect(withStates([version(2, 0), version(1, 2000)], NOW).map(([{ version }]) => version)).toEqual([1, 2]);
  });

  test('may be said by others', () => {
    const [old, next] = [version(1, 0), version(2, 2000)];

    expect(withStates([old, next], NOW, () => undefined)).toEqual([
      [next, 'past'],
      [old, 'past'],
    ]);
    // One that holds again later does not become planned by that.
    expect(withStates([old, next], NOW, (atMs) => (atMs === NOW ? next : old))).toEqual([
      [next, 'now'],
      [old, 'past'],
    ]);
    const beginsNow = version(3, NOW);
    expect(withStates([old, beginsNow], NOW + 1, (atMs) => (atMs === NOW ? beginsNow : old))).toEqual([
      [beginsNow, 'past'],
      [old, 'now'],
    ]);
  });
});

describe('a new version begins', () => {
  test.each([
    ['as soon as every server can know of it', null, NOW + LEAD_MS],
    ['no sooner than that', NOW, NOW + LEAD_MS],
    ['no sooner than that', NOW + LEAD_MS - 1, NOW + LEAD_MS],
    ['when it is said to', NOW + LEAD_MS + 1, NOW + LEAD_MS + 1],
  ] as const)('%s: %p', (_, fromMs, startMs) => {
    expect(startOf(fromMs, NOW)).toBe(startMs);
  });

  test('at no time that has passed', () => {
    expect(() => startOf(NOW - 1, NOW)).toThrow('from a time that has not passed');
  });
});
