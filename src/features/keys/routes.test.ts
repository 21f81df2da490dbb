import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { answerText } from '../../../test/support/scripted-upstream.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { Visitor } from '../../../test/support/visitor.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { formatCzk, nanos } from '../../core/money.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let service: SettingsService;
let anna: Visitor;

beforeAll(async () => {
  service = await startSettings();
  anna = service.anna;
  service.upstream.play(answerText('Hello.'));
});
afterAll(() => service[Symbol.asyncDispose]());

const chatWith = (secret: string): Promise<Response> =>
  fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc-frost', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 }),
  });

async function newKey(who: Visitor, rules: Record<string, unknown> = {}) {
  const { status, body } = await who.ask('POST /api/keys', { body: { name: 'test', ...rules } });
  expect(status).toBe(200);
  return body;
}

const listed = async (who: Visitor, dayFromMs = service.clock.nowMs() - HOUR) =>
  (await who.ask('GET /api/keys', { query: { dayFromMs } })).body.keys;

const FIVE = { unit: 'CZK', max: '5', window: 'total' } as const;

describe('a key made on the pages', () => {
  test('shows its secret once, works at once, and is listed with its rules', async () => {
    const expiresAtMs = service.clock.nowMs() + DAY;
    const rules = {
      name: 'build server',
      expiresAtMs,
      allowedModels: ['svc-frost'],
      allowedRanges: ['127.0.0.0/8', '2001:db8::/32'],
      limits: [
        { unit: 'CZK', window: 'month', max: '12.50' },
        { unit: 'tokens', window: 'total', max: 100_000 },
      ],
    };

    const { key, secret } = await newKey(anna, rules);
    const answer = await chatWith(secret);

    expect(answer.status).toBe(200);
    const { usage } = (await answer.json()) as { usage: { cost_czk: string; total_tokens: number } };
    const [row] = (await listed(anna)).filter(({ id }) => id === key.id);
    expect(row).toMatchObject({
      ...rules,
      kind: 'api',
      hint: secret.slice(-4),
      revokedAtMs: null,
      limits: [
        { unit: 'CZK', window: 'month', max: '12.5', used: usage.cost_czk, setBy: 'customer' },
        { unit: 'tokens', window: 'total', max: '100000', used: `${usage.total_tokens}`, resetsAtMs: null },
      ],
      spentTodayCzk: usage.cost_czk,
      spentMonthCzk: usage.cost_czk,
      spentCzk: usage.cost_czk,
    });
    expect(row?.lastUsedAtMs).toBeGreaterThanOrEqual(key.createdAtMs);
    expect(JSON.stringify(await listed(anna))).not.toContain(secret.slice(10, -4));
  });

  test.each([
    ['name', { name: ' ' }],
    ['expiresAtMs', { expiresAtMs: NOON - DAY }],
    ['allowedModels[1]', { allowedModels: ['svc-frost', 'gpt-9'] }],
    ['allowedRanges[0]', { allowedRanges: ['10.0.0.0/33'] }],
    ['limits[0].max', { limits: [{ unit: 'CZK', max: '-5', window: 'total' }] }],
    ['limits[0].max', { limits: [{ unit: 'CZK', max: '0.00', window: 'total' }] }],
    ['limits[0].window', { limits: [{ unit: 'CZK', max: '5', window: 'minute' }] }],
    ['limits[0].window', { limits: [{ unit: 'CZK', max: '5', window: 'year' }] }],
    ['limits[0].unit', { limits: [{ unit: 'EUR', max: '5', window: 'day' }] }],
  ])('is refused with a sentence that names %s', async (param, rules) => {
    const { status, error } = await anna.ask('POST /api/keys', { body: { name: 'test', ...rules } });

    expect({ status, param: error?.param, code: error?.code }).toEqual({ status: 400, param, code: null });
    expect(error?.message).toStartWith(param);
  });

  test('is refused where a field is unknown', async () => {
    const { status } = await anna.ask('POST /api/keys', { body: { name: 'test', accountId: 'acc_ben' } });

    expect(status).toBe(400);
  });

  test('is made only for a person who is signed in, and only from our own pages', async () => {
    const [unknown, foreign] = await Promise.all([
      anna.ask('POST /api/keys', { body: { name: 'test' }, headers: { cookie: 'session=nobody' } }),
      anna.ask('POST /api/keys', { body: { name: 'test' }, headers: { origin: 'https://evil.example' } }),
    ]);

    expect([unknown.error?.code, foreign.error?.code]).toEqual(['session_required', 'foreign_origin']);
  });
});

