/** POST /v1/embeddings through the official client: vectors in both forms, what they cost, and what is refused. */
import { describe, expect, test } from 'bun:test';
import type { CreateEmbeddingResponse } from 'openai/resources/embeddings';
import { InvalidConfig } from '../../src/server/configuration/config.ts';
import { test as onBoth } from '../support/databases.ts';
import { schemaProblems } from '../support/json-schema-check.ts';
import { answerText, hang, json, jsonError, type Script, type ScriptRequest } from '../support/scripted-upstream.ts';
import { type ServiceOptions, startService, type TestService, until } from '../support/service.ts';
import { testConfig } from '../support/test-config.ts';
import { expectRightLedger } from './client.fixture.ts';

const MODELS = {
  'svc-glacier': { engine: 'main' },
  'text-vectors': { kind: 'embedding', engine: 'main', model: 'nomic', contextTokens: 512, price: { input: '2' } },
};

const start = (options: ServiceOptions = {}, models: object = MODELS) =>
  startService({ ...options, env: { BOREAL_MODELS: JSON.stringify(models), ...options.env } });

type Asked = { readonly input: unknown; readonly encoding_format?: string; readonly dimensions?: number };

const inputsOf = (request: ScriptRequest): readonly unknown[] => {
  const { input = [] } = (request.body ?? {}) as Partial<Asked>;
  return Array.isArray(input) && typeof input[0] !== 'number' ? input : [input];
};

/** A vector that says which input it is of. */
const vectorOf = (index: number, dimensions = 4): number[] =>
  Array.from({ length: dimensions }, (_, i) => index + i / 8);

