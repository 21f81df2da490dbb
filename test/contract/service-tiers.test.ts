/** Service tiers: what a request may ask for, what it then costs, and who says so, with the official clients. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { heldAnswer } from '../support/held-answer.ts';
import { answerText, jsonError } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { collect, expectRightLedger, HELLO } from './client.fixture.ts';

const PRICE = { input: '3', cachedInput: '1', output: '7', reasoning: '9' };
const MODELS = {
  poet: { engine: 'main', maxOutputTokens: 500, price: PRICE, tiers: { flex: 50, priority: 215, batch: 25 } },
  plain: { engine: 'main', maxOutputTokens: 500, price: PRICE },
};
/** At 3 and 7 CZK per million. */
const USAGE = { prompt_tokens: 10, completion_tokens: 5 };
const COST = { default: '0.000065', flex: '0.0000325', priority: '0.00013975' } as const;

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_MODELS: JSON.stringify(MODELS) } });
  service.upstream.play(answerText('pong', { usage: USAGE }));
});
afterAll(() => service.stop());

type Tier = NonNullable<OpenAI.ChatCompletionCreateParams['service_tier']>;
const ask = (tier?: Tier, model = 'poet') =>
  service.client().chat.completions.create({ model, messages: HELLO, ...(tier && { service_tier: tier }) });
const costIn = ({ usage }: { readonly usage?: unknown }) => Object(usage).cost_czk as string;
const receiptOf = async (id: string) => {
  const headers = { authorization: `Bearer ${service.key}` };
  return (await (await fetch(`${service.url}/receipts/${id}`, { headers })).json()) as Record<string, unknown>;
};

describe('a chat', () => {
  test.each(['flex', 'priority', 'default'] as const)(
    'at %s costs its per cent, and answer and receipt say so',
    async (tier) => {
      const answer = await ask(tier);

      expect(answer.service_tier).toBe(tier);
      expect(costIn(answer)).toBe(COST[tier]);
      expect(await receiptOf(answer.id)).toMatchObject({ service_tier: tier, cost_czk: COST[tier] });
      await expectRightLedger(service);
    },
  );

  test('that names no tier is answered and billed as ever, and no field of its answer is new', async () => {
    const answer = await ask();

    expect(Object.keys(answer).sort()).toEqual(['choices', 'created', 'id', 'model', 'object', 'usage']);
    expect(costIn(answer)).toBe(COST.default);
    expect(await receiptOf(answer.id)).toMatchObject({ service_tier: 'default', price: { version: 'poet@1' } });
  });

  test('leaves the choice to the service with auto, which is the default', async () => {
    const answer = await ask('auto');

    expect([answer.service_tier, costIn(answer)]).toEqual(['default', COST.default]);
  });

  test('is refused for no word or value: what is no tier is the default', async () => {
    for (const tier of ['turbo', 'batch', 'scale']) {
      const answer = await service.post({ model: 'poet', messages: HELLO, service_tier: tier });
      expect(await answer.json()).toMatchObject({ service_tier: 'default', usage: { cost_czk: COST.default } });
    }
    for (const tier of [7, null, { name: 'flex' }]) {
      const answer = await service.post({ model: 'poet', messages: HELLO, service_tier: tier });
      expect([answer.status, await answer.json()]).toEqual([200, expect.not.objectContaining({ service_tier: tier })]);
    }
  });

  test('at a tier that the model does not have is served as default, and says so', async () => {
    const answer = await service.post({ model: 'plain', messages: HELLO, service_tier: 'flex' });

    expect(answer.headers.get('x-request-warning')).toBe(
      'service_tier flex is not offered for plain: served as default',
    );
    expect(await answer.json()).toMatchObject({ service_tier: 'default', usage: { cost_czk: COST.default } });
  });

  test('says its tier in every chunk of its stream', async () => {
    const order = { model: 'poet', messages: HELLO, stream: true, stream_options: { include_usage: true } } as const;

    const flex = await collect(await service.client().chat.completions.create({ ...order, service_tier: 'flex' }));
    const plain = await collect(await service.client().chat.completions.create(order));

    expect([...new Set(flex.map(({ service_tier: tier }) => tier))]).toEqual(['flex']);
    expect(costIn(flex.at(-1)!)).toBe(COST.flex);
    expect(plain.filter((chunk) => 'service_tier' in chunk)).toEqual([]);
  });

  test('that is repeated with its Idempotency-Key is the first one again, with its tier', async () => {
    const once = () =>
      service.post(
        { model: 'poet', messages: HELLO, service_tier: 'priority' },
        { headers: { 'idempotency-key': 'tier-once' } },
      );

    const first = await (await once()).json();
    const again = await once();

    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(first);
    expect(first).toMatchObject({ service_tier: 'priority', usage: { cost_czk: COST.priority } });
  });

  test('tells no engine of its tier', async () => {
    await ask('flex');

    expect(JSON.stringify(service.upstream.requests.at(-1)!.body)).not.toContain('flex');
  });
});

