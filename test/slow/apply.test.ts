/** `boreal export` and `boreal apply FILE`, as real commands beside a real server. */
import { afterEach, beforeEach, expect } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { sharedBy } from '../support/postgres-storage.ts';
import { answerText, jsonError, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountBeside, runBoreal, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const KEY = 'CANARY-key-of-the-applied-engine';
const CHAT = { model: 'svc-frost', messages: [{ role: 'user' as const, content: 'hi' }], max_tokens: 10 };
const BANK = { iban: 'CZ6508000000192000145399', name: 'Boreal s.r.o.' };
const PRICE = { input: '7', cachedInput: '3', output: '31', reasoning: '37' };

let folder: string;
let closing: AsyncDisposableStack;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-apply-'));
  closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
});
afterEach(() => closing.disposeAsync());

type Beside = { readonly service: ServiceProcess; readonly main: ScriptedUpstream; readonly fast: ScriptedUpstream };

async function start(): Promise<Beside> {
  const [main, fast] = [closing.use(await startUpstream()), closing.use(await startUpstream())];
  fast.play((request) =>
    request.headers.authorization === `Bearer ${KEY}` ? answerText('the applied one') : jsonError(401),
  );
  const env = {
    BOREAL_PAYMENTS: JSON.stringify({ bank: BANK }),
    // The test asks again and again until something holds.
    BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
    ...(await shared()),
  };
  return { service: closing.use(await startServiceProcess({ engineUrl: main.url, env, folder })), main, fast };
}

async function shared(): Promise<Readonly<Record<string, string>>> {
  if (currentDatabase() === 'SQLite') return {};
  const storage = await emptyPostgres();
  closing.defer(() => storage.giveBack());
  return sharedBy(storage);
}

function written(name: string, content: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return name;
}

const run = (words: readonly string[], { service }: Pick<Beside, 'service'>) => runBoreal(words, service.env, folder);
const exported = async (beside: Beside) => JSON.parse((await run(['export'], beside)).stdout);
const pricing = async ({ service }: Beside) => (await fetch(`http://127.0.0.1:${service.port}/pricing`)).text();

/** Each engine with `model`, priced and for sale. */
const wanted = ({ fast }: Beside) => ({
  engines: { fast: { kind: 'openai', baseUrl: fast.url, apiKey: KEY, model: 'fast-model', thinking: 'off' } },
  models: { 'svc-frost': { engine: 'fast', price: PRICE } },
  plans: { pro: { tokens: 777_000 } },
  payments: {
    packages: [{ id: 'big', tokens: 5_000_000, czk: '199', days: 90 }],
    plans: { ultra: { czk: '4567' } },
  },
});

test('a file is shown as a difference, applied whole, served, exported and not applied twice', async () => {
  const beside = await start();
  const { service, fast } = beside;
  const { key } = await accountBeside(service);
  const client = new OpenAI({ baseURL: service.url, apiKey: key, maxRetries: 0 });
  const file = written('october.json', wanted(beside));
  await run(['apply', '--yes', written('september.json', { payments: { plans: { pro: { czk: '1234' } } } })], beside);
  const before = await run(['export'], beside);

  const shown = await run(['apply', file], beside);
  const still = await run(['export'], beside);
  const applied = await run(['apply', '--yes', file], beside);
  const again = await run(['apply', file, '--json'], beside);

  expect([shown.code, applied.code, again.code]).toEqual([1, 0, 0]);
  expect(shown.stdout.trim().split('\n')).toEqual([
    '- payments.plans.pro: czk 1234',
    '+ payments.packages.big: tokens 5000000, czk 199, days 90',
    '+ payments.plans.ultra: czk 4567',
    '~ plans.pro.tokens: 500000 → 777000',
    '~ models.svc-frost.price: input 5, cachedInput 1.25, output 20, reasoning 20 → input 7, cachedInput 3, output 31, reasoning 37',
    `+ engines.fast: kind openai, baseUrl ${fast.url}, model fast-model, thinking off`,
    '+ engines.fast.apiKey: (a key)',
    '~ models.svc-frost.engine: main → fast',
  ]);
  expect(shown.stderr).toContain('--yes');
  expect(still.stdout).toBe(before.stdout);
  expect(applied.stdout).toContain('Applied: 8 changes');
  expect(JSON.parse(again.stdout)).toMatchObject({ changes: [], applied: false });
  const { engines, ...rest } = wanted(beside);
  const { apiKey: _, ...engine } = engines.fast;
  const now = await run(['export', '--json'], beside);
  expect(JSON.parse(now.stdout)).toMatchObject({ ...rest, engines: { fast: engine } });
  expect(JSON.parse(now.stdout).payments.plans).toEqual(rest.payments.plans);
  expect(now.stderr).toContain('engines.fast.apiKey is missing');
  await until('the price page has it', async () => (await pricing(beside)).includes('4,567'));
  await until('the engine answers', async () => {
    const answer = await client.chat.completions.create(CHAT);
    return answer.choices[0]!.message.content === 'the applied one';
  });
  const { actions } = JSON.parse((await run(['log', 'list', '--json'], beside)).stdout);
  expect(new Set(actions.map((one: { reason: string; actor: string }) => `${one.actor}: ${one.reason}`))).toEqual(
    new Set(['cli: boreal apply october.json', 'cli: boreal apply september.json']),
  );
  const printed = [before, shown, applied, again, now].flatMap(({ stdout, stderr }) => [stdout, stderr]).join();
  expect(printed + JSON.stringify(actions) + service.stdout()).not.toContain(KEY);
  expect((await run(['audit', '--json'], beside)).code).toBe(0);
});

