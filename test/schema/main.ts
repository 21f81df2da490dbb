/**
 * `npm run test:schema [-- [public] [settings] [operator] <Schemathesis arguments>]`
 *
 * Schemathesis reads the descriptions of a real service in front of a scripted engine, with a key, as a customer and as an
 * operator who are signed in, and asks what each allows and what it forbids: no status that is not described, no answer that breaks its schema, no failure of the
 * server. It is installed outside of this repository, into the cache of the user. `--seed <number>` repeats a run.
 * Ends with 1 when it finds something, and with 0, saying so, where it cannot be had.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { sellsAllWays } from '../support/furnished-orders.ts';
import { answerText, json, startUpstream } from '../support/scripted-upstream.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { startStripe } from '../support/stripe-stand-in.ts';
import { AREAS } from './areas.ts';

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
const WRONG_WORDS = 2;
const UNLIMITED = '1000000';
/** A busy machine may take long to draw a document. */
const ANSWER_S_MAX = '60';

const program = schemathesis();
if (program) process.exitCode = await check(program);

async function check(st: string): Promise<number> {
  const words = process.argv.slice(2);
  const named = words.filter((word) => Object.hasOwn(AREAS, word));
  const given = words.filter((word) => !named.includes(word));
  let code = 0;
  for (const name of named.length > 0 ? named : Object.keys(AREAS)) {
    console.log(`\n== ${name} ==`);
    const outcome = await checkArea({ st, given }, AREAS[name]!);
    if (outcome === WRONG_WORDS) return outcome;
    code = Math.max(code, outcome);
  }
  return code;
}

type Program = { readonly st: string; readonly given: readonly string[] };

/** Returns 0 where nothing was found, and 2 where Schemathesis does not know its arguments. */
async function checkArea({ st, given }: Program, open: (typeof AREAS)[string]): Promise<number> {
  await using upstream = await startUpstream();
  upstream.play(({ path, body }) => (path.endsWith('/embeddings') ? json(vectorsFor(body)) : answerText('pong')));
  await using stripe = await startStripe();
  await using service = await startServiceProcess({
    engineUrl: upstream.url,
    env: {
      ...sellsAllWays(stripe.url),
      BOREAL_MODELS: JSON.stringify(MODELS),
      BOREAL_SIGN_UP: 'open',
      BOREAL_LIMITS_REQUESTS_PER_MINUTE: UNLIMITED,
      BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: UNLIMITED,
    },
  });
  const { description, headers, leftOut } = await open(service);
  const file = join(service.dataDir, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  const flags = [
    ...['--url', new URL('/', service.url).href, '--max-examples', EXAMPLES_MAX, '--no-color'],
    ...['--exclude-checks', LEFT_OUT, '--request-timeout', ANSWER_S_MAX],
    ...leftOut.flatMap((path) => ['--exclude-path', path]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ];
  const config = ['--config-file', join(import.meta.dir, 'schemathesis.toml')];
  const child = Bun.spawn([st, ...config, 'run', file, ...flags, ...given], {
    cwd: service.dataDir,
    env: { ...process.env, SCHEMATHESIS_HOOKS: join(import.meta.dir, 'hooks.py') },
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const code = await child.exited;
  const mistakes = service.lines.filter(({ level }) => level === 'error');
  for (const line of mistakes) console.log(`The service logged a mistake of its own: ${JSON.stringify(line)}`);
  if (code === WRONG_WORDS) return code;
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
