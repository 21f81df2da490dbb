/** Limits of an account in a minute: set by its owner, and by the operator. The smaller of both counts. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';

let service: SettingsService;
beforeAll(async () => {
  service = await startSettings({ limits: { keyCacheMs: 0 } });
});
afterAll(() => service[Symbol.asyncDispose]());

let orders = 0;
const order = () => ({ id: `minute-limits-order-${++orders}`, reason: 'contained' });
const set = (body: object) => service.anna.ask('PATCH /api/billing/minute-limits', { body });
const setByOperator = (body: object) =>
  service.olga.ask('POST /api/operator/customers/{id}/minute-limits', {
    id: 'acc_anna',
    body: { ...order(), ...body },
  });
const shown = async () => (await service.anna.ask('GET /api/billing')).body.minuteLimits;

async function limitOf(secret: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] });
  const answer = await fetch(`${service.url}/v1/chat/completions`, { method: 'POST', headers, body });
  return answer.headers.get('x-ratelimit-limit-requests');
}

test('are shown to both, counted at once, and logged where an operator sets them', async () => {
  const { secret } = (await service.anna.ask('POST /api/keys', { body: { name: 'k' } })).body;

  await set({ requestsPerMinute: 50 });
  await set({ tokensPerMinute: 7000 });
  const own = [await shown(), await limitOf(secret)];
  const done = await setByOperator({ requestsPerMinute: 40, tokensPerMinute: 9000 });
  const both = [await shown(), await limitOf(secret)];
  await set({ requestsPerMinute: null, tokensPerMinute: null });
  await setByOperator({ requestsPerMinute: null, tokensPerMinute: null });
  const none = [await shown(), await limitOf(secret)];

  expect(own).toEqual([
    { requestsPerMinute: 50, tokensPerMinute: 7000, byOperator: { requestsPerMinute: null, tokensPerMinute: null } },
    '50',
  ]);
  expect(both).toEqual([
    { requestsPerMinute: 50, tokensPerMinute: 7000, byOperator: { requestsPerMinute: 40, tokensPerMinute: 9000 } },
    '40',
  ]);
  expect(none).toEqual([
    { requestsPerMinute: null, tokensPerMinute: null, byOperator: { requestsPerMinute: null, tokensPerMinute: null } },
    '120',
  ]);
  expect(done.body.action).toMatchObject({
    ...{ kind: 'minute-limits', reason: 'contained' },
    ...{ wanted: { requestsPerMinute: 40, tokensPerMinute: 9000 }, after: { tokensPerMinute: 9000 } },
  });
  const { body } = await service.olga.ask('GET /api/operator/customers/{id}', {
    id: 'acc_anna',
    query: { dayFromMs: service.clock.nowMs() },
  });
  expect(body.billing.minuteLimits.byOperator.requestsPerMinute).toBeNull();
});

test.each([0, -1, 1.5, 100_001, '10'])('cannot be %s', async (requestsPerMinute) => {
  const answers = [await set({ requestsPerMinute }), await setByOperator({ requestsPerMinute, tokensPerMinute: null })];

  expect(answers.map(({ status, error }) => [status, error?.param])).toEqual([
    [400, 'requestsPerMinute'],
    [400, 'requestsPerMinute'],
  ]);
});
