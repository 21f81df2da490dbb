/**
 * The real thing as its own process, for tests about signals, memory and the command line: the program as its launcher
 * starts it, or, where a run of all tests has made one, a snapshot of it. With its launcher where a test says so.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import { openDatabase } from '../../src/platform/database/database-place.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { ledgerKey, serverSecret } from '../../src/platform/secrets.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { readAtRest } from './leased-stores.ts';
import { spareMigrations } from './migrated-sqlite.ts';
import { type AccountWithKey, newAccountWithKey } from './new-account.ts';
import { rssBytesOf } from './process-memory.ts';
import { PLENTY } from './service.ts';

const ROOT = resolve(import.meta.dir, '../..');
const BOREAL = join(ROOT, 'bin', 'boreal.mjs');
const SNAPSHOT = process.env.BOREAL_TEST_SNAPSHOT;
const LAUNCHED_SNAPSHOT = SNAPSHOT && ['node', join(import.meta.dir, 'launch-snapshot.mjs'), SNAPSHOT];

export type Environment = Readonly<Record<string, string>>;
export type ProcessLine = { readonly level: string; readonly msg: string } & Readonly<Record<string, unknown>>;
export type Exit = { readonly code: number | null; readonly signal: string | null };

export type ProcessOptions = {
  /** The base URL of the one engine; without it there is none. */
  readonly engineUrl?: string;
  readonly engine?: Readonly<Record<string, unknown>>;
  readonly env?: Environment;
  /** A folder to come back to; it then outlives the process. */
  readonly folder?: string;
  /** The largest file the process may write, in blocks of its shell: writes beyond it fail as on a full disk. */
  readonly fileBlocksMax?: number;
  /** How many files and connections the process may have open. */
  readonly descriptorsMax?: number;
  /** Never from a snapshot, for tests of the start itself. */
  readonly isAsInstalled?: boolean;
  /** By the launcher, for tests of what it hands on: its Node takes a fifth of the start. */
  readonly isLaunched?: boolean;
};

export type ServiceProcess = AsyncDisposable & {
  /** Ends in /v1. */
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** The environment that the process was started with, for commands beside it. */
  readonly env: Environment;
  /** The server itself, and not its launcher. */
  readonly pid: number;
  readonly lines: readonly ProcessLine[];
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<Exit>;
  /** To what was started, as a service manager would. */
  signal(name: NodeJS.Signals): void;
  hasLogged(text: string): Promise<ProcessLine>;
  rssBytes(): number;
};

