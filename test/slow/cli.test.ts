/** The command line: what it prints, what it refuses, and with which code it ends. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { configSchema, limitSchema } from '../../src/server/configuration/config-schema.ts';
import { answerText, jsonError, startUpstream } from '../support/scripted-upstream.ts';
import { AS_LAUNCHED, type Environment, LAUNCHED, runBoreal } from '../support/service-process.ts';

let folder: string;
let env: Environment;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-cli-'));
  env = { BOREAL_DATA_DIR: join(folder, 'data'), BOREAL_PORT: '1' };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const boreal = (words: string, extra: Environment = {}) => runBoreal(words.split(' '), { ...env, ...extra }, folder);

const ended = new Set<string>();

/** Exactly one JSON object on one line of stdout, nothing on stderr; of each command once from a process that ends by itself. */
async function jsonOf(words: string, extra: Environment = {}): Promise<Record<string, unknown>> {
  const all = [...words.split(' '), '--json'];
  const command = all.slice(0, 2).join(' ');
  const program = ended.has(command) ? undefined : AS_LAUNCHED;
  ended.add(command);
  const ran = await runBoreal(all, { ...env, ...extra }, folder, program);
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
  expect(ran.stdout).toEndWith('\n');
  expect(ran.stdout.trimEnd()).not.toContain('\n');
  const value: unknown = JSON.parse(ran.stdout);
  expect(value).toBeObject();
  return value as Record<string, unknown>;
}

test('the launcher hands on the words, what is printed and the code, whatever it is', async () => {
  const own = { BOREAL_DATA_DIR: join(folder, 'launched') };
  const launched = (...words: string[]) => runBoreal(words, own, folder, LAUNCHED);

  const made = await runBoreal(
    ['account', 'create', '--email', 'eva@example.com', '--credit', '5', '--json'],
    own,
    folder,
  );
  const reason = 'two words, "quotes" and a $HOME';
  const granted = await launched('credit', 'grant', '--account', 'eva@example.com', '--czk', '1', '--reason', reason);
  const entries = await launched('account', 'show', '--account', 'eva@example.com');

  expect([made.code, granted.code, entries.code]).toEqual([0, 0, 0]);
  expect(JSON.parse(made.stdout)).toMatchObject({ email: 'eva@example.com' });
  expect(await runBoreal(['account', 'show', '--account', 'eva@example.com'], own, folder)).toEqual(entries);
  using database = new Database(join(own.BOREAL_DATA_DIR, 'boreal.db'), { readonly: true });
  expect(JSON.stringify(database.query('SELECT * FROM ledger_entries').all())).toContain(JSON.stringify(reason));
  for (const words of [['account', 'show', '--account', 'nobody'], ['nonsense']])
    expect(await launched(...words)).toEqual(await runBoreal(words, own, folder));
});

test('every command with --json prints one JSON object and nothing else', async () => {
  expect((await jsonOf('migrate')).applied).toBeArray();
  expect(await jsonOf('migrate')).toEqual({ applied: [] });

  const account = await jsonOf('account create --email Eva@Example.com --credit 12.5');
  expect(account).toEqual({
    id: expect.stringMatching(/^acc_/),
    email: 'eva@example.com',
    creditCzk: '12.5',
    plan: null,
  });
  const grant = await jsonOf(`credit grant --account ${account.id} --czk 0.000000001 --reason thanks`);
  expect(grant).toEqual({
    id: account.id,
    email: 'eva@example.com',
    grantedCzk: '0.000000001',
    creditCzk: '12.500000001',
  });
  const key = await jsonOf(
    'key create --account eva@example.com --name laptop --limit 5 --limit-window month --token-limit 750000 --requests-per-minute 30 --tokens-per-minute 20000 --models svc-frost --ranges 10.0.0.0/8 --expires 2090-01-31',
  );
  expect(key).toEqual({
    id: expect.stringMatching(/^key_/),
    account: account.id,
    name: 'laptop',
    secret: expect.stringMatching(/^sk-boreal-/),
  });
  expect(await jsonOf(`key revoke --key ${key.id}`)).toEqual({ id: key.id, revoked: true });
  expect(await jsonOf(`key revoke --key ${key.id}`)).toEqual({ id: key.id, revoked: true });
  const setBy = 'customer';
  expect(await jsonOf('account show --account EVA@example.com')).toEqual({
    id: account.id,
    email: 'eva@example.com',
    status: 'active',
    creditCzk: '12.500000001',
    heldCzk: '0',
    spendCzk: '0',
    debtCzk: '0',
    plan: null,
    limits: [],
    pots: [{ kind: 'credit', creditCzk: '12.500000001', heldCzk: '0' }],
    topUp: null,
    members: [],
    webhooks: [],
    domains: [],
    keys: [
      {
        id: key.id,
        name: 'laptop',
        hint: String(key.secret).slice(-4),
        spendCzk: '0',
        limits: [
          { max: '5', unit: 'CZK', window: 'month', used: '0', resetsAtMs: expect.any(Number), setBy },
          { max: '30', unit: 'requests', window: 'minute', used: null, resetsAtMs: null, setBy },
          { max: '20000', unit: 'tokens', window: 'minute', used: null, resetsAtMs: null, setBy },
          { max: '750000', unit: 'tokens', window: 'total', used: '0', resetsAtMs: null, setBy },
        ],
        expiresAt: '2090-01-31T00:00:00.000Z',
        revoked: true,
      },
    ],
  });
  expect(await jsonOf('account list')).toEqual({
    accounts: [
      {
        id: account.id,
        email: 'eva@example.com',
        status: 'active',
        createdAt: expect.stringMatching(/Z$/),
        creditCzk: '12.500000001',
        plan: null,
      },
    ],
  });
});

