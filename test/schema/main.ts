/**
 * `npm run test:schema [-- <Schemathesis arguments>]`
 *
 * Schemathesis reads /openapi.json of a real service in front of a scripted engine, and asks what the description
 * allows and what it forbids: no status that is not described, no answer that breaks its schema, no failure of the
 * server. It is installed outside of this repository, into the cache of the user. `--seed <number>` repeats a run.
 * Ends with 1 when it finds something, and with 0, saying so, where it cannot be had.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { answerText, json, startUpstream } from '../support/scripted-upstream.ts';
import { accountIn, startServiceProcess } from '../support/service-process.ts';

const VERSION = '4.32.5';
const EXAMPLES_MAX = '40';
const INSTALL_MS_MAX = 600_000;

const CHATS = ['svc-frost', 'svc-glacier', 'svc-polaris'];
/** One of every kind, so that every operation can be asked. */
const MODELS = {
  ...Object.fromEntries(CHATS.map((id) => [id, { engine: 'main' }])),
  'text-vectors': { kind: 'embedding', engine: 'main', price: { input: '2' } },
};
const vectorsFor = (body: unknown) => {
  const { input } = body as { readonly input: unknown };
  const isList = Array.isArray(input) && typeof input[0] !== 'number';
  const data = Array.from({ length: isList ? input.length : 1 }, (_, index) => ({
    ...{ object: 'embedding', index, embedding: [0.5, -0.5] },
  }));
  return { object: 'list', model: 'test-model', usage: { prompt_tokens: 2, total_tokens: 2 }, data };
};
/** Rules between fields are in no description, such as that a tool that must be called is among the tools. */
const LEFT_OUT = 'positive_data_acceptance';

const program = schemathesis();
if (program) process.exitCode = await check(program);

async function check(st: string): Promise<number> {
  await using upstream = await startUpstream();
  upstream.play(({ path, body }) => (path.endsWith('/embeddings') ? json(vectorsFor(body)) : answerText('pong')));
  await using service = await startServiceProcess({
    engineUrl: upstream.url,
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_MODELS: JSON.stringify(MODELS) },
  });
  const { key } = await accountIn(service.dataDir);
  const given = process.argv.slice(2);
  const child = Bun.spawn(
    [
      ...[
        st,
        '--config-file',
        join(import.meta.dir, 'schemathesis.toml'),
        'run',
        new URL('/openapi.json', service.url).href,
      ],
      ...[
        '--header',
        `Authorization: Bearer ${key}`,
        '--max-examples',
        EXAMPLES_MAX,
        '--no-color',
        '--exclude-checks',
        LEFT_OUT,
        ...given,
      ],
    ],
    {
      cwd: service.dataDir,
      env: { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dir, 'hooks.py') },
      stdout: 'inherit',
      stderr: 'inherit',
    },
  );
  const code = await child.exited;
  const mistakes = service.lines.filter(({ level }) => level === 'error');
  for (const line of mistakes) console.log(`The service logged a mistake of its own: ${JSON.stringify(line)}`);
  return code === 0 && mistakes.length === 0 ? 0 : 1;
}

/** The program, fetched once. */
function schemathesis(): string | undefined {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'boreal-sdks');
  const folder = join(cache, `schemathesis-${VERSION}`);
  const st = join(folder, 'bin', 'st');
  if (existsSync(st)) return st;
  mkdirSync(cache, { recursive: true });
  const pip = [join(folder, 'bin', 'python'), '-m', 'pip', 'install', '-q', `schemathesis==${VERSION}`];
  for (const command of [['python3', '-m', 'venv', folder], pip]) {
    const { success, stderr } = Bun.spawnSync(command, { timeout: INSTALL_MS_MAX });
    if (success) continue;
    console.log(`LEFT OUT: Schemathesis cannot be installed: ${stderr.toString().trim().split('\n').at(-1) ?? ''}`);
    return undefined;
  }
  return st;
}
