/** The requests that the pages offer to copy run as they stand, in every language and form, whole and streamed. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DIALECT_CHOICES } from '../../web/src/dialects.ts';
import { curlSnippet, pythonSnippet, typescriptSnippet } from '../../web/src/snippets.ts';
import { pythonWith } from '../support/python-package.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const LONG_MS = 600_000;
const ANSWER = 'Hello there, friend.';

let service: TestService;
/** Inside the checkout, where the official clients are found. */
let folder: string;
beforeAll(async () => {
  service = await startService();
  service.upstream.play(answerText(ANSWER, { chunks: ['Hello there, ', 'friend.'] }));
  folder = mkdtempSync(resolve(import.meta.dir, '../../node_modules/.cache/boreal-snippets-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.stop();
});

async function run(command: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', BOREAL_API_KEY: service.key, ...more },
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

const PYTHON_PACKAGES = { chat: 'openai', responses: 'openai', messages: 'anthropic' } as const;
const variablesFor = { openai: pythonWith('openai'), anthropic: pythonWith('anthropic') };

/** One program after the other, each as the main one: to load a client takes far longer than to run them. */
const RUN_EACH = `
import contextlib, io, json, sys
printed = []
for program in json.loads(sys.argv[1]):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, 'snippet.py', 'exec'), {'__name__': '__main__'})
    printed.append(out.getvalue())
print(json.dumps(printed))
`;

const WAYS = DIALECT_CHOICES.flatMap(([dialect, name]) =>
  [undefined, true].map((stream) => ({
    ...{ dialect, name, stream, how: stream ? 'streamed' : 'whole' },
    parts: () => ({
      ...{ baseUrl: service.url, model: 'svc-glacier', key: '$BOREAL_API_KEY', dialect },
      ...(stream && { body: { stream } }),
    }),
  })),
);
type Way = (typeof WAYS)[number];

const running = new Map<string, ReturnType<typeof run>>();

/** What the snippet has printed, and how the process ended that ran all for its client. */
async function runPython({ dialect, stream }: Way) {
  const client = PYTHON_PACKAGES[dialect];
  const ways = WAYS.filter((way) => PYTHON_PACKAGES[way.dialect] === client);
  const programs = () => JSON.stringify(ways.map(({ parts }) => pythonSnippet(parts())));
  const ran = running.get(client) ?? run(['python3', '-c', RUN_EACH, programs()], variablesFor[client]);
  running.set(client, ran);
  const { stdout, ...others } = await ran;
  const at = ways.findIndex((way) => way.dialect === dialect && way.stream === stream);
  return { ...others, printed: (JSON.parse(stdout || '[]') as string[])[at] };
}

for (const way of WAYS) {
  const { dialect, name, stream, how, parts } = way;
  test.skipIf(!Bun.which('curl'))(
    `${name} with curl, ${how}`,
    async () => {
      const { stdout, code } = await run(['sh', '-c', `${curlSnippet(parts())} --silent --fail-with-body`]);

      expect(code).toBe(0);
      expect(stdout).toContain(stream ? 'Hello there, ' : ANSWER);
    },
    LONG_MS,
  );

  test(
    `${name} in TypeScript, ${how}`,
    async () => {
      const file = join(folder, `${dialect}-${how}.ts`);
      writeFileSync(file, typescriptSnippet(parts()));

      const { stdout, stderr, code } = await run([process.execPath, file]);

      expect(stderr).toBe('');
      expect([stdout.trim(), code]).toEqual([ANSWER, 0]);
    },
    LONG_MS,
  );

  test.skipIf(!variablesFor[PYTHON_PACKAGES[dialect]])(
    `${name} in Python, ${how}`,
    async () => {
      const { printed, stderr, code } = await runPython(way);

      expect(stderr).toBe('');
      expect([printed?.trim(), code]).toEqual([ANSWER, 0]);
    },
    LONG_MS,
  );
}