test('a grant that is repeated with its id is booked once, and its id is good for nothing else', async () => {
  await jsonOf('account create --email granted@example.com');
  const grant = 'credit grant --account granted@example.com --id invoice-17 --czk';

  expect(await jsonOf(`${grant} 50`)).toMatchObject({ creditCzk: '50', grantId: 'invoice-17', repeated: false });
  expect(await jsonOf(`${grant} 50`)).toMatchObject({ creditCzk: '50', grantId: 'invoice-17', repeated: true });
  const other = await boreal(`${grant} 51`);

  expect({ code: other.code, stderr: other.stderr }).toEqual({
    code: 2,
    stderr: 'boreal: This id belongs to another action, on another account or of another amount: choose a new one.\n',
  });
});

test('what comes after a period, and the limits and ends of keys, are shown to people too', async () => {
  await jsonOf('account create --email shown@example.com --plan ultra');
  await jsonOf('plan set --account shown@example.com --plan pro');
  await jsonOf(
    'key create --account shown@example.com --name ci --limit 5 --limit-window month --tokens-per-minute 9000 --expires 2090-01-31',
  );

  const { stdout } = await boreal('account show --account shown@example.com');
  const listed = await boreal('account list');

  expect(stdout).toMatch(/^plan ultra until \S+Z, then pro$/m);
  expect(stdout).toContain(
    'spent 0 CZK, at most 5 CZK a month, at most 9000 tokens a minute, expires 2090-01-31T00:00:00.000Z',
  );
  expect(listed.stdout).toMatch(/^shown@example\.com \(acc_\w+\), active: 0 CZK, plan ultra$/m);
});

test('limits of an account are set and taken away, and one of 1 is written as one', async () => {
  const { id } = await jsonOf('account create --email slow@example.com');
  const limits = 'account limits --account slow@example.com';
  const about = { id, email: 'slow@example.com' };

  const both = await jsonOf(`${limits} --limits 1/requests/minute,20000/tokens/minute --reason agreed`);
  const { stdout } = await boreal('account show --account slow@example.com');
  const less = await boreal(`${limits} --limits 1/requests/minute,1/tokens/day`);
  const none = await jsonOf(`${limits} --limits none`);
  const wrong = [await boreal(limits), await boreal(`${limits} --limits 0/requests/minute`)];

  expect(both).toMatchObject({
    ...about,
    limits: [
      { unit: 'requests', window: 'minute', max: '1', setBy: 'operator' },
      { unit: 'tokens', window: 'minute', max: '20000' },
    ],
  });
  expect(stdout).toContain('limit 1 request a minute, by the operator\nlimit 20000 tokens a minute, by the operator\n');
  expect(less.stdout).toStartWith('slow@example.com: 1 request a minute and 1 token a day, by the operator.');
  expect(none).toEqual({ ...about, limits: [] });
  expect(wrong.map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, 'boreal: --limits is missing; it must be an array.\n'],
    [2, 'boreal: --limits must be a whole number from 1 to 100000.\n'],
  ]);
  expect(actionsOn(String(id))).toEqual(
    ['open-account', ...Array(3).fill('limit-account')].map((kind) => `cli ${kind}`),
  );
});

