/** Models that an operator adds, changes, hides and removes while the service runs: HTTP and the official client. */
import { describe, expect } from 'bun:test';
import type OpenAI from 'openai';
import type { ModelsView } from '../../src/features/catalogue/contract.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { HELD_TEXT, HELD_USAGE, heldAnswer } from '../support/held-answer.ts';
import type { PageClient } from '../support/page-client.ts';
import { dataUrl, PIXEL } from '../support/pictures.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { type ServiceOptions, startService, type TestService, until } from '../support/service.ts';

const PATH = '/api/operator/models';
const PRICE = { input: '3', cachedInput: '1', output: '7', reasoning: '9' };
const ROLE = { en: 'Writes poems', cs: 'Píše básně' };
const POET = { model: 'poet', role: ROLE, maxOutputTokens: 500, price: PRICE };

type Desk = AsyncDisposable & {
  readonly service: TestService;
  readonly operator: PageClient;
  view(): Promise<ModelsView>;
  /** Makes a change, made from what is there now unless said. */
  change(path: '' | '/change' | '/remove' | '/preset', body: object): ReturnType<PageClient['post']>;
  ask(model?: string): Promise<OpenAI.ChatCompletion>;
  /** The code of the refusal. */
  refusalOf(model?: string): Promise<unknown>;
  listed(): Promise<readonly string[]>;
};

async function startDesk(options: ServiceOptions = {}): Promise<Desk> {
  const service = await startService(options);
  const operator = await signedUpOperator(service);
  const view = async () => (await operator.get(PATH)).json as unknown as ModelsView;
  const ask = (model?: string) => {
    const messages = [{ role: 'user' as const, content: 'hi' }];
    return service.client().chat.completions.create({ model: model as string, messages, max_tokens: 10 });
  };
  return {
    service,
    operator,
    view,
    change: async (path, body) => {
      const revision = path === '/preset' ? {} : { revision: (await view()).revision };
      return operator.post(`${PATH}${path}`, { ...orderBecause('it is wanted'), ...revision, ...body });
    },
    ask,
    refusalOf: (model) =>
      ask(model).then(
        () => 'answered',
        ({ code }: { code: unknown }) => code,
      ),
    listed: async () => (await Array.fromAsync(service.client().models.list())).map(({ id }) => id),
    [Symbol.asyncDispose]: service.stop,
  };
}

const modelOf = ({ models }: ModelsView, id: string) => models.find((one) => one.id === id);
const receiptOf = async ({ service }: Desk, { id }: OpenAI.ChatCompletion) =>
  (await (
    await fetch(`${service.url}/receipts/${id}`, { headers: { authorization: `Bearer ${service.key}` } })
  ).json()) as { model: string; cost_czk: string; price: { version: string } };

test('a model is added with its price, and answered and billed at once under each of its names', async () => {
  await using desk = await startDesk();
  const before = await desk.refusalOf('poet');

  const added = await desk.change('', { ...POET, aliases: ['bard', 'po-*'], tools: true, contextTokens: 4000 });
  const answer = await desk.ask('poet');
  const byAlias = await desk.ask('bard');
  const byPattern = await desk.ask('po-1');

  expect([before, added.status]).toEqual(['model_not_found', 200]);
  expect([answer, byAlias, byPattern].map(({ model }) => model)).toEqual(['poet', 'poet', 'poet']);
  const { prompt_tokens: input, completion_tokens: output } = answer.usage!;
  const receipt = await receiptOf(desk, answer);
  expect(receipt).toMatchObject({ model: 'poet', price: { version: 'poet@1' } });
  expect(Number(receipt.cost_czk)).toBeCloseTo((input * 3 + output * 7) / 1e6, 9);
  expect(await desk.listed()).toEqual(['svc-frost', 'svc-glacier', 'svc-polaris', 'poet', 'bard']);
  expect(modelOf(await desk.view(), 'poet')).toMatchObject({
    ...{ role: ROLE, maxOutputTokens: 500, contextTokens: 4000, tools: true, reasoning: false, modalities: ['text'] },
    ...{ price: PRICE, state: 'served', isFromFile: false, isDefault: false, aliases: ['bard', 'po-*'] },
  });
  const { models } = (await desk.operator.get('/api/models')).json as { models: { id: string; roleCs: string }[] };
  expect(models.find(({ id }) => id === 'poet')).toMatchObject({ role: ROLE.en, roleCs: ROLE.cs });
  const { actions } = (await desk.operator.get('/api/operator/actions')).json as { actions: { kind: string }[] };
  expect(actions[0]).toMatchObject({ kind: 'model', object: 'poet' });
});