test('every problem of a file is named at once, and nothing of it is applied', async () => {
  const beside = await start();
  const before = await exported(beside);
  const file = written('wrong.json', {
    host: '0.0.0.0',
    enginse: {},
    engines: { fast: { kind: 'openai', baseUrl: 'http://127.0.0.1:1/v1', model: 'm' } },
    models: {
      'svc-frost': { engine: 'nowhere', role: 'another' },
      'svc-glacier': { fallback: 'svc-frost', price: { input: '1', output: '1' } },
      strange: { engine: 'fast' },
    },
    plans: { pro: { tokens: 0 } },
    payments: {
      stripe: null,
      bank: { ...BANK, iban: 'CZ00' },
      packages: [{ id: 'Big', tokens: 1, czk: '1', days: 1 }],
    },
  });

  const refused = await run(['apply', file, '--yes'], beside);
  const missing = await run(['apply', 'missing.json', '--yes'], beside);
  const noFile = await run(['apply', '--yes'], beside);

  expect([refused.code, missing.code, noFile.code]).toEqual([2, 2, 2]);
  expect(refused.stderr.split('\n').slice(1, -1)).toEqual(
    [
      'enginse is not a setting.',
      'host is decided by the configuration of each server alone: "apply" cannot change it.',
      'payments.stripe is decided by the configuration of each server alone: "apply" cannot change it.',
      'plans.pro.tokens is not valid: expected number to be >=1.',
      'payments.packages.0.id must be 1 to 40 lower-case letters, digits or hyphens.',
      'payments.packages.0.czk must be at least 15 CZK.',
      'payments.bank is set by the configuration file: change it there and restart, or remove it from the file.',
      'models.svc-frost.engine names "nowhere", which is not among engines.',
      'models.strange.maxOutputTokens is missing: strange is not in the published catalogue, so it must be given.',
      'models.strange.price is missing: strange is not in the published catalogue, so it must be given.',
      'models.svc-glacier.fallback names "svc-frost", which costs more than svc-glacier.',
    ].map((problem) => `  - ${problem}`),
  );
  expect(await exported(beside)).toEqual(before);
});

