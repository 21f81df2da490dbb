/** `boreal import`: another service's users, keys, balances, models and channels, beside a running server. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import OpenAI from 'openai';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { runBoreal, startServiceProcess } from '../support/service-process.ts';

const KEY = 'Zq3vTn8cWk5xB1yL7mPdR2sF9gHjK4aQ6wE0uYiOtXzVbNmC';
const LIMITED = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3';

const VIP = 'bC4eF6gH8jK0lM2nP4qR6sT8uV0wX2yZ4aB6cD8eF0gH2jK4';

type Column = string | number | null;
type Table = readonly Readonly<Record<string, Column>>[];

/** As both programs keep it, in the columns that matter. */
function tablesOf(engineUrl: string): Readonly<Record<string, Table>> {
  const base = engineUrl.replace(/\/v1$/, '');
  const token = { status: 1, expired_time: -1, remain_quota: 0, unlimited_quota: 1, models: null, subnet: '' };
  const user = { status: 1, role: 1, group: 'default', deleted_at: null };
  const channel = { type: 1, status: 1, base_url: base, weight: 0, priority: 0, model_mapping: '', deleted_at: null };
  return {
    users: [
      { ...user, id: 1, username: 'root', email: '', quota: 0, role: 100 },
      { ...user, id: 2, username: 'jana', email: 'Jana@example.com', quota: 5_000_000 },
      { ...user, id: 3, username: 'petr', email: 'petr@example.com', quota: 1_234_567, group: 'vip' },
      { ...user, id: 4, username: 'gone', email: 'gone@example.com', quota: 100, status: 2 },
      { ...user, id: 5, username: 'twin', email: 'jana@example.com', quota: 100 },
      { ...user, id: 6, username: 'owes', email: 'owes@example.com', quota: -500 },
    ],
    tokens: [
      { ...token, id: 1, user_id: 2, key: KEY, name: 'laptop' },
      {
        ...token,
        id: 2,
        user_id: 3,
        key: LIMITED,
        name: 'small',
        unlimited_quota: 0,
        remain_quota: 500,
        models: 'swift',
      },
      { ...token, id: 3, user_id: 3, key: 'x'.repeat(48), name: 'off', status: 2 },
      { ...token, id: 5, user_id: 3, key: VIP, name: 'vip' },
      { ...token, id: 4, user_id: 3, key: 'y'.repeat(48), name: 'near', subnet: 'the office' },
    ],
    channels: [
      {
        ...channel,
        id: 1,
        name: 'Main',
        key: 'sk-engine',
        models: 'swift,plain',
        model_mapping: '{"swift":"swift-2"}',
      },
      { ...channel, id: 2, name: 'Cloud', key: 'k', models: 'swift', type: 3 },
      { ...channel, id: 3, name: 'Spare', key: 'sk-spare', models: 'swift', priority: -1 },
    ],
    options: [
      { key: 'ModelRatio', value: '{"swift":0.5,"swift-2":0.5}' },
      { key: 'CompletionRatio', value: '{"swift":4,"swift-2":4}' },
      { key: 'GroupRatio', value: '{"default":1,"vip":0.8}' },
    ],
  };
}

const quoted = (name: string) => `"${name}"`;
const typeOf = (value: Column) => (typeof value === 'number' ? 'BIGINT' : 'TEXT');