test('money and plans move by command, with their reason in the ledger, and the audit agrees', async () => {
  const { id } = await jsonOf('account create --email ada@example.com --credit 10 --plan pro');
  const about = '--account ada@example.com';

  expect(await jsonOf(`credit correct ${about} --czk=-2.5 --reason typo`)).toMatchObject({
    id,
    correctedCzk: '-2.5',
    creditCzk: '7.5',
  });
  expect((await boreal(`credit correct ${about} --czk=-8 --reason typo`)).code).toBe(2);
  expect(await jsonOf(`package grant ${about} --tokens 1000 --expires 2090-01-31`)).toMatchObject({ id, tokens: 1000 });
  expect(await jsonOf(`plan set ${about} --plan ultra`)).toMatchObject({ plan: 'ultra', change: 'upgrade' });
  expect(await jsonOf(`plan set ${about} --plan pro`)).toMatchObject({ change: 'downgrade' });
  expect(await jsonOf(`plan cancel ${about}`)).toMatchObject({ cancelled: true });
  expect(await jsonOf(`credit refund ${about} --czk 10 --reason chargeback`)).toMatchObject({
    debtCzk: '2.5',
    creditCzk: '0',
  });
  expect(await jsonOf(`account show ${about}`)).toMatchObject({
    status: 'blocked',
    creditCzk: '0',
    debtCzk: '2.5',
    plan: { plan: 'ultra', nextPlan: null },
    pots: [
      { kind: 'plan', name: 'pro', tokens: 500_000 },
      { kind: 'plan', name: 'ultra', tokens: 2_000_000 },
      { kind: 'package', tokens: 1000 },
      { kind: 'credit', creditCzk: '0' },
    ],
  });
  expect(await jsonOf(`credit grant ${about} --czk 3`)).toMatchObject({ creditCzk: '0.5' });
  expect(await jsonOf('audit')).toMatchObject({ ok: true, problems: [] });
  expect(actionsOn(String(id))).toEqual(
    ['open-account', 'grant', 'plan', 'correct', 'package', 'plan', 'plan', 'plan', 'refund', 'grant'].map(
      (kind) => `cli ${kind}`,
    ),
  );
});

/** The lines of the action log about an account, the oldest first. */
function actionsOn(accountId: string): readonly string[] {
  using storage = new Database(join(folder, 'data', 'boreal.db'), { readonly: true });
  const rows = storage.query<{ actor: string; kind: string }, [string]>(
    'SELECT actor, kind FROM operator_actions WHERE account_id = ? ORDER BY seq',
  );
  return rows.all(accountId).map(({ actor, kind }) => `${actor} ${kind}`);
}

test('without --json the same commands speak to people, and show a secret once', async () => {
  const created = await boreal('account create --email petr@example.com --credit 1');
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(created.stdout).toMatch(/^Account acc_\w+ for petr@example\.com with 1 CZK of credit\.\n$/);
  const key = await boreal('key create --account petr@example.com');
  const secret = key.stdout.trim().split('\n').at(-1)!;
  expect(secret).toStartWith('sk-boreal-');

  const shown = await boreal('account show --account petr@example.com');

  expect(shown.stdout).toContain(`…${secret.slice(-4)}`);
  expect(shown.stdout).not.toContain(secret);
});

test('an account has as many keys as the setting says, and the command says so in a sentence', async () => {
  const own = { BOREAL_DATA_DIR: join(folder, 'keys'), BOREAL_LIMITS_KEYS_PER_ACCOUNT: '1' };
  await jsonOf('account create --email eva@example.com', own);
  await jsonOf('key create --account eva@example.com', own);

  const refused = await boreal('key create --account eva@example.com', own);

  expect(refused).toMatchObject({ stdout: '', code: 2 });
  expect(refused.stderr).toBe('boreal: An account has at most 1 keys that can be used: revoke one first.\n');
});

test('help limits says of every limit how it is set, its default and what it is', async () => {
  const { stdout, code } = await boreal('help limits');

  const lines = stdout.trimEnd().split('\n');
  const limits = Object.keys(limitSchema.shape);
  expect(code).toBe(0);
  expect(lines).toContain('BOREAL_LIMITS_DRAIN_MS=25000');
  expect(lines).toContain('BOREAL_LIMITS_RUNNING_PER_KEY');
  expect(lines.filter((line) => line.startsWith('BOREAL_LIMITS_'))).toHaveLength(limits.length);
  expect(lines.filter((line) => /^ {4}[A-Z].{10,}\.$/.test(line))).toHaveLength(limits.length);
});

