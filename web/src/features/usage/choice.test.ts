import { describe, expect, test } from 'bun:test';
import { choiceFrom, hasFilter, paramsWith, requestsQueryOf } from './choice.ts';

const choice = (text: string) => choiceFrom(new URLSearchParams(text));

describe('the address of the usage page', () => {
  test('an empty one shows what it cost by model in the last seven days', () => {
    expect(choice('')).toMatchObject({ period: '7d', by: 'model', measure: 'czk', view: 'chart' });
    expect(hasFilter(choice(''))).toBe(false);
  });

  test('nonsense in it is ignored', () => {
    expect(choice('period=century&by=colour&from=2026-02-31&outcome=sad&measure=')).toEqual(choice(''));
  });

  test('requests cannot be split by pot', () => {
    expect(choice('by=pot&measure=requests').measure).toBe('czk');
    expect(choice('by=key&measure=requests').measure).toBe('requests');
  });

  test('a change keeps the rest, and defaults are left out', () => {
    const params = new URLSearchParams('period=30d&model=svc-frost');

    expect(paramsWith(params, { by: 'key' }).toString()).toBe('period=30d&model=svc-frost&by=key');
    expect(paramsWith(params, { period: '7d', model: undefined }).toString()).toBe('');
  });

  test('days belong to a custom period only', () => {
    const params = new URLSearchParams('period=custom&from=2026-03-01&to=2026-03-05');

    expect(choice(params.toString())).toMatchObject({ from: '2026-03-01', to: '2026-03-05' });
    expect(paramsWith(params, { period: '30d' }).toString()).toBe('period=30d');
  });

  test('the list and the file ask with the same filters', () => {
    const query = requestsQueryOf(choice('key=key_1&outcome=free&search=%20chatcmpl-a%20'), { fromMs: 1, toMs: 2 });
    expect(query).toEqual({ fromMs: 1, toMs: 2, keyId: 'key_1', outcome: 'free', search: 'chatcmpl-a' });
  });
});