/** The statements that make it, in words of both databases. */
function statementsOf(tables: Readonly<Record<string, Table>>): readonly string[] {
  return Object.entries(tables).flatMap(([name, rows]) => {
    const columns = Object.keys(Object.assign({}, ...rows));
    const kinds = columns.map((column) => {
      const value = rows.map((row) => row[column] ?? null).find((one) => one !== null);
      return `${quoted(column)} ${typeOf(value ?? null)}`;
    });
    const literal = (value: Column = null) =>
      value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
    const values = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`);
    return [
      `CREATE TABLE ${quoted(name)} (${kinds.join(', ')})`,
      `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES ${values.join(', ')}`,
    ];
  });
}

type Account = { readonly keys: readonly { readonly name: string; readonly limits: unknown }[] };

/** Keys that came in one millisecond are in no order. */
const namesOf = ({ keys }: Account) => keys.map(({ name }) => name).toSorted();
const keyOf = ({ keys }: Account, name: string) => keys.find((key) => key.name === name)!;

async function stand() {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-import-'));
  const closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const upstream = closing.use(await startUpstream());
  upstream.play(answerText('Hi.', { usage: { prompt_tokens: 100, completion_tokens: 500 } }));
  const service = closing.use(await startServiceProcess({ engineUrl: upstream.url, folder }));
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runBoreal([...words, '--json'], service.env, folder);
    return { code, stderr, json: JSON.parse(stdout || '{}') };
  };
  const client = (apiKey: string) => new OpenAI({ baseURL: service.url, apiKey, maxRetries: 0 });
  const ask = (apiKey: string, model = 'swift') =>
    client(apiKey).chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] });
  return { folder, closing, upstream, service, run, ask };
}

test('one-api in a file of SQLite: shown, brought once, and old keys are billed at the old prices', async () => {
  const { folder, closing, upstream, run, ask } = await stand();
  await using _ = closing;
  const file = join(folder, 'one-api.db');
  using database = new Database(file);
  for (const statement of statementsOf(tablesOf(upstream.url))) database.run(statement);
  const words = ['import', '--from', 'one-api', '--database', file, '--rate', '25'];

  const shown = await run(...words);
  expect([shown.code, shown.stderr]).toEqual([0, expect.any(String)]);
  expect(shown.json).toMatchObject({ applied: false, creditCzk: '311.72835' });
  expect(await ask(`sk-${KEY}`).catch(({ status }) => status)).toBe(401);

  const brought = await run(...words, '--yes');
  const again = await run(...words, '--yes');

  expect(brought.json).toEqual({ ...shown.json, applied: true });
  const [small, vip] = [
    { name: 'small', hint: '1hJ3' },
    { name: 'vip', hint: '2jK4' },
  ];
  expect(brought.json.accounts).toEqual([
    { user: '2', email: 'jana@example.com', creditCzk: '250', keys: [{ name: 'laptop', hint: 'bNmC' }] },
    { user: '3', email: 'petr@example.com', creditCzk: '61.72835', keys: [small, vip] },
    { user: '6', email: 'owes@example.com', creditCzk: '0', keys: [] },
  ]);
  expect(brought.json.left.map(({ what }: { what: string }) => what)).toEqual([
    'user 4 (gone)',
    'the debt of user 6 (owes)',
    'key 3 (off) of user 3',
    'channel 2 (Cloud)',
    'model plain',
    'user 1 (root)',
    'key 4 (near) of user 3 (petr)',
    'user 5 (twin)',
  ]);
  expect(again.json.changes).toEqual([]);

  // 1 USD for a million tokens of input at 25 CZK, four times that for output; the group pays 80 %.
  await until('the models are served', async () => (await ask(`sk-${KEY}`).catch(() => undefined)) !== undefined);
  const { usage } = await ask(KEY);
  expect(Object(usage).cost_czk).toBe('0.0525');
  expect(Object((await ask(VIP)).usage).cost_czk).toBe('0.042');
  expect(upstream.requests.at(-1)!.body).toMatchObject({ model: 'swift-2' });
  expect(upstream.requests.at(-1)!.headers.authorization).toBe('Bearer sk-engine');
  // What was left of it, 0.001 USD, is all that can be spent with it.
  const { json: petr } = await run('account', 'show', '--account', 'petr@example.com');
  expect(keyOf(petr, 'small').limits).toMatchObject([{ max: '0.025', unit: 'CZK', window: 'total' }]);
  const account = await run('account', 'show', '--account', 'jana@example.com');
  expect(account.json.creditCzk).toBe('249.895');
  expect((await run('audit')).code).toBe(0);
});

test('a second run brings what is new there, and stumbles over nothing that has changed', async () => {
  const { folder, closing, upstream, run, ask } = await stand();
  await using _ = closing;
  const file = join(folder, 'one-api.db');
  using database = new Database(file);
  for (const statement of statementsOf(tablesOf(upstream.url))) database.run(statement);
  const words = ['import', '--from', 'one-api', '--database', file, '--rate', '25'];
  await run(...words, '--yes');
  // Meanwhile the other service went on, and a customer has left here.
  database.run('UPDATE users SET quota = 4000000 WHERE id = 2');
  database.run("UPDATE users SET email = 'peter@example.com' WHERE id = 3");
  database.run("UPDATE users SET email = 'karl@example.com', quota = 500000 WHERE id = 1");
  database.run('UPDATE tokens SET id = 9, user_id = 2, status = 1 WHERE id = 3');
  database.run(`UPDATE options SET value = '{"dear":2,"default":1,"vip":0.8}' WHERE "key" = 'GroupRatio'`);
  expect((await run('account', 'delete', '--account', 'owes@example.com', '--email', 'owes@example.com')).code).toBe(0);

  const shown = await run(...words);
  const brought = await run(...words, '--yes');
  const again = await run(...words, '--yes');

  expect(brought.stderr).toBe('');
  expect(brought.json).toEqual({ ...shown.json, applied: true });
  expect(brought.json.accounts).toEqual([
    { user: '1', email: 'karl@example.com', creditCzk: '25', keys: [] },
    { user: '2', email: 'jana@example.com', creditCzk: '0', keys: [{ name: 'off', hint: 'xxxx' }] },
  ]);
  expect(brought.json.changes).toMatchObject([{ path: expect.stringMatching(/^priceGroups\.dear-/), what: 'added' }]);
  expect(
    Object.fromEntries(brought.json.left.map(({ what, why }: { what: string; why: string }) => [what, why])),
  ).toMatchObject({
    'the balance of user 2 (jana)': 'came before, as 250 CZK: it is 200 CZK there now',
    'user 3 (petr)': expect.stringMatching(/^has a key that the account acc_\w+ has here$/),
    'user 6 (owes)': 'came before, and the account is closed',
  });
  expect(again.json).toMatchObject({ accounts: [], creditCzk: '0', changes: [], here: 2 });
  expect((await run('account', 'show', '--account', 'jana@example.com')).json.creditCzk).toBe('250');
  const off = `sk-${'x'.repeat(48)}`;
  await until('the models are served', async () => (await ask(off).catch(() => undefined)) !== undefined);
  expect((await ask(off)).id).toBeString();
  expect((await run('audit')).code).toBe(0);
});

test('a channel without an address that can be one keeps nothing else away', async () => {
  const { folder, closing, upstream, run } = await stand();
  await using _ = closing;
  const file = join(folder, 'one-api.db');
  using database = new Database(file);
  const tables = tablesOf(upstream.url);
  const [main, , spare] = tables.channels!;
  const channels = [
    main!,
    { ...spare!, base_url: 'gpu-7:9000', models: 'swift,only-there' },
    { ...main!, id: 4, name: 'far', models: 'dear', model_mapping: '' },
  ];
  const options = [
    { key: 'ModelRatio', value: '{"swift":0.5,"swift-2":0.5,"only-there":1,"dear":1e9}' },
    { key: 'CompletionRatio', value: '{"swift":4,"swift-2":4,"only-there":1,"dear":1}' },
  ];
  for (const statement of statementsOf({ ...tables, channels, options })) database.run(statement);

  const { code, json, stderr } = await run('import', '--from', 'one-api', '--database', file, '--rate', '25', '--yes');

  expect([code, stderr]).toEqual([0, '']);
  expect(json.accounts).toHaveLength(3);
  expect(json.changes.map(({ path }: { path: string }) => path)).toContain('models.swift');
  expect(json.left.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['engine spare-3', 'model only-there', 'model dear']),
  );
});

test('new-api in PostgreSQL, with rules of its own for keys', async () => {
  const { closing, upstream, run, ask } = await stand();
  await using _ = closing;
  await using database = await newPostgresDatabase();
  const { users, tokens, channels, options } = tablesOf(upstream.url);
  const renamed = tokens!.map(({ models, subnet, ...token }) => ({
    ...{ ...token, deleted_at: null, model_limits: models ?? '', allow_ips: subnet ?? '' },
    model_limits_enabled: models === null || models === undefined ? 0 : 1,
  }));
  const tables = { users: users!, tokens: renamed, channels: channels!, options: options! };
  {
    await using sql = new SQL(database.url);
    for (const statement of statementsOf(tables)) await sql.unsafe(statement);
  }

  const words = ['import', '--from', 'new-api', '--database', database.url, '--rate', '25'];
  const { json, stderr } = await run(...words, '--email-domain', 'people.example.com', '--yes');
  expect(stderr).toBe('');

  expect(json.accounts.map(({ email }: { email: string }) => email)).toEqual([
    'root@people.example.com',
    'jana@example.com',
    'petr@example.com',
    'owes@example.com',
  ]);
  await until('the models are served', async () => (await ask(`sk-${KEY}`).catch(() => undefined)) !== undefined);
  const { json: petr } = await run('account', 'show', '--account', 'petr@example.com');
  expect(namesOf(petr)).toEqual(['small', 'vip']);
  const other = await ask(`sk-${LIMITED}`, 'svc-frost').catch((error) => error);
  expect(Object(other.error).code).toBe('model_not_allowed');
  expect((await run('audit')).code).toBe(0);
});

test('whatever would be something else here is named, and one of it keeps nothing else away', async () => {
  const { folder, closing, upstream, run } = await stand();
  await using _ = closing;
  const file = join(folder, 'new-api.db');
  using database = new Database(file);
  const { users, tokens, channels } = tablesOf(upstream.url);
  const [root, jana] = users!;
  const [laptop] = tokens!;
  const [main] = channels!;
  const tables = {
    users: [
      { ...root!, quota: 500_000_000_000_000, aff_quota: 0 },
      { ...jana!, aff_quota: 1000 },
    ],
    tokens: [
      { ...laptop!, group: 'vip' },
      { ...laptop!, id: 2, key: 'short', name: 'short', group: '' },
      { ...laptop!, id: 4, key: 'n'.repeat(48), name: 'none', group: '', model_limits_enabled: 1, model_limits: '' },
      { ...laptop!, id: 3, key: 'o'.repeat(48), name: 'over', group: '', expired_time: 1_600_000_000 },
    ],
    channels: [
      { ...main!, group: 'default', param_override: '{}', models: 'swift,draw,by-kind,模型' },
      { ...main!, id: 2, name: '备用渠道', group: 'vip', param_override: '{"temperature":0}', models: 'swift' },
    ],
    options: [
      { key: 'ModelRatio', value: '{"swift":0.5,"draw":1,"by-kind":1,"by-kind(1)":2,"模型":1}' },
      { key: 'CompletionRatio', value: '{"swift":4,"draw":1,"by-kind":1,"模型":1}' },
      { key: 'ModelPrice', value: '{"draw":0.1}' },
      { key: 'GroupRatio', value: '{"default":1,"vip":0.8,"dear":150}' },
    ],
  };
  for (const statement of statementsOf(tables)) database.run(statement);

  const words = ['import', '--from', 'new-api', '--database', file, '--rate', '25', '--email-domain', 'example.com'];
  const { code, json } = await run(...words);

  expect(code).toBe(0);
  expect(json.accounts).toEqual([
    { user: '1', email: 'root@example.com', creditCzk: '0', keys: [] },
    { user: '2', email: 'jana@example.com', creditCzk: '250', keys: [{ name: 'laptop', hint: 'bNmC' }] },
  ]);
  expect(json.left).toEqual([
    { what: 'group dear', why: 'has the ratio 150: its users pay what all others do' },
    { what: 'the reward of user 2 (jana) for invitations', why: 'is not in the balance yet there' },
    { what: 'key 1 (laptop) of user 2', why: 'is of the group vip there: it comes, and pays as its user does' },
    { what: 'key 2 (short) of user 2', why: 'is no text that a key can be here' },
    { what: 'key 4 (none) of user 2', why: 'may use no model there' },
    { what: 'channel 2 (备用渠道)', why: 'is for vip alone there: it comes for all' },
    { what: 'channel 2 (备用渠道)', why: 'comes without param_override' },
    { what: 'model by-kind', why: 'has a price for each kind of channel there' },
    { what: 'model draw', why: 'is sold there by the question and not by tokens' },
    { what: 'model 模型', why: 'has a name that no model can have here' },
    { what: 'the balance of user 1 (root)', why: 'is 25000000000 CZK, above 100000000' },
    { what: 'key 3 (over) of user 2 (jana)', why: 'is over there' },
  ]);
});

test('LiteLLM in PostgreSQL: keys by their SHA-256, budgets as credit', async () => {
  const { closing, run, ask } = await stand();
  await using _ = closing;
  await using database = await newPostgresDatabase();
  const hash = (key: string) => new Bun.CryptoHasher('sha256').update(key).digest('hex');
  const secret = 'sk-Ft7Yh2Lk9Pq4Wx6Zc1Vb3';
  {
    await using sql = new SQL(database.url);
    await sql.unsafe(`CREATE TABLE "LiteLLM_UserTable" (user_id TEXT PRIMARY KEY, user_alias TEXT, user_email TEXT,
      max_budget DOUBLE PRECISION, spend DOUBLE PRECISION NOT NULL DEFAULT 0)`);
    await sql.unsafe(`CREATE TABLE "LiteLLM_VerificationToken" (token TEXT PRIMARY KEY, key_name TEXT, key_alias TEXT,
      user_id TEXT, models TEXT[], spend DOUBLE PRECISION NOT NULL DEFAULT 0, max_budget DOUBLE PRECISION,
      expires TIMESTAMP(3), blocked BOOLEAN, rpm_limit BIGINT, metadata JSONB NOT NULL DEFAULT '{}')`);
    await sql.unsafe('CREATE TABLE "LiteLLM_ProxyModelTable" (model_id TEXT PRIMARY KEY, model_name TEXT)');
    await sql.unsafe(`INSERT INTO "LiteLLM_UserTable" VALUES ('u-1', NULL, 'Eva@example.com', 10, 2.5),
      ('u-2', 'stranger', NULL, NULL, 0), ('u-3', 'endless', NULL, 'Infinity', 1)`);
    await sql.unsafe(`INSERT INTO "LiteLLM_VerificationToken" VALUES
      ('${hash(secret)}', 'sk-...1Vb3', 'eva', 'u-1', ARRAY['svc-frost'], 0, NULL, '2099-01-01', NULL),
      ('${hash('sk-blocked')}', 'sk-...cked', NULL, 'u-1', ARRAY[]::TEXT[], 0, NULL, NULL, TRUE),
      ('${hash('sk-stranger')}', 'sk-...body', NULL, NULL, ARRAY[]::TEXT[], 0, NULL, NULL, NULL)`);
    await sql.unsafe(`INSERT INTO "LiteLLM_ProxyModelTable" VALUES ('m-1', 'gpt')`);
    // LiteLLM keeps some rules of a key among what its owner has written about it.
    const byModel = { use: 'tests', model_rpm_limit: { 'svc-frost': 1 }, model_tpm_limit: { 'svc-glacier': 5000 } };
    // More than any number has: PostgreSQL keeps its digits.
    const endless = '{"model_rpm_limit": {"svc-frost": 1e999}}';
    for (const [name, rpm, metadata] of [
      ['by-model', 60, JSON.stringify(byModel)],
      ['guarded', null, JSON.stringify({ guardrails: ['pii'] })],
      ['closed', 0, '{}'],
      ['endless', null, endless],
    ] as const) {
      await sql.unsafe(
        `INSERT INTO "LiteLLM_VerificationToken" (token, key_alias, user_id, rpm_limit, metadata)
         VALUES ($1, $2, 'u-1', $3, $4::TEXT::JSONB)`,
        [hash(`sk-${name}-${'k'.repeat(20)}`), name, rpm, metadata],
      );
    }
  }

  const { json, stderr } = await run(
    'import',
    '--from',
    'litellm',
    '--database',
    database.url,
    '--rate',
    '20',
    '--yes',
  );
  expect(stderr).toBe('');

  expect(json.accounts).toEqual([{ user: 'u-1', email: 'eva@example.com', creditCzk: '150', keys: expect.any(Array) }]);
  expect(namesOf(json.accounts[0])).toEqual(['by-model', 'endless', 'eva']);
  expect(Object.fromEntries(json.left.map(({ what, why }: { what: string; why: string }) => [what, why]))).toEqual({
    'the budget of user u-2 (stranger)': 'is none there: the account begins without credit',
    'the budget of user u-3 (endless)': 'is none there: the account begins without credit',
    'user u-3 (endless)': expect.stringMatching(/^has no e-mail address/),
    'key sk-...cked': 'is blocked there',
    'key sk-...body': 'belongs to no user',
    'key guarded': 'has guardrails there, which no key has here',
    'key closed': 'may ask nothing there',
    'model gpt': expect.stringMatching(/^is encrypted there/),
    'user u-2 (stranger)': expect.stringMatching(/^has no e-mail address/),
  });
  const { json: eva } = await run('account', 'show', '--account', 'eva@example.com');
  const limitsOf = (name: string) => keyOf(eva, name).limits;
  expect(limitsOf('endless')).toEqual([]);
  expect(limitsOf('by-model')).toMatchObject([
    { unit: 'requests', window: 'minute', max: '60' },
    { unit: 'requests', window: 'minute', model: 'svc-frost', max: '1' },
    { unit: 'tokens', window: 'minute', model: 'svc-glacier', max: '5000' },
  ]);
  await until('the key is known', async () => (await ask(secret, 'svc-frost').catch(() => undefined)) !== undefined);
  expect(Object((await ask(secret, 'svc-glacier').catch((error) => error)).error).code).toBe('model_not_allowed');
});

test('wrong words are said, and nothing is written', async () => {
  const { folder, closing, run } = await stand();
  await using _ = closing;
  const empty = join(folder, 'empty.db');
  new Database(empty).close();
  const wrong = [
    [['--from', 'other', '--database', empty, '--rate', '25'], '--from must be one of'],
    [['--from', 'one-api', '--database', join(folder, 'none.db'), '--rate', '25'], 'which is neither a file nor'],
    [['--from', 'one-api', '--database', empty, '--rate', 'x'], '--rate must be the CZK for a USD'],
    [['--from', 'one-api', '--database', empty, '--rate', '0.00'], '--rate must be the CZK for a USD'],
    [['--from', 'one-api', '--database', empty, '--rate', '25'], 'This is no database of one-api'],
  ] as const;
  for (const [words, sentence] of wrong) {
    const { code, stderr } = await run('import', ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  }
});
