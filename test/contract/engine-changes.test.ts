/** Engines that an operator adds and changes while the service runs, through the door: HTTP and the official client. */
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test as sqliteOnly } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServingView } from '../../src/features/serving/contract.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { test } from '../support/databases.ts';
import { HELD_TEXT, heldAnswer } from '../support/held-answer.ts';
import type { PageClient } from '../support/page-client.ts';
import {
  answerText,
  body,
  finish,
  head,
  jsonError,
  type Script,
  type ScriptedUpstream,
  startUpstream,
} from '../support/scripted-upstream.ts';
import { type ServiceOptions, startService, type TestService, until } from '../support/service.ts';
import { testConfig } from '../support/test-config.ts';

const KEY = 'CANARY-key-of-the-new-engine';
const MODEL = 'svc-frost';
const PATH = '/api/operator/serving';
const CHAT = { model: MODEL, messages: [{ role: 'user' as const, content: 'hi' }], max_tokens: 10 };

type Desk = AsyncDisposable & {
  readonly service: TestService;
  readonly operator: PageClient;
  readonly upstream: ScriptedUpstream;
  view(): Promise<ServingView>;
  /** Makes a change, made from what is there now unless said. */
  change(path: string, body: object): ReturnType<PageClient['post']>;
  ask(): Promise<string | null>;
};

async function deskOf(service: TestService, operator: PageClient): Promise<Desk> {
  const upstream = await startUpstream();
  // As a real one does: who has not its key is refused.
  upstream.play((request) =>
    request.headers.authorization === `Bearer ${KEY}` ? answerText('the new one') : jsonError(401),
  );
  const view = async () => (await operator.get(PATH)).json as unknown as ServingView;
  return {
    service,
    operator,
    upstream,
    view,
    change: async (path, body) =>
      operator.post(`${PATH}/${path}`, {
        ...orderBecause('a faster machine'),
        revision: (await view()).revision,
        fromMs: null,
        ...body,
      }),
    ask: async () => (await service.client().chat.completions.create(CHAT)).choices[0]!.message.content,
    [Symbol.asyncDispose]: async () => {
      await upstream.stop();
      await service.stop();
    },
  };
}

async function startDesk(options: ServiceOptions = {}): Promise<Desk> {
  const service = await startService(options);
  return deskOf(service, await signedUpOperator(service));
}

const settingsAt = (upstream: Pick<ScriptedUpstream, 'url'>) => ({ baseUrl: upstream.url, model: 'fast-model' });
/** Without the question how the engine counts. */
const chatsOf = ({ requests }: ScriptedUpstream) =>
  requests.map(({ body }) => body as { max_tokens: number }).filter((body) => body.max_tokens === CHAT.max_tokens);
const CHANGED = 'engines changed by an operator';
const engineOf = (view: ServingView, name: string) => view.engines.find((one) => one.name === name)!;
const modelOf = (view: ServingView, id = MODEL) => view.models.find((one) => one.id === id)!;

test('an engine is tried, added and given a model: it answers at once, with its key, which is shown nowhere', async () => {
  await using desk = await startDesk();
  const { operator, upstream, change, service } = desk;
  const settings = settingsAt(upstream);
  const before = await desk.ask();

  const wrong = await operator.post(`${PATH}/test`, { name: 'fast', settings, apiKey: 'mistyped' });
  const tried = await operator.post(`${PATH}/test`, { name: 'fast', settings, apiKey: KEY });
  const added = await change('engines', { name: 'fast', settings, apiKey: KEY });
  const still = await desk.ask();
  const given = await change('models', { model: MODEL, engines: [{ engine: 'fast' }] });
  const after = await desk.ask();

  expect(wrong.json).toMatchObject({ ok: false, text: expect.stringContaining('401') });
  expect(tried.json).toMatchObject({ ok: true, text: 'the new one' });
  expect([added.status, given.status]).toEqual([200, 200]);
  expect([before, still, after]).toEqual(['pong', 'pong', 'the new one']);
  expect(chatsOf(upstream).at(-1)).toMatchObject({ model: 'fast-model' });
  const view = await desk.view();
  expect(engineOf(view, 'fast')).toMatchObject({
    settings: { ...settings, idleMs: 60_000, concurrencyMax: null },
    ...{ hasKey: true, isFromFile: false, models: [MODEL] },
  });
  expect(engineOf(view, 'main')).toMatchObject({ isFromFile: true });
  expect(modelOf(view)).toMatchObject({ engines: [{ engine: 'fast' }], isFromFile: false, isSetHere: true });
  expect(modelOf(view, 'svc-glacier')).toMatchObject({ engines: [{ engine: 'main' }], isSetHere: false });
  const log = await operator.get('/api/operator/actions');
  expect((log.json.actions as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    ...['model-engines', 'engine-settings', 'engine', 'engine', 'become-operator'],
  ]);
  for (const told of [log.text, added.text, given.text, JSON.stringify(view), JSON.stringify(service.log)]) {
    expect(told).not.toContain(KEY);
  }
  const { engines } = (await operator.get('/api/operator/engines')).json as { engines: { name: string }[] };
  expect(engines.map(({ name }) => name)).toEqual(['main', 'fast']);
  const stored = (await service.stores.announcements.read()).engineChanges;
  expect(JSON.stringify(stored)).not.toContain(KEY);
});

