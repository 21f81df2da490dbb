/** The programs in examples/ and the commands of the reference page run as they are, against a real server. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Place } from '../../web/src/features/quick-start/recipe.ts';
import { RECIPES } from '../../web/src/features/quick-start/tools.ts';
import { BOREAL, modelView } from '../../web/src/model-view.fixture.ts';
import { pythonWith } from '../support/python-package.ts';
import { answerText, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const EXAMPLES = resolve(import.meta.dir, '../../examples');
const LONG_MS = 600_000;
const USAGE = { prompt_tokens: 20, completion_tokens: 10 };
const CAPITALS = { Czechia: 'Prague is the capital.', Slovakia: 'It is Bratislava.' };

let upstream: ScriptedUpstream;
let service: ServiceProcess;
let variables: Readonly<Record<string, string>>;
beforeAll(async () => {
  upstream = await startUpstream();
  // Who asks for the health of the engine sends no body.
  upstream.play((request) => answerText(capitalFor(JSON.stringify(request.body) ?? ''), { usage: USAGE }));
  service = await startServiceProcess({ engineUrl: upstream.url });
  const { key } = await accountIn(service.dataDir);
  variables = { BOREAL_BASE_URL: service.url, BOREAL_API_KEY: key };
}, LONG_MS);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await upstream.stop();
});

const capitalFor = (asked: string): string => (asked.includes('Slovakia') ? CAPITALS.Slovakia : CAPITALS.Czechia);

async function run(command: readonly string[], env: Readonly<Record<string, string>> = variables) {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

const has = (command: string): boolean => Bun.which(command) !== null;
const openai = pythonWith('openai');
const anthropic = pythonWith('anthropic');

type Variables = Readonly<Record<string, string>>;
/** The file, what runs it, and what it needs of the machine: undefined where that is not there. */
const PROGRAMS: readonly (readonly [string, string, Variables | undefined])[] = [
  ['typescript/openai.ts', process.execPath, {}],
  ['typescript/responses.ts', process.execPath, {}],
  ['typescript/anthropic.ts', process.execPath, {}],
  ['typescript/ai-sdk.ts', process.execPath, {}],
  ['typescript/langchain.ts', process.execPath, {}],
  ['typescript/batch.ts', process.execPath, {}],
  ['python/openai_batch.py', 'python3', openai],
  ['python/plain_chat.py', 'python3', has('python3') ? {} : undefined],
  ['python/openai_chat.py', 'python3', openai],
  ['python/anthropic_messages.py', 'python3', anthropic],
  ['python/anthropic_batch.py', 'python3', anthropic],
];

for (const [file, command, needed] of PROGRAMS) {
  test.skipIf(!needed)(
    `${file} prints its answers and what the first cost`,
    async () => {
      const { stdout, stderr, code } = await run([command, resolve(EXAMPLES, file)], {
        ...variables,
        ...needed,
      });

      expect(stderr).toBe('');
      const lines = [CAPITALS.Czechia, 'It cost 0.0015 CZK.', CAPITALS.Slovakia];
      const batch = [CAPITALS.Czechia, CAPITALS.Slovakia, 'It cost 0.003 CZK.'];
      expect(stdout).toBe(`${(file.includes('batch') ? batch : lines).join('\n')}\n`);
      expect(code).toBe(0);
    },
    LONG_MS,
  );
}

for (const file of ['openai_chat', 'openai_batch', 'anthropic_messages', 'anthropic_batch'].map(
  (name) => `python/${name}.py`,
)) {
  test.skipIf(!has('python3'))(
    `${file} is valid Python, also where its package is missing`,
    async () => {
      const compile = 'import ast, sys; ast.parse(open(sys.argv[1]).read())';
      expect(await run(['python3', '-c', compile, resolve(EXAMPLES, file)])).toMatchObject({ code: 0, stderr: '' });
    },
    LONG_MS,
  );
}

test.skipIf(!has('curl'))(
  'curl/chat.sh prints its answers and the receipt of the first',
  async () => {
    const { stdout, stderr, code } = await run(['sh', resolve(EXAMPLES, 'curl/chat.sh')]);

    expect(stderr).toBe('');
    expect(stdout).toContain(`"content":"${CAPITALS.Czechia}"`);
    expect(stdout).toContain('data: [DONE]');
    expect(stdout).toContain('"object":"receipt"');
    expect(code).toBe(0);
  },
  LONG_MS,
);

test.skipIf(!has('curl'))(
  'curl/dialects.sh prints the answer in every form, the count and the balance',
  async () => {
    const { stdout, stderr, code } = await run(['sh', resolve(EXAMPLES, 'curl/dialects.sh')]);

    expect(stderr).toBe('');
    const [chat, response, message, count, balance] = stdout.split('\n').map((line) => JSON.parse(line || 'null'));
    expect(chat.choices[0].message.content).toBe(CAPITALS.Czechia);
    expect(response.output[0].content[0].text).toBe(CAPITALS.Czechia);
    expect(message.content[0].text).toBe(CAPITALS.Czechia);
    expect(count).toMatchObject({ counted_by: 'bound' });
    expect(balance.object).toBe('balance');
    expect(code).toBe(0);
  },
  LONG_MS,
);

test('the configuration for Codex is that of the quick start', () => {
  const { write } = RECIPES.find(({ id }) => id === 'codex') as { write(place: Place): string };
  const model = modelView({ id: 'svc-glacier', contextTokens: null });

  const written = readFileSync(resolve(EXAMPLES, 'agents/codex-config.toml'), 'utf8');

  expect(written.replace(/^#.*\n/, '').trimEnd()).toBe(
    write({ baseUrl: 'http://127.0.0.1:8787/v1', model, service: BOREAL }),
  );
});

test.skipIf(!has('python3'))(
  'a wrong key ends a program with one sentence',
  async () => {
    const { stderr, code } = await run(['python3', resolve(EXAMPLES, 'python/plain_chat.py')], {
      ...variables,
      BOREAL_API_KEY: 'sk-boreal-wrong',
    });

    expect(stderr).toStartWith('Incorrect API key provided');
    expect(code).toBe(1);
  },
  LONG_MS,
);

test.skipIf(!has('curl'))(
  'every command of the reference runs and gets the answer that its page promises',
  async () => {
    const textOf = async (path: string) => (await fetch(new URL(path, service.url))).text();
    const parts = new Set((await textOf('/reference')).match(/\/en\/reference\/\w+/g));
    const pages = await Promise.all([...parts].map(textOf));
    const commands = pages
      .join('')
      .split('<code>')
      .map((rest) => plain(rest.slice(0, rest.indexOf('</code>'))))
      .filter((text) => text.startsWith('curl '));

    const answers = await Promise.all(
      commands.map(async (command) => {
        const { stdout, code } = await run(['sh', '-c', `${command} --silent --output /dev/null -w '%{http_code}'`]);
        return `${code} ${stdout}`;
      }),
    );

    // The receipt, the kept response, the conversation, file and batches of the examples belong to no account; no model
    // makes vectors here, and a generation is asked for by its id.
    expect(answers.toSorted()).toEqual([
      ...Array(23).fill('0 200'),
      ...Array(2).fill('0 400'),
      ...Array(22).fill('0 404'),
    ]);
  },
  LONG_MS,
);

/** Without the colours of code. */
const plain = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
