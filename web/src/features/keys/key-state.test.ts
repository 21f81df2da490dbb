import { describe, expect, test } from 'bun:test';
import type { KeyView } from '../../../../src/features/keys/contract.ts';
import { dayEndMs, dayStartMs, isGone, keyState } from './key-state.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');
const DAY_MS = 86_400_000;

const KEY: KeyView = {
  id: 'key_1',
  kind: 'api',
  name: 'Production',
  member: null,
  hint: 'abcd',
  createdAtMs: NOW_MS - DAY_MS,
  expiresAtMs: null,
  revokedAtMs: null,
  isPaused: false,
  lastUsedAtMs: null,
  allowedModels: [],
  allowedRanges: [],
  limits: [],
  spentTodayCzk: '0',
  spentMonthCzk: '0',
  spentCzk: '0',
  tokensToday: 0,
  tokensMonth: 0,
  tokens: 0,
};
const FULL = { unit: 'CZK', window: 'month', max: '10', used: '10', resetsAtMs: 1, setBy: 'customer' } as const;

describe('the state of a key', () => {
  test.each([
    ['active', {}],
    ['active', { expiresAtMs: NOW_MS + 8 * DAY_MS }],
    ['active', { limits: [{ ...FULL, used: '9.99' }] }],
    ['ending', { expiresAtMs: NOW_MS + 7 * DAY_MS }],
    ['paused', { isPaused: true, limits: [FULL] }],
    ['revoked', { isPaused: true, revokedAtMs: NOW_MS }],
    ['limit-reached', { limits: [FULL], expiresAtMs: NOW_MS + 1 }],
    ['limit-reached', { limits: [{ ...FULL, unit: 'tokens', window: 'day' }] }],
    ['active', { limits: [{ ...FULL, unit: 'requests', window: 'minute', used: null }] }],
    ['expired', { expiresAtMs: NOW_MS, limits: [FULL] }],
    ['revoked', { revokedAtMs: NOW_MS - 1, expiresAtMs: NOW_MS - 2 }],
    ['playground', { kind: 'playground' }],
    ['limit-reached', { kind: 'playground', limits: [FULL] }],
  ] as const)('is %s with %j', (state, change) => {
    expect(keyState({ ...KEY, ...change }, NOW_MS)).toBe(state);
  });

  test('revoked and expired keys are out of the way, full ones are not', () => {
    expect(isGone({ ...KEY, revokedAtMs: 1 }, NOW_MS)).toBe(true);
    expect(isGone({ ...KEY, expiresAtMs: 1 }, NOW_MS)).toBe(true);
    expect(isGone({ ...KEY, limits: [FULL] }, NOW_MS)).toBe(false);
  });
});

describe('days of the viewer', () => {
  test('a day ends a millisecond before the next one begins', () => {
    const endMs = dayEndMs('2026-11-15')!;

    expect(dayStartMs(endMs)).toBeLessThanOrEqual(endMs);
    expect(dayStartMs(endMs + 1)).toBe(endMs + 1);
    expect(new Date(endMs).getDate()).toBe(15);
  });

  test('the last day of a month runs into the next month', () => {
    expect(new Date(dayEndMs('2026-12-31')! + 1).getFullYear()).toBe(2027);
  });

  test.each(['', 'soon', '2026-13'])('%j is no day', (text) => {
    expect(dayEndMs(text)).toBeUndefined();
  });
});