describe('what a key has spent', () => {
  test('today is counted from the hour that the viewer calls the beginning of the day', async () => {
    const { key } = await newKey(anna);
    const now = service.clock.nowMs();
    await service.spend(anna, { keyId: key.id, atMs: now - 3 * HOUR });
    await service.spend(anna, { keyId: key.id, atMs: now });

    const since = async (dayFromMs: number) =>
      (await listed(anna, dayFromMs)).find(({ id }) => id === key.id)?.spentTodayCzk;
    const [short, long] = [await since(now - HOUR), await since(now - 5 * HOUR)];

    expect(Number(long)).toBeCloseTo(2 * Number(short), 9);
    expect(Number(short)).toBeGreaterThan(0);
  });

  test('is not asked for a day that began long ago or has not begun', async () => {
    const now = service.clock.nowMs();

    for (const dayFromMs of [now - 3 * DAY, now + HOUR]) {
      const { status, error } = await anna.ask('GET /api/keys', { query: { dayFromMs } });
      expect([status, error?.param]).toEqual([400, 'dayFromMs']);
    }
  });
});

describe('a key that is changed', () => {
  test('follows its new rules at the next request, and keeps those of which nothing was said', async () => {
    const { key, secret } = await newKey(anna, { limits: [FIVE] });
    expect((await chatWith(secret)).status).toBe(200);

    const { body } = await anna.ask('PATCH /api/keys/{id}', {
      id: key.id,
      body: { name: 'renamed', allowedModels: ['svc-polaris'], allowedRanges: ['::1', '127.0.0.1'] },
    });

    expect(body.key).toMatchObject({ name: 'renamed', limits: [FIVE], allowedModels: ['svc-polaris'] });
    const refused = await chatWith(secret);
    expect(await refused.json()).toMatchObject({ error: { code: 'model_not_allowed' } });
  });

  test('loses its limits by an empty list and its expiry by null', async () => {
    const { key } = await newKey(anna, {
      limits: [FIVE],
      expiresAtMs: service.clock.nowMs() + DAY,
    });

    const { body } = await anna.ask('PATCH /api/keys/{id}', { id: key.id, body: { limits: [], expiresAtMs: null } });

    expect(body.key).toMatchObject({ limits: [], expiresAtMs: null });
  });

  test('is not changed by a request with a mistake in it', async () => {
    const { key } = await newKey(anna);

    const { status } = await anna.ask('PATCH /api/keys/{id}', {
      id: key.id,
      body: { name: 'other', allowedRanges: ['nowhere'] },
    });

    expect(status).toBe(400);
    expect((await listed(anna)).find(({ id }) => id === key.id)?.name).toBe('test');
  });
});

