/** The processes that are compared: each has a port on loopback, and a pid to ask for its processor time. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keySecretFrom } from '../../src/core/api-key.ts';
import { freePort } from '../../test/support/free-port.ts';
import { onCore } from './cores.ts';
import { portkeyHeaders, portkeyScript } from './portkey.ts';

export type Subject = {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  readonly key: string;
  /** Named in its requests, where it does not choose one by itself. */
  readonly model?: string;
  /** Of chat completions, where it is another one. */
  readonly path?: string;
  /** Headers that its requests must have besides. */
  readonly headers?: Readonly<Record<string, string>>;
};

const TENSORZERO = `
import sys, time
from tensorzero import _start_http_gateway
of = {"clickhouse_url": None, "postgres_url": None, "valkey_url": None, "async_setup": False}
gateway = _start_http_gateway(config_file=sys.argv[1], **of)
print(gateway.base_url, flush=True)
time.sleep(1e9)
`;
const START_MS_MAX = 20_000;
/** It loads hundreds of modules first. */
const LITELLM_START_MS_MAX = 180_000;
const ROOT = resolve(import.meta.dir, '../..');
/** A key that has the right form; only the whole service looks further. */
export const ANY_KEY = keySecretFrom('sk-boreal-', new Uint8Array(32));

export class Processes implements AsyncDisposable {
  readonly #children: ChildProcess[] = [];
  readonly #core: number | undefined;

  /** All of them run on this core, if one is given. */
  constructor(core?: number) {
    this.#core = core;
  }

  /** Starts a script of this folder, which prints its port. */
  async script(name: string, file: string, { args = [], env = {} }: { args?: string[]; env?: Environment } = {}) {
    const child = this.#start(process.execPath, [join(import.meta.dir, file), ...args], { env });
    const port = Number(await lineOf(child, (line) => /^\d+$/.test(line)));
    return { name, port, pid: child.pid!, key: ANY_KEY } satisfies Subject;
  }