test('visitors read of an added model in their language, and nothing of a hidden one', async () => {
  await using desk = await startDesk();
  await desk.change('', POET);
  await desk.change('', { ...POET, model: 'secret-poet', hidden: true });
  const page = (path: string) => fetch(new URL(path, desk.service.url)).then((answer) => answer.text());

  const [en, cs, pricing, docs, reference] = await Promise.all(
    ['/models', '/cs/models', '/pricing', '/docs', '/openapi.json'].map(page),
  );

  expect(en).toContain('Writes poems');
  expect(cs).toContain('Píše básně');
  for (const one of [en, cs, pricing, docs, reference]) {
    expect(one).toContain('poet');
    expect(one).not.toContain('secret-poet');
  }
});

test('a hidden model is in no list and no hint, and answers who knows its name', async () => {
  await using desk = await startDesk();

  const hidden = await desk.change('/change', { model: 'svc-frost', hidden: true });
  const answer = await desk.ask('svc-frost');
  const shown = await desk.service.client().models.retrieve('svc-frost');
  const hint = await desk.ask('unknown').catch(({ message }: Error) => message);

  expect(hidden.status).toBe(200);
  expect(answer.choices[0]!.message.content).toBe('pong');
  expect(shown.id).toBe('svc-frost');
  expect(await desk.listed()).toEqual(['svc-glacier', 'svc-polaris']);
  expect(hint).not.toContain('svc-frost');
  const { models } = (await desk.operator.get('/api/models')).json as { models: { id: string }[] };
  expect(models.map(({ id }) => id)).toEqual(['svc-glacier', 'svc-polaris']);
  expect(modelOf(await desk.view(), 'svc-frost')).toMatchObject({ state: 'hidden', hidden: true });

  await desk.change('/change', { model: 'svc-frost', hidden: false });
  expect(await desk.listed()).toEqual(['svc-frost', 'svc-glacier', 'svc-polaris']);
});

test('a removed model is as one that never was; its receipts and usage stay, and it can be added again', async () => {
  await using desk = await startDesk();
  await desk.change('', POET);
  const answers = [await desk.ask('poet'), await desk.ask('svc-frost')];

  const removed = [
    await desk.change('/remove', { model: 'poet' }),
    await desk.change('/remove', { model: 'svc-frost' }),
  ];
  const refusals = [await desk.refusalOf('poet'), await desk.refusalOf('svc-frost')];

  expect(removed.map(({ status }) => status)).toEqual([200, 200]);
  expect(refusals).toEqual(['model_not_found', 'model_not_found']);
  expect(await desk.listed()).toEqual(['svc-glacier', 'svc-polaris']);
  for (const answer of answers) expect(await receiptOf(desk, answer)).toMatchObject({ model: answer.model });
  expect((await desk.view()).models.map(({ id }) => id)).toEqual(['svc-glacier', 'svc-polaris']);

  const price = { ...PRICE, input: '4' };
  const again = await desk.change('', { ...POET, model: 'svc-frost', price });
  const answer = await desk.ask('svc-frost');
  expect(again.status).toBe(200);
  expect(await receiptOf(desk, answer)).toMatchObject({ price: { version: 'svc-frost@2' } });
  expect(modelOf(await desk.view(), 'svc-frost')).toMatchObject({ role: ROLE, maxOutputTokens: 500, tools: false });
});

test('requests without a model go to the default that was chosen', async () => {
  await using desk = await startDesk();
  await desk.change('', POET);
  const before = await desk.ask();

  const chosen = await desk.change('/change', { model: 'poet', isDefault: true });
  const after = await desk.ask();
  const refused = [
    await desk.change('/remove', { model: 'poet' }),
    await desk.change('/change', { model: 'poet', hidden: true }),
  ];

  expect([before.model, chosen.status, after.model]).toEqual(['svc-glacier', 200, 'poet']);
  const sentence = 'poet is the default model: make another one the default first.';
  expect(refused.map(({ status, json }) => [status, json.error?.message])).toEqual([
    [400, sentence],
    [400, sentence],
  ]);
  const { defaultModel } = (await desk.operator.get('/api/models')).json;
  expect(defaultModel).toBe('poet');
});