test('a response says its tier, whole and streamed, and is billed by it', async () => {
  const order = { model: 'poet', input: 'Hello', service_tier: 'flex' } as const;

  const whole = await service.client().responses.create(order);
  const streamed = await collect(await service.client().responses.create({ ...order, stream: true }));
  const plain = await service.client().responses.create({ model: 'plain', input: 'Hello', service_tier: 'flex' });

  const last = streamed.at(-1)!;
  expect(last.type).toBe('response.completed');
  const done = 'response' in last ? last.response : whole;
  expect([whole, done, plain].map(({ service_tier: tier }) => tier)).toEqual(['flex', 'flex', 'default']);
  expect([whole, done, plain].map(costIn)).toEqual([COST.flex, COST.flex, COST.default]);
});

test('a message says its tier in the words of its clients, whole and streamed, and is billed by it', async () => {
  const anthropic = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: service.key });
  const order = { model: 'poet', max_tokens: 100, messages: HELLO };
  const at = (tier: string) => ({ ...order, service_tier: tier as 'auto' });

  const messages = [
    await anthropic.messages.create(order),
    await anthropic.messages.create(at('auto')),
    await anthropic.messages.create(at('standard_only')),
    await anthropic.messages.create(at('priority')),
    await anthropic.messages.stream(at('priority')).finalMessage(),
  ];

  expect(messages.map(({ usage }) => usage.service_tier as string)).toEqual([
    ...['standard', 'standard', 'standard', 'priority', 'priority'],
  ]);
  // The client keeps of a stream only what it knows.
  expect(messages.slice(0, 4).map(costIn)).toEqual([COST.default, COST.default, COST.default, COST.priority]);
});

test('models say their tiers with the price of each, and only those that have some', async () => {
  const client = service.client();

  const [poet, plain] = [await client.models.retrieve('poet'), await client.models.retrieve('plain')];

  expect(poet).toMatchObject({
    service_tiers: {
      flex: { percent: 50, price: { input_czk_per_million: '1.5', output_czk_per_million: '3.5' } },
      priority: { percent: 215, price: { input_czk_per_million: '6.45', output_czk_per_million: '15.05' } },
      batch: { percent: 25, price: { input_czk_per_million: '0.75', output_czk_per_million: '1.75' } },
    },
  } as object);
  expect(plain).not.toHaveProperty('service_tiers');
});

test('visitors read of tiers on both price pages, in their language', async () => {
  const page = (path: string) => fetch(new URL(path, service.url)).then((answer) => answer.text());

  for (const path of ['/models', '/pricing']) {
    expect(await page(path)).toContain('flex at 50\u00a0% of the price');
    expect(await page(`/cs${path}`)).toContain('flex za 50\u00a0% ceny');
  }
});

test('tokens of a package count by the tier, and so does what is left of it', async () => {
  const accountId = await service.newAccount();
  const { secret: apiKey } = await service.newKey({ accountId });
  const about = { accountId, reason: 'test', actor: 'test', atMs: Date.now() };
  await service.stores.credits.grantPackage({ ...about, tokens: 1_000_000n, expiresAtMs: Date.now() + 86_400_000 });
  const client = service.client({ apiKey });

  for (const tier of ['flex', 'priority', 'default'] as const) {
    const { id } = await client.chat.completions.create({ model: 'poet', messages: HELLO, service_tier: tier });
    const headers = { authorization: `Bearer ${apiKey}` };
    const receipt = await (await fetch(`${service.url}/receipts/${id}`, { headers })).json();
    // 15 tokens: half of them rounded up, and a little more than twice.
    const taken = { flex: 8, priority: 33, default: 15 }[tier];
    const processed = tier === 'default' ? {} : { processed_tokens: 15 };
    expect(receipt).toMatchObject({ cost_czk: '0', paid_by: [{ pot: 'package', tokens: taken, ...processed }] });
  }
  await expectRightLedger(service);
});