test('what an engine takes beside the common parameters is shown and changed', async () => {
  await using desk = await startDesk();
  const { service, upstream, change } = desk;
  const ask = () => service.client().chat.completions.create({ ...CHAT, top_k: 7, min_p: 0.1 } as typeof CHAT);
  const settings = settingsAt(upstream);
  const set = (supports: readonly string[]) =>
    change('engines', { name: 'fast', settings: { ...settings, supports }, apiKey: KEY });
  await set(['top_k']);
  await change('models', { model: MODEL, engines: [{ engine: 'fast' }] });
  await ask();

  const changed = await set(['min_p']);
  await ask();
  const unknown = await set(['best_of']);

  expect(engineOf(changed.json as unknown as ServingView, 'fast').settings?.supports).toEqual(['min_p']);
  expect((changed.json as unknown as ServingView).exported).toMatchObject({
    engines: { fast: { supports: ['min_p'] } },
  });
  const taken = chatsOf(upstream).map((body) => ['top_k', 'min_p'].filter((name) => name in body));
  expect(taken).toEqual([['top_k'], ['min_p']]);
  expect(unknown.status).toBe(400);
});

test('a running answer ends on its engine while another takes its place; the old engine is let go', async () => {
  await using desk = await startDesk();
  const { service, upstream, change } = desk;
  await using old = await startUpstream();
  const gate = Promise.withResolvers<void>();
  old.play(heldAnswer(gate.promise));
  await change('engines', { name: 'fast', settings: settingsAt(old), apiKey: KEY });
  await change('models', { model: MODEL, engines: [{ engine: 'fast' }] });
  const stream = await service.client().chat.completions.create({ ...CHAT, stream: true });
  const running = Array.fromAsync(stream, (chunk) => chunk.choices[0]?.delta.content ?? '');
  await old.nextRequest();

  const moved = await change('engines', { name: 'fast', settings: settingsAt(upstream), apiKey: KEY });
  const next = await desk.ask();
  gate.resolve();

  expect(moved.status).toBe(200);
  expect(next).toBe('the new one');
  expect((await running).join('')).toBe(HELD_TEXT);
  await until('the old connections are closed', () => old.openConnections === 0);
});

test('a change for a date is planned, holds from then on, and can be withdrawn before', async () => {
  await using desk = await startDesk();
  const { service, upstream, change } = desk;
  await change('engines', { name: 'fast', settings: settingsAt(upstream), apiKey: KEY });
  const wish = { model: MODEL, engines: [{ engine: 'fast', model: 'other-model' }], fallback: null };
  const far = Date.now() + 3_600_000;

  const planned = modelOf((await change('models', { ...wish, fromMs: far })).json as never).planned;
  const isUsed = await change('engines', { name: 'fast', settings: null });
  const withdrawn = await change(`changes/${planned[0]!.version}/withdraw`, { fromMs: undefined });
  const near = await change('models', { ...wish, fromMs: Date.now() + 1500 });
  const now = await desk.ask();
  await until(
    'the planned engine is served',
    () => service.log.filter(({ message }) => message === CHANGED).length === 2,
  );
  const then = await desk.ask();

  expect(planned).toMatchObject([{ fromMs: far, value: { engines: [{ engine: 'fast', model: 'other-model' }] } }]);
  expect([isUsed.status, isUsed.json.error?.message]).toEqual([
    400,
    'models.svc-frost.engine names "fast", which is not among engines.',
  ]);
  expect(modelOf(withdrawn.json as never)).toMatchObject({ planned: [], isSetHere: false });
  expect([near.status, now, then]).toEqual([200, 'pong', 'the new one']);
  expect(chatsOf(upstream).at(-1)).toMatchObject({ model: 'other-model' });
});