test('help configuration says of every setting how it is set and what it is, and of one all its fields', async () => {
  const all = await boreal('help configuration');
  const one = await boreal('help configuration engines');
  const unknown = await boreal('help configuration engine');

  expect(all.stdout).toContain('port  BOREAL_PORT  0 to 65535  default 8787\n    0 takes any free port.\n');
  expect(all.stdout.match(/^\w+(?= {2}BOREAL_|$)/gm) ?? []).toEqual(
    expect.arrayContaining(Object.keys(configSchema.shape)),
  );
  expect(one.stdout).toContain('engines.NAME.kind  openai|anthropic  required\n');
  expect(one.stdout).toContain('engines.NAME.connectMs  1 to 86400000  default 5000\n');
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('"engine" is not a setting.');
});

test('the documents name commands that there are', async () => {
  const { stdout } = await boreal('help --all');
  const commands: readonly string[] =
    stdout.match(/^boreal [a-z-]+(?: [a-z]+(?:-[a-z]+)*(?= -| [A-Z]| \[|$))?/gm) ?? [];

  const documented = await Bun.file(join(import.meta.dir, '../../docs/reference/cli.md')).text();
  const named = [...documented.matchAll(/^(?:## |\| )`(boreal [^`]+)`/gm)].map((match) => match[1]!);

  expect(commands.length).toBeGreaterThan(10);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !commands.includes(name))).toEqual([]);
});

describe('--help', () => {
  test('of a command prints its usage and what it does, and does nothing', async () => {
    const { stdout, code } = await boreal('key create --account a@b.cz --help');

    expect(stdout).toMatch(
      /^boreal key create --account ID\|EMAIL .*\n {4}Creates a key and prints its secret once\.\n$/,
    );
    expect(code).toBe(0);
  });

  test('of a group lists its commands and no others', async () => {
    const { stdout } = await boreal('key --help');

    expect([...(stdout.match(/^boreal \w+ \w+/gm) ?? [])]).toEqual(
      ['create', 'list', 'change', 'rotate', 'revoke'].map((word) => `boreal key ${word}`),
    );
  });

  test('takes a noun in the plural for the same command', async () => {
    expect(await boreal('help prices import')).toEqual(await boreal('help price import'));
    expect((await boreal('keys create')).stderr).toBe('boreal: --account is missing.\n');
  });

  test('says of every command what it does', async () => {
    const { stdout } = await boreal('help --all');
    const lines = stdout.trimEnd().split('\n');

    const usages = lines.filter((line) => line.startsWith('boreal '));
    expect(usages.length).toBeGreaterThan(30);
    expect(lines.filter((line) => /^ {4}[A-Z].*\.$/.test(line))).toHaveLength(usages.length);
  });
});

describe('wrong words end with code 2 and a sentence', () => {
  test.each<[string, RegExp]>([
    ['dance', /^boreal: "dance" is not a command\. "boreal help --all" lists all commands\.\n$/],
    ['help dance', /^boreal: "dance" is not a command\. /],
    ['acount', /^boreal: "acount" is not a command\. Did you mean "boreal account"\?\n$/],
    [
      'acount show --account a@b.cz',
      /^boreal: "acount show" is not a command\. Did you mean "boreal account show"\?\n$/,
    ],
    ['key crate --name x', /^boreal: "key crate" is not a command\. Did you mean "boreal key create"\?\n$/],
    ['bakcup --to x', /^boreal: "bakcup" is not a command\. Did you mean "boreal backup"\?\n$/],
    ['help docter', /^boreal: "docter" is not a command\. Did you mean "boreal doctor"\?\n$/],
    ['key create --modles x', /^boreal: There is no option --modles: did you mean --models\?\n$/],
    ['prove --bsae=http://x', /^boreal: There is no option --bsae: did you mean --base\?\n$/],
    ['sweep undo --force', /^boreal: There is no option --force: there are --reason, --json\.\n$/],
    ['version --now', /^boreal: There is no option --now: there are --json\.\n$/],
    ['account', /^boreal: "account" is not a command\.\nboreal account create /],
    ['account dance', /^boreal: "account dance" is not a command\./],
    ['account create', /^boreal: --email is missing\.\n$/],
    ['account create --email nobody', /^boreal: "nobody" is not an e-mail address\.\n$/],
    ['account create --email a@b.cz --credit lots', /^boreal: --credit: "lots" is not an amount in CZK/],
    ['account create --email a@b.cz --credit -5', /^boreal: .*--credit/],
    ['account create --email a@b.cz --credit=-5', /^boreal: --credit must be more than 0\.\n$/],
    ['account create --email a@b.cz --credit 0.0000000001', /^boreal: --credit: .* at most 9 decimals/],
    ['account create --email a@b.cz --plan gold', /^boreal: --plan must be one of pro, ultra\.\n$/],
    ['credit correct --account a@b.cz --czk=-1', /^boreal: There is no account/],
    ['package grant --account a@b.cz --tokens 0 --expires 2090-01-01', /^boreal: /],
    ['key create --account a@b.cz --limit 5 --limit-window day', /^boreal: /],
    ['account show --account nobody@example.com', /^boreal: There is no account nobody@example\.com/],
    ['credit grant --account nobody@example.com --czk 5', /^boreal: There is no account/],
    ['credit grant --account a', /^boreal: /],
    ['key create --account nobody@example.com', /^boreal: There is no account/],
    ['key revoke', /^boreal: --key is missing\.\n$/],
    ['key revoke --key key_nothing', /^boreal: There is no key key_nothing/],
    ['serve --port 5', /^boreal: .*--port/],
    ['serve now', /^boreal: .*now/],
    ['migrate --force', /^boreal: .*--force/],
    ['doctor --verbose', /^boreal: .*--verbose/],
    ['account create --mail a@b.cz', /^boreal: There is no option --mail: did you mean --email\?\n$/],
  ])('%s', async (words, sentence) => {
    const ran = await boreal(words);

    expect(ran.code).toBe(2);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(sentence);
    expect(ran.stderr).not.toMatch(/^\s+at /m);
  });

  test('for a key: models, ranges and dates that do not exist', async () => {
    await boreal('account create --email limits@example.com');
    for (const [words, what] of [
      ['--models gpt-4', 'gpt-4'],
      ['--ranges 10.0.0.0/99', '10.0.0.0/99'],
      ['--expires yesterday', '--expires'],
      ['--requests-per-minute 0', '--requests-per-minute must be a whole number from 1 to 100000'],
      ['--tokens-per-minute many', '--tokens-per-minute must be'],
      ['--expires 2001-01-01', '--expires'],
    ] as const) {
      const ran = await boreal(`key create --account limits@example.com ${words}`);
      expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: '' });
      expect(ran.stderr).toContain(what);
    }
    const shown = await jsonOf('account show --account limits@example.com');
    expect(shown.keys).toEqual([]);
  });

  test('an account that exists already', async () => {
    await boreal('account create --email twice@example.com --credit 3');
    const again = await boreal('account create --email TWICE@example.com --credit 4');

    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('There is already an account for twice@example.com');
    expect((await jsonOf('account show --account twice@example.com')).creditCzk).toBe('3');
  });
});