const base64 = (vector: readonly number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64');

/** Answers as engines do, in the form that it was asked for. */
const vectors =
  (promptTokens: number): Script =>
  (request) => {
    const { encoding_format: form, dimensions } = (request.body ?? {}) as Partial<Asked>;
    const data = inputsOf(request).map((_, index) => {
      const vector = vectorOf(index, dimensions);
      return { object: 'embedding', index, embedding: form === 'base64' ? base64(vector) : vector };
    });
    return json({
      object: 'list',
      data,
      model: 'nomic',
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    });
  };

const post = (service: TestService, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/embeddings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('the official client', () => {
  test.each(['float', 'base64', undefined] as const)(
    'gets vectors of texts with encoding_format %p',
    async (encoding_format) => {
      await using service = await start();
      service.upstream.play(vectors(9));

      const answer = await service.client().embeddings.create({
        model: 'text-vectors',
        input: ['one', 'two'],
        ...(encoding_format && { encoding_format }),
      });

      const [request] = service.upstream.requests;
      expect(request).toMatchObject({ path: '/v1/embeddings', body: { model: 'nomic', input: ['one', 'two'] } });
      // The client asks for base64 by itself, and decodes it, unless a format is given.
      const expected = [vectorOf(0), vectorOf(1)].map((vector) =>
        encoding_format === 'base64' ? base64(vector) : vector,
      );
      expect(answer.data.map(({ embedding }) => embedding) as unknown[]).toEqual(expected);
      expect(answer).toMatchObject({ object: 'list', model: 'text-vectors' });
      expect(answer.usage).toEqual({ prompt_tokens: 9, total_tokens: 9, cost_czk: '0.000018' } as never);
    },
  );

  test('asks for one text, for token ids and for lists of them, and for fewer dimensions', async () => {
    await using service = await start();
    service.upstream.play(vectors(3));
    const client = service.client();
    const shapes = ['a text', [1, 2, 3], [[1, 2], [3]]];

    for (const input of shapes) {
      await client.embeddings.create({
        model: 'text-vectors',
        input: input as string,
        dimensions: 8,
        encoding_format: 'float',
      });
    }

    const sent = service.upstream.requests.map(({ body }) => body);
    expect(sent).toEqual([
      { model: 'nomic', input: 'a text', dimensions: 8, encoding_format: 'float' },
      { model: 'nomic', input: [1, 2, 3], dimensions: 8, encoding_format: 'float' },
      { model: 'nomic', input: [[1, 2], [3]], dimensions: 8, encoding_format: 'float' },
    ]);
  });

  test('gets what it asked for from engines that know only one form, or sort otherwise', async () => {
    await using service = await start();
    service.upstream.play(() =>
      json({
        data: [
          { index: 1, embedding: vectorOf(1) },
          { index: 0, embedding: base64(vectorOf(0)) },
        ],
      }),
    );

    const floats = await service
      .client()
      .embeddings.create({ model: 'text-vectors', input: ['a', 'b'], encoding_format: 'float' });

    expect(floats.data.map(({ index, embedding }) => [index, embedding])).toEqual([
      [0, vectorOf(0)],
      [1, vectorOf(1)],
    ]);
  });
});

describe('money', () => {
  onBoth('only the input is charged, with a receipt, usage and a clean ledger', async () => {
    await using service = await start({ creditNanos: 1_000_000_000n });
    service.upstream.play(vectors(7));

    const answer = await post(service, { model: 'text-vectors', input: 'seven tokens', user: 'customer-17' });
    const { id, usage } = (await answer.json()) as { id: string; usage: { cost_czk: string } };
    const headers = { authorization: `Bearer ${service.key}` };
    const receipt = (await (await fetch(`${service.url}/receipts/${id}`, { headers })).json()) as object;
    const balance = await service.stores.ledger.balanceOf(service.accountId, Date.now());

    expect(id).toStartWith('embd_');
    expect(usage.cost_czk).toBe('0.000014');
    expect(receipt).toMatchObject({
      model: 'text-vectors',
      outcome: 'finished',
      user: 'customer-17',
      usage: { prompt_tokens: 7, completion_tokens: 0, cost_czk: '0.000014' },
      paid_by: [{ pot: 'credit', czk: '0.000014' }],
    });
    expect([balance.credit, balance.held]).toEqual([1_000_000_000n - 14_000n, 0n] as never);
    await expectRightLedger(service);
  });

  onBoth('plan tokens pay first, and without funds it is a 402 before any engine is asked', async () => {
    await using service = await start({ creditNanos: 0n });
    const { accountId, stores } = service;
    service.upstream.play(vectors(7));
    const broke = await post(service, { model: 'text-vectors', input: 'seven tokens' });
    await stores.plans.choose({ accountId, plan: 'pro', actor: 'test', atMs: Date.now() });
    const paid = await post(service, { model: 'text-vectors', input: 'seven tokens' });

    expect(broke.status).toBe(402);
    expect(service.upstream.requests).toHaveLength(1);
    expect(((await paid.json()) as { usage: object }).usage).toMatchObject({ prompt_tokens: 7, cost_czk: '0' });
    await expectRightLedger(service);
  });

  test('an engine that does not count is charged by our own estimate, one that lies is an anomaly', async () => {
    await using service = await start();
    service.upstream.play((request) =>
      json({ data: inputsOf(request).map((_, index) => ({ index, embedding: [1] })) }),
    );
    const silent = (await (
      await post(service, { model: 'text-vectors', input: 'twelve bytes' })
    ).json()) as CreateEmbeddingResponse;
    service.upstream.play(vectors(1_000_000));
    const liar = (await (
      await post(service, { model: 'text-vectors', input: 'twelve bytes' })
    ).json()) as CreateEmbeddingResponse;

    expect(silent.usage.prompt_tokens).toBe(3);
    expect(liar.usage.prompt_tokens).toBe(3);
    expect(await service.stores.customers.anomalies()).toHaveLength(1);
  });

  test('a repeat with the same Idempotency-Key gets the same vectors and is billed once', async () => {
    await using service = await start();
    service.upstream.play(vectors(7));
    const ask = () => post(service, { model: 'text-vectors', input: ['a', 'b'] }, { 'idempotency-key': 'k1' });

    const [first, second] = [await (await ask()).json(), await ask()];

    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(first);
    expect(service.upstream.requests).toHaveLength(1);
    const other = await post(service, { model: 'text-vectors', input: 'x' }, { 'idempotency-key': 'k1' });
    expect(((await other.json()) as { error: object }).error).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('a failing engine costs nothing, and a client that leaves pays for the input', async () => {
    await using service = await start();
    service.upstream.play(jsonError(500));
    const failed = await post(service, { model: 'text-vectors', input: 'x' });
    service.upstream.play(hang());
    const leaving = new AbortController();
    const left = fetch(`${service.url}/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'text-vectors', input: 'twelve bytes' }),
      signal: leaving.signal,
    }).catch(() => undefined);
    await until('the engine has both', () => service.upstream.requests.length >= 2);
    leaving.abort();
    await left;
    const spent = async () => (await service.stores.ledger.balanceOf(service.accountId, Date.now())).spent;
    await until('it is charged', async () => (await spent()) > 0n);

    expect(failed.status).toBe(502);
    expect(await spent()).toBe(6000n as never);
    await expectRightLedger(service);
  });
});

describe('refused', () => {
  const WRONG: readonly (readonly [body: object, param: string])[] = [
    [{ model: undefined }, 'model'],
    [{ input: undefined }, 'input'],
    [{ input: null }, 'input'],
    [{ input: '' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: ['a', ''] }, 'input[1]'],
    [{ input: ['a', 1] }, 'input[1]'],
    [{ input: [1, 'a'] }, 'input[1]'],
    [{ input: [1.5] }, 'input[0]'],
    [{ input: [3, -1] }, 'input[1]'],
    [{ input: [[]] }, 'input[0]'],
    [{ input: [[1], 'a'] }, 'input[1]'],
    [{ input: [[1], [2, 1e12]] }, 'input[1][1]'],
    [{ input: { text: 'x' } }, 'input'],
    [{ input: Array.from({ length: 2049 }, () => 'x') }, 'input'],
    [{ encoding_format: 'int8' }, 'encoding_format'],
    [{ dimensions: 0 }, 'dimensions'],
    [{ dimensions: 1.5 }, 'dimensions'],
    [{ user: 'x'.repeat(513) }, 'user'],
    [{ model: 'none' }, 'model'],
    [{ model: 'svc-glacier' }, 'model'],
  ];

  test('bad input is a 400 that names the field, and no engine is asked', async () => {
    await using service = await start();
    for (const [fields, param] of WRONG) {
      const answer = await post(service, { model: 'text-vectors', input: 'x', ...fields });
      const { error } = (await answer.json()) as { error: { param: string; type: string } };

      expect([answer.status, error.param, error.type]).toEqual([400, param, 'invalid_request_error']);
    }
    expect(service.upstream.requests).toHaveLength(0);
  });

  test('a chat by a model that makes embeddings, and embeddings by one for chats, each say where to go', async () => {
    await using service = await start();

    const chat = await service.post({ model: 'text-vectors', messages: [{ role: 'user', content: 'Hi' }] });
    const embedding = await post(service, { model: 'svc-glacier', input: 'x' });
    const messageOf = async (answer: Response) =>
      ((await answer.json()) as { error: { message: string } }).error.message;

    expect([chat.status, embedding.status]).toEqual([400, 400]);
    expect(await messageOf(chat)).toBe(
      'The model text-vectors makes embeddings only: ask it at /v1/embeddings; use svc-frost or svc-glacier or svc-polaris.',
    );
    expect(await messageOf(embedding)).toBe('The model svc-glacier makes no embeddings; use text-vectors.');
  });

  test('dimensions that the engine does not make are a 400 and cost nothing', async () => {
    await using service = await start();
    service.upstream.play(json({ data: [{ index: 0, embedding: [1, 2, 3] }], usage: { prompt_tokens: 1 } }));

    const answer = await post(service, { model: 'text-vectors', input: 'x', dimensions: 2 });

    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('dimensions must be 3');
    expect((await service.stores.ledger.balanceOf(service.accountId, Date.now())).spent).toBe(0n as never);
  });

  test.each([
    ['a vector too few', { data: [] }],
    [
      'a vector twice',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [1] },
        ],
      },
    ],
    ['no numbers', { data: [{ index: 0, embedding: ['x'] }] }],
    ['an empty vector', { data: [{ index: 0, embedding: [] }] }],
    ['half a number', { data: [{ index: 0, embedding: 'AAAA' }] }],
    ['an error object', { error: { message: 'no' } }],
  ])('an engine that sends %s has failed', async (_, body) => {
    await using service = await start();
    service.upstream.play(json(body));

    expect((await post(service, { model: 'text-vectors', input: 'x' })).status).toBe(502);
  });

  test('a text that is too long for the engine is refused in the words that clients look for', async () => {
    await using service = await start();
    service.upstream.play(jsonError(400, { error: { message: "This model's maximum context length is 512 tokens." } }));

    const answer = await post(service, { model: 'text-vectors', input: 'x' });

    expect(await answer.json()).toMatchObject({ error: { code: 'context_length_exceeded', param: 'input' } });
  });
});

describe('the configuration', () => {
  const problemsOf = (model: object): readonly string[] => {
    try {
      testConfig({
        BOREAL_ENGINES: JSON.stringify({ main: { kind: 'openai', baseUrl: 'http://127.0.0.1:1/v1', model: 'm' } }),
        BOREAL_MODELS: JSON.stringify({ own: model }),
      });
      return [];
    } catch (error) {
      if (error instanceof InvalidConfig) return error.problems;
      throw error;
    }
  };
  const PRICE = { input: '1' };

  test.each([
    [{ kind: 'embedding', engine: 'main', price: PRICE }, []],
    [{ kind: 'embedding', file: './x.gguf', price: PRICE }, []],
    [
      { kind: 'embedding', price: PRICE },
      ['models.own.file is missing: the embedded engine needs a file that makes embeddings.'],
    ],
    [
      { engine: 'main', maxOutputTokens: 5, price: PRICE },
      ['models.own.price.output is missing: it must be given for a model that answers chats.'],
    ],
    [
      { kind: 'embedding', engine: 'main', price: PRICE, tools: true },
      ['models.own.tools is for models that answer chats, but models.own.kind is "embedding".'],
    ],
  ])('%j has the problems %j', (model, problems) => {
    expect(problemsOf(model)).toEqual(problems);
  });
});

test('the model and the answer are described as they are, and pages do not offer it for chats', async () => {
  await using service = await start();
  service.upstream.play(vectors(3));
  const description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as object;
  const problems = (name: string, value: unknown) =>
    schemaProblems({ ...description, $ref: `#/components/schemas/${name}` }, value);
  const headers = { authorization: `Bearer ${service.key}` };
  const list = (await (await fetch(`${service.url}/models`, { headers })).json()) as { data: { id: string }[] };
  const answer = await (await post(service, { model: 'text-vectors', input: 'x' })).json();

  expect(problems('ModelList', list)).toEqual([]);
  expect(list.data.find(({ id }) => id === 'text-vectors')).toMatchObject({ kind: 'embedding', context_length: 512 });
  expect(problems('EmbeddingList', answer)).toEqual([]);
  expect(problems('EmbeddingRequest', { model: 'text-vectors', input: ['x'], dimensions: 8 })).toEqual([]);
});

test('an engine that only makes embeddings is not asked for a chat', async () => {
  await using service = await start(
    { engine: { runningUsage: 'auto' } },
    {
      'text-vectors': { kind: 'embedding', engine: 'main', price: { input: '2' } },
    },
  );
  service.upstream.play((request) => (request.path.endsWith('/embeddings') ? vectors(3) : answerText('no')));

  await post(service, { model: 'text-vectors', input: 'x' });

  expect(service.upstream.requests.map(({ path }) => path)).toEqual(['/v1/embeddings']);
});