test('a fallback is not used where it would cost more than the tier that was asked for', async () => {
  const models = { ...MODELS, poet: { ...MODELS.poet, fallback: 'plain' }, plain: { ...MODELS.plain, model: 'other' } };
  await using own = await startService({ env: { BOREAL_MODELS: JSON.stringify(models) } });
  own.upstream.play((request) =>
    (request.body as { model?: string }).model === 'other' ? answerText('pong') : jsonError(500, {}),
  );
  const asked = (tier: Tier) =>
    own
      .client()
      .chat.completions.create({ model: 'poet', messages: HELLO, service_tier: tier })
      .then(
        ({ model }) => model,
        ({ status }: { status: number }) => status,
      );

  expect([await asked('default'), await asked('priority'), await asked('flex')]).toEqual(['plain', 'plain', 502]);
});

test('of those that wait for the one slot of an engine, tiers are served in their order', async () => {
  await using own = await startService({
    engine: { concurrencyMax: 1 },
    env: { BOREAL_MODELS: JSON.stringify(MODELS) },
  });
  const gate = Promise.withResolvers<void>();
  own.upstream.play((request) =>
    JSON.stringify(request.body).includes('first') ? heldAnswer(gate.promise) : answerText('pong'),
  );
  const say = (content: string, tier?: Tier) =>
    own.client().chat.completions.create({
      ...{ model: 'poet', messages: [{ role: 'user', content }] },
      ...(tier && { service_tier: tier }),
    });
  const waiting = async () => {
    const metrics = await (await fetch(new URL('/metrics', own.url))).text();
    return Number(/^boreal_engine_queue\{model="poet"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
  };
  const running = say('first');
  await until('the slot is taken', () => own.upstream.requests.length === 1);

  const others: Promise<unknown>[] = [];
  for (const [content, tier] of [
    ['flex', 'flex'],
    ['default', undefined],
    ['priority', 'priority'],
  ] as const) {
    others.push(say(content, tier));
    await until(`${content} waits`, async () => (await waiting()) === others.length);
  }
  gate.resolve();
  await Promise.all([running, ...others]);

  const order = own.upstream.requests.map(({ body }) => Object(body).messages[0].content as string);
  expect(order).toEqual(['first', 'priority', 'default', 'flex']);
});

test('an operator sets tiers of a model on its page and takes them back; the list and the file of requests show them', async () => {
  await using own = await startService();
  own.upstream.play(answerText('pong', { usage: USAGE }));
  const operator = await signedUpOperator(own);
  const path = '/api/operator/models';
  const change = async (tiers: object | null) => {
    const { revision } = (await operator.get(path)).json as { revision: number };
    const body = { ...orderBecause('tiers'), revision, model: 'svc-frost', tiers };
    const { status, json } = await operator.post(`${path}/change`, body);
    const { models } = json as unknown as { models: { id: string; tiers: object }[] };
    return [status, models?.find(({ id }) => id === 'svc-frost')?.tiers];
  };
  const tierOf = async () => {
    const order = { model: 'svc-frost', messages: HELLO, service_tier: 'flex' } as const;
    return (await own.client().chat.completions.create(order)).service_tier;
  };

  expect(await change({ flex: 40 })).toEqual([200, { flex: 40 }]);
  expect(await tierOf()).toBe('flex');
  expect(await change({ flex: 60, batch: 30 })).toEqual([200, { flex: 60, batch: 30 }]);
  expect(await tierOf()).toBe('flex');
  expect((await change({ flex: 0 }))[0]).toBe(400);
  expect((await change({ turbo: 50 }))[0]).toBe(400);
  expect(await change(null)).toEqual([200, {}]);
  expect(await tierOf()).toBe('default');

  const { rows } = await own.stores.usages.page({
    ...{ accountId: own.accountId, filter: {}, before: null, rowsMax: 100 },
  });
  expect(rows.map(({ served, priceVersion }) => [served?.tier, served?.percent, priceVersion])).toEqual([
    [undefined, undefined, 'svc-frost@1'],
    ['flex', 60, 'svc-frost@1~flex=60'],
    ['flex', 40, 'svc-frost@1~flex=40'],
  ]);
  await expectRightLedger(own);
});