test.each(['help', '--help', '-h'])('%s shows what is needed every day, and where the rest is', async (words) => {
  const ran = await boreal(words);

  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout.match(/^boreal [a-z]+(?: [a-z]+)?/gm)).toEqual([
    'boreal serve',
    'boreal doctor',
    'boreal account create',
    'boreal account show',
    'boreal key create',
    'boreal credit grant',
    'boreal audit',
    'boreal backup',
  ]);
  expect(ran.stdout).toEndWith(
    '\n"boreal help --all" lists all commands, "boreal help WORD" those that begin with a word, "boreal help configuration" all settings, "boreal help limits" the limits.\n',
  );
});

test.each(['--version', 'version'])('%s prints the version, and reads no configuration', async (words) => {
  const ran = await boreal(words, { BOREAL_PORT: 'none' });

  expect(ran).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(await jsonOf('version', { BOREAL_PORT: 'none' })).toEqual({ version });
});

test.each(['help --all', '--help --all'])('%s lists every command', async (words) => {
  const ran = await boreal(words);

  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const commands = [
    'serve',
    'migrate',
    'doctor',
    'account create',
    'account show',
    'key create',
    'key revoke',
    'credit grant',
  ];
  for (const command of commands) expect(ran.stdout).toContain(`boreal ${command}`);
});

