import { expect, test } from 'bun:test';
import { ServiceError } from '../../core/errors.ts';
import { createPageLimit } from './page-limit.ts';

const refusalOf = (ask: () => void): unknown => {
  try {
    ask();
    return undefined;
  } catch (thrown) {
    return thrown instanceof ServiceError ? [thrown.code, thrown.details.retryAfterMs] : thrown;
  }
};

test('each client asks so often in a minute, and then gets how long to wait', () => {
  let nowMs = 1000;
  const limit = createPageLimit(2, { monotonicMs: () => nowMs });

  limit('a');
  limit('a');
  nowMs += 20_000;
  const refused = refusalOf(() => limit('a'));
  const other = refusalOf(() => limit('b'));
  nowMs += 40_000;
  const later = refusalOf(() => limit('a'));

  expect(refused).toEqual(['rate_limited', 40_000]);
  expect(other).toBeUndefined();
  expect(later).toBeUndefined();
});

test('clients beyond the number that is counted singly share counters, and one of them keeps few others out', () => {
  const limit = createPageLimit(2, { monotonicMs: () => 0 });

  for (let i = 0; i < 50_000; i++) limit(`client ${i}`);
  limit('one more');
  limit('one more');
  const others = Array.from({ length: 200 }, (_, i) => refusalOf(() => limit(`other ${i}`)));

  expect(refusalOf(() => limit('one more'))).toEqual(['rate_limited', 60_000]);
  expect(others.filter((refused) => refused !== undefined).length).toBeLessThan(20);
  expect(refusalOf(() => limit('client 7'))).toBeUndefined();
});

test('a client that is many asks as many times as often', () => {
  const limit = createPageLimit(2, { monotonicMs: () => 0 });

  for (let i = 0; i < 8; i++) limit('a wide network', 4);

  expect(refusalOf(() => limit('a wide network', 4))).toEqual(['rate_limited', 60_000]);
});
