/** The programs in examples/ and the commands of the reference page run as they stand, against a real server. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { pythonWith } from '../support/python-package.ts';
import { answerText, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const EXAMPLES = resolve(import.meta.dir, '../../examples');
const LONG_MS = 60_000;
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
const pythonPackage = pythonWith('openai');

const PROGRAMS: readonly (readonly [string, string, boolean])[] = [
  ['typescript/openai.ts', process.execPath, true],
  ['typescript/responses.ts', process.execPath, true],
  ['typescript/ai-sdk.ts', process.execPath, true],
  ['typescript/langchain.ts', process.execPath, true],
  ['python/plain_chat.py', 'python3', has('python3')],
  ['python/openai_chat.py', 'python3', pythonPackage !== undefined],
];

for (const [file, command, canRun] of PROGRAMS) {
  test.skipIf(!canRun)(
    `${file} prints its answers and what the first cost`,
    async () => {
      const { stdout, stderr, code } = await run([command, resolve(EXAMPLES, file)], {
        ...variables,
        ...pythonPackage,
      });

      expect(stderr).toBe('');
      expect(stdout).toBe(`${CAPITALS.Czechia}\nIt cost 0.0015 CZK.\n${CAPITALS.Slovakia}\n`);
      expect(code).toBe(0);
    },
    LONG_MS,
  );
}

test.skipIf(!has('python3'))(
  'python/openai_chat.py is valid Python, also where its package is missing',
  async () => {
    const compile = 'import ast, sys; ast.parse(open(sys.argv[1]).read())';
    expect(await run(['python3', '-c', compile, resolve(EXAMPLES, 'python/openai_chat.py')])).toMatchObject({
      code: 0,
      stderr: '',
    });
  },
  LONG_MS,
);

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
  'every command on the reference page runs and gets the answer that the page promises',
  async () => {
    const page = await (await fetch(new URL('/reference', service.url))).text();
    const commands = page
      .split('<pre tabindex="0"><code>')
      .map((rest) => plain(rest.slice(0, rest.indexOf('</code>'))))
      .filter((text) => text.startsWith('curl '));

    const answers = await Promise.all(
      commands.map(async (command) => {
        const { stdout, code } = await run(['sh', '-c', `${command} --silent --output /dev/null -w '%{http_code}'`]);
        return `${code} ${stdout}`;
      }),
    );

    // The receipt and the kept response of the examples belong to no account.
    expect(answers.toSorted()).toEqual([...Array(11).fill('0 200'), ...Array(4).fill('0 404')]);
  },
  LONG_MS,
);

const plain = (markup: string): string =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
