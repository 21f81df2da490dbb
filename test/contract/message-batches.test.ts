/** /v1/messages/batches through Anthropic's official client. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { answerText, waitFor } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { collect, expectRightLedger, rejection } from './client.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });
});
afterAll(() => service.stop());
beforeEach(() => service.upstream.play(answerText('Hello there.')));

const clientOf = (apiKey = service.key) =>
  new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey });

const PARAMS = { model: 'svc-frost', max_tokens: 50, messages: [{ role: 'user' as const, content: 'Hello' }] };
const requestOf = (n: number, params: object = {}) => ({ custom_id: `r-${n}`, params: { ...PARAMS, ...params } });

async function untilEnded(id: string) {
  const { batches } = clientOf().messages;
  await until('the batch has ended', async () => (await batches.retrieve(id)).processing_status === 'ended');
  return batches.retrieve(id);
}

test('every request is answered under its name', async () => {
  const { batches } = clientOf().messages;

  const made = await batches.create({ requests: [requestOf(1), requestOf(2), requestOf(3, { max_tokens: -1 })] });
  const batch = await untilEnded(made.id);
  const results = await collect(await batches.results(made.id));

  expect(made).toMatchObject({ type: 'message_batch', results_url: null, ended_at: null });
  expect(batch).toMatchObject({
    processing_status: 'ended',
    request_counts: { processing: 0, succeeded: 2, errored: 1, canceled: 0, expired: 0 },
  });
  const byName = new Map(results.map((one) => [one.custom_id, one.result]));
  expect(byName.get('r-1')).toMatchObject({
    type: 'succeeded',
    message: { type: 'message', model: 'svc-frost', content: [{ type: 'text', text: 'Hello there.' }] },
  });
  expect(byName.get('r-3')).toMatchObject({
    type: 'errored',
    error: { type: 'error', error: { type: 'invalid_request_error' } },
  });
  expect(results.length).toBe(3);
  await expectRightLedger(service);
});

test('a batch is cancelled, listed and deleted', async () => {
  const gate = Promise.withResolvers<void>();
  service.upstream.play([waitFor(gate.promise), answerText('late')]);
  const { batches } = clientOf().messages;
  const made = await batches.create({ requests: Array.from({ length: 20 }, (_, n) => requestOf(n)) });
  await until('some run', () => service.upstream.requests.length > 0);

  const early = await rejection(batches.delete(made.id));
  await batches.cancel(made.id);
  const batch = await untilEnded(made.id);
  gate.resolve();
  const results = await collect(await batches.results(made.id));
  const listed = await batches.list({ limit: 1 });
  const deleted = await batches.delete(made.id);

  expect(early.status).toBe(400);
  expect(batch.request_counts).toMatchObject({ canceled: 20, succeeded: 0 });
  expect(batch.cancel_initiated_at).toBeString();
  expect(results.map(({ result }) => result.type)).toEqual(Array.from({ length: 20 }, () => 'canceled' as const));
  expect(listed.data.map(({ id }) => id)).toEqual([made.id]);
  expect(deleted).toEqual({ id: made.id, type: 'message_batch_deleted' });
  expect((await rejection(batches.retrieve(made.id))).status).toBe(404);
  await expectRightLedger(service);
});

test('lists go both ways', async () => {
  const { batches } = clientOf().messages;
  const made = [];
  for (const n of [1, 2, 3]) made.push((await batches.create({ requests: [requestOf(n)] })).id);

  const after = await batches.list({ after_id: made[2]!, limit: 1 });
  const before = await batches.list({ before_id: made[0]!, limit: 1 });

  expect(after.data.map(({ id }) => id)).toEqual([made[1]!]);
  expect(before.data.map(({ id }) => id)).toEqual([made[1]!]);
  expect(before.has_more).toBe(true);
  for (const id of made) await untilEnded(id);
});

test.each([
  ['no requests', { requests: [] }],
  ['no list', {}],
  ['a name twice', { requests: [requestOf(1), requestOf(1)] }],
  ['no name', { requests: [{ params: PARAMS }] }],
  ['no params', { requests: [{ custom_id: 'a' }] }],
] as const)('%s is refused, and leaves nothing', async (_, body) => {
  const { batches } = clientOf().messages;
  const before = (await batches.list()).data.length;

  const refused = await rejection(batches.create(body as Anthropic.Messages.BatchCreateParams));

  expect(refused).toMatchObject({ status: 400, error: { type: 'error', error: { type: 'invalid_request_error' } } });
  expect((await batches.list()).data.length).toBe(before);
});

test('of another account nothing is seen', async () => {
  const made = await clientOf().messages.batches.create({ requests: [requestOf(1)] });
  const { secret } = await service.newKey({ accountId: await service.newAccount() });
  const stranger = clientOf(secret).messages.batches;

  expect((await rejection(stranger.retrieve(made.id))).status).toBe(404);
  expect((await rejection(stranger.cancel(made.id))).status).toBe(404);
  expect((await stranger.list()).data).toEqual([]);
  await untilEnded(made.id);
});
