/** A key that may make fewer requests a minute than the service allows. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { ErrorBody } from '../../platform/http/error-body.ts';

let service: SettingsService;

beforeAll(async () => {
  service = await startSettings();
});
afterAll(() => service[Symbol.asyncDispose]());

const chat = (secret: string) =>
  fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] }),
  });
const limitsOf = ({ status, headers }: Response) => [
  status,
  headers.get('x-ratelimit-limit-requests'),
  headers.get('x-ratelimit-remaining-requests'),
];
const perMinute = (max: number | string) => [{ unit: 'requests', window: 'minute', max } as const];
const newKey = async (body: object) =>
  (await service.anna.ask('POST /api/keys', { body: { name: 'k', ...body } })).body;

test('is refused beyond its own limit, says so in headers, and leaves other keys alone', async () => {
  const own = await newKey({ limits: perMinute(2) });
  const other = await newKey({});

  const answers = [await chat(own.secret), await chat(own.secret), await chat(own.secret)];

  expect(answers.map(limitsOf)).toEqual([
    [200, '2', '1'],
    [200, '2', '0'],
    [429, '2', '0'],
  ]);
  const { error } = (await answers[2]!.json()) as ErrorBody;
  expect([error.code, error.message]).toEqual([
    'rate_limit_exceeded',
    expect.stringContaining('2 requests per minute'),
  ]);
  expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(limitsOf(await chat(other.secret))).toEqual([200, '120', '119']);
});

test('gets another limit at once, keeps it when it is replaced, and never more than the service allows', async () => {
  const { key, secret } = await newKey({ limits: perMinute(1) });
  await chat(secret);

  const raised = await service.anna.ask('PATCH /api/keys/{id}', { id: key.id, body: { limits: perMinute(500) } });
  const afterRaise = limitsOf(await chat(secret));
  await service.anna.ask('PATCH /api/keys/{id}', { id: key.id, body: { limits: perMinute(3) } });
  const next = await service.anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 1 } });
  const lifted = await service.anna.ask('PATCH /api/keys/{id}', { id: key.id, body: { limits: [] } });

  expect(raised.body.key.limits).toMatchObject([{ unit: 'requests', window: 'minute', max: '500', used: null }]);
  expect(afterRaise).toEqual([200, '120', '118']);
  expect(next.body.key.limits).toMatchObject([{ max: '3' }]);
  expect(lifted.body.key.limits).toEqual([]);
});

test.each([0, -1, 1.5, 100_001, 'ten'])('cannot be %s', async (max) => {
  const { status, error } = await service.anna.ask('POST /api/keys', { body: { name: 'k', limits: perMinute(max) } });

  expect([status, error?.param]).toEqual([400, 'limits[0].max']);
});