describe('a key that is revoked', () => {
  test('is refused at its next request, and revoking it again keeps the first time', async () => {
    const { key, secret } = await newKey(anna);
    expect((await chatWith(secret)).status).toBe(200);

    const first = await anna.ask('POST /api/keys/{id}/revoke', { id: key.id });
    const answer = await chatWith(secret);
    service.clock.pass(1000);
    const again = await anna.ask('POST /api/keys/{id}/revoke', { id: key.id });

    expect(answer.status).toBe(401);
    expect(first.body.key.revokedAtMs).toBeGreaterThan(0);
    expect(again.body.key.revokedAtMs).toBe(first.body.key.revokedAtMs);
  });

  test('cannot be changed or rotated any more', async () => {
    const { key } = await newKey(anna);
    await anna.ask('POST /api/keys/{id}/revoke', { id: key.id });

    const changed = await anna.ask('PATCH /api/keys/{id}', { id: key.id, body: { name: 'x' } });
    const rotated = await anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 1 } });

    expect([changed.status, rotated.status]).toEqual([400, 400]);
  });
});

describe('a key that is rotated', () => {
  test('goes on beside the new one for the overlap and then ends', async () => {
    const rules = {
      name: 'rotating',
      allowedModels: ['svc-frost'],
      limits: [{ unit: 'CZK', max: '7', window: 'month' }],
    };
    const { key, secret } = await newKey(anna, rules);

    const { body: next } = await anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 2 } });

    expect(next.key).toMatchObject({ ...rules, limits: [{ ...rules.limits[0], used: '0' }] });
    expect(next.key.id).not.toBe(key.id);
    expect([(await chatWith(secret)).status, (await chatWith(next.secret)).status]).toEqual([200, 200]);
    service.clock.pass(2 * HOUR);
    expect([(await chatWith(secret)).status, (await chatWith(next.secret)).status]).toEqual([401, 200]);
  });

  test('without an overlap ends at once', async () => {
    const { key, secret } = await newKey(anna);
    expect((await chatWith(secret)).status).toBe(200);

    await anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 0 } });

    expect((await chatWith(secret)).status).toBe(401);
  });

  test('ends no later than it would have', async () => {
    const expiresAtMs = service.clock.nowMs() + HOUR;
    const { key } = await newKey(anna, { expiresAtMs });

    await anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 5 } });

    expect((await listed(anna)).find(({ id }) => id === key.id)?.expiresAtMs).toBe(expiresAtMs);
  });

  test('hands on what is left of a limit in all, so that a rotation is no way around it', async () => {
    const { key, secret } = await newKey(anna, { limits: [{ unit: 'CZK', max: '1', window: 'total' }] });
    expect((await chatWith(secret)).status).toBe(200);
    const spent = (await listed(anna)).find(({ id }) => id === key.id)!.spentCzk;

    const { body } = await anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 0 } });

    const left = 1_000_000_000n - BigInt(Math.round(Number(spent) * 1e9));
    expect(body.key.limits).toMatchObject([{ unit: 'CZK', window: 'total', max: formatCzk(nanos(left)), used: '0' }]);
  });

  test('many times at once has one successor', async () => {
    const { key } = await newKey(anna, { name: 'raced' });

    const rotations = await Promise.all(
      Array.from({ length: 5 }, () =>
        anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 1 } }),
      ),
    );

    expect(rotations.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await listed(anna)).filter(({ name }) => name === 'raced')).toHaveLength(2);
  });
});

test('an account has as many living keys as the limit says, however many are made at once', async () => {
  const { ben } = service;
  const key = (n: number) => ({
    key: { id: `many_${n}`, accountId: ben.accountId, name: 'x', hint: '', createdAtMs: NOON, allowedModels: [] },
    fingerprint: `many ${n}`,
  });
  for (let n = 0; n < DEFAULT_LIMITS.keysPerAccount - 2; n++) {
    const { key: one, fingerprint } = key(n);
    await service.stores.keys.add({ key: { ...one, allowedRanges: [], limits: [] }, fingerprint });
  }

  const made = await Promise.all(
    Array.from({ length: 5 }, () => ben.ask('POST /api/keys', { body: { name: 'one more' } })),
  );

  expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
  await ben.ask('POST /api/keys/{id}/revoke', { id: 'many_0' });
  expect((await ben.ask('POST /api/keys', { body: { name: 'in its place' } })).status).toBe(200);
});