test('a changed model is served as changed; its new price is for requests that come after it', async () => {
  await using desk = await startDesk({ env: { BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '100000' } });
  await using fast = await startUpstream();
  fast.play(answerText('the fast one'));
  const { revision } = await desk.view();
  await desk.operator.post('/api/operator/serving/engines', {
    ...{ ...orderBecause('faster'), revision, name: 'fast', fromMs: null },
    settings: { baseUrl: fast.url, model: 'fast-model' },
  });
  await desk.change('', POET);
  const old = await desk.ask('poet');

  const changed = await desk.change('/change', {
    ...{ model: 'poet', role: { en: 'Fast', cs: 'Rychlý' }, maxOutputTokens: 5, aliases: ['bard'] },
    ...{ engines: [{ engine: 'fast' }], price: { ...PRICE, output: '70' } },
  });
  await until('the new price', async () => modelOf(await desk.view(), 'poet')?.price?.output === '70');
  const answer = await desk.ask('bard');

  expect(changed.status).toBe(200);
  expect(answer.choices[0]!.message.content).toBe('the fast one');
  expect((await receiptOf(desk, old)).price.version).toBe('poet@1');
  expect((await receiptOf(desk, answer)).price.version).toBe('poet@2');
  expect(modelOf(await desk.view(), 'poet')).toMatchObject({ maxOutputTokens: 5, engines: [{ engine: 'fast' }] });
});

test('a running answer ends and is billed as it began, while its model goes', async () => {
  await using desk = await startDesk();
  await desk.change('', POET);
  const gate = Promise.withResolvers<void>();
  desk.service.upstream.play(heldAnswer(gate.promise));
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const options = { model: 'poet', messages, stream: true, stream_options: { include_usage: true } } as const;
  const stream = await desk.service.client().chat.completions.create(options);
  const running = Array.fromAsync(stream);
  await desk.service.upstream.nextRequest();

  await desk.change('/remove', { model: 'poet' });
  const refused = await desk.refusalOf('poet');
  gate.resolve();
  const chunks = await running;

  expect(refused).toBe('model_not_found');
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(HELD_TEXT);
  const usage = chunks.at(-1)?.usage as unknown as { cost_czk: string };
  const cost = (HELD_USAGE.prompt_tokens * 3 + HELD_USAGE.completion_tokens * 7) / 1e6;
  expect(Number(usage.cost_czk)).toBeCloseTo(cost, 9);
});

test('the same order sent twice adds once; one made from what is old is refused', async () => {
  await using desk = await startDesk();
  const order = { ...orderBecause('once'), revision: (await desk.view()).revision, ...POET };

  const [first, second] = [await desk.operator.post(PATH, order), await desk.operator.post(PATH, order)];
  const late = await desk.operator.post(PATH, { ...order, ...orderBecause('late'), model: 'other' });

  expect([first.status, second.status, late.status]).toEqual([200, 200, 409]);
  expect(late.json.error?.code).toBe('changed_meanwhile');
  const { prices } = await desk.service.stores.announcements.read();
  expect(prices.filter(({ model }) => model === 'poet')).toHaveLength(1);
});