test('settings of the service are applied and exported as the file has them, and a secret is never printed', async () => {
  const beside = await start();
  const smtp = { host: 'mail.example.com', user: 'boreal', from: 'Polárka <mail@example.com>' };
  const settings = {
    serviceName: 'Polárka',
    smtp,
    front: { terms: { cs: { text: 'Podmínky' }, en: { text: 'Terms' } } },
    payments: { seller: { name: 'Severní záře s.r.o.' } },
  };
  const said = { ...settings, smtp: { ...smtp, password: 'smtp-secret' } };

  const applied = await run(['apply', '--yes', written('settings.json', said)], beside);
  const now = await exported(beside);
  const again = await run(['apply', '--yes', written('settings.json', settings)], beside);
  const shown = await run(['settings', 'show', '--json'], beside);
  const wrong = await run(['settings', 'set', '--reason', 'typo', '--public-url', 'nowhere'], beside);

  expect([applied.code, applied.stdout.includes('smtp-secret')]).toEqual([0, false]);
  expect(applied.stdout).toContain('+ serviceName: Polárka');
  expect(now).toMatchObject(settings);
  expect(JSON.stringify(now)).not.toContain('smtp-secret');
  expect(again.stdout.trim()).toBe('Nothing to do.');
  expect(JSON.parse(shown.stdout)).toMatchObject({ smtp: { value: { hasPassword: true }, isSet: true } });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('publicUrl must be an http')]);
});

test('from a date: it holds only then, counts when the file is applied again, and can be withdrawn', async () => {
  const beside = await start();
  const file = written('next-year.json', wanted(beside));
  const date = '2099-01-01T00:00:00Z';
  const before = await exported(beside);

  const applied = await run(['apply', file, '--yes', '--from', date], beside);
  const again = await run(['apply', '--from', date, file, '--yes'], beside);
  const past = await run(['apply', file, '--yes', '--from', '2001-01-01'], beside);
  const now = await run(['export'], beside);

  expect([applied.code, again.code, past.code]).toEqual([0, 0, 2]);
  expect(applied.stdout).toContain('from 2099-01-01T00:00:00.000Z on');
  expect(again.stdout.trim()).toBe('Nothing to do.');
  expect(JSON.parse(now.stdout)).toEqual(before);
  expect(now.stderr).toContain('planned for a later date');
  const withdrawn = await run(['offer', 'withdraw', '--id', 'package-big@1', '--reason', 'too early'], beside);
  const third = await run(['apply', file, '--from', date], beside);
  expect([withdrawn.code, third.stdout.trim()]).toEqual([
    0,
    '+ payments.packages.big: tokens 5000000, czk 199, days 90',
  ]);
});

test('a key stays where a file leaves it out, is not sent elsewhere, and an operator at the page keeps what a file said', async () => {
  const beside = await start();
  const { service, fast, main } = beside;
  await service.hasLogged('there is no operator yet');
  const log = service.lines.map(({ msg, ...line }) => ({ ...line, message: msg }));
  const operator = await signedUpOperator({ port: service.port, log });
  const { apiKey: _, ...keyless } = wanted(beside).engines.fast;
  await run(['apply', written('one.json', wanted(beside)), '--yes'], beside);

  const kept = await run(
    ['apply', written('two.json', { engines: { fast: { ...keyless, queueMax: 7 } } }), '--yes'],
    beside,
  );
  const { revision, engines } = (await operator.get('/api/operator/serving')).json as {
    revision: number;
    engines: { name: string; settings: object }[];
  };
  const { settings } = engines.find(({ name }) => name === 'fast')!;
  const order = { ...orderBecause('another name'), revision, fromMs: null };
  const changed = await operator.post('/api/operator/serving/engines', {
    ...{ ...order, name: 'fast', settings: { ...settings, model: 'other-model' } },
  });
  const away = await run(
    ['apply', written('three.json', { engines: { fast: { ...keyless, baseUrl: main.url } } }), '--yes'],
    beside,
  );
  const tested = await run(['engine', 'test', 'fast', '--json'], beside);
  const used = await run(['apply', written('four.json', { engines: { fast: null } }), '--yes'], beside);
  const gone = await run(
    ['apply', written('five.json', { engines: { fast: null }, models: { 'svc-frost': null } }), '--yes'],
    beside,
  );

  expect(kept.stdout.trim().split('\n')[0]).toBe('~ engines.fast.queueMax: 100 → 7');
  expect(changed.status).toBe(200);
  expect([away.code, away.stderr]).toEqual([2, expect.stringContaining('engines.fast.apiKey is missing')]);
  expect(JSON.parse(tested.stdout)).toMatchObject({ ok: true, text: 'the applied one' });
  expect([used.code, used.stderr]).toEqual([
    2,
    expect.stringContaining('models.svc-frost.engine names "fast", which is not among engines.'),
  ]);
  expect([gone.code, gone.stdout.split('\n').slice(0, 2)]).toEqual([
    0,
    [
      `- engines.fast: kind openai, baseUrl ${fast.url}, model other-model, thinking off, queueMax 7`,
      '~ models.svc-frost: engine fast → as it is by default',
    ],
  ]);
  expect((await exported(beside)).engines).not.toHaveProperty('fast');
});