/** Starts the service and resolves when it listens. */
export async function startServiceProcess(options: ProcessOptions = {}): Promise<ServiceProcess> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'boreal-process-'));
  const dataDir = join(folder, 'data');
  const engines = options.engineUrl && {
    main: {
      kind: 'openai',
      baseUrl: options.engineUrl,
      apiKey: 'upstream-secret',
      model: 'test-model',
      runningUsage: 'none',
      ...options.engine,
    },
  };
  const env = {
    BOREAL_PORT: '0',
    BOREAL_DATA_DIR: dataDir,
    ...(engines ? { BOREAL_ENGINES: JSON.stringify(engines) } : { BOREAL_EMBEDDED: '{"enabled":false}' }),
    ...options.env,
  };
  if (!options.isAsInstalled && !options.env?.BOREAL_DATABASE_URL) await spareMigrations(env.BOREAL_DATA_DIR);
  const blocks = options.fileBlocksMax === undefined ? '' : `ulimit -S -f ${options.fileBlocksMax}; `;
  // Hard, because the runtime raises the soft one by itself.
  const descriptors = options.descriptorsMax === undefined ? '' : `ulimit -n ${options.descriptorsMax}; `;
  const launcher = launcherOf(options);
  const program = launcher ?? AS_LAUNCHED;
  const child = spawn('sh', ['-c', `${blocks}${descriptors}exec "$@" serve`, 'sh', ...program], {
    cwd: folder,
    env: { ...(!launcher && SET_BY_LAUNCHER), ...withPath(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = new Output(child);
  const started = await Promise.race([output.hasLogged('Boreal is listening'), output.exited]);
  if (!('msg' in started)) throw new Error(`The service ended at once: ${JSON.stringify(started)} ${output.stderr}`);
  const url = String(started.address);
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { pid: number };

  async function dispose(): Promise<void> {
    if (!output.hasExited) kill(pid, 'SIGKILL');
    await output.exited;
    if (!options.folder) rmSync(folder, { recursive: true, force: true });
  }
  return {
    url,
    port: Number(new URL(url).port),
    dataDir,
    env,
    pid,
    lines: output.lines,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    exited: output.exited,
    signal: (name) => void child.kill(name),
    hasLogged: (text) => output.hasLogged(text),
    rssBytes: () => rssBytesOf(pid),
    [Symbol.asyncDispose]: dispose,
  };
}

export type Ran = Exit & { readonly stdout: string; readonly stderr: string };

/** How a command is started: by its launcher, or as the launcher does, which spares a start of Node. */
export const LAUNCHED = ['node', BOREAL] as const;
const PROGRAM = SNAPSHOT ?? join(ROOT, 'src', 'server', 'commands', 'main.ts');
/** As the launcher starts it, for tests of the process itself. */
export const AS_LAUNCHED = [process.execPath, '--no-install', PROGRAM] as const;
/** For those that are started without it. */
export const SET_BY_LAUNCHER = { BUN_CONFIG_MAX_HTTP_REQUESTS: '65535', DO_NOT_TRACK: '1' };

function launcherOf({ isAsInstalled, isLaunched }: ProcessOptions): readonly string[] | undefined {
  if (isAsInstalled) return LAUNCHED;
  return isLaunched ? LAUNCHED_SNAPSHOT || LAUNCHED : undefined;
}

/** A command ends before the code that runs most is worth compiling further. */
const SHORT_LIVED = { BUN_JSC_useDFGJIT: '0' };

/**
 * Runs one command to its end, as an operator would; relative paths are relative to `cwd`. Where there is a snapshot, a
 * process that has it loaded runs one command after the other, unless a program is named.
 */
export async function runBoreal(
  words: readonly string[],
  env: Environment,
  cwd = tmpdir(),
  program?: readonly [string, ...string[]],
): Promise<Ran> {
  const whole = { DO_NOT_TRACK: '1', ...withPath(env) };
  const isPlain = !TO_ITSELF.has(words[0] ?? '') && Object.keys(env).every((name) => name.startsWith('BOREAL_'));
  if (SNAPSHOT && !program && isPlain && !hasCommand) return runHosted(SNAPSHOT, { words, env: whole, cwd });
  const [file, ...before] = program ?? AS_LAUNCHED;
  const around = { cwd, env: { ...SHORT_LIVED, ...whole } };
  const child = spawn(file, [...before, ...words], { ...around, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = new Output(child);
  const exit = await output.exited;
  return { ...exit, stdout: output.stdout, stderr: output.stderr };
}

/** These run long, or start processes of their own. */
const TO_ITSELF: ReadonlySet<string> = new Set([
  ...['serve', 'worker', 'prove', 'backup', 'restore', 'move'],
  ...['model', 'models', 'engine', 'engines'],
]);

type Command = { readonly words: readonly string[]; readonly env: Environment; readonly cwd: string };

let host: ChildProcess | undefined;
/** Commands that come at once are processes beside each other, as they would be. */
let hasCommand = false;

async function runHosted(snapshot: string, command: Command): Promise<Ran> {
  hasCommand = true;
  try {
    host ??= startHost(snapshot);
    const ended = Promise.withResolvers<Ran>();
    const fail = () => ended.reject(new Error(`The process for commands ended at: ${command.words.join(' ')}`));
    const hear = ({ code, stdout, stderr }: Ran) => ended.resolve({ code, signal: null, stdout, stderr });
    host.once('exit', fail).once('message', hear);
    host.send(command);
    return await ended.promise.finally(() => host?.off('exit', fail).off('message', hear));
  } finally {
    hasCommand = false;
  }
}

function startHost(snapshot: string): ChildProcess {
  const child = spawn(process.execPath, ['--no-install', join(import.meta.dir, 'command-host.mjs'), snapshot], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('exit', () => {
    host = undefined;
  });
  // It ends with the tests.
  child.unref();
  return child;
}

/** An account with plenty of credit and a key, made in the database of a data folder whose schema is there. */
export const accountIn = (dataDir: string, creditNanos = PLENTY): Promise<AccountWithKey> =>
  accountBeside({ dataDir, env: {} }, creditNanos);

/** In the database that the process was started with. */
export async function accountBeside(
  { dataDir, env }: Pick<ServiceProcess, 'dataDir' | 'env'>,
  creditNanos = PLENTY,
): Promise<AccountWithKey> {
  const { BOREAL_DATABASE_URL: url, BOREAL_SECRET: secret = '' } = env;
  const key = ledgerKey(serverSecret(secret, dataDir));
  const database = openDatabase({ databaseUrl: url ?? '', dataDir, ledgerKey: key });
  try {
    const stores = createStores(database, DEFAULT_PLANS);
    return await newAccountWithKey({ stores, serverSecret: serverSecret(secret, dataDir) }, creditNanos);
  } finally {
    await database.close();
  }
}

export async function balanceIn(dataDir: string, accountId: string) {
  const database = openSqlite(join(dataDir, 'boreal.db'), 'commit');
  try {
    return await readAtRest(createStores(database, DEFAULT_PLANS)).ledger.balanceOf(accountId, Date.now());
  } finally {
    await database.close();
  }
}

/** Processor time that a process has used so far. */
export function cpuMsOf(pid: number): number {
  if (process.platform !== 'linux') {
    const [minutes = '0', seconds = '0'] = Bun.spawnSync(['ps', '-o', 'time=', '-p', String(pid)])
      .stdout.toString()
      .trim()
      .split(':')
      .slice(-2);
    return (Number(minutes) * 60 + Number(seconds)) * 1000;
  }
  // The 14th and 15th fields, in ticks of 10 ms; the second one, the name, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

/** Nothing of the tester's own settings reaches the process. */
const withPath = (env: Environment): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...env,
});

class Output {
  readonly lines: ProcessLine[] = [];
  readonly exited: Promise<Exit>;
  stdout = '';
  stderr = '';
  hasExited = false;
  #rest = '';
  #waiting: { readonly text: string; readonly resolve: (line: ProcessLine) => void }[] = [];

  constructor(child: ChildProcess) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.exited = new Promise((done) => {
      child.on('close', (code, signal) => {
        this.hasExited = true;
        done({ code, signal });
      });
    });
  }

  hasLogged(text: string): Promise<ProcessLine> {
    const line = this.lines.find((one) => one.msg.includes(text));
    return line ? Promise.resolve(line) : new Promise((resolve) => this.#waiting.push({ text, resolve }));
  }

  #take(text: string): void {
    this.stdout += text;
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#note(part);
  }

  #note(part: string): void {
    if (!part.startsWith('{"')) return;
    const line = JSON.parse(part) as ProcessLine;
    if (typeof line.msg !== 'string') return;
    this.lines.push(line);
    for (const one of this.#waiting.filter(({ text }) => line.msg.includes(text))) one.resolve(line);
    this.#waiting = this.#waiting.filter(({ text }) => !line.msg.includes(text));
  }
}