describe('what is wrong is refused with a sentence, and nothing is written', () => {
  test.each([
    ['model', { model: 'a b' }, 'model must be 1 to 128 letters, digits or any of _ - . : /.'],
    ['model', { model: 'svc-frost' }, 'There is a model svc-frost already: change it.'],
    ['role.cs', { role: { en: 'x', cs: ' ' } }, 'role.cs must not be empty.'],
    ['role.en', { role: { en: 'x'.repeat(301), cs: 'x' } }, 'role.en must have at most 300 characters.'],
    ['maxOutputTokens', { maxOutputTokens: 0 }, 'maxOutputTokens must be at least 1.'],
    [
      'maxOutputTokens',
      { maxOutputTokens: undefined },
      'models.poet.maxOutputTokens is missing: poet is not in the published catalogue, so it must be given.',
    ],
    ['contextTokens', { contextTokens: 1.5 }, 'contextTokens must be a whole number.'],
    ['modalities[0]', { modalities: ['smell'] }, 'modalities[0] must be one of "text", "image", "file".'],
    ['modalities', { modalities: [] }, 'modalities must have at least 1 element.'],
    ['tools', { tools: 'yes' }, 'tools must be a boolean.'],
    ['reasoning', { reasoning: 1 }, 'reasoning must be a boolean.'],
    ['hidden', { hidden: null }, 'hidden must be a boolean.'],
    ['isDefault', { isDefault: false }, 'isDefault must be true.'],
    ['isDefault', { isDefault: true, hidden: true }, 'defaultModel names "poet", which is hidden.'],
    [
      'aliases[0]',
      { aliases: ['a*b'] },
      'aliases[0] must be 1 to 128 letters, digits or any of _ - . : /, with * only at the end.',
    ],
    ['aliases', { aliases: ['svc-frost'] }, 'aliases.svc-frost is the id of a model: choose another name.'],
    ['engines', { engines: [{ engine: 'none' }] }, 'models.poet.engine names "none", which is not among engines.'],
    ['engines', { engines: [] }, 'engines must have at least 1 element.'],
    ['fallback', { fallback: 'no-such' }, 'models.poet.fallback names "no-such", which is not a model.'],
    ['price', { price: undefined }, 'price is missing; it must be an object.'],
    [
      'price.input',
      { price: { ...PRICE, input: '-1' } },
      'price.input must be CZK per million tokens, with at most 3 decimals.',
    ],
    [
      'price.output',
      { price: { input: '1' } },
      'price.output is missing; it must be given for a model that answers chats.',
    ],
    [
      'tools',
      { kind: 'embedding', tools: true, maxOutputTokens: undefined, price: { input: '1' } },
      'models.poet.tools is for models that answer chats, but models.poet.kind is "embedding".',
    ],
    ['', { colour: 'red' }, 'The request body has fields that are not known: "colour".'],
  ] as const)('%s', async (param, wrong, sentence) => {
    await using desk = await startDesk();

    const refused = await desk.change('', { ...POET, ...wrong });

    expect(refused.json.error).toMatchObject({ message: sentence, param: param || null });
    expect(refused.status).toBe(400);
    expect((await desk.view()).models).toHaveLength(3);
  });

  test('a model that others need is not removed', async () => {
    await using desk = await startDesk({ env: { BOREAL_ALIASES: '{"quick":"svc-frost"}' } });
    await desk.change('', {
      ...POET,
      fallback: 'svc-polaris',
      price: { input: '99', output: '999' },
    });

    const refused = [
      await desk.change('/remove', { model: 'svc-frost' }),
      await desk.change('/remove', { model: 'svc-polaris' }),
      await desk.change('/remove', { model: 'no-such' }),
      await desk.change('/change', { model: 'no-such', hidden: true }),
      await desk.change('/change', { model: 'poet' }),
      await desk.change('/change', { model: 'poet', aliases: ['quick'] }),
    ];

    expect(refused.map(({ json }) => json.error?.message)).toEqual([
      'aliases.quick names "svc-frost", which is not a model.',
      'models.poet.fallback names "svc-polaris", which is not a model.',
      'There is no model no-such.',
      'There is no model no-such.',
      'Nothing is to be changed.',
      'aliases has "quick", which leads to svc-frost.',
    ]);
  });
});

test('what the file declares, the file owns', async () => {
  const own = { engine: 'main', maxOutputTokens: 10, price: { input: '1', output: '2' } };
  await using desk = await startDesk({
    env: {
      BOREAL_MODELS: JSON.stringify({ own, 'svc-polaris': { removed: true }, 'svc-frost': { price: own.price } }),
      BOREAL_DEFAULT_MODEL: 'own',
    },
  });

  const view = await desk.view();
  const refused = [
    await desk.change('/change', { model: 'own', hidden: true }),
    await desk.change('/remove', { model: 'own' }),
    await desk.change('', { ...POET, model: 'svc-polaris' }),
    await desk.change('/change', { model: 'svc-frost', price: PRICE }),
    await desk.change('/change', { model: 'svc-glacier', isDefault: true }),
    await desk.change('/preset', { preset: 'B' }),
  ];

  expect(view.models.map(({ id, isFromFile, isPriceFromFile }) => [id, isFromFile, isPriceFromFile])).toEqual([
    ['svc-frost', false, true],
    ['svc-glacier', false, false],
    ['own', true, true],
  ]);
  expect(view).toMatchObject({ defaultModel: 'own', isDefaultFromFile: true, isPresetAsked: false });
  expect(refused.map(({ status, json }) => [status, json.error?.code])).toEqual(
    refused.map(() => [409, 'set_by_file']),
  );
  expect((await desk.ask()).model).toBe('own');
  expect((await desk.change('/change', { model: 'svc-frost', hidden: true })).status).toBe(200);
});