test('doctor names a model file that cannot be used, and for whom', async () => {
  const file = join(folder, 'no-model.gguf');
  writeFileSync(file, 'not weights at all');
  const extra = { BOREAL_MODELS: JSON.stringify({ 'svc-polaris': { file } }), BOREAL_ENGINES: '{}' };

  const ran = await boreal('doctor', extra);
  const served = await boreal('serve', extra);

  const sentence = `The model file of svc-polaris cannot be used: ${file} is not a GGUF file.`;
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain(`FAIL embedded engine: ${sentence}`);
  expect(served.code).toBe(2);
  expect(served.stderr).toContain(sentence);
});

test('without a word it helps, and changes nothing', async () => {
  const empty = join(folder, 'nothing');
  const ran = await runBoreal([], { BOREAL_DATA_DIR: empty }, folder);

  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain('boreal serve');
  expect(existsSync(empty)).toBe(false);
});

describe('a wrong configuration', () => {
  const CONFIG = JSON.stringify({
    port: 70_000,
    colour: 'blue',
    limits: { pingMs: 0, speed: 1 },
    engines: { main: { kind: 'openai', baseUrl: 'ftp://x', model: '', timeout: 5 } },
    models: { 'my-model': { engine: 'other' } },
  });

  test.each(['serve', 'migrate', 'doctor', 'account create --email a@b.cz'])(
    'is refused by %s with every problem at once; nothing is started or made',
    async (words) => {
      const place = mkdtempSync(join(folder, 'wrong-'));
      writeFileSync(join(place, 'boreal.config.json'), CONFIG);
      const ran = await runBoreal(
        words.split(' '),
        { BOREAL_DATA_DIR: './data', BOREAL_CATALOGUE: 'C', BOREAL_LIMITS_BODY_MS: 'soon', BOREAL_SECRET: 'short' },
        place,
      );

      expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: '' });
      expect(ran.stderr).toStartWith('boreal: The configuration is not valid:\n');
      const problems = ran.stderr.trimEnd().split('\n').slice(1);
      for (const setting of [
        'port',
        'colour is not a setting',
        'limits.pingMs',
        'limits.speed is not a setting',
        'engines.main.baseUrl',
        'engines.main.model',
        'engines.main.timeout is not a setting',
        'catalogue (BOREAL_CATALOGUE)',
        'limits.bodyMs (BOREAL_LIMITS_BODY_MS)',
        'secret (BOREAL_SECRET) must have at least 32 characters',
      ]) {
        expect(problems.filter((problem) => problem.startsWith(`  - ${setting}`))).toHaveLength(1);
      }
      expect(ran.stderr).not.toMatch(/^\s+at /m);
      expect(ran.stderr).not.toContain('short');
      expect(readdirSync(place)).toEqual(['boreal.config.json']);
    },
  );

  test.each<[string, Environment, string]>([
    [
      'a file that is not there',
      { BOREAL_CONFIG: './nowhere.json' },
      'BOREAL_CONFIG names ./nowhere.json, which does not exist',
    ],
    ['engines that are no JSON', { BOREAL_ENGINES: '{' }, 'BOREAL_ENGINES is not valid JSON'],
    [
      'a model of one’s own without a price',
      { BOREAL_MODELS: '{"mine":{"maxOutputTokens":5}}' },
      'models.mine.price is missing',
    ],
    [
      'a negative price',
      { BOREAL_MODELS: '{"svc-frost":{"price":{"input":"-1","output":"1"}}}' },
      'models.svc-frost.price.input',
    ],
    [
      'an engine that is not there',
      { BOREAL_MODELS: '{"svc-frost":{"engine":"x"}}' },
      'models.svc-frost.engine names "x"',
    ],
    ['PostgreSQL', { BOREAL_DATABASE_URL: 'postgres://x' }, 'databaseUrl (BOREAL_DATABASE_URL) must name a database'],
  ])('%s is named', async (_name, extra, problem) => {
    const place = mkdtempSync(join(folder, 'wrong-'));
    const ran = await runBoreal(['serve'], { BOREAL_DATA_DIR: './data', ...extra }, place);

    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(`  - ${problem}`);
    expect(readdirSync(place)).toEqual([]);
  });

  test('an empty port is named', async () => {
    const ran = await boreal('migrate', { BOREAL_PORT: '' });

    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('BOREAL_PORT');
  });

  test('a file that is no JSON is named', async () => {
    const place = mkdtempSync(join(folder, 'wrong-'));
    writeFileSync(join(place, 'boreal.config.json'), '{ port: 5 }');

    const ran = await runBoreal(['serve'], { BOREAL_DATA_DIR: './data' }, place);

    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('boreal.config.json is not valid JSON: line 1, column 3 should have a name');
  });
});