test('an engine is removed when no model uses it, and not before; a model is given back to the default', async () => {
  await using desk = await startDesk();
  const { upstream, change } = desk;
  await change('engines', { name: 'fast', settings: settingsAt(upstream), apiKey: KEY });
  await change('models', { model: MODEL, engines: [{ engine: 'fast' }, { engine: 'main', weight: 2 }] });

  const refused = await change('engines', { name: 'fast', settings: null });
  const back = await change('models', { model: MODEL, engines: null });
  const removed = await change('engines', { name: 'fast', settings: null });
  const again = await change('engines', { name: 'never', settings: null });

  expect([refused.status, back.status, removed.status, again.status]).toEqual([400, 200, 200, 404]);
  const view = removed.json as unknown as ServingView;
  expect(view.engines.map(({ name }) => name)).toEqual(['main']);
  expect(modelOf(view)).toMatchObject({ isSetHere: false, engines: [{ engine: 'main' }] });
  const stored = (await desk.service.stores.announcements.read()).engineChanges;
  expect(stored.filter((change) => change.kind === 'engine' && change.sealedKey !== null)).toEqual([]);
});

test('what is wrong is refused with every problem, and two operators lose nothing', async () => {
  await using desk = await startDesk();
  const { upstream, change, operator } = desk;
  const settings = settingsAt(upstream);
  const { revision } = await desk.view();
  const cases: readonly (readonly [path: string, body: object, status: number, param: string])[] = [
    ['engines', { name: 'fast', settings: { ...settings, baseUrl: 'ftp://x' } }, 400, 'settings.baseUrl'],
    ['engines', { name: 'fast', settings: { ...settings, model: '' } }, 400, 'settings.model'],
    ['engines', { name: 'fast', settings: { ...settings, idleMs: 0.5 } }, 400, 'settings.idleMs'],
    ['engines', { name: 'embedded', settings }, 400, 'name'],
    ['engines', { name: 'a/b', settings }, 400, 'name'],
    ['engines', { name: 'fast', settings, fromMs: 1 }, 400, 'fromMs'],
    ['models', { model: MODEL, engines: [{ engine: 'gone' }] }, 400, 'engines'],
    ['models', { model: MODEL, engines: [{ engine: 'main' }, { engine: 'main' }] }, 400, 'engines'],
    ['models', { model: 'gpt-9', engines: [{ engine: 'main' }] }, 400, 'model'],
    ['models', { model: MODEL, engines: [{ engine: 'main' }], fallback: 'gpt-9' }, 400, 'fallback'],
    ['models', { model: MODEL, engines: [] }, 400, 'engines'],
    ['changes/77/withdraw', { fromMs: undefined }, 404, 'none'],
  ];
  for (const [path, body, status, param] of cases) {
    const { json, status: got } = await change(path, body);
    expect([path, body, got, (json.error as { param?: string } | undefined)?.param ?? 'none']).toEqual([
      path,
      body,
      status,
      param,
    ]);
  }
  const both = await change('engines', { name: 'fast', settings: { ...settings, baseUrl: 'ftp://x', totalMs: 0 } });
  expect(both.json.error!.message).toMatch(/engines\.fast\.baseUrl .* engines\.fast\.totalMs /);
  expect((await desk.view()).revision).toBe(revision);

  const order = { ...orderBecause('twice'), revision, fromMs: null, name: 'fast', settings, apiKey: KEY };
  const first = await operator.post(`${PATH}/engines`, order);
  const same = await operator.post(`${PATH}/engines`, order);
  const late = await change('models', { model: MODEL, engines: [{ engine: 'main' }], revision });

  expect([first.status, same.status, late.status, late.json.error?.code]).toEqual([200, 200, 409, 'changed_meanwhile']);
  expect((await desk.view()).revision).toBe(revision + 1);
  // The key is not sent to an address that it was not given for.
  const away = { ...settings, baseUrl: 'http://127.0.0.1:1/v1' };
  const [set, tried] = [
    await change('engines', { name: 'fast', settings: away }),
    await operator.post(`${PATH}/test`, { name: 'fast', settings: away }),
  ];
  expect([set, tried].map(({ status, json }) => [status, (json.error as { param?: string }).param])).toEqual([
    [400, 'apiKey'],
    [400, 'apiKey'],
  ]);
  // A change that leaves the key out keeps it.
  await change('engines', { name: 'fast', settings: { ...settings, idleMs: 5000 } });
  await change('models', { model: MODEL, engines: [{ engine: 'fast' }] });
  expect(await desk.ask()).toBe('the new one');
});