test('a model reads pictures from the moment that an operator says so', async () => {
  await using desk = await startDesk();
  await desk.change('', POET);
  const picture = { type: 'image_url' as const, image_url: { url: dataUrl(PIXEL) } };
  const look = () =>
    desk.service.client().chat.completions.create({ model: 'poet', messages: [{ role: 'user', content: [picture] }] });
  const before = await look().catch(({ status }: { status: number }) => status);

  const wish = { modalities: ['text', 'image'], imageTokens: 2000, urls: true, quantization: 'fp8' };
  const changed = await desk.change('/change', { model: 'poet', ...wish });
  const seen = await look();
  const shown = modelOf(await desk.view(), 'poet');
  await desk.change('/change', { model: 'poet', modalities: ['text'], imageTokens: null, quantization: null });
  const after = await look().catch(({ status }: { status: number }) => status);

  expect([before, changed.status, seen.model, after]).toEqual([400, 200, 'poet', 400]);
  expect(shown).toMatchObject(wish);
  expect(modelOf(await desk.view(), 'poet')).toMatchObject({ imageTokens: null, quantization: null, urls: true });
});

describe('the models to begin with', () => {
  test('are A until an operator says so, and are asked once', async () => {
    await using desk = await startDesk({ catalogue: 'asked' });
    const before = await desk.view();
    const answer = await desk.ask();

    const chosen = await desk.change('/preset', { preset: 'B' });
    const [after, refusal] = [await desk.ask(), await desk.refusalOf('svc-frost')];
    const again = await desk.change('/preset', { preset: 'A' });

    expect(before).toMatchObject({ preset: 'A', isPresetAsked: true });
    expect(chosen.json).toMatchObject({ preset: 'B', isPresetAsked: false });
    expect([answer.model, after.model, refusal]).toEqual(['svc-glacier', 'svc-1', 'model_not_found']);
    expect(await desk.listed()).toEqual(['svc-1', 'svc-1-think']);
    expect([again.status, again.json.error?.message]).toEqual([
      409,
      'The first models were chosen before (B): add, change and remove models instead.',
    ]);
    expect((await receiptOf(desk, answer)).model).toBe('svc-glacier');
  });

  test('can be none: everything says that the first model is to be added, and then it is served', async () => {
    await using desk = await startDesk({ catalogue: 'asked' });
    const page = (path: string) => fetch(new URL(path, desk.service.url));

    const chosen = await desk.change('/preset', { preset: 'empty' });
    const message = await desk.ask().catch((refused: Error) => refused.message);
    const ready = await page('/readyz');
    const readiness = (await ready.json()) as { problems: string[] };
    const pages = await Promise.all(
      ['/', '/models', '/pricing', '/docs', '/status', '/openapi.json', '/reference'].map(page),
    );

    expect(chosen.json).toMatchObject({ preset: 'empty', models: [], defaultModel: '' });
    expect(message).toContain('this service has no models yet');
    expect(await desk.refusalOf('svc-frost')).toBe('model_not_found');
    expect(await desk.listed()).toEqual([]);
    expect(ready.status).toBe(200);
    expect(readiness.problems).toEqual(['there are no models yet: add the first one']);
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));

    const added = await desk.change('', POET);
    expect(added.json).toMatchObject({ defaultModel: 'poet' });
    expect((await desk.ask()).model).toBe('poet');
    expect(((await (await page('/readyz')).json()) as { problems: string[] }).problems).toEqual([]);

    const removed = await desk.change('/remove', { model: 'poet' });
    expect(removed.json).toMatchObject({ models: [], defaultModel: '' });
  });
});