describe('doctor', () => {
  test('finds nothing wrong where nothing is', async () => {
    await using upstream = await startUpstream();
    upstream.play(answerText('fine'));
    const engines = { main: { kind: 'openai', baseUrl: upstream.url, model: 'm' } };

    const report = await jsonOf('doctor', { BOREAL_ENGINES: JSON.stringify(engines) });

    expect(report.ok).toBe(true);
    const topics = (report.findings as { what: string }[]).map(({ what }) => what.split(':')[0]!);
    for (const topic of ['configuration', 'database', 'server', 'engine main']) expect(topics).toContain(topic);
  });

  test.each<[string, () => Promise<Environment>, RegExp]>([
    [
      'no engine',
      async () => ({ BOREAL_EMBEDDED: '{"enabled":false}' }),
      /FAIL models without an engine: svc-frost, svc-glacier, svc-polaris .*\n +→ add an engine/,
    ],
    [
      'an engine that does not answer',
      async () => ({
        BOREAL_ENGINES: JSON.stringify({ main: { kind: 'openai', baseUrl: 'http://127.0.0.1:1/v1', model: 'm' } }),
      }),
      /FAIL engine main: .*\n +→ check engines\.main\.baseUrl/,
    ],
  ])('says what is wrong and how to mend it: %s', async (_name, extra, what) => {
    const ran = await boreal('doctor', await extra());

    expect(ran.code).toBe(1);
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toMatch(what);
  });

  test('an engine that refuses our key is reported as such', async () => {
    await using upstream = await startUpstream();
    upstream.play(jsonError(401));
    const engines = { main: { kind: 'openai', baseUrl: upstream.url, model: 'm', apiKey: 'upstream-secret' } };

    const ran = await boreal('doctor --json', { BOREAL_ENGINES: JSON.stringify(engines) });

    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout).ok).toBe(false);
    expect(ran.stdout).toContain('refuses our key (status 401)');
    expect(ran.stdout).not.toContain('upstream-secret');
  });
});

describe('a database written by a newer version', () => {
  test.each(['serve', 'migrate', 'account show --account a@b.cz', 'key revoke --key k'])(
    'is refused by %s, and left alone',
    async (words) => {
      const place = mkdtempSync(join(folder, 'newer-'));
      const newer = { BOREAL_DATA_DIR: place, BOREAL_PORT: '0' };
      await runBoreal(['migrate'], newer);
      {
        using database = new Database(join(place, 'boreal.db'));
        database.run("INSERT INTO schema_migrations (version, name, applied_at_ms) VALUES (9999, 'future', 0)");
      }

      const ran = await runBoreal(words.split(' '), newer);

      expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: '' });
      expect(ran.stderr).toMatch(
        /^boreal: The database has schema 9999, this program knows \d+: use the newer program/,
      );
      expect(ran.stderr).not.toMatch(/^\s+at /m);
    },
  );

  test('is named by doctor', async () => {
    const place = mkdtempSync(join(folder, 'newer-'));
    await runBoreal(['migrate'], { BOREAL_DATA_DIR: place });
    {
      using database = new Database(join(place, 'boreal.db'));
      database.run("INSERT INTO schema_migrations (version, name, applied_at_ms) VALUES (9999, 'future', 0)");
    }

    const ran = await runBoreal(['doctor'], { BOREAL_DATA_DIR: place, BOREAL_PORT: '1' });

    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('FAIL database: The database has schema 9999');
  });
});

test('two migrations at once: both end well, and each step was applied once', async () => {
  const both = { BOREAL_DATA_DIR: join(folder, 'together') };
  const ran = await Promise.all([1, 2, 3].map(() => runBoreal(['migrate', '--json'], both)));

  expect(ran.map((one) => [one.code, one.stderr])).toEqual(Array(3).fill([0, '']));
  const applied = ran.flatMap((one) => JSON.parse(one.stdout).applied as string[]);
  expect(new Set(applied).size).toBe(applied.length);
  expect(applied.length).toBeGreaterThan(0);
});
