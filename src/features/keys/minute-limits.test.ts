/** Limits of an account in a minute: set by its owner, and by the operator. The smaller of both counts. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';

let service: SettingsService;
beforeAll(async () => {
  service = await startSettings({ limits: { keyCacheMs: 0 } });
});
afterAll(() => service[Symbol.asyncDispose]());

type Sent = { readonly requests?: unknown; readonly tokens?: unknown };
const perMinute = (sent: Sent) => Object.entries(sent).map(([unit, max]) => ({ unit, window: 'minute', max })) as never;

let orders = 0;
const order = () => ({ id: `limits-of-a-minute-${++orders}`, reason: 'contained' });
const set = (sent: Sent) => service.anna.ask('PATCH /api/billing/limits', { body: { limits: perMinute(sent) } });
const setByOperator = (sent: Sent) =>
  service.olga.ask('POST /api/operator/customers/{id}/limits', {
    id: 'acc_anna',
    body: { ...order(), limits: perMinute(sent) },
  });
const shown = async () =>
  (await service.anna.ask('GET /api/billing')).body.limits.map(
    ({ unit, window, max, setBy }) => `${max} ${unit} a ${window}, by ${setBy}`,
  );

async function limitOf(secret: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] });
  const answer = await fetch(`${service.url}/v1/chat/completions`, { method: 'POST', headers, body });
  return answer.headers.get('x-ratelimit-limit-requests');
}

test('are shown to both, counted at once, and logged where an operator sets them', async () => {
  const { secret } = (await service.anna.ask('POST /api/keys', { body: { name: 'k' } })).body;

  await set({ requests: 50, tokens: 7000 });
  const own = [await shown(), await limitOf(secret)];
  const done = await setByOperator({ requests: 40, tokens: 9000 });
  const both = [(await shown()).toSorted(), await limitOf(secret)];
  await set({});
  await setByOperator({});
  const none = [await shown(), await limitOf(secret)];

  expect(own).toEqual([['50 requests a minute, by customer', '7000 tokens a minute, by customer'], '50']);
  expect(both).toEqual([
    [
      '40 requests a minute, by operator',
      '50 requests a minute, by customer',
      '7000 tokens a minute, by customer',
      '9000 tokens a minute, by operator',
    ],
    '40',
  ]);
  expect(none).toEqual([[], '120']);
  const limits = [
    { max: '40', unit: 'requests', window: 'minute' },
    { max: '9000', unit: 'tokens', window: 'minute' },
  ];
  expect(done.body.action).toMatchObject({
    ...{ kind: 'limit-account', reason: 'contained' },
    ...{ wanted: { limits }, before: { limits: [] }, after: { limits } },
  });
  const { body } = await service.olga.ask('GET /api/operator/customers/{id}', {
    id: 'acc_anna',
    query: { dayFromMs: service.clock.nowMs() },
  });
  expect(body.billing.limits).toEqual([]);
});

test.each([0, -1, 1.5, 100_001, 'ten'])('cannot be %s', async (requests) => {
  const answers = [await set({ requests }), await setByOperator({ requests })];

  expect(answers.map(({ status, error }) => [status, error?.param])).toEqual([
    [400, 'limits[0].max'],
    [400, 'limits[0].max'],
  ]);
});

test.each([['CZK', 'minute', 'a limit of CZK is served from an hour up']] as const)(
  'a limit of %s in a %s is refused with a sentence',
  async (unit, window, why) => {
    const { status, error } = await service.anna.ask('PATCH /api/billing/limits', {
      body: { limits: [{ unit, window, max: '5' }] },
    });

    expect([status, error?.param, error?.message]).toEqual([400, 'limits[0].window', expect.stringContaining(why)]);
  },
);

test('two limits of one unit and window are refused', async () => {
  const limit = { unit: 'CZK', window: 'day', max: '5' } as const;
  const { status, error } = await service.anna.ask('PATCH /api/billing/limits', { body: { limits: [limit, limit] } });

  expect([status, error?.param]).toEqual([400, 'limits[1].window']);
});