test('what the configuration declares is not changed by a file, which may say it as it is', async () => {
  const main = closing.use(await startUpstream());
  const env = {
    BOREAL_MODELS: JSON.stringify({
      'svc-frost': { engine: 'main' },
      own: { engine: 'main', maxOutputTokens: 100, price: { input: '1', output: '2' } },
    }),
    BOREAL_ALIASES: '{"short":"own"}',
    BOREAL_PLANS: '{"pro":{"tokens":5}}',
    BOREAL_PAYMENTS: JSON.stringify({ bank: BANK, amounts: ['50'], plans: { pro: { czk: '1234' } } }),
    BOREAL_SIGN_UP: 'closed',
    ...(await shared()),
  };
  const service = closing.use(await startServiceProcess({ engineUrl: main.url, env, folder }));
  const beside = { service, main, fast: main };
  const before = await exported(beside);

  const same = await run(['apply', written('same.json', before)], beside);
  const wish = {
    engines: { main: null },
    models: { 'svc-frost': { engine: 'main', tools: false, price: PRICE }, own: { price: PRICE } },
    aliases: { short: 'svc-frost', other: 'svc-frost', free: 'svc-glacier' },
    plans: { pro: { tokens: 6 }, ultra: { tokens: 7 } },
    payments: { amounts: ['60'], plans: {} },
    signUp: 'open',
  };
  const refused = await run(['apply', written('wish.json', wish), '--yes'], beside);
  const commands = [
    ['price', 'set', '--model', 'own', '--input', '1', '--output', '1', '--reason', 'why'],
    ['plan', 'tokens', '--plan', 'pro', '--tokens', '9', '--reason', 'why'],
    ['offer', 'set', '--item', 'plan-pro', '--czk', '99', '--reason', 'why'],
    ['signup', 'set', '--mode', 'open', '--reason', 'why'],
  ];
  const told: string[] = [];
  for (const words of commands) {
    const { code, stderr } = await run(words, beside);
    told.push(`${code} ${stderr.trim()}`);
  }

  const owned = (path: string, taken = 'reload') =>
    `${path} is set by the configuration file: change it there and ${taken}, or remove it from the file.`;
  expect([same.code, same.stdout.trim()]).toEqual([0, 'Nothing to do.']);
  expect(refused.code).toBe(2);
  expect(refused.stderr.split('\n').slice(1, -1)).toEqual(
    [
      owned('signUp'),
      owned('payments.plans.pro'),
      owned('payments.amounts'),
      owned('plans.pro', 'restart'),
      owned('models.own.price'),
      owned('engines.main'),
      owned('aliases.short'),
      owned('models.svc-frost'),
    ].map((problem) => `  - ${problem}`),
  );
  expect(told).toEqual([
    `2 boreal: ${owned('models.own.price')}`,
    `2 boreal: ${owned('plans.pro', 'restart')}`,
    `2 boreal: ${owned('payments.plans.pro')}`,
    `2 boreal: ${owned('signUp')}`,
  ]);
  expect(await exported(beside)).toEqual(before);
});

