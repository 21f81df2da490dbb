/**
 * Services that customers come from, for the trial of `boreal import`: one-api and new-api, built from their Go modules, and
 * the schema of LiteLLM's database. All of it stays outside of this tree.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, goModule, goProgramWith } from './go-programs.mjs';

const ONE_API = { name: 'one-api', module: 'github.com/songquanpeng/one-api', version: 'v0.6.10' };
const NEW_API = { name: 'new-api', module: 'github.com/QuantumNous/new-api', version: 'v0.10.0' };
const TOKENIZERS = { module: 'github.com/pkoukk/tiktoken-go-loader', version: 'v0.0.2' };
const LITELLM = { name: 'litellm-proxy-extras', version: '0.4.110' };

export const findOneApi = () => goProgramWith(onLoopback, ONE_API);

/** Its pages are not in its module: an empty one is put in their place. */
export const findNewApi = () =>
  goProgramWith((folder) => {
    mkdirSync(join(folder, 'web/dist'), { recursive: true });
    writeFileSync(join(folder, 'web/dist/index.html'), '');
    onLoopback(folder);
  }, NEW_API);

/** Both listen on every address of the machine, with a password that is known. */
function onLoopback(folder) {
  const path = join(folder, 'main.go');
  const source = readFileSync(path, 'utf8');
  const changed = source.replace('server.Run(":" + port)', 'server.Run("127.0.0.1:" + port)');
  if (changed === source) throw new Error('The program has another way to listen, and would do so on every address');
  writeFileSync(path, changed);
}

/** Words of tokenizers, by the names under which one-api looks for what it has downloaded: SHA-1 of their addresses. */
const WORDS = {
  'cl100k_base.tiktoken': '9b5ad71b2ce5302211f9c61530b329a4922fc6a4',
  'o200k_base.tiktoken': 'fb374d419588a4632f3f557e76b4b70aebbca790',
};

/** The folder where one-api finds them, so that it needs no network. */
export function findTokenizers() {
  const folder = join(CACHE, 'tokenizers');
  mkdirSync(folder, { recursive: true });
  const assets = join(goModule(TOKENIZERS.module, TOKENIZERS.version), 'assets');
  for (const [name, kept] of Object.entries(WORDS)) {
    if (!existsSync(join(folder, kept))) copyFileSync(join(assets, name), join(folder, kept));
  }
  return folder;
}

/** The folder of its migrations, as its publisher runs them. */
export function findLiteLlmMigrations() {
  const kept = join(CACHE, `${LITELLM.name}-${LITELLM.version}`);
  const migrations = join(kept, 'litellm_proxy_extras/migrations');
  if (existsSync(migrations)) return migrations;
  const draft = `${kept}.${process.pid}`;
  const options = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-deps', '--target', draft];
  const words = ['-m', 'pip', 'install', ...options, `${LITELLM.name}==${LITELLM.version}`];
  const { status, stderr, error } = spawnSync('python3', words, { encoding: 'utf8' });
  try {
    if (status !== 0) throw new Error(error ? 'there is no Python' : stderr.trim().split('\n').at(-1));
    renameSync(draft, kept);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return migrations;
}