/** Answers of a service of the same network that is no engine. */
const INTERNAL = 'CANARY-of-an-internal-service';
const internal = (status: number, contentType = 'text/plain', text = INTERNAL): Script => [
  head(status, { 'content-type': contentType, 'x-internal': INTERNAL, location: `http://127.0.0.1/${INTERNAL}` }),
  body(text),
  finish(),
];

test.each([
  [internal(200), 'garbage'],
  [internal(200, 'application/json', `{"secret":"${INTERNAL}"}`), 'garbage'],
  [internal(200, 'application/json', `{"error":{"message":"${INTERNAL}"}}`), 'garbage'],
  [internal(200, 'text/event-stream', `data: {"error":{"message":"${INTERNAL}"}}\n\n`), 'garbage'],
  [internal(200, 'text/event-stream', `data: ${INTERNAL}\n\n`), 'garbage'],
  [internal(302), 'status 302'],
  [internal(400), 'status 400'],
  [internal(400, 'application/json', `{"error":{"message":"${INTERNAL}"}}`), 'status 400'],
  [internal(401), 'status 401'],
  [internal(404), 'status 404'],
  [internal(429), 'status 429'],
  [internal(500), 'status 500'],
] as const)('a test of settings tells how it failed and nothing of what was answered: %#', async (script, text) => {
  await using desk = await startDesk();
  const { operator, upstream, change } = desk;
  upstream.play(script);
  const settings = settingsAt(upstream);

  const tried = await operator.post(`${PATH}/test`, { name: 'fast', settings });
  await change('engines', { name: 'fast', settings });
  await change('models', { model: MODEL, engines: [{ engine: 'fast' }] });
  const served = await operator.post('/api/operator/engines/fast/test', { model: MODEL });
  const actions = await operator.get('/api/operator/actions');
  const engines = await operator.get('/api/operator/engines');

  for (const { json } of [tried, served]) expect(json).toMatchObject({ ok: false, text });
  for (const told of [tried, served, actions, engines]) {
    expect(JSON.stringify([told.text, [...told.headers]])).not.toContain(INTERNAL);
  }
});

test('a test of settings that lead nowhere says so in a word', async () => {
  await using desk = await startDesk();

  const tried = await desk.operator.post(`${PATH}/test`, {
    name: 'fast',
    settings: { baseUrl: 'http://127.0.0.1:1/v1', model: 'm' },
  });

  expect(tried.json).toMatchObject({ ok: false, text: 'connect' });
});