test('a file adds a model, describes it, and takes it away again', async () => {
  const beside = await start();
  const { service, main } = beside;
  main.play(answerText('the added model'));
  const { key } = await accountBeside(service);
  const client = new OpenAI({ baseURL: service.url, apiKey: key, maxRetries: 0 });
  const about = { role: 'For poems', maxOutputTokens: 500, contextTokens: 9000, tools: true, temperature: 0.3 };
  const file = {
    models: { poet: { ...about, engine: 'main', model: 'm-poet', price: PRICE }, 'svc-frost': { role: 'Small' } },
    aliases: { poems: 'poet', 'poet-*': 'poet' },
    signUp: 'invitation',
  };
  const ask = (model: string) => client.chat.completions.create({ ...CHAT, model });

  const shown = await run(['apply', written('poet.json', file)], beside);
  const applied = await run(['apply', 'poet.json', '--yes'], beside);
  const again = await run(['apply', 'poet.json', '--yes'], beside);
  await until('the model is served', async () => (await client.models.list()).data.some(({ id }) => id === 'poet'));
  const answers = [await ask('poet'), await ask('poems'), await ask('poet-laureate')];
  const sent = main.requests.at(-1)!.body as { model: string; temperature: number };
  const now = await exported(beside);
  const changed = {
    models: { poet: { contextTokens: 8000, price: { ...PRICE, input: '8' } } },
    aliases: { poems: null },
  };
  const next = await run(['apply', written('next.json', changed), '--yes'], beside);
  const priced = await run(
    ['price', 'set', '--model', 'poet', '--input', '9', '--output', '9', '--reason', 'dearer'],
    beside,
  );
  const kind = await run(['apply', written('kind.json', { models: { poet: { kind: 'embedding' } } })], beside);
  const ended = await run(['apply', written('end.json', { models: { poet: null } }), '--yes'], beside);
  await until('the model is gone', async () => (await client.models.list()).data.every(({ id }) => id !== 'poet'));

  expect(shown.stdout.trim().split('\n')).toEqual([
    '~ signUp: open → invitation',
    '+ models.poet.price: input 7, cachedInput 3, output 31, reasoning 37',
    '+ aliases.poems: poet',
    '+ aliases.poet-*: poet',
    '+ models.poet: role For poems, maxOutputTokens 500, contextTokens 9000, tools true, temperature 0.3, engine main, model m-poet',
    '~ models.svc-frost.role: Fast model for quick answers and simple tasks → Small',
  ]);
  expect([applied.code, again.stdout.trim()]).toEqual([0, 'Nothing to do.']);
  expect(answers.map(({ model, choices }) => [model, choices[0]!.message.content])).toEqual(
    answers.map(() => ['poet', 'the added model']),
  );
  expect(sent).toMatchObject({ model: 'm-poet', temperature: 0.3 });
  expect(now).toMatchObject(file);
  expect(next.stdout.trim().split('\n').slice(0, 3)).toEqual([
    '~ models.poet.price: input 7, cachedInput 3, output 31, reasoning 37 → input 8, cachedInput 3, output 31, reasoning 37',
    '- aliases.poems: poet',
    '~ models.poet.contextTokens: 9000 → 8000',
  ]);
  expect(priced.code).toBe(0);
  expect([kind.code, kind.stderr]).toEqual([2, expect.stringContaining('models.poet.kind cannot be changed')]);
  expect(ended.stdout.split('\n')[0]).toBe('- models.poet: engine main, model m-poet');
  expect((await run(['audit', '--json'], beside)).code).toBe(0);
});

test('of files that are applied at the same moment, each is applied whole or refused whole', async () => {
  const beside = await start();
  const files = [1, 2, 3, 4].map((number) => ({
    models: { 'svc-frost': { price: { ...PRICE, input: String(number) } } },
    plans: { pro: { tokens: number } },
    payments: { amounts: [String(100 + number)], packages: [], plans: { pro: { czk: String(200 + number) } } },
  }));

  const runs = await Promise.all(
    files.map((file, at) => run(['apply', written(`${at}.json`, file), '--yes', '--json'], beside)),
  );

  const reports = runs.map(({ code, stdout, stderr }) => ({ code, stderr, ...JSON.parse(stdout) }));
  const refused = reports.filter(({ applied }) => !applied);
  expect(refused.map(({ code, error }) => [code, error.code])).toEqual(refused.map(() => [1, 'changed_meanwhile']));
  expect(reports.filter(({ applied }) => applied).map(({ code }) => code)).toContain(0);
  const now = await exported(beside);
  const isNow = (file: object) => Bun.deepMatch(file, now);
  expect(files.filter((file, at) => isNow(file) && reports[at]!.applied)).toHaveLength(1);
  expect((await run(['audit', '--json'], beside)).code).toBe(0);
});
