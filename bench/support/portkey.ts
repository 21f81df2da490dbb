/** Portkey's gateway, one version of it, kept outside of this repository: it is measured, not used. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const VERSION = '1.15.2';
const INSTALL_MS_MAX = 120_000;

/** The headers that tell it where its engine is. */
export const portkeyHeaders = (upstreamPort: number): Readonly<Record<string, string>> => ({
  'x-portkey-provider': 'openai',
  'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
});

/** The script to run with Node; installed by npm the first time. Throws one sentence when that cannot be done. */
export function portkeyScript(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'boreal-bench', `portkey-${VERSION}`);
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  if (existsSync(script)) return script;
  console.log(`Installing Portkey's gateway ${VERSION} into ${folder}.`);
  mkdirSync(folder, { recursive: true });
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=dev', '--loglevel=error'];
  const { success } = Bun.spawnSync(
    ['npm', 'install', '--prefix', folder, ...options, `@portkey-ai/gateway@${VERSION}`],
    { cwd: folder, stdout: 'ignore', stderr: 'inherit', timeout: INSTALL_MS_MAX },
  );
  if (!success || !existsSync(script)) throw new Error(`npm could not install Portkey's gateway ${VERSION}.`);
  return script;
}
