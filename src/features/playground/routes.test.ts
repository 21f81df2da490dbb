import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { answerText } from '../../../test/support/scripted-upstream.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';

const HOUR = 3_600_000;
const CHAT = { model: 'svc-frost', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 };
let service: SettingsService;

beforeEach(async () => {
  service = await startSettings({ limits: { requestsPerMinute: 6 } });
  service.upstream.play(answerText('Hello.'));
});
afterEach(() => service[Symbol.asyncDispose]());

const chat = (body: object = CHAT, headers: Record<string, string> = {}) =>
  service.anna.open('POST /api/playground/completions', { body, headers });

const keys = async () => {
  const { body } = await service.anna.ask('GET /api/keys', { query: { dayFromMs: service.clock.nowMs() - HOUR } });
  return body.keys;
};

describe('the playground', () => {
  test('answers as the API does and is paid by the account, with a key of its own', async () => {
    const response = await chat();

    const answer = (await response.json()) as { usage: { cost_czk: string } };
    expect(answer).toMatchObject({ object: 'chat.completion', choices: [{ message: { content: 'Hello.' } }] });
    expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('5');
    expect(await keys()).toMatchObject([
      { kind: 'playground', name: 'Playground', hint: '', spentCzk: answer.usage.cost_czk },
    ]);
    expect((await service.audit()).problems).toEqual([]);
  });

  test('streams', async () => {
    const response = await chat({ ...CHAT, stream: true });

    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    expect(await response.text()).toEndWith('data: [DONE]\n\n');
  });

  test('makes its key once, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => chat()));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await keys()).toHaveLength(1);
  });

  test('has the same limit of requests as any key, with the same refusal', async () => {
    for (let n = 0; n < 6; n++) expect((await chat()).status).toBe(200);

    const refused = await chat();

    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0');
  });

  test('refuses mistakes in the words of the API', async () => {
    const response = await chat({ ...CHAT, temperature: 3 });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: 'temperature' } });
  });

  test('is for a person who is signed in, on our own pages', async () => {
    const foreign = await chat(CHAT, { origin: 'https://evil.example' });
    const stranger = await chat(CHAT, { cookie: 'session=nobody' });

    expect([foreign.status, stranger.status]).toEqual([403, 401]);
    expect(service.upstream.requests).toHaveLength(0);
  });
});

describe('the key of the playground', () => {
  test('can carry a limit, which holds', async () => {
    await chat();
    const [key] = await keys();

    const { body } = await service.anna.ask('PATCH /api/keys/{id}', {
      id: key!.id,
      body: { limits: [{ unit: 'CZK', max: '0.000001', window: 'total' }] },
    });

    expect(body.key.limits).toMatchObject([{ max: '0.000001' }]);
    const refused = await chat();
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({ error: { code: 'key_limit_reached' } });
  });

  test('cannot be rotated, revoked, renamed or given an end', async () => {
    await chat();
    const [key] = await keys();
    const id = key!.id;

    const statuses = [
      (await service.anna.ask('POST /api/keys/{id}/rotate', { id, body: { overlapHours: 0 } })).status,
      (await service.anna.ask('POST /api/keys/{id}/revoke', { id })).status,
      (await service.anna.ask('PATCH /api/keys/{id}', { id, body: { name: 'mine' } })).status,
      (await service.anna.ask('PATCH /api/keys/{id}', { id, body: { expiresAtMs: null } })).status,
    ];

    expect(statuses).toEqual([400, 400, 400, 400]);
    expect((await chat()).status).toBe(200);
  });
});