describe('a server that starts', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'boreal-engines-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const secret = (text: string) => ({ BOREAL_SECRET: `${text}, long enough for a server` });

  const readyz = async ({ port }: TestService) => (await fetch(`http://127.0.0.1:${port}/readyz`)).json();

  sqliteOnly('with another secret goes on, says which key it cannot read, and sends none', async () => {
    const first = await startDesk({ dataDir, env: secret('the first') });
    await first.change('engines', { name: 'fast', settings: settingsAt(first.upstream), apiKey: KEY });
    await first.change('models', { model: MODEL, engines: [{ engine: 'fast' }] });
    expect(await first.ask()).toBe('the new one');
    await first.service.stop();
    const same = await startService({ dataDir, env: secret('the first') });
    const kept = await same.client().chat.completions.create(CHAT);
    await same.stop();

    await using other = await startService({ dataDir, env: secret('the second') });
    const status = await other
      .client()
      .chat.completions.create(CHAT)
      .then(
        () => 200,
        (error: { status: number }) => error.status,
      );

    expect(kept.choices[0]!.message.content).toBe('the new one');
    expect(status).toBe(502);
    expect(first.upstream.requests.at(-1)!.headers.authorization).toBeUndefined();
    expect(await readyz(other)).toMatchObject({
      problems: ['engine fast does not answer', expect.stringContaining('changes of engines that are wrong: 1')],
    });
    expect(
      other.log.find(({ problem }) => String(problem).includes('engines.fast.apiKey cannot be read')),
    ).toBeTruthy();
    await first.upstream.stop();
  });

  sqliteOnly('with rows that cannot be read goes on, and answers 502 rather than by another engine', async () => {
    const first = await startDesk({ dataDir });
    await first.change('engines', { name: 'fast', settings: settingsAt(first.upstream), apiKey: KEY });
    await first.change('models', { model: MODEL, engines: [{ engine: 'fast' }] });
    await first.change('models', { model: 'svc-glacier', engines: [{ engine: 'main', weight: 2 }] });
    await first[Symbol.asyncDispose]();
    const database = new Database(join(dataDir, 'boreal.db'));
    database.run("UPDATE engine_changes SET settings = '{' WHERE name IN ('fast', 'svc-glacier')");
    database.close();

    await using second = await startService({ dataDir });
    const statuses = await Promise.all(
      [MODEL, 'svc-glacier', 'svc-polaris'].map(async (model) => (await second.post({ ...CHAT, model })).status),
    );

    expect(statuses).toEqual([502, 502, 200]);
    expect(await readyz(second)).toMatchObject({ problems: [expect.stringContaining('changes of engines')] });
    expect(second.log.flatMap(({ problem }) => (problem === undefined ? [] : [problem]))).toContain(
      'models.svc-glacier.engine names no engine.',
    );
  });

  sqliteOnly('without an engine that a model was given answers 502 for it, and for the others as before', async () => {
    const engine = (url: string) => ({ kind: 'openai', baseUrl: url, model: 'm', runningUsage: 'none' });
    const env = (engines: object) => ({ BOREAL_ENGINES: JSON.stringify(engines) });
    await using upstream = await startUpstream();
    const both = { main: engine(upstream.url), spare: engine(upstream.url) };
    const first = await startDesk({ dataDir, env: env(both) });
    const given = await first.change('models', { model: MODEL, engines: [{ engine: 'spare' }] });
    await first[Symbol.asyncDispose]();

    await using second = await startService({ dataDir, env: env({ main: both.main }) });
    const ask = (model: string) =>
      second.post({ ...CHAT, model }).then(async (response) => {
        await response.text();
        return response.status;
      });

    expect(given.status).toBe(200);
    expect([await ask(MODEL), await ask('svc-glacier')]).toEqual([502, 200]);
    expect(second.log.find(({ problem }) => String(problem).includes('names "spare"'))).toBeTruthy();
  });
});

test('the export says in a file what the page has changed', async () => {
  await using desk = await startDesk();
  const { upstream, change } = desk;
  await change('engines', { name: 'fast', settings: { ...settingsAt(upstream), idleMs: 5000 }, apiKey: KEY });
  const engines = [{ engine: 'fast', weight: 2, model: 'x' }, { engine: 'main' }];
  const { exported, models } = (await change('models', { model: MODEL, engines })).json as unknown as ServingView;

  const file = testConfig({
    BOREAL_ENGINES: JSON.stringify(exported.engines),
    BOREAL_MODELS: JSON.stringify(exported.models),
    BOREAL_EMBEDDED: '{"enabled":false}',
  });

  expect(JSON.stringify(exported)).not.toContain('CANARY');
  expect(JSON.stringify(exported)).not.toContain('upstream-secret');
  expect(exported.engines).toMatchObject({
    fast: { kind: 'openai', baseUrl: upstream.url, model: 'fast-model', idleMs: 5000 },
  });
  expect(Object.keys(exported.engines as object)).toEqual(['main', 'fast']);
  expect((exported.engines as Record<string, object>).fast).not.toHaveProperty('totalMs');
  expect(file.models.models.get(MODEL)!.engine).toEqual([
    { engine: 'fast', weight: 2, engineModel: 'x' },
    { engine: 'main', weight: 1 },
  ]);
  for (const { id } of models.filter((one) => one.id !== MODEL)) {
    expect([id, file.models.models.get(id)!.engine]).toEqual([id, 'main']);
  }
});