  /** Starts the real service out of a checkout, with an account that can pay where its database is its own. */
  async service(name: string, options: ServiceOptions): Promise<Subject & { readonly workers: readonly number[] }> {
    const { root = ROOT, folder, upstreamPort } = options;
    const env = { ...settings(upstreamPort), BOREAL_DATA_DIR: folder, ...options.env };
    const main = join(root, 'src/server/commands/main.ts');
    const runtime = [...(options.runtime ?? []), '--no-install'];
    const child = this.#start(process.execPath, [...runtime, main, 'serve'], {
      env,
      cwd: root,
      errorsIn: options.errorsIn,
    });
    const line = await lineOf(child, (text) => text.includes('Boreal is listening'));
    const { address, pids = [] } = JSON.parse(line) as { address: string; pids?: number[] };
    const key = options.env?.BOREAL_DATABASE_URL ? ANY_KEY : await keyIn(root, folder);
    return { name, port: Number(new URL(address).port), pid: child.pid!, key, workers: pids };
  }

  /** nginx with one worker and kept connections to the upstream. */
  async nginx(folder: string, upstreamPort: number): Promise<Subject> {
    const program = process.env.NGINX || Bun.which('nginx');
    if (!program) throw new Error('nginx is not installed; NGINX=<path> names one.');
    mkdirSync(folder, { recursive: true });
    const port = await freePort();
    const config = join(folder, 'nginx.conf');
    writeFileSync(config, nginxConfig({ folder, port, upstreamPort }));
    const master = this.#start(program, ['-c', config, '-p', folder, '-e', 'stderr'], {});
    await untilAnswers(port);
    return { name: 'nginx', port, pid: childOf(master.pid!), key: ANY_KEY };
  }

  async portkey(upstreamPort: number): Promise<Subject> {
    const script = portkeyScript();
    const port = await freePort();
    const env = { NODE_ENV: 'production' };
    // It would write every failure at length; its callers learn of them anyway.
    const child = this.#start('node', [script, `--port=${port}`, '--headless'], { env, stdio: 'ignore' });
    await untilAnswers(port);
    return { name: "Portkey's gateway", port, pid: child.pid!, key: ANY_KEY, headers: portkeyHeaders(upstreamPort) };
  }

  /**
   * LiteLLM's proxy with one worker. Keys and spend take its database, whose engine it fetches from a host of its own, so
   * it checks no more than its one master key here.
   */
  async litellm(folder: string, upstreamPort: number): Promise<Subject> {
    const program = process.env.LITELLM;
    if (!program) throw new Error('LITELLM=<path> names its program: pip install "litellm[proxy]".');
    mkdirSync(folder, { recursive: true });
    const port = await freePort();
    const config = join(folder, 'config.yaml');
    const engine = { model: 'openai/bench', api_base: `http://127.0.0.1:${upstreamPort}/v1`, api_key: 'x' };
    // JSON is YAML.
    writeFileSync(
      config,
      JSON.stringify({
        model_list: [{ model_name: 'bench', litellm_params: engine }],
        general_settings: { master_key: ANY_KEY },
        litellm_settings: { telemetry: false },
      }),
    );
    const env = { LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_LOG: 'ERROR', NO_DOCS: 'True' };
    const words = ['--config', config, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'];
    const child = this.#start(program, words, { env, stdio: 'ignore' });
    await untilAnswers(port, LITELLM_START_MS_MAX);
    return { name: 'LiteLLM', port, pid: child.pid!, key: ANY_KEY, model: 'bench' };
  }

  /** TensorZero's gateway, as its package for Python starts it: without a database it keeps and counts nothing. */
  async tensorZero(folder: string, upstreamPort: number): Promise<Subject> {
    const python = process.env.TENSORZERO_PYTHON;
    if (!python) throw new Error('TENSORZERO_PYTHON=<path> names a Python with its package: pip install tensorzero.');
    mkdirSync(folder, { recursive: true });
    const config = join(folder, 'tensorzero.toml');
    const engine = `type = "openai"\nmodel_name = "bench"\napi_base = "http://127.0.0.1:${upstreamPort}/v1/"`;
    writeFileSync(
      config,
      `[gateway]\nobservability.enabled = false\n[models.bench]\nrouting = ["main"]\n` +
        `[models.bench.providers.main]\n${engine}\napi_key_location = "none"\n`,
    );
    const child = this.#start(python, ['-c', TENSORZERO, config], {});
    const { port, pathname } = new URL(await lineOf(child, (line) => line.startsWith('http://')));
    const path = `${pathname}/chat/completions`;
    return {
      name: 'TensorZero',
      port: Number(port),
      pid: child.pid!,
      key: ANY_KEY,
      model: 'tensorzero::model_name::bench',
      path,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = running.map((child) => new Promise((resolve) => child.on('exit', resolve)));
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(ended);
  }

  #start(program: string, args: string[], options: StartOptions): ChildProcess {
    const { env = {}, cwd = ROOT, stdio = 'inherit', errorsIn } = options;
    const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    const [command, ...rest] = onCore(this.#core, [program, ...args]);
    const child = spawn(command!, rest, {
      cwd,
      env: { ...own, ...env },
      stdio: ['ignore', stdio === 'ignore' ? stdio : 'pipe', errorsIn === undefined ? stdio : openSync(errorsIn, 'a')],
    });
    this.#children.push(child);
    return child;
  }
}

/** Made by the checkout's own code: another one may have other tables. */
async function keyIn(root: string, folder: string): Promise<string> {
  const { accountIn } = (await import(join(root, 'test/support/service-process.ts'))) as ServiceProcessModule;
  return (await accountIn(folder)).key;
}

type ServiceOptions = {
  readonly root?: string;
  readonly folder: string;
  readonly upstreamPort: number;
  readonly env?: Environment;
  /** More options for the runtime. */
  readonly runtime?: readonly string[];
  /** A file for what it writes as errors, where the runtime also writes what it is asked to say of itself. */
  readonly errorsIn?: string;
};

type ServiceProcessModule = typeof import('../../test/support/service-process.ts');
type Environment = Readonly<Record<string, string>>;
type StartOptions = {
  readonly env?: Environment;
  readonly cwd?: string;
  readonly stdio?: 'inherit' | 'ignore';
  readonly errorsIn?: string | undefined;
};

/** Nothing is limited but by what is measured. */
export const settings = (upstreamPort: number): Environment => ({
  BOREAL_PORT: '0',
  BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  BOREAL_ENGINES: JSON.stringify({
    main: { kind: 'openai', baseUrl: `http://127.0.0.1:${upstreamPort}/v1`, model: 'bench', runningUsage: 'none' },
  }),
});

function lineOf(child: ChildProcess, isWanted: (line: string) => boolean): Promise<string> {
  return new Promise((found, failed) => {
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      const line = text.split('\n').find((one) => isWanted(one));
      if (line) found(line);
    });
    child.on('exit', () => failed(new Error(`${child.spawnargs.join(' ')} ended: ${text}`)));
  });
}

function nginxConfig({ folder, port, upstreamPort }: { folder: string; port: number; upstreamPort: number }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
worker_rlimit_nofile 20000;
events { worker_connections 16384; }
http {
  access_log off;
  ${temporary.join(' ')}
  keepalive_requests 100000000;
  upstream engine { server 127.0.0.1:${upstreamPort}; keepalive 256; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://engine; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; }
  }
}`;
}

async function untilAnswers(port: number, withinMs = START_MS_MAX): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (await answers(port)) return;
    await Bun.sleep(10);
  }
  throw new Error('It does not answer.');
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

/** The worker is the one child of nginx's master. */
function childOf(pid: number): number {
  if (process.platform === 'linux') return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
  return Number(execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).trim());
}
