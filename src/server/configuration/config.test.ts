import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { NANOS_PER_CZK, nanos } from '../../core/money.ts';
import { CONFIG_VARIABLES, type Config, InvalidConfig, readConfig, workersProblems } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'boreal-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** A configuration file with this text or object in it. */
function file(content: unknown): string {
  const path = join(folder, `${++files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const EMPTY = file({});
const read = (content: unknown, env: Record<string, string> = {}): Config =>
  readConfig({ BOREAL_CONFIG: content === undefined ? EMPTY : file(content), ...env });

function problems(content: unknown, env: Record<string, string> = {}): readonly string[] {
  try {
    read(content, env);
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
  return [];
}

const ENGINE = { kind: 'openai', baseUrl: 'http://127.0.0.1:8000/v1', model: 'llama' };
const SMTP = { host: 'mail.example', from: 'boreal@example.com' };
const OIDC = { id: 'work', name: 'Work', issuer: 'https://id.example', clientId: 'boreal', clientSecret: 'hush' };
const PRICE = { input: '1', output: '2' };

describe('without any setting', () => {
  test('the defaults count', () => {
    expect(read(undefined)).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      dataDir: resolve('data'),
      catalogue: 'A',
      secret: '',
      keyPrefix: 'sk-boreal-',
      maxTokensAboveLimit: 'auto',
      trustProxy: false,
      logLevel: 'info',
      limits: DEFAULT_LIMITS,
      engines: {},
      warnings: [],
    });
  });

  test('the published catalogue is served by the embedded engine, which says what it is', () => {
    const { models } = read(undefined);

    expect([...models.models.keys()]).toEqual(['svc-frost', 'svc-glacier', 'svc-polaris']);
    for (const model of models.models.values()) {
      expect(model).toMatchObject({ engine: 'embedded', engineModel: model.id, contextTokens: 2048 });
      expect(model.note).toContain('Boreal Mini');
    }
  });

  test('a model is a demonstration as long as the built-in model alone answers for it', () => {
    const real = { main: ENGINE };
    const engine = [{ engine: 'main' }, { engine: 'embedded' }];
    const isDemonstration = (settings: object) =>
      read(settings).models.models.get('svc-frost')?.isDemonstration ?? false;

    expect([{}, { embedded: { model: './m.gguf' } }, { engines: real }].map(isDemonstration)).toEqual([
      true,
      false,
      false,
    ]);
    expect(isDemonstration({ engines: real, models: { 'svc-frost': { engine } } })).toBe(false);
    expect(isDemonstration({ engines: real, models: { 'svc-glacier': { engine: 'main' } } })).toBe(true);
  });

  test('no model has an engine where the embedded one is turned off', () => {
    const { models } = read({ embedded: { enabled: false } });

    expect([...models.models.values()].filter((model) => model.engine)).toEqual([]);
  });

  test('a model may be a path or a reference to the hub', () => {
    const models = ['', './m.gguf', 'hf:owner/name:Q4_K_M'].map((model) => read({ embedded: { model } }).embedded);

    expect(models.map(({ model, hub, hubToken }) => [model, hub, hubToken])).toEqual([
      ['', 'https://huggingface.co', ''],
      ['./m.gguf', 'https://huggingface.co', ''],
      ['hf:owner/name:Q4_K_M', 'https://huggingface.co', ''],
    ]);
  });

  test('a reference that cannot be one is a problem at once', () => {
    expect(problems({ embedded: { model: 'hf:owner', hub: 'hub.example.com', hubToken: 'a b' } })).toEqual([
      'embedded.model is not valid: "hf:owner" is not a model on the hub: write hf:owner/name, hf:owner/name:Q4_K_M or hf:owner/name/file.gguf.',
      'embedded.hub must be an http or https address without user name, query or fragment.',
      'embedded.hubToken must be printable characters without spaces.',
    ]);
  });

  test('the configuration cannot be changed afterwards', () => {
    expect(Object.isFrozen(read(undefined))).toBe(true);
  });
});

describe('the file', () => {
  test('is read, and named as the source', () => {
    const path = file({ port: 9000, catalogue: 'B', limits: { messagesMax: 5 } });

    const config = readConfig({ BOREAL_CONFIG: path });

    expect([config.port, config.models.defaultModel, config.limits.messagesMax]).toEqual([9000, 'svc-1', 5]);
    expect(config.limits.toolsMax).toBe(DEFAULT_LIMITS.toolsMax);
    expect(config.source).toBe(path);
  });

  test('that is named and does not exist is a problem', () => {
    const path = join(folder, 'nowhere.json');

    expect(() => readConfig({ BOREAL_CONFIG: path })).toThrow(`BOREAL_CONFIG names ${path}, which does not exist.`);
  });

  test.each(['[]', 'null', '7', '"x"'])('must hold one object, not %s', (text) => {
    expect(problems(text)[0]).toEndWith('must hold one JSON object.');
  });

  test('that is not JSON is a problem', () => {
    expect(problems('{\n  "port": 80,\n}')[0]).toEndWith(
      ' is not valid JSON: line 3, column 1 should have a name in double quotation marks.',
    );
  });

  test('may not have a field that is no setting, at any depth', () => {
    const content = { prot: 1, limits: { bodyMS: 1 }, engines: { a: { ...ENGINE, url: 'x' } } };

    expect(problems(content).toSorted()).toEqual([
      'engines.a.url is not a setting.',
      'limits.bodyMS is not a setting.',
      'prot is not a setting.',
    ]);
  });
});

describe('the environment', () => {
  test('wins over the file, setting by setting', () => {
    const config = read(
      { port: 1, host: 'file', limits: { bodyMs: 1, messagesMax: 2 } },
      { BOREAL_PORT: '2', BOREAL_LIMITS_BODY_MS: '7' },
    );

    expect([config.port, config.host]).toEqual([2, 'file']);
    expect([config.limits.bodyMs, config.limits.messagesMax]).toEqual([7, 2]);
  });

  test('gives engines and models as JSON', () => {
    const config = read(undefined, { BOREAL_ENGINES: JSON.stringify({ gpu: ENGINE }) });

    expect(config.engines.gpu).toMatchObject(ENGINE);
    expect(problems(undefined, { BOREAL_ENGINES: '{' })).toEqual([
      expect.stringContaining('BOREAL_ENGINES is not valid JSON: line 1, column '),
    ]);
  });

  test('has a warning for a variable of ours that is no setting, and none for others', () => {
    const config = read(undefined, { BOREAL_PROT: '1', BOREAL_LIMITS_BODYMS: '1', PATH: '/bin', PORT: '1' });

    expect(config.warnings).toEqual([
      'The variable BOREAL_PROT is not a setting of this version and is ignored.',
      'The variable BOREAL_LIMITS_BODYMS is not a setting of this version and is ignored.',
    ]);
  });

  const WEBHOOK = { url: 'https://hooks.example.com/boreal?who=me', secret: 'w'.repeat(32) };
  const VALUES: Readonly<Record<string, string>> = {
    host: '0.0.0.0',
    port: '9999',
    workers: '1',
    dataDir: '/var/lib/boreal',
    catalogue: 'B',
    defaultModel: 'svc-frost',
    databaseUrl: '',
    redisUrl: '',
    secret: 's'.repeat(32),
    backupTo: '/mnt/backup/boreal',
    backupEverySeconds: '5',
    backupKeepDays: '30',
    backupRecipient: `age1${'q'.repeat(58)}`,
    keyPrefix: 'sk-x-',
    serviceName: 'Sever',
    publicUrl: 'https://boreal.example',
    signUp: 'closed',
    trial: JSON.stringify({ czk: '20' }),
    operators: JSON.stringify({ requireSecondFactor: true }),
    sessions: JSON.stringify({ idleMinutes: 30 }),
    security: JSON.stringify({ contact: 'security@example.com', policy: 'https://example.com/security' }),
    smtp: JSON.stringify(SMTP),
    notices: JSON.stringify({ email: 'me@example.com', webhook: WEBHOOK }),
    oidc: JSON.stringify([OIDC]),
    organisations: JSON.stringify({ dnsServers: ['192.0.2.1', '[2001:db8::1]:53'], allowPrivateProviders: true }),
    payments: JSON.stringify({ amounts: ['50'] }),
    front: JSON.stringify({ enabled: false }),
    legal: JSON.stringify({
      version: '1',
      terms: { cs: 'https://a.example', en: 'https://a.example' },
      privacy: { cs: 'https://a.example', en: 'https://a.example' },
    }),
    maxTokensAboveLimit: 'lower',
    structuredRepair: 'true',
    trustProxy: 'true',
    accessLog: 'true',
    metricsToken: 'a-token-of-some-length',
    traces: JSON.stringify({ url: 'http://collector:4318/v1/traces' }),
    metricsExport: JSON.stringify({ url: 'http://collector:4318/v1/metrics', protocol: 'http/protobuf' }),
    logLevel: 'debug',
    embedded: JSON.stringify({ slots: 7 }),
    plans: JSON.stringify({ pro: { tokens: 7 } }),
    priceGroups: JSON.stringify({ partners: { name: 'Partners', percent: '87.5' } }),
    engines: JSON.stringify({ gpu: ENGINE }),
    models: JSON.stringify({ 'svc-frost': { tools: false } }),
    aliases: JSON.stringify({ 'claude-*': 'svc-frost' }),
  };

  test.each(CONFIG_VARIABLES.map(({ path, env }) => [env, path]))('can set %s (%s)', (env, path) => {
    const written = path.startsWith('limits.') ? '7' : VALUES[path];
    expect(written, `no value for ${path} in this test`).toBeDefined();

    const config = read(undefined, { [env]: written! });

    if (path === 'models') expect(config.models.models.get('svc-frost')?.takesTools).toBe(false);
    else if (path === 'aliases') expect([...config.models.aliases]).toEqual([['claude-*', 'svc-frost']]);
    else if (path === 'embedded') expect(config.embedded).toMatchObject({ slots: 7, enabled: true });
    else if (path === 'priceGroups') {
      expect(config.priceGroups.get('partners')).toEqual({ name: 'Partners', percent: 8750, models: {} });
    } else if (path === 'plans') expect(config.plans.pro).toMatchObject({ tokens: 7n, isDeclared: true });
    else if (path === 'smtp') expect(config.smtp).toMatchObject({ ...SMTP, port: 587, secure: false });
    else if (path === 'traces') {
      expect(config.traces).toEqual({
        url: 'http://collector:4318/v1/traces',
        headers: {},
        protocol: 'http/json',
        share: 1,
      });
    } else if (path === 'metricsExport') {
      expect(config.metricsExport).toMatchObject({ protocol: 'http/protobuf', everyMs: 60_000 });
    } else if (path === 'payments') expect(config.sold.get('amounts')).toMatchObject({ czk: ['50'] });
    else if (path === 'front') expect(config.front.enabled).toBe(false);
    else if (path === 'notices') {
      const webhook = { ...WEBHOOK, allowPrivate: false };
      const audit = { auditHour: 3, auditFull: 'weekly' } as const;
      expect(config.notices).toEqual({ email: 'me@example.com', webhook, allowPrivateWebhooks: false, ...audit });
    } else if (path === 'organisations') expect(config.organisations).toEqual(JSON.parse(written!));
    else if (path === 'oidc') expect(config.oidc).toEqual([OIDC]);
    else if (['operators', 'sessions', 'security', 'legal'].includes(path))
      expect(config[path as 'security']).toEqual(JSON.parse(written!));
    else if (path === 'trial') expect(config.trial).toEqual({ czk: nanos(20n * NANOS_PER_CZK) });
    else if (path === 'engines') expect(Object.keys(config.engines)).toEqual(['gpu']);
    else {
      const value = path.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], config);
      expect(String(value)).toBe(written!);
    }
    const warnings = path === 'host' ? [expect.stringContaining('metricsToken is not set')] : [];
    expect(config.warnings).toEqual(warnings);
  });

  test('names its variables after the settings', () => {
    const names = Object.fromEntries(CONFIG_VARIABLES.map(({ path, env }) => [path, env]));

    expect(names).toMatchObject({
      port: 'BOREAL_PORT',
      dataDir: 'BOREAL_DATA_DIR',
      maxTokensAboveLimit: 'BOREAL_MAX_TOKENS_ABOVE_LIMIT',
      'limits.requestsPerMinute': 'BOREAL_LIMITS_REQUESTS_PER_MINUTE',
    });
    expect(new Set(Object.values(names)).size).toBe(CONFIG_VARIABLES.length);
    for (const limit of Object.keys(DEFAULT_LIMITS)) expect(names).toHaveProperty([`limits.${limit}`]);
  });
});

describe('problems', () => {
  test('are all reported at once, each with the name the operator wrote', () => {
    const content = {
      catalogue: 'C',
      keyPrefix: 'SK_',
      limits: { bodyMs: 0, pingMs: 'soon' },
      engines: { a: { kind: 'openai', baseUrl: 'ftp://x', model: '' } },
    };
    const env = { BOREAL_PORT: '70000', BOREAL_SECRET: 'short' };

    const found = problems(content, env);

    expect(found.map((problem) => problem.split(' must ')[0]!.split(' is not ')[0]).toSorted()).toEqual([
      'catalogue',
      'engines.a.baseUrl',
      'engines.a.model',
      'keyPrefix',
      'limits.bodyMs',
      'limits.pingMs',
      'port (BOREAL_PORT)',
      'secret (BOREAL_SECRET)',
    ]);
    expect(() => read(content, env)).toThrow(/^The configuration is not valid:\n( {2}- .+\n?){8}$/);
  });

  test('of the catalogue are reported beside those of the settings', () => {
    const models = { own: { engine: 'cpu', maxOutputTokens: 5 } };

    expect(problems({ port: 'http', engines: { gpu: ENGINE }, models })).toEqual([
      'port is not valid: expected number, received string.',
      'models.own.engine names "cpu", which is not among engines.',
      'models.own.price is missing: own is not in the published catalogue, so it must be given.',
    ]);
  });

  test('between models and engines are reported beside a mistake in one of them', () => {
    const engines = { gpu: { kind: 'openai', model: 'm' }, cpu: ENGINE };
    const models = {
      'svc-frost': { engine: 'gpu' },
      'svc-glacier': { engine: 'cqu' },
      'svc-polar': { engine: 'cpu', price: { input: 'free' }, fallback: 'svc-none' },
    };
    const aliases = { polar: 'svc-polar', none: 'svc-nothing' };

    expect(problems({ engines, models, aliases })).toEqual([
      expect.stringContaining('engines.gpu.baseUrl is not valid'),
      expect.stringContaining('models.svc-polar.price.input '),
      'models.svc-glacier.engine names "cqu", which is not among engines.',
      'aliases.none names "svc-nothing", which is not a model.',
    ]);
  });

  test('between settings are reported beside a mistake in another one', () => {
    const redisUrl = 'redis://127.0.0.1';

    expect(
      problems({ port: 'http', databaseUrl: 'postgres://boreal@127.0.0.1/boreal', workers: 'all', redisUrl }),
    ).toEqual([
      'port is not valid: expected number, received string.',
      expect.stringContaining('workers '),
      'secret must be set with databaseUrl, to the same on every server.',
    ]);
  });

  test('that only follow from another one are not reported', () => {
    const env = { BOREAL_ENGINES: '{"gpu":', BOREAL_MODELS: '{"svc-frost":{"engine":"gpu"}}' };

    expect(problems(undefined, env)).toEqual([
      expect.stringContaining('BOREAL_ENGINES is not valid JSON: line 1, column '),
    ]);
  });

  test.each<readonly [env: string, value: string, problem: string]>([
    ['BOREAL_PORT', '', 'port (BOREAL_PORT) is not valid: expected number, received string.'],
    ['BOREAL_PORT', 'http', 'port (BOREAL_PORT) is not valid: expected number, received string.'],
    ['BOREAL_PORT', '0x10', 'port (BOREAL_PORT) is not valid: expected number, received string.'],
    ['BOREAL_PORT', '-1', 'port (BOREAL_PORT) is not valid: expected number, received string.'],
    ['BOREAL_PORT', '65536', 'port (BOREAL_PORT) is not valid: expected number to be <=65535.'],
    [
      'BOREAL_LIMITS_KEY_CACHE_MS',
      '',
      'limits.keyCacheMs (BOREAL_LIMITS_KEY_CACHE_MS) is not valid: expected number, received string.',
    ],
    [
      'BOREAL_LIMITS_KEY_CACHE_MS',
      '1001',
      'limits.keyCacheMs (BOREAL_LIMITS_KEY_CACHE_MS) is not valid: expected number to be <=1000.',
    ],
    ['BOREAL_TRUST_PROXY', 'yes', 'trustProxy (BOREAL_TRUST_PROXY) must be true or false.'],
    ['BOREAL_CATALOGUE', 'a', 'catalogue (BOREAL_CATALOGUE) is not valid: expected one of "A"|"B"|"empty".'],
    ['BOREAL_DEFAULT_MODEL', 'svc-1', 'defaultModel names "svc-1", which is not a model.'],
    ['BOREAL_MODELS', '{"svc-frost":{"removed":false}}', 'models.svc-frost.removed must be true, or left out.'],
    [
      'BOREAL_MODELS',
      '{"svc-frost":{"removed":true,"tools":false}}',
      'models.svc-frost.tools says something of svc-frost, which models.svc-frost.removed takes away.',
    ],
    [
      'BOREAL_MODELS',
      '{"svc-frost":{"modalities":["text","text"]}}',
      'models.svc-frost.modalities must name text, and each only once.',
    ],
    [
      'BOREAL_MODELS',
      '{"svc-frost":{"modalities":["text","image"]}}',
      'models.svc-frost.modalities must be ["text"]: the embedded engine reads text only.',
    ],
    ['BOREAL_SECRET', 's'.repeat(31), 'secret (BOREAL_SECRET) must have at least 32 characters.'],
    [
      'BOREAL_DATABASE_URL',
      'mysql://boreal:secret@host/boreal',
      'databaseUrl (BOREAL_DATABASE_URL) must be empty or postgres://user:password@host:port/database.',
    ],
    ['BOREAL_DATABASE_URL', 'postgres://host', 'databaseUrl (BOREAL_DATABASE_URL) must name a database.'],
    [
      'BOREAL_DATABASE_URL',
      'postgres://host/boreal',
      'secret must be set with databaseUrl, to the same on every server.',
    ],
    ['BOREAL_WORKERS', '0', 'workers (BOREAL_WORKERS) is not valid: expected number to be >=1.'],
    ['BOREAL_WORKERS', '2', 'workers above 1 needs databaseUrl (PostgreSQL): SQLite is written by one process.'],
    ['BOREAL_REDIS_URL', 'http://host', 'redisUrl (BOREAL_REDIS_URL) must be empty or redis://:password@host:port.'],
    ['BOREAL_REDIS_URL', 'redis://host', 'redisUrl needs databaseUrl: one server alone counts its limits in memory.'],
    ['BOREAL_ENGINES', '[]', 'engines (BOREAL_ENGINES) is not valid: expected record, received array.'],
    [
      'BOREAL_MODELS',
      '{"my model":{}}',
      'models.my model is not a model id: 1 to 128 letters, digits or any of _ - . : /.',
    ],
  ])('with %s of "%s" are reported in a sentence', (env, value, problem) => {
    expect(problems(undefined, { [env]: value })).toEqual([problem]);
  });

  test.each([[true], [null], [[1]], ['']])('are not hidden by taking %j for a number', (value) => {
    expect(problems({ port: value })).toHaveLength(1);
    expect(problems({ limits: { messagesMax: value } })).toHaveLength(1);
  });

  test.each(['http://user@x', 'http://x?a=1', 'http://x#a', 'ws://x', 'x', ''])(
    'are found in the address %s',
    (baseUrl) => {
      expect(problems({ engines: { a: { ...ENGINE, baseUrl } } })).toEqual([
        'engines.a.baseUrl must be an http or https address without user name, query or fragment.',
      ]);
    },
  );

  test.each(['boreal.example', 'https://boreal.example/app', 'https://a@boreal.example', 'ftp://boreal.example'])(
    'are found in the public address %s',
    (publicUrl) => {
      expect(problems({ publicUrl })).toEqual(['publicUrl must be an http or https address without a path.']);
    },
  );

  test('are found where two providers share an id', () => {
    expect(problems({ oidc: [OIDC, OIDC] })).toEqual(['oidc must have a different id for each provider.']);
  });

  test('never tell a secret', () => {
    const secrets = {
      BOREAL_SECRET: 'hush-hush',
      BOREAL_ENGINES: '{"a":{"apiKey":"sk-hush-hush"}}',
      BOREAL_SMTP: '{"password":"hush-hush","port":"hush"}',
      BOREAL_OIDC: '[{"clientSecret":"hush-hush","id":"HUSH"}]',
    };

    expect(problems(undefined, secrets).join()).not.toContain('hush');
  });
});

describe('engines', () => {
  test('have defaults for everything but their address and model', () => {
    expect(read({ engines: { gpu: ENGINE } }).engines.gpu).toEqual({
      ...ENGINE,
      kind: 'openai',
      maxTokensField: 'max_tokens',
      runningUsage: 'auto',
      thinkingMode: 'adaptive',
      cacheIsolation: 'none',
      supports: [],
      thinking: 'tags',
      connectMs: 5_000,
      firstByteMs: 120_000,
      idleMs: 60_000,
      totalMs: 2_400_000,
      queueMax: 100,
      queueMs: 30_000,
      failuresMax: 5,
      openMs: 5_000,
      probeMs: 10_000,
    });
  });

  test('answer for every model, where there is one and no word about models', () => {
    const { models } = read({ engines: { gpu: ENGINE } }).models;

    expect([...models.values()].map((model) => model.engine)).toEqual(['gpu', 'gpu', 'gpu']);
  });

  test('answer for nothing by themselves, where there are two or models are named: the embedded one does', () => {
    const two = read({ engines: { gpu: ENGINE, cpu: ENGINE } });
    const named = read({ engines: { gpu: ENGINE }, models: { 'svc-frost': { engine: 'gpu' } } });

    expect([...two.models.models.values()].map((model) => model.engine)).toEqual(['embedded', 'embedded', 'embedded']);
    expect([...named.models.models.values()].map((model) => model.engine)).toEqual(['gpu', 'embedded', 'embedded']);
  });
});

describe('models', () => {
  test('of the catalogue may be changed field by field', () => {
    const changes = {
      engine: 'gpu',
      model: 'llama-70b',
      role: 'Ours',
      maxOutputTokens: 100,
      contextTokens: 8000,
      reasoning: true,
      tools: false,
      temperature: 0,
      price: { input: 1, cachedInput: '0.5', output: '2.125', reasoning: 3 },
    };

    const { models } = read({ engines: { gpu: ENGINE }, models: { 'svc-frost': changes } }).models;

    expect(models.get('svc-frost')).toEqual({
      id: 'svc-frost',
      kind: 'chat',
      engine: 'gpu',
      engineModel: 'llama-70b',
      role: 'Ours',
      maxOutputTokens: 100,
      contextTokens: 8000,
      isReasoning: true,
      takesTools: false,
      temperatureDefault: 0,
      price: { input: nanos(1000n), cachedInput: nanos(500n), output: nanos(2125n), reasoning: nanos(3000n) },
    });
    expect(models.get('svc-glacier')?.maxOutputTokens).toBe(8192);
  });

  test('may have a file and a template of their own in the embedded engine, and say so', () => {
    const config = read({
      embedded: { model: './all.gguf', template: 'mistral' },
      engines: { gpu: ENGINE },
      models: {
        'svc-frost': { engine: 'gpu' },
        'svc-polaris': { file: './big/one.gguf' },
        own: { file: './own.gguf', template: 'qwen', maxOutputTokens: 50, price: PRICE },
      },
    });

    expect(Object.fromEntries(config.embeddedModels)).toEqual({
      'svc-glacier': { file: './all.gguf', template: 'mistral' },
      'svc-polaris': { file: './big/one.gguf' },
      own: { file: './own.gguf', template: 'qwen' },
    });
    expect(config.models.models.get('svc-polaris')).toMatchObject({
      engine: 'embedded',
      note: 'Answered by the model file one.gguf.',
    });
  });

  test.each(['file', 'template'])(
    'may not have a %s where another engine answers, or where none is embedded',
    (field) => {
      const setting = { file: './a.gguf', template: 'gemma' }[field];

      expect(
        problems({ engines: { gpu: ENGINE }, models: { 'svc-frost': { engine: 'gpu', [field]: setting } } }),
      ).toEqual([
        `models.svc-frost.${field} is for the embedded engine, but models.svc-frost.engine is "gpu": remove one of them.`,
      ]);
      expect(problems({ embedded: { enabled: false }, models: { 'svc-frost': { [field]: setting } } })).toEqual([
        `models.svc-frost.${field} needs the embedded engine, but embedded.enabled is false.`,
      ]);
    },
  );

  test.each([0, -1, 1.5])('may not take %d MiB of memory', (memoryMaxMiB) => {
    expect(problems({ embedded: { memoryMaxMiB } })).toEqual([expect.stringContaining('embedded.memoryMaxMiB')]);
  });

  test('of one’s own need a length and a price', () => {
    expect(problems({ models: { own: {} } })).toEqual(
      ['maxOutputTokens', 'price'].map(
        (field) => `models.own.${field} is missing: own is not in the published catalogue, so it must be given.`,
      ),
    );

    const own = { engine: 'gpu', maxOutputTokens: 50, price: PRICE };
    expect(read({ engines: { gpu: ENGINE }, models: { own } }).models.models.get('own')).toMatchObject({
      id: 'own',
      engine: 'gpu',
      maxOutputTokens: 50,
      isReasoning: false,
      takesTools: false,
    });
  });

  test.each(['cpu', 'constructor', 'toString', '__proto__'])(
    'may not name the engine %s, which is not there',
    (engine) => {
      expect(problems({ engines: { gpu: ENGINE }, models: { 'svc-frost': { engine } } })).toEqual([
        `models.svc-frost.engine names "${engine}", which is not among engines.`,
      ]);
    },
  );

  test.each(['-1', '1.2345', 'free', '', '1e3', -1, 0.0001, '1000000.001'])('may not cost %j', (input) => {
    expect(problems({ models: { 'svc-frost': { price: { ...PRICE, input } } } })).toEqual([
      'models.svc-frost.price.input must be CZK per million tokens, 0 to 1000000, at most 3 decimals.',
    ]);
  });

  test('may cost nothing, but must say so', () => {
    const { models } = read({ models: { 'svc-frost': { price: { input: 0, output: '0' } } } }).models;

    expect(models.get('svc-frost')?.price.output).toBe(nanos(0n));
    expect(problems({ models: { 'svc-frost': { price: { input: 0 } } } })).toHaveLength(1);
  });
});

describe('traces', () => {
  test('go nowhere unless they are asked for', () => {
    expect(read(undefined).traces).toBeNull();
    expect(read({ traces: null }).traces).toBeNull();
  });

  test('are refused where they could not be sent, and no secret is repeated', () => {
    const all = [
      { url: 'collector:4318' },
      { url: 'http://me:hush@collector/v1/traces' },
      { url: 'http://collector', share: 1.5 },
      { url: 'http://collector', headers: { 'x token': 'hush' } },
      { url: 'http://collector', headers: { 'content-type': 'text/hush' } },
      { url: 'http://collector', headers: { 'x-token': 'hush\n' } },
      { url: 'http://collector', interval: 5 },
    ].map((traces) => problems({ traces }));

    expect(all).toEqual([
      ['traces.url must be an http or https address without user name or fragment.'],
      ['traces.url must be an http or https address without user name or fragment.'],
      [expect.stringContaining('traces.share is not valid')],
      [expect.stringContaining('is not the name of a header')],
      [expect.stringContaining('is not the name of a header')],
      ['traces.headers.x-token must be printable characters.'],
      ['traces.interval is not a setting.'],
    ]);
    expect(JSON.stringify(all)).not.toContain('hush');
  });
});

describe('the standard variables of OpenTelemetry', () => {
  const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318/base/' };
  const sent = (env: Record<string, string>, file?: object) => {
    const { traces, metricsExport, resourceAttributes } = read(file, env);
    return { traces, metricsExport, resourceAttributes };
  };

  test('send both signals to one endpoint, as protobuf unless they say otherwise', () => {
    expect(sent({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hush,x-a=b' })).toEqual({
      traces: {
        url: 'https://collector.example:4318/base/v1/traces',
        headers: { authorization: 'Bearer hush', 'x-a': 'b' },
        protocol: 'http/protobuf',
        share: 1,
      },
      metricsExport: {
        url: 'https://collector.example:4318/base/v1/metrics',
        headers: { authorization: 'Bearer hush', 'x-a': 'b' },
        protocol: 'http/protobuf',
        everyMs: 60_000,
      },
      resourceAttributes: {},
    });
    expect(sent({ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }).traces?.protocol).toBe('http/json');
  });

  test('turn a signal off, and one on by itself', () => {
    expect(sent({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }).traces).toBeNull();
    expect(sent({ ...ENDPOINT, OTEL_METRICS_EXPORTER: 'prometheus' }).metricsExport).toBeNull();
    expect(sent({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toMatchObject({ traces: null, metricsExport: null });
    expect(sent({ OTEL_TRACES_EXPORTER: 'otlp' })).toMatchObject({
      traces: { url: 'http://localhost:4318/v1/traces' },
      metricsExport: null,
    });
    expect(sent({ OTEL_SERVICE_NAME: 'x' })).toMatchObject({ traces: null, metricsExport: null });
  });

  test('of one signal win over those of all, and the file over both', () => {
    const own = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://m:1/x', OTEL_METRIC_EXPORT_INTERVAL: '5000' };
    expect(sent({ ...ENDPOINT, ...own }).metricsExport).toMatchObject({ url: 'http://m:1/x', everyMs: 5000 });
    const file = { traces: { url: 'http://ours/v1/traces' }, metricsExport: null };
    expect(sent(ENDPOINT, file)).toMatchObject({
      traces: { url: 'http://ours/v1/traces', protocol: 'http/json' },
      metricsExport: null,
    });
  });

  test('say how much is recorded, and who sends it', () => {
    const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(sent({ ...ENDPOINT, ...sampler }).traces?.share).toBe(0.25);
    expect(sent({ ...ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' }).traces?.share).toBe(0);
    const who = { OTEL_SERVICE_NAME: 'a', OTEL_RESOURCE_ATTRIBUTES: 'service.name=b,team=c%20d' };
    expect(sent(who).resourceAttributes).toEqual({ 'service.name': 'a', team: 'c d' });
  });

  test('are refused by their own names where they could not be followed, and no secret is repeated', () => {
    const env = {
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'hush',
      OTEL_EXPORTER_OTLP_METRICS_CERTIFICATE: '/nowhere/ca.pem',
    };

    const all = problems(undefined, env);

    expect(all.toSorted()).toEqual([
      'OTEL_EXPORTER_OTLP_METRICS_CERTIFICATE names a file that cannot be read.',
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json; gRPC is not spoken here.',
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS must be pairs such as key=value, with commas between them.',
    ]);
    expect(JSON.stringify(all)).not.toContain('hush');
  });
});

test('several workers are for Linux, where a port is shared fairly', () => {
  const wanted = { workers: 2, databaseUrl: 'postgres://host/boreal' };

  expect(workersProblems(wanted, 'linux')).toEqual([]);
  expect(workersProblems(wanted, 'darwin')).toEqual([
    'workers above 1 needs Linux: other systems do not share a port fairly.',
  ]);
  expect(workersProblems({ workers: 1, databaseUrl: '' }, 'darwin')).toEqual([]);
});
