import { describe, expect, test } from 'bun:test';
import { API_KEY } from '../../core/api-key.fixture.ts';
import { ServiceError } from '../../core/errors.ts';
import { NO_SPAN } from '../../core/trace.ts';
import type { Call } from '../../platform/http/call.ts';
import { AccountRequests } from '../account-requests.ts';
import { NOT_COUNTED, RunningRequests } from '../running-requests.ts';
import { createGate, rateLimitHeaders } from './gate.ts';

function fakes() {
  const seen: (string | undefined)[] = [];
  const counted: string[] = [];
  const gate = createGate(
    async (secret, { address }) => {
      seen.push(secret, address);
      if (secret !== 'good') throw new ServiceError('invalid_api_key', 'No.');
      return API_KEY;
    },
    {
      rateLimits: {
        admit: (keyId) => {
          counted.push(keyId);
          return { admitted: true, remaining: 119, resetMs: 60_000 };
        },
        look: () => ({ admitted: false, remaining: 7, resetMs: 5000 }),
        admitAll: () => {
          throw new Error('Unreachable: the account has no limit.');
        },
      },
      requestsPerMinute: 120,
      accountRequests: new AccountRequests(2400, { monotonicMs: () => 0 }),
      running: new RunningRequests({ perKey: 2, perAccount: 2 }, { monotonicMs: () => 0 }),
    },
  );
  return { gate, seen, counted };
}

const call = (authorization?: string, method = 'GET'): Call => ({
  request: new Request('http://x/v1/models', { method, headers: authorization === undefined ? {} : { authorization } }),
  requestId: 'req_1',
  client: { address: '1.2.3.4' },
  note: {},
  span: NO_SPAN,
  params: {},
  onStreamEnd: () => {},
});

describe('a caller', () => {
  test('is known by the key, and counted', async () => {
    const { gate, seen, counted } = fakes();

    expect(await gate(call('Bearer good'))).toEqual({
      caller: { accountId: 'acc_1', key: API_KEY, requestId: 'req_1' },
      admission: { admitted: true, remaining: 119, resetMs: 60_000, limit: 120 },
      running: NOT_COUNTED,
    });
    expect(seen).toEqual(['good', '1.2.3.4']);
    expect(counted).toEqual(['key_1']);
  });

  test('with as many running as may run is refused and not counted, until one has ended', async () => {
    const { gate, counted } = fakes();
    const [first] = [await gate(call('Bearer good', 'POST')), await gate(call('Bearer good', 'POST'))];

    expect(await gate(call('Bearer good', 'POST'))).toMatchObject({
      tooMany: { code: 'too_many_running' },
      admission: { admitted: false, remaining: 7, resetMs: 5000, limit: 120 },
    });
    expect(counted.length).toBe(2);
    await gate(call('Bearer good', 'GET'));
    first.running.end();
    first.running.end();
    await gate(call('Bearer good', 'POST'));

    expect(await gate(call('Bearer good', 'POST'))).toMatchObject({ tooMany: { code: 'too_many_running' } });
  });

  test('with a wrong key is refused and not counted', async () => {
    const { gate, counted } = fakes();

    await expect(gate(call('Bearer bad'))).rejects.toThrow('No.');

    expect(counted).toEqual([]);
  });

  test.each([
    ['Bearer good', 'good'],
    ['bearer good', 'good'],
    ['BEARER   good', 'good'],
    [`Bearer ${'x'.repeat(512)}`, 'x'.repeat(512)],
  ])('may write %s', async (authorization, secret) => {
    const { gate, seen } = fakes();

    await gate(call(authorization)).catch(() => {});

    expect(seen[0]).toBe(secret);
  });

  test.each([
    [undefined],
    [''],
    ['good'],
    ['Bearer'],
    ['Bearer '],
    ['Bearergood'],
    ['Basic good'],
    ['Bearer good bad'],
    ['Bearer good, Bearer good'],
    ['Bearer gööd'],
    [`Bearer ${'x'.repeat(513)}`],
  ])('has no key with %j', async (authorization) => {
    const { gate, seen } = fakes();

    await expect(gate(call(authorization))).rejects.toThrow('No.');

    expect(seen[0]).toBeUndefined();
  });
});

describe('a refusal for calling too often', () => {
  test('says the limit and when to come back', () => {
    const error = fakes().gate.refusal({ admitted: false, remaining: 0, resetMs: 12_345.6, limit: 120 });

    expect(error.code).toBe('rate_limited');
    expect(error.message).toBe(
      'Rate limit reached: 120 requests per minute for one API key; try again in 12.3 seconds.',
    );
    expect(error.details.retryAfterMs).toBe(12_345.6);
  });
});

test.each([
  [119, 60_000, '119', '60.000s'],
  [0, 0.4, '0', '0.000s'],
  [0, -5, '0', '0.000s'],
  [5, 1234.5678, '5', '1.235s'],
])('%p left and %p ms to go are in the headers', (remaining, resetMs, left, reset) => {
  expect(rateLimitHeaders({ admitted: true, limit: 120, remaining, resetMs })).toEqual({
    'x-ratelimit-limit-requests': '120',
    'x-ratelimit-remaining-requests': left,
    'x-ratelimit-reset-requests': reset,
  });
});
