/** Answers to clients that speak Anthropic's dialect on paths that both dialects share: models, unknown paths, refusals. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    env: {
      BOREAL_MODELS: JSON.stringify({
        'own-model': {
          engine: 'main',
          maxOutputTokens: 4000,
          contextTokens: 32_000,
          price: { input: '2', output: '4' },
        },
        'own-vectors': { engine: 'main', kind: 'embedding', contextTokens: 512, price: { input: '2' } },
      }),
      BOREAL_ALIASES: JSON.stringify({ 'claude-sonnet-5': 'svc-glacier' }),
    },
  });
});
afterAll(() => service.stop());

const clientOf = (apiKey = service.key) =>
  new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey });
const VERSION = { 'anthropic-version': '2023-06-01' };
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error as InstanceType<typeof Anthropic.APIError>,
  );
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers: { 'x-api-key': service.key, ...headers } });

const CHAT_MODELS = ['svc-frost', 'svc-glacier', 'svc-polaris', 'own-model', 'claude-sonnet-5'];

describe('the official client of Anthropic', () => {
  test('lists the models that it can ask, in its own shape', async () => {
    const page = await clientOf().models.list();

    expect(page.data.map(({ id }) => id)).toEqual(CHAT_MODELS);
    expect(page).toMatchObject({ has_more: false, first_id: CHAT_MODELS[0]!, last_id: CHAT_MODELS.at(-1)! });
    for (const model of page.data) {
      expect(model).toMatchObject({ type: 'model', display_name: model.id, lifecycle: 'active' });
      expect(model.capabilities?.batch).toEqual({ supported: true });
      expect(new Date(model.created_at).toISOString()).toBe(model.created_at.replace(/Z$/, '.000Z'));
    }
    expect(page.data.find(({ id }) => id === 'own-model')).toMatchObject({
      max_tokens: 4000,
      max_input_tokens: 32_000,
    });
  });

  test('turns pages in both directions', async () => {
    const forward = await Array.fromAsync(clientOf().models.list({ limit: 2 }), ({ id }) => id);
    const back = await clientOf().models.list({ before_id: 'own-model', limit: 2 });
    const last = await clientOf().models.list({ after_id: 'claude-sonnet-5' });

    expect(forward).toEqual(CHAT_MODELS);
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([['svc-glacier', 'svc-polaris'], true]);
    expect([last.data, last.has_more, last.first_id, last.last_id]).toEqual([[], false, null, null] as never);
  });

  test.each(['limit=0', 'limit=1001', 'limit=x', 'after_id=gone', 'before_id=gone'])(
    'gets words for what is wrong with ?%s',
    async (query) => {
      const answer = await get(`/models?${query}`, VERSION);

      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
    },
  );

  test('finds one model, also by another name, and gets its own error for one that does not exist', async () => {
    const client = clientOf();

    const [model, alias] = [
      await client.models.retrieve('svc-polaris'),
      await client.models.retrieve('claude-sonnet-5'),
    ];
    const missing = await failureOf(client.models.retrieve('claude-opus-9'));
    const vectors = await failureOf(client.models.retrieve('own-vectors'));

    expect(model).toMatchObject({ type: 'model', id: 'svc-polaris', max_tokens: 32_000 });
    expect(alias).toMatchObject({ type: 'model', id: 'claude-sonnet-5' });
    for (const error of [missing, vectors]) {
      expect(error).toBeInstanceOf(Anthropic.NotFoundError);
      expect(error).toMatchObject({ status: 404, type: 'not_found_error' });
      expect(error!.requestID).toStartWith('req_');
    }
  });

  test('gets its own error for a wrong key on the list of models', async () => {
    const error = await failureOf(clientOf('sk-wrong').models.list());

    expect(error).toBeInstanceOf(Anthropic.AuthenticationError);
    expect(error).toMatchObject({ status: 401, type: 'authentication_error' });
    expect(error!.requestID).toStartWith('req_');
  });

  test.each(['/agents', '/messages/none', '/skills', '/balance/none'])(
    'gets its own error on %s, which does not exist',
    async (path) => {
      const answer = await get(path, VERSION);
      const body = (await answer.json()) as { request_id: string };

      expect(answer.status).toBe(404);
      expect(body).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
      expect(answer.headers.get('request-id')).toBe(body.request_id);
      expect(answer.headers.get('x-request-id')).toBe(body.request_id);
    },
  );

  test('finds the id of every answer where it looks for it', async () => {
    const answer = await get('/models', VERSION);

    expect(answer.headers.get('request-id')).toBe(answer.headers.get('x-request-id'));
    expect(answer.headers.get('access-control-expose-headers')).toContain('request-id');
  });
});

describe('all others', () => {
  test('get the models and errors of OpenAI, as before', async () => {
    const client = new OpenAI({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });

    const { data } = await client.models.list();
    const missing = await get('/skills');

    expect(data.map(({ id }) => id)).toContain('own-vectors');
    expect(data[0]).toMatchObject({ object: 'model', owned_by: 'boreal' });
    expect(await missing.json()).toMatchObject({ error: { type: 'not_found_error', code: 'not_found', param: null } });
  });

  test.each(['/chat/completions', '/responses', '/embeddings'])(
    'get the errors of %s in its own shape, whatever version they name',
    async (path) => {
      const answer = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { ...VERSION, 'x-api-key': service.key, 'content-type': 'application/json' },
        body: '{}',
      });

      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { type: 'invalid_request_error', param: expect.any(String) },
      });
    },
  );
});
