/**
 * Gateways that count money, made comparable: one token of input and one of output cost one unit each, so what was
 * billed is a number of tokens. Each is the real program with its database in a folder of its own, and can be killed and
 * started again. The programs are not part of this repository: variables name them.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';
import { askOneApi, signInToOneApi } from '../../test/support/one-api.ts';
import { accountIn, balanceIn } from '../../test/support/service-process.ts';
import { onCore } from './cores.ts';

export const MODEL = 'svc-glacier';
const ROOT = resolve(import.meta.dir, '../..');
const NANOS_PER_TOKEN = 1000n;
const START_MS_MAX = 120_000;

export type Customer = {
  readonly key: string;
  /** Tokens that were billed so far. */
  billed(): Promise<number>;
};

export interface MoneyPeer {
  readonly name: string;
  /** Without /v1. */
  readonly url: string;
  readonly pid: number;
  start(): Promise<void>;
  /** Resolves when the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** With so many tokens to spend. */
  newCustomer(budgetTokens: number): Promise<Customer>;
}

type RunOptions = { readonly core?: number | undefined } & Readonly<Record<string, string | number | undefined>>;

export abstract class PeerProcess {
  readonly url: string;
  readonly port: number;
  #child: ChildProcess | undefined;

  constructor(port: number) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((gone) => child.on('exit', gone));
    child.kill(signal);
    await ended;
  }

  protected async run(program: readonly string[], { core, ...env }: RunOptions): Promise<void> {
    const command = onCore(core, program);
    const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
    this.#child = spawn(command[0]!, command.slice(1), {
      cwd: ROOT,
      env: { ...own, ...env } as Record<string, string>,
      stdio: 'ignore',
    });
    const deadline = performance.now() + START_MS_MAX;
    while (!(await answers(this.url))) {
      if (this.#child.exitCode !== null || performance.now() > deadline)
        throw new Error(`${command[0]} does not answer.`);
      await Bun.sleep(50);
    }
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/`).then(
    () => true,
    () => false,
  );

/** On one core, if one is given. */
export type PeerPlace = {
  readonly folder: string;
  readonly upstreamUrl: string;
  readonly core?: number;
  readonly perMinute?: number;
};

export class BorealPeer extends PeerProcess implements MoneyPeer {
  readonly name = 'Boreal';
  readonly #place: PeerPlace;

  static async at(place: PeerPlace): Promise<BorealPeer> {
    return new BorealPeer(await freePort(), place);
  }

  private constructor(port: number, place: PeerPlace) {
    super(port);
    this.#place = place;
  }

  start(): Promise<void> {
    const engine = { kind: 'openai', baseUrl: this.#place.upstreamUrl, model: MODEL, runningUsage: 'none' };
    return this.run([process.execPath, '--no-install', join(ROOT, 'src/server/commands/main.ts'), 'serve'], {
      core: this.#place.core,
      BOREAL_LIMITS_REQUESTS_PER_MINUTE: String(this.#place.perMinute ?? 120),
      BOREAL_PORT: String(this.port),
      BOREAL_DATA_DIR: this.#place.folder,
      BOREAL_ENGINES: JSON.stringify({ main: engine }),
      BOREAL_MODELS: JSON.stringify({ [MODEL]: { engine: 'main', price: { input: '1', output: '1' } } }),
    });
  }

  async newCustomer(budgetTokens: number): Promise<Customer> {
    const { folder } = this.#place;
    const { key, accountId } = await accountIn(folder, BigInt(budgetTokens) * NANOS_PER_TOKEN);
    return { key, billed: async () => Number((await balanceIn(folder, accountId)).spent / NANOS_PER_TOKEN) };
  }
}

const ADMIN = 'a'.repeat(32);

/** one-api with SQLite, one channel of the kind OpenAI, asked for usage, all else as it is out of the box. */
export class OneApiPeer extends PeerProcess implements MoneyPeer {
  readonly name = 'one-api';
  readonly #place: PeerPlace;
  readonly #program: string;
  #isSetUp = false;
  #customers = 0;

  static async at(place: PeerPlace): Promise<OneApiPeer> {
    const program = process.env.ONE_API;
    if (!program) throw new Error('ONE_API=<path> names its program; docs/comparison.md says how it is built.');
    return new OneApiPeer(await freePort(), { place, program });
  }

  private constructor(port: number, { place, program }: { readonly place: PeerPlace; readonly program: string }) {
    super(port);
    this.#place = place;
    this.#program = program;
  }

  async start(): Promise<void> {
    const { folder } = this.#place;
    mkdirSync(folder, { recursive: true });
    await this.run([this.#program, '--log-dir', join(folder, 'log')], {
      core: this.#place.core,
      PORT: String(this.port),
      SQLITE_PATH: join(folder, 'one-api.db'),
      INITIAL_ROOT_ACCESS_TOKEN: ADMIN,
      SESSION_SECRET: 'for this run alone',
      GIN_MODE: 'release',
      // Else it bills streams by its own count of words alone.
      ENFORCE_INCLUDE_USAGE: 'true',
      // It needs the word lists of OpenAI's tokenizers, from the network or from this folder.
      ...(process.env.TIKTOKEN_CACHE_DIR && { TIKTOKEN_CACHE_DIR: process.env.TIKTOKEN_CACHE_DIR }),
    });
    if (this.#isSetUp) return;
    this.#isSetUp = true;
    for (const key of ['ModelRatio', 'CompletionRatio']) {
      await this.#ask('PUT', 'option/', { key, value: JSON.stringify({ [MODEL]: 1 }) });
    }
    const base_url = this.#place.upstreamUrl.replace(/\/v1$/, '');
    await this.#ask('POST', 'channel/', { type: 1, key: 'x', name: 'main', base_url, models: MODEL, group: 'default' });
  }

  /** A user with so much quota and a token of theirs: the administrator's own quota is without end. */
  async newCustomer(budgetTokens: number): Promise<Customer> {
    const login = { username: `c${++this.#customers}`, password: 'a password' };
    await this.#ask('POST', 'user/', { ...login, display_name: login.username });
    const { id, ask } = await signInToOneApi(this.url, login);
    await this.#ask('PUT', 'user/', {
      id,
      username: login.username,
      display_name: login.username,
      quota: budgetTokens,
    });
    const order = { name: 'main', remain_quota: budgetTokens, unlimited_quota: false, expired_time: -1 };
    const { key } = (await ask('POST', 'token/', order)) as { readonly key: string };
    const left = async () => ((await this.#ask('GET', `user/${id}`)) as { readonly quota: number }).quota;
    return { key: `sk-${key}`, billed: async () => budgetTokens - (await left()) };
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${ADMIN}` };
    return (await askOneApi(this.url, { method, path, body, headers })).answer;
  }
}
