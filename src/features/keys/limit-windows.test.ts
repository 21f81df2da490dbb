/** Limits of an hour, of members and of one model, as they are set and as clients meet them. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import OpenAI from 'openai';
import { joinedAnna } from '../../../test/support/joined-member.ts';
import { answerText } from '../../../test/support/scripted-upstream.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { Visitor } from '../../../test/support/visitor.ts';

const HOUR_MS = 60 * 60 * 1000;
const ACCOUNT = { account: 'acc_anna' };

let service: SettingsService;
beforeAll(async () => {
  service = await startSettings({ limits: { keyCacheMs: 0 } });
  service.upstream.play(answerText('pong', { usage: { prompt_tokens: 10, completion_tokens: 5 } }));
});
afterAll(() => service[Symbol.asyncDispose]());

type Limit = { readonly max: string; readonly unit: string; readonly window: string; readonly model?: string };

async function keyWith(limits: readonly Limit[], visitor: Visitor = service.anna) {
  const body = { name: 'k', limits } as never;
  const made = (await visitor.ask('POST /api/keys', { query: ACCOUNT, body })).body;
  const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: made.secret, maxRetries: 0 });
  /** The answer, or the status, code and sentence of the refusal. */
  const ask = (model = 'svc-frost') =>
    client.chat.completions.create({ model, messages: [{ role: 'user', content: 'ping' }], max_tokens: 5 }).then(
      ({ choices }) => choices[0]?.message.content,
      ({ status, code, message }: { status: number; code: string; message: string }) => ({ status, code, message }),
    );
  return { ask, key: made.key };
}

const refused = (status: number, code: string, words: string) => ({
  ...{ status, code },
  message: expect.stringContaining(words),
});

test('requests an hour begin anew with the next hour', async () => {
  const { ask } = await keyWith([{ max: '2', unit: 'requests', window: 'hour' }]);

  const answered = [await ask(), await ask()];
  const third = await ask();
  service.clock.pass(HOUR_MS);

  expect(answered).toEqual(['pong', 'pong']);
  expect(third).toEqual(
    refused(402, 'key_limit_reached', 'The hourly request limit of this API key is reached: none is left this hour.'),
  );
  expect(await ask()).toBe('pong');
});

test('a member has limits of a minute for all of their keys', async () => {
  const dan = await joinedAnna(service, { userId: 'dan', role: 'developer' });
  const [one, other] = [await keyWith([], dan), await keyWith([], dan)];
  const limits = [{ max: '2', unit: 'requests', window: 'minute' }];
  await service.anna.ask('PATCH /api/members/{id}/budget', { id: 'dan', body: { limits } as never });

  expect([await one.ask(), await other.ask()]).toEqual(['pong', 'pong']);
  expect(await one.ask()).toEqual(refused(429, 'rate_limit_exceeded', '2 requests per minute for one member'));
});

test('a key that takes the place of another has what is left in all, also of one model', async () => {
  const { ask, key } = await keyWith([
    { max: '3', unit: 'requests', window: 'total' },
    { max: '2', unit: 'requests', window: 'total', model: 'svc-frost' },
  ]);
  await ask();

  const { body } = await service.anna.ask('POST /api/keys/{id}/rotate', { id: key.id, body: { overlapHours: 1 } });

  expect(body.key.limits.map(({ max, model }) => [max, model])).toEqual([
    ['2', undefined],
    ['1', 'svc-frost'],
  ]);
});

test.each([
  [[{ max: '1', unit: 'requests', window: 'hour', model: 'a b' }], 'limits[0].model'],
  [
    [
      { max: '1', unit: 'requests', window: 'hour', model: 'a' },
      { max: '2', unit: 'requests', window: 'hour', model: 'a' },
    ],
    'limits[1].window',
  ],
])('%j is refused', async (limits, param) => {
  const { status, error } = await service.anna.ask('POST /api/keys', { body: { name: 'k', limits } as never });

  expect([status, error?.param]).toEqual([400, param]);
});
