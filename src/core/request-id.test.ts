import { describe, expect, test } from 'bun:test';
import { seeded } from '../../test/support/random.ts';
import { createOrderedIds } from '../platform/clock.ts';
import {
  answerIdOf,
  completionIdOf,
  ID_TIME_LENGTH,
  REQUEST_ID_LENGTH,
  requestIdOf,
  requestIdPrefixOf,
  timesOfPrefix,
} from './request-id.ts';

const NOW = Date.UTC(2026, 10, 15, 11);
const idAt = (atMs: number) => createOrderedIds({ nowMs: () => atMs, monotonicMs: () => 0 }).next('req_');

describe('what a search may look for', () => {
  test('is found by either id, by its beginning and by its characters alone', () => {
    const id = idAt(NOW);

    expect(id).toHaveLength(REQUEST_ID_LENGTH);
    expect(requestIdPrefixOf(id)).toBe(id);
    expect(requestIdPrefixOf(completionIdOf(id))).toBe(id);
    expect(requestIdPrefixOf(completionIdOf(id).slice(0, 14))).toBe(id.slice(0, 9));
    expect(requestIdPrefixOf(id.slice(4, 12))).toBe(id.slice(0, 12));
  });

  test('is everything while only the word before the id is written', () => {
    expect(['', 'r', 'req_', 'chat', 'chatcmpl-'].map(requestIdPrefixOf)).toEqual(Array(5).fill('req_'));
  });

  test('is nothing where no id can begin like that', () => {
    expect(['hello world', 'req_%', 'chatcmpl-ž', "req_' OR 1=1"].map(requestIdPrefixOf)).toEqual(
      Array(4).fill(undefined),
    );
  });
});

test('the beginning of an id says when it was made, the closer the more of it is known', () => {
  const random = seeded(7);
  for (let i = 0; i < 200; i++) {
    const atMs = NOW + random.integer(0, 10 ** 11);
    const id = idAt(atMs);
    let lastSpan = Number.POSITIVE_INFINITY;
    for (let known = 0; known <= ID_TIME_LENGTH + 3; known++) {
      const { fromMs, toMs } = timesOfPrefix(id.slice(0, 4 + known));
      expect(fromMs <= atMs && atMs < toMs, `${id} with ${known} characters`).toBe(true);
      expect(toMs - fromMs).toBeLessThanOrEqual(lastSpan);
      lastSpan = toMs - fromMs;
    }
    expect(lastSpan).toBe(1);
  }
});

test('a request is found by its own id and by that of its answer in any dialect, and by nothing else', () => {
  expect(requestIdOf('req_1')).toBe('req_1');
  expect(requestIdOf('chatcmpl-1')).toBe('req_1');
  expect(requestIdOf(answerIdOf('chatcmpl-1', 'resp_'))).toBe('req_1');
  expect(requestIdOf(answerIdOf('chatcmpl-1', 'cmpl-'))).toBe('req_1');
  expect(requestIdOf(answerIdOf('chatcmpl-1', 'msg_'))).toBe('req_1');
  expect(requestIdOf('key_1')).toBeUndefined();
});
